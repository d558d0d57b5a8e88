/**
 * The life of an application, once: who may move it from where to where, what becomes of it, and what is told. The
 * statements take their states from here, the tests try every pair that is not here, and docs/generated/applications.md
 * is drawn from here.
 */

export const statuses = [
  'submitted',
  'registered',
  'in_review',
  'info_required',
  'approved',
  'rejected',
  'completed',
  'cancelled',
  'expired',
] as const;
export type Status = (typeof statuses)[number];

export const results = ['', 'granted', 'refused', 'withdrawn', 'not_admissible', 'processed'] as const;
export type Result = (typeof results)[number];

export const eventTypes = [
  'created',
  'auto_fulfilled',
  'assigned',
  'info_requested',
  'info_provided',
  'info_note',
  'decided',
  'delivered',
  'cancelled',
  'sla_breached',
  'tacit_approved',
  'expired',
] as const;
export type EventType = (typeof eventTypes)[number];

export const openStatuses: readonly Status[] = ['submitted', 'registered', 'in_review', 'info_required'];

export type Action =
  | 'apply'
  | 'fulfil'
  | 'refuse'
  | 'register'
  | 'assign'
  | 'request_info'
  | 'provide_info'
  | 'approve'
  | 'reject'
  | 'complete'
  | 'cancel'
  | 'approve_tacitly'
  | 'expire'
  | 'expire_unpaid';

export interface Transition {
  readonly action: Action;
  readonly actor: 'user' | 'officer' | 'system';
  /** Empty for an application that is only being made. */
  readonly from: readonly Status[];
  /** Applications that an officer decides on, or that are fulfilled by themselves. */
  readonly lane: 'auto' | 'manual' | 'any';
  /** Which of several rows with the same action holds. */
  readonly when?: 'free' | 'fee' | 'the register is away' | 'issues a reference' | 'issues no reference';
  readonly to: Status;
  /** What the actor may choose from; the first is the default, none leaves the result as it was. */
  readonly results: readonly Result[];
  readonly event: EventType;
  /** The name of the message to the applicant, in messages.ts. */
  readonly tells?:
    | 'received'
    | 'fee_asked'
    | 'register_away'
    | 'fulfilled'
    | 'info_requested'
    | 'granted'
    | 'refused'
    | 'delivered'
    | 'granted_tacitly'
    | 'expired'
    | 'expired_unpaid';
  /** What must have been paid for before: both lanes of waiting, or only what hands something out. */
  readonly waitsForFee?: 'review' | 'review or issue';
  /** Where the service's output is a reference, this is what issues it. */
  readonly issues?: true;
  /** A fee that was not paid yet is no longer asked for. */
  readonly withdrawsFee?: true;
  readonly about: string;
}

const undecided: readonly Status[] = ['registered', 'in_review', 'info_required'];

