import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { column, columnsOf, computed, present } from '../../kernel/db/row-shape.ts';

const isOpen = sql`r.status in ('received', 'dispatched', 'in_progress', 'overdue')`;
const isReminderDue = (now: Date) => sql`
  a.status in ('acknowledged', 'in_progress') and a.due_at > ${now} and a.reminders_sent < 2
    and ${now}::timestamptz
      >= a.dispatched_at + (case a.reminders_sent when 0 then 0.75 else 0.9 end) * (a.due_at - a.dispatched_at)`;
const isLate = (now: Date) =>
  sql`a.status in ('pending', 'acknowledged', 'in_progress') and a.due_at <= ${now}`;
const isToEscalate = (before: Date) =>
  sql`a.status = 'overdue' and not a.escalated and a.due_at <= ${before}`;
const isToReroute = sql`
  a.status = 'overdue' and not a.rerouted
    and exists (select from relay_platforms f where f.id = a.fallback_platform_id and f.enabled)`;

const due = statement(
  'relay.sweep.due',
  { id: column('relay_requests', 'id') },
  (p: { now: Date; escalateBefore: Date; after: string; limit: number }) => sql`
    select r.id from relay_requests r join relay_assignments a on a.request_id = r.id
    where a.status in ('pending', 'acknowledged', 'in_progress', 'overdue') and ${isOpen} and r.id > ${p.after}
      and ((${isReminderDue(p.now)}) or (${isLate(p.now)}) or (${isToEscalate(p.escalateBefore)}) or (${isToReroute}))
    union
    select r.id from relay_requests r where r.status = 'overdue' and not r.breach_notified and r.id > ${p.after}
    order by id limit ${p.limit}`,
);
/** Requests with something to do, in the order of their ids. */
export const listDueRequests = (
  db: Reader,
  given: { now: Date; escalateBefore: Date; after: string; limit: number },
): Promise<{ id: string }[]> => db.run(due(given));

const lock = statement(
  'relay.sweep.lock_requests',
  columnsOf('relay_requests', 'id'),
  (p: { ids: readonly string[] }) => sql`
    select id from relay_requests r where id = any(${p.ids}::uuid[]) and ${isOpen} order by id for update skip locked`,
);
/** Leaves out requests that another instance sweeps, or that are being answered. */
export const lockOpenRequests = async (tx: Tx, ids: readonly string[]): Promise<string[]> =>
  (await tx.run(lock({ ids }))).map(({ id }) => id);

const remind = statement(
  'relay.sweep.remind',
  {
    ...columnsOf('relay_assignments', 'id request_id'),
    had: computed('int4'),
    reminders_sent: computed('int4'),
  },
  (p: { ids: readonly string[]; now: Date }) => sql`
    update relay_assignments set reminders_sent = reminded.wanted
    from (
      select a.id, a.reminders_sent as had,
        case when ${p.now}::timestamptz >= a.dispatched_at + 0.9 * (a.due_at - a.dispatched_at) then 2 else 1 end as wanted
      from relay_assignments a where a.request_id = any(${p.ids}::uuid[]) and ${isReminderDue(p.now)}
    ) as reminded
    where relay_assignments.id = reminded.id
    returning relay_assignments.id, relay_assignments.request_id, reminded.had, relay_assignments.reminders_sent`,
);
export const remindDue = (tx: Tx, ids: readonly string[], now: Date) => tx.run(remind({ ids, now }));

const overdue = statement(
  'relay.sweep.overdue',
  columnsOf('relay_assignments', 'id request_id'),
  (p: { ids: readonly string[]; now: Date }) => sql`
    update relay_assignments a set status = 'overdue'
    where a.request_id = any(${p.ids}::uuid[]) and ${isLate(p.now)} returning a.id, a.request_id`,
);
export const markOverdue = (tx: Tx, ids: readonly string[], now: Date) => tx.run(overdue({ ids, now }));

const requestsOverdue = statement(
  'relay.sweep.requests_overdue',
  (p: { ids: readonly string[] }) => sql`
    update relay_requests set status = 'overdue'
    where id = any(${p.ids}::uuid[]) and status in ('received', 'dispatched', 'in_progress')`,
);
export const markRequestsOverdue = (tx: Tx, ids: readonly string[]): Promise<number> =>
  tx.change(requestsOverdue({ ids }));

const escalate = statement(
  'relay.sweep.escalate',
  columnsOf('relay_assignments', 'id request_id'),
  (p: { ids: readonly string[]; before: Date }) => sql`
    update relay_assignments a set escalated = true
    where a.request_id = any(${p.ids}::uuid[]) and ${isToEscalate(p.before)} returning a.id, a.request_id`,
);
export const escalateDue = (tx: Tx, ids: readonly string[], before: Date) =>
  tx.run(escalate({ ids, before }));

const breach = statement(
  'relay.sweep.breach',
  columnsOf('relay_requests', 'id'),
  (p: { ids: readonly string[] }) => sql`
    update relay_requests set breach_notified = true
    where id = any(${p.ids}::uuid[]) and status = 'overdue' and not breach_notified returning id`,
);
/** The latch and the notice commit together. */
export const latchBreaches = (tx: Tx, ids: readonly string[]) => tx.run(breach({ ids }));

const reroute = statement(
  'relay.sweep.reroute',
  {
    ...columnsOf('relay_assignments', 'id request_id slot sla_minutes'),
    platform_id: present(column('relay_platforms', 'id')),
    code: column('relay_platforms', 'code'),
    endpoint_url: column('relay_platforms', 'endpoint_url'),
  },
  (p: { ids: readonly string[] }) => sql`
    update relay_assignments a set rerouted = true
    from relay_platforms p
    where a.request_id = any(${p.ids}::uuid[]) and ${isToReroute} and p.id = a.fallback_platform_id
    returning a.id, a.request_id, a.slot, a.sla_minutes, p.id as platform_id, p.code, p.endpoint_url`,
);
export const rerouteDue = (tx: Tx, ids: readonly string[]) => tx.run(reroute({ ids }));

const isLockFree = statement(
  'relay.sweep.lock',
  { taken: computed('bool') },
  (p: { key: string }) => sql`select pg_try_advisory_xact_lock(hashtextextended(${p.key}, 0)) as taken`,
);
/** One instance does the work at a time; the others skip. */
export const takeLock = async (tx: Tx, key: string): Promise<boolean> =>
  (await tx.first(isLockFree({ key })))?.taken ?? false;
