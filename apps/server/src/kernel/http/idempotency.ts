import { createHash } from 'node:crypto';
import type { Reader, Tx } from '../db/database.ts';
import { raw } from '../db/query.ts';
import type { Keyring } from '../security/keyring.ts';
import { fail, kernelErrors } from './errors.ts';

export interface IdempotentCall {
  readonly scope: string;
  readonly rowId: string;
  readonly key: string;
  readonly bodyHash: string;
  readonly now: Date;
}

export function describeCall(call: {
  scope: string;
  rowId: string;
  key: string;
  body: unknown;
  now: Date;
}): IdempotentCall {
  const bodyHash = createHash('sha256')
    .update(JSON.stringify(call.body ?? null))
    .digest('hex');
  return { scope: call.scope, rowId: call.rowId, key: call.key, bodyHash, now: call.now };
}

/**
 * Claims the key inside the caller's own transaction. A concurrent repeat waits on the unique key until the first
 * commits, then finds its answer: the change happens once.
 */
export async function claimKey(
  tx: Tx,
  keyring: Keyring,
  call: IdempotentCall,
): Promise<{ replay: unknown } | 'first'> {
  await tx.change(
    raw('delete from idempotency_keys where scope = $1 and row_id = $2 and key = $3 and created_at < $4', [
      call.scope,
      call.rowId,
      call.key,
      dayBefore(call.now),
    ]),
  );
  const claimed = await tx.change(
    raw(
      `insert into idempotency_keys (scope, row_id, key, body_hash, created_at) values ($1, $2, $3, $4, $5)
       on conflict do nothing`,
      [call.scope, call.rowId, call.key, call.bodyHash, call.now],
    ),
  );
  if (claimed === 1) return 'first';
  return (await findReply(tx, keyring, call)) ?? fail(kernelErrors.idempotency_conflict);
}

/** The answer of an earlier call, where there is one: its slow work is not done again. */
export async function findReply(
  db: Reader,
  keyring: Keyring,
  call: IdempotentCall,
): Promise<{ replay: unknown } | undefined> {
  const kept = await db.first(
    raw<{ body_hash: string; reply: string | null }>(
      `select body_hash, reply from idempotency_keys
       where scope = $1 and row_id = $2 and key = $3 and created_at >= $4`,
      [call.scope, call.rowId, call.key, dayBefore(call.now)],
    ),
  );
  if (kept === undefined) return undefined;
  if (kept.body_hash !== call.bodyHash || kept.reply === null) fail(kernelErrors.idempotency_conflict);
  return { replay: JSON.parse(keyring.open(kept.reply, sealedReply.purpose)) as unknown };
}

/** A refusal that commits must not hold on to the key: the caller may try again. */
export async function forgetKey(tx: Tx, call: IdempotentCall): Promise<void> {
  await tx.change(
    raw('delete from idempotency_keys where scope = $1 and row_id = $2 and key = $3', [
      call.scope,
      call.rowId,
      call.key,
    ]),
  );
}

function dayBefore(now: Date): Date {
  return new Date(now.getTime() - 24 * 3600 * 1000);
}

export async function keepReply(
  tx: Tx,
  keyring: Keyring,
  call: IdempotentCall,
  data: unknown,
): Promise<void> {
  const sealed = keyring.seal(JSON.stringify(data ?? {}), sealedReply.purpose);
  await tx.change(
    raw('update idempotency_keys set reply = $4 where scope = $1 and row_id = $2 and key = $3', [
      call.scope,
      call.rowId,
      call.key,
      sealed,
    ]),
  );
}

export const sealedReply = { table: 'idempotency_keys', column: 'reply', purpose: 'idempotency' };
export const idempotencyKeyPattern = /^[\x21-\x7e]{1,255}$/;
