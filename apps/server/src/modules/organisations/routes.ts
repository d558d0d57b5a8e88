import { signedIn } from '../../kernel/http/access.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { type Row, read, write } from '../../kernel/http/row.ts';
import { ById, Empty, listOf } from '../../kernel/http/schemas.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { acceptInvitation } from './invitations.ts';
import { lookUp } from './lookup.ts';
import { addMember, changeMemberRole, removeMember, viewMember } from './members.ts';
import { requireMember } from './membership.ts';
import { createOrganisation } from './organisations.ts';
import {
  AcceptBody,
  AddMemberBody,
  ByMember,
  ByRegNo,
  CreateBody,
  LookupView,
  MemberView,
  OrganisationView,
  RoleBody,
} from './schemas.ts';
import type { StateRegistryPort } from './state-registry-port.ts';
import { findOrganisation, listMembers, listOrganisations } from './store.ts';

export interface OrganisationsDeps {
  /** Undefined where no state registry is configured: looking up answers 503, the rest works. */
  stateRegistry: StateRegistryPort | undefined;
}

const lookups: Limit = { group: 'org-lookup', perMinute: 30, burst: 15 };
const invitations: Limit = { group: 'org-invitation', perMinute: 10, burst: 10 };

export function organisationRows(deps: OrganisationsDeps): readonly Row[] {
  return [
    read({
      id: 'org.list',
      path: '/org/',
      access: signedIn,
      reply: listOf(OrganisationView),
      errors: [],
      summary: 'Organisations the caller belongs to',
      handler: async ({ actor, db }) => {
        const items = await listOrganisations(db, actor.userId);
        return { items, total: items.length };
      },
    }),
    write({
      id: 'org.create',
      method: 'POST',
      path: '/org/',
      access: signedIn,
      body: CreateBody,
      reply: OrganisationView,
      status: 201,
      idempotent: true,
      errors: [errors.organisation_exists],
      audit: [events.created],
      summary: 'Create an organisation; the caller becomes its owner',
      handler: ({ actor, body, tx }) => createOrganisation(tx, actor.userId, body),
    }),
    read({
      id: 'org.lookup',
      path: '/org/lookup/:regNo',
      access: signedIn,
      limit: lookups,
      params: ByRegNo,
      reply: LookupView,
      errors: [errors.upstream_failed, errors.upstream_unavailable, errors.not_configured],
      summary: 'What the state registry says of an organisation',
      handler: ({ actor, params, db }) => lookUp(deps.stateRegistry, db, actor, params.regNo),
    }),
    write({
      id: 'org.invitations.accept',
      method: 'POST',
      path: '/org/invitations/accept',
      access: signedIn,
      limit: invitations,
      body: AcceptBody,
      reply: OrganisationView,
      errors: [errors.eid_required],
      audit: [events.invitationAccepted],
      asSystem: 'the token opens an organisation the caller does not belong to yet',
      summary: 'Become an administrator of the organisation one was invited to',
      handler: ({ actor, body, tx }) => acceptInvitation(tx, actor.userId, body.token),
    }),
    read({
      id: 'org.one',
      path: '/org/:id',
      access: signedIn,
      params: ById,
      reply: OrganisationView,
      errors: [],
      summary: 'One organisation of the caller',
      handler: async ({ actor, params, db }) =>
        (await findOrganisation(db, actor.userId, params.id)) ?? fail(kernelErrors.not_found),
    }),
    read({
      id: 'org.members.list',
      path: '/org/:id/members',
      access: signedIn,
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
      access: signedIn,
      params: ById,
      body: AddMemberBody,
      reply: MemberView,
      status: 201,
      idempotent: true,
      errors: [errors.already_member],
      audit: [events.memberAdded],
      summary: 'Make a person a member; only an owner makes owners',
      handler: ({ params, body, tx }) => addMember(tx, params.id, body),
    }),
    write({
      id: 'org.members.change',
      method: 'PUT',
      path: '/org/:id/members/:userID',
      access: signedIn,
      params: ByMember,
      body: RoleBody,
      reply: MemberView,
      errors: [errors.owner_protected],
      audit: [events.memberRoleChanged],
      summary: 'Give a member another role; an owner keeps theirs',
      handler: ({ params, body, tx }) => changeMemberRole(tx, params.id, params.userID, body.role),
    }),
    write({
      id: 'org.members.remove',
      method: 'DELETE',
      path: '/org/:id/members/:userID',
      access: signedIn,
      params: ByMember,
      reply: Empty,
      errors: [errors.owner_protected],
      audit: [events.memberRemoved],
      summary: 'Remove a member, or leave; an owner stays',
      handler: async ({ actor, params, tx }) => {
        await removeMember(tx, actor.userId, params.id, params.userID);
        return {};
      },
    }),
  ];
}
