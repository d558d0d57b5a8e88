import { describe, expect, it } from 'vitest';
import { listAskedSections, listAskedSlots, listMissingSlots } from './asked.ts';
import { findChosenOffice, findReadyDay, listToBring } from './collecting.ts';
import { resolveDay } from './day-bound.ts';
import type { KnownFacts } from './known-facts.ts';
import { findProblems } from './problems.ts';
import type { Answers, FieldSchema, FormSchema } from './schema.ts';

const say = (text: string) => ({ mn: text, en: text });
const form = (properties: Record<string, FieldSchema>, more: FormSchema = {}): FormSchema => ({
  type: 'object',
  properties,
  ...more,
});
const today = '2026-11-15';
const check = (given: FormSchema, answers: Answers, on = today, changed?: ReadonlySet<string>) =>
  findProblems(given, answers, {
    today: on,
    matches: (pattern, text) => new RegExp(pattern, 'u').test(text),
    changed,
  });
/** The rules that one answer breaks. */
const broken = (field: FieldSchema, value: unknown) =>
  check(form({ a: field }), { a: value }).map(({ path, ...rule }) => {
    expect(path).toEqual(['a']);
    return rule;
  });
const places = (given: FormSchema, answers: Answers) =>
  check(given, answers).map(({ path, rule }) => [path.join('.'), rule]);

describe('a question with several choices', () => {
  const colours = { type: 'array', maxItems: 2, items: { type: 'string', enum: ['red', 'blue'] } };
  const asked = form({ colours }, { required: ['colours'] });

  it('needs one of them if it is required, and takes each once', () => {
    expect(places(asked, { colours: ['red', 'blue'] })).toEqual([]);
    expect(check(asked, { colours: [] })).toEqual([{ path: ['colours'], rule: 'required', isChoice: true }]);
    expect(check(asked, {})).toEqual([{ path: ['colours'], rule: 'required', isChoice: true }]);
    expect(places(asked, { colours: ['red', 'red'] })).toEqual([['colours', 'enum']]);
    expect(places(asked, { colours: ['green'] })).toEqual([['colours.0', 'enum']]);
    expect(places(form({ colours }), { colours: [] })).toEqual([]);
  });
});

describe('an answer', () => {
  it.each<[FieldSchema, unknown]>([
    [{ type: 'string', minLength: 1, maxLength: 2 }, '👍🏽'],
    [{ type: 'string', maxLength: 4000 }, 'a'.repeat(4000)],
    [{ type: 'string', pattern: '^[0-9]{8}$' }, '99112233'],
    [{ type: 'string', enum: ['a', 'b'] }, 'b'],
    [{ type: 'string', format: 'date' }, '2028-02-29'],
    [{ type: 'string', format: 'email' }, 'b.o+x@mail.example.mn'],
    [{ type: 'number', minimum: 0.01 }, 0.01],
    [{ type: 'integer', maximum: 3 }, 3],
    [{ type: 'boolean', const: true }, true],
    [{ type: 'boolean' }, false],
    [{ type: 'array', maxItems: 1, items: { type: 'string' } }, ['x']],
    [{ type: 'array', items: { type: 'string' } }, []],
    [{ type: 'array', items: { type: 'string', enum: ['a', 'b'] } }, ['b', 'a']],
  ])('that keeps every rule has no problem: %j %j', (field, value) => {
    expect(broken(field, value)).toEqual([]);
  });

  it.each<[FieldSchema, unknown, object]>([
    [{ type: 'string' }, 1, { rule: 'type', expected: 'string' }],
    [{ type: 'string' }, null, { rule: 'type', expected: 'string' }],
    [{ type: 'number' }, '1', { rule: 'type', expected: 'number' }],
    [{ type: 'integer' }, Number.NaN, { rule: 'type', expected: 'number' }],
    [{ type: 'integer' }, 1.5, { rule: 'type', expected: 'integer' }],
    [{ type: 'boolean' }, 'true', { rule: 'type', expected: 'boolean' }],
    [{ type: 'array' }, {}, { rule: 'type', expected: 'array' }],
    [{ type: 'object' }, [], { rule: 'type', expected: 'object' }],
    [{ type: 'string', enum: ['a'] }, 'b', { rule: 'enum' }],
    [{ type: 'boolean', const: true }, false, { rule: 'const' }],
    [{ type: 'string', minLength: 2 }, '👍', { rule: 'minLength', limit: 2 }],
    [{ type: 'string', maxLength: 2 }, 'abc', { rule: 'maxLength', limit: 2 }],
    [
      { type: 'string', maxLength: 2000, pattern: '^a*$' },
      'a'.repeat(1001),
      { rule: 'maxLength', limit: 1000 },
    ],
    [
      { type: 'string', pattern: '^[0-9]+$', 'x-pattern-help': say('Digits') },
      'x',
      { rule: 'pattern', help: say('Digits') },
    ],
    [{ type: 'string', format: 'date' }, '2026-02-30', { rule: 'format', expected: 'date' }],
    [{ type: 'string', format: 'date' }, '15.11.2026', { rule: 'format', expected: 'date' }],
    [{ type: 'string', format: 'date', pattern: '^20' }, '1999-01-01', { rule: 'pattern', help: undefined }],
    [{ type: 'number', minimum: 1 }, 0.5, { rule: 'minimum', limit: 1 }],
    [{ type: 'number', maximum: 1 }, 2, { rule: 'maximum', limit: 1 }],
    [{ type: 'array', minItems: 2 }, [1], { rule: 'minItems', limit: 2 }],
    [{ type: 'array', maxItems: 1 }, [1, 2], { rule: 'maxItems', limit: 1 }],
  ])('that breaks a rule is named with its limit: %j %j', (field, value, rule) => {
    expect(broken(field, value)).toEqual([rule]);
  });

  it.each(['nobody', '@example.mn', 'a@example', 'a..b@example.mn', 'a@-b.mn', 'a b@c.mn', 'бат@example.mn'])(
    'is not an e-mail address: %s',
    (text) => {
      expect(broken({ type: 'string', format: 'email' }, text)).toEqual([
        { rule: 'format', expected: 'email' },
      ]);
    },
  );

  it('that the form does not ask is refused at every depth', () => {
    const deep = form({ a: { type: 'object', properties: { b: { type: 'string' } } } });
    expect(places(deep, { a: { b: 'x', c: 1 }, toString: 1 })).toEqual([
      ['a.c', 'additionalProperties'],
      ['toString', 'additionalProperties'],
    ]);
  });
});

