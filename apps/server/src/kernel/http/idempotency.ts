import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { sql } from 'kysely';
import type { Reader, Tx } from '../db/database.ts';
import { statement } from '../db/query.ts';
import { columnsOf } from '../db/row-shape.ts';
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

/** The call under its `Idempotency-Key`; undefined without the header. */
export function repeatableCall(
  headers: IncomingHttpHeaders,
  call: { scope: string; rowId: string; body: unknown; now: Date },
): IdempotentCall | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !idempotencyKeyPattern.test(key))
    fail(kernelErrors.bad_request, { detail: 'idempotency key' });
  return describeCall({ ...call, key });
}

/** For a mount: the change happens once under its key, in the caller's transaction; a repeat gets the first answer. */
export async function once<T>(
  tx: Tx,
  keyring: Keyring,
  call: IdempotentCall | undefined,
  change: () => Promise<T>,
): Promise<{ data: T; isRepeat: boolean }> {
  if (call === undefined) return { data: await change(), isRepeat: false };
  const claim = await claimKey(tx, keyring, call);
  if (claim !== 'first') return { data: claim.replay as T, isRepeat: true };
  const data = await change();
  await keepReply(tx, keyring, call, data);
  return { data, isRepeat: false };
}

const dropOld = statement(
  'idempotency.drop_old',
  (p: IdempotentCall & { before: Date }) => sql`
    delete from idempotency_keys where scope = ${p.scope} and row_id = ${p.rowId} and key = ${p.key} and created_at < ${p.before}`,
);
const insertKey = statement(
  'idempotency.insert',
  (p: IdempotentCall) => sql`
    insert into idempotency_keys (scope, row_id, key, body_hash, created_at) values (${p.scope}, ${p.rowId}, ${p.key}, ${p.bodyHash}, ${p.now})
    on conflict do nothing`,
);
/**
 * Claims the key inside the caller's transaction. A concurrent repeat waits on the unique key until the first
 * commits, then finds its answer: the change happens once.
 */
export async function claimKey(
  tx: Tx,
  keyring: Keyring,
  call: IdempotentCall,
): Promise<{ replay: unknown } | 'first'> {
  await tx.change(dropOld({ ...call, before: dayBefore(call.now) }));
  const claimed = await tx.change(insertKey(call));
  if (claimed === 1) return 'first';
  return (await findReply(tx, keyring, call)) ?? fail(kernelErrors.idempotency_conflict);
}

const replyOf = statement(
  'idempotency.find_reply',
  columnsOf('idempotency_keys', 'body_hash reply'),
  (p: IdempotentCall & { now: Date }) => sql`
    select body_hash, reply from idempotency_keys
    where scope = ${p.scope} and row_id = ${p.rowId} and key = ${p.key} and created_at >= ${p.now}`,
);
/** The stored answer of an earlier call, so that its slow work is not repeated. */
export async function findReply(
  db: Reader,
  keyring: Keyring,
  call: IdempotentCall,
): Promise<{ replay: unknown } | undefined> {
  const kept = await db.first(replyOf({ ...call, now: dayBefore(call.now) }));
  if (kept === undefined) return undefined;
  if (kept.body_hash !== call.bodyHash || kept.reply === null) fail(kernelErrors.idempotency_conflict);
  return { replay: JSON.parse(keyring.open(kept.reply, sealedReply.purpose)) as unknown };
}

const deleteKey = statement(
  'idempotency.forget',
  (p: IdempotentCall) => sql`
    delete from idempotency_keys where scope = ${p.scope} and row_id = ${p.rowId} and key = ${p.key}`,
);
/** A refusal that commits must release the key, because the caller may try again. */
export async function forgetKey(tx: Tx, call: IdempotentCall): Promise<void> {
  await tx.change(deleteKey(call));
}

function dayBefore(now: Date): Date {
  return new Date(now.getTime() - 24 * 3600 * 1000);
}

const writeReply = statement(
  'idempotency.keep_reply',
  (p: IdempotentCall & { sealed: string }) => sql`
    update idempotency_keys set reply = ${p.sealed} where scope = ${p.scope} and row_id = ${p.rowId} and key = ${p.key}`,
);
export async function keepReply(
  tx: Tx,
  keyring: Keyring,
  call: IdempotentCall,
  data: unknown,
): Promise<void> {
  const sealed = keyring.seal(JSON.stringify(data ?? {}), sealedReply.purpose);
  await tx.change(writeReply({ ...call, sealed }));
}

export const sealedReply = { table: 'idempotency_keys', column: 'reply', purpose: 'idempotency' };
export const idempotencyKeyPattern = /^[\x21-\x7e]{1,255}$/;
