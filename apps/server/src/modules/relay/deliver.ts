import type { Logger } from 'pino';
import { type Outbox, unitOfWork, type WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import { breakerPause, pauseAfter } from './backoff.ts';
import {
  type DueDelivery,
  finishAttempt,
  insertAttempt,
  keepReceiptKeys,
  leaseDue,
  recordFailure,
  recordSuccess,
} from './delivery-store.ts';
import { type RelayKeys, secretPurpose } from './keys.ts';
import type { PeerAnswer, PeerPort } from './peer-port.ts';
import { type Jwks, listSecrets, setPaused } from './platform-store.ts';
import { openReceipt } from './receipts.ts';
import { acknowledgeAssignment, insertEvent } from './request-store.ts';
import { type SignatureForm, signRelay, signStandard, signStandardEd25519 } from './signatures.ts';

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
const perPlatform = 4;
const atOnce = 32;

export interface Dispatcher {
  /** Sends what is due, and what becomes due meanwhile; resolves when nothing of it is left. */
  run(log: Logger): Promise<void>;
}

/** Each platform has its own few places, so that a slow one holds up only itself. */
export function createDispatcher(deps: DeliverDeps): Dispatcher {
  const inFlight = new Map<string, number>();
  const pending = new Set<Promise<void>>();

  const leaseMore = (): Promise<DueDelivery[]> => {
    const now = deps.now();
    const busy = [...inFlight].filter(([, count]) => count >= perPlatform).map(([id]) => id);
    return deps.database.transaction(systemIdentity, (tx) =>
      leaseDue(tx, {
        now,
        until: new Date(now.getTime() + leaseMs),
        busy,
        perPlatform,
        limit: atOnce,
      }),
    );
  };
  const begin = (delivery: DueDelivery, log: Logger): void => {
    const { platform_id: id } = delivery;
    inFlight.set(id, (inFlight.get(id) ?? 0) + 1);
    const done = deliver(deps, delivery)
      .catch((error: unknown) =>
        log.warn(
          { err: error, delivery: delivery.id },
          'a delivery failed; it is tried again after its lease',
        ),
      )
      .finally(() => {
        inFlight.set(id, (inFlight.get(id) ?? 1) - 1);
        pending.delete(done);
      });
    pending.add(done);
  };
  return {
    run: async (log) => {
      for (;;) {
        const due = pending.size < atOnce ? await leaseMore() : [];
        for (const delivery of due) begin(delivery, log);
        if (due.length === 0 && pending.size === 0) return;
        // The next place that becomes free may belong to a platform with more to send.
        if (due.length === 0) await Promise.race(pending);
      }
    },
  };
}

async function deliver(deps: DeliverDeps, delivery: DueDelivery): Promise<void> {
  const sentAt = deps.now();
  const body = Buffer.from(delivery.body);
  const headers = await headersFor(deps, delivery, body, sentAt);
  const answer = await deps.peers.post(delivery.endpoint_url, headers, body);
  const isDelivered = answer.status !== null && answer.status >= 200 && answer.status < 300;
  const receipt = isDelivered ? await checkReceipt(deps, delivery, answer.receipt) : undefined;
  await unitOfWork(
    deps,
    { identity: systemIdentity, actorUserId: null, requestId: null, now: deps.now() },
    { what: 'relay.deliver', events: [], auditRequired: () => false },
    (tx) => record(tx, delivery, { answer, isDelivered, receipt, sentAt }),
  );
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
      'x-relay-signature': signRelay(secrets[0] ?? '', body),
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
  const fits = (keys: Jwks) => openReceipt(text, keys)?.digest === delivery.digest;
  if (delivery.receipt_keys !== null && fits(delivery.receipt_keys)) return { text, isValid: true };
  const fresh = await deps.peers.receiptKeys(delivery.endpoint_url);
  if (fresh === undefined || !fits(fresh)) return { text, isValid: false };
  return { text, isValid: true, fresh };
}

async function record(
  tx: WriteTx,
  delivery: DueDelivery,
  given: { answer: PeerAnswer; isDelivered: boolean; receipt: CheckedReceipt | undefined; sentAt: Date },
): Promise<void> {
  const { answer, isDelivered, receipt, sentAt } = given;
  const next = isDelivered ? undefined : pauseAfter(delivery.attempts, answer.retryAfterMs);
  // Gone and Conflict are final answers: the same message will never be taken.
  const isFinal = answer.status === 410 || answer.status === 409;
  const state = isDelivered ? 'delivered' : next === undefined || isFinal ? 'dead' : 'waiting';
  const isOurs = await finishAttempt(tx, {
    id: delivery.id,
    attempt: delivery.attempts,
    state,
    nextAt: new Date(tx.now.getTime() + (next ?? 0)),
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
    answer: answer.answer,
    problem: answer.problem,
  });
  if (!isOurs) return;
  if (receipt?.fresh !== undefined)
    await keepReceiptKeys(tx, delivery.platform_id, JSON.stringify(receipt.fresh));
  if (isDelivered) return recordDelivered(tx, delivery);
  // The receiver understood and refused: that is no illness.
  if (answer.status === 409) return;
  if (answer.status === 410) await setPaused(tx, delivery.platform_id, tx.now);
  const asked = answer.status === 429 || answer.status === 503 ? (answer.retryAfterMs ?? 0) : 0;
  const pause = Math.max(breakerPause(delivery.failures + 1), Math.min(asked, 3_600_000));
  await recordFailure(tx, {
    id: delivery.platform_id,
    now: tx.now,
    openUntil: pause === 0 ? null : new Date(tx.now.getTime() + pause),
    isIll: breakerPause(delivery.failures + 1) > 0,
  });
}

async function recordDelivered(tx: WriteTx, delivery: DueDelivery): Promise<void> {
  await recordSuccess(tx, delivery.platform_id, tx.now);
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
