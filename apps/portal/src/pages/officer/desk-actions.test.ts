import { describe, expect, it } from 'vitest';
import type { Case, CaseService, QueueItem } from '../../api/officer.ts';
import { offerActions } from './desk-actions.ts';

const me = 'me';
const offer = (application: Partial<QueueItem>, feeBefore: CaseService['payment_required_before'] = 'none') =>
  offerActions(
    {
      application: { status: 'in_review', assigned_to: me, payment: 'none', ...application } as QueueItem,
      service: { payment_required_before: feeBefore } as CaseService,
      events: [],
      files: [],
      facts: [],
      holder: null,
      handovers: [],
      signature: null,
    } satisfies Case,
    me,
  );

describe('offerActions', () => {
  it('offers take, then decide, then deliver', () => {
    expect(offer({ status: 'registered', assigned_to: null }).primary).toBe('take');
    expect(offer({})).toEqual({ primary: 'approve', others: ['ask', 'refuse'], reason: null });
    expect(offer({ status: 'approved' }).primary).toBe('deliver');
    expect(offer({ status: 'completed' })).toEqual({ primary: null, others: [], reason: null });
  });

  it('waits for the citizen or another officer, but still offers the decision', () => {
    expect(offer({ status: 'info_required' })).toMatchObject({ primary: null, reason: 'waiting' });
    expect(offer({ assigned_to: 'other' })).toEqual({
      primary: null,
      others: ['take', 'approve', 'ask', 'refuse'],
      reason: 'held',
    });
  });

  it('does not offer actions that wait for a fee', () => {
    expect(offer({ payment: 'pending' }, 'review')).toMatchObject({
      primary: null,
      reason: 'fee_before_review',
    });
    expect(offer({ payment: 'pending' }, 'issue')).toEqual({
      primary: 'ask',
      others: ['refuse'],
      reason: 'fee_before_issue',
    });
    expect(offer({ payment: 'paid' }, 'issue').primary).toBe('approve');
  });
});
