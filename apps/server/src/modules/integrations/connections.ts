import { randomUUID } from 'node:crypto';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import { events } from './events.ts';
import { type Provider, type ProviderTokens, providers } from './provider-port.ts';
import { insertRevocation } from './revocation-store.ts';
import type { Integration } from './schemas.ts';
import { openTokens, sealTokens } from './sealed-tokens.ts';
import { type IntegrationRow, listIntegrations, putIntegration, removeIntegration } from './store.ts';

export const revokeQueue = 'integrations.revoke';

export const isProvider = (word: string): word is Provider => (providers as readonly string[]).includes(word);

export const show = (row: IntegrationRow): Integration => ({
  provider: row.provider,
  connected: true,
  status: row.status,
  ...(row.expires_at === null ? {} : { expires_at: row.expires_at }),
  connected_at: row.connected_at,
});

export async function connect(
  keyring: Keyring,
  tx: WriteTx,
  given: { userId: string; provider: Provider; tokens: ProviderTokens; through: 'page' | 'api' },
): Promise<Integration> {
  const { userId, provider, tokens, through } = given;
  const row = await putIntegration(tx, {
    id: randomUUID(),
    userId,
    provider,
    sealedTokens: sealTokens(keyring, tokens),
    expiresAt: tokens.expiresAt,
    now: tx.now,
  });
  tx.audit(events.connected, { target: row.id, metadata: { provider, through } });
  return show(row);
}

/** Removes the tokens here at once; the provider is told by a job, so that its outage stops nobody. */
export async function disconnect(
  keyring: Keyring,
  tx: WriteTx,
  userId: string,
  provider: Provider,
): Promise<boolean> {
  const row = await removeIntegration(tx, userId, provider);
  if (row === undefined) return false;
  tx.audit(events.disconnected, { target: row.id, metadata: { provider } });
  if (row.status === 'reconnect' || (await sharesGrant(keyring, tx, row))) return true;
  await insertRevocation(tx, { id: row.id, userId, provider, sealedTokens: row.sealed_tokens, now: tx.now });
  tx.enqueue(revokeQueue, {});
  return true;
}

/** Google ends every grant of an account at once: revoking Drive would also end Meet. */
async function sharesGrant(keyring: Keyring, tx: WriteTx, row: IntegrationRow): Promise<boolean> {
  const family = (provider: string) => provider.split('-')[0];
  const { account } = openTokens(keyring, row);
  const others = await listIntegrations(tx, row.user_id);
  return others.some(
    (other) =>
      family(other.provider) === family(row.provider) &&
      account !== null &&
      openTokens(keyring, other).account === account,
  );
}
