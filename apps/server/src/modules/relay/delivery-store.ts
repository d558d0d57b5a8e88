import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { column, columnsOf, nullable, type RowOf } from '../../kernel/db/row-shape.ts';

export interface NewDelivery {
  id: string;
  platformId: string;
  requestId: string;
  assignmentId: string | null;
  event: string;
  body: string;
  digest: string;
  now: Date;
}
const insert = statement(
  'relay.deliveries.insert',
  (p: NewDelivery) => sql`
    insert into relay_deliveries (id, platform_id, request_id, assignment_id, event, body, digest, next_at, created_at)
    values (${p.id}, ${p.platformId}, ${p.requestId}, ${p.assignmentId}, ${p.event}, ${p.body}, ${p.digest}, ${p.now},
      ${p.now})`,
);
export const insertDelivery = (tx: Tx, delivery: NewDelivery): Promise<number> => tx.change(insert(delivery));

const dueRow = {
  ...columnsOf(
    'relay_deliveries',
    'id platform_id request_id assignment_id event body digest earlier_sent attempts',
  ),
  ...columnsOf('relay_platforms', 'code endpoint_url signature receipt_keys failures ill_since'),
};
export type DueDelivery = RowOf<typeof dueRow>;

/** Messages of one platform that are taken at once. */
export const perPlatform = 4;

const lease = statement(
  'relay.deliveries.lease',
  dueRow,
  (p: { now: Date; until: Date; busy: readonly string[]; limit: number }) => sql`
    with due as (
      select d.id, d.next_at, p.failures, row_number() over (partition by p.id order by d.next_at) as place
      from relay_platforms p cross join lateral (
        select id, next_at from relay_deliveries
        where platform_id = p.id and state = 'waiting' and next_at <= ${p.now}
        -- A constant: for an unknown limit PostgreSQL reads and sorts all messages of the platform.
        order by next_at limit ${sql.lit(perPlatform)} for update skip locked
      ) as d
      where p.enabled and p.paused_at is null and p.id <> all(${p.busy}::uuid[]) and (p.open_until is null or p.open_until <= ${p.now})
    ), taken as (
      -- A platform that was ill gets one trial.
      select id from due where failures < 5 or place = 1 order by next_at limit ${p.limit}
    )
    update relay_deliveries d set attempts = d.attempts + 1, next_at = ${p.until}
    from relay_platforms p
    -- An array is always looked up by the index; joined, a plan for unknown limits reads all messages.
    where d.id = any(array(select id from taken)) and p.id = d.platform_id
    returning d.id, d.platform_id, d.request_id, d.assignment_id, d.event, d.body, d.digest, d.earlier_sent,
      d.attempts, p.code, p.endpoint_url, p.signature, p.receipt_keys, p.failures, p.ill_since`,
);
/**
 * Takes the next messages of every platform, a few of each: a platform with a million waiting messages holds up no
 * other. Another instance takes them again after `until`, with the same id, so that the receiver recognises them.
 */
export const leaseDue = (
  tx: Tx,
  given: { now: Date; until: Date; busy: readonly string[]; limit: number },
): Promise<DueDelivery[]> => tx.run(lease(given));

const finish = statement(
  'relay.deliveries.finish',
  (p: {
    id: string;
    attempt: number;
    state: 'waiting' | 'delivered' | 'dead';
    nextAt: Date;
    body: string;
    digest: string;
    receipt: string | null;
    receiptValid: boolean | null;
    now: Date;
  }) => sql`
    update relay_deliveries set state = ${p.state}, next_at = ${p.nextAt}, body = ${p.body},
      digest = ${p.digest}, receipt = ${p.receipt}, receipt_valid = ${p.receiptValid}, finished_at = case when ${p.state} <> 'waiting' then ${p.now}::timestamptz end
    where id = ${p.id} and attempts = ${p.attempt} and state = 'waiting'`,
);
/** False when the lease ended and another instance took the message. */
export const finishAttempt = async (tx: Tx, given: Parameters<typeof finish>[0]): Promise<boolean> =>
  (await tx.change(finish(given))) === 1;

