import { sql } from 'kysely';
import type { Reader } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { columnsOf, computed, computedJson, nullable } from '../../kernel/db/row-shape.ts';
import {
  cutPage,
  type FoundPage,
  findPage,
  type PageRequest,
  writePlace,
} from '../../kernel/http/time-cursor.ts';
import type { CallView } from './schemas.ts';

const call = {
  ...columnsOf('audit_log', 'id occurred_at actor_user_id request_id'),
  tool: computed('text'),
  caller: computed('text'),
  outcome: computed('text'),
  arguments: computedJson<string[]>('jsonb'),
  exit_code: nullable(computed('int4')),
  duration_ms: nullable(computed('int4')),
};

const calls = statement(
  'tools.calls',
  call,
  (p: { tool: string | null; at: string | null; id: number | null; limit: number }) => sql`
    select id, occurred_at, substr(action, 7) as tool, coalesce(metadata ->> 'caller', '') as caller, actor_user_id,
      metadata ->> 'outcome' as outcome, coalesce(metadata -> 'arguments', '[]') as arguments,
      (metadata ->> 'exit_code')::int as exit_code, (metadata ->> 'duration_ms')::int as duration_ms, request_id
    from audit_log entry
    where category = 'tools' and metadata ? 'outcome' and (${p.tool}::text is null or action = 'tools.' || ${p.tool})
      and (${p.at}::timestamptz is null or (occurred_at, id) < (${p.at}::timestamptz, ${p.id}::bigint))
      and (metadata ->> 'outcome' <> 'started' or not exists (
        select from audit_log later
        where later.category = 'tools' and later.target = entry.target and later.id > entry.id
          and later.occurred_at between entry.occurred_at and entry.occurred_at + interval '2 minutes'))
    order by occurred_at desc, id desc limit ${p.limit}`,
);
/**
 * Calls with their outcome, from the audit log. A command leaves two entries, before and after: the first is
 * shown only without a second, which means that it still runs or that the server died with it.
 */
const listCalls = (db: Reader, tool: string | undefined, page: PageRequest): Promise<FoundPage<CallView>> =>
  findPage(db, page, ({ limit, before }) =>
    calls({ tool: tool ?? null, at: before?.at ?? null, id: before?.id ?? null, limit: limit + 1 }),
  );

export async function readCalls(db: Reader, tool: string | undefined, page: PageRequest) {
  const found = await listCalls(db, tool, page);
  const { items, ...rest } = cutPage(found, page.limit, (row) => writePlace(row.occurred_at, row.id));
  return { items: [...items], ...rest };
}