describe('a required question', () => {
  it('is not answered by a blank text or an empty list', () => {
    const asking = form(
      {
        name: { type: 'string' },
        kind: { type: 'string', enum: ['a'] },
        all: { type: 'array', items: { type: 'string' } },
      },
      { required: ['name', 'kind', 'all'] },
    );
    expect(check(asking, { name: ' ', all: [] })).toEqual([
      { path: ['name'], rule: 'required', isChoice: false },
      { path: ['kind'], rule: 'required', isChoice: true },
      { path: ['all'], rule: 'minItems', limit: 1 },
    ]);
  });

  it('is never one whose name the form does not have', () => {
    expect(check(form({}, { required: ['gone'] }), {})).toEqual([]);
  });
});

describe('a conditional question', () => {
  const why = { type: 'string', enum: ['lost', 'new'] };
  const onLoss = { 'x-when': { field: 'why', is: ['lost'] } };
  const group = form({
    why,
    how: { type: 'string', ...onLoss, 'x-required': true },
    seen: { type: 'boolean', ...onLoss },
    // A chain: hidden when the question before it is hidden.
    where: { type: 'string', 'x-when': { field: 'seen', is: [false] }, 'x-required': true },
  });
  const both = form({ ...group.properties, list: { type: 'array', items: group } });

  it('is required when it is asked and refused when it is hidden, at every depth', () => {
    expect(places(both, { why: 'new', list: [{ why: 'new' }] })).toEqual([]);
    expect(places(both, { why: 'lost', list: [{ why: 'lost', seen: true }] })).toEqual([
      ['how', 'required'],
      ['where', 'required'],
      ['list.0.how', 'required'],
    ]);
    expect(places(both, { why: 'new', how: 'x', list: [{ how: 'x', where: 'y' }] })).toEqual([
      ['how', 'x-when'],
      ['list.0.how', 'x-when'],
      ['list.0.where', 'x-when'],
    ]);
  });

  it('may be asked in another order than the properties have', () => {
    const sections = form(
      { how: { type: 'string', ...onLoss, 'x-required': true }, why },
      { 'x-sections': [{ fields: ['why', 'how'] }] },
    );
    expect(places(sections, { why: 'lost' })).toEqual([['how', 'required']]);
  });

  it('leads to papers, each missing until a file of an accepted type fills it', () => {
    const slot = { 'x-title': say('Paper'), required: true };
    const papers = form(
      { why },
      {
        'x-papers': [
          { key: 'report', ...slot, ...onLoss },
          { key: 'photo', ...slot, accepts: ['image/png'] },
          { key: 'letter', ...slot, required: false },
        ],
      },
    );
    const keys = (found: readonly { key: string }[]) => found.map(({ key }) => key);
    expect(keys(listAskedSlots(papers, { why: 'new' }))).toEqual(['photo', 'letter']);
    expect(keys(listAskedSlots(papers, { why: 'lost' }))).toEqual(['report', 'photo', 'letter']);
    const files = [
      { slot: 'report', type: 'image/jpeg' },
      { slot: 'photo', type: 'application/pdf' },
      { slot: null, type: 'image/png' },
    ];
    expect(keys(listMissingSlots(papers, { why: 'lost' }, files))).toEqual(['photo']);
    expect(listMissingSlots(null, {}, [])).toEqual([]);
  });
});

