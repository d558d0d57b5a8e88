import { describe, expect, it } from 'vitest';
import { checkAnswers, findFormProblem } from './form.ts';

const form = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const why = { type: 'string', enum: ['lost', 'new'] };
const depending = (condition: unknown) => form({ why, how: { type: 'string', 'x-when': condition } });
const photo = { key: 'photo', 'x-title': { mn: 'Зураг', en: 'Photo' }, required: true };
const nested = (depth: number): object =>
  depth === 0 ? { type: 'string' } : { type: 'object', properties: { a: nested(depth - 1) } };
const list = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

describe('a valid form', () => {
  it.each([
    form({}),
    form({ a: { type: 'string', maxLength: 5, 'x-title': { mn: 'А', en: 'A' } } }, { required: ['a'] }),
    form({
      a: { type: 'array', maxItems: 3, items: { type: 'object', properties: { b: { type: 'integer' } } } },
    }),
    form({ reg: { type: 'string', pattern: '^[А-ЯӨҮ]{2}\\d{8}$' } }),
    form({ phone: { type: 'string', pattern: '^\\+?\\d{8,12}$' } }),
    form({ phone: { type: 'string', pattern: '^(\\+976)?[0-9]{8}$' } }),
    form({ words: { type: 'string', pattern: '^([a-z]+ ?)+$' } }),
    form({ when: { type: 'string', format: 'date' } }, { additionalProperties: false }),
    form({
      when: { type: 'string', format: 'date', 'x-earliest': 'today-P12M', 'x-latest': 'today+P1Y' },
      since: { type: 'string', format: 'date', 'x-earliest': '1900-01-01', 'x-latest': 'today' },
    }),
    form({ why, how: { type: 'string', 'x-when': { field: 'why', is: ['lost'] }, 'x-required': true } }),
    form({ own: { type: 'boolean' }, rent: { type: 'integer', 'x-when': { field: 'own', is: [false] } } }),
    form({ why }, { 'x-papers': [{ ...photo, 'x-when': { field: 'why', is: ['lost'] } }] }),
  ])('%j', (given) => {
    expect(findFormProblem(given)).toBeUndefined();
  });
});

