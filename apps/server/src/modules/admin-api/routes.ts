import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { Refused, type Row, read, write } from '../../kernel/http/row.ts';
import { type ApiKeyRow, listApiKeys } from '../../kernel/security/api-key-store.ts';
import {
  type ApiKeyDeps,
  createApiKeyCheck,
  type EnvironmentKey,
  limitsOfKey,
} from '../../kernel/security/api-keys.ts';
import {
  clientErrors,
  clientEvents,
  findClient,
  listClients,
  sensitiveWhen,
} from '../oauth-clients/index.ts';
import { superadminErrors, superadminEvents } from '../superadmin/index.ts';
import { createAdminAccess } from './access.ts';
import { administratorWhen, findAdministrator } from './administrator.ts';
import {
  addClient,
  type ClientDeps,
  changeClient,
  removeClient,
  rotateClientSecret,
  viewClient,
} from './clients.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { makeKey, readKeyFacts, removeKey } from './keys.ts';
import {
  ByClientId,
  ByKeyId,
  ClientChange,
  ClientList,
  ClientView,
  KeyList,
  KeyView,
  Me,
  NewClient,
  NewKey,
  Nothing,
  RotateBody,
  RotatedSecret,
} from './schemas.ts';

const form = {
  base: 'root',
  raw: true,
  bareErrors: true,
  asSystem: 'an API key has no user row',
} as const;
const bodyErrors = [
  errors.unsupported_member,
  clientErrors.redirect_uri_required,
  clientErrors.invalid_redirect_uri,
  clientErrors.invalid_option,
  clientErrors.private_address,
  clientErrors.invalid_host,
  clientErrors.reserved_name,
];

const { step_up_required } = superadminErrors;
const { stepUpAsked } = superadminEvents;

/** Any of them may answer that the key ended with the role of its maker. */
export const adminApiRows = (deps: ApiKeyDeps & ClientDeps): readonly Row[] =>
  rowsOf(deps).map((row) => ({ ...row, errors: [...row.errors, errors.key_lost_maker] }));

