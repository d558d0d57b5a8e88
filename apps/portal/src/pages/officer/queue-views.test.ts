import { describe, expect, it } from 'vitest';
import type { QueueItem } from '../../api/officer.ts';
import { hasMore, pickItems, readViewKey, VIEWS } from './queue-views.ts';

const now = Date.parse('2031-01-10T12:00:00Z');
const item = (name: string, dueAt: string | null, extra: Partial<QueueItem> = {}): QueueItem => ({
  id: name,
  service_code: 'MN-1',
  service_name: 'Үнэмлэх',
  reference_no: `APP-${name}`,
  status: 'registered',
  result: '',
  note: '',
  payload: {},
  evidence: [],
  decision_note: '',
  due_at: dueAt,
  sla_breached: false,
  suspended: false,
  suspended_at: null,
  assigned: false,
  tacit: false,
  output_ref_id: null,
  decided_at: null,
  submitted_at: '2031-01-01T00:00:00Z',
  payment: 'none',
  assigned_to: null,
  assigned_at: null,
  applicant: { full_name: name, civil_id: null },
  ...extra,
});
const queue = [
  item('Өлзий', '2031-01-10T11:00:00Z'),
  item('Болд', '2031-01-10T20:00:00Z'),
  item('Сараа', '2031-01-10T21:00:00Z', { suspended: true }),
  item('Дорж', '2031-01-20T00:00:00Z'),
];

describe('the named views', () => {
  it('due soon holds what ends within a day: not the overdue, not the stopped', () => {
    expect(pickItems(VIEWS.due_soon, queue, '', now).map(({ id }) => id)).toEqual(['Болд']);
    expect(hasMore(VIEWS.due_soon, { items: queue, next: 'x' }, now)).toBe(false);
    expect(hasMore(VIEWS.due_soon, { items: queue.slice(0, 2), next: 'x' }, now)).toBe(true);
    expect(hasMore(VIEWS.open, { items: queue, next: 'x' }, now)).toBe(true);
    expect(hasMore(VIEWS.open, { items: queue }, now)).toBe(false);
  });

  it('a search finds names in either case and numbers', () => {
    expect(pickItems(VIEWS.open, queue, ' ӨЛ', now)).toHaveLength(1);
    expect(pickItems(VIEWS.open, queue, 'app-дорж', now)).toHaveLength(1);
    expect(pickItems(VIEWS.open, queue, 'үнэмлэх', now)).toHaveLength(4);
  });

  it('an unknown view is all that is open', () => {
    expect(readViewKey('mine')).toBe('mine');
    expect(readViewKey('constructor')).toBe('open');
  });
});
