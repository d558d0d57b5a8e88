import { describe, expect, it } from 'vitest';
import { checkAnswers, findFormProblem } from './form.ts';

const form = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const nested = (depth: number): object =>
  depth === 0 ? { type: 'string' } : { type: 'object', properties: { a: nested(depth - 1) } };
const list = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

describe('a form that may be published', () => {
  it.each([
    form({}),
    form({ a: { type: 'string', maxLength: 5, 'x-title': { mn: 'А', en: 'A' } } }, { required: ['a'] }),
    form({
      a: { type: 'array', maxItems: 3, items: { type: 'object', properties: { b: { type: 'integer' } } } },
    }),
    form({ reg: { type: 'string', pattern: '^[А-ЯӨҮ]{2}\\d{8}$' } }),
    form({ phone: { type: 'string', pattern: '^\\+?\\d{8,12}$' } }),
    form({ when: { type: 'string', format: 'date' } }, { additionalProperties: false }),
  ])('%j', (given) => {
    expect(findFormProblem(given)).toBeUndefined();
  });
});

describe('a form that may not', () => {
  it.each([
    ['no object', 'x'],
    ['a list', []],
    ['another type', { type: 'array' }],
    ['a reference to outside', form({ a: { $ref: 'https://evil.example/schema.json' } })],
    ['a reference within', form({ a: { $ref: '#' } })],
    ['an id of its own', { $id: 'https://evil.example', ...form({}) }],
    ['a dynamic reference', form({ a: { $dynamicRef: '#x' } })],
    ['an unknown keyword', form({ a: { type: 'string', evaluate: 'process.exit()' } })],
    ['alternatives', form({ a: { anyOf: [{ type: 'string' }] } })],
    ['a schema that is none', form({ a: { type: 'strange' } })],
    ['a property that is none', form({ a: true })],
    ['properties that are none', { type: 'object', properties: [] }],
    ['too deep', nested(12)],
    ['too deep where nobody asks', form({ a: { type: 'string', 'x-hint': list(20_000) } })],
    ['too large', form({ a: { type: 'string', description: 'x'.repeat(200_000) } })],
    ['a pattern with a repeated group', form({ a: { type: 'string', pattern: '^(a+)+$' } })],
    ['a pattern with alternatives', form({ a: { type: 'string', pattern: '^a|a$' } })],
    ['a pattern that looks ahead', form({ a: { type: 'string', pattern: '^(?=a)a$' } })],
    ['a pattern with many variable parts', form({ a: { type: 'string', pattern: '^a*b*c*d*$' } })],
    ['a pattern that begins anywhere', form({ a: { type: 'string', pattern: 'a*b' } })],
    ['a pattern that is too long', form({ a: { type: 'string', pattern: `^${'a'.repeat(300)}$` } })],
    ['a pattern that is none', form({ a: { type: 'string', pattern: '^[$' } })],
    ['a format nobody knows', form({ a: { type: 'string', format: 'regex' } })],
  ])('%s', (_what, given) => {
    expect(findFormProblem(given)).toEqual(expect.any(String));
  });
});

describe('answers', () => {
  const service = (schema: object) => ({
    id: JSON.stringify(schema),
    version: 1,
    form: schema as Record<string, unknown>,
  });

  it('to a pattern are tried only while they are short, however long they are', () => {
    const slow = service(form({ a: { type: 'string', pattern: '^[a-z]*[a-y]*[a-x]*$' } }));
    expect(checkAnswers(slow, { a: 'a'.repeat(60_000) }, 'en')).toEqual([
      { field: 'payload.a', tag: 'custom', message: expect.any(String) },
    ]);
    expect(checkAnswers(slow, { a: 'abc' }, 'en')).toEqual([]);
  });

  it('to questions that were not asked are refused at every depth', () => {
    const deep = service(form({ a: { type: 'object', properties: { b: { type: 'string' } } } }));
    expect(checkAnswers(deep, { a: { b: 'x', c: 1 } }, 'en')).toMatchObject([
      { field: 'payload.a.c', tag: 'unknown_field' },
    ]);
  });

  it('to no form are the person’s own matter', () => {
    expect(checkAnswers({ id: 'x', version: 1, form: null }, { anything: [1] }, 'en')).toEqual([]);
  });
});
