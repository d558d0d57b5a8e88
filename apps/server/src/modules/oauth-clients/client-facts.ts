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
 * What a client will be, out of what was asked and what it is now. A field that is left out stays as it is, so
 * that a form which does not know an option cannot take it away.
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
  if (body.scopes !== undefined && type === 'm2m') refuse('scopes');
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
    tags: body.tags === undefined ? (current?.tags ?? []) : tidyTags(body.tags),
    enabled: body.enabled ?? current?.enabled ?? true,
    options,
    ...limitsOf(given.limits, current),
  };
}

function refuse(field: string): never {
  return fail(errors.invalid_option, { data: { field } });
}

/**
 * Pairwise subjects are made for a sector, which is the host people return to (OpenID Connect Core 8.1). With two hosts
 * there would be two sectors behind one subject, so they are refused.
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
  if (type === 'm2m' || hosts.length > 1) refuse('options.subject_type');
  return { pairwise: kept ?? { host: hosts[0] ?? null } };
}

/** Trimmed, without repeats, in the order given. */
export function tidyTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))];
}

function redirectUrisOf(type: ClientType, uris: readonly string[]): string[] {
  if (type === 'm2m') return [];
  if (uris.length === 0) fail(errors.redirect_uri_required);
  return checkRedirectUris(uris, type, 'redirect_uris');
}

/** The origins of the redirect URIs, and what was asked for besides. */
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
  if (jwks !== undefined && isPublicType(type)) refuse('options.jwks');
  if (given.jwks && !given.jwks.keys.every(isUsableKey)) refuse('options.jwks');

  const logoutUri = given.backchannel_logout_uri ?? undefined;
  if (logoutUri !== undefined) {
    if (!people || !isRedirectUri(logoutUri, 'web')) refuse('options.backchannel_logout_uri');
    // The provider calls it itself: what it may not reach for an upstream, it may not reach for a logout.
    checkUpstreamHost(new URL(logoutUri).hostname, rules.guard, 'options.backchannel_logout_uri');
  }
  const keptLogoutUri =
    given.backchannel_logout_uri === undefined ? current.backchannel_logout_uri : logoutUri;

  const approved = current.national_id === true;
  const nationalId = people && (given.national_id ?? approved);
  if (given.national_id === true && !people) refuse('options.national_id');
  // Register numbers leave the platform under this scope: whoever may register clients may not approve that.
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

/** A key that the signature library takes, and not weaker than what we would make ourselves. */
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
