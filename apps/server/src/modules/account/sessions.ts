import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { type Unchanged, unchanged } from '../../kernel/http/row.ts';
import { forgetBrowsers, sessionEnded } from '../identity/index.ts';
import { events } from './events.ts';
import type { OwnSession } from './schemas.ts';
import { endOtherSessions, endOwnSession, listOpenSessions } from './store.ts';
import { describeAgent } from './user-agent.ts';

export async function listSessions(
  db: Reader,
  actor: Actor,
  now: Date,
): Promise<{ items: OwnSession[]; total: number }> {
  const rows = await listOpenSessions(db, actor.userId, now);
  const items = rows.map((row) => ({
    id: row.id,
    current: row.id === actor.sessionId,
    method: row.method,
    ...describeAgent(row.user_agent),
    ip: row.ip ?? '',
    created_at: row.created_at,
    used_at: row.rotated_at,
    expires_at: row.expires_at,
  }));
  return { items, total: items.length };
}

export async function endSession(tx: WriteTx, actor: Actor, id: string): Promise<Record<string, never>> {
  const ended = await endOwnSession(tx, { id, userId: actor.userId, now: tx.now });
  if (ended === undefined) fail(kernelErrors.not_found);
  tx.audit(events.sessionEnded, { target: actor.userId, metadata: { session_id: id } });
  tx.publish(sessionEnded, { session_id: id });
  return {};
}

export async function endOthers(
  tx: WriteTx,
  actor: Actor,
): Promise<{ ended: number } | Unchanged<{ ended: number }>> {
  const ended = await endOtherSessions(tx, { keep: actor.sessionId, userId: actor.userId, now: tx.now });
  const forgotten = await forgetBrowsers(tx, actor.userId);
  if (ended.length + forgotten === 0) return unchanged({ ended: 0 });
  tx.audit(events.othersEnded, { target: actor.userId, metadata: { count: ended.length } });
  for (const { id } of ended) tx.publish(sessionEnded, { session_id: id });
  return { ended: ended.length };
}
