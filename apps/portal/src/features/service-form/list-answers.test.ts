import { describe, expect, it } from 'vitest';
import type { ServiceForm } from '../../api/catalogue.ts';
import { listAnswers } from './list-answers.ts';
import { formWords } from './words.ts';

const say = (mn: string, en: string) => ({ mn, en });
const form: ServiceForm = {
  type: 'object',
  additionalProperties: false,
  properties: {
    reason: {
      type: 'string',
      'x-title': say('Шалтгаан', 'Reason'),
      enum: ['lost'],
      'x-labels': { lost: say('Хаясан', 'Lost') },
    },
    height: { type: 'integer', 'x-title': say('Өндөр', 'Height'), 'x-unit': say('см', 'cm') },
    moved: { type: 'string', format: 'date', 'x-title': say('Нүүсэн', 'Moved') },
    children: {
      type: 'array',
      'x-title': say('Хүүхдүүд', 'Children'),
      'x-entry-title': say('Хүүхэд', 'Child'),
      items: {
        type: 'object',
        additionalProperties: false,
        properties: {
          age: { type: 'integer', 'x-title': say('Нас', 'Age') },
          name: { type: 'string', 'x-title': say('Нэр', 'Name') },
        },
        'x-order': ['name', 'age'],
      },
    },
    declared: { type: 'boolean', 'x-title': say('Үнэн', 'True') },
  },
  'x-sections': [
    { 'x-title': say('Захиалга', 'Order'), fields: ['height', 'reason', 'moved'] },
    { 'x-title': say('Гэр бүл', 'Family'), fields: ['children', 'declared'] },
  ],
};
const list = (questions: ServiceForm | null, payload: unknown) =>
  listAnswers(questions, payload, formWords.en, 'en');

describe('listAnswers', () => {
  it('uses the order and the labels of the form', () => {
    const payload = {
      reason: 'lost',
      height: 170,
      moved: '2026-03-01',
      declared: true,
      children: [{ name: 'А', age: 7 }, { name: 'Б' }],
    };
    expect(list(form, payload)).toEqual([
      {
        number: 1,
        title: 'Order',
        answers: [
          { name: 'height', label: 'Height', value: '170 cm' },
          { name: 'reason', label: 'Reason', value: 'Lost' },
          { name: 'moved', label: 'Moved', value: '1 March 2026' },
        ],
      },
      {
        number: 2,
        title: 'Family',
        answers: [
          {
            name: 'children',
            label: 'Children',
            value: [
              { title: 'Child 1', lines: ['Name: А', 'Age: 7'] },
              { title: 'Child 2', lines: ['Name: Б', 'Age: Not filled in'] },
            ],
          },
          { name: 'declared', label: 'True', value: 'Yes' },
        ],
      },
    ]);
  });

  it('marks empty answers, and keeps answers that the form no longer asks for', () => {
    const sections = list(form, { children: [], old_question: 'answer' });
    expect(sections[0]?.answers[1]?.value).toBe('Not filled in');
    expect(sections[1]?.answers.map(({ value }) => value)).toEqual(['Not filled in', 'No']);
    expect(sections.at(-1)).toEqual({
      number: null,
      title: 'Other',
      answers: [{ name: 'old_question', label: 'old_question', value: 'answer' }],
    });
  });

  it('shows any answers without a form', () => {
    expect(list(null, { a: { b: 1 }, c: true })).toEqual([
      {
        number: null,
        title: '',
        answers: [
          { name: 'a', label: 'a', value: '{\n  "b": 1\n}' },
          { name: 'c', label: 'c', value: 'Yes' },
        ],
      },
    ]);
    expect(list(null, {})).toEqual([]);
    expect(list(null, null)).toEqual([]);
  });
});
