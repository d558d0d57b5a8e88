import { describe, expect, it } from 'vitest';
import { clockAt, dayAt, readDayEdge, weekdayOf } from './time.ts';

describe('the platform’s time zone', () => {
  it('is Ulaanbaatar’s and not the reader’s', () => {
    expect(dayAt(new Date('2031-03-05T17:00:00Z'))).toBe('2031-03-06');
    expect(clockAt('2031-03-05T01:30:00Z')).toBe('09:30');
    expect(weekdayOf('2031-03-06')).toBe(4);
  });

  it('decides when a day starts and ends', () => {
    expect(readDayEdge('2026-01-02', 'start')).toBe('2026-01-01T16:00:00.000Z');
    expect(readDayEdge('2026-01-02', 'end')).toBe('2026-01-02T15:59:59.999Z');
  });

  it('ignores an incomplete date', () => {
    for (const day of [null, '', '2026', '2026-1-2', '2026-99-99', '2026-02-30'])
      expect(readDayEdge(day, 'start')).toBeUndefined();
  });
});
