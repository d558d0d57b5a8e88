import type { Member, MemberRole } from '../../api/organisations.ts';

/** What a person may be invited as. Nothing is offered that the server would refuse; the server decides. */
export function listGrantableRoles(mine: MemberRole): MemberRole[] {
  if (mine === 'owner') return ['member', 'admin', 'owner'];
  return mine === 'admin' ? ['member', 'admin'] : [];
}

export function mayChangeMember(mine: MemberRole, member: Pick<Member, 'role'>): boolean {
  return mine !== 'member' && member.role !== 'owner';
}

/** What a member may be made at once; an owner is invited, because that needs the person's own word. */
export function listAssignableRoles(mine: MemberRole): MemberRole[] {
  return listGrantableRoles(mine).filter((role) => role !== 'owner');
}
