import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { endApiKeysOf } from '../../kernel/security/api-key-store.ts';
import { keepAttended, releaseLostCases } from '../authorities/index.ts';
import { notify } from '../notifications/index.ts';
import { dropIdleAuthorities, listAuthoritiesOf, replaceAuthorities } from './authorities-store.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { findFormerHolder, writeGeId } from './number-store.ts';
import {
  insertRegistered,
  listAdministrators,
  type Registration,
  type UserRow,
  writeAccount,
  writeDeleted,
  writeFailures,
} from './store.ts';

const windowMs = 15 * 60_000;
const allowedFailures = 5;

/** Notifies every instance to drop its cached data of this person. */
export const userChanged = 'user.changed';

/** An administrator confirmed that cases may be left without an officer. */
interface Confirmation {
  confirmed?: boolean;
}

/** The inviter, where the person themselves accepts. */
interface Given extends Confirmation {
  givenBy?: string;
}
const giverOf = ({ givenBy }: Given) => (givenBy === undefined ? {} : { given_by: givenBy });

/** Cases that the person decides no longer go back to the queue; nobody leaves the last desk of waiting cases silently. */
const settleCases = (
  tx: WriteTx,
  userId: string,
  { confirmed = false }: Confirmation,
  change: () => Promise<void>,
): Promise<{ released?: number }> =>
  keepAttended(tx, { confirmed }, async () => {
    await change();
    const released = await releaseLostCases(tx, { userId, now: tx.now });
    return released > 0 ? { released } : {};
  });

/** Sets a role and ends every token of the person, so that the old role stops at once. */
export async function setRole(
  tx: WriteTx,
  userId: string,
  roleId: number,
  confirmation: Given = {},
): Promise<void> {
  const settled = await settleCases(tx, userId, confirmation, async () => {
    const changed = await writeAccount(tx, userId, { roleId, active: null, now: tx.now });
    if (changed === undefined) fail(kernelErrors.not_found);
    await dropIdleAuthorities(tx, userId);
  });
  const ended = await endKeys(tx, userId);
  tx.audit(events.roleChanged, {
    target: userId,
    metadata: { role_id: roleId, ...giverOf(confirmation), ...settled, ...ended },
  });
  tx.publish(userChanged, { user_id: userId });
}

/** Keys that a person made end with their right to make them; the other administrators are told, to replace them. */
async function endKeys(tx: WriteTx, userId: string): Promise<{ ended_keys?: string[] }> {
  const names = await endApiKeysOf(tx, userId, tx.now);
  if (names.length === 0) return {};
  const listed = names.slice(0, 20).join(', ');
  for (const { id } of await listAdministrators(tx))
    await notify(tx, {
      userId: id,
      topic: 'security',
      category: 'warning',
      title: { mn: 'API түлхүүрүүд хүчингүй боллоо', en: 'API keys have ended' },
      body: {
        mn: `Үүсгэсэн хүн нь администратор байхаа больсон: ${listed}. Шаардлагатай бол шинээр үүсгэнэ үү.`,
        en: `Their maker is no longer an administrator: ${listed}. Make new ones where they are needed.`,
      },
      link: '/administration/tools',
    });
  return { ended_keys: names };
}

/** Sets the authorities of a person, by id or `*`; false when nothing changed. */
export async function setAuthorities(
  tx: WriteTx,
  userId: string,
  authorities: readonly string[],
  grantedBy: string | null,
  confirmation: Given = {},
): Promise<boolean> {
  let changed = false;
  const settled = await settleCases(tx, userId, confirmation, async () => {
    changed = await replaceAuthorities(tx, { userId, authorities, grantedBy, now: tx.now });
  });
  if (changed) {
    const { names } = await listAuthoritiesOf(tx, userId);
    tx.audit(events.authoritiesSet, {
      target: userId,
      metadata: { authorities: names, ...giverOf(confirmation), ...settled },
    });
  }
  return changed;
}

