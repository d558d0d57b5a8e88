import { describe, expect, it } from 'vitest';
import { readDue } from './due.ts';

const now = Date.parse('2031-01-10T12:00:00Z');
const item = (extra: object = {}) => ({
  status: 'in_review' as const,
  due_at: '2031-01-10T15:59:00Z',
  suspended: false,
  ...extra,
});

describe('readDue', () => {
  it('rounds down what is left and tells what is near', () => {
    expect(readDue(item(), now)).toEqual({ kind: 'left', count: 3, unit: 'hours', isSoon: true });
    expect(readDue(item({ due_at: '2031-01-14T12:00:00Z' }), now)).toEqual({
      kind: 'left',
      count: 4,
      unit: 'days',
      isSoon: false,
    });
  });

  it('says by how much it is over', () => {
    expect(readDue(item({ due_at: '2031-01-10T11:20:00Z' }), now)).toMatchObject({
      kind: 'over',
      count: 40,
      unit: 'minutes',
    });
  });

  it('has no deadline while the clock stands still, after the decision, or where there is none', () => {
    expect(readDue(item({ suspended: true }), now).kind).toBe('stopped');
    expect(readDue(item({ status: 'approved' }), now).kind).toBe('closed');
    expect(readDue(item({ due_at: null }), now).kind).toBe('none');
  });
});
