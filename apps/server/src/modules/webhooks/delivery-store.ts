import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { type Statement, statement } from '../../kernel/db/query.ts';
import { columnsOf, type RowOf } from '../../kernel/db/row-shape.ts';

declare module '../../kernel/db/schema.ts' {
  interface JsonShapes {
    'webhook_attempts.request_headers': Record<string, string>;
    'webhook_attempts.answer_headers': Record<string, string>;
  }
}

interface NewMessages {
  applicationId: string;
  event: string;
  body: string;
  about: string | null;
  now: Date;
}
const queue = statement(
  'webhooks.deliveries.queue',
  (p: NewMessages) => sql`
    select queue_webhooks(${p.applicationId}, ${p.event}, ${p.body}, ${p.about}, ${p.now})`,
);
export const queueMessages = (
  given: Omit<NewMessages, 'about'> & { about: string | undefined },
): Statement<unknown> => queue({ ...given, about: given.about ?? null });

const ending = statement(
  'webhooks.secrets.ending',
  columnsOf('application_secrets', 'id application_id expires_at'),
  (p: { now: Date; until: Date }) => sql`
    select id, application_id, expires_at from application_secrets s
    where expires_at > ${p.now} and expires_at <= ${p.until}
      and exists (select from webhook_subscriptions w where w.application_id = s.application_id
        and 'application.secret_expiring' = any (w.events))
    order by expires_at limit 1000`,
);
/** Secrets of subscribed applications that end soon. */
export const listEndingSecrets = (tx: Tx, now: Date, until: Date) => tx.run(ending({ now, until }));

const dueRow = {
  ...columnsOf('webhook_deliveries', 'id subscription_id event body attempts'),
  ...columnsOf('webhook_subscriptions', 'application_id url'),
};
export type DueDelivery = RowOf<typeof dueRow>;

/** Messages of one subscription that are taken at once. */
export const perSubscription = 4;

const lease = statement(
  'webhooks.deliveries.lease',
  dueRow,
  (p: { now: Date; until: Date; busy: readonly string[]; limit: number }) => sql`
    with due as (
      select d.id, d.next_at, s.failures, row_number() over (partition by s.id order by d.next_at) as place
      from webhook_subscriptions s join applications a on a.id = s.application_id and a.enabled
        cross join lateral (
          select id, next_at from webhook_deliveries
          where subscription_id = s.id and state = 'waiting' and next_at <= ${p.now}
          -- A constant: for an unknown limit PostgreSQL reads and sorts all messages of the subscription.
          order by next_at limit ${sql.lit(perSubscription)} for update skip locked
        ) as d
      where s.state = 'active' and s.id <> all(${p.busy}::uuid[])
        and (s.open_until is null or s.open_until <= ${p.now})
        -- Asked once: while nothing waits, no subscription is looked at.
        and exists (select from webhook_deliveries w where w.state = 'waiting' and w.next_at <= ${p.now})
    ), taken as (
      -- A receiver that was failing gets one trial.
      select id from due where failures < 5 or place = 1 order by next_at limit ${p.limit}
    )
    update webhook_deliveries d set attempts = d.attempts + 1, next_at = ${p.until}
    from webhook_subscriptions s
    where d.id = any(array(select id from taken)) and s.id = d.subscription_id
    returning d.id, d.subscription_id, d.event, d.body, d.attempts, s.application_id, s.url`,
);
/** Takes a few messages of every subscription: one with many waiting messages holds up no other. */
export const leaseDue = (
  tx: Tx,
  given: { now: Date; until: Date; busy: readonly string[]; limit: number },
): Promise<DueDelivery[]> => tx.run(lease(given));

const finish = statement(
  'webhooks.deliveries.finish',
  (p: {
    id: string;
    attempt: number;
    state: 'waiting' | 'delivered' | 'failed';
    status: number | null;
    nextAt: Date;
    now: Date;
  }) => sql`
    update webhook_deliveries set state = ${p.state}, status = ${p.status}, next_at = ${p.nextAt},
      finished_at = case when ${p.state} <> 'waiting' then ${p.now}::timestamptz end
    where id = ${p.id} and attempts = ${p.attempt} and state = 'waiting'`,
);
/** False when the lease ended and another instance took the message. */
export const finishAttempt = async (tx: Tx, given: Parameters<typeof finish>[0]): Promise<boolean> =>
  (await tx.change(finish(given))) === 1;

const insertAttemptStatement = statement(
  'webhooks.attempts.insert',
  (p: {
    deliveryId: string;
    attempt: number;
    at: Date;
    status: number | null;
    durationMs: number;
    requestHeaders: string;
    answerHeaders: string;
    answer: string;
    problem: string;
  }) => sql`
    insert into webhook_attempts (delivery_id, attempt, at, status, duration_ms, request_headers, answer_headers,
      answer, problem)
    values (${p.deliveryId}, ${p.attempt}, ${p.at}, ${p.status}, ${p.durationMs}, ${p.requestHeaders},
      ${p.answerHeaders}, ${p.answer}, ${p.problem})`,
);
export const insertAttempt = (tx: Tx, given: Parameters<typeof insertAttemptStatement>[0]): Promise<number> =>
  tx.change(insertAttemptStatement(given));

