import { asList, at, isMap, type JsonMap } from './json.ts';
import type { Resolve } from './references.ts';
import type { BodyField } from './schemas.ts';

export const maxDepth = 8;
export const maxNodes = 200;

type ReadText = (value: unknown, maxLength: number) => string;

const word = (value: unknown): string => (typeof value === 'object' ? '' : String(value).slice(0, 60));

/** The first few of `oneOf` and `anyOf`. */
export const variantsOf = (schema: JsonMap): readonly unknown[] =>
  [at(schema, 'oneOf'), at(schema, 'anyOf')].flatMap((each) => asList(each).slice(0, 8));

/** What a person reads as the type: `string (date)`, `array of integer`, `string: open, closed`. */
export function typeOf(resolve: Resolve, text: ReadText, schema: JsonMap, depth = 0): string {
  const type = at(schema, 'type');
  const types = Array.isArray(type) ? type.slice(0, 8) : [type ?? ''];
  const name = types.map(word).join(' | ') || (isMap(at(schema, 'properties')) ? 'object' : '');
  const choices = asList(at(schema, 'enum')).slice(0, 20).map(word);
  if (choices.length > 0) return text(`${name || 'string'}: ${choices.join(', ')}`, 300);
  if (name === 'array' && depth < maxDepth)
    return text(`array of ${typeOf(resolve, text, resolve(at(schema, 'items')), depth + 1)}`, 300);
  const variants = variantsOf(schema);
  if (name === '' && variants.length > 0 && depth < maxDepth)
    return text(variants.map((each) => typeOf(resolve, text, resolve(each), depth + 1)).join(' | '), 300);
  if (name === '' && asList(at(schema, 'allOf')).length > 0) return 'object';
  const format = at(schema, 'format');
  return text(typeof format === 'string' ? `${name} (${word(format)})` : name || 'any', 300);
}

interface Members {
  properties: Map<string, unknown>;
  required: Set<string>;
}

/** The properties of an object, those of `allOf` included. */
export function membersOf(resolve: Resolve, schema: JsonMap, depth = 0): Members {
  const properties = new Map(Object.entries(asMap(at(schema, 'properties'))));
  const required = new Set(asList(at(schema, 'required')).map(word));
  resolve.spend(properties.size + required.size);
  if (depth >= maxDepth) return { properties, required };
  for (const part of asList(at(schema, 'allOf'))) {
    const more = membersOf(resolve, resolve(part), depth + 1);
    for (const [name, value] of more.properties) properties.set(name, value);
    for (const name of more.required) required.add(name);
  }
  return { properties, required };
}

const asMap = (value: unknown): JsonMap => (isMap(value) ? value : {});

/** Lists the fields of a body at every depth; a schema inside itself ends where it repeats. */
export function listFields(
  resolve: Resolve,
  text: ReadText,
  root: unknown,
): { fields: BodyField[]; is_cut: boolean } {
  const fields: BodyField[] = [];
  let isCut = false;
  const visit = (schema: JsonMap, name: string, above: readonly JsonMap[]): void => {
    if (above.includes(schema)) return;
    const inside = [...above, schema];
    const items = at(schema, 'items');
    if (items !== undefined) {
      if (inside.length > maxDepth) isCut = true;
      else visit(resolve(items), `${name}[]`, inside);
      return;
    }
    const { properties, required } = membersOf(resolve, schema);
    for (const [key, value] of properties) {
      if (fields.length >= maxNodes || inside.length > maxDepth) {
        isCut = true;
        return;
      }
      const member = resolve(value);
      const path = text(`${name}${name === '' ? '' : '.'}${key.slice(0, 300)}`, 300);
      fields.push({
        name: path,
        type: typeOf(resolve, text, member),
        required: required.has(key),
        description: text(at(member, 'description'), 1000),
      });
      visit(member, path, inside);
    }
  };
  visit(resolve(root), '', []);
  return { fields, is_cut: isCut };
}
