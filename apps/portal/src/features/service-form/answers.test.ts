import { listMissingSlots } from '@tamga/forms';
import { describe, expect, it } from 'vitest';
import type { FormField, ServiceForm } from '../../api/catalogue.ts';
import { listChanges, startAnswers, writePayload } from './answers.ts';
import { explainMissing, findFaults, forgetFaults, placeServerFaults } from './check-answers.ts';
import { listAnswers } from './list-answers.ts';
import { matchesPattern } from './match-pattern.ts';
import { formWords } from './words.ts';

const say = (text: string) => ({ mn: text, en: text });
const form: ServiceForm = {
  type: 'object',
  additionalProperties: false,
  properties: {
    name: { type: 'string', 'x-title': say('Name'), minLength: 1, maxLength: 5, 'x-prefill': 'first_name' },
    phone: {
      type: 'string',
      'x-title': say('Phone'),
      maxLength: 8,
      pattern: '^[0-9]{8}$',
      'x-pattern-help': say('Eight digits'),
    },
    born: { type: 'string', format: 'date', 'x-title': say('Born') },
    height: { type: 'integer', 'x-title': say('Height'), minimum: 40, maximum: 250 },
    kind: {
      type: 'string',
      enum: ['a', 'b'],
      'x-labels': { a: say('A'), b: say('B') },
      'x-title': say('Kind'),
    },
    glasses: { type: 'boolean', 'x-title': say('Glasses') },
    declared: { type: 'boolean', const: true, 'x-title': say('True') },
    founders: {
      type: 'array',
      'x-title': say('Founders'),
      minItems: 1,
      maxItems: 3,
      items: {
        type: 'object',
        additionalProperties: false,
        properties: { share: { type: 'number', 'x-title': say('Share'), minimum: 0.01, maximum: 100 } },
        required: ['share'],
        'x-order': ['share'],
      },
    },
  },
  required: ['name', 'born', 'kind', 'declared', 'founders'],
  'x-sections': [
    {
      'x-title': say('All'),
      fields: ['name', 'phone', 'born', 'height', 'kind', 'glasses', 'declared', 'founders'],
    },
  ],
};
const person = { first_name: 'Bat', last_name: 'Dorj', national_id: '', birth_date: '', email: '' };
const options = { language: 'en', now: new Date('2026-11-15T04:00:00Z') } as const;
const good = {
  name: 'Bat',
  phone: '',
  born: '1990-02-28',
  height: '1 80',
  kind: 'a',
  glasses: false,
  declared: true,
  founders: [{ share: '33,5' }],
};

describe('answers', () => {
  it('start with the person’s data, or with the draft alone if there is one', () => {
    expect(startAnswers(form, null, person)).toMatchObject({ name: 'Bat', founders: [{ share: '' }] });
    expect(startAnswers(form, { height: 180, gone: 'x', declared: true }, person)).toMatchObject({
      name: '',
      height: '180',
      declared: true,
    });
    expect(startAnswers(form, { gone: 'x' }, person)).not.toHaveProperty('gone');
  });

  it('become numbers, booleans and lists, without empty fields', () => {
    expect(writePayload(form, good)).toEqual({
      name: 'Bat',
      born: '1990-02-28',
      height: 180,
      kind: 'a',
      declared: true,
      founders: [{ share: 33.5 }],
    });
  });
});

