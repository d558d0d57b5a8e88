import { randomUUID } from 'node:crypto';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { insertDelivery } from './delivery-store.ts';
import type { Envelope } from './schemas.ts';
import { digestOf } from './signatures.ts';

/** Told after the commit of new messages, so that they leave at once. */
export const dueChannel = 'relay.due';
/** Told after every change that a page of the relay shows. */
export const changedChannel = 'relay.changed';

/** Where nothing is sent: an agency without a connection, or the demonstration. */
export const isSilent = (endpointUrl: string): boolean =>
  endpointUrl === '' || endpointUrl.startsWith('demo://');

/** Queues a message in the transaction of the change that it tells. */
export async function queueMessage(
  tx: WriteTx,
  to: { id: string; endpoint_url: string },
  about: { requestId: string; assignmentId?: string },
  envelope: Omit<Envelope, 'sent_at'>,
): Promise<boolean> {
  if (isSilent(to.endpoint_url)) return false;
  const body = JSON.stringify({ ...envelope, sent_at: tx.now.toISOString() });
  await insertDelivery(tx, {
    id: randomUUID(),
    platformId: to.id,
    requestId: about.requestId,
    assignmentId: about.assignmentId ?? null,
    event: envelope.event,
    body,
    digest: digestOf(body),
    now: tx.now,
  });
  tx.publish(dueChannel, {});
  return true;
}

/** Bodies are written by `queueMessage`, which puts the time last. */
const lastField = /"sent_at":"([^"]*)"\}$/;
export const sentAtOf = (body: string): string => lastField.exec(body)?.[1] ?? '';
export const withSentAt = (body: string, at: string): string =>
  body.replace(lastField, () => `"sent_at":"${at}"}`);
