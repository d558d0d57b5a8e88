import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { permission } from '../../kernel/http/access.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { type Row, read, write } from '../../kernel/http/row.ts';
import { ById, Empty } from '../../kernel/http/schemas.ts';
import { superadminErrors, superadminEvents } from '../superadmin/index.ts';
import {
  changeClient,
  createClient,
  type RegistryDeps,
  removeClient,
  rotateClientSecret,
  setClientSecret,
  setClientUpstreams,
} from './clients.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import {
  ByClientId,
  ClientBody,
  ClientList,
  ClientUpstreamsBody,
  ClientView,
  RotateBody,
  SecretBody,
  UpstreamBody,
  UpstreamList,
  UpstreamView,
} from './schemas.ts';
import { sensitiveWhen } from './sensitive.ts';
import { findClient, listClients } from './store.ts';
import { findUpstreamForUpdate, listUpstreams } from './upstream-store.ts';
import { changeUpstream, createUpstream, removeUpstream } from './upstreams.ts';
import { viewClient, viewUpstream } from './view.ts';

const manage = permission('gateway.manage');
const { step_up_required } = superadminErrors;
const { stepUpAsked } = superadminEvents;
const freshProof = { when: sensitiveWhen };
const asSystem = 'a custom role with gateway.manage has only the rights of an ordinary person under RLS';
const bodyErrors = [
  errors.redirect_uri_required,
  errors.invalid_redirect_uri,
  errors.invalid_option,
  errors.private_address,
  errors.invalid_host,
  errors.reserved_name,
];
/** The answers to somebody who would change an application that holds a power. */
const powerErrors = [errors.administrator_required, step_up_required];

async function readClient(tx: WriteTx, id: string): Promise<ClientView | undefined> {
  const client = await findClient(tx, id);
  return client && viewClient(client, tx.now);
}

export function clientRows(deps: RegistryDeps): readonly Row[] {
  return [
    read({
      id: 'applications.list',
      path: '/applications',
      access: manage,
      reply: ClientList,
      errors: [],
      asSystem,
      summary: 'Every registered application, newest first',
      handler: async ({ db, request }) => {
        const items = (await listClients(db)).map((row) => viewClient(row, request.now));
        return { items, total: items.length };
      },
    }),
    write({
      id: 'applications.create',
      method: 'POST',
      path: '/applications',
      access: manage,
      body: ClientBody,
      reply: ClientView,
      status: 201,
      idempotent: true,
      noStore: true,
      errors: [...bodyErrors, ...powerErrors],
      audit: [events.clientCreated, events.upstreamsSet, stepUpAsked],
      freshProof,
      asSystem,
      summary: 'Register an application; its secret is shown only in this answer',
      handler: ({ actor, body, tx }) => createClient(tx, deps, actor, body),
    }),
    read({
      id: 'applications.get',
      path: '/applications/:id',
      access: manage,
      params: ByClientId,
      reply: ClientView,
      errors: [],
      asSystem,
      summary: 'One application',
      handler: async ({ params, db, request }) =>
        viewClient((await findClient(db, params.id)) ?? fail(kernelErrors.not_found), request.now),
    }),
    write({
      id: 'applications.change',
      method: 'PUT',
      path: '/applications/:id',
      access: manage,
      params: ByClientId,
      body: ClientBody,
      reply: ClientView,
      errors: [...bodyErrors, errors.app_type_fixed, ...powerErrors],
      audit: [events.clientChanged, events.upstreamsSet, stepUpAsked],
      freshProof,
      asSystem,
      summary: 'Change an application; its secret and omitted fields stay unchanged',
      current: ({ params, tx }) => readClient(tx, params.id),
      handler: ({ actor, params, body, tx }) => changeClient(tx, deps, actor, params.id, body),
    }),
    write({
      id: 'applications.delete',
      method: 'DELETE',
      path: '/applications/:id',
      access: manage,
      params: ByClientId,
      reply: Empty,
      errors: powerErrors,
      audit: [events.clientDeleted, stepUpAsked],
      freshProof,
      asSystem,
      summary: 'Delete an application; idempotent. Its id is never given again',
      handler: ({ actor, params, tx }) => removeClient(tx, actor, params.id),
    }),
    write({
      id: 'applications.rotate_secret',
      method: 'POST',
      path: '/applications/:id/rotate-secret',
      access: manage,
      params: ByClientId,
      body: RotateBody,
      reply: ClientView,
      noStore: true,
      errors: [errors.public_client_has_no_secret, ...powerErrors],
      audit: [events.secretRotated, stepUpAsked],
      freshProof,
      asSystem,
      summary:
        'Rotate the secret; the new one is shown only in this answer, the old one ends after grace_seconds',
      handler: ({ actor, params, body, tx }) =>
        rotateClientSecret(tx, deps, actor, params.id, body.grace_seconds ?? 0),
    }),
    write({
      id: 'applications.set_secret',
      method: 'PUT',
      path: '/applications/:id/secret',
      access: manage,
      params: ByClientId,
      body: SecretBody,
      reply: ClientView,
      noStore: true,
      errors: [errors.public_client_has_no_secret, ...powerErrors],
      audit: [events.secretSet, stepUpAsked],
      freshProof,
      asSystem,
      summary: 'Set the secret to a chosen value; all others end at once',
      handler: ({ actor, params, body, tx }) => setClientSecret(tx, deps, actor, params.id, body.secret),
    }),
    write({
      id: 'applications.set_services',
      method: 'PUT',
      path: '/applications/:id/services',
      access: manage,
      params: ByClientId,
      body: ClientUpstreamsBody,
      reply: ClientView,
      errors: powerErrors,
      audit: [events.upstreamsSet, stepUpAsked],
      freshProof,
      asSystem,
      summary: 'Replace the services granted to an application; effective at once',
      current: ({ params, tx }) => readClient(tx, params.id),
      handler: ({ actor, params, body, tx }) => setClientUpstreams(tx, actor, params.id, body.service_ids),
    }),
  ];
}

