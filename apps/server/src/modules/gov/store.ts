import type { Reader, Tx } from '../../kernel/db/database.ts';
import { raw, type Statement } from '../../kernel/db/query.ts';
import type { Text } from '../../kernel/http/language.ts';
import { type FoundPage, findPage, type PageRequest } from '../../kernel/http/time-cursor.ts';
import type { Change } from './payload.ts';
import type { Action, EventType, Result, Status, Transition } from './state-machine.ts';

export interface Applicant {
  full_name: string;
  full_name_en: string;
  civil_id: string | null;
}

export interface Evidence {
  name: string;
  reference?: string;
  provided_at: string;
}

export interface ApplicationRow {
  id: string;
  seq: number;
  user_id: string;
  service_id: string | null;
  service_code: string;
  service_name: Text;
  /** The authority that decides, by name. */
  agency: string;
  reference_no: string;
  status: Status;
  result: Result;
  note: string;
  payload: Record<string, unknown>;
  evidence: Evidence[];
  decision_note: string;
  applicant: Applicant;
  fulfilment: 'auto' | 'manual';
  fee: number;
  payment_before: 'review' | 'issue' | 'none';
  output_ref_type: string;
  due_at: string | null;
  /** Until when it waits for the fee, where nothing else can move it on. */
  fee_due_at: string | null;
  sla_breached: boolean;
  suspended_at: string | null;
  assigned_to: string | null;
  assigned_at: string | null;
  decided_by: string | null;
  decided_at: string | null;
  tacit: boolean;
  output_ref_id: string | null;
  submitted_at: string;
  answered_at: string | null;
  updated_at: string | null;
  payment: 'none' | 'pending' | 'paid' | 'cancelled';
}

/** A row that was just made or moved: its owner is told, by letter too where they want that. */
export type ChangedRow = ApplicationRow & { wants_letters: boolean };
/** `draft_id` is the draft that ended with it, whose papers are still to be taken over. */
export type OpenedRow = ChangedRow & { draft_id: string | null };

/** Whether the fee was paid is asked of the one function that tells it, since payments are nobody else's to read. */
const payment = `case when fee > 0 then fee_state(id) else 'none' end`;
/** What an applicant wrote themselves. */
const writing = { note: 'note', payload: 'payload', evidence: 'evidence' };
const columnsOf = (
  own: typeof writing,
  paid: string,
) => `id, seq, user_id, service_id, service_code, service_name,
  agency, reference_no, status, result, ${own.note} as note, ${own.payload} as payload, ${own.evidence} as evidence, decision_note,
  applicant, fulfilment, fee, payment_before, output_ref_type, due_at, fee_due_at, sla_breached, suspended_at, assigned_to,
  assigned_at, decided_by, decided_at, tacit, output_ref_id, submitted_at, answered_at, updated_at, ${paid} as payment`;
export const applicationColumns = columnsOf(writing, payment);
/** For lists that do not show what was written: fifty long answers take longer to read than the page. */
export const listedColumns = columnsOf(
  { note: `''`, payload: `'{}'::jsonb`, evidence: `'[]'::jsonb` },
  payment,
);

/** A statement whose parameters are named in its text as `$name`; each is sent once, however often it is used. */
function named<Row>(name: string, text: string): (values: Record<string, unknown>) => Statement<Row> {
  const names: string[] = [];
  const numbered = text.replace(/\$([a-z_]+)/g, (_, word: string) => {
    if (!names.includes(word)) names.push(word);
    return `$${names.indexOf(word) + 1}`;
  });
  return (values) =>
    raw(
      numbered,
      names.map((word) => values[word]),
      name,
    );
}

export interface NewApplication {
  id: string;
  serviceId: string;
  serviceVersion: number;
  referenceNo: string;
  status: Status;
  result: Result;
  event: EventType;
  note: string;
  payload: string;
  fulfilment: 'auto' | 'manual';
  feeDueAt: Date;
  now: Date;
}

/**
 * The application, its first event and the end of its draft in one round trip. The person's name is copied here,
 * because whoever decides may not look it up. Nothing is made when the service is no longer what was read before.
 */
