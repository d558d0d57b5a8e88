import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { type RowFrom, sqlFor, statement } from '../../kernel/db/query.ts';

/** The two highest roles hold every permission implicitly; no row grants or removes it. */
const granted = sql<string[]>`array(
  select permissions.key from permissions where roles.id in (1, 2) or exists (
    select from role_permissions where role_id = roles.id and permission = permissions.key)
  order by permissions.key)`;

const select = () =>
  sqlFor
    .selectFrom('roles')
    .select(['id', 'key', 'name', 'description', 'is_system', granted.as('permissions')]);

const all = statement('rbac.roles', () => select().orderBy('id'));
const byId = statement('rbac.role', (p: { id: number }) => select().where('id', '=', p.id));
export type RoleRow = RowFrom<typeof byId>;

export const listRoles = (db: Reader): Promise<RoleRow[]> => db.run(all({}));
export const findRole = (db: Reader | Tx, id: number): Promise<RoleRow | undefined> => db.first(byId({ id }));
const lockRole = statement(
  'rbac.lock_role',
  (p: { id: number }) => sql`select from roles where id = ${p.id} for update`,
);
/** Serializes changes of a role: the row is read after the lock, so that the last change is visible. */
export async function findRoleForUpdate(tx: Tx, id: number): Promise<RoleRow | undefined> {
  await tx.run(lockRole({ id }));
  return findRole(tx, id);
}
const shareRole = statement(
  'rbac.hold_role',
  (p: { id: number }) => sql`select from roles where id = ${p.id} for key share`,
);
/** The lock keeps the role from being deleted or extended until the grant commits. */
export async function findRoleForGrant(tx: Tx, id: number): Promise<RoleRow | undefined> {
  await tx.run(shareRole({ id }));
  return findRole(tx, id);
}

export async function readPermissions(db: Reader | Tx, roleId: number): Promise<ReadonlySet<string>> {
  return new Set((await findRole(db, roleId))?.permissions);
}

const everyPermission = statement('rbac.permissions', () =>
  sqlFor.selectFrom('permissions').select(['key', 'label', 'category']).orderBy('category').orderBy('key'),
);
export const listPermissions = (
  db: Reader | Tx,
): Promise<{ key: string; label: string; category: string }[]> => db.run(everyPermission({}));

const insert = statement('rbac.insert_role', (p: { key: string; name: string; description: string }) =>
  sqlFor
    .insertInto('roles')
    .values({ key: p.key, name: p.name, description: p.description })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id'),
);
/** Undefined if the key is taken. */
export const insertRole = (
  tx: Tx,
  role: { key: string; name: string; description: string },
): Promise<{ id: number } | undefined> => tx.first(insert(role));

const update = statement(
  'rbac.write_role',
  (p: { id: number; name: string; description: string | null }) => sql`
    update roles set name = ${p.name}, description = coalesce(${p.description}, description) where id = ${p.id}`,
);
export const writeRole = (
  tx: Tx,
  id: number,
  role: { name: string; description: string | null },
): Promise<number> => tx.change(update({ id, name: role.name, description: role.description }));

const addGrants = statement(
  'rbac.grant',
  (p: { roleId: number; keys: readonly string[] }) => sql`
    insert into role_permissions (role_id, permission) select ${p.roleId}, unnest(${p.keys}::text[])`,
);
export const grant = (tx: Tx, roleId: number, keys: readonly string[]): Promise<number> =>
  tx.change(addGrants({ roleId, keys }));

const removeGrants = statement(
  'rbac.revoke',
  (p: { roleId: number; keys: readonly string[] }) => sql`
    delete from role_permissions where role_id = ${p.roleId} and permission = any(${p.keys}::text[])`,
);
export const revoke = (tx: Tx, roleId: number, keys: readonly string[]): Promise<number> =>
  tx.change(removeGrants({ roleId, keys }));

const remove = statement(
  'rbac.delete_role',
  (p: { id: number }) => sql`
    delete from roles where id = ${p.id} and not is_system and not exists (select from users where role_id = ${p.id})`,
);
/** False if a user still holds the role. */
export const deleteRole = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.change(remove({ id }))) === 1;
