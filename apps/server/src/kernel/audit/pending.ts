import type { Reader } from '../db/database.ts';
import { raw } from '../db/query.ts';

export interface AuditPending {
  count: number;
  /** How long the oldest unsealed row has been waiting. */
  lagSeconds: number;
}

export async function readAuditPending(db: Reader, now: Date): Promise<AuditPending> {
  const row = await db.first(
    raw<{ count: number; oldest: string | null }>(
      'select count(*) as count, min(occurred_at) as oldest from audit_log where seq is null',
      [],
      'audit.pending',
    ),
  );
  const oldestMs = row?.oldest == null ? now.getTime() : new Date(row.oldest).getTime();
  return { count: row?.count ?? 0, lagSeconds: Math.max(0, (now.getTime() - oldestMs) / 1000) };
}