describe('a date', () => {
  const dated = form({
    seen: { type: 'string', format: 'date', 'x-earliest': 'today-P12M', 'x-latest': 'today' },
    next: { type: 'string', format: 'date', 'x-earliest': 'today', 'x-latest': 'today+P1Y' },
  });

  it('keeps its bounds, both days included', () => {
    expect(check(dated, { seen: '2025-11-15', next: '2027-11-15' })).toEqual([]);
    expect(check(dated, { seen: '2025-11-14', next: '2026-11-14' })).toEqual([
      { path: ['seen'], rule: 'x-earliest', bound: 'today-P12M', day: '2025-11-15' },
      { path: ['next'], rule: 'x-earliest', bound: 'today', day: '2026-11-15' },
    ]);
    expect(check(dated, { seen: '2026-11-16', next: '2027-11-16' })).toEqual([
      { path: ['seen'], rule: 'x-latest', bound: 'today', day: '2026-11-15' },
      { path: ['next'], rule: 'x-latest', bound: 'today+P1Y', day: '2027-11-15' },
    ]);
    // One year before February 29 is February 28.
    expect(check(dated, { seen: '2027-02-28', next: '2029-02-28' }, '2028-02-29')).toEqual([]);
    expect(check(dated, { seen: '2027-02-27', next: '2029-03-01' }, '2028-02-29')).toHaveLength(2);
  });

  it('that was sent before and not changed stays valid', () => {
    const old = { seen: '2020-01-01', next: '2020-01-01' };
    const found = check(dated, old, today, new Set(['next']));
    expect(found.map(({ path, rule }) => [path.join(), rule])).toEqual([['next', 'x-earliest']]);
    expect(check(dated, { seen: 'x' }, today, new Set())).toHaveLength(1);
  });

  it.each([
    ['today', '2024-02-29', '2024-02-29'],
    ['today-P12M', '2024-02-29', '2023-02-28'],
    ['today+P1M', '2026-01-31', '2026-02-28'],
    ['today-P3W', '2026-01-10', '2025-12-20'],
    ['today+P45D', '2026-12-31', '2027-02-14'],
    ['today-P100Y', '2000-01-01', '1900-01-01'],
    ['2020-02-29', '2026-01-31', '2020-02-29'],
  ])('bound %s on %s is %s', (bound, on, day) => {
    expect(resolveDay(bound, on)).toBe(day);
  });
});

describe('a section', () => {
  const why: FieldSchema = { type: 'string', enum: ['lost', 'new'] };
  const text: FieldSchema = { type: 'string', maxLength: 9 };
  const given = form(
    { why, how: { ...text, 'x-required': true }, where: text, more: text },
    {
      'x-sections': [
        { 'x-title': say('Why'), fields: ['why'] },
        { 'x-title': say('Loss'), fields: ['how', 'where'], 'x-when': { field: 'why', is: ['lost'] } },
        { 'x-title': say('More'), fields: ['more'] },
      ],
    },
  );

  it('is asked with all its questions only if its condition holds', () => {
    expect(places(given, { why: 'lost' })).toEqual([['how', 'required']]);
    expect(places(given, { why: 'new' })).toEqual([]);
    expect(places(given, { why: 'new', where: 'here' })).toEqual([['where', 'x-when']]);
  });

  it('keeps its number in the form when another is hidden', () => {
    const numbers = (answers: Answers) => listAskedSections(given, answers).map(({ number }) => number);
    expect(numbers({ why: 'lost' })).toEqual([1, 2, 3]);
    expect(numbers({ why: 'new' })).toEqual([1, 3]);
  });

  it('holds all questions where the form has no sections', () => {
    expect(listAskedSections(form({ a: text, b: text }), {})).toEqual([{ number: 1, fields: ['a', 'b'] }]);
  });
});

