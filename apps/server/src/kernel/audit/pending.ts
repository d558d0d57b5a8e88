import { sql } from 'kysely';
import type { Reader } from '../db/database.ts';
import { statement } from '../db/query.ts';
import { computed, nullable } from '../db/row-shape.ts';

export interface AuditPending {
  count: number;
  /** Age of the oldest unsealed row. */
  lagSeconds: number;
}

const pending = statement(
  'audit.pending',
  { count: computed('int8'), oldest: nullable(computed('timestamptz')) },
  () => sql`
    select count(*) as count, min(occurred_at) as oldest from audit_log where seq is null`,
);
export async function readAuditPending(db: Reader, now: Date): Promise<AuditPending> {
  const row = await db.first(pending());
  const oldestMs = row?.oldest == null ? now.getTime() : new Date(row.oldest).getTime();
  return { count: row?.count ?? 0, lagSeconds: Math.max(0, (now.getTime() - oldestMs) / 1000) };
}
