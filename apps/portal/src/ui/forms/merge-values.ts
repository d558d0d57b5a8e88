import { type ApiError, isChangedMeanwhile } from '../../api/errors.ts';

interface Newer {
  /** Fields of the record that another person changed since it was loaded. */
  changed: readonly string[];
  current: Record<string, unknown>;
}

/** What the server has now, if it refused to overwrite a change that this page has not seen. */
export function readNewer(error: unknown): Newer | null {
  if (!isChangedMeanwhile(error)) return null;
  const { changed, current } = ((error as ApiError).data ?? {}) as Partial<Newer>;
  return changed === undefined || current === undefined ? null : { changed, current };
}

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

type Named = Record<string, unknown>;
const isNamed = (value: unknown): value is Named =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The other person's changes and one's own together; where both changed the same, one's own. */
export function mergeValues<Value>(base: Value, mine: Value, theirs: Value): Value {
  if (isSame(mine, base)) return theirs;
  if (isSame(theirs, base)) return mine;
  if (Array.isArray(base) && Array.isArray(mine) && Array.isArray(theirs))
    return mergeLists(base, mine, theirs) as Value;
  if (!isNamed(base) || !isNamed(mine) || !isNamed(theirs)) return mine;
  const merged = Object.keys(theirs).map((name) => [name, mergeValues(base[name], mine[name], theirs[name])]);
  return Object.fromEntries(merged) as Value;
}

/** Without what either removed, with what either changed and added. */
function mergeLists(base: unknown[], mine: unknown[], theirs: unknown[]): unknown[] {
  const [before, own, other] = [base, mine, theirs].map(
    (list) => new Map(list.map((item) => [keyOf(item), item])),
  ) as [Map<unknown, unknown>, Map<unknown, unknown>, Map<unknown, unknown>];
  const kept = [...other].flatMap(([key, item]) => {
    if (own.has(key))
      return [before.has(key) ? mergeValues(before.get(key), own.get(key), item) : own.get(key)];
    return before.has(key) ? [] : [item];
  });
  const added = [...own].flatMap(([key, item]) => (other.has(key) || before.has(key) ? [] : [item]));
  return [...kept, ...added];
}

const keyOf = (item: unknown): unknown => (isNamed(item) ? (item['key'] ?? item['id']) : item);
