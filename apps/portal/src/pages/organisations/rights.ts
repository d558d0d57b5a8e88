import type { Member, MemberRole } from '../../api/organisations.ts';

/** Roles for an invitation. The server decides; the page only hides options that it would refuse. */
export function listGrantableRoles(mine: MemberRole): MemberRole[] {
  if (mine === 'owner') return ['member', 'admin', 'owner'];
  return mine === 'admin' ? ['member', 'admin'] : [];
}

export function mayChangeMember(mine: MemberRole, member: Pick<Member, 'role'>): boolean {
  return mine !== 'member' && member.role !== 'owner';
}

/** Roles that can be assigned directly; ownership needs an accepted invitation. */
export function listAssignableRoles(mine: MemberRole): MemberRole[] {
  return listGrantableRoles(mine).filter((role) => role !== 'owner');
}
