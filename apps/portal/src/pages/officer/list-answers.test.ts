import { describe, expect, it } from 'vitest';
import { listAnswers } from './list-answers.ts';

const say = (mn: string, en: string) => ({ mn, en });
const form = {
  type: 'object',
  properties: {
    reason: {
      type: 'string',
      'x-title': say('Шалтгаан', 'Reason'),
      enum: ['lost'],
      'x-labels': { lost: say('Хаясан', 'Lost') },
    },
    height: { type: 'integer', 'x-title': say('Өндөр', 'Height'), 'x-unit': say('см', 'cm') },
    children: {
      type: 'array',
      'x-title': say('Хүүхэд', 'Children'),
      items: {
        properties: {
          born: { type: 'string', 'x-title': say('Төрсөн', 'Born') },
          name: { type: 'string', 'x-title': say('Нэр', 'Name') },
        },
        'x-order': ['name', 'born'],
      },
    },
    declared: { type: 'boolean', 'x-title': say('Үнэн', 'True') },
  },
  'x-sections': [
    { 'x-title': say('Захиалга', 'Order'), fields: ['height', 'reason'] },
    { 'x-title': say('Бусад', 'Other'), fields: ['children', 'declared'] },
  ],
};

describe('listAnswers', () => {
  it('reads in the order and the words of the form', () => {
    const [first, second] = listAnswers(
      form,
      { reason: 'lost', height: 170, declared: true, children: [{ name: 'А', born: '2020-01-01' }] },
      'en',
    );
    expect(first).toEqual({
      title: 'Order',
      answers: [
        { name: 'height', label: 'Height', value: { kind: 'text', text: '170 cm' } },
        { name: 'reason', label: 'Reason', value: { kind: 'text', text: 'Lost' } },
      ],
    });
    expect(second?.answers[0]?.value).toMatchObject({
      kind: 'entries',
      entries: [[{ label: 'Name', value: { text: 'А' } }, { label: 'Born' }]],
    });
    expect(second?.answers[1]?.value).toEqual({ kind: 'flag', isSet: true });
  });

  it('says what was left empty, and keeps what the form no longer asks for', () => {
    const sections = listAnswers(form, { old_question: 'answer' }, 'mn');
    expect(sections[0]?.answers[1]).toEqual({ name: 'reason', label: 'Шалтгаан', value: { kind: 'none' } });
    expect(sections.at(-1)).toEqual({
      title: '',
      answers: [{ name: 'old_question', label: 'old_question', value: { kind: 'text', text: 'answer' } }],
    });
  });

  it('shows answers without a form, whatever they are', () => {
    expect(
      listAnswers(null, { a: { b: 1 }, c: ['x'] }, 'mn')[0]?.answers.map(({ value }) => value.kind),
    ).toEqual(['text', 'entries']);
    expect(listAnswers(null, {}, 'mn')).toEqual([]);
  });
});
