import type { WriteTx } from '../../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import { fail, kernelErrors } from '../../../kernel/http/errors.ts';
import type { ClientDirectory } from '../../oauth-clients/index.ts';
import { events } from '../events.ts';
import { publishRevoked } from '../tokens/revocation.ts';
import { deleteEveryGrant, deleteGrantsOf } from '../tokens/store.ts';
import { type Listeners, tellPersonLeft } from './application-events.ts';
import { deleteConsent, listConsents } from './consent-store.ts';

export async function viewConsents(directory: ClientDirectory, db: Reader, userId: string, now: Date) {
  const rows = await listConsents(db, userId, now);
  const items = await Promise.all(
    rows.map(async (row) => {
      const client = await directory.client(row.client_id);
      const client_host = URL.parse(client?.documentUrl ?? '')?.host ?? '';
      return { ...row, client_name: client?.name ?? '', client_host };
    }),
  );
  return { items, total: items.length };
}

/** Withdraws a consent; the client's tokens for this person end on every instance. */
export async function withdrawConsent(
  listeners: Listeners,
  tx: WriteTx,
  userId: string,
  clientId: string,
): Promise<{ client_id: string }> {
  const grants = await deleteGrantsOf(tx, userId, clientId);
  const forgotten = await deleteConsent(tx, userId, clientId);
  if (grants.length === 0 && forgotten === 0) fail(kernelErrors.not_found);
  publishRevoked(tx, grants);
  tx.audit(events.consentWithdrawn, {
    target: clientId,
    metadata: { client_id: clientId, grants: grants.length },
  });
  await tellPersonLeft(listeners, tx, 'application.consent_withdrawn', { userId, clientId });
  return { client_id: clientId };
}

/** For the erasure of a person, whose own event tells it. */
export async function withdrawAllConsents(listeners: Listeners, tx: WriteTx, userId: string): Promise<void> {
  const grants = await deleteEveryGrant(tx, userId);
  publishRevoked(tx, grants);
  const consents = await listConsents(tx, userId, tx.now);
  for (const { client_id } of consents) await deleteConsent(tx, userId, client_id);
  for (const clientId of new Set([...grants, ...consents].map(({ client_id }) => client_id)))
    await tellPersonLeft(listeners, tx, 'person.account_erased', { userId, clientId });
}
