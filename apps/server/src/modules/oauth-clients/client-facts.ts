import { fail } from '../../kernel/http/errors.ts';
import { checkGrants, isPublicType, type OptionRules, optionsOf, rejectOption } from './client-options.ts';
import { errors } from './errors.ts';
import { grantTypesOf, specialGrantsOf, withSpecialGrants } from './grant-types.ts';
import { checkRedirectUris, originsOf } from './redirect-uris.ts';
import { checkName } from './reserved-names.ts';
import type { AuthMethod, ClientBody, ClientType, OptionsBody } from './schemas.ts';
import type { ClientFacts, StoredOptions } from './store.ts';

export const defaultLimits = { limit_per_minute: 600, limit_burst: 100, daily_quota: null } as const;

export function ownScopesOf(type: ClientType): readonly string[] {
  return type === 'm2m' ? [] : ['openid', 'profile', 'email'];
}

/**
 * Merges the request into the current client. An omitted field stays unchanged, so that a form that does not
 * know an option cannot remove it.
 */
export function factsOf(body: ClientBody, current: ClientFacts | undefined, rules: OptionRules): ClientFacts {
  const type = body.app_type;
  if (current !== undefined && isPublicType(current.type) !== isPublicType(type)) fail(errors.app_type_fixed);
  const given = body.options ?? {};
  const redirectUris = redirectUrisOf(type, body.redirect_uris ?? current?.redirect_uris ?? []);
  if (body.scopes !== undefined && type === 'm2m') rejectOption('scopes');
  if (body.name.trim() !== current?.name) checkName(body.name, rules.reservedNames);
  const options = optionsOf(type, redirectUris, given, current?.options ?? {}, rules);
  const keptType = current?.type === type ? current : undefined;
  const grantsBefore = specialGrantsOf(keptType?.grant_types ?? []);
  const grants = given.grants ?? grantsBefore;
  checkGrants(type, grants, grantsBefore, rules);
  return {
    name: body.name.trim(),
    type,
    auth_method: authMethodOf(type, options),
    grant_types: withSpecialGrants(keptType?.grant_types ?? grantTypesOf(type), grants),
    scopes: body.scopes === undefined ? (keptType?.scopes ?? ownScopesOf(type)) : [...new Set(body.scopes)],
    redirect_uris: redirectUris,
    post_logout_redirect_uris: postLogoutUrisOf(type, redirectUris, given.post_logout_redirect_uris, current),
    tags: body.tags === undefined ? (current?.tags ?? []) : normalizeTags(body.tags),
    enabled: body.enabled ?? current?.enabled ?? true,
    options,
    ...limitsOf(given.limits, current),
  };
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

/** A client with a secret is stored with the method it is narrowed to, else with the usual one. */
export function authMethodOf(type: ClientType, options: StoredOptions): AuthMethod {
  if (isPublicType(type)) return 'none';
  if (options.jwks !== undefined || options.jwks_uri !== undefined) return 'private_key_jwt';
  return options.secret_method ?? 'client_secret_basic';
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
