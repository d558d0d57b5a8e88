import { describe, expect, it } from 'vitest';
import { formatDateTime, readValidity } from './format-time.ts';

describe('formatDateTime', () => {
  it('gives the day in words and the minute on the local clock', () => {
    const local = new Date(2031, 2, 5, 9, 7).toISOString();
    expect(formatDateTime(local, 'mn')).toBe('2031 оны 3-р сарын 5, 09:07');
    expect(formatDateTime(local, 'en')).toBe('5 March 2031, 09:07');
  });

  it('is empty for what is not a time', () => {
    expect(formatDateTime(undefined, 'mn')).toBe('');
    expect(formatDateTime('never', 'en')).toBe('');
  });
});

describe('readValidity', () => {
  it('warns in the last thirty days and knows the end', () => {
    const end = '2031-03-05T00:00:00Z';
    const endMs = Date.parse(end);
    const day = 24 * 60 * 60_000;
    expect(readValidity(end, endMs - 31 * day)).toBe('fine');
    expect(readValidity(end, endMs - 29 * day)).toBe('soon');
    expect(readValidity(end, endMs + 1)).toBe('expired');
    expect(readValidity(undefined, endMs)).toBe('fine');
  });
});
