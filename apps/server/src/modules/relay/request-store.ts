import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { column, columnsOf, nullable, type RowOf } from '../../kernel/db/row-shape.ts';
import { defineSorts, sortedStatement } from '../../kernel/http/sorted-page.ts';

const requestRow = columnsOf(
  'relay_requests',
  'id seq source_platform external_ref service_code title payload priority source_assignment_id content_digest received_at due_at status result fulfilled_at breach_notified confidential',
);
export type RequestRow = RowOf<typeof requestRow>;
const columns = sql`id, seq, source_platform, external_ref, service_code, title, payload, priority, source_assignment_id,
  content_digest, received_at, due_at, status, result, fulfilled_at, breach_notified, confidential`;

export interface NewRequest {
  id: string;
  sourcePlatform: string;
  externalRef: string;
  serviceCode: string;
  title: string;
  payload: string | null;
  priority: RequestRow['priority'];
  sourceAssignmentId: string | null;
  contentDigest: string;
  confidential: boolean;
  now: Date;
  dueAt: Date;
}
const insert = statement(
  'relay.requests.insert',
  requestRow,
  (p: NewRequest) => sql`
    insert into relay_requests (id, source_platform, external_ref, service_code, title, payload, priority,
      source_assignment_id, content_digest, confidential, received_at, due_at, status)
    values (${p.id}, ${p.sourcePlatform}, ${p.externalRef}, ${p.serviceCode}, ${p.title}, ${p.payload}, ${p.priority},
      ${p.sourceAssignmentId}, ${p.contentDigest}, ${p.confidential}, ${p.now}, ${p.dueAt}, 'dispatched')
    on conflict (source_platform, external_ref, service_code) where external_ref <> '' and source_platform <> ''
      do nothing
    returning ${columns}`,
);
/** Undefined when the source sent this reference before. */
export const insertRequest = (tx: Tx, request: NewRequest): Promise<RequestRow | undefined> =>
  tx.first(insert(request));

const byReference = statement(
  'relay.requests.by_reference',
  requestRow,
  (p: { source: string; externalRef: string; serviceCode: string }) => sql`
    select ${columns} from relay_requests
    where source_platform = ${p.source} and external_ref = ${p.externalRef} and service_code = ${p.serviceCode}
      and external_ref <> '' and source_platform <> ''`,
);
export const findByReference = (
  tx: Tx,
  given: { source: string; externalRef: string; serviceCode: string },
): Promise<RequestRow | undefined> => tx.first(byReference(given));

const byId = statement(
  'relay.requests.by_id',
  requestRow,
  (p: { id: string }) => sql`select ${columns} from relay_requests where id = ${p.id}`,
);
export const findRequest = (db: Reader | Tx, id: string): Promise<RequestRow | undefined> =>
  db.first(byId({ id }));

const lock = statement(
  'relay.requests.lock',
  requestRow,
  (p: { id: string }) => sql`select ${columns} from relay_requests where id = ${p.id} for update`,
);
/** Taken before the assignments of a request change, so that two last answers do not miss each other. */
export const lockRequest = (tx: Tx, id: string): Promise<RequestRow | undefined> => tx.first(lock({ id }));

const lockOpen = statement(
  'relay.requests.lock_open_of',
  requestRow,
  (p: { platformId: string }) => sql`
    select ${columns} from relay_requests
    where status in ('received', 'dispatched', 'in_progress', 'overdue')
      and id in (select request_id from relay_assignments where platform_id = ${p.platformId})
    order by id for update`,
);
export const lockOpenRequestsOf = (tx: Tx, platformId: string): Promise<RequestRow[]> =>
  tx.run(lockOpen({ platformId }));

export interface RequestFilter {
  status: string | null;
  serviceCode: string | null;
  platformId: string | null;
  /** `in` came from another platform, `out` was asked here. */
  direction: 'in' | 'out' | null;
  /** An assignment missed its deadline, whether it was answered since or not. */
  isLate: boolean;
  now: Date;
  q: string | null;
}

