import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { columnsOf, computed, type RowOf } from '../../kernel/db/row-shape.ts';

/** An authority that a person works for; `*` in both columns is every authority. */
const held = {
  ...columnsOf('officer_authorities', 'user_id'),
  ids: computed('_text'),
  names: computed('_text'),
};
export type HeldAuthorities = Pick<RowOf<typeof held>, 'ids' | 'names'>;

const authoritiesOfAll = statement(
  'users.authorities_of_all',
  held,
  (p: { userIds: readonly string[] }) => sql`
    select o.user_id, array_agg(coalesce(a.id::text, '*') order by a.name) as ids,
      array_agg(coalesce(a.name, '*') order by a.name) as names
    from officer_authorities o left join authorities a on a.id = o.authority_id
    where o.user_id = any(${p.userIds}::uuid[]) group by o.user_id`,
);
/** Authorities of each person; people without any are absent. */
export async function listAuthoritiesOfAll(
  db: Reader | Tx,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, HeldAuthorities>> {
  const rows = await db.run(authoritiesOfAll({ userIds }));
  return new Map(rows.map(({ user_id, ids, names }) => [user_id, { ids, names }]));
}
export const listAuthoritiesOf = async (db: Reader | Tx, userId: string): Promise<HeldAuthorities> =>
  (await listAuthoritiesOfAll(db, [userId])).get(userId) ?? { ids: [], names: [] };

const removeAuthorities = statement(
  'users.remove_authorities',
  (p: { userId: string; authorities: readonly string[] }) => sql`
    delete from officer_authorities
    where user_id = ${p.userId} and coalesce(authority_id::text, '*') <> all(${p.authorities}::text[])`,
);
const addAuthorities = statement(
  'users.add_authorities',
  (p: { userId: string; authorities: readonly string[]; grantedBy: string | null; now: Date }) => sql`
    insert into officer_authorities (user_id, authority_id, granted_by, granted_at)
    select ${p.userId}, nullif(id, '*')::uuid, ${p.grantedBy}, ${p.now} from unnest(${p.authorities}::text[]) as id
    on conflict do nothing`,
);
/** Sets exactly these, by id or `*`; returns whether anything changed. */
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
      select from role_permissions p
      where p.role_id = u.role_id and p.permission in ('gov.review', 'registry.view', 'registry.manage')))`,
);
/** A role that works for no authority keeps none: a later promotion must not silently restore them. */
export const dropIdleAuthorities = (tx: Tx, userId: string): Promise<number> =>
  tx.change(dropAuthorities({ userId }));
