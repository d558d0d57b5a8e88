import type { Reader, Tx } from '../../kernel/db/database.ts';
import { raw } from '../../kernel/db/query.ts';

/** Stands for every authority: held by those who decided every case before authorities were given one by one. */
export const everyAuthority = '*';

export async function listAuthoritiesOf(db: Reader | Tx, userId: string): Promise<string[]> {
  const rows = await db.run(
    raw<{ authority: string }>(
      'select authority from officer_authorities where user_id = $1 order by authority',
      [userId],
      'users.authorities',
    ),
  );
  return rows.map(({ authority }) => authority);
}

/** Authorities of each person; people without any are absent. */
export async function listAuthoritiesOfAll(
  db: Reader | Tx,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const rows = await db.run(
    raw<{ user_id: string; authorities: string[] }>(
      `select user_id, array_agg(authority order by authority) as authorities from officer_authorities
       where user_id = any($1::uuid[]) group by user_id`,
      [userIds],
      'users.authorities_of_all',
    ),
  );
  return new Map(rows.map((row) => [row.user_id, row.authorities]));
}

/** Leaves exactly these; answers whether anything changed. */
export async function replaceAuthorities(
  tx: Tx,
  change: { userId: string; authorities: readonly string[]; grantedBy: string | null; now: Date },
): Promise<boolean> {
  const removed = await tx.change(
    raw(
      'delete from officer_authorities where user_id = $1 and authority <> all($2::text[])',
      [change.userId, change.authorities],
      'users.remove_authorities',
    ),
  );
  const added = await tx.change(
    raw(
      `insert into officer_authorities (user_id, authority, granted_by, granted_at)
       select $1, unnest($2::text[]), $3, $4 on conflict do nothing`,
      [change.userId, change.authorities, change.grantedBy, change.now],
      'users.add_authorities',
    ),
  );
  return removed + added > 0;
}

/** A role that decides no cases keeps no authorities: a later promotion must not bring them back unseen. */
export const dropAuthoritiesUnlessReviewer = (tx: Tx, userId: string): Promise<number> =>
  tx.change(
    raw(
      `delete from officer_authorities o using users u
       where o.user_id = $1 and u.id = $1 and (u.deleted_at is not null or not exists (
         select from role_permissions p where p.role_id = u.role_id and p.permission = 'gov.review'))`,
      [userId],
      'users.drop_authorities',
    ),
  );
