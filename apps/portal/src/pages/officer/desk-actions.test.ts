import { describe, expect, it } from 'vitest';
import type { Case, CaseService, QueueItem } from '../../api/officer.ts';
import { offerActions } from './desk-actions.ts';

const me = 'me';
const now = Date.parse('2031-01-10T12:00:00Z');
const offer = (
  application: Partial<QueueItem>,
  feeBefore: CaseService['payment_required_before'] = 'none',
  leads = false,
  readOnly = false,
) =>
  offerActions(
    {
      application: { status: 'in_review', assigned_to: me, payment: 'none', ...application } as QueueItem,
      service: { payment_required_before: feeBefore } as CaseService,
      events: [],
      files: [],
      facts: [],
      holder: null,
      register: null,
      collection: null,
      handovers: [],
      signature: null,
      read_only: readOnly,
    } satisfies Case,
    { id: me, leads },
    now,
  );

describe('offerActions', () => {
  it('offers take, then decide, then deliver', () => {
    expect(offer({ status: 'registered', assigned_to: null }).primary).toBe('take');
    expect(offer({})).toEqual({
      primary: 'approve',
      others: ['ask', 'refuse', 'give', 'free'],
      reason: null,
    });
    expect(offer({ status: 'approved' }).primary).toBe('deliver');
    const nothing = { primary: null, others: [], reason: null };
    expect(offer({ status: 'completed' })).toEqual(nothing);
    expect(offer({ status: 'approved' }, 'none', true, true)).toEqual(nothing);
  });

  it('waits for the citizen or another officer, but still offers the decision', () => {
    expect(offer({ status: 'info_required' })).toMatchObject({ primary: null, reason: 'waiting' });
    expect(offer({ assigned_to: 'other' })).toEqual({
      primary: null,
      others: ['take', 'approve', 'ask', 'refuse'],
      reason: 'held',
    });
  });

  it('lets the giver, a leader and everybody after the lease move the case of another officer', () => {
    const held = { assigned_to: 'other', assigned_until: '2031-01-10T13:00:00Z' };
    const moves = (application: Partial<QueueItem>, leads = false) =>
      offer(application, 'none', leads).others.filter((action) => action === 'give' || action === 'free');
    expect(moves(held)).toEqual([]);
    expect(moves({ ...held, assigned_by: me })).toEqual(['give', 'free']);
    expect(moves(held, true)).toEqual(['give', 'free']);
    expect(moves({ ...held, assigned_until: '2031-01-10T11:59:00Z' })).toEqual(['give', 'free']);
    expect(moves({ status: 'registered', assigned_to: null })).toEqual(['give']);
  });

  it('does not offer actions that wait for a fee', () => {
    expect(offer({ payment: 'pending' }, 'review')).toMatchObject({
      primary: null,
      reason: 'fee_before_review',
    });
    expect(offer({ payment: 'pending' }, 'issue')).toEqual({
      primary: 'ask',
      others: ['refuse', 'give', 'free'],
      reason: 'fee_before_issue',
    });
    expect(offer({ payment: 'paid' }, 'issue').primary).toBe('approve');
  });
});
