import { permission, signedIn } from '../../kernel/http/access.ts';
import { type Row, read, write } from '../../kernel/http/row.ts';
import { Empty, listOf } from '../../kernel/http/schemas.ts';
import { authorityErrors } from '../authorities/index.ts';
import { superadminErrors, superadminEvents } from '../superadmin/index.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { changeRole, createRole, removeRole, setPermissions } from './roles.ts';
import { ByRoleId, Mine, NewRole, PermissionsBody, PermissionView, RoleChange, RoleView } from './schemas.ts';
import { findRole, listPermissions, listRoles } from './store.ts';

export interface RbacDeps {
  permissionsOf: (roleId: number, roleKey: string) => Promise<ReadonlySet<string>>;
}

const manageRoles = permission('roles.manage');
const changeErrors = [
  errors.unknown_permission,
  errors.role_protected,
  errors.system_role,
  superadminErrors.step_up_required,
  authorityErrors.cases_unattended,
];

export function rbacRows(deps: RbacDeps): readonly Row[] {
  return [
    read({
      id: 'rbac.me',
      path: '/rbac/me',
      access: signedIn,
      reply: Mine,
      errors: [],
      summary: 'Own role and permissions',
      handler: async ({ actor }) => ({
        role: actor.roleKey,
        role_id: actor.roleId,
        permissions: [...(await deps.permissionsOf(actor.roleId, actor.roleKey))].sort(),
      }),
    }),
    read({
      id: 'rbac.roles.list',
      path: '/rbac/roles',
      access: manageRoles,
      reply: listOf(RoleView),
      errors: [],
      summary: 'All roles with their permissions',
      handler: async ({ db }) => listed(await listRoles(db)),
    }),
    read({
      id: 'rbac.permissions.list',
      path: '/rbac/permissions',
      access: manageRoles,
      reply: listOf(PermissionView),
      errors: [],
      summary: 'All permissions',
      handler: async ({ db }) => listed(await listPermissions(db)),
    }),
    write({
      id: 'rbac.roles.create',
      method: 'POST',
      path: '/rbac/roles',
      access: manageRoles,
      body: NewRole,
      reply: RoleView,
      status: 201,
      idempotent: true,
      errors: [
        errors.key_required,
        errors.unknown_permission,
        errors.role_protected,
        superadminErrors.step_up_required,
      ],
      audit: [events.created, superadminEvents.stepUpAsked],
      summary: 'Create a role',
      freshProof: { when: 'the role has permissions' },
      handler: ({ actor, body, tx }) => createRole(tx, actor, body),
    }),
    write({
      id: 'rbac.roles.change',
      method: 'PUT',
      path: '/rbac/roles/:id',
      access: manageRoles,
      params: ByRoleId,
      body: RoleChange,
      reply: RoleView,
      errors: changeErrors,
      audit: [events.updated, events.permissionsSet, superadminEvents.stepUpAsked],
      summary: 'Rename a role, and replace its permissions if given',
      freshProof: { when: 'permissions change' },
      current: ({ params, tx }) => findRole(tx, params.id),
      handler: ({ actor, params, body, tx }) => changeRole(tx, actor, params.id, body),
    }),
    write({
      id: 'rbac.roles.permissions.set',
      method: 'PUT',
      path: '/rbac/roles/:id/permissions',
      access: manageRoles,
      params: ByRoleId,
      body: PermissionsBody,
      reply: RoleView,
      errors: changeErrors,
      audit: [events.permissionsSet, superadminEvents.stepUpAsked],
      summary: 'Replace the permissions of a role',
      freshProof: { when: 'permissions change' },
      current: ({ params, tx }) => findRole(tx, params.id),
      handler: ({ actor, params, body, tx }) => setPermissions(tx, actor, params.id, body),
    }),
    write({
      id: 'rbac.roles.delete',
      method: 'DELETE',
      path: '/rbac/roles/:id',
      access: manageRoles,
      params: ByRoleId,
      reply: Empty,
      errors: [
        errors.role_protected,
        errors.system_role,
        errors.role_in_use,
        superadminErrors.step_up_required,
      ],
      audit: [events.deleted, superadminEvents.stepUpAsked],
      freshProof: { when: 'the role has permissions' },
      asSystem:
        'the check for holders of the role covers all people, whom a custom role cannot see under RLS',
      summary: 'Delete a role without holders',
      handler: ({ actor, params, tx }) => removeRole(tx, actor, params.id),
    }),
  ];
}

function listed<Item>(items: Item[]): { items: Item[]; total: number } {
  return { items, total: items.length };
}
