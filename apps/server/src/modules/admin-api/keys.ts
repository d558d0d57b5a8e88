import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import { createSecret, hashSecret, openSealedHash, sealSecret } from '../applications/index.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { deleteKey, findSealedKey, insertKey, type KeyRow, noteUse } from './store.ts';

export const keyPurpose = 'admin.key';

/** The key behind a call. */
export interface AdminKey {
  readonly keyId: string;
  readonly keyName: string;
  readonly fromEnvironment: boolean;
}

/** A key of SSO_ADMIN_API_KEYS: it comes and goes with the settings, and no call can delete it. */
export interface EnvironmentKey {
  readonly id: string;
  readonly name: string;
  readonly display: string;
  readonly hash: Buffer;
}

/** `secret` or `name:secret`, as of the settings. */
export function readEnvironmentKeys(given: readonly string[]): readonly EnvironmentKey[] {
  return given.map((text, index) => {
    const at = text.indexOf(':');
    const secret = text.slice(at + 1);
    const id = `env-${index + 1}`;
    return {
      id,
      name: at > 0 ? text.slice(0, at) : id,
      display: `${secret.slice(0, 4)}…`,
      hash: hashSecret(secret),
    };
  });
}

export interface KeyDeps {
  database: Database;
  keyring: Keyring;
  environmentKeys: readonly EnvironmentKey[];
  now: () => Date;
}

/** The id stands in the key itself, so that one row is read and its hash need not be searchable. */
const keyForm =
  /^tamga_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_[A-Za-z0-9_-]{43}$/;
const noteEveryMs = 60_000;

/** Reads the database at each call, so that a deleted key is refused from that moment on, on every instance. */
export function createKeyCheck(deps: KeyDeps): (presented: string) => Promise<AdminKey | undefined> {
  const reader = deps.database.reader(systemIdentity);
  const inEnvironment = (hash: Buffer): AdminKey | undefined => {
    let found: AdminKey | undefined;
    for (const key of deps.environmentKeys)
      if (timingSafeEqual(key.hash, hash))
        found = { keyId: key.id, keyName: key.name, fromEnvironment: true };
    return found;
  };
  return async (presented) => {
    if (presented.length > 4096) return undefined;
    const hash = hashSecret(presented);
    const known = inEnvironment(hash);
    if (known !== undefined) return known;
    const keyId = keyForm.exec(presented)?.slice(1).join('-');
    if (keyId === undefined) return undefined;
    const row = await findSealedKey(reader, keyId);
    if (row === undefined) return undefined;
    if (!timingSafeEqual(openSealedHash(deps.keyring, row.sealed_hash, keyPurpose), hash)) return undefined;
    const now = deps.now();
    if (row.last_used_at === null || now.getTime() - new Date(row.last_used_at).getTime() >= noteEveryMs)
      await deps.database.transaction(systemIdentity, (tx) => noteUse(tx, keyId, now));
    return { keyId, keyName: row.name, fromEnvironment: false };
  };
}

export interface MadeKey {
  row: KeyRow;
  /** Shown this once. */
  secret: string;
}

export async function makeKey(
  tx: WriteTx,
  keyring: Keyring,
  name: string,
  by: AdminKey | undefined,
): Promise<MadeKey> {
  const id = randomUUID();
  const digits = id.replaceAll('-', '');
  const secret = `tamga_${digits}_${createSecret()}`;
  const row = await insertKey(tx, {
    id,
    name: name.trim(),
    display: `tamga_${digits.slice(0, 8)}…`,
    sealedHash: sealSecret(keyring, secret, keyPurpose),
    now: tx.now,
  });
  if (row === undefined) throw new Error('an insert without a condition returned no row');
  tx.audit(events.keyCreated, {
    target: id,
    metadata: { name: row.name, admin_key: by?.keyName ?? 'command line' },
  });
  return { row, secret };
}

export async function removeKey(tx: WriteTx, id: string, by: AdminKey | undefined): Promise<void> {
  if (id.startsWith('env-')) fail(errors.environment_key);
  const gone = (await deleteKey(tx, id)) ?? fail(kernelErrors.not_found);
  tx.audit(events.keyDeleted, {
    target: id,
    metadata: { name: gone.name, admin_key: by?.keyName ?? 'command line' },
  });
}
