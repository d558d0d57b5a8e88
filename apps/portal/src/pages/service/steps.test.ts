import { describe, expect, it } from 'vitest';
import type { ServiceForm } from '../../api/catalogue.ts';
import { findFaultyStep, findLeftStep, listSteps } from './steps.ts';

const say = (text: string) => ({ mn: text, en: text });
const text = { type: 'string' as const, 'x-title': say('Text'), maxLength: 9 };
const form: ServiceForm = {
  type: 'object',
  properties: {
    why: { type: 'string', 'x-title': say('Why'), enum: ['lost', 'new'] },
    how: { ...text, 'x-required': true },
    more: text,
  },
  additionalProperties: false,
  'x-sections': [
    { 'x-title': say('Reason'), fields: ['why'] },
    { 'x-title': say('Loss'), fields: ['how'], 'x-when': { field: 'why', is: ['lost'] } },
    { 'x-title': say('More'), fields: ['more'] },
  ],
};
const titles = { answers: 'Details', papers: 'Papers', review: 'Check' };
const list = (answers: Record<string, string>, given: ServiceForm | null = form) =>
  listSteps({ form: given, answers, takesNote: true, asksPapers: true, language: 'en', titles });
const keys = (steps: ReturnType<typeof list>) => steps.map(({ key }) => key);

describe('the pages of an application', () => {
  it('are the sections that the answers lead to, the papers and the check', () => {
    expect(keys(list({ why: 'lost' }))).toEqual(['1', '2', '3', 'papers', 'review']);
    expect(keys(list({ why: 'new' }))).toEqual(['1', '3', 'papers', 'review']);
    expect(list({ why: 'new' }).map(({ title }) => title)).toEqual(['Reason', 'More', 'Papers', 'Check']);
  });

  it('are a note, the papers and the check without a form', () => {
    expect(keys(list({}, null))).toEqual(['answers', 'papers', 'review']);
  });

  it('continue a draft at its field, and a draft without a field at the first page of its step', () => {
    const left = (step: 'answers' | 'papers', field: string) =>
      findLeftStep(list({ why: 'lost' }), { step, field })?.key;
    expect(left('answers', 'how')).toBe('2');
    expect(left('answers', '')).toBe('1');
    expect(left('answers', 'gone-0-name')).toBe('1');
    expect(left('papers', '')).toBe('papers');
  });

  it('lead to the first page with an error', () => {
    const steps = list({ why: 'lost' });
    const first = (answers: object, papers: object = {}) =>
      findFaultyStep(steps, { answers: { ...answers }, papers: { ...papers } })?.key;
    expect(first({ 'answer-more': 'x', 'answer-how': 'x' })).toBe('2');
    expect(first({}, { 'paper-photo': 'x' })).toBe('papers');
    expect(first({})).toBeUndefined();
  });
});