describe('faults', () => {
  const find = (change: Partial<Record<keyof typeof good, unknown>>) =>
    findFaults(form, { ...good, ...change } as typeof good, options);

  it('are empty for valid answers', () => expect(find({})).toEqual({}));

  it('name missing, too long, malformed, out-of-range and invalid-date answers', () => {
    expect(find({ name: ' ' })).toEqual({ 'answer-name': 'Fill this in.' });
    expect(find({ name: 'Батболд' })).toEqual({ 'answer-name': 'Use at most 5 characters.' });
    expect(find({ phone: '12' })).toEqual({
      'answer-phone': 'This does not have the right form. Eight digits',
    });
    expect(find({ born: '1990-02-30' })).toEqual({
      'answer-born': 'Give the date as year, month, day, such as 2026-11-20.',
    });
    expect(find({ height: '1.5' })).toEqual({ 'answer-height': 'Write a whole number.' });
    expect(find({ height: '300' })).toEqual({ 'answer-height': 'Write a number of at most 250.' });
    expect(find({ kind: '' })).toEqual({ 'answer-kind': 'Choose one.' });
    expect(find({ declared: false })).toEqual({ 'answer-declared': 'Tick this box to continue.' });
    expect(find({ founders: [] })).toEqual({ 'answer-founders': 'Add at least 1.' });
    expect(find({ founders: [{ share: '0' }] })).toEqual({
      'answer-founders-0-share': 'Write a number of at least 0.01.',
    });
  });

  it('of the server are assigned to their fields', () => {
    expect(
      placeServerFaults(
        form,
        [
          { field: 'payload.founders.0.share', tag: 'max', message: 'is too large' },
          { field: 'payload.name', tag: 'required', message: 'Fill this in.' },
          { field: 'papers.photo', tag: 'required', message: 'Attach this paper: Photo.' },
          { field: 'service_id', tag: 'required', message: 'x' },
        ],
        'Attach it.',
      ),
    ).toEqual({
      answers: { 'answer-name': 'Fill this in.', 'answer-founders-0-share': 'is too large' },
      papers: { 'paper-photo': 'Attach it.' },
    });
  });
});

describe('questions that depend on others', () => {
  const how = {
    type: 'string' as const,
    'x-title': say('How'),
    maxLength: 9,
    'x-when': { field: 'kind', is: ['b'] },
    'x-required': true,
  };
  const asking: ServiceForm = {
    ...form,
    properties: { ...form.properties, how },
    'x-sections': [...form['x-sections'], { 'x-title': say('More'), fields: ['how'] }],
    'x-papers': [
      { key: 'report', 'x-title': say('Report'), required: true, 'x-when': how['x-when'] },
      { key: 'letter', 'x-title': say('Letter'), required: false },
    ],
  };
  const answers = { ...good, how: 'lost' };

  it('are sent and required only if they are asked', () => {
    expect(writePayload(asking, answers)).not.toHaveProperty('how');
    expect(writePayload(asking, { ...answers, kind: 'b' })).toMatchObject({ how: 'lost' });
    expect(findFaults(asking, { ...answers, how: '' }, options)).toEqual({});
    expect(findFaults(asking, { ...answers, kind: 'b', how: '' }, options)).toEqual({
      'answer-how': 'Fill this in.',
    });
  });

  it('are removed if the answer they depend on changes', () => {
    const sent = writePayload(asking, { ...answers, kind: 'b' });
    const again = startAnswers(asking, sent, null);
    expect(listChanges(asking, sent, { ...again, kind: 'a' })).toEqual({ kind: 'a', how: null });
  });

  it('require documents, which are missing until each has a file', () => {
    const faults = (kind: string, slot: string | null) =>
      explainMissing(
        listMissingSlots(asking, { ...good, kind }, [{ slot, type: 'image/png' }]),
        'Attach it.',
      );
    expect(faults('a', null)).toEqual({});
    expect(faults('b', null)).toEqual({ 'paper-report': 'Attach it.' });
    expect(faults('b', 'report')).toEqual({});
  });
});

describe('dates with bounds', () => {
  it('are refused outside their bounds, with a text', () => {
    const born = { ...form.properties['born'], 'x-earliest': '1900-01-01', 'x-latest': 'today' } as FormField;
    const bounded = { ...form, properties: { ...form.properties, born } };
    const find = (day: string) => findFaults(bounded, { ...good, born: day }, options)['answer-born'];
    expect(find('2999-01-01')).toBe('The date cannot be in the future.');
    expect(find('1899-12-31')).toBe('Give a date on or after 1 January 1900.');
    expect(find('1990-01-01')).toBeUndefined();
    const again = (changed: string) =>
      findFaults(bounded, { ...good, born: '1899-12-31' }, { ...options, changed: new Set([changed]) });
    expect(Object.keys(again('born'))).toEqual(['answer-born']);
    expect(again('name')).toEqual({});
  });
});

