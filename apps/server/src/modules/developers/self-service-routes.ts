import { permission, signedIn } from '../../kernel/http/access.ts';
import { type Row, write } from '../../kernel/http/row.ts';
import { Empty } from '../../kernel/http/schemas.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { ByClientId, ClientView, clientErrors, clientEvents } from '../oauth-clients/index.ts';
import { superadminErrors, superadminEvents } from '../superadmin/index.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { ApprovalBody, NewOwnBody, OwnBody } from './schemas.ts';
import {
  askApproval,
  changeOwn,
  decideApproval,
  readOwn,
  registerOwn,
  removeOwn,
  type SelfServiceDeps,
} from './self-service.ts';

const asOwner = 'the handler first checks that the caller owns the application';
const limit: Limit = { group: 'me', perMinute: 30, burst: 15 };
const uriErrors = [
  clientErrors.redirect_uri_required,
  clientErrors.invalid_redirect_uri,
  clientErrors.reserved_name,
];

/** Applications that a developer registers without an administrator, and their approval. */
export const selfServiceRows = (deps: SelfServiceDeps): readonly Row[] => [
  write({
    id: 'me.applications.create',
    method: 'POST',
    path: '/me/applications',
    access: signedIn,
    limit,
    body: NewOwnBody,
    reply: ClientView,
    status: 201,
    idempotent: true,
    noStore: true,
    errors: [...uriErrors, errors.self_service_off, errors.too_many_applications],
    audit: [clientEvents.clientCreated],
    asSystem: 'the statements write only a new application of the caller',
    summary: 'Register an application on trial, to which only its owners can sign in',
    handler: ({ actor, body, tx }) => registerOwn(tx, deps, actor.userId, body),
  }),
  write({
    id: 'me.applications.change',
    method: 'PUT',
    path: '/me/applications/:id',
    access: signedIn,
    limit,
    params: ByClientId,
    body: OwnBody,
    reply: ClientView,
    errors: [...uriErrors, errors.application_live, clientErrors.administrator_required],
    audit: [clientEvents.clientChanged, events.approvalWithdrawn],
    asSystem: asOwner,
    summary: 'Change the name and addresses of an own application on trial; a request for approval ends',
    current: ({ actor, params, tx }) => readOwn(tx, { id: params.id, userId: actor.userId }),
    handler: ({ actor, params, body, tx }) =>
      changeOwn(tx, deps, { id: params.id, userId: actor.userId }, body),
  }),
  write({
    id: 'me.applications.delete',
    method: 'DELETE',
    path: '/me/applications/:id',
    access: signedIn,
    limit,
    params: ByClientId,
    reply: Empty,
    errors: [errors.application_live, clientErrors.administrator_required],
    audit: [clientEvents.clientDeleted],
    asSystem: asOwner,
    summary: 'Delete an own application on trial',
    handler: ({ actor, params, tx }) => removeOwn(tx, { id: params.id, userId: actor.userId }),
  }),
  write({
    id: 'me.applications.ask_approval',
    method: 'POST',
    path: '/me/applications/:id/ask-approval',
    access: signedIn,
    limit,
    params: ByClientId,
    reply: ClientView,
    errors: [errors.self_service_off, errors.application_live, errors.approval_settled],
    audit: [events.approvalAsked],
    asSystem: asOwner,
    summary: 'Ask that everybody may sign in to an own application',
    handler: ({ actor, params, tx }) => askApproval(tx, deps, { id: params.id, userId: actor.userId }),
  }),
  write({
    id: 'applications.approval',
    method: 'POST',
    path: '/applications/:id/approval',
    access: permission('gateway.manage'),
    params: ByClientId,
    body: ApprovalBody,
    reply: ClientView,
    errors: [
      errors.approval_settled,
      errors.own_trial,
      errors.application_changed,
      errors.reason_required,
      clientErrors.administrator_required,
      superadminErrors.step_up_required,
    ],
    audit: [events.approved, events.approvalRefused, superadminEvents.stepUpAsked],
    freshProof: { when: 'the application is approved' },
    asSystem: 'a custom role with gateway.manage has only the rights of an ordinary person under RLS',
    summary: 'Approve an application on trial, or refuse with a reason; its owners are told',
    handler: ({ actor, params, body, tx }) => decideApproval(tx, actor, params.id, body),
  }),
];
