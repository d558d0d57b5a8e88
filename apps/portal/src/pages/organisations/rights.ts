import type { Member, MemberRole } from '../../api/organisations.ts';

/** Roles that a person may be invited to. The server decides; the page offers nothing that it would refuse. */
export function listGrantableRoles(mine: MemberRole): MemberRole[] {
  if (mine === 'owner') return ['member', 'admin', 'owner'];
  return mine === 'admin' ? ['member', 'admin'] : [];
}

export function mayChangeMember(mine: MemberRole, member: Pick<Member, 'role'>): boolean {
  return mine !== 'member' && member.role !== 'owner';
}

/** Roles that a member may be given at once; ownership needs an accepted invitation. */
export function listAssignableRoles(mine: MemberRole): MemberRole[] {
  return listGrantableRoles(mine).filter((role) => role !== 'owner');
}