describe('an invalid form', () => {
  it.each([
    ['no object', 'x'],
    ['a list', []],
    ['another type', { type: 'array' }],
    ['a reference to outside', form({ a: { $ref: 'https://evil.example/schema.json' } })],
    ['a reference within', form({ a: { $ref: '#' } })],
    ['an $id', { $id: 'https://evil.example', ...form({}) }],
    ['a dynamic reference', form({ a: { $dynamicRef: '#x' } })],
    ['an unknown keyword', form({ a: { type: 'string', evaluate: 'process.exit()' } })],
    ['alternatives', form({ a: { anyOf: [{ type: 'string' }] } })],
    ['an invalid schema', form({ a: { type: 'strange' } })],
    ['a property that is no schema', form({ a: true })],
    ['properties that are no object', { type: 'object', properties: [] }],
    ['too deep', nested(12)],
    ['too deep within a hint', form({ a: { type: 'string', 'x-hint': list(20_000) } })],
    ['too large', form({ a: { type: 'string', description: 'x'.repeat(200_000) } })],
    ['a pattern with lookahead', form({ a: { type: 'string', pattern: '^(?=a)a$' } })],
    ['a pattern with lookbehind', form({ a: { type: 'string', pattern: '^a(?<=a)$' } })],
    ['a pattern with a backreference', form({ a: { type: 'string', pattern: '^(a)\\1$' } })],
    ['a pattern with a large program', form({ a: { type: 'string', pattern: '^.{0,900}.{0,900}$' } })],
    ['a pattern with nested repeats', form({ a: { type: 'string', pattern: '^((a{99}){99}){99}$' } })],
    ['a pattern that is invalid in a browser', form({ a: { type: 'string', pattern: '^(?i)a$' } })],
    ['a pattern without an anchor', form({ a: { type: 'string', pattern: 'a*b' } })],
    ['a pattern that is too long', form({ a: { type: 'string', pattern: `^${'a'.repeat(300)}$` } })],
    ['an invalid pattern', form({ a: { type: 'string', pattern: '^[$' } })],
    ['an unknown format', form({ a: { type: 'string', format: 'regex' } })],
    ['a condition on an unknown field', depending({ field: 'who', is: ['lost'] })],
    ['a condition on a name of Object.prototype', depending({ field: 'toString', is: ['lost'] })],
    ['a condition on itself', depending({ field: 'how', is: ['lost'] })],
    ['a condition on a later question', form({ how: { 'x-when': { field: 'why', is: ['lost'] } }, why })],
    ['a condition on an impossible value', depending({ field: 'why', is: ['stolen'] })],
    ['a condition on free text', form({ a: { type: 'string' }, b: { 'x-when': { field: 'a', is: ['x'] } } })],
    ['a condition without values', depending({ field: 'why', is: [] })],
    ['an invalid condition', depending('why')],
    [
      'a condition in a list entry on a field outside it',
      form({ why, all: { type: 'array', items: form({ b: { 'x-when': { field: 'why', is: ['lost'] } } }) } }),
    ],
    [
      'a conditional question that is always required',
      { ...depending({ field: 'why', is: ['lost'] }), required: ['how'] },
    ],
    ['x-required without a condition', form({ a: { type: 'string', 'x-required': true } })],
    ['a bound on a text', form({ a: { type: 'string', 'x-latest': 'today' } })],
    ['a bound that is no date', form({ a: { type: 'string', format: 'date', 'x-latest': '2026-02-30' } })],
    ['a bound in another format', form({ a: { type: 'string', format: 'date', 'x-latest': 'tomorrow' } })],
    [
      'bounds in the wrong order',
      form({ a: { type: 'string', format: 'date', 'x-earliest': 'today', 'x-latest': 'today-P1D' } }),
    ],
    ['the same paper twice', form({}, { 'x-papers': [photo, photo] })],
    ['a paper without a title', form({}, { 'x-papers': [{ ...photo, 'x-title': { mn: 'Зураг' } }] })],
    [
      'a paper of a file type that is not accepted',
      form({}, { 'x-papers': [{ ...photo, accepts: ['text/html'] }] }),
    ],
    [
      'a paper that depends on an unknown field',
      form({}, { 'x-papers': [{ ...photo, 'x-when': { field: 'a', is: ['b'] } }] }),
    ],
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

  const now = new Date('2026-11-15T04:00:00Z');
  const check = (given: ReturnType<typeof service>, payload: Record<string, unknown>) =>
    checkAnswers(given, payload, { language: 'en', now });

  it('are checked against the pattern of their own field, with its error text', () => {
    const two = service(
      form({
        phone: {
          type: 'string',
          pattern: '^[0-9]{8}$',
          'x-pattern-help': { mn: 'Найман тоо', en: 'Eight digits' },
        },
        register: { type: 'string', pattern: '^[А-ЯЁӨҮ]{2}[0-9]{8}$' },
      }),
    );
    expect(check(two, { phone: '99112233', register: 'УБ90010112' })).toEqual([]);
    expect(check(two, { phone: 'УБ90010112', register: '99112233' })).toEqual([
      { field: 'payload.phone', tag: 'custom', message: 'This does not have the right form. Eight digits' },
      { field: 'payload.register', tag: 'custom', message: expect.stringContaining('right form') },
    ]);
  });

  it('match a pattern in linear time, for any pattern', () => {
    const slow = service(form({ a: { type: 'string', pattern: '^([a-z]+)+$' } }));
    expect(check(slow, { a: `${'a'.repeat(900)}!` })).toHaveLength(1);
    expect(check(slow, { a: 'a'.repeat(60_000) })).toEqual([
      { field: 'payload.a', tag: 'custom', message: expect.any(String) },
    ]);
    expect(check(slow, { a: 'abc' })).toEqual([]);
  });

  it('to hidden questions are rejected at every depth', () => {
    const deep = service(form({ a: { type: 'object', properties: { b: { type: 'string' } } } }));
    expect(check(deep, { a: { b: 'x', c: 1 } })).toMatchObject([
      { field: 'payload.a.c', tag: 'unknown_field' },
    ]);
  });

  it('without a form are not checked', () => {
    expect(check({ ...service({}), form: null as never }, { anything: [1] })).toEqual([]);
  });

  it('to a conditional question are required when it is asked and rejected when it is hidden', () => {
    const dependent = (type: string) => ({
      type,
      'x-when': { field: 'why', is: ['lost'] },
      'x-required': true,
    });
    const group = form({
      why,
      how: dependent('string'),
      seen: { type: 'boolean', 'x-when': { field: 'why', is: ['lost'] } },
      // A chain: hidden when the question before it is hidden.
      where: { type: 'string', 'x-when': { field: 'seen', is: [false] }, 'x-required': true },
    });
    const both = service(form({ ...group.properties, list: { type: 'array', items: group } }));
    expect(check(both, { why: 'new', list: [{ why: 'new' }] })).toEqual([]);
    const found = (payload: Record<string, unknown>) =>
      check(both, payload).map(({ field, tag }) => [field, tag]);
    expect(found({ why: 'lost', list: [{ why: 'lost', seen: true }] })).toEqual([
      ['payload.how', 'required'],
      ['payload.where', 'required'],
      ['payload.list.0.how', 'required'],
    ]);
    expect(found({ why: 'new', how: 'x', list: [{ how: 'x', where: 'y' }] })).toEqual([
      ['payload.how', 'unknown_field'],
      ['payload.list.0.how', 'unknown_field'],
      ['payload.list.0.where', 'unknown_field'],
    ]);
  });

  it('that are dates respect their bounds in the platform’s time zone', () => {
    const dated = service(
      form({
        seen: { type: 'string', format: 'date', 'x-earliest': 'today-P12M', 'x-latest': 'today' },
        next: { type: 'string', format: 'date', 'x-earliest': 'today', 'x-latest': 'today+P1Y' },
      }),
    );
    const on = (at: string, payload: Record<string, string>) =>
      checkAnswers(dated, payload, { language: 'en', now: new Date(at) }).map(({ message }) => message);
    const noon = '2026-11-15T04:00:00Z';
    expect(on(noon, { seen: '2025-11-15', next: '2027-11-15' })).toEqual([]);
    expect(on(noon, { seen: '2035-01-01', next: '2026-11-14' })).toEqual([
      'The date cannot be in the future.',
      'The date cannot be in the past.',
    ]);
    expect(on(noon, { seen: '2025-11-14', next: '2027-11-16' })).toEqual([
      'Give a date on or after 15 November 2025.',
      'Give a date on or before 15 November 2027.',
    ]);
    // 07:00 in Ulaanbaatar, still the previous day in UTC.
    expect(on('2026-11-14T23:00:00Z', { seen: '2026-11-15' })).toEqual([]);
    // One year before February 29 is February 28.
    expect(on('2028-02-29T04:00:00Z', { seen: '2027-02-28', next: '2029-02-28' })).toEqual([]);
    expect(on('2028-02-29T04:00:00Z', { seen: '2027-02-27', next: '2029-03-01' })).toHaveLength(2);
    expect(on(noon, { seen: '2035-02-30' })).toEqual([
      'Give the date as year, month, day, such as 2026-11-20.',
    ]);
  });
});
