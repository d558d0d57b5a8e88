import { sql } from 'kysely';
import type { Reader } from '../../kernel/db/database.ts';
import { once, raw, sqlFor } from '../../kernel/db/query.ts';
import { type FoundPage, findPage, type PageRequest } from '../../kernel/http/time-cursor.ts';
import { platformZone } from '../../kernel/local-day.ts';

export interface AuditFilter extends PageRequest {
  action: string | undefined;
  category: string | undefined;
  actor: string | undefined;
  target: string | undefined;
  from: string | undefined;
  to: string | undefined;
}

function statementOf(filter: AuditFilter) {
  const { action, category, actor, target, from, to, before } = filter;
  let query = sqlFor
    .selectFrom('audit_log')
    .select(['id', 'occurred_at', 'actor_user_id', 'action', 'category', 'target', 'request_id', 'metadata'])
    .select(['prev_hash', 'chain_hash'])
    .orderBy('occurred_at', 'desc')
    .orderBy('id', 'desc')
    .limit(filter.limit + 1);
  if (action !== undefined) query = query.where('action', '=', action);
  if (category !== undefined) query = query.where('category', '=', category);
  if (actor !== undefined) query = query.where('actor_user_id', '=', actor);
  if (target !== undefined) query = query.where('target', '=', target);
  if (from !== undefined) query = query.where('occurred_at', '>=', from);
  if (to !== undefined) query = query.where('occurred_at', '<', to);
  if (before !== undefined)
    query = query.where(sql<boolean>`(occurred_at, id) < (${before.at}::timestamptz, ${before.id}::bigint)`);
  return once(query);
}
export type AuditRow = NonNullable<ReturnType<typeof statementOf>['row']>;

export const listAudit = (db: Reader, filter: AuditFilter): Promise<FoundPage<AuditRow>> =>
  findPage(db, filter, (page) => statementOf({ ...filter, ...page }));

export interface AccessRow {
  id: number;
  occurred_at: string;
  first_at: string;
  viewer: string | null;
  role: string | null;
  office: string | null;
  rows: string[];
  matter_id: string | null;
  matter: string | null;
  matter_mn: string | null;
  matter_en: string | null;
}

/**
 * One line for each viewer, matter and day of the platform's calendar. Read as the person themselves: the policy on the
 * table decides, the condition only finds the index. A later page takes whole days too, and leaves out the lines that
 * earlier pages had.
 */
export const listAccess = (db: Reader, personId: string, page: PageRequest): Promise<FoundPage<AccessRow>> =>
  findPage(db, page, ({ limit, before }) =>
    raw<AccessRow>(
      `select line.*, access_viewer_name(line.actor_user_id) as viewer from (
       select max(id) as id, max(occurred_at) as occurred_at, min(occurred_at) as first_at,
         actor_user_id, metadata ->> 'role' as role, metadata ->> 'office' as office,
         array_agg(distinct metadata ->> 'row') as rows, metadata ->> 'matter_id' as matter_id,
         max(metadata ->> 'matter') as matter, max(metadata ->> 'matter_mn') as matter_mn,
         max(metadata ->> 'matter_en') as matter_en
       from audit_log
       where category = 'access' and target = $1 and ($2::timestamptz is null or occurred_at <
         (date_trunc('day', $2::timestamptz at time zone $5) + interval '1 day') at time zone $5)
       group by actor_user_id, metadata ->> 'operator_id', metadata ->> 'role', metadata ->> 'office',
         metadata ->> 'matter_id', coalesce(metadata ->> 'matter_id', metadata ->> 'row'),
         date_trunc('day', occurred_at at time zone $5)
       having $2::timestamptz is null or (max(occurred_at), max(id)) < ($2::timestamptz, $3::bigint)
       order by max(occurred_at) desc, max(id) desc limit $4) as line
       order by occurred_at desc, id desc`,
      [personId, before?.at ?? null, before?.id ?? null, limit + 1, platformZone()],
      'audit.own_access',
    ),
  );