const insert = named<OpenedRow>(
  'gov.applications.insert',
  `with made as (
     insert into gov_applications (id, user_id, service_id, service_code, service_name, agency, reference_no, status,
       result, note, payload, applicant, fulfilment, fee, payment_before, output_ref_type, sla_hours, tacit_allowed, due_at,
       fee_due_at, decided_at, submitted_at)
     select $id, u.id, s.id, s.code,
       jsonb_build_object('mn', s.name, 'en', coalesce(nullif(s.name_en, ''), s.name)),
       s.agency, $reference_no, $status::text, $result, $note, $payload::jsonb,
       jsonb_build_object('full_name', concat_ws(' ', nullif(u.last_name, ''), nullif(u.first_name, '')),
         'full_name_en', concat_ws(' ', nullif(u.last_name_en, ''), nullif(u.first_name_en, '')),
         'civil_id', u.civil_id),
       $fulfilment::text, s.fee, case when s.fee > 0 then s.payment_required_before else 'none' end,
       s.output_ref_type, s.sla_hours, s.tacit_approval,
       case when $fulfilment = 'manual' and s.sla_hours > 0 and (s.fee = 0 or s.payment_required_before <> 'review')
         then $now::timestamptz + make_interval(hours => s.sla_hours) end,
       case when s.fee > 0 and ($fulfilment = 'auto' or s.payment_required_before = 'review')
         then $fee_due_at::timestamptz end,
       case when $status = 'completed' then $now::timestamptz end, $now::timestamptz
     from gov_services s, users u
     where s.id = $service_id and s.version = $version and s.enabled and s.lifecycle = 'active'
       and u.id = app_user_id()
     on conflict (reference_no) do nothing
     returning *
   ), noted as (
     insert into gov_application_events (application_id, user_id, actor_role, actor_id, to_status, type, created_at)
     select id, user_id, 'user', user_id, status, $event, submitted_at from made
   ), resumed as (
     delete from gov_drafts d using made where d.user_id = made.user_id and d.service_id = made.service_id
     returning d.id
   )
   select ${columnsOf(writing, "'none'::text")},
     wants_letters(user_id) as wants_letters, (select id from resumed) as draft_id
   from made`,
);
export const insertApplication = (tx: Tx, row: NewApplication): Promise<OpenedRow | undefined> =>
  tx.first(
    insert({
      id: row.id,
      service_id: row.serviceId,
      version: row.serviceVersion,
      reference_no: row.referenceNo,
      status: row.status,
      result: row.result,
      event: row.event,
      note: row.note,
      payload: row.payload,
      fulfilment: row.fulfilment,
      fee_due_at: row.feeDueAt,
      now: row.now,
    }),
  );

const byId = named<ApplicationRow>(
  'gov.applications.by_id',
  `select ${applicationColumns} from gov_applications where id = $id`,
);
/** Anybody's that the caller's role lets them see; the owner's rows ask for their own. */
export const findApplication = (db: Reader | Tx, id: string): Promise<ApplicationRow | undefined> =>
  db.first(byId({ id }));

const own = named<ApplicationRow>(
  'gov.applications.own',
  `select ${applicationColumns} from gov_applications where id = $id and user_id = $user`,
);
export const findOwnApplication = (
  db: Reader | Tx,
  id: string,
  userId: string,
): Promise<ApplicationRow | undefined> => db.first(own({ id, user: userId }));

const ofPerson = named<ApplicationRow>(
  'gov.applications.of_person',
  `select ${applicationColumns} from gov_applications
   where user_id = $user and ($status::text is null or status = $status)
     and ($at::timestamptz is null or (submitted_at, seq) < ($at, $seq::bigint))
   order by submitted_at desc, seq desc limit $limit`,
);
const pageOfPerson = (
  userId: string,
  status: Status | null,
  { limit, before }: PageRequest,
): Statement<ApplicationRow> =>
  ofPerson({
    user: userId,
    status,
    at: before?.at ?? null,
    seq: before?.id ?? null,
    limit: limit + 1,
  });
export const listOwn = (
  db: Reader,
  userId: string,
  filter: PageRequest & { status: Status | null },
): Promise<FoundPage<ApplicationRow>> =>
  findPage(db, filter, (page) => pageOfPerson(userId, filter.status, page));
