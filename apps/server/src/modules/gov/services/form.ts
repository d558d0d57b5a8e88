import type { FormSchema } from '@tamga/forms';
import { Ajv } from 'ajv';
import { isTooDeep } from '../payload.ts';
import { isUsablePattern } from './pattern.ts';
import { findRuleProblem } from './rule-problems.ts';

/**
 * A service's form is a JSON Schema from the registry. Its vocabulary is an allowlist: the keywords that `@tamga/forms`
 * checks, so that no rule of a form is silently ignored, and labels.
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
  'items',
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minimum',
  'maximum',
]);
const allowedValues: Record<string, readonly unknown[]> = {
  type: ['string', 'number', 'integer', 'boolean', 'array', 'object'],
  format: ['date', 'email'],
  const: [true],
  additionalProperties: [false],
};
/** Labels, and the rules that JSON Schema cannot express. */
const extension = /^x-[a-z0-9-]{1,40}$/;

type Schema = Record<string, unknown>;

/** Returns the problem as a text for the author; undefined when the form may be published. */
export function findFormProblem(form: unknown): string | undefined {
  if (!isObject(form)) return 'the form must be a JSON Schema object';
  if (isTooDeep(form)) return 'the form is nested too deeply';
  const text = JSON.stringify(form);
  if (Buffer.byteLength(text) > limits.bytes) return `the form is larger than ${limits.bytes} bytes`;
  if (form['type'] !== 'object') return 'the form must be of type object';
  const problem = findProblemAt(form, 'form', 0);
  if (problem !== undefined) return problem;
  // Ajv would look for the dialect that `$schema` names.
  const { $schema: _dialect, ...schema } = form;
  if (!ajv.validateSchema(schema))
    return `the form is not a valid JSON Schema: ${ajv.errorsText().slice(0, 200)}`;
  const wrongRule = findRuleProblem(form as FormSchema);
  return wrongRule === undefined ? undefined : `form.${wrongRule.at} ${wrongRule.text.en}`;
}

const ajv = new Ajv({ logger: false });

function findProblemAt(schema: Schema, at: string, depth: number): string | undefined {
  if (depth > limits.depth) return `${at} is nested deeper than ${limits.depth}`;
  const unknown = Object.keys(schema).find((key) => !keywords.has(key) && !extension.test(key));
  if (unknown !== undefined) return `${at} uses ${unknown.slice(0, 60)}, which forms may not use`;
  const { pattern, properties, items } = schema;
  if (pattern !== undefined && !isUsablePattern(pattern))
    return `${at} has a pattern that cannot be used: start with ^, use no lookahead or lookbehind, and keep repeats small`;
  for (const [keyword, values] of Object.entries(allowedValues))
    if (schema[keyword] !== undefined && !values.includes(schema[keyword]))
      return `${at} has a ${keyword} other than ${values.join(', ')}`;
  if (properties !== undefined && !isObject(properties)) return `${at}.properties must be an object`;
  const parts: [string, unknown][] = [
    ...Object.entries(properties ?? {}).map(([key, part]): [string, unknown] => [
      `${at}.${key.slice(0, 60)}`,
      part,
    ]),
    ...(items === undefined ? [] : [[`${at}[]`, items] as [string, unknown]]),
  ];
  for (const [place, part] of parts) {
    if (!isObject(part)) return `${place} must be a JSON Schema object`;
    const problem = findProblemAt(part, place, depth + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
