import { maxDepth, maxNodes, membersOf, variantsOf } from './body-fields.ts';
import { asList, at, isMap, type JsonMap } from './json.ts';
import type { Resolve } from './references.ts';

export const maxExample = 20_000;

export const isJsonType = (mediaType: string): boolean => /[/+]json$/i.test(mediaType);

/** A body as it is sent: the document's example, or one made from the schema. Empty if it would be too long. */
export function writeExample(resolve: Resolve, mediaType: string, media: unknown): string {
  let left = maxExample;
  const spend = (characters: number): boolean => {
    left -= characters;
    return left >= 0;
  };
  /** Stops early, because one long example may stand behind many references. */
  const copy = (value: unknown): unknown => {
    if (!spend(typeof value === 'string' ? value.length + 1 : 1)) return null;
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      const items: unknown[] = [];
      for (const item of value) {
        if (left < 0) break;
        items.push(copy(item));
      }
      return items;
    }
    const copied: [string, unknown][] = [];
    for (const key in value) {
      if (!spend(key.length)) break;
      copied.push([key, copy(at(value, key))]);
    }
    return Object.fromEntries(copied);
  };
  const schema = at(media, 'schema');
  const given = at(media, 'example') ?? firstExample(resolve, at(media, 'examples'));
  const example = given === undefined ? sampleOf(resolve, schema, copy) : copy(given);
  if (left < 0) return '';
  const shown = encode(mediaType, example);
  return shown.length > maxExample ? '' : shown;
}

/** Empty for values that need a format other than JSON or a form, such as XML. */
function encode(mediaType: string, value: unknown): string {
  if (isJsonType(mediaType))
    return typeof value === 'string' && isWrittenJson(value) ? value : JSON.stringify(value, null, 2);
  if (typeof value !== 'object') return String(value);
  if (mediaType.toLowerCase() !== 'application/x-www-form-urlencoded' || !isMap(value)) return '';
  const fields = Object.entries(value).flatMap(([name, member]) =>
    (Array.isArray(member) ? member : [member]).map((each: unknown): [string, string] => [
      name,
      typeof each === 'object' ? JSON.stringify(each) : String(each),
    ]),
  );
  return String(new URLSearchParams(fields));
}

/** Many documents give a JSON body as its text. */
function isWrittenJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function firstExample(resolve: Resolve, examples: unknown): unknown {
  for (const name in resolve(examples)) return at(resolve(at(examples, name)), 'value');
  return undefined;
}

/** A value of the schema's shape, from the examples inside it where it has them. */
function sampleOf(resolve: Resolve, root: unknown, copy: (value: unknown) => unknown): unknown {
  let nodes = 0;
  const make = (schema: JsonMap, above: readonly JsonMap[]): unknown => {
    nodes += 1;
    if (nodes > maxNodes || above.length > maxDepth || above.includes(schema)) return null;
    const given =
      at(schema, 'example') ??
      at(schema, 'default') ??
      at(schema, 'const') ??
      asList(at(schema, 'examples'))[0] ??
      asList(at(schema, 'enum'))[0];
    if (given !== undefined) return copy(given);
    const inside = [...above, schema];
    const [variant] = variantsOf(schema);
    if (variant !== undefined) return make(resolve(variant), inside);
    const type = asList(at(schema, 'type'))[0] ?? at(schema, 'type');
    if (type === 'array') return [make(resolve(at(schema, 'items')), inside)];
    if (type === 'integer' || type === 'number') return 0;
    if (type === 'boolean') return true;
    if (type === 'string') return 'string';
    const members = [...membersOf(resolve, schema).properties].slice(0, maxNodes);
    return Object.fromEntries(
      members.map(([key, value]) => [String(copy(key)), make(resolve(value), inside)]),
    );
  };
  return make(resolve(root), []);
}
