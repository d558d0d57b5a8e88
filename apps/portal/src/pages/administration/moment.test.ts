import { describe, expect, it } from 'vitest';
import { formatMoment, readDayEdge } from './moment.tsx';

describe('moments', () => {
  it('shows a moment to the second, and nothing for what is no moment', () => {
    expect(formatMoment(new Date(2026, 0, 2, 3, 4, 5).toISOString())).toBe('2026-01-02 03:04:05');
    expect(formatMoment('yesterday')).toBe('');
  });

  it('a day runs from its first to its last moment', () => {
    const start = Date.parse(readDayEdge('2026-01-02', 'start') ?? '');
    const end = Date.parse(readDayEdge('2026-01-02', 'end') ?? '');
    expect(end - start).toBe(24 * 60 * 60_000 - 1);
  });

  it('half a date filters nothing', () => {
    for (const day of [null, '', '2026', '2026-1-2', '2026-99-99'])
      expect(readDayEdge(day, 'start')).toBeUndefined();
  });
});