describe('what the eID says about the applicant', () => {
  const asked = form({
    last: { type: 'string', 'x-prefill': 'last_name', pattern: '^[a-z]+$' },
    number: { type: 'string', 'x-prefill': 'national_id' },
    born: { type: 'string', format: 'date', 'x-prefill': 'birth_date', 'x-birth-of': 'number' },
    mail: { type: 'string', format: 'email', 'x-prefill': 'email' },
    others: {
      type: 'array',
      items: { type: 'object', properties: { last: { type: 'string', 'x-prefill': 'last_name' } } },
    },
  });
  const facts = { last_name: 'Бат', national_id: 'УБ90010112', birth_date: '1990-01-01' };
  const rules = (answers: Answers, known: KnownFacts = facts, changed?: ReadonlySet<string>) =>
    findProblems(asked, answers, { today, matches: () => false, facts: known, changed }).map(
      ({ path, rule }) => [path.join('.'), rule],
    );

  it('is the only answer, even where the form would refuse it, and binds neither others nor an address', () => {
    const right = { last: 'Бат', number: 'УБ90010112', born: '1990-01-01', mail: 'other@example.mn' };
    expect(rules({ ...right, others: [{ last: 'Дорж' }] })).toEqual([]);
    expect(rules({ last: 'Дорж', number: 'УБ90010113', born: '1990-01-02' })).toEqual([
      ['last', 'x-prefill'],
      ['number', 'x-prefill'],
      ['born', 'x-prefill'],
    ]);
    expect(rules({ last: 'Дорж' }, {})).toEqual([['last', 'pattern']]);
    expect(rules({ last: 'Дорж' }, { last_name: '' })).toEqual([['last', 'pattern']]);
    // An answer that was accepted under an older name stays.
    expect(rules({ last: 'Дорж', number: 'УБ90010112' }, facts, new Set(['number']))).toEqual([]);
  });

  it('a birth date agrees with the register number beside it', () => {
    const born = (number: string, day: string, changed?: ReadonlySet<string>) =>
      rules({ number, born: day }, {}, changed);
    expect(born('УБ90010112', '1990-01-01')).toEqual([]);
    expect(born('уб05210112', '2005-01-01')).toEqual([]);
    expect(born('УБ05210112', '1905-01-01')).toEqual([['born', 'x-birth-of']]);
    expect(born('УБ90010112', '1990-01-02')).toEqual([['born', 'x-birth-of']]);
    // A number without a real date says nothing, and the format of the number is its own rule.
    expect(born('УБ90133112', '1990-01-02')).toEqual([]);
    expect(born('УБ90010112', '1990-01-02', new Set(['other']))).toEqual([]);
    expect(born('УБ90010112', '1990-01-02', new Set(['number']))).toEqual([['born', 'x-birth-of']]);
  });
});

describe('collecting a result', () => {
  const given = form(
    {
      why: { type: 'string', enum: ['lost', 'expired'] },
      at: {
        type: 'string',
        enum: ['east', 'west'],
        'x-labels': { east: say('East'), west: say('West') },
        'x-places': { east: { address: say('Street 1') } },
      },
    },
    {
      'x-collect': {
        office: 'at',
        ready_days: 3,
        bring: [
          { 'x-title': say('Old card'), 'x-when': { field: 'why', is: ['expired'] } },
          { 'x-title': say('Passport') },
        ],
      },
    },
  );
  const titles = (answers: Answers) => listToBring(given, answers)?.map(({ 'x-title': title }) => title.en);

  it('names the chosen office and the things that fit the answers', () => {
    expect(findChosenOffice(given, { at: 'east' })).toEqual({
      name: say('East'),
      place: { address: say('Street 1') },
    });
    expect(findChosenOffice(given, { at: 'west' })).toEqual({ name: say('West'), place: undefined });
    for (const answers of [{}, { at: 'toString' }, { at: 5 }])
      expect(findChosenOffice(given, answers)).toBeUndefined();
    expect(findChosenOffice(null, { at: 'east' })).toBeUndefined();
    expect([titles({ why: 'expired' }), titles({ why: 'lost' })]).toEqual([
      ['Old card', 'Passport'],
      ['Passport'],
    ]);
    expect(listToBring(form({}), {})).toBeUndefined();
    expect([findReadyDay(given, '2026-11-29'), findReadyDay(null, '2026-11-29')]).toEqual([
      '2026-12-02',
      '2026-11-29',
    ]);
  });
});