const redate = statement(
  'relay.deliveries.redate',
  (p: { id: string; attempt: number; body: string; digest: string; earlier_sent: readonly string[] }) => sql`
    update relay_deliveries set body = ${p.body}, digest = ${p.digest}, earlier_sent = ${p.earlier_sent}::text[]
    where id = ${p.id} and attempts = ${p.attempt} and state = 'waiting'`,
);
export const redateDelivery = async (tx: Tx, given: Parameters<typeof redate>[0]): Promise<boolean> =>
  (await tx.change(redate(given))) === 1;

const advance = statement(
  'relay.deliveries.advance',
  (p: { platformId: string; now: Date; leasedUntil: Date }) => sql`
    update relay_deliveries set next_at = ${p.now}
    where id in (
      select id from relay_deliveries
      where platform_id = ${p.platformId} and state = 'waiting' and next_at > ${p.leasedUntil}
      order by next_at limit 1000 for update skip locked)`,
);
const longestLeaseMs = 2 * 60_000;
/** Makes later retries of a platform due now, except messages that may be on their way. */
export const advanceWaiting = (tx: Tx, platformId: string, now: Date): Promise<number> =>
  tx.change(advance({ platformId, now, leasedUntil: new Date(now.getTime() + longestLeaseMs) }));

const insertAttemptStatement = statement(
  'relay.attempts.insert',
  (p: {
    deliveryId: string;
    attempt: number;
    at: Date;
    status: number | null;
    durationMs: number;
    answer: string;
    problem: string;
  }) => sql`
    insert into relay_attempts (delivery_id, attempt, at, status, duration_ms, answer, problem)
    values (${p.deliveryId}, ${p.attempt}, ${p.at}, ${p.status}, ${p.durationMs}, ${p.answer}, ${p.problem})`,
);
export const insertAttempt = (tx: Tx, given: Parameters<typeof insertAttemptStatement>[0]): Promise<number> =>
  tx.change(insertAttemptStatement(given));

const succeeded = statement(
  'relay.platforms.succeeded',
  (p: { id: string; now: Date }) => sql`
    update relay_platforms set failures = 0, open_until = null, delivered_at = ${p.now},
      recovered_at = case when ill_since is null then recovered_at else ${p.now} end, ill_since = null
    where id = ${p.id} and (failures > 0 or open_until is not null or ill_since is not null
      or delivered_at is null or delivered_at < ${p.now}::timestamptz - interval '1 minute')`,
);
/** Most successes change nothing: writing each would make deliveries of a platform wait for one another. */
export const recordSuccess = (tx: Tx, id: string, now: Date): Promise<number> =>
  tx.change(succeeded({ id, now }));

const failed = statement(
  'relay.platforms.failed',
  (p: { id: string; now: Date; openUntil: Date | null; isIll: boolean }) => sql`
    update relay_platforms set failures = failures + 1, open_until = greatest(open_until, ${p.openUntil}),
      ill_since = case when ${p.isIll} then coalesce(ill_since, ${p.now}) else ill_since end
    where id = ${p.id}`,
);
export const recordFailure = (
  tx: Tx,
  given: { id: string; now: Date; openUntil: Date | null; isIll: boolean },
): Promise<number> => tx.change(failed(given));

const keepKeys = statement(
  'relay.platforms.keep_keys',
  (p: { id: string; keys: string }) =>
    sql`update relay_platforms set receipt_keys = ${p.keys} where id = ${p.id}`,
);
export const keepReceiptKeys = (tx: Tx, id: string, keys: string): Promise<number> =>
  tx.change(keepKeys({ id, keys }));

const deliveryRow = {
  ...columnsOf(
    'relay_deliveries',
    'id platform_id request_id assignment_id event body digest state attempts next_at receipt receipt_valid created_at finished_at',
  ),
  platform_name: column('relay_platforms', 'name'),
  platform_code: column('relay_platforms', 'code'),
};
export type DeliveryRow = RowOf<typeof deliveryRow>;
const deliveries = sql`
  select d.id, d.platform_id, d.request_id, d.assignment_id, d.event, d.body, d.digest, d.state, d.attempts, d.next_at,
    d.receipt, d.receipt_valid, d.created_at, d.finished_at, p.name as platform_name, p.code as platform_code
  from relay_deliveries d join relay_platforms p on p.id = d.platform_id`;

