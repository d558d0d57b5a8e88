import { afterEach, describe, expect, it, vi } from 'vitest';
import { en } from './en.ts';
import {
  formatAgo,
  formatAxisTime,
  formatClock,
  formatDate,
  formatDateTime,
  formatMoment,
  formatSize,
  formatSpan,
  formatWait,
  formatWeekdayDate,
  formatWeekdayTime,
} from './format.ts';
import { mn } from './mn.ts';

describe('formatDate', () => {
  it('formats a date in each language', () => {
    expect(formatDate('2031-03-05T12:00:00Z', 'mn')).toBe('2031 оны 3-р сарын 5');
    expect(formatDate('2031-03-05T12:00:00Z', 'en')).toBe('5 March 2031');
  });

  it('is empty for an invalid date', () => {
    expect(formatDate('', 'mn')).toBe('');
  });

  it('uses the day in Ulaanbaatar, where it is already tomorrow while UTC is still today', () => {
    expect(formatDate('2031-03-05T17:00:00Z', 'en')).toBe('6 March 2031');
    expect(formatDate('2031-03-05T15:59:59Z', 'en')).toBe('5 March 2031');
  });

  it('keeps a calendar day in every time zone', () => {
    expect(formatDate('2031-03-05', 'mn')).toBe('2031 оны 3-р сарын 5');
    expect(formatDate('2031-13-05', 'en')).toBe('');
  });
});

describe('a plain day in New York', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it('stays the same day for a reader there and for a platform there', async () => {
    vi.stubEnv('TZ', 'America/New_York');
    // Trap: JavaScript reads a plain day as midnight UTC, which is the evening before in New York.
    expect(new Date('2026-07-11').getDate()).toBe(10);
    expect(formatDate('2026-07-11', 'en')).toBe('11 July 2026');
    expect(formatWeekdayDate('2026-07-11', 'en')).toBe('Saturday 11 July');

    vi.stubGlobal('document', { documentElement: { dataset: { timeZone: 'America/New_York' } } });
    vi.resetModules();
    const there = await import('./format.ts');
    expect(there.formatDate('2026-07-11', 'en')).toBe('11 July 2026');
    expect(there.formatWeekdayDate('2026-07-11', 'mn')).toBe('Бямба, 7-р сарын 11');
    expect(there.formatDate('2026-07-11T02:00:00Z', 'en')).toBe('10 July 2026');
  });
});

describe('moments', () => {
  it('are shown in the time zone of Ulaanbaatar', () => {
    expect(formatDateTime('2031-03-05T17:07:00Z', 'mn')).toBe('2031 оны 3-р сарын 6, 01:07');
    expect(formatDateTime('2031-03-05T01:07:00Z', 'en')).toBe('5 March 2031, 09:07');
    expect(formatMoment('2026-01-01T19:04:05Z')).toBe('2026-01-02 03:04:05');
    expect(formatAxisTime('2026-01-01T19:04:05Z', 24)).toBe('03:04');
    expect(formatAxisTime('2026-01-01T19:04:05Z', 48)).toBe('01-02 03:04');
  });

  it('are empty if missing', () => {
    expect([
      formatDateTime(undefined, 'mn'),
      formatDateTime('never', 'en'),
      formatMoment('yesterday'),
    ]).toEqual(['', '', '']);
  });
});

describe('days of the week', () => {
  it('formats a day in both languages', () => {
    expect(formatWeekdayDate('2031-03-06', 'mn')).toBe('Пүрэв, 3-р сарын 6');
    expect(formatWeekdayDate('2031-03-06', 'en')).toBe('Thursday 6 March');
    expect(formatWeekdayTime('2031-03-05T17:00:00Z', 'mn')).toBe('Пүрэв, 3-р сарын 6, 01:00');
  });

  it('names the month of a week once, or both if the week has two', () => {
    expect(formatSpan('2031-03-03', '2031-03-09', 'mn')).toBe('3-р сарын 3 – 9');
    expect(formatSpan('2031-03-03', '2031-03-09', 'en')).toBe('3 – 9 March');
    expect(formatSpan('2031-03-31', '2031-04-06', 'mn')).toBe('3-р сарын 31 – 4-р сарын 6');
    expect(formatSpan('2031-03-31', '2031-04-06', 'en')).toBe('31 March – 6 April');
  });
});

describe('formatClock', () => {
  it('counts minutes and seconds and never below zero', () => {
    expect([75, 60, 9.2, 0, -4].map(formatClock)).toEqual(['1:15', '1:00', '0:10', '0:00', '0:00']);
  });
});

describe('formatWait', () => {
  it('shows minutes for a long wait and seconds for a short one', () => {
    expect(formatWait(200, en.time)).toBe('4 minutes');
    expect(formatWait(90, en.time)).toBe('90 seconds');
    expect(formatWait(0, en.time)).toBe('1 second');
    expect(formatWait(30, mn.time)).toBe('30 секундын');
  });
});

describe('formatSize', () => {
  it('formats a size in short form', () => {
    expect([0, 3, 2048, 1_572_864, 2 ** 31].map((bytes) => formatSize(bytes))).toEqual([
      '0\u00a0kB',
      '1\u00a0kB',
      '2\u00a0kB',
      '1.5\u00a0MB',
      '2.0\u00a0GB',
    ]);
    expect(formatSize(2048, 'mn')).toBe('2\u00a0кБ');
  });
});

describe('formatAgo', () => {
  it.each([
    [30, 'just now', 'дөнгөж сая'],
    [60, '1 minute ago', '1 минутын өмнө'],
    [5 * 60 + 59, '5 minutes ago', '5 минутын өмнө'],
    [47 * 3600, '47 hours ago', '47 цагийн өмнө'],
    [48 * 3600, '2 days ago', '2 өдрийн өмнө'],
  ])('counts %i seconds in whole units', (seconds, en, mn) => {
    const nowMs = Date.parse('2031-03-05T12:00:00Z');
    const at = new Date(nowMs - seconds * 1000).toISOString();
    expect([formatAgo(at, nowMs, 'en'), formatAgo(at, nowMs, 'mn')]).toEqual([en, mn]);
  });
});
