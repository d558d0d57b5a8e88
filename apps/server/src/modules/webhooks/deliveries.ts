import { randomUUID } from 'node:crypto';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { type Unchanged, unchanged } from '../../kernel/http/row.ts';
import { cutPage, findPage, readPageQuery, readTime, writePlace } from '../../kernel/http/time-cursor.ts';
import { type DeliverDeps, recordAttempt, type Sent, send } from './deliver.ts';
import {
  type DeliveryRow,
  deliveryList,
  findDelivery,
  insertTestDelivery,
  listAttempts,
  mostReplayed,
  replayDelivery,
  replayFailed,
} from './delivery-store.ts';
import { errors } from './errors.ts';
import { testEvent } from './event-types.ts';
import { events } from './events.ts';
import { bodyOf, dueChannel } from './queue.ts';
import type { WebhookDelivery, WebhookDeliveryDetail } from './schemas.ts';
import { requireSubscription, type WebhookRef } from './subscriptions.ts';

export async function viewDeliveries(
  db: Reader,
  actor: Actor,
  ref: WebhookRef,
  query: {
    limit?: number | undefined;
    cursor?: string | undefined;
    state?: string | undefined;
    event?: string | undefined;
  },
) {
  const { id } = await requireSubscription(db, actor, ref);
  const filter = { subscriptionId: id, state: query.state ?? null, event: query.event ?? null };
  const page = readPageQuery(query);
  const found = await findPage(db, page, (each) => deliveryList(filter, each));
  const { items, ...rest } = cutPage(found, page.limit, (row) => writePlace(row.created_at, row.seq));
  return { items: items.map(viewDelivery), ...rest };
}

export async function viewOneDelivery(
  db: Reader,
  actor: Actor,
  ref: WebhookRef & { delivery_id: string },
): Promise<WebhookDeliveryDetail> {
  const { id } = await requireSubscription(db, actor, ref);
  return detailOf(db, id, ref.delivery_id);
}

/** Sends again a message that was delivered or given up, with the same id. */
export async function replayOne(
  tx: WriteTx,
  actor: Actor,
  ref: WebhookRef & { delivery_id: string },
): Promise<WebhookDeliveryDetail | Unchanged<WebhookDeliveryDetail>> {
  const { id } = await requireSubscription(tx, actor, ref);
  if (!(await replayDelivery(tx, id, ref.delivery_id, tx.now)))
    return unchanged(await detailOf(tx, id, ref.delivery_id));
  tx.publish(dueChannel, {});
  tx.audit(events.replayed, {
    target: id,
    metadata: { application_id: ref.id, count: 1, delivery_id: ref.delivery_id },
  });
  return detailOf(tx, id, ref.delivery_id);
}

export async function replayPeriod(
  tx: WriteTx,
  actor: Actor,
  ref: WebhookRef,
  body: { from: string; to: string },
) {
  const { id } = await requireSubscription(tx, actor, ref);
  const from = readTime(body.from) ?? '';
  const to = readTime(body.to) ?? '';
  if (from >= to) fail(errors.webhook_replay_period);
  const replayed = await replayFailed(tx, { subscriptionId: id, from, to, now: tx.now });
  const answer = { replayed, more: replayed === mostReplayed };
  if (replayed === 0) return unchanged(answer);
  tx.publish(dueChannel, {});
  tx.audit(events.replayed, { target: id, metadata: { application_id: ref.id, count: replayed } });
  return answer;
}

interface TestCall {
  readonly id: string;
  readonly body: string;
  readonly sent: Sent;
}

/** A test answers at once, works while the webhook is paused, and counts neither as success nor as failure. */
export async function makeTestCall(
  deps: Pick<DeliverDeps, 'keyring' | 'receivers'>,
  db: Reader,
  actor: Actor,
  ref: WebhookRef,
  now: Date,
): Promise<TestCall> {
  const { id: subscriptionId, url, application_id } = await requireSubscription(db, actor, ref);
  const body = bodyOf(testEvent, { application_id }, now);
  const id = randomUUID();
  return { id, body, sent: await send(deps, db, { id, subscriptionId, url, body }, now) };
}

export async function recordTestCall(
  tx: WriteTx,
  actor: Actor,
  ref: WebhookRef,
  { id, body, sent }: TestCall,
): Promise<WebhookDeliveryDetail> {
  const subscription = await requireSubscription(tx, actor, ref);
  await insertTestDelivery(tx, {
    id,
    subscriptionId: subscription.id,
    event: testEvent,
    body,
    state: sent.isDelivered ? 'delivered' : 'failed',
    status: sent.answer.status,
    now: tx.now,
  });
  await recordAttempt(tx, id, 1, sent);
  tx.audit(events.tested, {
    target: subscription.id,
    metadata: { application_id: ref.id, delivered: sent.isDelivered },
  });
  return detailOf(tx, subscription.id, id);
}

async function detailOf(db: Reader | Tx, subscriptionId: string, id: string): Promise<WebhookDeliveryDetail> {
  const row = (await findDelivery(db, subscriptionId, id)) ?? fail(kernelErrors.not_found);
  const attempts = await listAttempts(db, id);
  return {
    ...viewDelivery(row),
    body: row.body,
    timeline: attempts.map(({ status, ...attempt }) => ({
      ...attempt,
      ...(status === null ? {} : { status }),
    })),
  };
}

const viewDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  event: row.event,
  state: row.state,
  attempts: row.attempts,
  ...(row.status === null ? {} : { status: row.status }),
  ...(row.state === 'waiting' ? { next_at: row.next_at } : {}),
  created_at: row.created_at,
  ...(row.finished_at === null ? {} : { finished_at: row.finished_at }),
});
