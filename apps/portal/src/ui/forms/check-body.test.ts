import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import type { BodySchema } from '../../api/body-schema.ts';
import * as bodies from '../../api/generated/bodies.ts';
import { checkBody } from './check-body.ts';

const ajv = new Ajv({ strict: false, allErrors: true });
addFormats.default(ajv, ['uuid', 'date', 'date-time', 'email', 'uri']);

const texts = ['', ' ', 'a', 'Ab-1', 'Үйлчилгээ', '2026-07-11', '2026-02-30', 'a@b.mn', 'a@b', 'УБ00112233'];
const values: readonly unknown[] = [
  ...texts,
  'x'.repeat(5000),
  '00000000-0000-4000-8000-00000000b001',
  'https://example.mn/back',
  0,
  -1,
  1.5,
  7,
  1e12,
  true,
  false,
  null,
  [],
  ['a'],
  ['a', 'a'],
  [1],
  {},
  { mn: 'А', en: 'A' },
];

/** A mostly valid body; the test breaks one field at a time. */
function sample(schema: BodySchema): unknown {
  if (schema.anyOf) return sample(schema.anyOf[0] ?? {});
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  const type = [schema.type ?? []].flat()[0];
  if (type === 'array') return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items ?? {}));
  if (type === 'integer' || type === 'number') return schema.minimum ?? 0;
  if (type === 'boolean') return false;
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, sample(inner)]),
    );
  return values.find((value) => typeof value === 'string' && ajv.validate(schema, value)) ?? 'a';
}

describe('checkBody', () => {
  it.each(Object.entries(bodies))('agrees with the server’s validator: %s', (_, schema) => {
    const isValid = ajv.compile(schema);
    const good = sample(schema) as Record<string, unknown>;
    const names = [...Object.keys(schema.properties ?? {}), 'unknown_field'];
    const broken = names.flatMap((name) => [
      { ...good, [name]: undefined },
      ...values.map((value) => ({ ...good, [name]: value })),
    ]);
    for (const given of [good, {}, null, 'a', ...broken]) {
      // JSON omits fields without a value.
      const sent: unknown = JSON.parse(JSON.stringify(given ?? null));
      const faults = checkBody(schema, sent);
      expect({ sent, faults, fits: faults.length === 0 }).toEqual({ sent, faults, fits: isValid(sent) });
    }
  });

  it('accepts a field whose name is a JSON Schema keyword', () => {
    expect(checkBody(bodies.rbacRolesCreateBody, { name: 'Clerk', description: 'Reads files' })).toEqual([]);
  });

  it('returns the field, the kind of fault and the bound', () => {
    const schema: BodySchema = {
      type: 'object',
      additionalProperties: false,
      required: ['name', 'items'],
      properties: {
        name: { type: 'string', minLength: 2, maxLength: 5 },
        count: { type: 'integer' },
        items: {
          type: 'array',
          maxItems: 2,
          items: {
            type: 'object',
            required: ['day'],
            properties: { day: { type: 'string', format: 'date' } },
          },
        },
      },
    };
    expect(
      checkBody(schema, { name: 'toolong', items: [{}, { day: '2026-02-30' }], count: Number.NaN }),
    ).toEqual([
      { path: 'name', kind: 'long', limit: 5 },
      { path: 'items.0.day', kind: 'required' },
      { path: 'items.1.day', kind: 'date' },
      { path: 'count', kind: 'number' },
    ]);
  });
});
