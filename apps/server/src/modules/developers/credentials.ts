import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { endOldSecret, findClient, keyIdOf, listLiveSecrets } from '../oauth-clients/index.ts';
import type { Activity } from './activity.ts';
import { listUses, type UseRow } from './activity-store.ts';
import { errors } from './errors.ts';
import type { CredentialsView } from './schemas.ts';

const dayMs = 24 * 3_600_000;

export async function viewCredentials(
  db: Reader | Tx,
  clientId: string,
  now: Date,
): Promise<CredentialsView> {
  const client = (await findClient(db, clientId)) ?? fail(kernelErrors.not_found);
  const uses = await listUses(db, clientId);
  const useOf = (credential: string) => viewUse(uses.find((use) => use.credential === credential));
  const secrets = await listLiveSecrets(db, clientId, now);
  return {
    secrets: secrets.map(({ id, created_at, expires_at }) => ({
      id,
      created_at,
      ends_at: expires_at,
      last_use: useOf(id),
    })),
    keys: (client.options.jwks?.keys ?? []).map((key) => ({
      id: keyIdOf(key),
      alg: key.alg ?? key.kty,
      last_use: useOf(keyIdOf(key)),
    })),
  };
}

const viewUse = (use: UseRow | undefined) =>
  use === undefined ? null : { at: use.used_at, ip: use.ip, endpoint: use.endpoint };

/**
 * A secret that a program still uses must not end by one careless click. The prepared flush lets the check see
 * every use on this instance; another instance may be a minute behind.
 */
export async function endOld(tx: WriteTx, clientId: string, evenIfUsed: boolean): Promise<CredentialsView> {
  const { secrets } = await viewCredentials(tx, clientId, tx.now);
  const old = secrets.find(({ ends_at: endsAt }) => endsAt !== null) ?? fail(errors.no_old_secret);
  if (!evenIfUsed && isRecent(old.last_use?.at, tx.now)) fail(errors.secret_in_use);
  if (!(await endOldSecret(tx, clientId))) fail(errors.no_old_secret);
  return viewCredentials(tx, clientId, tx.now);
}

const isRecent = (at: string | undefined, now: Date) =>
  at !== undefined && now.getTime() - Date.parse(at) < dayMs;

/** An answer right after a use must show it, so it is written first. */
export async function readCredentials(
  activity: Activity,
  db: Reader,
  clientId: string,
  now: Date,
): Promise<CredentialsView> {
  await activity.flush();
  return viewCredentials(db, clientId, now);
}
