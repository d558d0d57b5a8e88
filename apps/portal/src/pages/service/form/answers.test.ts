import { describe, expect, it } from 'vitest';
import type { ServiceForm } from '../../../api/catalogue.ts';
import { listChanges, startAnswers, writePayload } from './answers.ts';
import { findFaults, forgetFaults, placeServerFaults } from './check-answers.ts';
import { formWords } from './words.ts';

const say = (text: string) => ({ mn: text, en: text });
const form: ServiceForm = {
  type: 'object',
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
const person = { first_name: 'Bat', last_name: 'Dorj', national_id: '', email: '' };
const words = formWords.en.faults;
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
  it('begin with what is known of the person, and with the draft alone where there is one', () => {
    expect(startAnswers(form, null, person)).toMatchObject({ name: 'Bat', founders: [{ share: '' }] });
    expect(startAnswers(form, { height: 180, gone: 'x', declared: true }, person)).toMatchObject({
      name: '',
      height: '180',
      declared: true,
    });
    expect(startAnswers(form, { gone: 'x' }, person)).not.toHaveProperty('gone');
  });

  it('become numbers, ticks and lists, without what was left empty', () => {
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
    findFaults(form, { ...good, ...change } as typeof good, words, 'en');

  it('are none where all is well', () => expect(find({})).toEqual({}));

  it('name what is missing, too long, out of form, out of range or not a day', () => {
    expect(find({ name: ' ' })).toEqual({ 'answer-name': words.required });
    expect(find({ name: 'Батболд' })).toEqual({ 'answer-name': words.tooLong(5) });
    expect(find({ phone: '12' })).toEqual({ 'answer-phone': words.like('Eight digits') });
    expect(find({ born: '1990-02-30' })).toEqual({ 'answer-born': words.date });
    expect(find({ height: '1.5' })).toEqual({ 'answer-height': words.whole });
    expect(find({ height: '300' })).toEqual({ 'answer-height': words.atMost(250) });
    expect(find({ kind: '' })).toEqual({ 'answer-kind': words.choose });
    expect(find({ declared: false })).toEqual({ 'answer-declared': words.tick });
    expect(find({ founders: [] })).toEqual({ 'answer-founders': words.fewEntries(1) });
    expect(find({ founders: [{ share: '0' }] })).toEqual({ 'answer-founders-0-share': words.atLeast(0.01) });
  });

  it('of the server stand at their fields', () => {
    expect(
      placeServerFaults(
        [
          { field: 'payload.founders.0.share', tag: 'max', message: 'is too large' },
          { field: 'payload.name', tag: 'required', message: 'x' },
          { field: 'service_id', tag: 'required', message: 'x' },
        ],
        words,
      ),
    ).toEqual({ 'answer-founders-0-share': 'is too large', 'answer-name': words.required });
  });
});

describe('listChanges', () => {
  // As the server keeps it: in an order of its own.
  const sent = {
    kind: 'a',
    born: '1990-02-28',
    name: 'Bat',
    phone: '99112233',
    declared: true,
    founders: [{ share: 40 }],
  };
  const again = startAnswers(form, sent, null);

  it('is nothing where nothing was changed, whatever was typed and taken back', () => {
    expect(listChanges(form, sent, again)).toEqual({});
    expect(listChanges(form, sent, { ...again, name: ' Bat ' })).toEqual({});
    expect(listChanges(form, { ...sent, asked_once: 'x' }, again)).toEqual({});
  });

  it('is what is new alone, and null for an answer that was taken back', () => {
    expect(
      listChanges(form, sent, { ...again, phone: '', height: '180', founders: [{ share: '60' }] }),
    ).toEqual({ phone: null, height: 180, founders: [{ share: 60 }] });
  });

  it('takes back with it what the form no longer asks', () => {
    expect(listChanges(form, { ...sent, asked_once: 'x' }, { ...again, kind: 'b' })).toEqual({
      kind: 'b',
      asked_once: null,
    });
  });
});

describe('forgetFaults', () => {
  it('forgets what was said of one answer and of its entries, and of no other', () => {
    const faults = { 'answer-founders': 'a', 'answer-founders-0-share': 'b', 'answer-name': 'c' };
    expect(forgetFaults(faults, 'founders')).toEqual({ 'answer-name': 'c' });
    expect(forgetFaults(faults, 'phone')).toBe(faults);
  });
});
