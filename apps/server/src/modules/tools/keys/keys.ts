import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { WriteTx } from '../../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../../kernel/db/database.ts';
import { systemIdentity } from '../../../kernel/db/identity.ts';
import { fail, kernelErrors } from '../../../kernel/http/errors.ts';
import type { Keyring } from '../../../kernel/security/keyring.ts';
import { createSecret, hashSecret, openSealedHash, sealSecret } from '../../applications/index.ts';
import { errors } from '../errors.ts';
import { events } from '../events.ts';
import type { ToolCaller } from '../tool.ts';
import { findLiveKey, insertToolKey, noteToolKeyUse, revokeToolKey, type ToolKeyRow } from './store.ts';

export const toolKeyPurpose = 'tools.key';

/** A key of TOOLS_API_KEYS: it comes and goes with the settings, and no call can revoke it. */
interface EnvironmentKey {
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
    const name = at > 0 ? text.slice(0, at) : id;
    return { id, name, display: `${secret.slice(0, 4)}…`, hash: hashSecret(secret) };
  });
}

export interface ToolKeyDeps {
  readonly database: Database;
  readonly keyring: Keyring;
  readonly environmentKeys: readonly EnvironmentKey[];
  readonly now: () => Date;
}

/** The id stands in the key itself, so that one row is read and its hash need not be searchable. */
const keyForm =
  /^tamga_tool_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_[A-Za-z0-9_-]{43}$/;
const noteEveryMs = 60_000;

/** Reads the database at each call, so that a revoked key is refused from that moment on, on every instance. */
export function createToolKeyCheck(
  deps: ToolKeyDeps,
): (presented: string) => Promise<ToolCaller | undefined> {
  const reader = deps.database.reader(systemIdentity);
  const callerOf = (id: string, name: string): ToolCaller => ({
    kind: 'key',
    subject: `key:${id}`,
    label: `key:${name}`,
    userId: null,
  });
  return async (presented) => {
    if (presented.length > 4096) return undefined;
    const hash = hashSecret(presented);
    let known: ToolCaller | undefined;
    for (const key of deps.environmentKeys)
      if (timingSafeEqual(key.hash, hash)) known = callerOf(key.id, key.name);
    if (known !== undefined) return known;
    const id = keyForm.exec(presented)?.slice(1).join('-');
    const row = id === undefined ? undefined : await findLiveKey(reader, id);
    if (id === undefined || row === undefined) return undefined;
    if (!timingSafeEqual(openSealedHash(deps.keyring, row.sealed_hash, toolKeyPurpose), hash))
      return undefined;
    const now = deps.now();
    if (row.last_used_at === null || now.getTime() - new Date(row.last_used_at).getTime() >= noteEveryMs)
      await deps.database.transaction(systemIdentity, (tx) => noteToolKeyUse(tx, id, now));
    return callerOf(id, row.name);
  };
}

export const looksLikeToolKey = (text: string): boolean => text.startsWith('tamga_tool_');

/** `by` is null on the command line. */
export async function makeToolKey(
  tx: WriteTx,
  keyring: Keyring,
  name: string,
  by: string | null,
): Promise<{ row: ToolKeyRow; secret: string }> {
  const id = randomUUID();
  const digits = id.replaceAll('-', '');
  const secret = `tamga_tool_${digits}_${createSecret()}`;
  const row = await insertToolKey(tx, {
    id,
    name: name.trim(),
    display: `tamga_tool_${digits.slice(0, 8)}…`,
    sealedHash: sealSecret(keyring, secret, toolKeyPurpose),
    by,
    now: tx.now,
  });
  if (row === undefined) throw new Error('an insert without a condition returned no row');
  tx.audit(events.keyCreated, { target: id, metadata: { name: row.name, caller: callerName(by) } });
  return { row, secret };
}

export async function withdrawToolKey(tx: WriteTx, id: string, by: string | null): Promise<ToolKeyRow> {
  if (id.startsWith('env-')) fail(errors.environment_tool_key);
  const row = (await revokeToolKey(tx, id, tx.now)) ?? fail(kernelErrors.not_found);
  tx.audit(events.keyRevoked, { target: id, metadata: { name: row.name, caller: callerName(by) } });
  return row;
}

const callerName = (by: string | null) => (by === null ? 'command line' : 'administrator');
