import { type Outbox, unitOfWork, type WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { breakerPause, isFinal, isIllness, pauseAfter } from '../../kernel/delivery/backoff.ts';
import { createDispatcher, type Dispatcher } from '../../kernel/delivery/dispatcher.ts';
import { signStandard } from '../../kernel/delivery/standard-signature.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import {
  advanceWaiting,
  type DueDelivery,
  finishAttempt,
  insertAttempt,
  keepReceiptKeys,
  leaseDue,
  perPlatform,
  recordFailure,
  recordSuccess,
  redateDelivery,
} from './delivery-store.ts';
import { events } from './events.ts';
import { type RelayKeys, secretPurpose } from './keys.ts';
import { changedChannel, dueChannel, sentAtOf, withSentAt } from './messages.ts';
import type { PeerAnswer, PeerPort } from './peer-port.ts';
import { type Jwks, listSecrets, setPaused } from './platform-store.ts';
import { openReceipt } from './receipts.ts';
import { acknowledgeAssignment, findRequest, insertEvent, lockRequest } from './request-store.ts';
import { digestOf, type SignatureForm, signRelay, signStandardEd25519 } from './signatures.ts';

export interface DeliverDeps {
  database: Database;
  outbox: Outbox;
  keyring: Keyring;
  keys: RelayKeys;
  peers: PeerPort;
  selfCode: string;
  now: () => Date;
}

/** Longer than the timeout of a call: a message whose sender was killed is sent again after it. */
const leaseMs = 60_000;

export const createRelayDispatcher = (deps: DeliverDeps): Dispatcher =>
  createDispatcher<DueDelivery>({
    perReceiver: perPlatform,
    receiverOf: ({ platform_id }) => platform_id,
    deliver: (delivery) => deliver(deps, delivery),
    lease: (given) => {
      const now = deps.now();
      const until = new Date(now.getTime() + leaseMs);
      return deps.database.transaction(systemIdentity, (tx) => leaseDue(tx, { now, until, ...given }));
    },
  });

async function deliver(deps: DeliverDeps, leased: DueDelivery): Promise<void> {
  const sentAt = deps.now();
  const delivery = await refreshDate(deps, leased, sentAt);
  if (delivery === undefined) return;
  const body = Buffer.from(delivery.body);
  const headers = await headersFor(deps, delivery, body, sentAt);
  const answer = await deps.peers.post(delivery.endpoint_url, headers, body);
  const isDelivered = answer.status !== null && answer.status >= 200 && answer.status < 300;
  const receipt = isDelivered ? await checkReceipt(deps, delivery, answer.receipt) : undefined;
  await unitOfWork(
    deps,
    { identity: systemIdentity, actorUserId: null, requestId: null, now: deps.now() },
    { what: 'relay.deliver', events: [events.platformPaused], auditRequired: () => false },
    (tx) => record(tx, delivery, { answer, isDelivered, receipt, sentAt }),
  );
}

/** Receivers refuse `sent_at` older than 24 hours, and retries last longer. */
const refreshAfterMs = 12 * 3_600_000;

/** Undefined when another instance took the message. The id stays, so that a receiver recognises the message. */
async function refreshDate(
  deps: DeliverDeps,
  delivery: DueDelivery,
  now: Date,
): Promise<DueDelivery | undefined> {
  const written = sentAtOf(delivery.body);
  if (now.getTime() - new Date(written).getTime() <= refreshAfterMs) return delivery;
  const body = withSentAt(delivery.body, now.toISOString());
  const fresh = { body, digest: digestOf(body), earlier_sent: [...delivery.earlier_sent, written] };
  const isOurs = await deps.database.transaction(systemIdentity, (tx) =>
    redateDelivery(tx, { id: delivery.id, attempt: delivery.attempts, ...fresh }),
  );
  return isOurs ? { ...delivery, ...fresh } : undefined;
}

/** Headers of either form; the id lets the receiver recognise a message that comes again. */
export async function headersFor(
  deps: Pick<DeliverDeps, 'database' | 'keyring' | 'keys' | 'selfCode'>,
  message: { id: string; platform_id: string; event: string; signature: SignatureForm },
  body: Buffer,
  now: Date,
): Promise<Record<string, string>> {
  const common = {
    'content-type': 'application/json',
    'x-relay-source': deps.selfCode,
    'x-relay-event': message.event,
  };
  const sealed = await listSecrets(deps.database.reader(systemIdentity), [message.platform_id], now);
  const secrets = sealed.map((secret) => deps.keyring.open(secret.sealed, secretPurpose));
  if (message.signature === 'relay') {
    return {
      ...common,
      'x-relay-id': message.id,
      // While a secret is replaced, the other platform surely knows the older one.
      'x-relay-signature': signRelay(secrets.at(-1) ?? '', body),
    };
  }
  const stamp = { id: message.id, timestamp: String(Math.floor(now.getTime() / 1000)) };
  const signature =
    message.signature === 'standard'
      ? signStandard(secrets, stamp, body)
      : signStandardEd25519((await deps.keys.current()).privatePem, stamp, body);
  return {
    ...common,
    'webhook-id': stamp.id,
    'webhook-timestamp': stamp.timestamp,
    'webhook-signature': signature,
  };
}

