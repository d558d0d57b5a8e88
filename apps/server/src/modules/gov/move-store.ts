import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { column, type RowOf } from '../../kernel/db/row-shape.ts';
import { type Action, type Result, type Transition, transitions } from './state-machine.ts';
import { applicationColumns, changedRow, messageChannels } from './store.ts';

export interface Move {
  transition: Transition;
  id: string;
  actorId: string | null;
  detail: string;
  result: Result | undefined;
  now: Date;
  /** `assign`, `reassign`, `release`: leases that started before this have expired. */
  leaseFrom?: Date;
  /** `reassign`: the officer who holds the case from then on. */
  assignee?: string;
  /** `provide_info`: the row must not have changed since the answers were merged. */
  answers?: { payload: string; evidence: string; changes: string; seenAt: string | null };
  /** `request_info`: the end of the day until which the applicant can answer; null waits for ever. */
  infoDueAt?: Date | null;
  /** Scheduled transitions: the deadline or the request for information must be older than this. */
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
  assignee: string | undefined;
  payload: string | undefined;
  evidence: string | undefined;
  changes: string;
  seenAt: string | null;
  before: Date | undefined;
  infoDueAt: Date | null;
}
type Fragment = (p: MoveValues) => RawBuilder<unknown>;
type Moving = Exclude<Action, 'apply'>;
const isMoving = (transition: Transition): transition is Transition & { action: Moving } =>
  transition.action !== 'apply';

const decided: Fragment = (p) => sql`result = ${p.result}, decided_at = ${p.now}, suspended_at = null`;
const nothing: Fragment = () => sql``;
const decidedWithNote: Fragment = (p) => sql`, ${decided(p)}, decision_note = ${p.detail}`;
const decidedByOfficer: Fragment = (p) => sql`${decidedWithNote(p)}, decided_by = ${p.actorId}`;
/** The deadline moves by the time of the suspension. */
const resumed: Fragment = (p) =>
  sql`, due_at = a.due_at + (${p.now} - a.suspended_at), suspended_at = null, info_due_at = null`;
/** Columns that each action sets besides the status. */
const writes: Record<Moving, Fragment> = {
  fulfil: (p) => sql`, ${decided(p)}`,
  refuse: decidedWithNote,
  register: nothing,
  assign: (p) => sql`, assigned_to = ${p.actorId}, assigned_by = ${p.actorId}, assigned_at = ${p.now}`,
  reassign: (p) => sql`, assigned_to = ${p.assignee}, assigned_by = ${p.actorId}, assigned_at = ${p.now}`,
  release: () => sql`, assigned_to = null, assigned_by = null, assigned_at = null`,
  request_info: (p) => sql`, suspended_at = ${p.now}, decision_note = ${p.detail}, answered_at = null,
    info_due_at = ${p.infoDueAt}::timestamptz`,
  provide_info: (p) => sql`${resumed(p)},
    answered_at = ${p.now}, payload = ${p.payload}::jsonb, evidence = a.evidence || ${p.evidence}::jsonb`,
  withdraw_info: (p) => sql`${resumed(p)}, decision_note = ''`,
  approve: decidedByOfficer,
  reject: decidedByOfficer,
  complete: nothing,
  cancel: (p) => sql`, result = ${p.result}, suspended_at = null`,
  approve_tacitly: (p) => sql`, ${decided(p)}, tacit = true`,
  expire: (p) => sql`, ${decided(p)}`,
  expire_unpaid: (p) => sql`, ${decided(p)}`,
};
/** The last giver may take a case back, and nobody is stuck with the holder of an expired lease. */
const mayMoveHolder: Fragment = (p) => sql`(${p.actorId}::uuid in (a.assigned_to, a.assigned_by)
    or a.assigned_at < ${p.leaseFrom} or leads_cases())`;
/** Conditions besides the states of the table. */
const conditions: Partial<Record<Action, Fragment>> = {
  fulfil: () => sql`and (a.fee = 0 or fee_state(a.id) = 'paid')`,
  // A paid automatic application cannot be cancelled: it only waits to be issued.
  cancel: () => sql`and not (a.fulfilment = 'auto' and a.fee > 0 and fee_state(a.id) = 'paid')`,
  assign: (p) =>
    sql`and (a.assigned_to is null or a.assigned_to = ${p.actorId} or a.assigned_at < ${p.leaseFrom})`,
  reassign: (
    p,
  ) => sql`and a.assigned_to is distinct from ${p.assignee}::uuid and a.user_id <> ${p.assignee}::uuid
    and (a.assigned_to is null or ${mayMoveHolder(p)})
    and exists (select from case_colleagues(
      coalesce(a.authority_id, '00000000-0000-0000-0000-000000000000')) c where c.id = ${p.assignee}::uuid)`,
  release: (p) => sql`and a.assigned_to is not null and ${mayMoveHolder(p)}`,
  provide_info: (p) => sql`and a.updated_at is not distinct from ${p.seenAt}::timestamptz`,
  approve_tacitly: (p) => sql`and a.tacit_allowed and a.suspended_at is null and a.due_at < ${p.before}`,
  expire: (p) =>
    sql`and case when a.info_due_at is null then a.suspended_at < ${p.before} else a.info_due_at < ${p.now} end`,
  // The same transaction withdrew the fee just before, unless the payment came first.
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
    // The row is locked first, so that the previous state is known and a concurrent caller sees the new one.
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
      insert into gov_application_events (application_id, user_id, party_id, actor_role, actor_id, from_status, to_status, type,
        detail, changes, created_at)
      select id, user_id, party_id, ${p.actor}, ${p.actorId}, from_status, status, ${p.event}, ${p.detail}, ${p.changes}::jsonb,
        ${p.now}::timestamptz
      from moved
      ${action === 'assign' ? sql`where held_by is distinct from ${p.actorId} or from_status <> status` : sql``}
    )
    select ${applicationColumns}, ${messageChannels}, from_status, held_by from moved`,
  );
}
/** Rows with the same action differ in the target state, not in the statement. */
const moves = new Map<Action, ReturnType<typeof statementOf>>();
for (const transition of transitions.filter(isMoving))
  if (!moves.has(transition.action)) moves.set(transition.action, statementOf(transition));

/** One conditional statement with its event; undefined when the state does not allow it or a concurrent request won. */
export async function moveRow(tx: Tx, { transition, answers, ...move }: Move): Promise<MovedRow | undefined> {
  const made = moves.get(transition.action);
  return (
    made &&
    tx.first(
      made({
        ...transition,
        ...move,
        leaseFrom: move.leaseFrom,
        assignee: move.assignee,
        payload: answers?.payload,
        evidence: answers?.evidence,
        changes: answers?.changes ?? '[]',
        seenAt: answers?.seenAt ?? null,
        before: move.before,
        infoDueAt: move.infoDueAt ?? null,
      }),
    )
  );
}
