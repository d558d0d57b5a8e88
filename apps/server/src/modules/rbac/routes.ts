import { signedIn } from '../../kernel/http/access.ts';
import { type Row, read } from '../../kernel/http/row.ts';
import { Type } from '../../kernel/http/schemas.ts';

export interface RbacDeps {
  permissionsOf: (roleId: number, roleKey: string) => Promise<ReadonlySet<string>>;
}

const Mine = Type.Object({
  role: Type.String(),
  role_id: Type.Integer(),
  permissions: Type.Array(Type.String()),
});

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
  ];
}