const insertTest = statement(
  'webhooks.deliveries.insert_test',
  (p: {
    id: string;
    subscriptionId: string;
    event: string;
    body: string;
    state: 'delivered' | 'failed';
    status: number | null;
    now: Date;
  }) => sql`
    insert into webhook_deliveries (id, subscription_id, event, body, state, attempts, status, next_at, created_at,
      finished_at)
    values (${p.id}, ${p.subscriptionId}, ${p.event}, ${p.body}, ${p.state}, 1, ${p.status}, ${p.now}, ${p.now},
      ${p.now})`,
);
/** A test call is recorded after it was made. */
export const insertTestDelivery = (tx: Tx, given: Parameters<typeof insertTest>[0]): Promise<number> =>
  tx.change(insertTest(given));

const deliveryRow = columnsOf(
  'webhook_deliveries',
  'id seq subscription_id event body state attempts status next_at created_at finished_at',
);
export type DeliveryRow = RowOf<typeof deliveryRow>;
const delivery = sql`id, seq, subscription_id, event, body, state, attempts, status, next_at, created_at, finished_at`;

export interface DeliveryFilter {
  subscriptionId: string;
  state: string | null;
  event: string | null;
}
const list = statement(
  'webhooks.deliveries.list',
  deliveryRow,
  (p: DeliveryFilter & { limit: number; at: string | null; seq: number | null }) => sql`
    select ${delivery} from webhook_deliveries
    where subscription_id = ${p.subscriptionId} and (${p.state}::text is null or state = ${p.state})
      and (${p.event}::text is null or event = ${p.event})
      and (${p.at}::timestamptz is null or (created_at, seq) < (${p.at}::timestamptz, ${p.seq}::bigint))
    order by created_at desc, seq desc limit ${p.limit}`,
  { plan: 'each call' },
);
export const deliveryList = (
  filter: DeliveryFilter,
  page: { limit: number; before: { at: string; id: number } | undefined },
): Statement<DeliveryRow> =>
  list({
    ...filter,
    limit: page.limit + 1,
    at: page.before?.at ?? null,
    seq: page.before?.id ?? null,
  });

const byId = statement(
  'webhooks.deliveries.by_id',
  deliveryRow,
  (p: { id: string; subscriptionId: string }) => sql`
    select ${delivery} from webhook_deliveries where id = ${p.id} and subscription_id = ${p.subscriptionId}`,
);
export const findDelivery = (
  db: Reader | Tx,
  subscriptionId: string,
  id: string,
): Promise<DeliveryRow | undefined> => db.first(byId({ id, subscriptionId }));

const attemptRow = columnsOf(
  'webhook_attempts',
  'attempt at status duration_ms request_headers answer_headers answer problem',
);
export type AttemptRow = RowOf<typeof attemptRow>;
const attemptsOf = statement(
  'webhooks.attempts.of',
  attemptRow,
  (p: { deliveryId: string }) => sql`
    select attempt, at, status, duration_ms, request_headers, answer_headers, answer, problem from webhook_attempts
    where delivery_id = ${p.deliveryId} order by id desc limit 50`,
);
/** The newest first. */
export const listAttempts = (db: Reader | Tx, deliveryId: string): Promise<AttemptRow[]> =>
  db.run(attemptsOf({ deliveryId }));

const replayOne = statement(
  'webhooks.deliveries.replay_one',
  columnsOf('webhook_deliveries', 'id'),
  (p: { id: string; subscriptionId: string; now: Date }) => sql`
    update webhook_deliveries set state = 'waiting', attempts = 0, next_at = ${p.now}, finished_at = null
    where id = ${p.id} and subscription_id = ${p.subscriptionId} and state <> 'waiting' returning id`,
);
/** False while it waits for its next attempt anyway. */
export const replayDelivery = async (
  tx: Tx,
  subscriptionId: string,
  id: string,
  now: Date,
): Promise<boolean> => (await tx.first(replayOne({ id, subscriptionId, now }))) !== undefined;

/** Most messages of one replay. */
export const mostReplayed = 1000;
const replayMany = statement(
  'webhooks.deliveries.replay_failed',
  (p: { subscriptionId: string; from: string; to: string; now: Date }) => sql`
    update webhook_deliveries set state = 'waiting', attempts = 0, next_at = ${p.now}, finished_at = null
    where id in (
      select id from webhook_deliveries where subscription_id = ${p.subscriptionId} and state = 'failed'
        and created_at >= ${p.from} and created_at <= ${p.to}
      order by created_at limit ${sql.lit(mostReplayed)} for update skip locked)`,
);
export const replayFailed = (tx: Tx, given: Parameters<typeof replayMany>[0]): Promise<number> =>
  tx.change(replayMany(given));

const advance = statement(
  'webhooks.deliveries.advance',
  (p: { subscriptionId: string; now: Date; leasedUntil: Date }) => sql`
    update webhook_deliveries set next_at = ${p.now}
    where id in (
      select id from webhook_deliveries
      where subscription_id = ${p.subscriptionId} and state = 'waiting' and next_at > ${p.leasedUntil}
      order by next_at limit 1000 for update skip locked)`,
);
const longestLeaseMs = 2 * 60_000;
/** Makes later retries due now, except messages that may be on their way. */
export const advanceWaiting = (tx: Tx, subscriptionId: string, now: Date): Promise<number> =>
  tx.change(advance({ subscriptionId, now, leasedUntil: new Date(now.getTime() + longestLeaseMs) }));

const removeOld = statement(
  'webhooks.deliveries.remove_old',
  (p: { before: Date }) => sql`
    delete from webhook_deliveries where id in (
      select id from webhook_deliveries where created_at < ${p.before} order by created_at limit 5000)`,
);
export const deleteOldDeliveries = (tx: Tx, before: Date): Promise<number> =>
  tx.change(removeOld({ before }));
