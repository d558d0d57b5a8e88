import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Gate } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { type Refused, type RequestFacts, type Unchanged, unchanged } from '../../kernel/http/row.ts';
import type { AddressGuard } from '../../kernel/security/address-guard.ts';
import type { ApiKey } from '../../kernel/security/api-keys.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import {
  authMethodOf,
  type Changer,
  type ClientFacts,
  type ClientRow,
  type ClientType,
  changesSensitive,
  checkName,
  checkRedirectUris,
  clientErrors,
  defaultLimits,
  grantTypesOf,
  isSensitive,
  lockClient,
  newClientId,
  optionsOf,
  ownScopesOf,
  postLogoutUrisOf,
  registerClient,
  requireClient,
  rotateSecret,
  saveClient,
  unregisterClient,
} from '../oauth-clients/index.ts';
import { askAdministrator } from './administrator.ts';
import { errors } from './errors.ts';
import type { ClientChange, ClientView, NewClient } from './schemas.ts';

const changer = (key: ApiKey): Changer => ({ userId: null, adminKey: key.name });

export interface ClientDeps {
  keyring: Keyring;
  /** Checks the addresses that the platform will call. */
  guard: AddressGuard<'applications'>;
  gate: Pick<Gate, 'authenticate'>;
  platformName: string;
}

export async function addClient(
  tx: WriteTx,
  deps: ClientDeps,
  key: ApiKey,
  { body, request }: { body: NewClient; request: RequestFacts },
): Promise<ClientView | Refused> {
  const isPublic = body.public === true;
  const facts = factsOf(rulesOf(tx, deps), body, isPublic, undefined);
  const asked = isSensitive(facts) ? await askAdministrator(deps.gate, tx, request) : undefined;
  if (asked !== undefined) return asked;
  const id = body.client_id ?? newClientId();
  const secret = await registerClient(tx, deps.keyring, id, facts, changer(key));
  return { ...viewClient(await requireClient(tx, id)), ...(secret ? { client_secret: secret } : {}) };
}

export async function changeClient(
  tx: WriteTx,
  deps: ClientDeps,
  key: ApiKey,
  id: string,
  { body, request }: { body: ClientChange; request: RequestFacts },
): Promise<ClientView | Unchanged<ClientView> | Refused> {
  const current = await lockClient(tx, id);
  const isPublic = current.auth_method === 'none';
  if (body.public !== undefined && body.public !== isPublic) fail(errors.auth_method_fixed);
  if (body.client_id !== undefined && body.client_id !== id) fail(errors.unsupported_member);
  const facts = factsOf(rulesOf(tx, deps), body, isPublic, current);
  const asked = changesSensitive(current, facts) ? await askAdministrator(deps.gate, tx, request) : undefined;
  if (asked !== undefined) return asked;
  if (!(await saveClient(tx, current, facts, changer(key)))) return unchanged(viewClient(current));
  return viewClient(await requireClient(tx, id));
}

export async function removeClient(
  tx: WriteTx,
  deps: ClientDeps,
  key: ApiKey,
  { id, request }: { id: string; request: RequestFacts },
): Promise<null | Refused> {
  const asked = isSensitive(await lockClient(tx, id))
    ? await askAdministrator(deps.gate, tx, request)
    : undefined;
  if (asked !== undefined) return asked;
  if (!(await unregisterClient(tx, id, changer(key)))) fail(kernelErrors.not_found);
  return null;
}

export async function rotateClientSecret(
  tx: WriteTx,
  deps: ClientDeps,
  key: ApiKey,
  id: string,
  { graceSeconds, request }: { graceSeconds: number; request: RequestFacts },
): Promise<{ client_id: string; client_secret: string } | Refused> {
  const asked = isSensitive(await lockClient(tx, id))
    ? await askAdministrator(deps.gate, tx, request)
    : undefined;
  if (asked !== undefined) return asked;
  return {
    client_id: id,
    client_secret: await rotateSecret(tx, deps.keyring, id, graceSeconds, changer(key)),
  };
}

/** An admin API key belongs to an administrator. */
const rulesOf = (tx: WriteTx, { guard, platformName }: ClientDeps) => ({
  guard,
  isAdministrator: true,
  reservedNames: [platformName],
  now: tx.now,
});

