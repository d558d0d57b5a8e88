import type { WriteTx } from '../../../kernel/audit/unit-of-work.ts';
import type { Client, ClientDirectory } from '../../oauth-clients/index.ts';
import { queueWebhooks } from '../../webhooks/index.ts';
import type { Subjects } from '../subjects/subjects.ts';

export interface Listeners {
  directory: ClientDirectory;
  subjects: Subjects;
}

/** Names the person only by the `sub` that the client knows already. */
export async function tellConsentGiven(
  subjects: Subjects,
  tx: WriteTx,
  client: Client,
  { userId, scopes }: { userId: string; scopes: readonly string[] },
): Promise<void> {
  const data = { application_id: client.id, sub: await subjects.of(client, userId), scopes };
  queueWebhooks(tx, { applicationId: client.id, type: 'application.consent_given', data });
}

export async function tellPersonLeft(
  { directory, subjects }: Listeners,
  tx: WriteTx,
  type: 'application.consent_withdrawn' | 'person.account_erased',
  { userId, clientId }: { userId: string; clientId: string },
): Promise<void> {
  const client = await directory.client(clientId);
  if (client === undefined) return;
  const data = { application_id: client.id, sub: await subjects.of(client, userId) };
  queueWebhooks(tx, { applicationId: client.id, type, data });
}
