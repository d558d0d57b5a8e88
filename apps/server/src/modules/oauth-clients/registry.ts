import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { fail, failUnknown, kernelErrors } from '../../kernel/http/errors.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import { createSecret, sealSecret } from '../../kernel/security/secrets.ts';
import { clientsChannel } from './client-directory.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { insertOwner } from './owner-store.ts';
import type { Stage } from './schemas.ts';
import { deleteOldSecret } from './secret-store.ts';
import { secretPurpose } from './secrets.ts';
import {
  type ClientFacts,
  type ClientRow,
  deleteClient,
  deleteSecrets,
  endCurrentSecret,
  findClient,
  findClientForUpdate,
  grantUpstreams,
  insertClient,
  insertSecret,
  lockUpstreamIds,
  touchClient,
  updateClient,
  withdrawUpstreams,
} from './store.ts';

/** The author of a change: a person or an admin API key. */
export interface Changer {
  readonly userId: string | null;
  readonly adminKey?: string;
}

const ifTrial = (stage: Stage) => (stage === 'trial' ? { stage } : {});
const ifWeak = ({ options }: ClientFacts) => (options.pkce_waived === true ? { weak: true } : {});
const byKey = (by: Changer) => (by.adminKey === undefined ? {} : { admin_key: by.adminKey });

export const usesSecret = (client: Pick<ClientFacts, 'auth_method'>): boolean =>
  client.auth_method === 'client_secret_basic' || client.auth_method === 'client_secret_post';

/** Resolves to the secret, which is shown only once, or to undefined for a client without a secret. */
export async function registerClient(
  tx: WriteTx,
  keyring: Keyring,
  id: string,
  facts: ClientFacts,
  by: Changer,
  stage: Stage = 'live',
): Promise<string | undefined> {
  if (!(await insertClient(tx, id, facts, { createdBy: by.userId, now: tx.now, stage })))
    fail(kernelErrors.conflict, { detail: 'the client id is taken' });
  if (by.userId !== null) await insertOwner(tx, id, by.userId, tx.now);
  const secret = usesSecret(facts) ? createSecret() : undefined;
  if (secret !== undefined) await insertSecret(tx, id, sealSecret(keyring, secret, secretPurpose), tx.now);
  tx.audit(events.clientCreated, {
    target: id,
    metadata: { name: facts.name, app_type: facts.type, ...ifTrial(stage), ...ifWeak(facts), ...byKey(by) },
  });
  announce(tx, id);
  return secret;
}

export async function lockClient(tx: WriteTx, id: string): Promise<ClientRow> {
  return (await findClientForUpdate(tx, id)) ?? fail(kernelErrors.not_found);
}

export const changedFacts = (current: ClientFacts, facts: ClientFacts): (keyof ClientFacts)[] =>
  (Object.keys(facts) as (keyof ClientFacts)[]).filter(
    (field) => JSON.stringify(sorted(facts[field])) !== JSON.stringify(sorted(current[field])),
  );

/** False if nothing changed. */
export async function saveClient(
  tx: WriteTx,
  current: ClientRow,
  facts: ClientFacts,
  by: Changer,
): Promise<boolean> {
  const changed = changedFacts(current, facts);
  if (changed.length === 0) return false;
  await updateClient(tx, current.id, facts, tx.now);
  // A secret that was replaced by a key must not become valid again when the key is removed.
  if (usesSecret(current) && !usesSecret(facts)) await deleteSecrets(tx, current.id);
  tx.audit(events.clientChanged, {
    target: current.id,
    metadata: { changed: changed.sort(), enabled: facts.enabled, ...ifWeak(facts), ...byKey(by) },
  });
  announce(tx, current.id);
  return true;
}

/** False if there was none. */
export async function unregisterClient(tx: WriteTx, id: string, by: Changer): Promise<boolean> {
  const current = await findClientForUpdate(tx, id);
  if (current === undefined || !(await deleteClient(tx, id))) return false;
  tx.audit(events.clientDeleted, { target: id, metadata: { name: current.name, ...byKey(by) } });
  announce(tx, id);
  return true;
}

/**
 * The new secret is shown only once; the previous one stays valid for the grace period, and any older one
 * ends now.
 */
export async function rotateSecret(
  tx: WriteTx,
  keyring: Keyring,
  id: string,
  graceSeconds: number,
  by: Changer,
): Promise<string> {
  if (!usesSecret(await lockClient(tx, id))) fail(errors.public_client_has_no_secret);
  const secret = createSecret();
  if (graceSeconds === 0) await deleteSecrets(tx, id);
  else await endCurrentSecret(tx, id, new Date(tx.now.getTime() + graceSeconds * 1000));
  await insertSecret(tx, id, sealSecret(keyring, secret, secretPurpose), tx.now);
  await touchClient(tx, id, tx.now);
  tx.audit(events.secretRotated, { target: id, metadata: { grace_seconds: graceSeconds, ...byKey(by) } });
  announce(tx, id);
  return secret;
}

/** Ends the old secret of a rotation before its time. False if there is none. */
export async function endOldSecret(tx: WriteTx, id: string): Promise<boolean> {
  await lockClient(tx, id);
  if (!(await deleteOldSecret(tx, id, tx.now))) return false;
  await touchClient(tx, id, tx.now);
  tx.audit(events.oldSecretEnded, { target: id });
  announce(tx, id);
  return true;
}

/** Sets a given secret, for a client that migrates with its existing one. All others end now. */
export async function setSecret(tx: WriteTx, keyring: Keyring, id: string, secret: string): Promise<void> {
  if (!usesSecret(await lockClient(tx, id))) fail(errors.public_client_has_no_secret);
  await deleteSecrets(tx, id);
  await insertSecret(tx, id, sealSecret(keyring, secret, secretPurpose), tx.now);
  await touchClient(tx, id, tx.now);
  tx.audit(events.secretSet, { target: id });
  announce(tx, id);
}

/** Replaces the whole set. False if nothing changed. */
export async function replaceUpstreams(
  tx: WriteTx,
  current: { id: string; service_ids: readonly string[] },
  wanted: readonly string[],
): Promise<boolean> {
  const after = new Set(wanted.map((id) => id.toLowerCase()));
  const before = new Set(current.service_ids);
  const added = [...after].filter((id) => !before.has(id)).sort();
  const removed = [...before].filter((id) => !after.has(id)).sort();
  if (added.length === 0 && removed.length === 0) return false;
  if ((await lockUpstreamIds(tx, added)).length !== added.length) failUnknown('service_ids');
  if (added.length > 0) await grantUpstreams(tx, current.id, added, tx.now);
  if (removed.length > 0) await withdrawUpstreams(tx, current.id, removed);
  await touchClient(tx, current.id, tx.now);
  tx.audit(events.upstreamsSet, { target: current.id, metadata: { added, removed } });
  announce(tx, current.id);
  return true;
}

export async function requireClient(tx: WriteTx, id: string): Promise<ClientRow> {
  return (await findClient(tx, id)) ?? fail(kernelErrors.not_found);
}

export function announce(tx: WriteTx, id: string): void {
  tx.publish(clientsChannel, { application_id: id });
}

/** The order of members has no meaning, and the database returns jsonb members in a different order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  );
}