export function upstreamRows({ guards: { gateway: guard } }: RegistryDeps): readonly Row[] {
  const serviceErrors = [
    errors.code_exists,
    errors.private_address,
    errors.invalid_host,
    errors.platform_address,
  ];
  return [
    read({
      id: 'gateway.services.list',
      path: '/gateway/services',
      access: manage,
      reply: UpstreamList,
      errors: [],
      asSystem,
      summary: 'Every service of the gateway, by name',
      handler: async ({ db }) => {
        const items = (await listUpstreams(db)).map(viewUpstream);
        return { items, total: items.length };
      },
    }),
    write({
      id: 'gateway.services.create',
      method: 'POST',
      path: '/gateway/services',
      access: manage,
      body: UpstreamBody,
      reply: UpstreamView,
      status: 201,
      idempotent: true,
      errors: serviceErrors,
      audit: [events.upstreamCreated],
      asSystem,
      summary: 'Register a service; its scope is svc: and its name',
      handler: ({ body, tx }) => createUpstream(tx, guard, body),
    }),
    write({
      id: 'gateway.services.change',
      method: 'PUT',
      path: '/gateway/services/:id',
      access: manage,
      params: ById,
      body: UpstreamBody,
      reply: UpstreamView,
      errors: [...serviceErrors, ...powerErrors],
      audit: [events.upstreamChanged, stepUpAsked],
      freshProof: { when: 'the address of the service changes, or it is a service of the platform' },
      asSystem,
      summary: 'Replace a service; switching it off is effective at once',
      current: async ({ params, tx }) => {
        const service = await findUpstreamForUpdate(tx, params.id);
        return service && viewUpstream(service);
      },
      handler: ({ actor, params, body, tx }) => changeUpstream(tx, guard, actor, params.id, body),
    }),
    write({
      id: 'gateway.services.delete',
      method: 'DELETE',
      path: '/gateway/services/:id',
      access: manage,
      params: ById,
      reply: Empty,
      errors: powerErrors,
      audit: [events.upstreamDeleted, stepUpAsked],
      freshProof: { when: 'it is a service of the platform' },
      asSystem,
      summary: 'Delete a service and every grant of it; one of the platform needs an administrator',
      handler: ({ actor, params, tx }) => removeUpstream(tx, actor, params.id),
    }),
  ];
}
