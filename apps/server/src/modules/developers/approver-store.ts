import { sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { columnsOf } from '../../kernel/db/row-shape.ts';

const approvers = statement(
  'developers.approvers',
  columnsOf('users', 'id'),
  () => sql`
    select u.id from users u where u.active and u.deleted_at is null and (u.role_id in (1, 2) or exists (
      select from role_permissions p where p.role_id = u.role_id and p.permission = 'gateway.manage'))
    order by u.id limit 200`,
);
/** People who may approve the application of a developer. */
export const listApprovers = async (tx: Tx): Promise<string[]> =>
  (await tx.run(approvers())).map(({ id }) => id);
