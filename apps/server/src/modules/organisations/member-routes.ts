import { signedIn } from '../../kernel/http/access.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import { type Row, read, write } from '../../kernel/http/row.ts';
import { ById, Empty, listOf } from '../../kernel/http/schemas.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { changeMemberRole, removeMember, viewMember } from './members.ts';
import { requireMember } from './membership.ts';
import type { OrganisationsDeps } from './routes.ts';
import {
  ByInvitation,
  ByMember,
  InvitationView,
  InviteBody,
  LinkBody,
  LinkView,
  MemberView,
  RoleBody,
} from './schemas.ts';
import { inviteByLink, inviteMember, listInvitations, withdrawInvitation } from './send-invitation.ts';
import { listMembers } from './store.ts';

/** Enough for a busy day, too few to probe register numbers. */
const invitations: Limit = { group: 'org-invite', perMinute: 2, burst: 30, by: 'person' };

export function memberRows({ membersApp, appOrigin, naming }: OrganisationsDeps): readonly Row[] {
  const { access } = membersApp;
  const prepare = ({ actor, params }: { actor: Actor; params: { id: string } }) =>
    naming.refresh(params.id, actor.userId);
  return [
    read({
      id: 'org.members.list',
      path: '/org/:id/members',
      access,
      params: ById,
      reply: listOf(MemberView),
      errors: [],
      summary: 'Members of an organisation, for its members',
      handler: async ({ params, db }) => {
        await requireMember(db, params.id);
        const items = (await listMembers(db, params.id)).map(viewMember);
        return { items, total: items.length };
      },
    }),
    write({
      id: 'org.members.add',
      method: 'POST',
      path: '/org/:id/members',
      access,
      limit: invitations,
      params: ById,
      body: InviteBody,
      reply: InvitationView,
      status: 201,
      idempotent: true,
      errors: [
        errors.already_member,
        errors.too_many_invitations,
        errors.named_only,
        errors.representation_unconfirmed,
      ],
      audit: [events.invitationSent],
      summary:
        'Invite an account or the holder of a register number; the answer does not reveal whether they exist',
      prepare,
      handler: ({ actor, params, body, request, tx }) =>
        inviteMember(tx, actor.userId, params.id, body, request.language),
    }),
    write({
      id: 'org.members.change',
      method: 'PUT',
      path: '/org/:id/members/:userID',
      access,
      params: ByMember,
      body: RoleBody,
      reply: MemberView,
      errors: [
        errors.owner_protected,
        errors.acceptance_needed,
        errors.named_only,
        errors.representation_unconfirmed,
      ],
      audit: [events.memberRoleChanged],
      summary: 'Change a member’s role; an owner keeps theirs, and ownership needs acceptance',
      prepare,
      handler: ({ actor, params, body, tx }) =>
        changeMemberRole(tx, actor.userId, { orgId: params.id, userId: params.userID, role: body.role }),
    }),
    write({
      id: 'org.members.remove',
      method: 'DELETE',
      path: '/org/:id/members/:userID',
      // Leaving must always be possible, so the app is checked only when another person is removed.
      access: signedIn,
      params: ByMember,
      reply: Empty,
      errors: [errors.owner_protected, errors.last_owner, errors.representation_unconfirmed],
      audit: [events.memberRemoved],
      summary: 'Remove a member, or leave; the last owner cannot leave',
      prepare: async ({ actor, params }) => {
        if (params.userID.toLowerCase() !== actor.userId) await naming.refresh(params.id, actor.userId);
      },
      handler: async ({ actor, params, tx }) => {
        await removeMember(tx, membersApp, actor.userId, params.id, params.userID);
        return {};
      },
    }),
    read({
      id: 'org.invitations.list',
      path: '/org/:id/invitations',
      access,
      params: ById,
      reply: listOf(InvitationView),
      errors: [errors.representation_unconfirmed],
      summary: 'Open invitations of an organisation, for its owners and administrators',
      handler: async ({ params, db, request }) => {
        const items = await listInvitations(db, params.id, request.now);
        return { items, total: items.length };
      },
    }),
    write({
      id: 'org.invitations.link',
      method: 'POST',
      path: '/org/:id/invitations',
      access,
      limit: invitations,
      params: ById,
      body: LinkBody,
      reply: LinkView,
      status: 201,
      idempotent: true,
      noStore: true,
      errors: [errors.too_many_invitations, errors.named_only, errors.representation_unconfirmed],
      audit: [events.invitationSent],
      summary: 'Create a single-use invitation link, shown only in this answer',
      prepare,
      handler: ({ actor, params, body, tx }) =>
        inviteByLink(tx, actor.userId, params.id, { ...body, appOrigin }),
    }),
    write({
      id: 'org.invitations.withdraw',
      method: 'DELETE',
      path: '/org/:id/invitations/:invitationID',
      access,
      params: ByInvitation,
      reply: Empty,
      errors: [errors.representation_unconfirmed],
      audit: [events.invitationWithdrawn],
      summary: 'Withdraw an invitation',
      prepare,
      handler: async ({ params, tx }) => {
        await withdrawInvitation(tx, params.id, params.invitationID);
        return {};
      },
    }),
  ];
}
