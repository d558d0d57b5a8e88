import { role, signedIn } from '../../kernel/http/access.ts';
import { type Row, read, write } from '../../kernel/http/row.ts';
import { ById, Empty } from '../../kernel/http/schemas.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { administrationEvents } from '../administration/index.ts';
import { authorityErrors } from '../authorities/index.ts';
import { identityErrors } from '../identity/index.ts';
import { rbacErrors } from '../rbac/index.ts';
import { superadminErrors, superadminEvents } from '../superadmin/index.ts';
import { userEvents } from '../users/index.ts';
import { accept, decline, readOwn } from './accept.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { invite, readWaiting, resend, withdraw } from './invitations.ts';
import { Accepted, InvitationBody, OwnList, WaitingInvitation, WaitingList } from './schemas.ts';

const admins = role('admin');
const writes: Limit = { group: 'role-invitations', perMinute: 30, burst: 15, by: 'person' };
const asSystem = 'invitations are addressed by register number, and no policy knows a reader by it';
const { role_protected } = rbacErrors;
const { step_up_required } = superadminErrors;
const { stepUpAsked } = superadminEvents;

export const invitationRows: readonly Row[] = [
  read({
    id: 'admin.role_invitations.list',
    path: '/admin/role-invitations',
    access: admins,
    reply: WaitingList,
    errors: [],
    asSystem,
    noStore: true,
    summary: 'Invitations to roles that wait for their person, newest first',
    handler: ({ db, request }) => readWaiting(db, request.now),
  }),
  write({
    id: 'admin.role_invitations.send',
    method: 'POST',
    path: '/admin/role-invitations',
    access: admins,
    limit: writes,
    body: InvitationBody,
    reply: WaitingInvitation,
    status: 201,
    idempotent: true,
    errors: [
      identityErrors.invalid_national_id,
      errors.already_invited,
      errors.too_many_invitations,
      role_protected,
      step_up_required,
    ],
    audit: [events.sent, stepUpAsked],
    asSystem,
    summary: 'Invite a person to a role by register number, before they sign in',
    freshProof: 'always',
    handler: ({ actor, body, tx }) => invite(tx, actor, body),
  }),
  write({
    id: 'admin.role_invitations.resend',
    method: 'POST',
    path: '/admin/role-invitations/:id/resend',
    access: admins,
    limit: writes,
    params: ById,
    reply: WaitingInvitation,
    errors: [errors.letter_not_possible, errors.letter_sent_recently, role_protected],
    audit: [events.resent],
    asSystem,
    summary: 'Send the letter of an invitation again',
    handler: ({ actor, params, tx }) => resend(tx, actor, params.id),
  }),
  write({
    id: 'admin.role_invitations.withdraw',
    method: 'DELETE',
    path: '/admin/role-invitations/:id',
    access: admins,
    limit: writes,
    params: ById,
    reply: Empty,
    errors: [role_protected],
    audit: [events.withdrawn],
    asSystem,
    summary: 'Withdraw an invitation to a role',
    handler: ({ actor, params, tx }) => withdraw(tx, actor, params.id),
  }),
  read({
    id: 'me.role_invitations',
    path: '/me/role-invitations',
    access: signedIn,
    reply: OwnList,
    errors: [],
    asSystem,
    noStore: true,
    summary: 'Roles that the person is invited to',
    handler: ({ actor, db, request }) => readOwn(db, actor.userId, request.now),
  }),
  write({
    id: 'me.role_invitations.accept',
    method: 'POST',
    path: '/me/role-invitations/:id/accept',
    access: signedIn,
    limit: writes,
    params: ById,
    reply: Accepted,
    errors: [errors.eid_sign_in_required, errors.invitation_void, authorityErrors.cases_unattended],
    audit: [
      events.accepted,
      events.void,
      userEvents.roleChanged,
      userEvents.authoritiesSet,
      administrationEvents.approvalWanted,
      administrationEvents.approvalEnded,
    ],
    asSystem,
    summary: 'Accept a role; it ends the sessions of the person, and a manager still confirms it with PIN2',
    handler: ({ actor, params, tx }) => accept(tx, actor, params.id),
  }),
  write({
    id: 'me.role_invitations.decline',
    method: 'POST',
    path: '/me/role-invitations/:id/decline',
    access: signedIn,
    limit: writes,
    params: ById,
    reply: Empty,
    errors: [],
    audit: [events.declined],
    asSystem,
    summary: 'Decline a role',
    handler: ({ actor, params, tx }) => decline(tx, actor, params.id),
  }),
];
