import type { Reader, Tx } from '../../kernel/db/database.ts';
import { roleIds } from '../../kernel/http/actor.ts';
import { failField, failUnknown } from '../../kernel/http/errors.ts';
import { listAuthorities } from '../gov/index.ts';
import type { RoleRow } from '../rbac/index.ts';
import { everyAuthority } from '../users/index.ts';

const unknown = {
  mn: 'Ийм байгууллага үйлчилгээний жагсаалтад алга. Жагсаалтаас сонгоно уу.',
  en: 'names an authority that no public service names; choose from the list of authorities',
};
const missing = {
  mn: 'Ажилтан аль байгууллагын хүсэлтийг шийдэхийг сонгоно уу.',
  en: 'needs at least one authority whose applications the officer decides',
};
const idle = {
  mn: 'Энэ дүртэй хамт байгууллага сонгохгүй. Менежерийн байгууллагыг тусад нь сонгоно.',
  en: 'cannot be given with this role; a manager’s authorities are set separately',
};

/** Administrators decide every authority's cases by role, so a list for them would have no effect. */
const decidesCases = (role: RoleRow) => role.id > roleIds.admin && role.permissions.includes('gov.review');

/** Returns undefined where no authorities were given and none are needed. */
export async function requireAuthorities(
  db: Reader | Tx,
  role: RoleRow,
  given: readonly string[] | undefined,
): Promise<readonly string[] | undefined> {
  if (given === undefined)
    return role.id === roleIds.officer
      ? failField('authorities', missing, 'authorities_required')
      : undefined;
  // The person approves the role manager later, so authorities given now would take effect before the role.
  if (role.id === roleIds.manager) failField('authorities', idle, 'not_a_reviewer');
  await checkAuthorities(db, role, given);
  return given;
}

export async function checkAuthorities(
  db: Reader | Tx,
  role: RoleRow,
  given: readonly string[],
): Promise<void> {
  if (!decidesCases(role)) failField('authorities', idle, 'not_a_reviewer');
  if (role.id === roleIds.officer && given.length === 0)
    failField('authorities', missing, 'authorities_required');
  const known = new Set([everyAuthority, ...(await listAuthorities(db)).map(({ name }) => name)]);
  if (!given.every((name) => known.has(name))) failUnknown('authorities', unknown);
}