function factsOf(
  rules: ReturnType<typeof rulesOf>,
  body: ClientChange,
  isPublic: boolean,
  current: ClientRow | undefined,
): ClientFacts {
  const grantTypes = [...new Set(body.grant_types ?? current?.grant_types ?? grantTypesOf('web'))];
  const signsIn = grantTypes.includes('authorization_code');
  // A public client has no secret for client_credentials, and without a sign-in there is no token to refresh.
  if (isPublic && (!signsIn || grantTypes.includes('client_credentials'))) fail(errors.unsupported_member);
  if (grantTypes.includes('refresh_token') && !signsIn) fail(errors.unsupported_member);
  const redirectUris = signsIn ? redirectUrisOf(body, isPublic, current) : [];
  const type = typeOf(isPublic, signsIn, redirectUris);
  const options = optionsOf(type, redirectUris, optionsBodyOf(body), current?.options ?? {}, rules);
  const name = body.client_name?.trim() ?? current?.name ?? '';
  if (name !== current?.name) checkName(name, rules.reservedNames);
  return {
    name,
    type,
    auth_method: authMethodOf(type, options),
    grant_types: grantTypes,
    scopes: scopesOf(body, type, current),
    redirect_uris: redirectUris,
    post_logout_redirect_uris:
      body.post_logout_redirect_uris === undefined
        ? postLogoutUrisOf(type, redirectUris, undefined, current)
        : checkRedirectUris(body.post_logout_redirect_uris, type, 'post_logout_redirect_uris'),
    tags: current?.tags ?? [],
    enabled: current?.enabled ?? true,
    options,
    limit_per_minute: (current ?? defaultLimits).limit_per_minute,
    limit_burst: (current ?? defaultLimits).limit_burst,
    daily_quota: (current ?? defaultLimits).daily_quota,
  };
}

function optionsBodyOf(body: ClientChange) {
  const { token_endpoint_auth_method, backchannel_logout_uri, id_token_signed_response_alg } = body;
  const { require_pkce, id_token_claims, subject_type } = body;
  const members = {
    token_endpoint_auth_method,
    backchannel_logout_uri,
    id_token_signed_response_alg,
    require_pkce,
    id_token_claims,
    subject_type,
  };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

function redirectUrisOf(body: ClientChange, isPublic: boolean, current: ClientRow | undefined): string[] {
  const uris = body.redirect_uris ?? current?.redirect_uris ?? [];
  if (uris.length === 0) fail(clientErrors.redirect_uri_required);
  return checkRedirectUris(uris, isPublic ? 'native' : 'web', 'redirect_uris');
}

/** Only a native app can receive a redirect to a custom scheme. */
function typeOf(isPublic: boolean, signsIn: boolean, redirectUris: readonly string[]): ClientType {
  if (isPublic) return redirectUris.every((uri) => /^https?:/.test(uri)) ? 'spa' : 'native';
  return signsIn ? 'web' : 'm2m';
}

/** offline_access is derived from the refresh_token grant, so it is not stored as a scope. */
function scopesOf(body: ClientChange, type: ClientType, current: ClientRow | undefined): readonly string[] {
  if (body.scopes !== undefined)
    return [...new Set(body.scopes)].filter((scope) => scope !== 'offline_access');
  return current !== undefined && (current.type === 'm2m') === (type === 'm2m')
    ? current.scopes
    : ownScopesOf(type);
}

export function viewClient(row: ClientRow): ClientView {
  const refreshes = row.grant_types.includes('refresh_token');
  return {
    client_id: row.id,
    client_name: row.name,
    redirect_uris: [...row.redirect_uris],
    post_logout_redirect_uris: [...row.post_logout_redirect_uris],
    scopes: [...row.scopes, ...(refreshes ? ['offline_access'] : [])],
    grant_types: [...row.grant_types],
    response_types: row.grant_types.includes('authorization_code') ? ['code'] : [],
    subject_type: row.options.pairwise === undefined ? 'public' : 'pairwise',
    public: row.auth_method === 'none',
    token_endpoint_auth_method: row.auth_method,
    ...(row.options.backchannel_logout_uri === undefined
      ? {}
      : { backchannel_logout_uri: row.options.backchannel_logout_uri }),
    id_token_signed_response_alg: row.options.id_token_alg ?? 'RS256',
    require_pkce: row.options.pkce_waived !== true,
    id_token_claims: row.options.id_token_claims !== false,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}
