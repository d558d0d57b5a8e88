import { sql } from 'kysely';
import type { Database, Reader, Tx } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { once, raw, sqlFor, statement } from '../../kernel/db/query.ts';
import { type FoundPage, findPage, type PageRequest } from '../../kernel/http/time-cursor.ts';
import type { Severity } from './schemas.ts';

export interface NewSecurityEvent {
  receivedAt: Date;
  userId: string | null;
  kind: string;
  severity: Severity | null;
  source: string | null;
  ip: string | null;
  userAgent: string | null;
  detail: string | null;
}

const insert = statement('security.insert', (p: NewSecurityEvent) =>
  sqlFor.insertInto('security_events').values({
    received_at: p.receivedAt,
    user_id: p.userId,
    kind: p.kind,
    severity: p.severity,
    source: p.source,
    ip: p.ip,
    user_agent: p.userAgent,
    detail: p.detail,
  }),
);
export const insertSecurityEvent = (tx: Tx, event: NewSecurityEvent): Promise<number> =>
  tx.change(insert(event));

export interface EventFilter extends PageRequest {
  kind: string | undefined;
  severity: Severity | undefined;
  from: string | undefined;
  to: string | undefined;
}

function statementOf({ kind, severity, from, to, before, limit }: EventFilter) {
  let query = sqlFor
    .selectFrom('security_events')
    .selectAll()
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  if (severity !== undefined) query = query.where('severity', '=', severity);
  if (from !== undefined) query = query.where('received_at', '>=', from);
  if (to !== undefined) query = query.where('received_at', '<', to);
  if (before !== undefined)
    query = query.where(sql<boolean>`(received_at, id) < (${before.at}::timestamptz, ${before.id}::bigint)`);
  return once(query);
}
export type SecurityEventRow = NonNullable<ReturnType<typeof statementOf>['row']>;

export const listSecurityEvents = (db: Reader, filter: EventFilter): Promise<FoundPage<SecurityEventRow>> =>
  findPage(db, filter, (page) => statementOf({ ...filter, ...page }));

export async function keepMonths(database: Database, months: number): Promise<void> {
  await database
    .reader(systemIdentity)
    .run(raw("select ensure_month_partitions('security_events', 2, $1)", [months]));
}