export const transitions: readonly Transition[] = [
  {
    action: 'apply',
    actor: 'user',
    from: [],
    lane: 'auto',
    when: 'free',
    to: 'completed',
    results: ['processed'],
    event: 'auto_fulfilled',
    tells: 'fulfilled',
    issues: true,
    about: 'The reference is issued in the same transaction',
  },
  {
    action: 'apply',
    actor: 'user',
    from: [],
    lane: 'auto',
    when: 'fee',
    to: 'submitted',
    results: [],
    event: 'created',
    tells: 'fee_asked',
    about: 'A payment is asked for; nothing else is left to do',
  },
  {
    action: 'apply',
    actor: 'user',
    from: [],
    lane: 'auto',
    when: 'the register is away',
    to: 'submitted',
    results: [],
    event: 'created',
    tells: 'register_away',
    about:
      'The state register whose entry is to be certified did not answer; it is asked again until it does',
  },
  {
    action: 'apply',
    actor: 'user',
    from: [],
    lane: 'manual',
    to: 'registered',
    results: [],
    event: 'created',
    tells: 'received',
    about: 'The deadline is stamped; with a fee a payment is asked for',
  },
  {
    action: 'fulfil',
    actor: 'system',
    from: ['submitted'],
    lane: 'auto',
    to: 'completed',
    results: ['processed'],
    event: 'auto_fulfilled',
    tells: 'fulfilled',
    issues: true,
    about: 'The fee, if any, was paid and the state register answered: the reference is issued',
  },
  {
    action: 'refuse',
    actor: 'system',
    from: ['submitted'],
    lane: 'auto',
    to: 'rejected',
    results: ['refused'],
    event: 'decided',
    tells: 'refused',
    withdrawsFee: true,
    about: 'The state register answered that what the certificate would say is not so',
  },
  {
    action: 'register',
    actor: 'system',
    from: ['submitted'],
    lane: 'manual',
    to: 'registered',
    results: [],
    event: 'created',
    about: 'Only rows that an earlier system left behind',
  },
  {
    action: 'assign',
    actor: 'officer',
    from: ['submitted', 'registered', 'in_review'],
    lane: 'manual',
    to: 'in_review',
    results: [],
    event: 'assigned',
    waitsForFee: 'review',
    about: 'Taken on lease: unassigned, own, or left by another for too long',
  },
  {
    action: 'request_info',
    actor: 'officer',
    from: ['registered', 'in_review'],
    lane: 'manual',
    to: 'info_required',
    results: [],
    event: 'info_requested',
    tells: 'info_requested',
    waitsForFee: 'review',
    about: 'The clock stops',
  },
  {
    action: 'provide_info',
    actor: 'user',
    from: ['info_required'],
    lane: 'manual',
    to: 'in_review',
    results: [],
    event: 'info_provided',
    about: 'The clock goes on: the deadline moves by the time it stood still',
  },
  {
    action: 'approve',
    actor: 'officer',
    from: undecided,
    lane: 'manual',
    when: 'issues a reference',
    to: 'completed',
    results: ['granted', 'processed'],
    event: 'decided',
    tells: 'granted',
    waitsForFee: 'review or issue',
    issues: true,
    about: 'The reference is issued in the same transaction',
  },
  {
    action: 'approve',
    actor: 'officer',
    from: undecided,
    lane: 'manual',
    when: 'issues no reference',
    to: 'approved',
    results: ['granted', 'processed'],
    event: 'decided',
    tells: 'granted',
    waitsForFee: 'review or issue',
    about: 'Something is still to be handed over',
  },
  {
    action: 'reject',
    actor: 'officer',
    from: undecided,
    lane: 'manual',
    to: 'rejected',
    results: ['refused', 'not_admissible'],
    event: 'decided',
    tells: 'refused',
    waitsForFee: 'review',
    withdrawsFee: true,
    about: 'With a reason; an unpaid fee is no longer asked for',
  },
  {
    action: 'complete',
    actor: 'officer',
    from: ['approved'],
    lane: 'manual',
    to: 'completed',
    results: [],
    event: 'delivered',
    tells: 'delivered',
    about: 'What was granted was handed over',
  },
  {
    action: 'cancel',
    actor: 'user',
    from: openStatuses,
    lane: 'any',
    to: 'cancelled',
    results: ['withdrawn'],
    event: 'cancelled',
    withdrawsFee: true,
    about: 'An unpaid fee is no longer asked for',
  },
  {
    action: 'approve_tacitly',
    actor: 'system',
    from: ['registered', 'in_review'],
    lane: 'manual',
    to: 'completed',
    results: ['granted'],
    event: 'tacit_approved',
    tells: 'granted_tacitly',
    waitsForFee: 'review or issue',
    issues: true,
    about: 'The deadline passed and the law says that silence grants; the reference is issued',
  },
  {
    action: 'expire',
    actor: 'system',
    from: ['info_required'],
    lane: 'manual',
    to: 'expired',
    results: ['not_admissible'],
    event: 'expired',
    tells: 'expired',
    withdrawsFee: true,
    about: 'Nobody answered for GOV_INFO_EXPIRY_DAYS; an unpaid fee is no longer asked for',
  },
  {
    action: 'expire_unpaid',
    actor: 'system',
    from: ['submitted', 'registered'],
    lane: 'any',
    to: 'expired',
    results: ['not_admissible'],
    event: 'expired',
    tells: 'expired_unpaid',
    withdrawsFee: true,
    about:
      'Nothing but the fee was waited for (fulfilled by itself, or due before review), and it did not come within GOV_FEE_EXPIRY_DAYS',
  },
];

/** The one row of the table that holds. */
export function findTransition(
  action: Action,
  when?: Transition['when'],
  lane?: 'auto' | 'manual',
): Transition {
  const found = transitions.find(
    (row) =>
      row.action === action &&
      (row.when === undefined || row.when === when) &&
      (lane === undefined || row.lane === 'any' || row.lane === lane),
  );
  if (found === undefined) throw new Error(`no transition ${action} ${when ?? ''}`);
  return found;
}
