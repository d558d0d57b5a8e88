import { createPublicKey } from 'node:crypto';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { AddressGuard } from '../../kernel/security/address-guard.ts';
import { errors } from './errors.ts';
import { checkRedirectUris, hostsOf, isRedirectUri, originsOf } from './redirect-uris.ts';
import type { AuthMethod, ClientBody, ClientType, OptionsBody, PublicJwk, SubjectType } from './schemas.ts';
import type { ClientFacts, StoredOptions } from './store.ts';
import { checkUpstreamHost } from './upstream-host.ts';

export const defaultLimits = { limit_per_minute: 600, limit_burst: 100, daily_quota: null } as const;

export const isPublicType = (type: ClientType): boolean => type === 'spa' || type === 'native';

export function grantTypesOf(type: ClientType): readonly string[] {
  return type === 'm2m' ? ['client_credentials'] : ['authorization_code', 'refresh_token'];
}

export function ownScopesOf(type: ClientType): readonly string[] {
  return type === 'm2m' ? [] : ['openid', 'profile', 'email'];
}

/**
 * Merges the request into the current client. An omitted field stays unchanged, so that a form that does not
 * know an option cannot remove it.
 */
export function factsOf(
  body: ClientBody,
  current: ClientFacts | undefined,
  rules: { guard: AddressGuard; mayApproveNationalId: boolean },
): ClientFacts {
  const type = body.app_type;
  if (current !== undefined && isPublicType(current.type) !== isPublicType(type)) fail(errors.app_type_fixed);
  const given = body.options ?? {};
  const redirectUris = redirectUrisOf(type, body.redirect_uris ?? current?.redirect_uris ?? []);
  if (body.scopes !== undefined && type === 'm2m') rejectOption('scopes');
  const options = {
    ...optionsOf(type, given, current?.options ?? {}, rules),
    ...pairwiseOf(type, redirectUris, given.subject_type, current?.options),
  };
  const keptType = current?.type === type ? current : undefined;
  return {
    name: body.name.trim(),
    type,
    auth_method: authMethodOf(type, options, current),
    grant_types: keptType?.grant_types ?? grantTypesOf(type),
    scopes: body.scopes === undefined ? (keptType?.scopes ?? ownScopesOf(type)) : [...new Set(body.scopes)],
    redirect_uris: redirectUris,
    post_logout_redirect_uris: postLogoutUrisOf(type, redirectUris, given.post_logout_redirect_uris, current),
    tags: body.tags === undefined ? (current?.tags ?? []) : normalizeTags(body.tags),
    enabled: body.enabled ?? current?.enabled ?? true,
    options,
    ...limitsOf(given.limits, current),
  };
}

function rejectOption(field: string): never {
  return fail(errors.invalid_option, { data: { field } });
}

/**
 * A pairwise subject belongs to a sector, which is the host of the redirect URIs (OpenID Connect Core 8.1).
 * Two hosts would put two sectors behind one subject, so they are rejected.
 */
export function pairwiseOf(
  type: ClientType,
  redirectUris: readonly string[],
  wanted: SubjectType | undefined,
  current: StoredOptions | undefined,
): Pick<StoredOptions, 'pairwise'> {
  const kept = type === 'm2m' ? undefined : current?.pairwise;
  if ((wanted ?? (kept === undefined ? 'public' : 'pairwise')) === 'public') return {};
  const hosts = hostsOf(redirectUris);
  if (type === 'm2m' || hosts.length > 1) rejectOption('options.subject_type');
  return { pairwise: kept ?? { host: hosts[0] ?? null } };
}

export function normalizeTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))];
}

function redirectUrisOf(type: ClientType, uris: readonly string[]): string[] {
  if (type === 'm2m') return [];
  if (uris.length === 0) fail(errors.redirect_uri_required);
  return checkRedirectUris(uris, type, 'redirect_uris');
}

/** The origins of the redirect URIs, plus the URIs given explicitly. */
export function postLogoutUrisOf(
  type: ClientType,
  redirectUris: readonly string[],
  given: readonly string[] | undefined,
  current: ClientFacts | undefined,
): string[] {
  if (type === 'm2m') return [];
  const derivedBefore = originsOf(current?.redirect_uris ?? []);
  const kept = (current?.post_logout_redirect_uris ?? []).filter((uri) => !derivedBefore.includes(uri));
  const explicit = checkRedirectUris(given ?? kept, type, 'options.post_logout_redirect_uris');
  return [...new Set([...originsOf(redirectUris), ...explicit])];
}

function authMethodOf(
  type: ClientType,
  options: StoredOptions,
  current: ClientFacts | undefined,
): AuthMethod {
  if (isPublicType(type)) return 'none';
  if (options.jwks !== undefined) return 'private_key_jwt';
  return current?.auth_method === 'client_secret_post' ? 'client_secret_post' : 'client_secret_basic';
}

function optionsOf(
  type: ClientType,
  given: OptionsBody,
  current: StoredOptions,
  rules: { guard: AddressGuard; mayApproveNationalId: boolean },
): StoredOptions {
  const people = type !== 'm2m';
  const jwks = given.jwks === undefined ? current.jwks : (given.jwks ?? undefined);
  if (jwks !== undefined && isPublicType(type)) rejectOption('options.jwks');
  if (given.jwks && !given.jwks.keys.every(isUsableKey)) rejectOption('options.jwks');

  const logoutUri = given.backchannel_logout_uri ?? undefined;
  if (logoutUri !== undefined) {
    if (!people || !isRedirectUri(logoutUri, 'web')) rejectOption('options.backchannel_logout_uri');
    // The provider calls this URI itself, so it must pass the same address check as an upstream (SSRF).
    checkUpstreamHost(new URL(logoutUri).hostname, rules.guard, 'options.backchannel_logout_uri');
  }
  const keptLogoutUri =
    given.backchannel_logout_uri === undefined ? current.backchannel_logout_uri : logoutUri;

  const approved = current.national_id === true;
  const nationalId = people && (given.national_id ?? approved);
  if (given.national_id === true && !people) rejectOption('options.national_id');
  // This scope discloses register numbers, so the right to register clients must not include its approval.
  if (given.national_id !== undefined && given.national_id !== approved && !rules.mayApproveNationalId)
    fail(kernelErrors.forbidden, { detail: 'only an administrator approves nationalid' });
  return {
    ...((given.require_par ?? current.require_par) ? { require_par: true } : {}),
    ...((given.dpop ?? current.dpop) ? { dpop: true } : {}),
    ...(jwks === undefined ? {} : { jwks }),
    ...(keptLogoutUri === undefined || !people ? {} : { backchannel_logout_uri: keptLogoutUri }),
    ...(nationalId ? { national_id: true } : {}),
  };
}

/** Rejects keys that node:crypto cannot read and RSA keys weaker than our own. */
function isUsableKey(jwk: PublicJwk): boolean {
  try {
    const key = createPublicKey({ key: { ...jwk }, format: 'jwk' });
    return key.asymmetricKeyType !== 'rsa' || (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048;
  } catch {
    return false;
  }
}

function limitsOf(
  given: OptionsBody['limits'],
  current: ClientFacts | undefined,
): Pick<ClientFacts, 'limit_per_minute' | 'limit_burst' | 'daily_quota'> {
  const kept = current ?? defaultLimits;
  return {
    limit_per_minute: given?.per_minute ?? kept.limit_per_minute,
    limit_burst: given?.burst ?? kept.limit_burst,
    daily_quota: given?.daily_quota === undefined ? kept.daily_quota : given.daily_quota,
  };
}
