import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { Language } from '../../../kernel/http/language.ts';
import type { FieldError } from '../../../kernel/http/validation.ts';
import { localDay } from '../../../kernel/local-day.ts';
import { isTooDeep } from '../payload.ts';
import { explainFault, explainSchemaError } from './explain.ts';
import { findRuleFaults, isObject, type Schema } from './form-rules.ts';
import { isUsablePattern, linearRegExp } from './pattern.ts';
import { findRuleProblem } from './rule-problems.ts';

/**
 * A service's form is a JSON Schema from the registry. It is compiled to code that runs on every application, so its
 * vocabulary is an allowlist: no external reference, and no cost that grows faster than the size of the answer.
 */

const limits = { bytes: 128 * 1024, depth: 8 };

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
/** Keywords that the validator ignores: labels, and the rules of `form-rules.ts`. */
const hint = /^x-[a-z0-9-]{1,40}$/;

/** Returns the problem as a text for the author; undefined when the form may be published. */
export function findFormProblem(form: unknown): string | undefined {
  if (!isObject(form)) return 'the form must be a JSON Schema object';
  if (isTooDeep(form)) return 'the form is nested too deeply';
  const text = JSON.stringify(form);
  if (Buffer.byteLength(text) > limits.bytes) return `the form is larger than ${limits.bytes} bytes`;
  if (form['type'] !== 'object') return 'the form must be of type object';
  const problem = findProblemAt(form, 'form', 0);
  if (problem !== undefined) return problem;
  const wrongRule = findRuleProblem(form);
  if (wrongRule !== undefined) return `form.${wrongRule.at} ${wrongRule.text.en}`;
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
  if (pattern !== undefined && !isUsablePattern(pattern))
    return `${at} has a pattern that cannot be used: start with ^, use no lookahead or lookbehind, and keep repeats small`;
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

function compile(form: Schema): ValidateFunction {
  const ajv = new Ajv({
    allErrors: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    validateSchema: true,
    code: { regExp: linearRegExp as never },
    verbose: true,
  });
  addFormats.default(ajv, [...formats]);
  ajv.addVocabulary([patternHelp]);
  return ajv.compile(plain(form) as Schema);
}

/** The only hint that is kept, because its text explains a wrong answer. */
const patternHelp = 'x-pattern-help';

/** Removes hints and forbids unknown answers. */
function plain(schema: Schema): Schema {
  const entries = Object.entries(schema)
    .filter(([key]) => (key === patternHelp || !hint.test(key)) && key !== '$schema')
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
const maxCompiledForms = 500;
const maxErrors = 50;

export interface AnswerCheck {
  language: Language;
  now: Date;
  /** Answers of this request, where older ones exist: an older date that was valid then stays valid. */
  given?: ReadonlySet<string>;
}

/** One error per field; empty when all answers match. */
export function checkAnswers(
  service: { id: string; version: number; form: Schema | null },
  payload: Schema,
  { language, now, given }: AnswerCheck,
): FieldError[] {
  const { form } = service;
  if (form === null) return [];
  const faults = findRuleFaults(form, payload, localDay(now)).filter(
    ({ kind, path: [name = ''] }) => given === undefined || given.has(name) || !kind.startsWith('too_'),
  );
  const validate = compileOnce(service.id, service.version, form);
  const errors = validate(payload) ? [] : (validate.errors ?? []);
  const found = new Map<string, FieldError>();
  for (const error of [
    ...faults.map((fault) => explainFault(fault, language)),
    ...errors.map((error) => explainSchemaError(error, language)),
  ])
    if (!found.has(error.field)) found.set(error.field, error);
  return [...found.values()].slice(0, maxErrors);
}

function compileOnce(id: string, version: number, form: Schema): ValidateFunction {
  const key = `${id}.${version}`;
  let validate = compiled.get(key);
  if (validate === undefined) {
    validate = compile(form);
    if (compiled.size >= maxCompiledForms) compiled.delete(compiled.keys().next().value as string);
    compiled.set(key, validate);
  }
  return validate;
}
