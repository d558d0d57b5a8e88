import { role } from '../../kernel/http/access.ts';
import { type Row, read, write } from '../../kernel/http/row.ts';
import { ById, Empty } from '../../kernel/http/schemas.ts';
import { identityErrors } from '../identity/index.ts';
import { userEvents } from '../users/index.ts';
import {
  createAdmin,
  grant,
  grantByRegister,
  invite,
  previewByRegister,
  revoke,
  setAccessMode,
  showAccessMode,
  showAdmins,
  showInvites,
  withdrawInvite,
} from './admins.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import {
  AccessMode,
  AdminList,
  AdminUser,
  ByEmail,
  ByRegister,
  InviteBody,
  InviteList,
  InviteView,
  NewAdminBody,
} from './schemas.ts';
import { askForFreshProof } from './second-factor.ts';

export interface AdminDeps {
  defaultAccessMode: 'public' | 'private';
}

const access = role('superadmin');

export function adminRows(deps: AdminDeps): readonly Row[] {
  return [
    read({
      id: 'superadmin.admins.list',
      path: '/superadmin/admins',
      access,
      reply: AdminList,
      errors: [],
      summary: 'All administrators and super administrators',
      handler: ({ db }) => showAdmins(db),
    }),
    write({
      id: 'superadmin.admins.create',
      method: 'POST',
      path: '/superadmin/admins',
      access,
      body: NewAdminBody,
      reply: AdminUser,
      status: 201,
      idempotent: true,
      errors: [identityErrors.invalid_national_id, errors.step_up_required],
      audit: [events.adminCreated, userEvents.registered, events.stepUpAsked],
      summary: 'Pre-register a person as an administrator',
      handler: async ({ actor, body, tx }) => (await askForFreshProof(tx, actor)) ?? createAdmin(tx, body),
    }),
    read({
      id: 'superadmin.admins.preview',
      path: '/superadmin/admins/by-register',
      access,
      query: ByRegister,
      reply: AdminUser,
      errors: [identityErrors.invalid_national_id],
      summary: 'Preview the person who would become an administrator; changes nothing',
      handler: ({ db, query }) => previewByRegister(db, query.register),
    }),
    write({
      id: 'superadmin.admins.grant_by_register',
      method: 'POST',
      path: '/superadmin/admins/by-register',
      access,
      body: ByRegister,
      reply: AdminUser,
      errors: [identityErrors.invalid_national_id, errors.already_admin, errors.step_up_required],
      audit: [events.adminGranted, userEvents.roleChanged, events.stepUpAsked],
      summary: 'Make a person who has signed in with eID an administrator',
      handler: async ({ actor, body, tx }) =>
        (await askForFreshProof(tx, actor)) ?? grantByRegister(tx, body.register),
    }),
    write({
      id: 'superadmin.admins.grant',
      method: 'PUT',
      path: '/superadmin/admins/:id/grant',
      access,
      params: ById,
      reply: AdminUser,
      errors: [errors.already_admin, errors.step_up_required],
      audit: [events.adminGranted, userEvents.roleChanged, events.stepUpAsked],
      summary: 'Make a person an administrator; ends their sessions',
      handler: async ({ actor, params, tx }) => (await askForFreshProof(tx, actor)) ?? grant(tx, params.id),
    }),
    write({
      id: 'superadmin.admins.revoke',
      method: 'DELETE',
      path: '/superadmin/admins/:id',
      access,
      params: ById,
      reply: AdminUser,
      errors: [errors.role_protected, errors.not_an_admin, errors.step_up_required],
      audit: [events.adminRevoked, userEvents.roleChanged, events.stepUpAsked],
      summary: 'Make an administrator an ordinary person again; ends their sessions',
      handler: async ({ actor, params, tx }) =>
        (await askForFreshProof(tx, actor)) ?? revoke(tx, actor, params.id),
    }),
    read({
      id: 'superadmin.invites.list',
      path: '/superadmin/invites',
      access,
      reply: InviteList,
      errors: [],
      summary: 'Invitations to become a super administrator, newest first',
      handler: ({ db }) => showInvites(db),
    }),
    write({
      id: 'superadmin.invites.create',
      method: 'POST',
      path: '/superadmin/invites',
      access,
      body: InviteBody,
      reply: InviteView,
      status: 201,
      idempotent: true,
      errors: [errors.step_up_required],
      audit: [events.inviteCreated, events.stepUpAsked],
      summary: 'Invite a person to become a super administrator; grants nothing by itself',
      handler: async ({ actor, body, tx }) =>
        (await askForFreshProof(tx, actor)) ?? invite(tx, actor, body.email),
    }),
    write({
      id: 'superadmin.invites.delete',
      method: 'DELETE',
      path: '/superadmin/invites/:email',
      access,
      params: ByEmail,
      reply: Empty,
      errors: [errors.step_up_required],
      audit: [events.inviteDeleted, events.stepUpAsked],
      summary: 'Withdraw an invitation and end its onboarding',
      handler: async ({ actor, params, tx }) =>
        (await askForFreshProof(tx, actor)) ?? withdrawInvite(tx, params.email),
    }),
    read({
      id: 'superadmin.access_mode.show',
      path: '/superadmin/access-mode',
      access,
      reply: AccessMode,
      errors: [],
      summary: 'Whether unregistered people may sign in',
      handler: ({ db }) => showAccessMode(db, deps.defaultAccessMode),
    }),
    write({
      id: 'superadmin.access_mode.set',
      method: 'PUT',
      path: '/superadmin/access-mode',
      access,
      body: AccessMode,
      reply: AccessMode,
      errors: [errors.step_up_required],
      audit: [events.accessModeSet, events.stepUpAsked],
      summary: 'Open the platform to everyone, or close it to unregistered people',
      handler: async ({ actor, body, tx }) =>
        (await askForFreshProof(tx, actor)) ?? setAccessMode(tx, body.mode),
    }),
  ];
}
