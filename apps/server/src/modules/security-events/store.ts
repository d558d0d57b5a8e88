import { sql } from 'kysely';
import type { Database, Reader, Tx } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { type RowFrom, sqlFor, statement, varying } from '../../kernel/db/query.ts';
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

const page = varying(
  'security_events.page',
  [
    { limit: 1, before: undefined, kind: undefined, severity: undefined, from: undefined, to: undefined },
    { limit: 1, before: { at: '', id: 0 }, kind: '', severity: 'low', from: '', to: '' },
  ],
  ({ kind, severity, from, to, before, limit }: EventFilter) => {
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
      query = query.where(
        sql<boolean>`(received_at, id) < (${before.at}::timestamptz, ${before.id}::bigint)`,
      );
    return query;
  },
);
export type SecurityEventRow = RowFrom<typeof page>;

export const listSecurityEvents = (db: Reader, filter: EventFilter): Promise<FoundPage<SecurityEventRow>> =>
  findPage(db, filter, (wanted) => page({ ...filter, ...wanted }));

const rotateMonths = statement(
  'security_events.keep_months',
  (p: { months: number }) => sql`select ensure_month_partitions('security_events', 2, ${p.months})`,
);
export async function keepMonths(database: Database, months: number): Promise<void> {
  await database.reader(systemIdentity).run(rotateMonths({ months }));
}