export const requestSorts = defineSorts({
  sorts: {
    received_at: [{ by: sql`received_at`, type: 'timestamptz', value: (row: RequestRow) => row.received_at }],
    due_at: [{ by: sql`due_at`, type: 'timestamptz', value: (row: RequestRow) => row.due_at }],
  },
  tie: { by: sql`seq`, type: 'int8', value: (row: RequestRow) => String(row.seq) },
  usual: '-received_at',
});

export const requestsPage = sortedStatement(
  'relay.requests.list',
  requestRow,
  requestSorts,
  (p: RequestFilter, { isAfter, order, limit }) => sql`
    select ${columns} from relay_requests r
    where (${p.status}::text is null or status = ${p.status})
      and (${p.serviceCode}::text is null or service_code = ${p.serviceCode})
      and (${p.platformId}::uuid is null or exists (
        select from relay_assignments a where a.request_id = r.id and a.platform_id = ${p.platformId}))
      and (${p.direction}::text is null or (source_platform <> '') = (${p.direction} = 'in'))
      and (not ${p.isLate}::boolean or exists (
        select from relay_assignments a where a.request_id = r.id and a.due_at < coalesce(a.responded_at, ${p.now}))
      )
      and (${p.q}::text is null or title ilike ${p.q} or external_ref ilike ${p.q} or service_code ilike ${p.q}
        or source_platform ilike ${p.q})
      and ${isAfter} order by ${order} limit ${limit}`,
);

const finish = statement(
  'relay.requests.finish',
  requestRow,
  (p: { id: string; status: 'fulfilled' | 'rejected'; result: string; now: Date }) => sql`
    update relay_requests set status = ${p.status}, result = ${p.result}, fulfilled_at = ${p.now}
    where id = ${p.id} and status not in ('fulfilled', 'rejected') returning ${columns}`,
);
export const finishRequest = (
  tx: Tx,
  given: { id: string; status: 'fulfilled' | 'rejected'; result: string; now: Date },
): Promise<RequestRow | undefined> => tx.first(finish(given));

const progress = statement(
  'relay.requests.progress',
  requestRow,
  (p: { id: string }) => sql`
    update relay_requests set status = 'in_progress'
    where id = ${p.id} and status in ('received', 'dispatched') returning ${columns}`,
);
export const markInProgress = (tx: Tx, id: string): Promise<RequestRow | undefined> =>
  tx.first(progress({ id }));

const assignmentRow = {
  ...columnsOf(
    'relay_assignments',
    'id request_id platform_id slot sla_minutes status due_at dispatched_at responded_at result reminders_sent escalated',
  ),
  platform_name: column('relay_platforms', 'name'),
};
export type AssignmentRow = RowOf<typeof assignmentRow>;

const insertAssignmentStatement = statement(
  'relay.assignments.insert',
  (p: {
    id: string;
    requestId: string;
    platformId: string;
    slot: number;
    fallbackPlatformId: string | null;
    slaMinutes: number;
    dueAt: Date;
    isAcknowledged: boolean;
    now: Date;
  }) => sql`
    insert into relay_assignments (id, request_id, platform_id, slot, fallback_platform_id, sla_minutes, due_at, status,
      dispatched_at, created_at)
    values (${p.id}, ${p.requestId}, ${p.platformId}, ${p.slot}, ${p.fallbackPlatformId}, ${p.slaMinutes}, ${p.dueAt},
      case when ${p.isAcknowledged} then 'acknowledged' else 'pending' end,
      case when ${p.isAcknowledged} then ${p.now}::timestamptz end, ${p.now})`,
);
export type NewAssignment = Parameters<typeof insertAssignmentStatement>[0];
export const insertAssignment = (tx: Tx, assignment: NewAssignment): Promise<number> =>
  tx.change(insertAssignmentStatement(assignment));

