import type { Bus } from '../../kernel/bus/bus.ts';
import { createBusCache } from '../../kernel/bus/bus-cache.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { Module } from '../../kernel/module.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { roleChanged } from './roles.ts';
import { type RbacDeps, rbacRows } from './routes.ts';
import { names } from './schemas.ts';
import { readPermissions } from './store.ts';

export { errors as rbacErrors } from './errors.ts';
export { isPowerful, roleChanged } from './roles.ts';
export { findRole, findRoleForGrant, type RoleRow } from './store.ts';

export type PermissionsOf = RbacDeps['permissionsOf'];

/** Resolves the permissions of a role, cached until a role changes on any instance. */
export function createPermissions(database: Database, bus: Bus): PermissionsOf {
  const reader = database.reader(systemIdentity);
  const byRole = createBusCache<ReadonlySet<string>>(bus, (roleId) =>
    readPermissions(reader, Number(roleId)),
  );
  bus.on(roleChanged, (payload) => byRole.forget(String(payload['role_id'])));
  return (roleId) => byRole.load(String(roleId));
}

export function rbac(deps: RbacDeps): Module {
  return { name: 'rbac', rows: rbacRows(deps), errors, events, schemas: names };
}