export const listRecent = (db: Reader, userId: string, most: number): Promise<ApplicationRow[]> =>
  db.run(pageOfPerson(userId, null, { limit: most - 1, before: undefined }));

export interface EventRow {
  id: string;
  actor_role: 'user' | 'officer' | 'system';
  from_status: string;
  to_status: string;
  type: EventType;
  detail: string;
  changes: Change[];
  created_at: string;
}
const timeline = named<EventRow>(
  'gov.applications.timeline',
  `select id, actor_role, from_status, to_status, type, detail, changes, created_at
   from gov_application_events where application_id = $id order by seq limit 1000`,
);
export const listEvents = (db: Reader | Tx, id: string): Promise<EventRow[]> => db.run(timeline({ id }));

export interface Move {
  transition: Transition;
  id: string;
  actorId: string | null;
  detail: string;
  result: Result | undefined;
  now: Date;
  /** Of `assign`: leases begun before this have run out. */
  leaseFrom?: Date;
  /** Of `provide_info`: what the answers were merged into must not have changed meanwhile. */
  answers?: { payload: string; evidence: string; changes: string; seenAt: string | null };
  /** Of the clock's own moves: deadlines, or the silence of an applicant, before this. */
  before?: Date;
}

export type MovedRow = ChangedRow & { from_status: Status; held_by: string | null };

const decided = 'result = $result, decided_at = $now, suspended_at = null';
/** What each action writes beside the new state. */
const writes: Record<Exclude<Action, 'apply'>, string> = {
  fulfil: decided,
  refuse: `${decided}, decision_note = $detail`,
  register: '',
  assign: 'assigned_to = $actor_id, assigned_at = $now',
  request_info: 'suspended_at = $now, decision_note = $detail, answered_at = null',
  provide_info: `due_at = a.due_at + ($now - a.suspended_at), suspended_at = null, answered_at = $now, payload = $payload::jsonb,
    evidence = a.evidence || $evidence::jsonb`,
  approve: `${decided}, decided_by = $actor_id, decision_note = $detail`,
  reject: `${decided}, decided_by = $actor_id, decision_note = $detail`,
  complete: '',
  cancel: 'result = $result, suspended_at = null',
  approve_tacitly: `${decided}, tacit = true`,
  expire: decided,
  expire_unpaid: decided,
};
/** What must hold beside the states of the table. */
const conditions: Partial<Record<Action, string>> = {
  fulfil: `(a.fee = 0 or fee_state(a.id) = 'paid')`,
  // An application that is paid and only waits to be issued cannot be cancelled.
  cancel: `not (a.fulfilment = 'auto' and a.fee > 0 and fee_state(a.id) = 'paid')`,
  assign: '(a.assigned_to is null or a.assigned_to = $actor_id or a.assigned_at < $lease_from)',
  provide_info: 'a.updated_at is not distinct from $seen_at::timestamptz',
  approve_tacitly: 'a.tacit_allowed and a.suspended_at is null and a.due_at < $before',
  expire: 'a.suspended_at < $before',
  // Its fee was taken back a moment ago, unless the money came first.
  expire_unpaid: `a.fee_due_at < $before and fee_state(a.id) <> 'paid'`,
};
const feeConditions = {
  review: `(a.payment_before <> 'review' or fee_state(a.id) = 'paid')`,
  'review or issue': `(a.payment_before = 'none' or fee_state(a.id) = 'paid')`,
};

const statements = new Map<string, (values: Record<string, unknown>) => Statement<MovedRow>>();

