import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Text } from '../../kernel/http/language.ts';
import { type Unchanged, unchanged } from '../../kernel/http/row.ts';
import { endOtherSessions, endOwnSession } from '../account/index.ts';
import { forgetBrowsers, sessionEnded } from '../identity/index.ts';
import { notify } from '../notifications/index.ts';
import { events } from './events.ts';
import { lockTarget } from './people.ts';

export async function endSessionOf(
  tx: WriteTx,
  actor: Actor,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<Record<string, never>> {
  await lockTarget(tx, actor, userId);
  const ended = await endOwnSession(tx, { id: sessionId, userId, now: tx.now });
  if (ended === undefined) fail(kernelErrors.not_found);
  tx.audit(events.sessionEnded, { target: userId, metadata: { session_id: sessionId } });
  tx.publish(sessionEnded, { session_id: sessionId });
  await tell(tx, userId, {
    mn: 'Администратор таныг нэг төхөөрөмжөөс гаргалаа',
    en: 'An administrator signed you out on one device',
  });
  return {};
}

export async function endSessionsOf(
  tx: WriteTx,
  actor: Actor,
  userId: string,
): Promise<{ ended: number } | Unchanged<{ ended: number }>> {
  await lockTarget(tx, actor, userId);
  // The session to keep is the administrator's own, so none of this person's stays.
  const ended = await endOtherSessions(tx, { keep: actor.sessionId, userId, now: tx.now });
  const forgotten = await forgetBrowsers(tx, userId);
  if (ended.length + forgotten === 0) return unchanged({ ended: 0 });
  tx.audit(events.sessionsEnded, { target: userId, metadata: { count: ended.length } });
  for (const { id } of ended) tx.publish(sessionEnded, { session_id: id });
  await tell(tx, userId, {
    mn: 'Администратор таныг бүх төхөөрөмжөөс гаргалаа',
    en: 'An administrator signed you out on every device',
  });
  return { ended: ended.length };
}

const tell = (tx: WriteTx, userId: string, title: Text) =>
  notify(tx, {
    userId,
    topic: 'security',
    category: 'info',
    title,
    body: {
      mn: 'Дахин нэвтэрч болно. Шалтгааныг мэдэхийг хүсвэл тусламжид хандана уу.',
      en: 'You can sign in again. Contact support if you want to know why.',
    },
    link: '/account/security',
  });
