import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { queueMessages } from './delivery-store.ts';
import type { EventType } from './event-types.ts';

/** Announces messages that should not wait for the next beat. */
export const dueChannel = 'webhooks.due';

export interface WebhookEvent {
  readonly applicationId: string;
  readonly type: EventType;
  /** Ids and what changed: nothing that the application may not read anyway. */
  readonly data: Record<string, string | readonly string[]>;
  /** Queued once for each subscription, however often a job finds it. */
  readonly about?: string;
}

/**
 * Queues an event in the transaction that it tells, in the round trip of the commit: an application that nobody
 * subscribed to costs one lookup in an index, and no round trip.
 */
export function queueWebhooks(tx: WriteTx, { applicationId, type, data, about }: WebhookEvent): void {
  tx.atCommit(
    queueMessages({ applicationId, event: type, body: bodyOf(type, data, tx.now), about, now: tx.now }),
  );
}

/** The payload of Standard Webhooks. */
export const bodyOf = (type: string, data: WebhookEvent['data'], now: Date): string =>
  JSON.stringify({ type, timestamp: now.toISOString(), data });