function statementOf(transition: Transition) {
  const action = transition.action as Exclude<Action, 'apply'>;
  const kept = statements.get(action);
  if (kept !== undefined) return kept;
  const where = [
    'a.status = any($from::text[])',
    ...(transition.lane === 'any' ? [] : ['a.fulfilment = $lane']),
    ...(transition.waitsForFee === undefined ? [] : [feeConditions[transition.waitsForFee]]),
    ...(conditions[action] === undefined ? [] : [conditions[action]]),
  ].join(' and ');
  const made = named<MovedRow>(
    `gov.applications.${action}`,
    // The row is locked first, so that what it was before is known; whoever comes second meets the new state.
    `with held as (
       select id, status, assigned_to from gov_applications where id = $id for update
     ), moved as (
       update gov_applications a set status = $to::text, updated_at = $now::timestamptz
         ${writes[action] === '' ? '' : `, ${writes[action]}`}
       from held where a.id = held.id and ${where}
       returning a.*, held.status as from_status, held.assigned_to as held_by
     ), noted as (
       insert into gov_application_events (application_id, user_id, actor_role, actor_id, from_status, to_status, type,
         detail, changes, created_at)
       select id, user_id, $actor, $actor_id, from_status, status, $event, $detail, $changes::jsonb, $now::timestamptz
       from moved
       ${action === 'assign' ? 'where held_by is distinct from $actor_id or from_status <> status' : ''}
     )
     select ${applicationColumns}, wants_letters(user_id) as wants_letters, from_status, held_by from moved`,
  );
  statements.set(action, made);
  return made;
}

/** One conditional statement with its event. Undefined when somebody else was first, or it never could be. */
export const moveRow = (tx: Tx, move: Move): Promise<MovedRow | undefined> => {
  const { transition } = move;
  return tx.first(
    statementOf(transition)({
      id: move.id,
      from: transition.from,
      to: transition.to,
      lane: transition.lane,
      actor: transition.actor,
      actor_id: move.actorId,
      event: transition.event,
      detail: move.detail,
      result: move.result,
      now: move.now,
      lease_from: move.leaseFrom,
      payload: move.answers?.payload,
      evidence: move.answers?.evidence,
      changes: move.answers?.changes ?? '[]',
      seen_at: move.answers?.seenAt ?? null,
      before: move.before,
    }),
  );
};

const note = named<unknown>(
  'gov.applications.note',
  `insert into gov_application_events (application_id, user_id, actor_role, actor_id, from_status, to_status, type,
     detail, created_at) values ($id, $user, $actor, $actor_id, $status::text, $status, $type, $detail, $now)`,
);
/** An event that moves nothing. */
export const appendEvent = (
  tx: Tx,
  row: Pick<ApplicationRow, 'id' | 'user_id' | 'status'>,
  event: { actor: Transition['actor']; actorId: string | null; type: EventType; detail: string; now: Date },
): Promise<number> =>
  tx.change(
    note({
      id: row.id,
      user: row.user_id,
      status: row.status,
      actor: event.actor,
      actor_id: event.actorId,
      type: event.type,
      detail: event.detail,
      now: event.now,
    }),
  );

const setReference = named<unknown>(
  'gov.applications.set_reference',
  'update gov_applications set output_ref_id = $reference where id = $id',
);
export const keepReference = (tx: Tx, id: string, referenceId: string): Promise<number> =>
  tx.change(setReference({ id, reference: referenceId }));

const postpone = named<ApplicationRow & { issue_tries: number }>(
  'gov.applications.postpone_issue',
  `update gov_applications set issue_tries = issue_tries + 1,
     issue_after = $now::timestamptz + make_interval(mins => least(60, power(2, least(issue_tries, 6))::int))
   where id = $id and status in ('submitted', 'registered', 'in_review')
   returning ${applicationColumns}, issue_tries`,
);
/** The register was away: it is asked again after a minute, then after twice as long, at most an hour. */
export const postponeIssue = (
  tx: Tx,
  id: string,
  now: Date,
): Promise<(ApplicationRow & { issue_tries: number }) | undefined> => tx.first(postpone({ id, now }));

const setDeadline = named<unknown>(
  'gov.applications.start_clock',
  `update gov_applications set due_at = $now::timestamptz + make_interval(hours => sla_hours)
   where id = $id and due_at is null and sla_hours > 0 and payment_before = 'review'
     and status in ('submitted', 'registered', 'in_review', 'info_required')`,
);
/** Where review waits for the fee, the office's time begins when it comes. */
export const startClock = (tx: Tx, id: string, now: Date): Promise<number> =>
  tx.change(setDeadline({ id, now }));
