import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { column, columnsOf, computed, present } from '../../kernel/db/row-shape.ts';

const remind = statement(
  'relay.sweep.remind',
  { ...columnsOf('relay_assignments', 'id request_id'), reminders_sent: computed('int4') },
  (p: { now: Date; limit: number }) => sql`
    update relay_assignments a set reminders_sent = due.wanted
    from (
        select id,
          case when ${p.now}::timestamptz >= dispatched_at + 0.9 * (due_at - dispatched_at) then 2 else 1 end as wanted
        from relay_assignments
        where status in ('acknowledged', 'in_progress') and dispatched_at is not null and due_at > ${p.now}
          and reminders_sent < 2
          and ${p.now}::timestamptz
            >= dispatched_at + (case reminders_sent when 0 then 0.75 else 0.9 end) * (due_at - dispatched_at)
        order by due_at limit ${p.limit} for update skip locked
    ) as due
    where a.id = due.id returning a.id, a.request_id, a.reminders_sent`,
);
export const remindDue = (tx: Tx, now: Date, limit: number) => tx.run(remind({ now, limit }));

const overdue = statement(
  'relay.sweep.overdue',
  columnsOf('relay_assignments', 'id request_id'),
  (p: { now: Date; limit: number }) => sql`
    update relay_assignments set status = 'overdue'
    where id in (
      select id from relay_assignments
      where status in ('pending', 'acknowledged', 'in_progress') and due_at <= ${p.now}
      order by due_at limit ${p.limit} for update skip locked)
    returning id, request_id`,
);
export const markOverdue = (tx: Tx, now: Date, limit: number) => tx.run(overdue({ now, limit }));

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
  (p: { before: Date; limit: number }) => sql`
    update relay_assignments set escalated = true
    where id in (
      select id from relay_assignments where status = 'overdue' and not escalated and due_at <= ${p.before}
      order by due_at limit ${p.limit} for update skip locked)
    returning id, request_id`,
);
export const escalateDue = (tx: Tx, before: Date, limit: number) => tx.run(escalate({ before, limit }));

const breach = statement(
  'relay.sweep.breach',
  columnsOf('relay_requests', 'id'),
  (p: { limit: number }) => sql`
    update relay_requests set breach_notified = true
    where id in (
      select id from relay_requests where status = 'overdue' and not breach_notified
      order by due_at limit ${p.limit} for update skip locked)
    returning id`,
);
/** The latch and the notice commit together. */
export const latchBreaches = (tx: Tx, limit: number) => tx.run(breach({ limit }));

const reroute = statement(
  'relay.sweep.reroute',
  {
    ...columnsOf('relay_assignments', 'id request_id slot sla_minutes'),
    platform_id: present(column('relay_platforms', 'id')),
    code: column('relay_platforms', 'code'),
    endpoint_url: column('relay_platforms', 'endpoint_url'),
  },
  (p: { limit: number }) => sql`
    update relay_assignments a set rerouted = true
    from relay_platforms p
    where a.id in (
      select a2.id from relay_assignments a2
      where a2.status = 'overdue' and not a2.rerouted and a2.fallback_platform_id is not null
      order by a2.due_at limit ${p.limit} for update skip locked)
      and p.id = a.fallback_platform_id and p.enabled
    returning a.id, a.request_id, a.slot, a.sla_minutes, p.id as platform_id, p.code, p.endpoint_url`,
);
export const rerouteDue = (tx: Tx, limit: number) => tx.run(reroute({ limit }));

const isLockFree = statement(
  'relay.sweep.lock',
  { taken: computed('bool') },
  (p: { key: string }) => sql`select pg_try_advisory_xact_lock(hashtextextended(${p.key}, 0)) as taken`,
);
/** One instance sweeps at a time; the others skip. */
export const takeLock = async (db: Tx | Reader, key: string): Promise<boolean> =>
  (await db.first(isLockFree({ key })))?.taken ?? false;
