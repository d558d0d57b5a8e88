import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { RequestFacts } from '../../kernel/http/row.ts';
import { notify } from '../notifications/index.ts';
import { findUserForUpdate, recordFailure, type UserRow } from '../users/index.ts';
import type { Ended } from './eid-flow.ts';
import { events } from './events.ts';
import type { SessionDeps } from './sessions.ts';
import { appendLoginEvent, type EndedPush, hasFailedSince } from './store.ts';

type From = Pick<RequestFacts, 'ip' | 'userAgent'>;

/** At most one notification an hour: an attacker must not flood a person's inbox. */
const notifyIntervalMs = 3_600_000;

/**
 * Only a wrong PIN counts towards the lock: refusing is the right reaction to a foreign request, and otherwise anyone who
 * knows a register number could lock its owner out.
 */
export async function recordFailedAttempt(
  deps: Pick<SessionDeps, 'raiseAlarm'>,
  tx: WriteTx,
  end: Ended,
  push: EndedPush | undefined,
  poller: From,
): Promise<void> {
  const target = push?.target_user_id ?? null;
  const user = target === null ? undefined : await findUserForUpdate(tx, target);
  const asker: From =
    push?.asker_ip == null ? poller : { ip: push.asker_ip, userAgent: push.asker_agent ?? '' };
  if (user !== undefined) await notifyPerson(tx, user);
  await appendLoginEvent(tx, {
    userId: user?.id ?? null,
    method: 'eid',
    outcome: 'failure',
    reason: end.reason,
    ...{ ip: asker.ip, userAgent: asker.userAgent },
    now: tx.now,
  });
  tx.audit(events.signInFailed, {
    ...(user === undefined ? {} : { target: user.id }),
    metadata: { state: end.state, reason: end.reason },
  });
  if (user === undefined || end.reason !== 'wrong_pin') return;
  const { locked } = await recordFailure(tx, user);
  if (!locked) return;
  tx.audit(events.accountLocked, { target: user.id });
  await deps.raiseAlarm(tx, { kind: 'account_locked', userId: user.id, from: asker });
}

/** Runs before the attempt is recorded, which would itself count as the failure of the last hour. */
async function notifyPerson(tx: WriteTx, user: UserRow): Promise<void> {
  if (await hasFailedSince(tx, user.id, new Date(tx.now.getTime() - notifyIntervalMs))) return;
  await notify(tx, {
    userId: user.id,
    topic: 'security',
    category: 'warning',
    title: { mn: 'Таны нэрээр нэвтрэх гэж оролдлоо', en: 'Someone tried to sign in as you' },
    body: {
      mn: 'Утсанд тань нэвтрэх хүсэлт ирсэн ч баталгаажаагүй тул хэн ч нэвтрээгүй. Та өөрөө эхлүүлсэн бол юу ч хийх шаардлагагүй. Та биш бол эхлүүлээгүй хүсэлтээ үргэлж татгалзаж, PIN кодоо хэнд ч бүү хэлээрэй.',
      en: 'A sign-in request was sent to your phone and was not approved, so nobody signed in. If you started it, you do not need to do anything. If you did not, keep refusing requests you did not start, and never tell anyone your PIN.',
    },
  });
}
