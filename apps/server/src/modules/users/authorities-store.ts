import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { columnsOf, computed } from '../../kernel/db/row-shape.ts';

/** Means every authority: held by officers who decided every case before authorities were assigned one by one. */
export const everyAuthority = '*';

const authoritiesByUser = statement(
  'users.authorities',
  columnsOf('officer_authorities', 'authority'),
  (p: { userId: string }) => sql`
    select authority from officer_authorities where user_id = ${p.userId} order by authority`,
);
export async function listAuthoritiesOf(db: Reader | Tx, userId: string): Promise<string[]> {
  const rows = await db.run(authoritiesByUser({ userId }));
  return rows.map(({ authority }) => authority);
}

const authoritiesOfAll = statement(
  'users.authorities_of_all',
  { ...columnsOf('officer_authorities', 'user_id'), authorities: computed('_text') },
  (p: { userIds: readonly string[] }) => sql`
    select user_id, array_agg(authority order by authority) as authorities from officer_authorities
    where user_id = any(${p.userIds}::uuid[]) group by user_id`,
);
/** Authorities of each person; people without any are absent. */
export async function listAuthoritiesOfAll(
  db: Reader | Tx,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const rows = await db.run(authoritiesOfAll({ userIds }));
  return new Map(rows.map((row) => [row.user_id, row.authorities]));
}

const removeAuthorities = statement(
  'users.remove_authorities',
  (p: { userId: string; authorities: readonly string[] }) => sql`
    delete from officer_authorities where user_id = ${p.userId} and authority <> all(${p.authorities}::text[])`,
);
const addAuthorities = statement(
  'users.add_authorities',
  (p: { userId: string; authorities: readonly string[]; grantedBy: string | null; now: Date }) => sql`
    insert into officer_authorities (user_id, authority, granted_by, granted_at)
    select ${p.userId}, unnest(${p.authorities}::text[]), ${p.grantedBy}, ${p.now} on conflict do nothing`,
);
/** Sets exactly these; returns whether anything changed. */
export async function replaceAuthorities(
  tx: Tx,
  change: { userId: string; authorities: readonly string[]; grantedBy: string | null; now: Date },
): Promise<boolean> {
  const removed = await tx.change(removeAuthorities(change));
  const added = await tx.change(addAuthorities(change));
  return removed + added > 0;
}

const dropAuthorities = statement(
  'users.drop_authorities',
  (p: { userId: string }) => sql`
    delete from officer_authorities o using users u
    where o.user_id = ${p.userId} and u.id = ${p.userId} and (u.deleted_at is not null or not exists (
      select from role_permissions p where p.role_id = u.role_id and p.permission = 'gov.review'))`,
);
/** A role that decides no cases keeps no authorities: a later promotion must not silently restore them. */
export const dropAuthoritiesUnlessReviewer = (tx: Tx, userId: string): Promise<number> =>
  tx.change(dropAuthorities({ userId }));
