import { type Outbox, unitOfWork, type WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Database, Reader } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { breakerPause, isIllness, pauseAfter } from '../../kernel/delivery/backoff.ts';
import { createDispatcher, type Dispatcher } from '../../kernel/delivery/dispatcher.ts';
import { signStandard } from '../../kernel/delivery/standard-signature.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import {
  advanceWaiting,
  type DueDelivery,
  finishAttempt,
  insertAttempt,
  leaseDue,
  perSubscription,
} from './delivery-store.ts';
import { disableWith } from './disable.ts';
import { events } from './events.ts';
import { dueChannel } from './queue.ts';
import type { ReceiverAnswer, ReceiverPort } from './receiver-port.ts';
import { type Health, listSecrets, lockSubscription, recordFailure, recordSuccess } from './store.ts';
import { secretPurpose } from './subscriptions.ts';

export interface DeliverDeps {
  database: Database;
  outbox: Outbox;
  keyring: Keyring;
  receivers: ReceiverPort;
  now: () => Date;
}

/** Longer than the timeout of a call: a message whose sender was killed is sent again after it. */
const leaseMs = 60_000;
const longestAskedMs = 3_600_000;

export const createWebhookDispatcher = (deps: DeliverDeps): Dispatcher =>
  createDispatcher<DueDelivery>({
    perReceiver: perSubscription,
    receiverOf: ({ subscription_id }) => subscription_id,
    deliver: (delivery) => deliver(deps, delivery),
    lease: (given) => {
      const now = deps.now();
      const until = new Date(now.getTime() + leaseMs);
      return deps.database.transaction(systemIdentity, (tx) => leaseDue(tx, { now, until, ...given }));
    },
  });

export interface Sent {
  readonly at: Date;
  readonly headers: Record<string, string>;
  readonly answer: ReceiverAnswer;
  readonly isDelivered: boolean;
}

/** Signs with every live secret; the id stays the same at each attempt, so that a receiver recognises the message. */
export async function send(
  deps: Pick<DeliverDeps, 'keyring' | 'receivers'>,
  db: Reader,
  message: { id: string; subscriptionId: string; url: string; body: string },
  at: Date,
): Promise<Sent> {
  const secrets = (await listSecrets(db, [message.subscriptionId], at)).map(({ sealed }) =>
    deps.keyring.open(sealed, secretPurpose),
  );
  const body = Buffer.from(message.body);
  const stamp = { id: message.id, timestamp: String(Math.floor(at.getTime() / 1000)) };
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Tamga-Webhooks',
    'webhook-id': stamp.id,
    'webhook-timestamp': stamp.timestamp,
    'webhook-signature': signStandard(secrets, stamp, body),
  };
  const answer = await deps.receivers.post(message.url, headers, body);
  const isDelivered = answer.status !== null && answer.status >= 200 && answer.status < 300;
  return { at, headers, answer, isDelivered };
}

export const recordAttempt = (
  tx: WriteTx,
  deliveryId: string,
  attempt: number,
  { at, headers, answer }: Sent,
): Promise<number> =>
  insertAttempt(tx, {
    deliveryId,
    attempt,
    at,
    status: answer.status,
    durationMs: answer.durationMs,
    requestHeaders: JSON.stringify(headers),
    answerHeaders: JSON.stringify(answer.headers),
    answer: answer.answer,
    problem: answer.problem,
  });

async function deliver(deps: DeliverDeps, delivery: DueDelivery): Promise<void> {
  const sent = await send(
    deps,
    deps.database.reader(systemIdentity),
    { id: delivery.id, subscriptionId: delivery.subscription_id, url: delivery.url, body: delivery.body },
    deps.now(),
  );
  await unitOfWork(
    deps,
    { identity: systemIdentity, actorUserId: null, requestId: null, now: deps.now() },
    { what: 'webhooks.deliver', events: [events.disabled], auditRequired: () => false },
    (tx) => record(tx, delivery, sent),
  );
}

async function record(tx: WriteTx, delivery: DueDelivery, sent: Sent): Promise<void> {
  const { answer, isDelivered } = sent;
  const health = await lockSubscription(tx, delivery.subscription_id);
  // Deleted meanwhile.
  if (health === undefined) return;
  const isGone = answer.status === 410;
  const next = isDelivered || isGone ? undefined : pauseAfter(delivery.attempts, answer.retryAfterMs);
  const isOurs = await finishAttempt(tx, {
    id: delivery.id,
    attempt: delivery.attempts,
    state: isDelivered ? 'delivered' : next === undefined ? 'failed' : 'waiting',
    status: answer.status,
    nextAt: new Date(tx.now.getTime() + (next ?? 0)),
    now: tx.now,
  });
  await recordAttempt(tx, delivery.id, delivery.attempts, sent);
  if (!isOurs) return;
  if (isDelivered) {
    await recordSuccess(tx, delivery.subscription_id, tx.now);
    // Messages of a failing receiver wait for hours; they follow as soon as it works.
    if (health.failing_since !== null && (await advanceWaiting(tx, delivery.subscription_id, tx.now)) > 0)
      tx.publish(dueChannel, {});
    return;
  }
  await recordFailure(tx, {
    id: delivery.subscription_id,
    now: tx.now,
    ...breakerOf(health, tx.now, answer),
  });
  await disableWith(tx, delivery, { isGone, isGivenUp: next === undefined, since: health.failing_since });
}

function breakerOf({ failures }: Health, now: Date, answer: ReceiverAnswer) {
  if (!isIllness(answer)) return { isIllness: false, openUntil: null };
  const asked = answer.status === 429 || answer.status === 503 ? (answer.retryAfterMs ?? 0) : 0;
  const pause = Math.max(breakerPause(failures + 1), Math.min(asked, longestAskedMs));
  return { isIllness: true, openUntil: pause === 0 ? null : new Date(now.getTime() + pause) };
}
