import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { column, columnsOf, computed } from '../../kernel/db/row-shape.ts';

const count = statement(
  'relay.demo.platforms',
  { platforms: computed('int8') },
  () => sql`select count(*) as platforms from relay_platforms`,
);
export const countPlatforms = async (db: Reader | Tx): Promise<number> =>
  (await db.first(count()))?.platforms ?? 0;

const answerable = statement(
  'relay.demo.answerable',
  columnsOf('relay_assignments', 'id'),
  (p: { before: Date }) => sql`
    select a.id from relay_assignments a join relay_platforms p on p.id = a.platform_id
    where p.endpoint_url like 'demo://%' and a.status in ('acknowledged', 'in_progress', 'overdue')
      and a.dispatched_at <= ${p.before}
    order by a.due_at limit 50`,
);
export const listDemoAnswerable = (tx: Tx, before: Date): Promise<{ id: string }[]> =>
  tx.run(answerable({ before }));

const forwardable = statement(
  'relay.demo.forwardable',
  { request_id: column('relay_requests', 'id'), code: column('relay_platforms', 'code') },
  () => sql`
    select r.id as request_id, p.code
    from (select code from relay_platforms where direction = 'upstream' and enabled order by name, id limit 1) as p,
      relay_requests r
    where r.status = 'fulfilled' and not r.confidential
      and not exists (select from relay_events e where e.request_id = r.id and e.type = 'forwarded_up')
    order by r.fulfilled_at desc limit 2`,
);
/** At most two fulfilled requests, for the first upstream platform. */
export const listDemoForwardable = (tx: Tx): Promise<{ request_id: string; code: string }[]> =>
  tx.run(forwardable());