const ofRequest = statement(
  'relay.deliveries.of_request',
  deliveryRow,
  (p: { requestId: string }) => sql`
    ${deliveries} where d.request_id = ${p.requestId} order by d.created_at, d.id limit 500`,
);
export const listDeliveriesOf = (db: Reader, requestId: string): Promise<DeliveryRow[]> =>
  db.run(ofRequest({ requestId }));

const dispatchOf = statement(
  'relay.deliveries.dispatch_of',
  columnsOf('relay_deliveries', 'digest'),
  (p: { assignmentId: string }) => sql`
    select d.digest from relay_assignments a join relay_deliveries d on d.request_id = a.request_id
      and d.assignment_id = a.id and d.event = 'dispatched'
    where a.id = ${p.assignmentId} limit 1`,
);
/** The message that an assignment was sent with. */
export const findDispatch = (tx: Tx, assignmentId: string): Promise<{ digest: string } | undefined> =>
  tx.first(dispatchOf({ assignmentId }));

const deadRow = {
  ...deliveryRow,
  ...columnsOf('relay_requests', 'service_code title'),
  last_attempt: nullable(column('relay_attempts', 'attempt')),
  last_at: nullable(column('relay_attempts', 'at')),
  last_status: nullable(column('relay_attempts', 'status')),
  last_duration_ms: nullable(column('relay_attempts', 'duration_ms')),
  last_answer: nullable(column('relay_attempts', 'answer')),
  last_problem: nullable(column('relay_attempts', 'problem')),
};
export type DeadRow = RowOf<typeof deadRow>;
const dead = statement(
  'relay.deliveries.dead',
  deadRow,
  (p: { platformId: string | null; limit: number }) => sql`
    select d.*, r.service_code, r.title, l.attempt as last_attempt, l.at as last_at, l.status as last_status,
      l.duration_ms as last_duration_ms, l.answer as last_answer, l.problem as last_problem
    from (${deliveries} where d.state = 'dead' and (${p.platformId}::uuid is null or d.platform_id = ${p.platformId})
      order by d.finished_at desc, d.id limit ${p.limit}) as d
      join relay_requests r on r.id = d.request_id
      left join lateral (
        select attempt, at, status, duration_ms, answer, problem from relay_attempts
        where delivery_id = d.id order by id desc limit 1) as l on true
    order by d.finished_at desc, d.id`,
  { plan: 'each call' },
);
/** With the last attempt, which says why each was given up. */
export const listDead = (db: Reader, platformId: string | null, limit: number): Promise<DeadRow[]> =>
  db.run(dead({ platformId, limit }));

const byId = statement(
  'relay.deliveries.by_id',
  deliveryRow,
  (p: { id: string }) => sql`${deliveries} where d.id = ${p.id}`,
);
export const findDelivery = (db: Reader | Tx, id: string): Promise<DeliveryRow | undefined> =>
  db.first(byId({ id }));

const byIds = statement(
  'relay.deliveries.by_ids',
  deliveryRow,
  (p: { ids: readonly string[] }) => sql`
    ${deliveries} where d.id = any(${p.ids}::uuid[]) order by d.created_at, d.id`,
);
export const listDeliveries = (db: Reader, ids: readonly string[]): Promise<DeliveryRow[]> =>
  db.run(byIds({ ids }));

const attemptRow = columnsOf('relay_attempts', 'delivery_id attempt at status duration_ms answer problem');
export type AttemptRow = RowOf<typeof attemptRow>;
const attemptsOf = statement(
  'relay.attempts.of',
  attemptRow,
  (p: { deliveryIds: readonly string[] }) => sql`
    select delivery_id, attempt, at, status, duration_ms, answer, problem from relay_attempts
    where delivery_id = any(${p.deliveryIds}::uuid[]) order by id limit 2000`,
);
export const listAttempts = (db: Reader, deliveryIds: readonly string[]): Promise<AttemptRow[]> =>
  db.run(attemptsOf({ deliveryIds }));

