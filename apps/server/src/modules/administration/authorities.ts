import type { Reader, Tx } from '../../kernel/db/database.ts';
import { roleIds } from '../../kernel/http/actor.ts';
import { failField } from '../../kernel/http/errors.ts';
import { requireAuthorities as resolveAuthorities } from '../authorities/index.ts';
import type { RoleRow } from '../rbac/index.ts';

const missing = {
  mn: 'Энэ дүртэй хүн аль байгууллагад ажиллахыг сонгоно уу.',
  en: 'needs at least one authority that the person works for',
};
const idle = {
  mn: 'Энэ дүртэй хамт байгууллага сонгохгүй. Менежерийн байгууллагыг тусад нь сонгоно.',
  en: 'cannot be given with this role; a manager’s authorities are set separately',
};

/** Administrators work for every authority by role, so a list for them would have no effect. */
const isBound = (role: RoleRow) =>
  role.id > roleIds.admin &&
  role.permissions.some((key) => ['gov.review', 'registry.view', 'registry.manage'].includes(key));
/** Without an authority such a person could do nothing. */
const needsAuthority = (role: RoleRow) => role.id === roleIds.officer || role.id === roleIds.registrar;

/** Ids, or `*`. Undefined where no authorities were given and none are needed. */
export async function requireAuthorities(
  db: Reader | Tx,
  role: RoleRow,
  given: readonly string[] | undefined,
): Promise<readonly string[] | undefined> {
  if (given === undefined)
    return needsAuthority(role) ? failField('authorities', missing, 'authorities_required') : undefined;
  // The person approves the role manager later, so authorities given now would take effect before the role.
  if (role.id === roleIds.manager) failField('authorities', idle, 'not_a_reviewer');
  return checkAuthorities(db, role, given);
}

export async function checkAuthorities(
  db: Reader | Tx,
  role: RoleRow,
  given: readonly string[],
): Promise<string[]> {
  if (!isBound(role)) failField('authorities', idle, 'not_a_reviewer');
  if (needsAuthority(role) && given.length === 0) failField('authorities', missing, 'authorities_required');
  return resolveAuthorities(db, 'authorities', given);
}
