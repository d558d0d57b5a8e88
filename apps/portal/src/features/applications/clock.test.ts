import { describe, expect, it } from 'vitest';
import { countDays, readClock } from './clock.ts';

/** A Friday morning in Ulaanbaatar, while it is still Thursday in UTC. */
const friday = new Date('2031-03-07T07:00:00+08:00');
const later = (days: number) => new Date(Date.parse('2031-03-07T06:30:00+08:00') + days * 86_400_000);
const base = {
  status: 'in_review',
  due_at: later(4).toISOString(),
  suspended: false,
  suspended_at: null,
  sla_breached: false,
  payment: 'none',
  updated_at: null,
} as const;

describe('countDays', () => {
  it('counts calendar days in the platform’s time zone, without the current day', () => {
    expect([0, 1, 3, 7].map((days) => countDays(friday, later(days)))).toEqual([0, 1, 3, 7]);
    expect(countDays(later(3), friday)).toBe(0);
  });
});

describe('readClock', () => {
  it('counts towards the due day', () => {
    expect(readClock(base, friday)).toEqual({ kind: 'running', due: base.due_at, days: 4 });
  });

  it('pauses while the applicant is asked for more', () => {
    const since = friday.toISOString();
    expect(
      readClock({ ...base, status: 'info_required', suspended: true, suspended_at: since }, later(30)),
    ).toEqual({ kind: 'stopped', since });
  });

  it('reports a delay by its own count or by the server’s', () => {
    expect(readClock(base, later(5)).kind).toBe('late');
    expect(readClock({ ...base, sla_breached: true }, friday).kind).toBe('late');
  });

  it('does not run before the fee is paid or after the end', () => {
    expect(readClock({ ...base, due_at: null, payment: 'pending' }, friday).kind).toBe('waits_for_payment');
    expect(readClock({ ...base, status: 'completed' }, later(30)).kind).toBe('none');
  });
});
