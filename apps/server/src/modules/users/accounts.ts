import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { dropAuthoritiesUnlessReviewer, replaceAuthorities } from './authorities-store.ts';
import { events } from './events.ts';
import {
  insertRegistered,
  type Registration,
  type UserRow,
  writeAccount,
  writeDeleted,
  writeFailures,
  writeGeId,
} from './store.ts';

const windowMs = 15 * 60_000;
const allowedFailures = 5;

/** Tells every instance to forget what it remembers of this person. */
export const userChanged = 'user.changed';

/** Gives a role; every token of the person ends with it, so that the old role cannot be used a moment longer. */
export async function setRole(tx: WriteTx, userId: string, roleId: number): Promise<void> {
  const changed = await writeAccount(tx, userId, { roleId, active: null, now: tx.now });
  if (changed === undefined) fail(kernelErrors.not_found);
  await dropAuthoritiesUnlessReviewer(tx, userId);
  tx.audit(events.roleChanged, { target: userId, metadata: { role_id: roleId } });
  tx.publish(userChanged, { user_id: userId });
}

/** Sets the authorities of a person. False when nothing changed. */
export async function setAuthorities(
  tx: WriteTx,
  userId: string,
  authorities: readonly string[],
  grantedBy: string | null,
): Promise<boolean> {
  const changed = await replaceAuthorities(tx, { userId, authorities, grantedBy, now: tx.now });
  if (changed)
    tx.audit(events.authoritiesSet, { target: userId, metadata: { authorities: [...authorities] } });
  return changed;
}

export async function setActive(tx: WriteTx, userId: string, active: boolean): Promise<void> {
  const changed = await writeAccount(tx, userId, { roleId: null, active, now: tx.now });
  if (changed === undefined) fail(kernelErrors.not_found);
  tx.audit(events.activeChanged, { target: userId, metadata: { active } });
  tx.publish(userChanged, { user_id: userId });
}

/** The account ends, and with it every session; the person cannot come back by signing in again. */
export async function softDelete(tx: WriteTx, userId: string): Promise<void> {
  const deleted = await writeDeleted(tx, userId, tx.now);
  if (deleted === undefined) fail(kernelErrors.not_found);
  await dropAuthoritiesUnlessReviewer(tx, userId);
  tx.audit(events.deleted, { target: userId });
  tx.publish(userChanged, { user_id: userId });
}

/** The citizen number that relying parties are told; null takes it away. */
export async function setGeId(tx: WriteTx, userId: string, geId: string | null): Promise<void> {
  const written = await writeGeId(tx, userId, geId, tx.now);
  if (written === 'missing') fail(kernelErrors.not_found);
  if (written === 'taken') fail(kernelErrors.conflict, { detail: 'ge_id is taken' });
  tx.audit(events.geIdSet, { target: userId, metadata: { present: geId !== null } });
}

/** Registers a person beforehand. Undefined when somebody has the register number, known or deleted. */
export async function register(tx: WriteTx, registration: Registration): Promise<string | undefined> {
  const created = await insertRegistered(tx, registration, tx.now);
  if (created === undefined) return undefined;
  tx.audit(events.registered, { target: created.id, metadata: { role_id: registration.roleId } });
  return created.id;
}

export function isLocked(user: Pick<UserRow, 'locked_until'>, now: Date): boolean {
  return user.locked_until !== null && new Date(user.locked_until) > now;
}

/** Counts a failed sign-in of a row read for update. Five within fifteen minutes lock for fifteen; tries during a lock do not extend it. */
export async function recordFailure(tx: WriteTx, user: UserRow): Promise<{ locked: boolean }> {
  if (isLocked(user, tx.now)) return { locked: false };
  const since = user.failed_since === null ? undefined : new Date(user.failed_since);
  const fresh =
    since === undefined || user.locked_until !== null || tx.now.getTime() - since.getTime() > windowMs;
  const count = fresh ? 1 : user.failed_logins + 1;
  const locked = count >= allowedFailures;
  await writeFailures(tx, user.id, {
    count,
    since: fresh ? tx.now : user.failed_since,
    lockedUntil: locked ? new Date(tx.now.getTime() + windowMs) : null,
  });
  return { locked };
}