const ofRequest = statement(
  'relay.assignments.of_request',
  assignmentRow,
  (p: { requestId: string }) => sql`
    select a.id, a.request_id, a.platform_id, a.slot, a.sla_minutes, a.status, a.due_at, a.dispatched_at, a.responded_at,
      a.result, a.reminders_sent, a.escalated, p.name as platform_name
    from relay_assignments a join relay_platforms p on p.id = a.platform_id
    where a.request_id = ${p.requestId} order by a.slot, a.created_at, a.id limit 500`,
);
export const listAssignments = (db: Reader | Tx, requestId: string): Promise<AssignmentRow[]> =>
  db.run(ofRequest({ requestId }));

const placeOf = statement(
  'relay.assignments.place',
  columnsOf('relay_assignments', 'id request_id platform_id'),
  (p: { id: string }) => sql`select id, request_id, platform_id from relay_assignments where id = ${p.id}`,
);
export const findAssignment = (
  db: Reader | Tx,
  id: string,
): Promise<{ id: string; request_id: string; platform_id: string } | undefined> => db.first(placeOf({ id }));

const answer = statement(
  'relay.assignments.answer',
  (p: { id: string; status: 'done' | 'rejected'; result: string | null; now: Date }) => sql`
    update relay_assignments set status = ${p.status}, result = ${p.result}, responded_at = ${p.now}
    where id = ${p.id} and status in ('pending', 'acknowledged', 'in_progress', 'overdue')`,
);
/** False when it was answered before. */
export const answerAssignment = async (
  tx: Tx,
  given: { id: string; status: 'done' | 'rejected'; result: string | null; now: Date },
): Promise<boolean> => (await tx.change(answer(given))) === 1;

const acknowledge = statement(
  'relay.assignments.acknowledge',
  (p: { id: string; now: Date }) => sql`
    update relay_assignments set status = case when status = 'pending' then 'acknowledged' else status end,
      dispatched_at = ${p.now}
    where id = ${p.id} and dispatched_at is null`,
);
/** True at the first delivery. */
export const acknowledgeAssignment = async (tx: Tx, id: string, now: Date): Promise<boolean> =>
  (await tx.change(acknowledge({ id, now }))) === 1;

const eventRow = {
  ...columnsOf('relay_events', 'id request_id assignment_id type detail created_at'),
  platform_name: nullable(column('relay_platforms', 'name')),
};
export type EventRow = RowOf<typeof eventRow>;

const happened = sql`
  select e.id, e.request_id, e.assignment_id, e.type, e.detail, e.created_at, p.name as platform_name
  from relay_events e left join relay_assignments a on a.id = e.assignment_id
    left join relay_platforms p on p.id = a.platform_id`;

const insertEventStatement = statement(
  'relay.events.insert',
  (p: { requestId: string; assignmentId: string | null; type: string; detail: string; now: Date }) => sql`
    insert into relay_events (request_id, assignment_id, type, detail, created_at)
    values (${p.requestId}, ${p.assignmentId}, ${p.type}, ${p.detail}, ${p.now})`,
);
export const insertEvent = (
  tx: Tx,
  event: { requestId: string; assignmentId?: string; type: EventRow['type']; detail?: string; now: Date },
): Promise<number> =>
  tx.change(
    insertEventStatement({ ...event, assignmentId: event.assignmentId ?? null, detail: event.detail ?? '' }),
  );

const eventsOf = statement(
  'relay.events.of_request',
  eventRow,
  (p: { requestId: string }) => sql`
    ${happened} where e.request_id = ${p.requestId} order by e.id limit 1000`,
);
export const listEvents = (db: Reader, requestId: string): Promise<EventRow[]> =>
  db.run(eventsOf({ requestId }));

const newest = statement(
  'relay.events.newest',
  eventRow,
  () => sql`
    ${happened} order by e.created_at desc, e.id desc limit 20`,
);
export const listNewestEvents = (db: Reader): Promise<EventRow[]> => db.run(newest());