const replay = statement(
  'relay.deliveries.replay',
  columnsOf('relay_deliveries', 'id'),
  (p: { ids: readonly string[] | null; platformId: string | null; now: Date }) => sql`
    update relay_deliveries set state = 'waiting', attempts = 0, next_at = ${p.now}, finished_at = null
    where id in (
      select id from relay_deliveries where state = 'dead'
        and (${p.ids}::uuid[] is null or id = any(${p.ids}::uuid[]))
        and (${p.platformId}::uuid is null or platform_id = ${p.platformId})
      order by finished_at limit 1000 for update skip locked)
    returning id`,
  { plan: 'each call' },
);
export const replayDead = async (
  tx: Tx,
  given: { ids: readonly string[] | null; platformId: string | null; now: Date },
): Promise<string[]> => (await tx.run(replay(given))).map(({ id }) => id);

const inboxRow = columnsOf(
  'relay_inbox',
  'platform_id message_id request_id assignment_id event body digest status answer receipt received_at',
);
export type InboxRow = RowOf<typeof inboxRow>;
const inbox = sql`platform_id, message_id, request_id, assignment_id, event, body, digest, status, answer, receipt,
  received_at`;

const claimInbox = statement(
  'relay.inbox.insert',
  (p: Omit<InboxRow, 'received_at'> & { now: Date }) => sql`
    insert into relay_inbox (platform_id, message_id, request_id, assignment_id, event, body, digest, status, answer,
      receipt, received_at)
    values (${p.platform_id}, ${p.message_id}, ${p.request_id}, ${p.assignment_id}, ${p.event}, ${p.body}, ${p.digest},
      ${p.status}, ${p.answer}, ${p.receipt}, ${p.now})`,
);
/** Fails when the id is taken, so that of two equal messages at once one is undone. */
export const insertInbox = (
  tx: Tx,
  message: Omit<InboxRow, 'received_at'> & { now: Date },
): Promise<number> => tx.change(claimInbox(message));

const fromInbox = statement(
  'relay.inbox.find',
  inboxRow,
  (p: { platformId: string; messageId: string }) => sql`
    select ${inbox} from relay_inbox where platform_id = ${p.platformId} and message_id = ${p.messageId}`,
);
export const findInbox = (
  db: Reader | Tx,
  platformId: string,
  messageId: string,
): Promise<InboxRow | undefined> => db.first(fromInbox({ platformId, messageId }));

const byDigest = statement(
  'relay.inbox.by_digest',
  inboxRow,
  (p: { platformId: string; digest: string }) => sql`
    select ${inbox} from relay_inbox where platform_id = ${p.platformId} and digest = ${p.digest}
    order by received_at limit 1`,
);
/** The same bytes again, whatever id they came with. */
export const findInboxByDigest = (
  tx: Tx,
  platformId: string,
  digest: string,
): Promise<InboxRow | undefined> => tx.first(byDigest({ platformId, digest }));

const lockMessage = statement(
  'relay.inbox.lock',
  (p: { key: string }) => sql`select pg_advisory_xact_lock(hashtextextended(${p.key}, 0))`,
);
/** Two deliveries of one message at once are handled one after the other. */
export const lockMessageId = async (tx: Tx, platformId: string, messageId: string): Promise<void> => {
  await tx.run(lockMessage({ key: `relay:${platformId}:${messageId}` }));
};

const inboxOf = statement(
  'relay.inbox.of_request',
  {
    ...inboxRow,
    code: column('relay_platforms', 'code'),
    receipt_keys: column('relay_platforms', 'receipt_keys'),
  },
  (p: { requestId: string }) => sql`
    select i.platform_id, i.message_id, i.request_id, i.assignment_id, i.event, i.body, i.digest, i.status, i.answer,
      i.receipt, i.received_at, p.code, p.receipt_keys
    from relay_inbox i join relay_platforms p on p.id = i.platform_id
    where i.request_id = ${p.requestId} order by i.received_at, i.message_id limit 500`,
);
export const listInboxOf = (db: Reader, requestId: string) => db.run(inboxOf({ requestId }));
