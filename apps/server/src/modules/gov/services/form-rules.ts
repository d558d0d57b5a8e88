import type { Text } from '../../../kernel/http/language.ts';
import { type FileKind, fileKinds } from '../papers/kind.ts';
import { isDay, resolveDay } from './day-bound.ts';

/**
 * Rules that JSON Schema cannot express, in `x-` keywords (docs/guides/forms.md): conditional questions, dates relative
 * to today, and papers.
 */

export type Schema = Record<string, unknown>;

export interface Condition {
  field: string;
  is: readonly (string | boolean)[];
}

/** One paper; it may consist of several files, such as photographed pages. */
export interface PaperSlot {
  key: string;
  title: Text;
  accepts: readonly FileKind[];
  required: boolean;
  when: Condition | undefined;
}

export const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const propertiesOf = (schema: Schema): Record<string, Schema> =>
  isObject(schema['properties']) ? (schema['properties'] as Record<string, Schema>) : {};

/** In question order: `x-sections` of a form, `x-order` of a list entry, or the order of the properties. */
export function listNames(schema: Schema): string[] {
  const known = Object.keys(propertiesOf(schema));
  const sections = Array.isArray(schema['x-sections']) ? schema['x-sections'].filter(isObject) : [];
  const order: unknown[] = Array.isArray(schema['x-order']) ? schema['x-order'] : [];
  const given = sections.length > 0 ? sections.flatMap(({ fields }) => fields) : order;
  const ordered = given.filter((name): name is string => typeof name === 'string' && known.includes(name));
  return [...ordered, ...known.filter((name) => !ordered.includes(name))];
}

function readCondition(value: unknown): Condition | undefined {
  if (!isObject(value) || typeof value['field'] !== 'string' || !Array.isArray(value['is'])) return undefined;
  const is = value['is'].filter((each) => typeof each === 'string' || typeof each === 'boolean');
  return is.length > 0 && is.length === value['is'].length ? { field: value['field'], is } : undefined;
}

export const conditionOf = (schema: Schema) => readCondition(schema['x-when']);

/** An omitted checkbox counts as not ticked. */
function holds(condition: Condition, schema: Schema, answers: Schema, asked: ReadonlySet<string>): boolean {
  const { field, is } = condition;
  if (!asked.has(field)) return false;
  const given = Object.hasOwn(answers, field) ? answers[field] : undefined;
  const value = given ?? (propertiesOf(schema)[field]?.['type'] === 'boolean' ? false : undefined);
  return is.some((each) => each === value);
}

/** Questions that these answers lead to; a question that depends on a hidden one is hidden too. */
export function listAsked(schema: Schema, answers: Schema): Set<string> {
  const asked = new Set<string>();
  const properties = propertiesOf(schema);
  for (const name of listNames(schema)) {
    const condition = conditionOf(properties[name] ?? {});
    if (condition === undefined || holds(condition, schema, answers, asked)) asked.add(name);
  }
  return asked;
}

export function listSlots(form: Schema | null): PaperSlot[] {
  const given = form?.['x-papers'];
  return (Array.isArray(given) ? given.filter(isObject) : []).map((slot) => ({
    key: String(slot['key']),
    title: slot['x-title'] as Text,
    accepts: (slot['accepts'] as FileKind[] | undefined) ?? fileKinds,
    required: slot['required'] === true,
    when: conditionOf(slot),
  }));
}

/** Papers that these answers lead to. */
export function listAskedSlots(form: Schema | null, answers: Schema): PaperSlot[] {
  if (form === null) return [];
  const asked = listAsked(form, answers);
  return listSlots(form).filter(({ when }) => when === undefined || holds(when, form, answers, asked));
}

export interface RuleFault {
  path: readonly string[];
  kind: 'required' | 'unasked' | 'too_early' | 'too_late';
  /** For a date: the bound as the form writes it, and its day resolved for today. */
  bound?: string;
  day?: string;
}

/** Only `x-` rules; the schema validator finds the other errors. */
export function findRuleFaults(
  schema: Schema,
  answers: Schema,
  today: string,
  path: readonly string[] = [],
): RuleFault[] {
  const asked = listAsked(schema, answers);
  const properties = propertiesOf(schema);
  return listNames(schema).flatMap((name): RuleFault[] => {
    const field = properties[name] ?? {};
    const at = [...path, name];
    const given = Object.hasOwn(answers, name) ? answers[name] : undefined;
    if (!asked.has(name)) return given === undefined ? [] : [{ path: at, kind: 'unasked' }];
    if (given === undefined) return field['x-required'] === true ? [{ path: at, kind: 'required' }] : [];
    if (typeof given === 'string') return findDateFaults(field, given, today, at);
    if (isObject(given)) return findRuleFaults(field, given, today, at);
    const { items } = field;
    if (!Array.isArray(given) || !isObject(items)) return [];
    return given.flatMap((entry: unknown, index) =>
      isObject(entry) ? findRuleFaults(items, entry, today, [...at, String(index)]) : [],
    );
  });
}

function findDateFaults(field: Schema, given: string, today: string, path: readonly string[]): RuleFault[] {
  const { 'x-earliest': earliest, 'x-latest': latest } = field;
  if (!isDay(given)) return [];
  // ISO days compare as text.
  if (typeof earliest === 'string' && given < resolveDay(earliest, today))
    return [{ path, kind: 'too_early', bound: earliest, day: resolveDay(earliest, today) }];
  if (typeof latest === 'string' && given > resolveDay(latest, today))
    return [{ path, kind: 'too_late', bound: latest, day: resolveDay(latest, today) }];
  return [];
}
