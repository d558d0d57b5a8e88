import type { Member, MemberRole, Organisation } from '../../api/organisations.ts';

type Mine = Pick<Organisation, 'my_role' | 'verified' | 'named'>;

/** Roles for an invitation. The server decides; the page only hides options that it would refuse. */
export function listGrantableRoles({ my_role: mine, verified, named }: Mine): MemberRole[] {
  if (mine === 'member') return [];
  if (verified && !named) return ['member'];
  return mine === 'owner' ? ['member', 'admin', 'owner'] : ['member', 'admin'];
}

export function mayChangeMember(mine: Mine, member: Pick<Member, 'role' | 'named_since'>): boolean {
  if (mine.my_role === 'member') return false;
  return member.role !== 'owner' || (mine.verified && mine.named && member.named_since === null);
}

/** Roles that can be assigned directly; ownership needs an accepted invitation. */
export function listAssignableRoles(mine: Mine): MemberRole[] {
  return listGrantableRoles(mine).filter((role) => role !== 'owner');
}
