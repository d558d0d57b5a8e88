import { describe, expect, it } from 'vitest';
import {
  type Form,
  renameOption,
  setKeyword,
  setOptions,
  setPapers,
  setQuestion,
  setSections,
} from './form-model.ts';
import { namePart, nameRemoved, nameUnconditioned, sayCondition } from './name-part.ts';
import { builderWords } from './words.ts';

const words = builderWords.en;
const say = (mn: string, en: string) => ({ mn, en });
const form: Form = {
  type: 'object',
  properties: {
    purpose: {
      type: 'string',
      'x-title': say('Зорилго', 'Purpose'),
      enum: ['work', 'study'],
      'x-labels': { work: say('Ажил', 'Work'), study: say('Сурах', 'Study') },
    },
    school: {
      type: 'string',
      'x-title': say('Сургууль', 'School'),
      'x-when': { field: 'purpose', is: ['study'] },
    },
  },
  'x-sections': [
    { 'x-title': say('Хүсэлт', 'Request'), fields: ['purpose'] },
    { 'x-title': say('', ''), fields: ['school'] },
  ],
  'x-papers': [{ key: 'photo', 'x-title': say('Зураг', 'Photo'), required: true }],
  'x-collect': {
    bring: [{ 'x-title': say('Карт', 'Card'), 'x-when': { field: 'purpose', is: ['work'] } }],
  },
};
const text = JSON.stringify(form);

describe('a part of a form', () => {
  it('is named by its title in errors, never by its path', () => {
    const name = (path: string) => namePart(text, path, words, 'en');
    expect(name('form.x-sections.0.x-title')).toBe('Group “Request”');
    expect(name('x-sections.1')).toBe('Group 2');
    expect(name('form.properties.school.x-when')).toBe('Question “School”');
    expect(name('purpose')).toBe('Question “Purpose”');
    expect(name('x-papers.0')).toBe('Document “Photo”');
    expect(name('form.x-collect.bring.0.x-when')).toBe('Thing to bring “Card”');
    expect(name('x-collect.office')).toBe('Collecting the result');
    expect(namePart('{', 'x-sections.0', words, 'en')).toBe('The form');
    expect(name('form.nothing.of.it')).toBe('The form');
  });

  it('that was removed is named, and nothing is for a change', () => {
    const removed = (after: Form) => nameRemoved(form, after, words, 'en');
    const [request, school] = form['x-sections'];
    expect(removed(setSections(form, request ? [request] : []))).toBe('Group 2');
    expect(removed(setSections(form, school ? [school] : []))).toBe('Group “Request”');
    expect(removed(setSections(form, request && school ? [request, { ...school, fields: [] }] : []))).toBe(
      'Question “School”',
    );
    expect(removed(setPapers(form, []))).toBe('Document “Photo”');
    expect(removed({ ...form })).toBeUndefined();
  });

  it('with a condition says it as a sentence', () => {
    const both = { field: 'purpose', is: ['work', 'study'] };
    expect(sayCondition(form, both, words, 'en')).toBe('only if “Purpose” is “Work” or “Study”');
    expect(sayCondition(form, undefined, words, 'en')).toBe('');
  });

  it('that loses its condition with a choice is named, and one whose condition was edited is not', () => {
    const purpose = form.properties['purpose'] ?? {};
    const fewer = setQuestion(
      form,
      'purpose',
      setOptions(purpose, [{ value: 'study', label: say('Сурах', 'Study') }]),
    );
    expect(nameRemoved(form, fewer, words, 'en')).toBe('Choice “Work”');
    expect(nameUnconditioned(form, fewer, words, 'en')).toEqual(['Thing to bring “Card”']);
    expect(fewer['x-collect']?.bring?.[0]?.['x-when']).toBeUndefined();
    const edited = setQuestion(
      form,
      'school',
      setKeyword({ ...form.properties['school'] }, 'x-when', undefined),
    );
    expect(nameUnconditioned(form, edited, words, 'en')).toEqual([]);
    const renamed = renameOption(form, 'purpose', 'study', 'learn');
    expect([nameRemoved(form, renamed, words, 'en'), nameUnconditioned(form, renamed, words, 'en')]).toEqual([
      undefined,
      [],
    ]);
  });
});
