import { renameField, renameValue } from '@tamga/forms';
import { describe, expect, it } from 'vitest';
import { findFormProblem } from './form.ts';

const form = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const why = { type: 'string', enum: ['lost', 'new'] };
const depending = (condition: unknown) => form({ why, how: { type: 'string', 'x-when': condition } });
const sectioned = (condition: unknown, how: object = {}, more: object = {}) =>
  form(
    { why, how: { type: 'string', ...how } },
    { 'x-sections': [{ fields: ['why'] }, { fields: ['how'], 'x-when': condition }], ...more },
  );
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
    sectioned({ field: 'why', is: ['lost'] }, { 'x-required': true }),
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
    ['a keyword that no rule checks', form({ a: { type: 'integer', multipleOf: 2 } })],
    ['several types', form({ a: { type: ['string', 'null'] } })],
    ['a limit that is no number', form({ a: { type: 'string', maxLength: '5' } })],
    ['open groups', form({}, { additionalProperties: true })],
    ['sections without fields', form({ why }, { 'x-sections': [{}] })],
    [
      'an order that is no list',
      form({ all: { type: 'array', items: { ...form({ why }), 'x-order': 'why' } } }),
    ],
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
    ['a section that depends on an unknown field', sectioned({ field: 'who', is: ['lost'] })],
    ['a section that depends on its own question', sectioned({ field: 'how', is: ['lost'] })],
    ['a section that depends on an impossible value', sectioned({ field: 'why', is: ['stolen'] })],
    ['a section with an invalid condition', sectioned('why')],
    [
      'a question of a conditional section that is always required',
      sectioned({ field: 'why', is: ['lost'] }, {}, { required: ['how'] }),
    ],
    ['x-required without a condition', form({ a: { type: 'string', 'x-required': true } })],
    ['a bound on a text', form({ a: { type: 'string', 'x-latest': 'today' } })],
    ['a bound that is no date', form({ a: { type: 'string', format: 'date', 'x-latest': '2026-02-30' } })],
    ['a bound in another format', form({ a: { type: 'string', format: 'date', 'x-latest': 'tomorrow' } })],
    [
      'bounds in the wrong order',
      form({ a: { type: 'string', format: 'date', 'x-earliest': 'today', 'x-latest': 'today-P1D' } }),
    ],
    [
      'a birth date of a number that is not asked',
      form({ a: { type: 'string', format: 'date', 'x-birth-of': 'b' } }),
    ],
    [
      'a birth date that is no date',
      form({ a: { type: 'string', 'x-birth-of': 'b' }, b: { type: 'string' } }),
    ],
    [
      'a place of no choice',
      form({ a: { type: 'string', enum: ['x'], 'x-places': { y: { address: { mn: 'y', en: 'y' } } } } }),
    ],
    ['an office that is no choice', form({ a: { type: 'string' } }, { 'x-collect': { office: 'a' } })],
    ['a thing to bring without a title', form({}, { 'x-collect': { bring: [{}] } })],
    [
      'a thing to bring that depends on an unknown field',
      form(
        {},
        {
          'x-collect': { bring: [{ 'x-title': { mn: 'a', en: 'a' }, 'x-when': { field: 'a', is: ['b'] } }] },
        },
      ),
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

describe('another name for a question or a choice', () => {
  const say = (text: string) => ({ mn: text, en: text });
  const lost = { field: 'oldkey', is: ['oldvalue'] };
  /** Names the question and the choice in every way that the rules above know. */
  const whole = {
    type: 'object',
    properties: {
      oldkey: {
        type: 'string',
        enum: ['oldvalue', 'other'],
        'x-labels': { oldvalue: say('A'), other: say('B') },
        'x-places': { oldvalue: { address: say('A') }, other: { address: say('B') } },
      },
      oldnumber: { type: 'string', maxLength: 10 },
      born: { type: 'string', format: 'date', 'x-birth-of': 'oldnumber' },
      how: { type: 'string', maxLength: 10, 'x-when': lost },
      where: { type: 'string', maxLength: 10 },
    },
    required: ['oldkey', 'oldnumber'],
    'x-order': ['oldkey', 'oldnumber', 'born', 'how', 'where'],
    'x-sections': [{ fields: ['oldkey', 'oldnumber', 'born', 'how'] }, { fields: ['where'], 'x-when': lost }],
    'x-papers': [{ key: 'photo', 'x-title': say('C'), required: true, 'x-when': lost }],
    'x-collect': { office: 'oldkey', bring: [{ 'x-title': say('D'), 'x-when': lost }] },
  };

  it('is followed by everything that names it', () => {
    expect(findFormProblem(whole)).toBeUndefined();
    const renamed = renameValue(
      renameField(renameField(whole, 'oldkey', 'new_key'), 'oldnumber', 'new_number'),
      'new_key',
      { from: 'oldvalue', to: 'new_value' },
    );
    expect(findFormProblem(renamed)).toBeUndefined();
    expect(JSON.stringify(renamed)).not.toMatch(/old/);
    const back = JSON.stringify(renamed).replaceAll('new_', 'old');
    expect(JSON.parse(back)).toEqual(whole);
  });

  it('leaves the choices of several, and equal values of other questions, right', () => {
    const several = {
      type: 'object',
      properties: {
        all: {
          type: 'array',
          items: { type: 'string', enum: ['a', 'b'], 'x-labels': { a: say('A'), b: say('B') } },
        },
        one: { type: 'string', enum: ['a'], 'x-labels': { a: say('A') } },
        how: { type: 'string', maxLength: 10, 'x-when': { field: 'one', is: ['a'] } },
      },
    };
    expect(renameValue(several, 'all', { from: 'a', to: 'c' }).properties).toEqual({
      ...several.properties,
      all: {
        type: 'array',
        items: { type: 'string', enum: ['c', 'b'], 'x-labels': { c: say('A'), b: say('B') } },
      },
    });
  });
});
