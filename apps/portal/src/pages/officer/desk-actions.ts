import type { Case } from '../../api/officer.ts';
import { isOpen } from '../../features/applications/clock.ts';

export type DeskAction = 'take' | 'ask' | 'approve' | 'refuse' | 'deliver';

export interface Offer {
  /** The one next action; none while another person has to act. */
  primary: DeskAction | null;
  others: DeskAction[];
  /** The reason why an expected action is missing. */
  reason: 'fee_before_review' | 'fee_before_issue' | 'waiting' | 'held' | null;
}

/**
 * The actions of an officer on a case in its current state. It only avoids a refused click: the server's state table
 * decides.
 */
export function offerActions({ application, service }: Case, officerId: string): Offer {
  const nothing: Offer = { primary: null, others: [], reason: null };
  const isUnpaid = application.payment === 'pending';
  const feeBefore = service?.payment_required_before ?? 'none';
  if (application.status === 'approved') return { ...nothing, primary: 'deliver' };
  if (!isOpen(application)) return nothing;
  if (isUnpaid && feeBefore === 'review') return { ...nothing, reason: 'fee_before_review' };
  const waitsForFee = isUnpaid && feeBefore === 'issue';
  const approve: DeskAction[] = waitsForFee ? [] : ['approve'];
  if (application.status === 'info_required')
    return { primary: null, others: [...approve, 'refuse'], reason: 'waiting' };
  if (application.assigned_to === null) return { ...nothing, primary: 'take' };
  if (application.assigned_to !== officerId)
    return { primary: null, others: ['take', ...approve, 'ask', 'refuse'], reason: 'held' };
  if (waitsForFee) return { primary: 'ask', others: ['refuse'], reason: 'fee_before_issue' };
  return { primary: 'approve', others: ['ask', 'refuse'], reason: null };
}
