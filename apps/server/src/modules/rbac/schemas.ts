import { line, type Static, strict, Type } from '../../kernel/http/schemas.ts';
import { confirmUnattended } from '../authorities/index.ts';

export const Mine = Type.Object({
  role: Type.String(),
  role_id: Type.Integer(),
  permissions: Type.Array(Type.String()),
});

export const RoleView = Type.Object({
  id: Type.Integer(),
  key: Type.String(),
  name: Type.String(),
  description: Type.String(),
  is_system: Type.Boolean(),
  permissions: Type.Array(Type.String()),
});
export type RoleView = Static<typeof RoleView>;

export const PermissionView = Type.Object({
  key: Type.String(),
  label: Type.String(),
  category: Type.String(),
});

export const RoleId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
export const ByRoleId = strict({ id: RoleId });

const Name = line(50, 2);
const Description = line(200, 0);
const Permissions = Type.Array(Type.String({ maxLength: 40 }), { maxItems: 200 });

export const NewRole = strict({
  name: Name,
  key: Type.Optional(
    Type.String({ minLength: 2, maxLength: 40, pattern: '^[a-z][a-z0-9]*([._-][a-z0-9]+)*$' }),
  ),
  description: Type.Optional(Description),
  permissions: Type.Optional(Permissions),
});
export type NewRole = Static<typeof NewRole>;

export const RoleChange = strict({
  name: Name,
  description: Type.Optional(Description),
  permissions: Type.Optional(Permissions),
  ...confirmUnattended,
});
export type RoleChange = Static<typeof RoleChange>;

export const PermissionsBody = strict({ permissions: Permissions, ...confirmUnattended });
export type PermissionsBody = Static<typeof PermissionsBody>;

/** Names in the OpenAPI document. */
export const names = {
  CallerAccess: Mine,
  Role: RoleView,
  RoleBody: NewRole,
  RoleChange,
  Permission: PermissionView,
};
