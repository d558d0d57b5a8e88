/**
 * Single source of the application life cycle: actor, states, result and notification of each transition. The SQL
 * statements take their states from here, the tests try every pair that is not here, and
 * docs/generated/applications.md is generated from here.
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
  'reassigned',
  'released',
  'info_requested',
  'info_provided',
  'info_note',
  'info_withdrawn',
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
  | 'reassign'
  | 'release'
  | 'request_info'
  | 'provide_info'
  | 'withdraw_info'
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
  /** Empty for a new application. */
  readonly from: readonly Status[];
  /** `manual`: an officer decides; `auto`: fulfilled without an officer. */
  readonly lane: 'auto' | 'manual' | 'any';
  /** Selects between rows with the same action. */
  readonly when?:
    | 'free'
    | 'fee'
    | 'the register is away'
    | 'in review'
    | 'waits for the applicant'
    | 'issues a reference'
    | 'issues no reference';
  readonly to: Status;
  /** Allowed results; the first is the default, and an empty list keeps the result. */
  readonly results: readonly Result[];
  readonly event: EventType;
  /** Key of the applicant's notification in messages.ts. */
  readonly notifies?:
    | 'received'
    | 'fee_asked'
    | 'register_away'
    | 'fulfilled'
    | 'info_requested'
    | 'info_withdrawn'
    | 'granted'
    | 'refused'
    | 'delivered'
    | 'granted_tacitly'
    | 'expired'
    | 'expired_unpaid';
  /** `review`: blocked while a fee due before review is unpaid; `review or issue`: also while a fee due before issue is unpaid. */
  readonly waitsForFee?: 'review' | 'review or issue';
  /** Issues the certificate, where the service has one. */
  readonly issues?: true;
  /** Withdraws an unpaid fee. */
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
    notifies: 'fulfilled',
    issues: true,
    about: 'The certificate is issued in the same transaction',
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
    notifies: 'fee_asked',
    about: 'The fee is requested; nothing else is left to do',
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
    notifies: 'register_away',
    about: 'The state register did not answer; it is retried until it does',
  },
  {
    action: 'apply',
    actor: 'user',
    from: [],
    lane: 'manual',
    to: 'registered',
    results: [],
    event: 'created',
    notifies: 'received',
    about: 'The deadline is set; a fee, if any, is requested',
  },
  {
    action: 'fulfil',
    actor: 'system',
    from: ['submitted'],
    lane: 'auto',
    to: 'completed',
    results: ['processed'],
    event: 'auto_fulfilled',
    notifies: 'fulfilled',
    issues: true,
    about: 'The fee, if any, was paid and the state register answered: the certificate is issued',
  },
  {
    action: 'refuse',
    actor: 'system',
    from: ['submitted'],
    lane: 'auto',
    to: 'rejected',
    results: ['refused'],
    event: 'decided',
    notifies: 'refused',
    withdrawsFee: true,
    about: 'The state register contradicts the certificate',
  },
  {
    action: 'register',
    actor: 'system',
    from: ['submitted'],
    lane: 'manual',
    to: 'registered',
    results: [],
    event: 'created',
    about: 'Only rows from an earlier system',
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
    about: 'Taken on lease: unassigned, own, or an expired lease of another officer',
  },
  {
    action: 'reassign',
    actor: 'officer',
    from: ['submitted', 'registered', 'in_review'],
    lane: 'manual',
    when: 'in review',
    to: 'in_review',
    results: [],
    event: 'reassigned',
    waitsForFee: 'review',
    about:
      'Given to a colleague of the same authority, by the holder, the last giver or a leader, or from nobody',
  },
  {
    action: 'reassign',
    actor: 'officer',
    from: ['info_required'],
    lane: 'manual',
    when: 'waits for the applicant',
    to: 'info_required',
    results: [],
    event: 'reassigned',
    about: 'As above; the deadline stays suspended',
  },
  {
    action: 'release',
    actor: 'officer',
    from: ['in_review'],
    lane: 'manual',
    when: 'in review',
    to: 'in_review',
    results: [],
    event: 'released',
    about: 'Nobody holds the case from then on; by the holder, the last giver or a leader',
  },
  {
    action: 'release',
    actor: 'officer',
    from: ['info_required'],
    lane: 'manual',
    when: 'waits for the applicant',
    to: 'info_required',
    results: [],
    event: 'released',
    about: 'As above; the deadline stays suspended',
  },
  {
    action: 'request_info',
    actor: 'officer',
    from: ['registered', 'in_review'],
    lane: 'manual',
    to: 'info_required',
    results: [],
    event: 'info_requested',
    notifies: 'info_requested',
    waitsForFee: 'review',
    about: 'The deadline is suspended; the officer may set the day until which the applicant can answer',
  },
  {
    action: 'provide_info',
    actor: 'user',
    from: ['info_required'],
    lane: 'manual',
    to: 'in_review',
    results: [],
    event: 'info_provided',
    about: 'The deadline continues and moves by the time of the suspension',
  },
  {
    action: 'withdraw_info',
    actor: 'officer',
    from: ['info_required'],
    lane: 'manual',
    to: 'in_review',
    results: [],
    event: 'info_withdrawn',
    notifies: 'info_withdrawn',
    about: 'The question is no longer needed; the deadline continues as after an answer',
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
    notifies: 'granted',
    waitsForFee: 'review or issue',
    issues: true,
    about: 'The certificate is issued in the same transaction',
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
    notifies: 'granted',
    waitsForFee: 'review or issue',
    about: 'The output is still to be delivered',
  },
  {
    action: 'reject',
    actor: 'officer',
    from: undecided,
    lane: 'manual',
    to: 'rejected',
    results: ['refused', 'not_admissible'],
    event: 'decided',
    notifies: 'refused',
    waitsForFee: 'review',
    withdrawsFee: true,
    about: 'With a reason; an unpaid fee is withdrawn',
  },
  {
    action: 'complete',
    actor: 'officer',
    from: ['approved'],
    lane: 'manual',
    to: 'completed',
    results: [],
    event: 'delivered',
    notifies: 'delivered',
    about: 'The output was delivered',
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
    about: 'An unpaid fee is withdrawn',
  },
  {
    action: 'approve_tacitly',
    actor: 'system',
    from: ['registered', 'in_review'],
    lane: 'manual',
    to: 'completed',
    results: ['granted'],
    event: 'tacit_approved',
    notifies: 'granted_tacitly',
    waitsForFee: 'review or issue',
    issues: true,
    about: 'The deadline passed and the law grants by silence; the certificate is issued',
  },
  {
    action: 'expire',
    actor: 'system',
    from: ['info_required'],
    lane: 'manual',
    to: 'expired',
    results: ['not_admissible'],
    event: 'expired',
    notifies: 'expired',
    withdrawsFee: true,
    about:
      'The applicant did not answer by the day of the question, or for GOV_INFO_EXPIRY_DAYS; an unpaid fee is withdrawn',
  },
  {
    action: 'expire_unpaid',
    actor: 'system',
    from: ['submitted', 'registered'],
    lane: 'any',
    to: 'expired',
    results: ['not_admissible'],
    event: 'expired',
    notifies: 'expired_unpaid',
    withdrawsFee: true,
    about:
      'The application waited only for the fee (automatic, or due before review), which was not paid within GOV_FEE_EXPIRY_DAYS',
  },
];

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
