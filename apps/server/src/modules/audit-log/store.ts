import { sql } from 'kysely';
import type { Reader } from '../../kernel/db/database.ts';
import { once, raw, sqlFor } from '../../kernel/db/query.ts';
import { type FoundPage, findPage, type PageRequest } from '../../kernel/http/time-cursor.ts';

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
  viewer: string | null;
  role: string | null;
  office: string | null;
  row: string | null;
}

/** Read as the person themselves: the policy on the table decides, the condition only finds the index. */
export const listAccess = (db: Reader, personId: string, page: PageRequest): Promise<FoundPage<AccessRow>> =>
  findPage(db, page, ({ limit, before }) =>
    raw<AccessRow>(
      `select id, occurred_at, access_viewer_name(actor_user_id) as viewer, metadata ->> 'role' as role,
         metadata ->> 'office' as office, metadata ->> 'row' as row
       from audit_log
       where category = 'access' and target = $1
         and ($2::timestamptz is null or (occurred_at, id) < ($2::timestamptz, $3::bigint))
       order by occurred_at desc, id desc limit $4`,
      [personId, before?.at ?? null, before?.id ?? null, limit + 1],
      'audit.own_access',
    ),
  );
