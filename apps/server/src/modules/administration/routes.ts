import { permission, role } from '../../kernel/http/access.ts';
import { roleIds } from '../../kernel/http/actor.ts';
import { kernelErrors } from '../../kernel/http/errors.ts';
import { Refused, type Row, Unchanged, unchanged, write } from '../../kernel/http/row.ts';
import { ById, Empty } from '../../kernel/http/schemas.ts';
import { accessEvents, recordListed } from '../audit-log/index.ts';
import { authorityErrors } from '../authorities/index.ts';
import { identityErrors } from '../identity/index.ts';
import { rbacErrors } from '../rbac/index.ts';
import { superadminErrors, superadminEvents } from '../superadmin/index.ts';
import { userErrors, userEvents } from '../users/index.ts';
import type { ApprovalDeps } from './approval-session.ts';
import { grantManager, type PreparedGrant, prepareGrant } from './approvals.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import {
  changeActive,
  changeAuthorities,
  changeGeId,
  changeRole,
  listPeople,
  preregister,
  readAuthoritiesOf,
  removePerson,
} from './people.ts';
import {
  ActiveBody,
  AdminUser,
  AuthoritiesBody,
  DeleteQuery,
  GeIdBody,
  Preregistration,
  RoleAnswer,
  RoleBody,
  UserPage,
  UsersQuery,
} from './schemas.ts';

const managePeople = permission('users.manage');
const administrators = role('admin');
const { role_protected } = rbacErrors;
const { step_up_required } = superadminErrors;
const { cases_unattended } = authorityErrors;
const { stepUpAsked } = superadminEvents;
const asSystem =
  'a custom role may hold users.manage, but row-level security treats its holders as ordinary people';

export function administrationRows(deps: ApprovalDeps): readonly Row[] {
  return [
    write({
      id: 'admin.users.list',
      method: 'GET',
      path: '/admin/users',
      access: managePeople,
      query: UsersQuery,
      reply: UserPage,
      errors: [],
      audit: [accessEvents.personRead],
      asSystem,
      summary:
        'People, newest first unless `sort` says otherwise; q matches prefixes of names or usernames, or a complete register number',
      prepare: ({ db, query }) => listPeople(db, query),
      handler: async ({ actor, tx, prepared }) => {
        const shown = prepared.items.map(({ id }) => ({ personId: id }));
        const { recorded } = recordListed(tx, { actor, row: 'admin.users.list' }, shown);
        return recorded ? prepared : unchanged(prepared);
      },
    }),
    write({
      id: 'admin.users.register',
      method: 'POST',
      path: '/admin/users',
      access: managePeople,
      body: Preregistration,
      reply: AdminUser,
      status: 201,
      idempotent: true,
      errors: [identityErrors.invalid_national_id, role_protected, step_up_required],
      audit: [userEvents.registered, userEvents.authoritiesSet, events.approvalWanted, stepUpAsked],
      asSystem,
      summary: 'Register a person by register number, before their first sign-in',
      freshProof: { when: 'the role has more permissions than a citizen' },
      handler: ({ actor, body, tx }) => preregister(tx, actor, body),
    }),
    write({
      id: 'admin.users.change',
      method: 'PUT',
      path: '/admin/users/:id',
      access: administrators,
      params: ById,
      body: GeIdBody,
      reply: AdminUser,
      errors: [role_protected, step_up_required, userErrors.number_held_before],
      audit: [userEvents.geIdSet, userEvents.geIdPassed, stepUpAsked],
      asSystem,
      summary: 'Set or remove a citizen number; the person and a former holder are told',
      freshProof: 'always',
      handler: ({ actor, params, body, tx }) => changeGeId(tx, actor, params.id, body),
    }),
    write({
      id: 'admin.users.role.set',
      method: 'PUT',
      path: '/admin/users/:id/role',
      access: managePeople,
      params: ById,
      body: RoleBody,
      reply: RoleAnswer,
      otherStatus: 202,
      errors: [
        errors.bad_request,
        errors.approval_refused,
        errors.approval_expired,
        role_protected,
        step_up_required,
        cases_unattended,
        kernelErrors.rate_limited,
        identityErrors.eid_rejected,
        identityErrors.upstream_failed,
        identityErrors.upstream_unavailable,
      ],
      audit: [
        userEvents.roleChanged,
        userEvents.authoritiesSet,
        events.approvalAsked,
        events.approvalGiven,
        events.approvalEnded,
        stepUpAsked,
      ],
      asSystem,
      summary:
        'Grant a role; for manager the person is asked for PIN2, and a repeated call reports the state',
      freshProof: { when: 'the old or the new role has more permissions than a citizen' },
      prepare: async ({ actor, params, body, request, db }): Promise<PreparedGrant> =>
        body.role_id === roleIds.manager && body.authorities === undefined
          ? prepareGrant(deps, db, actor, { userId: params.id, now: request.now, released: request.released })
          : { kind: 'nothing' },
      handler: async ({ actor, params, body, reply, tx, prepared }) => {
        if (body.role_id !== roleIds.manager || body.authorities !== undefined)
          return changeRole(tx, actor, params.id, body);
        const answer = await grantManager(tx, actor, params.id, prepared);
        if (answer instanceof Refused) return answer;
        if ('approval' in (answer instanceof Unchanged ? answer.data : answer)) reply.status(202);
        return answer;
      },
    }),
    write({
      id: 'admin.users.authorities.set',
      method: 'PUT',
      path: '/admin/users/:id/authorities',
      access: administrators,
      params: ById,
      body: AuthoritiesBody,
      reply: AdminUser,
      errors: [role_protected, step_up_required, cases_unattended],
      audit: [userEvents.authoritiesSet, stepUpAsked],
      asSystem,
      summary: 'Set the authorities that a person works for, by id or name; `expected` holds ids',
      freshProof: 'always',
      current: ({ params, tx }) => readAuthoritiesOf(tx, params.id),
      handler: ({ actor, params, body, tx }) => changeAuthorities(tx, actor, params.id, body),
    }),
    write({
      id: 'admin.users.active.set',
      method: 'PUT',
      path: '/admin/users/:id/active',
      access: managePeople,
      params: ById,
      body: ActiveBody,
      reply: AdminUser,
      errors: [role_protected, step_up_required, cases_unattended],
      audit: [userEvents.activeChanged, events.approvalEnded, stepUpAsked],
      asSystem,
      summary: 'Enable or disable an account',
      freshProof: 'always',
      handler: ({ actor, params, body, tx }) => changeActive(tx, actor, params.id, body),
    }),
    write({
      id: 'admin.users.delete',
      method: 'DELETE',
      path: '/admin/users/:id',
      access: managePeople,
      params: ById,
      query: DeleteQuery,
      reply: Empty,
      errors: [role_protected, step_up_required, cases_unattended],
      audit: [userEvents.deleted, events.approvalEnded, stepUpAsked],
      asSystem,
      summary: 'Delete an account; its row and numbers are kept',
      freshProof: 'always',
      handler: ({ actor, params, query, tx }) => removePerson(tx, actor, params.id, query),
    }),
  ];
}