export async function setActive(
  tx: WriteTx,
  userId: string,
  active: boolean,
  confirmation: Confirmation = {},
): Promise<void> {
  const settled = await settleCases(tx, userId, confirmation, async () => {
    const changed = await writeAccount(tx, userId, { roleId: null, active, now: tx.now });
    if (changed === undefined) fail(kernelErrors.not_found);
  });
  const ended = await endKeys(tx, userId);
  tx.audit(events.activeChanged, { target: userId, metadata: { active, ...settled, ...ended } });
  tx.publish(userChanged, { user_id: userId });
}

/** Ends the account and every session; the person cannot come back by signing in again. */
export async function softDelete(
  tx: WriteTx,
  userId: string,
  confirmation: Confirmation = {},
): Promise<void> {
  const settled = await settleCases(tx, userId, confirmation, async () => {
    const deleted = await writeDeleted(tx, userId, tx.now);
    if (deleted === undefined) fail(kernelErrors.not_found);
    await dropIdleAuthorities(tx, userId);
  });
  const ended = await endKeys(tx, userId);
  tx.audit(events.deleted, { target: userId, metadata: { ...settled, ...ended } });
  tx.publish(userChanged, { user_id: userId });
}

/** The citizen number that relying parties receive; null removes it. Everybody concerned is told. */
export async function setGeId(
  tx: WriteTx,
  userId: string,
  geId: string | null,
  confirmed: boolean,
): Promise<void> {
  const former = geId === null ? undefined : await findFormerHolder(tx, userId, geId);
  if (former !== undefined && !confirmed) fail(errors.number_held_before);
  const written = await writeGeId(tx, userId, geId, tx.now);
  if (written === 'missing') fail(kernelErrors.not_found);
  if (written === 'taken') fail(kernelErrors.conflict, { detail: 'ge_id is taken' });
  tx.audit(events.geIdSet, {
    target: userId,
    metadata: { present: geId !== null, ...(former === undefined ? {} : { former_holder: former }) },
  });
  await notify(tx, { userId, ...numberNews, ...(geId === null ? numberRemoved : numberSet) });
  if (former === undefined) return;
  tx.audit(events.geIdPassed, { target: former, metadata: { user_id: userId } });
  await notify(tx, { userId: former, ...numberNews, ...numberPassed });
}

const numberNews = { topic: 'security', category: 'warning', link: '/account' } as const;
const numberSet = {
  title: { mn: 'Таны GE дугаарыг өөрчиллөө', en: 'Your GE number was changed' },
  body: {
    mn: 'Администратор танд GE дугаар бүртгэлээ. Аппликейшнүүд таныг энэ дугаараар таньдаг. Санаанд оромгүй бол тусламж хүснэ үү.',
    en: 'An administrator set your GE number. Applications know you by it. If you did not expect this, ask for help.',
  },
};
const numberRemoved = {
  title: { mn: 'Таны GE дугаарыг хаслаа', en: 'Your GE number was removed' },
  body: {
    mn: 'Администратор таны GE дугаарыг хаслаа. Аппликейшнүүд таныг энэ дугаараар таньдаг. Санаанд оромгүй бол тусламж хүснэ үү.',
    en: 'An administrator removed your GE number. Applications know you by it. If you did not expect this, ask for help.',
  },
};
const numberPassed = {
  title: { mn: 'Таны өмнөх GE дугаарыг өөр хүнд өглөө', en: 'Your former GE number went to another person' },
  body: {
    mn: 'Администратор таны өмнө нь эзэмшиж байсан GE дугаарыг өөр хүнд бүртгэлээ. Санаанд оромгүй бол тусламж хүснэ үү.',
    en: 'An administrator gave a GE number that you held to another person. If you did not expect this, ask for help.',
  },
};

/** Pre-registers a person; undefined when the register number is taken, even by a deleted account. */
export async function register(tx: WriteTx, registration: Registration): Promise<string | undefined> {
  const created = await insertRegistered(tx, registration, tx.now);
  if (created === undefined) return undefined;
  tx.audit(events.registered, { target: created.id, metadata: { role_id: registration.roleId } });
  return created.id;
}

export function isLocked(user: Pick<UserRow, 'locked_until'>, now: Date): boolean {
  return user.locked_until !== null && new Date(user.locked_until) > now;
}

/**
 * Counts a failed sign-in of a row read for update: five within fifteen minutes lock for fifteen, and attempts
 * during a lock do not extend it.
 */
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
