import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { Language } from '../../../kernel/http/language.ts';
import { type FieldError, fieldErrors } from '../../../kernel/http/validation.ts';
import { isTooDeep } from '../payload.ts';

/**
 * A service's own form is a JSON Schema from the registry. It becomes code that runs on every application, so it is
 * held to a small vocabulary: nothing that reaches outside, nothing whose cost grows faster than the answer's size.
 */

const limits = { bytes: 128 * 1024, depth: 8, patternLength: 200, variableParts: 3, matchedLength: 256 };

const keywords = new Set([
  '$schema',
  '$comment',
  'type',
  'title',
  'description',
  'default',
  'examples',
  'enum',
  'const',
  'properties',
  'required',
  'additionalProperties',
  'minProperties',
  'maxProperties',
  'items',
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
]);
const formats = ['date', 'time', 'date-time', 'email', 'uri', 'uuid'] as const;
/** Hints for whoever draws the form, such as `x-title-en`; they decide nothing. */
const hint = /^x-[a-z0-9-]{1,40}$/;

type Schema = Record<string, unknown>;

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is wrong with a form, for its author; undefined when it may be published. */
export function findFormProblem(form: unknown): string | undefined {
  if (!isObject(form)) return 'the form must be a JSON Schema object';
  if (isTooDeep(form)) return 'the form is nested too deeply';
  const text = JSON.stringify(form);
  if (Buffer.byteLength(text) > limits.bytes) return `the form is larger than ${limits.bytes} bytes`;
  if (form['type'] !== 'object') return 'the form must be of type object';
  const problem = findProblemAt(form, 'form', 0);
  if (problem !== undefined) return problem;
  try {
    compile(form);
    return undefined;
  } catch (error) {
    return `the form is not a valid JSON Schema: ${error instanceof Error ? error.message.slice(0, 200) : 'unknown'}`;
  }
}

function findProblemAt(schema: Schema, at: string, depth: number): string | undefined {
  if (depth > limits.depth) return `${at} is nested deeper than ${limits.depth}`;
  const unknown = Object.keys(schema).find((key) => !keywords.has(key) && !hint.test(key));
  if (unknown !== undefined) return `${at} uses ${unknown.slice(0, 60)}, which forms may not use`;
  const { pattern, format, properties, items, additionalProperties } = schema;
  if (pattern !== undefined && !isSafePattern(pattern))
    return `${at} has a pattern that is not simple enough: begin with ^, no groups, at most ${limits.variableParts} variable parts`;
  if (format !== undefined && !formats.some((known) => known === format))
    return `${at} has a format other than ${formats.join(', ')}`;
  if (properties !== undefined && !isObject(properties)) return `${at}.properties must be an object`;
  const parts: [string, unknown][] = [
    ...Object.entries((properties as Schema | undefined) ?? {}).map(([key, part]): [string, unknown] => [
      `${at}.${key.slice(0, 60)}`,
      part,
    ]),
    ...(items === undefined ? [] : [[`${at}[]`, items] as [string, unknown]]),
    ...(isObject(additionalProperties) ? [[`${at}.*`, additionalProperties] as [string, unknown]] : []),
  ];
  for (const [place, part] of parts) {
    if (!isObject(part)) return `${place} must be a JSON Schema object`;
    const problem = findProblemAt(part, place, depth + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/**
 * A pattern tries at most as many ways as its variable parts multiply: a few of them, from one starting point, over a
 * short text (see `boundedRegExp`). Groups and alternatives would let a short pattern try exponentially many.
 */
function isSafePattern(pattern: unknown): boolean {
  if (typeof pattern !== 'string' || pattern.length > limits.patternLength || !pattern.startsWith('^'))
    return false;
  const bare = pattern.replace(/\\./g, 'e').replace(/\[[^\]]*\]/g, 'c');
  if (/[()|]/.test(bare) || /\\[1-9k]/.test(pattern)) return false;
  const variable = bare.match(/[*+?]|\{\d+,\d*\}/g) ?? [];
  const longRepeat = (bare.match(/\{(\d+)/g) ?? []).some((repeat) => Number(repeat.slice(1)) > 1000);
  return variable.length <= limits.variableParts && !longRepeat;
}

/** A text longer than any answer that a pattern describes does not match it, and is not tried. */
function boundedRegExp(pattern: string, flags: string) {
  const expression = new RegExp(pattern, flags);
  return { test: (text: string) => text.length <= limits.matchedLength && expression.test(text) };
}
boundedRegExp.code = 'boundedRegExp';

function compile(form: Schema): ValidateFunction {
  const ajv = new Ajv({
    allErrors: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    validateSchema: true,
    code: { regExp: boundedRegExp as never },
  });
  addFormats.default(ajv, [...formats]);
  return ajv.compile(plain(form) as Schema);
}

/** Without hints, and strict: an answer to a question that the form does not ask is refused. */
function plain(schema: Schema): Schema {
  const entries = Object.entries(schema)
    .filter(([key]) => !hint.test(key) && key !== '$schema')
    .map(([key, value]): [string, unknown] => {
      if (key === 'properties' && isObject(value))
        return [
          key,
          Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plain(part as Schema)])),
        ];
      if ((key === 'items' || key === 'additionalProperties') && isObject(value)) return [key, plain(value)];
      return [key, value];
    });
  const closed = schema['properties'] !== undefined && schema['additionalProperties'] === undefined;
  return { ...Object.fromEntries(entries), ...(closed ? { additionalProperties: false } : {}) };
}

const compiled = new Map<string, ValidateFunction>();
const keptForms = 500;

/** The answers that do not fit the form, by field; an empty list when all do. Compiled once per version. */
export function checkAnswers(
  service: { id: string; version: number; form: Schema | null },
  payload: object,
  language: Language,
): FieldError[] {
  if (service.form === null) return [];
  const key = `${service.id}.${service.version}`;
  let validate = compiled.get(key);
  if (validate === undefined) {
    validate = compile(service.form);
    if (compiled.size >= keptForms) compiled.delete(compiled.keys().next().value as string);
    compiled.set(key, validate);
  }
  if (validate(payload)) return [];
  return fieldErrors((validate.errors ?? []) as ErrorObject[], language).map((error) => ({
    ...error,
    field: error.field === '' ? 'payload' : `payload.${error.field}`,
  }));
}
