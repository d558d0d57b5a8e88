import type { Case } from '../../api/officer.ts';
import { isOpen } from '../../features/applications/clock.ts';

export type DeskAction = 'take' | 'ask' | 'unask' | 'approve' | 'refuse' | 'deliver' | 'give' | 'free';

export interface DeskOfficer {
  id: string;
  /** May move cases of colleagues. */
  leads: boolean;
}

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
export function offerActions(
  { application, service, read_only }: Case,
  officer: DeskOfficer,
  nowMs: number,
): Offer {
  const nothing: Offer = { primary: null, others: [], reason: null };
  if (read_only) return nothing;
  const isUnpaid = application.payment === 'pending';
  const feeBefore = service?.payment_required_before ?? 'none';
  if (application.status === 'approved') return { ...nothing, primary: 'deliver' };
  if (!isOpen(application)) return nothing;
  if (isUnpaid && feeBefore === 'review') return { ...nothing, reason: 'fee_before_review' };
  const waitsForFee = isUnpaid && feeBefore === 'issue';
  const approve: DeskAction[] = waitsForFee ? [] : ['approve'];
  const moves = offerMoves(application, officer, nowMs);
  if (application.status === 'info_required')
    return { primary: null, others: ['unask', ...approve, 'refuse', ...moves], reason: 'waiting' };
  if (application.assigned_to === null) return { ...nothing, primary: 'take', others: moves };
  if (application.assigned_to !== officer.id)
    return { primary: null, others: ['take', ...approve, 'ask', 'refuse', ...moves], reason: 'held' };
  if (waitsForFee) return { primary: 'ask', others: ['refuse', ...moves], reason: 'fee_before_issue' };
  return { primary: 'approve', others: ['ask', 'refuse', ...moves], reason: null };
}

/** A held case is moved by its holder, its giver and leaders, and by everybody once the lease has expired. */
function offerMoves(
  { assigned_to, assigned_by, assigned_until }: Case['application'],
  { id, leads }: DeskOfficer,
  nowMs: number,
): DeskAction[] {
  if (assigned_to === null) return ['give'];
  const isOver = assigned_until !== null && Date.parse(assigned_until) < nowMs;
  return leads || isOver || [assigned_to, assigned_by].includes(id) ? ['give', 'free'] : [];
}
