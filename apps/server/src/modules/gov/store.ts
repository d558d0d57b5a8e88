import { type RawBuilder, sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { type Statement, statement } from '../../kernel/db/query.ts';
import { column, columnsOf, computed, nullable, type RowOf } from '../../kernel/db/row-shape.ts';
import type { Text } from '../../kernel/http/language.ts';
import { type FoundPage, findPage, type PageRequest } from '../../kernel/http/time-cursor.ts';
import { feeState } from '../payments/index.ts';
import type { Change } from './payload.ts';
import {
  type Action,
  type EventType,
  openStatuses,
  type Result,
  type Status,
  type Transition,
  transitions,
} from './state-machine.ts';

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

declare module '../../kernel/db/schema.ts' {
  interface JsonShapes {
    'gov_applications.service_name': Text;
    'gov_applications.payload': Record<string, unknown>;
    'gov_applications.evidence': Evidence[];
    'gov_applications.applicant': Applicant;
    'gov_application_events.changes': Change[];
    'gov_drafts.payload': Record<string, unknown>;
  }
}

export const applicationRow = {
  ...columnsOf(
    'gov_applications',
    'id seq user_id service_id service_code service_name agency reference_no status result',
  ),
  ...columnsOf(
    'gov_applications',
    'note payload evidence decision_note applicant fulfilment fee payment_before',
  ),
  ...columnsOf(
    'gov_applications',
    'output_ref_type due_at fee_due_at sla_breached suspended_at assigned_to assigned_at',
  ),
  ...columnsOf(
    'gov_applications',
    'decided_by decided_at tacit output_ref_id submitted_at answered_at updated_at',
  ),
  payment: feeState,
};
export type ApplicationRow = RowOf<typeof applicationRow>;

/** A row that was just made or moved: its owner is told, by letter too where they want that. */
const changedRow = { ...applicationRow, wants_letters: computed('bool') };
export type ChangedRow = RowOf<typeof changedRow>;
/** `draft_id` is the draft that ended with it, whose papers are still to be taken over. */
const openedRow = { ...changedRow, draft_id: nullable(computed('uuid')) };
export type OpenedRow = RowOf<typeof openedRow>;

/** Whether the fee was paid is asked of the one function that tells it, since payments are nobody else's to read. */
const payment = `case when fee > 0 then fee_state(id) else 'none' end as payment`;
const { payment: _, ...ownColumns } = applicationRow;
const selected = (expressions: Record<string, string>) =>
  sql.raw(
    Object.keys(ownColumns)
      .map((name) => expressions[name] ?? name)
      .concat(expressions['payment'] ?? payment)
      .join(', '),
  );
export const applicationColumns = selected({});
/** For lists that do not show what was written: fifty long answers take longer to read than the page. */
export const listedColumns = selected({
  note: `''::text as note`,
  payload: `'{}'::jsonb as payload`,
  evidence: `'[]'::jsonb as evidence`,
});

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
const insert = statement(
  'gov.applications.insert',
  openedRow,
  (p: NewApplication) => sql`
    with made as (
      insert into gov_applications (id, user_id, service_id, service_code, service_name, agency, reference_no, status,
        result, note, payload, applicant, fulfilment, fee, payment_before, output_ref_type, sla_hours, tacit_allowed, due_at,
        fee_due_at, decided_at, submitted_at)
      select ${p.id}, u.id, s.id, s.code,
        jsonb_build_object('mn', s.name, 'en', coalesce(nullif(s.name_en, ''), s.name)),
        s.agency, ${p.referenceNo}, ${p.status}::text, ${p.result}, ${p.note}, ${p.payload}::jsonb,
        jsonb_build_object('full_name', concat_ws(' ', nullif(u.last_name, ''), nullif(u.first_name, '')),
          'full_name_en', concat_ws(' ', nullif(u.last_name_en, ''), nullif(u.first_name_en, '')),
          'civil_id', u.civil_id),
        ${p.fulfilment}::text, s.fee, case when s.fee > 0 then s.payment_required_before else 'none' end,
        s.output_ref_type, s.sla_hours, s.tacit_approval,
        case when ${p.fulfilment} = 'manual' and s.sla_hours > 0 and (s.fee = 0 or s.payment_required_before <> 'review')
          then ${p.now}::timestamptz + make_interval(hours => s.sla_hours) end,
        case when s.fee > 0 and (${p.fulfilment} = 'auto' or s.payment_required_before = 'review')
          then ${p.feeDueAt}::timestamptz end,
        case when ${p.status} = 'completed' then ${p.now}::timestamptz end, ${p.now}::timestamptz
      from gov_services s, users u
      where s.id = ${p.serviceId} and s.version = ${p.serviceVersion} and s.enabled and s.lifecycle = 'active'
        and u.id = app_user_id()
      on conflict (reference_no) do nothing
      returning *
    ), noted as (
      insert into gov_application_events (application_id, user_id, actor_role, actor_id, to_status, type, created_at)
      select id, user_id, 'user', user_id, status, ${p.event}, submitted_at from made
    ), resumed as (
      delete from gov_drafts d using made where d.user_id = made.user_id and d.service_id = made.service_id
      returning d.id
    )
    select ${selected({ payment: "'none'::text as payment" })},
      wants_letters(user_id) as wants_letters, (select id from resumed) as draft_id
    from made`,
);
export const insertApplication = (tx: Tx, row: NewApplication): Promise<OpenedRow | undefined> =>
  tx.first(insert(row));

const byId = statement(
  'gov.applications.by_id',
  applicationRow,
  (p: { id: string }) => sql`select ${applicationColumns} from gov_applications where id = ${p.id}`,
);
/** Anybody's that the caller's role lets them see; the owner's rows ask for their own. */
export const findApplication = (db: Reader | Tx, id: string): Promise<ApplicationRow | undefined> =>
  db.first(byId({ id }));

const own = statement(
  'gov.applications.own',
  applicationRow,
  (p: { id: string; user: string }) => sql`
    select ${applicationColumns} from gov_applications where id = ${p.id} and user_id = ${p.user}`,
);
export const findOwnApplication = (
  db: Reader | Tx,
  id: string,
  userId: string,
): Promise<ApplicationRow | undefined> => db.first(own({ id, user: userId }));

const ofPerson = statement(
  'gov.applications.of_person',
  applicationRow,
  (p: { user: string; status: Status | null; at: string | null; seq: number | null; limit: number }) => sql`
    select ${applicationColumns} from gov_applications
    where user_id = ${p.user} and (${p.status}::text is null or status = ${p.status})
      and (${p.at}::timestamptz is null or (submitted_at, seq) < (${p.at}, ${p.seq}::bigint))
    order by submitted_at desc, seq desc limit ${p.limit}`,
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

const eventRow = columnsOf(
  'gov_application_events',
  'id actor_role from_status to_status type detail changes created_at',
);
export type EventRow = RowOf<typeof eventRow>;
const timeline = statement(
  'gov.applications.timeline',
  eventRow,
  (p: { id: string }) => sql`
    select id, actor_role, from_status, to_status, type, detail, changes, created_at
    from gov_application_events where application_id = ${p.id} order by seq limit 1000`,
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

const movedRow = {
  ...changedRow,
  from_status: column('gov_applications', 'status'),
  held_by: column('gov_applications', 'assigned_to'),
};
export type MovedRow = RowOf<typeof movedRow>;

interface MoveValues extends Pick<Transition, 'from' | 'to' | 'lane' | 'actor' | 'event'> {
  id: string;
  actorId: string | null;
  detail: string;
  result: Result | undefined;
  now: Date;
  leaseFrom: Date | undefined;
  payload: string | undefined;
  evidence: string | undefined;
  changes: string;
  seenAt: string | null;
  before: Date | undefined;
}
type Fragment = (p: MoveValues) => RawBuilder<unknown>;
type Moving = Exclude<Action, 'apply'>;
const isMoving = (transition: Transition): transition is Transition & { action: Moving } =>
  transition.action !== 'apply';

const decided: Fragment = (p) => sql`result = ${p.result}, decided_at = ${p.now}, suspended_at = null`;
const nothing: Fragment = () => sql``;
const decidedWithNote: Fragment = (p) => sql`, ${decided(p)}, decision_note = ${p.detail}`;
const decidedByOfficer: Fragment = (p) => sql`${decidedWithNote(p)}, decided_by = ${p.actorId}`;
/** Columns that each action sets beside the new state. */
const writes: Record<Moving, Fragment> = {
  fulfil: (p) => sql`, ${decided(p)}`,
  refuse: decidedWithNote,
  register: nothing,
  assign: (p) => sql`, assigned_to = ${p.actorId}, assigned_at = ${p.now}`,
  request_info: (p) => sql`, suspended_at = ${p.now}, decision_note = ${p.detail}, answered_at = null`,
  provide_info: (p) => sql`, due_at = a.due_at + (${p.now} - a.suspended_at), suspended_at = null,
    answered_at = ${p.now}, payload = ${p.payload}::jsonb, evidence = a.evidence || ${p.evidence}::jsonb`,
  approve: decidedByOfficer,
  reject: decidedByOfficer,
  complete: nothing,
  cancel: (p) => sql`, result = ${p.result}, suspended_at = null`,
  approve_tacitly: (p) => sql`, ${decided(p)}, tacit = true`,
  expire: (p) => sql`, ${decided(p)}`,
  expire_unpaid: (p) => sql`, ${decided(p)}`,
};
/** Conditions beside the states of the table. */
const conditions: Partial<Record<Action, Fragment>> = {
  fulfil: () => sql`and (a.fee = 0 or fee_state(a.id) = 'paid')`,
  // An application that is paid and only waits to be issued cannot be cancelled.
  cancel: () => sql`and not (a.fulfilment = 'auto' and a.fee > 0 and fee_state(a.id) = 'paid')`,
  assign: (p) =>
    sql`and (a.assigned_to is null or a.assigned_to = ${p.actorId} or a.assigned_at < ${p.leaseFrom})`,
  provide_info: (p) => sql`and a.updated_at is not distinct from ${p.seenAt}::timestamptz`,
  approve_tacitly: (p) => sql`and a.tacit_allowed and a.suspended_at is null and a.due_at < ${p.before}`,
  expire: (p) => sql`and a.suspended_at < ${p.before}`,
  // Its fee was taken back a moment ago, unless the money came first.
  expire_unpaid: (p) => sql`and a.fee_due_at < ${p.before} and fee_state(a.id) <> 'paid'`,
};
const feeConditions: Record<NonNullable<Transition['waitsForFee']>, RawBuilder<unknown>> = {
  review: sql`and (a.payment_before <> 'review' or fee_state(a.id) = 'paid')`,
  'review or issue': sql`and (a.payment_before = 'none' or fee_state(a.id) = 'paid')`,
};

function statementOf({ action, lane, waitsForFee }: Transition & { action: Moving }) {
  return statement(
    `gov.applications.${action}`,
    movedRow,
    // The row is locked first, so that what it was before is known; a second caller meets the new state.
    (p: MoveValues) => sql`
    with held as (
      select id, status, assigned_to from gov_applications where id = ${p.id} for update
    ), moved as (
      update gov_applications a set status = ${p.to}::text, updated_at = ${p.now}::timestamptz${writes[action](p)}
      from held where a.id = held.id and a.status = any(${p.from}::text[])
        ${lane === 'any' ? sql`` : sql`and a.fulfilment = ${p.lane}`}
        ${waitsForFee === undefined ? sql`` : feeConditions[waitsForFee]} ${(conditions[action] ?? nothing)(p)}
      returning a.*, held.status as from_status, held.assigned_to as held_by
    ), noted as (
      insert into gov_application_events (application_id, user_id, actor_role, actor_id, from_status, to_status, type,
        detail, changes, created_at)
      select id, user_id, ${p.actor}, ${p.actorId}, from_status, status, ${p.event}, ${p.detail}, ${p.changes}::jsonb,
        ${p.now}::timestamptz
      from moved
      ${action === 'assign' ? sql`where held_by is distinct from ${p.actorId} or from_status <> status` : sql``}
    )
    select ${applicationColumns}, wants_letters(user_id) as wants_letters, from_status, held_by from moved`,
  );
}
/** Rows of the table with the same action differ in what they lead to, not in what they ask. */
const moves = new Map<Action, ReturnType<typeof statementOf>>();
for (const transition of transitions.filter(isMoving))
  if (!moves.has(transition.action)) moves.set(transition.action, statementOf(transition));

/** One conditional statement with its event. Undefined when somebody else was first, or it never could be. */
export async function moveRow(tx: Tx, { transition, answers, ...move }: Move): Promise<MovedRow | undefined> {
  const made = moves.get(transition.action);
  return (
    made &&
    tx.first(
      made({
        ...transition,
        ...move,
        leaseFrom: move.leaseFrom,
        payload: answers?.payload,
        evidence: answers?.evidence,
        changes: answers?.changes ?? '[]',
        seenAt: answers?.seenAt ?? null,
        before: move.before,
      }),
    )
  );
}

const note = statement(
  'gov.applications.note',
  (p: {
    id: string;
    user: string;
    actor: Transition['actor'];
    actor_id: string | null;
    status: Status;
    type: EventType;
    detail: string;
    now: Date;
  }) => sql`
    insert into gov_application_events (application_id, user_id, actor_role, actor_id, from_status, to_status, type,
      detail, created_at) values (${p.id}, ${p.user}, ${p.actor}, ${p.actor_id}, ${p.status}::text, ${p.status}, ${p.type}, ${p.detail}, ${p.now})`,
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

const setReference = statement(
  'gov.applications.set_reference',
  (p: { reference: string; id: string }) => sql`
    update gov_applications set output_ref_id = ${p.reference} where id = ${p.id}`,
);
export const keepReference = (tx: Tx, id: string, referenceId: string): Promise<number> =>
  tx.change(setReference({ id, reference: referenceId }));

const postpone = statement(
  'gov.applications.postpone_issue',
  { ...applicationRow, ...columnsOf('gov_applications', 'issue_tries') },
  (p: { now: Date; id: string }) => sql`
    update gov_applications set issue_tries = issue_tries + 1,
      issue_after = ${p.now}::timestamptz + make_interval(mins => least(60, power(2, least(issue_tries, 6))::int))
    where id = ${p.id} and status in ('submitted', 'registered', 'in_review')
    returning ${applicationColumns}, issue_tries`,
);
/** The register was away: it is asked again after a minute, then after twice as long, at most an hour. */
export const postponeIssue = (
  tx: Tx,
  id: string,
  now: Date,
): Promise<(ApplicationRow & { issue_tries: number }) | undefined> => tx.first(postpone({ id, now }));

const setDeadline = statement(
  'gov.applications.start_clock',
  (p: { now: Date; id: string }) => sql`
    update gov_applications set due_at = ${p.now}::timestamptz + make_interval(hours => sla_hours)
    where id = ${p.id} and due_at is null and sla_hours > 0 and payment_before = 'review'
      and status in (${sql.join(openStatuses.map((status) => sql.lit(status)))})`,
);
/** Where review waits for the fee, the office's time begins when it comes. */
export const startClock = (tx: Tx, id: string, now: Date): Promise<number> =>
  tx.change(setDeadline({ id, now }));
