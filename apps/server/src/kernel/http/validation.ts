import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import type { Language, Text } from './language.ts';
import { findBadText } from './text.ts';

export interface FieldError {
  field: string;
  tag: string;
  message: string;
}

function createValidator(coerceTypes: boolean): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    removeAdditional: false,
    useDefaults: true,
    coerceTypes,
    strict: false,
  });
  addFormats.default(ajv, [...formats]);
  return ajv;
}

const formats = ['uuid', 'date', 'date-time', 'email', 'uri'] as const;

/** Ajv ignores an unknown format: the value would reach the database unchecked. */
export function checkFormats(schema: unknown, place: string): void {
  if (Array.isArray(schema)) {
    for (const [at, item] of schema.entries()) checkFormats(item, `${place}[${at}]`);
    return;
  }
  if (typeof schema !== 'object' || schema === null) return;
  const { format } = schema as { format?: unknown };
  if (typeof format === 'string' && !formats.some((known) => known === format))
    throw new Error(`${place} has the format "${format}"; the validator knows ${formats.join(', ')}`);
  // These keywords hold values, not schemas: a property may be called "format".
  for (const [key, inner] of Object.entries(schema))
    if (!['enum', 'const', 'default', 'examples'].includes(key)) checkFormats(inner, `${place}.${key}`);
}

// One of each per process: a schema is compiled once, however many servers a test starts.
const body = createValidator(false);
const text = createValidator(true);

/** Query values arrive as text and are converted; a body must already have the right types. */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart, method, url }) => {
  checkFormats(schema, `${method} ${url} ${httpPart}`);
  const ajv = httpPart === 'body' ? body : text;
  // At the first call of the row: compiling every schema took 0.4 s of every start.
  let compiled: ValidateFunction | undefined;
  const own = ownTextOf(schema);
  // Fastify reads the errors from the function itself.
  const validate: { (value: unknown): boolean; errors?: ErrorObject[] } = (value) => {
    compiled ??= ajv.compile(schema);
    const fits = compiled;
    const errors = fits(value) ? [] : [...(fits.errors ?? [])];
    const bad = findBadText(own.size === 0 ? value : without(own, value));
    if (bad !== undefined) errors.unshift(badText(bad));
    validate.errors = errors;
    return errors.length === 0;
  };
  return validate;
};

function ownTextOf(schema: TSchema): ReadonlySet<string> {
  const { properties = {} } = schema as { properties?: Record<string, Record<string, unknown>> };
  const marked = Object.entries(properties).filter(([, property]) => 'x-own-text' in property);
  return new Set(marked.map(([name]) => name));
}

const without = (names: ReadonlySet<string>, value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)))
    : value;

const badText = (instancePath: string): ErrorObject => ({
  keyword: 'text',
  instancePath,
  schemaPath: '#/text',
  params: {},
});

const tags: Record<string, string> = {
  required: 'required',
  type: 'type',
  minLength: 'min',
  minItems: 'min',
  minimum: 'min',
  minProperties: 'min',
  maxLength: 'max',
  maxItems: 'max',
  maximum: 'max',
  additionalProperties: 'unknown_field',
  text: 'text',
};

const messages: Record<string, Text> = {
  required: { mn: 'Заавал бөглөнө үү.', en: 'is required' },
  type: { mn: 'Утгын төрөл буруу байна.', en: 'has the wrong type' },
  string: { mn: 'Текст байх ёстой.', en: 'must be text' },
  min: { mn: 'Хэт богино эсвэл бага байна.', en: 'is too short or too small' },
  max: { mn: 'Хэт урт эсвэл их байна.', en: 'is too long or too large' },
  email: { mn: 'И-мэйл хаяг биш байна.', en: 'is not an e-mail address' },
  date: { mn: 'ЖЖЖЖ-СС-ӨӨ хэлбэрээр бодит огноо бичнэ үү.', en: 'is not a day; write it as YYYY-MM-DD' },
  text: {
    mn: 'Хадгалах боломжгүй тэмдэгт агуулж байна. Устгаад дахин бичнэ үү.',
    en: 'holds a character that cannot be stored; remove it and type it again',
  },
  unknown_field: { mn: 'Ийм талбар байхгүй.', en: 'is not a known field' },
  custom: { mn: 'Утга буруу байна.', en: 'has a value that is not accepted' },
};

export function fieldErrors(errors: readonly ErrorObject[], language: Language): FieldError[] {
  return errors.slice(0, 50).map((error) => {
    const tag = tagOf(error);
    return { field: fieldOf(error), tag, message: messages[tag]?.[language] ?? '' };
  });
}

function tagOf(error: ErrorObject): string {
  if (error.keyword === 'type' && error.params['type'] === 'string') return 'string';
  if (error.keyword === 'format' && isNamed(error.params['format'])) return error.params['format'];
  return tags[error.keyword] ?? 'custom';
}

const isNamed = (format: unknown): format is 'email' | 'date' => format === 'email' || format === 'date';

function fieldOf(error: ErrorObject): string {
  const path = error.instancePath.split('/').slice(1);
  const extra = error.params['missingProperty'] ?? error.params['additionalProperty'];
  return [...path, ...(extra === undefined ? [] : [String(extra)])].join('.').slice(0, 200);
}
