import { describe, expect, it } from 'vitest';
import { readClock } from '../applications/clock.ts';
import { readDue } from './due.ts';

const now = Date.parse('2031-01-10T12:00:00Z');
const item = (extra: object = {}) => ({
  status: 'in_review' as const,
  due_at: '2031-01-10T15:59:00Z',
  suspended: false,
  ...extra,
});

describe('readDue', () => {
  it('rounds the remaining time down and marks a near deadline', () => {
    expect(readDue(item(), now)).toEqual({ kind: 'left', count: 3, unit: 'hours', isSoon: true });
    // Friday noon: the weekend counts, as in the promised time.
    expect(readDue(item({ due_at: '2031-01-14T12:00:00Z' }), now)).toEqual({
      kind: 'left',
      count: 4,
      unit: 'days',
      isSoon: false,
    });
  });

  it('counts days like the applicant’s page', () => {
    for (const due_at of ['2031-01-13T09:00:00Z', '2031-01-17T23:00:00Z', '2031-02-03T00:30:00Z']) {
      const clock = readClock(
        { ...item({ due_at }), suspended_at: null, sla_breached: false, payment: 'none', updated_at: null },
        new Date(now),
      );
      expect(readDue(item({ due_at }), now)).toMatchObject({
        unit: 'days',
        count: clock.kind === 'running' ? clock.days : -1,
      });
    }
  });

  it('shows the length of the delay', () => {
    expect(readDue(item({ due_at: '2031-01-10T11:20:00Z' }), now)).toMatchObject({
      kind: 'over',
      count: 40,
      unit: 'minutes',
    });
  });

  it('has no deadline while the clock is paused, after the decision, or without one', () => {
    expect(readDue(item({ suspended: true }), now).kind).toBe('stopped');
    expect(readDue(item({ status: 'approved' }), now).kind).toBe('closed');
    expect(readDue(item({ due_at: null }), now).kind).toBe('none');
  });
});
