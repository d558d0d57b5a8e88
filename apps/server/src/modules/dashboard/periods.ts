import { localDay } from '../../kernel/local-day.ts';

export const periodNames = ['today', '7d', '30d', '12m'] as const;
export type PeriodName = (typeof periodNames)[number];

export interface Period {
  step: 'day' | 'month';
  /** The first day of each point of a chart, the oldest first. */
  points: string[];
  /** Points of the period itself, and of the equally long one before it. */
  current: string[];
  before: string[];
}

const dayMs = 24 * 3_600_000;
const write = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Days, or months for a year, of the platform's calendar; the last one is not over. */
export function periodOf(name: PeriodName, now: Date): Period {
  const today = Date.parse(`${localDay(now)}T00:00:00Z`);
  const days = (count: number, ago = 0) =>
    Array.from({ length: count }, (_, at) => write(today - (ago + count - 1 - at) * dayMs));
  // One day is no chart, so today is shown after the six days before it.
  if (name === 'today') return { step: 'day', points: days(7), current: days(1), before: days(1, 1) };
  if (name !== '12m') {
    const count = name === '7d' ? 7 : 30;
    const points = days(count);
    return { step: 'day', points, current: points, before: days(count, count) };
  }
  const date = new Date(today);
  const months = (ago: number) =>
    Array.from({ length: 12 }, (_, at) =>
      write(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - ago - 11 + at, 1)),
    );
  const points = months(0);
  return { step: 'month', points, current: points, before: months(12) };
}