function rowsOf(deps: ApiKeyDeps & ClientDeps): readonly Row[] {
  const { keyring, environmentKeys } = deps;
  const access = createAdminAccess(createApiKeyCheck(deps, 'admin'));
  return [
    read({
      ...form,
      id: 'admin_api.me',
      path: '/admin/api/v1/me',
      access,
      reply: Me,
      errors: [],
      summary: 'Name of the calling key, and whether it comes from the settings',
      handler: ({ actor }) => ({ name: actor.name, env: actor.fromEnvironment }),
    }),
    read({
      ...form,
      id: 'admin_api.clients.list',
      path: '/admin/api/v1/clients',
      access,
      reply: ClientList,
      errors: [],
      summary: 'All clients',
      handler: async ({ db }) => {
        const items = (await listClients(db)).map(viewClient);
        return { items, total: items.length };
      },
    }),
    write({
      ...form,
      id: 'admin_api.clients.create',
      method: 'POST',
      path: '/admin/api/v1/clients',
      access,
      body: NewClient,
      reply: ClientView,
      status: 201,
      idempotent: true,
      noStore: true,
      errors: [...bodyErrors, step_up_required],
      audit: [clientEvents.clientCreated, stepUpAsked],
      freshProof: { when: `${sensitiveWhen}, ${administratorWhen}` },
      summary: 'Register a client; only this answer shows its secret',
      handler: ({ actor, body, request, tx }) => addClient(tx, deps, actor, { body, request }),
    }),
    read({
      ...form,
      id: 'admin_api.clients.get',
      path: '/admin/api/v1/clients/:id',
      access,
      params: ByClientId,
      reply: ClientView,
      errors: [],
      summary: 'One client',
      handler: async ({ params, db }) =>
        viewClient((await findClient(db, params.id)) ?? fail(kernelErrors.not_found)),
    }),
    write({
      ...form,
      id: 'admin_api.clients.change',
      method: 'PATCH',
      path: '/admin/api/v1/clients/:id',
      access,
      params: ByClientId,
      body: ClientChange,
      reply: ClientView,
      errors: [...bodyErrors, errors.auth_method_fixed, step_up_required],
      audit: [clientEvents.clientChanged, stepUpAsked],
      freshProof: { when: `${sensitiveWhen}, ${administratorWhen}` },
      summary: 'Change a client; omitted fields stay unchanged',
      handler: ({ actor, params, body, request, tx }) =>
        changeClient(tx, deps, actor, params.id, { body, request }),
    }),
    write({
      ...form,
      id: 'admin_api.clients.delete',
      method: 'DELETE',
      path: '/admin/api/v1/clients/:id',
      access,
      params: ByClientId,
      reply: Nothing,
      status: 204,
      errors: [step_up_required],
      audit: [clientEvents.clientDeleted, stepUpAsked],
      freshProof: { when: `${sensitiveWhen}, ${administratorWhen}` },
      summary: 'Delete a client; its tokens are rejected at once, and its id is never given again',
      handler: ({ actor, params, request, tx }) => removeClient(tx, deps, actor, { id: params.id, request }),
    }),
    write({
      ...form,
      id: 'admin_api.clients.rotate_secret',
      method: 'POST',
      path: '/admin/api/v1/clients/:id/rotate-secret',
      access,
      params: ByClientId,
      body: RotateBody,
      reply: RotatedSecret,
      noStore: true,
      errors: [clientErrors.public_client_has_no_secret, step_up_required],
      audit: [clientEvents.secretRotated, stepUpAsked],
      freshProof: { when: `${sensitiveWhen}, ${administratorWhen}` },
      summary: 'Rotate the secret; only this answer shows it',
      handler: ({ actor, params, body, request, tx }) =>
        rotateClientSecret(tx, deps, actor, params.id, { graceSeconds: body.grace_seconds ?? 0, request }),
    }),
    read({
      ...form,
      id: 'admin_api.keys.list',
      path: '/admin/api/v1/keys',
      access,
      reply: KeyList,
      errors: [],
      summary: 'Live API keys, keys from the settings first',
      handler: async ({ db }) => {
        const live = (await listApiKeys(db)).filter((row) => row.revoked_at === null);
        const items = [...environmentKeys.map(viewEnvironmentKey), ...live.map(viewKey)];
        return { items, total: items.length };
      },
    }),
    write({
      ...form,
      id: 'admin_api.keys.create',
      method: 'POST',
      path: '/admin/api/v1/keys',
      access,
      body: NewKey,
      reply: KeyView,
      status: 201,
      idempotent: true,
      noStore: true,
      errors: [step_up_required],
      audit: [events.keyCreated, stepUpAsked],
      freshProof: { when: `a key is made, ${administratorWhen}` },
      summary:
        'Create a key, shown only in this answer; it opens no tool that is not named, and ends after 90 days',
      handler: async ({ actor, body, request, tx }) => {
        const facts = readKeyFacts(body);
        const administrator = await findAdministrator(deps.gate, tx, request);
        if (administrator instanceof Refused) return administrator;
        const by = { key: actor, administratorId: administrator.id };
        const { row, secret } = await makeKey(tx, keyring, facts, by);
        return { ...viewKey(row), secret };
      },
    }),
    write({
      ...form,
      id: 'admin_api.keys.delete',
      method: 'DELETE',
      path: '/admin/api/v1/keys/:id',
      access,
      params: ByKeyId,
      reply: Nothing,
      status: 204,
      errors: [errors.environment_key],
      audit: [events.keyDeleted],
      summary: 'Delete a key; a key from the settings cannot be deleted',
      handler: async ({ actor, params, tx }) => {
        await removeKey(tx, params.id, actor);
        return null;
      },
    }),
  ];
}

function viewEnvironmentKey({ id, name, display }: EnvironmentKey): KeyView {
  return { id, name, display };
}

function viewKey(row: ApiKeyRow): KeyView {
  return {
    id: row.id,
    name: row.name,
    display: row.display,
    surfaces: row.surfaces,
    ...limitsOfKey(row),
    created_at: row.created_at,
    ...(row.last_used_at === null ? {} : { last_used_at: row.last_used_at }),
  };
}
