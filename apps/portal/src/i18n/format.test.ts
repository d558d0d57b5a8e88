import { describe, expect, it } from 'vitest';
import { en } from './en.ts';
import {
  formatAxisTime,
  formatClock,
  formatDate,
  formatDateTime,
  formatMoment,
  formatWait,
} from './format.ts';
import { mn } from './mn.ts';

describe('formatDate', () => {
  it('writes a date the way each language does', () => {
    expect(formatDate('2031-03-05T12:00:00Z', 'mn')).toBe('2031 оны 3-р сарын 5');
    expect(formatDate('2031-03-05T12:00:00Z', 'en')).toBe('5 March 2031');
  });

  it('is empty for what is not a date', () => {
    expect(formatDate('', 'mn')).toBe('');
  });

  it('takes the day of Ulaanbaatar, where it is already tomorrow while UTC has this evening', () => {
    expect(formatDate('2031-03-05T17:00:00Z', 'en')).toBe('6 March 2031');
    expect(formatDate('2031-03-05T15:59:59Z', 'en')).toBe('5 March 2031');
  });

  it('leaves a day of the calendar what it is, in whatever zone', () => {
    expect(formatDate('2031-03-05', 'mn')).toBe('2031 оны 3-р сарын 5');
    expect(formatDate('2031-13-05', 'en')).toBe('');
  });
});

describe('moments', () => {
  it('are shown by the clock of Ulaanbaatar', () => {
    expect(formatDateTime('2031-03-05T17:07:00Z', 'mn')).toBe('2031 оны 3-р сарын 6, 01:07');
    expect(formatDateTime('2031-03-05T01:07:00Z', 'en')).toBe('5 March 2031, 09:07');
    expect(formatMoment('2026-01-01T19:04:05Z')).toBe('2026-01-02 03:04:05');
    expect(formatAxisTime('2026-01-01T19:04:05Z', 24)).toBe('03:04');
    expect(formatAxisTime('2026-01-01T19:04:05Z', 48)).toBe('01-02 03:04');
  });

  it('are nothing where there is none', () => {
    expect([
      formatDateTime(undefined, 'mn'),
      formatDateTime('never', 'en'),
      formatMoment('yesterday'),
    ]).toEqual(['', '', '']);
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