interface CheckedReceipt {
  readonly text: string;
  readonly isValid: boolean;
  /** The version of the message that it confirms. */
  readonly version: { body: string; digest: string };
  /** Keys that were fetched for it. */
  readonly fresh?: Jwks;
}

/** A receipt of an unknown key makes us ask for the keys once; one that does not fit is kept as unchecked. */
async function checkReceipt(
  deps: DeliverDeps,
  delivery: DueDelivery,
  text: string | undefined,
): Promise<CheckedReceipt | undefined> {
  if (text === undefined) return undefined;
  const { body, digest, earlier_sent: earlier } = delivery;
  // A receiver that took an earlier version confirms that one.
  const versions = [body, ...earlier.map((at) => withSentAt(body, at))].map((each) => ({
    body: each,
    digest: digestOf(each),
  }));
  const find = (keys: Jwks) => {
    const receipt = openReceipt(text, keys);
    return receipt?.message_id === delivery.id && receipt.iss === delivery.code
      ? versions.find((version) => version.digest === receipt.digest)
      : undefined;
  };
  const known = delivery.receipt_keys === null ? undefined : find(delivery.receipt_keys);
  if (known !== undefined) return { text, isValid: true, version: known };
  const fresh = await deps.peers.receiptKeys(delivery.endpoint_url);
  const version = fresh === undefined ? undefined : find(fresh);
  if (fresh === undefined || version === undefined)
    return { text, isValid: false, version: { body, digest } };
  return { text, isValid: true, version, fresh };
}

interface Outcome {
  readonly answer: PeerAnswer;
  readonly isDelivered: boolean;
  readonly receipt: CheckedReceipt | undefined;
  readonly sentAt: Date;
}

async function record(tx: WriteTx, delivery: DueDelivery, outcome: Outcome): Promise<void> {
  const { answer, isDelivered, receipt, sentAt } = outcome;
  // Taken before the rows of the request, in the order of an answer that arrives meanwhile.
  const request = await (isDelivered ? lockRequest : findRequest)(tx, delivery.request_id);
  const next = isDelivered ? undefined : pauseAfter(delivery.attempts, answer.retryAfterMs);
  const isDead = next === undefined || isFinal(answer);
  const isOurs = await finishAttempt(tx, {
    id: delivery.id,
    attempt: delivery.attempts,
    state: isDelivered ? 'delivered' : isDead ? 'dead' : 'waiting',
    nextAt: new Date(tx.now.getTime() + (next ?? 0)),
    body: receipt?.version.body ?? delivery.body,
    digest: receipt?.version.digest ?? delivery.digest,
    receipt: receipt?.text ?? null,
    receiptValid: receipt?.isValid ?? null,
    now: tx.now,
  });
  await insertAttempt(tx, {
    deliveryId: delivery.id,
    attempt: delivery.attempts,
    at: sentAt,
    status: answer.status,
    durationMs: answer.durationMs,
    // An agency may repeat the question in its answer.
    answer: request?.confidential === true ? '' : answer.answer,
    problem: answer.problem,
  });
  tx.publish(changedChannel, {});
  if (!isOurs) return;
  if (receipt?.fresh !== undefined)
    await keepReceiptKeys(tx, delivery.platform_id, JSON.stringify(receipt.fresh));
  await (isDelivered ? recordDelivered(tx, delivery) : recordFailed(tx, delivery, answer));
}

async function recordDelivered(tx: WriteTx, delivery: DueDelivery): Promise<void> {
  await recordSuccess(tx, delivery.platform_id, tx.now);
  // Messages of an ill platform wait for hours; they follow as soon as it is well.
  if (delivery.ill_since !== null && (await advanceWaiting(tx, delivery.platform_id, tx.now)) > 0)
    tx.publish(dueChannel, {});
  const { assignment_id: assignmentId, request_id: requestId } = delivery;
  if (delivery.event !== 'dispatched' || assignmentId === null) return;
  if (await acknowledgeAssignment(tx, assignmentId, tx.now))
    await insertEvent(tx, {
      requestId,
      assignmentId,
      type: 'dispatched',
      detail: delivery.code,
      now: tx.now,
    });
}

async function recordFailed(tx: WriteTx, delivery: DueDelivery, answer: PeerAnswer): Promise<void> {
  if (answer.status === 410) {
    await setPaused(tx, delivery.platform_id, tx.now);
    tx.audit(events.platformPaused, {
      target: delivery.platform_id,
      metadata: { code: delivery.code, paused: true },
    });
  }
  if (!isIllness(answer)) return;
  const asked = answer.status === 429 || answer.status === 503 ? (answer.retryAfterMs ?? 0) : 0;
  const pause = Math.max(breakerPause(delivery.failures + 1), Math.min(asked, 3_600_000));
  await recordFailure(tx, {
    id: delivery.platform_id,
    now: tx.now,
    openUntil: pause === 0 ? null : new Date(tx.now.getTime() + pause),
    isIll: breakerPause(delivery.failures + 1) > 0,
  });
}
