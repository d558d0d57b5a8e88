import type { FieldSchema } from '@tamga/forms';
import { describe, expect, it } from 'vitest';
import { checkAnswers } from './check-answers.ts';

const form = (properties: Record<string, FieldSchema>) => ({ type: 'object', properties });
const noon = '2026-11-15T04:00:00Z';
const check = (given: ReturnType<typeof form>, answers: Record<string, unknown>, at = noon) =>
  checkAnswers(given, answers, { language: 'en', now: new Date(at) });

describe('answers', () => {
  it('are checked against the pattern of their own field, with its error text', () => {
    const two = form({
      phone: {
        type: 'string',
        pattern: '^[0-9]{8}$',
        'x-pattern-help': { mn: 'Найман тоо', en: 'Eight digits' },
      },
      register: { type: 'string', pattern: '^[А-ЯЁӨҮ]{2}[0-9]{8}$' },
    });
    expect(check(two, { phone: '99112233', register: 'УБ90010112' })).toEqual([]);
    expect(check(two, { phone: 'УБ90010112', register: '99112233' })).toEqual([
      { field: 'payload.phone', tag: 'custom', message: 'This does not have the right form. Eight digits' },
      { field: 'payload.register', tag: 'custom', message: expect.stringContaining('right form') },
    ]);
  });

  it('match a pattern in linear time, for any pattern', () => {
    const slow = form({ a: { type: 'string', pattern: '^([a-z]+)+$' } });
    expect(check(slow, { a: `${'a'.repeat(900)}!` })).toHaveLength(1);
    expect(check(slow, { a: 'a'.repeat(60_000) })).toEqual([
      { field: 'payload.a', tag: 'max', message: 'Use at most 1000 characters.' },
    ]);
    expect(check(slow, { a: 'abc' })).toEqual([]);
  });

  it('without a form are not checked', () => {
    expect(checkAnswers(null, { anything: [1] }, { language: 'en', now: new Date(noon) })).toEqual([]);
  });

  it('that are dates respect their bounds in the platform’s time zone, with the bound in words', () => {
    const dated = form({
      seen: { type: 'string', format: 'date', 'x-earliest': 'today-P12M', 'x-latest': 'today' },
      next: { type: 'string', format: 'date', 'x-earliest': 'today', 'x-latest': 'today+P1Y' },
    });
    const on = (at: string, answers: Record<string, string>) =>
      check(dated, answers, at).map(({ message }) => message);
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
    expect(on(noon, { seen: '2035-02-30' })).toEqual([
      'Give the date as year, month, day, such as 2026-11-20.',
    ]);
  });
});
