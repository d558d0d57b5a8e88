import type { Database } from '../../../kernel/db/database.ts';
import { systemIdentity } from '../../../kernel/db/identity.ts';
import type { Keyring } from '../../../kernel/security/keyring.ts';
import type { ClientDirectory } from '../../oauth-clients/index.ts';
import type { Outgoing } from '../library/outgoing.ts';
import { findRequest, paramsOf } from './store.ts';

export interface PingDeps {
  database: Database;
  keyring: Keyring;
  directory: ClientDirectory;
  outgoing: Outgoing;
  now: () => Date;
}

/** Tells a client that its request was decided (CIBA Core 10.2). A failure throws, and the job is tried again. */
export async function pingClient(deps: PingDeps, hash: Buffer): Promise<void> {
  const request = await findRequest(deps.database.reader(systemIdentity), deps.keyring, hash);
  if (request === undefined || request.consumed_at !== null) return;
  if (new Date(request.expires_at) <= deps.now()) return;
  const client = await deps.directory.client(request.client_id);
  const endpoint = client?.enabled === true ? client.options.notificationEndpoint : undefined;
  const token = paramsOf(request)['client_notification_token'];
  if (endpoint === undefined || typeof token !== 'string') return;
  const answer = await deps.outgoing(endpoint, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ auth_req_id: request.payload['jti'] }),
  });
  await answer.body?.cancel();
  if (answer.status !== 200 && answer.status !== 204)
    throw new Error(`the notification endpoint of ${request.client_id} answered ${answer.status}`);
}
