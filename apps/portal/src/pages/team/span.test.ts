import { describe, expect, it } from 'vitest';
import { roundHours, saySpan } from './span.ts';

const words = { hours: (count: string) => `${count} h`, days: (count: string) => `${count} d`, unknown: '–' };
const say = (hours: number | null) => saySpan(hours, words, String);

describe('a time to decide', () => {
  it('is said in hours up to two days, then in days', () => {
    expect([0.04, 1.26, 30.4, 47.9].map(say)).toEqual(['0 h', '1.3 h', '30 h', '48 h']);
    expect([48, 100, 480].map(say)).toEqual(['2 d', '4.2 d', '20 d']);
    expect(say(null)).toBe('–');
  });

  it('is a number of hours in a file, or empty', () => {
    expect([roundHours(82.04), roundHours(null)]).toEqual([82, '']);
  });
});
