import type { Member, MemberRole } from '../../api/organisations.ts';

/** What the server will allow, so that nothing is offered that it would refuse; the server decides. */
export function listGrantableRoles(mine: MemberRole): MemberRole[] {
  if (mine === 'owner') return ['member', 'admin', 'owner'];
  return mine === 'admin' ? ['member', 'admin'] : [];
}

export function mayChangeMember(mine: MemberRole, member: Pick<Member, 'role'>): boolean {
  return mine !== 'member' && member.role !== 'owner';
}
