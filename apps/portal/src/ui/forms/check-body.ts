import type { BodySchema } from '../../api/body-schema.ts';

/** One fault of a body, with the path of its field: `items.0.name`. */
export interface Fault {
  readonly path: string;
  readonly kind:
    | 'required'
    | 'short'
    | 'long'
    | 'few'
    | 'many'
    | 'number'
    | 'low'
    | 'high'
    | 'email'
    | 'date'
    | 'other';
  /** The exceeded bound, if there is one. */
  readonly limit?: number;
}

/**
 * Checks a body like the server. A general JSON Schema validator compiles with `eval`, which the content security
 * policy blocks, or is larger than the form; a test compares the result with Ajv for every body of the API.
 */
export function checkBody(schema: BodySchema, value: unknown, path = ''): Fault[] {
  if (schema.anyOf) {
    const branches = schema.anyOf.map((branch) => checkBody(branch, value, path));
    return branches.some((faults) => faults.length === 0) ? [] : (branches[0] ?? []);
  }
  const other: Fault[] = [{ path, kind: 'other' }];
  if ('const' in schema && value !== schema.const) return other;
  if (schema.enum && !schema.enum.includes(value)) return other;
  const types = [schema.type ?? []].flat();
  if (types.length > 0 && !types.some((type) => hasType(value, type)))
    return typeof value === 'number' ? [{ path, kind: 'number' }] : other;
  if (typeof value === 'string') return checkText(schema, value, path);
  if (typeof value === 'number') {
    if (value < (schema.minimum ?? -Infinity)) return [fault(path, 'low', schema.minimum)];
    return value > (schema.maximum ?? Infinity) ? [fault(path, 'high', schema.maximum)] : [];
  }
  if (Array.isArray(value)) return checkItems(schema, value, path);
  return typeof value === 'object' && value !== null ? checkFields(schema, { ...value }, path) : [];
}

const fault = (path: string, kind: Fault['kind'], limit: number | undefined): Fault =>
  limit === undefined ? { path, kind } : { path, kind, limit };

function hasType(value: unknown, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type && (type !== 'number' || Number.isFinite(value));
}

const formats: Readonly<Record<string, RegExp>> = {
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  date: /^\d{4}-\d{2}-\d{2}$/,
  'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})$/i,
  // Catches typing errors (no @ or no domain); the server checks the rest.
  email: /^[^\s@]+@[^\s@.]+\.[^\s@]+$/,
};

function checkText(
  { minLength = 0, maxLength = Infinity, pattern, format }: BodySchema,
  text: string,
  path: string,
) {
  const length = [...text].length;
  if (length < minLength)
    return [length === 0 ? fault(path, 'required', undefined) : fault(path, 'short', minLength)];
  if (length > maxLength) return [fault(path, 'long', maxLength)];
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text))
    return [fault(path, text.trim() === '' ? 'required' : 'other', undefined)];
  const shape = format === undefined ? undefined : formats[format];
  if (shape === undefined || (shape.test(text) && (format !== 'date' || isDay(text)))) return [];
  return [fault(path, format === 'date' || format === 'email' ? format : 'other', undefined)];
}

/** `Date` reads 30 February as 2 March. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

function checkItems(schema: BodySchema, list: readonly unknown[], path: string): Fault[] {
  const { minItems = 0, maxItems = Infinity, uniqueItems = false, items } = schema;
  if (list.length < minItems)
    return [fault(path, list.length === 0 && !items?.enum ? 'required' : 'few', minItems)];
  if (list.length > maxItems) return [fault(path, 'many', maxItems)];
  if (uniqueItems && new Set(list.map((item) => JSON.stringify(item))).size < list.length)
    return [fault(path, 'other', undefined)];
  return items ? list.flatMap((item, at) => checkBody(items, item, below(path, String(at)))) : [];
}

const below = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);

function checkFields(schema: BodySchema, given: Record<string, unknown>, path: string): Fault[] {
  const { properties = {}, patternProperties = {}, additionalProperties, required = [] } = schema;
  const names = Object.keys(given).filter((name) => given[name] !== undefined);
  const faults = required
    .filter((name) => !names.includes(name))
    .map((name) => fault(below(path, name), 'required', undefined));
  if (names.length < (schema.minProperties ?? 0)) faults.push(fault(path, 'few', schema.minProperties));
  if (names.length > (schema.maxProperties ?? Infinity))
    faults.push(fault(path, 'many', schema.maxProperties));
  for (const name of names) {
    const fitting = [
      ...(Object.hasOwn(properties, name) ? [properties[name]] : []),
      ...Object.entries(patternProperties)
        .filter(([pattern]) => new RegExp(pattern, 'u').test(name))
        .map(([, inner]) => inner),
    ];
    const rest = typeof additionalProperties === 'object' ? [additionalProperties] : [];
    if (fitting.length === 0 && additionalProperties === false)
      faults.push(fault(below(path, name), 'other', undefined));
    for (const inner of fitting.length > 0 ? fitting : rest)
      if (inner) faults.push(...checkBody(inner, given[name], below(path, name)));
  }
  return faults;
}