describe('an optional list', () => {
  it('may stay empty, whatever its minimum', () => {
    const optional = { ...form, required: ['name', 'born', 'kind', 'declared'] };
    const answers = { ...startAnswers(optional, null, null), ...good, founders: [] };
    expect(startAnswers(optional, null, null)['founders']).toEqual([]);
    expect(findFaults(optional, answers, options)).toEqual({});
    expect(writePayload(optional, answers)).not.toHaveProperty('founders');
  });
});

describe('a pattern', () => {
  it.each([
    ['^([a-z]+)+$', `${'a'.repeat(60)}!`],
    ['^a*a*a*a*a*$', `${'a'.repeat(200)}!`],
  ])('is left to the server if a browser could backtrack for ever: %s', (pattern, text) => {
    expect(matchesPattern(pattern, text)).toBe(true);
  });

  it('is left to the server where its engine treats a character differently', () => {
    expect(matchesPattern('^[^\\s]+$', 'a\u00a0b')).toBe(true);
    expect(matchesPattern('^.+$', 'a\rb')).toBe(true);
    expect(matchesPattern('^[^\\s]+$', 'a b')).toBe(false);
  });
});

describe('listChanges', () => {
  // The server stores keys in another order.
  const sent = {
    kind: 'a',
    born: '1990-02-28',
    name: 'Bat',
    phone: '99112233',
    declared: true,
    founders: [{ share: 40 }],
  };
  const again = startAnswers(form, sent, null);

  it('is empty without a change, even after edits that were undone', () => {
    expect(listChanges(form, sent, again)).toEqual({});
    expect(listChanges(form, sent, { ...again, name: ' Bat ' })).toEqual({});
    expect(listChanges(form, { ...sent, asked_once: 'x' }, again)).toEqual({});
  });

  it('contains only changes, and null for a removed answer', () => {
    expect(
      listChanges(form, sent, { ...again, phone: '', height: '180', founders: [{ share: '60' }] }),
    ).toEqual({ phone: null, height: 180, founders: [{ share: 60 }] });
  });

  it('never removes an answer that the form does not know', () => {
    expect(listChanges(form, { ...sent, asked_once: 'x' }, { ...again, kind: 'b' })).toEqual({ kind: 'b' });
  });
});

describe('forgetFaults', () => {
  it('removes the errors of one answer and its entries, and no others', () => {
    const faults = { 'answer-founders': 'a', 'answer-founders-0-share': 'b', 'answer-name': 'c' };
    expect(forgetFaults(faults, 'founders')).toEqual({ 'answer-name': 'c' });
    expect(forgetFaults(faults, 'phone')).toBe(faults);
  });
});

describe('a question with several choices', () => {
  const colours: FormField = {
    type: 'array',
    'x-title': say('Colours'),
    maxItems: 2,
    items: { type: 'string', enum: ['red', 'blue'], 'x-labels': { red: say('Red'), blue: say('Blue') } },
  };
  const asked: ServiceForm = {
    ...form,
    properties: { colours },
    required: ['colours'],
    'x-sections': [{ 'x-title': say('One'), fields: ['colours'] }],
  };

  it('is sent as a list, kept in a draft, and read by its labels', () => {
    const start = startAnswers(asked, { colours: ['blue'] }, null);
    expect(start).toEqual({ colours: 'blue' });
    // A draft keeps the answers as the page has them.
    expect(startAnswers(asked, { colours: 'blue red' }, null)).toEqual({ colours: 'blue red' });
    expect(writePayload(asked, { colours: 'blue red' })).toEqual({ colours: ['blue', 'red'] });
    expect(writePayload(asked, { colours: '' })).toEqual({});
    const [section] = listAnswers(asked, { colours: ['blue', 'red'] }, formWords.en, 'en');
    expect(section?.answers).toEqual([{ name: 'colours', label: 'Colours', value: 'Blue, Red' }]);
    expect(listChanges(asked, { colours: ['blue'] }, { colours: 'red' })).toEqual({ colours: ['red'] });
  });
});
