import { describe, expect, it } from 'vitest';
import { en } from './en.ts';
import { formatClock, formatDate, formatWait } from './format.ts';
import { mn } from './mn.ts';

describe('formatDate', () => {
  it('writes a date the way each language does', () => {
    expect(formatDate('2031-03-05T12:00:00Z', 'mn')).toBe('2031 оны 3-р сарын 5');
    expect(formatDate('2031-03-05T12:00:00Z', 'en')).toBe('5 March 2031');
  });

  it('is empty for what is not a date', () => {
    expect(formatDate('', 'mn')).toBe('');
  });
});

describe('formatClock', () => {
  it('counts minutes and seconds and never below zero', () => {
    expect([75, 60, 9.2, 0, -4].map(formatClock)).toEqual(['1:15', '1:00', '0:10', '0:00', '0:00']);
  });
});

describe('formatWait', () => {
  it('says minutes only when seconds would not help', () => {
    expect(formatWait(200, en.time)).toBe('4 minutes');
    expect(formatWait(90, en.time)).toBe('90 seconds');
    expect(formatWait(0, en.time)).toBe('1 second');
    expect(formatWait(30, mn.time)).toBe('30 секундын');
  });
});
