import { createPublicKey } from 'node:crypto';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { AddressGuard } from '../../kernel/security/address-guard.ts';
import { defaultKeyDays } from '../../kernel/security/api-keys.ts';
import { errors } from './errors.ts';
import { hostsOf, isRedirectUri } from './redirect-uris.ts';
import type { ClientType, OptionsBody, PublicJwk, SpecialGrant, SubjectType } from './schemas.ts';
import type { StoredOptions } from './store.ts';
import { checkUpstreamHost } from './upstream-host.ts';

export interface OptionRules {
  readonly guard: AddressGuard<'applications'>;
  /** Options that weaken a check, add a grant or disclose register numbers need an administrator. */
  readonly isAdministrator: boolean;
  readonly reservedNames: readonly string[];
  readonly now: Date;
}

export const isPublicType = (type: ClientType): boolean => type === 'spa' || type === 'native';

export function rejectOption(field: string): never {
  return fail(errors.invalid_option, { data: { field } });
}

/** Merges the given options into the current ones, and checks that they fit the type and each other. */
export function optionsOf(
  type: ClientType,
  redirectUris: readonly string[],
  given: OptionsBody,
  current: StoredOptions,
  rules: OptionRules,
): StoredOptions {
  const keys = keysOf(type, given, current, rules);
  const alg = given.id_token_signed_response_alg ?? current.id_token_alg ?? 'RS256';
  const profile = given.profile === undefined ? current.profile : (given.profile ?? undefined);
  const merged: StoredOptions = {
    ...secretOptionsOf(type, Object.keys(keys).length > 0, given, current, rules),
    ...((given.id_token_claims ?? current.id_token_claims ?? true) ? {} : { id_token_claims: false }),
    ...(alg === 'RS256' ? {} : { id_token_alg: alg }),
    ...((given.require_par ?? current.require_par) ? { require_par: true } : {}),
    ...((given.dpop ?? current.dpop) ? { dpop: true } : {}),
    ...((given.certificate_bound ?? current.certificate_bound) ? { certificate_bound: true } : {}),
    ...keys,
    ...addressesOf(type, given, current, rules),
    ...exchangeOf(type, given, current, rules),
    ...nationalIdOf(type, given, current, rules),
    ...toolsOf(type, given, current, rules),
    ...pairwiseOf(type, redirectUris, given.subject_type, current),
  };
  if (merged.certificate_bound && (merged.dpop || isPublicType(type)))
    rejectOption('options.certificate_bound');
  if (profile === undefined) return merged;
  checkProfile(type, redirectUris, keys, given);
  return {
    ...merged,
    profile,
    require_par: true,
    ...(merged.certificate_bound ? {} : { dpop: true }),
    id_token_alg: merged.id_token_alg ?? 'ES256',
  };
}

/**
 * FAPI 2.0 Security Profile, 5.3.2: a confidential client with its own key, algorithms other than RS256, and
 * https redirect URIs. PAR and sender-constrained tokens are switched on with the profile.
 */
function checkProfile(
  type: ClientType,
  redirectUris: readonly string[],
  { jwks, jwks_uri }: ClientKeys,
  given: OptionsBody,
): void {
  if (type !== 'web') rejectOption('options.profile');
  const isRs256 = jwks?.keys.some(({ alg }) => alg === 'RS256') === true;
  if ((jwks ?? jwks_uri) === undefined || isRs256) rejectOption('options.jwks');
  if (given.id_token_signed_response_alg === 'RS256') rejectOption('options.id_token_signed_response_alg');
  if (given.require_par === false) rejectOption('options.require_par');
  const plain = redirectUris.findIndex((uri) => !uri.startsWith('https:'));
  if (plain >= 0) rejectOption(`redirect_uris.${plain}`);
}

type ClientKeys = Pick<StoredOptions, 'jwks' | 'jwks_uri'>;

/** The keys themselves or their address, never both: the one given last replaces the other. */
function keysOf(
  type: ClientType,
  given: OptionsBody,
  current: StoredOptions,
  rules: OptionRules,
): ClientKeys {
  if (given.jwks && given.jwks_uri) rejectOption('options.jwks_uri');
  if ((given.jwks || given.jwks_uri) && isPublicType(type)) rejectOption('options.jwks');
  if (given.jwks) {
    if (!given.jwks.keys.every(isUsableKey)) rejectOption('options.jwks');
    return { jwks: given.jwks };
  }
  if (given.jwks_uri) {
    if (!isRedirectUri(given.jwks_uri, 'web')) rejectOption('options.jwks_uri');
    checkUpstreamHost(new URL(given.jwks_uri).hostname, rules.guard, 'options.jwks_uri');
    return { jwks_uri: given.jwks_uri };
  }
  if (isPublicType(type)) return {};
  return {
    ...(given.jwks === undefined && current.jwks !== undefined ? { jwks: current.jwks } : {}),
    ...(given.jwks_uri === undefined && current.jwks_uri !== undefined ? { jwks_uri: current.jwks_uri } : {}),
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

/** Only a client with a secret chooses how to send it, and only such a client can do without PKCE and nonce. */
function secretOptionsOf(
  type: ClientType,
  hasKey: boolean,
  given: OptionsBody,
  current: StoredOptions,
  rules: OptionRules,
): Pick<StoredOptions, 'secret_method' | 'pkce_waived'> {
  const hasSecret = !isPublicType(type) && !hasKey;
  const method = given.token_endpoint_auth_method;
  if (method && !hasSecret) rejectOption('options.token_endpoint_auth_method');
  const secretMethod = method === undefined ? current.secret_method : (method ?? undefined);

  const mayWaive = hasSecret && type !== 'm2m';
  if (given.require_pkce === false && !mayWaive) rejectOption('options.require_pkce');
  const waivedBefore = current.pkce_waived === true;
  const waived = given.require_pkce === undefined ? waivedBefore : !given.require_pkce;
  if (waived && !waivedBefore) requireAdministrator(rules, 'options.require_pkce');
  return {
    ...(hasSecret && secretMethod !== undefined ? { secret_method: secretMethod } : {}),
    ...(mayWaive && waived ? { pkce_waived: true } : {}),
  };
}

/** The provider calls these URIs itself, so they pass the same address check as an upstream (SSRF). */
function addressesOf(
  type: ClientType,
  given: OptionsBody,
  current: StoredOptions,
  rules: OptionRules,
): Pick<StoredOptions, 'backchannel_logout_uri' | 'notification_endpoint'> {
  const signsPeopleIn = type !== 'm2m';
  const checked = (
    uri: string | null | undefined,
    kept: string | undefined,
    field: string,
    fits: boolean,
  ) => {
    if (uri === undefined) return fits ? kept : undefined;
    if (uri === null) return undefined;
    if (!fits || !isRedirectUri(uri, 'web')) rejectOption(field);
    checkUpstreamHost(new URL(uri).hostname, rules.guard, field);
    return uri;
  };
  const logout = checked(
    given.backchannel_logout_uri,
    current.backchannel_logout_uri,
    'options.backchannel_logout_uri',
    signsPeopleIn,
  );
  const notification = checked(
    given.backchannel_client_notification_endpoint,
    current.notification_endpoint,
    'options.backchannel_client_notification_endpoint',
    signsPeopleIn && !isPublicType(type),
  );
  return {
    ...(logout === undefined ? {} : { backchannel_logout_uri: logout }),
    ...(notification === undefined ? {} : { notification_endpoint: notification }),
  };
}

/** Naming a client lets this one act for all people who trusted that client, so an administrator decides it. */
function exchangeOf(
  type: ClientType,
  given: OptionsBody,
  current: StoredOptions,
  rules: OptionRules,
): Pick<StoredOptions, 'exchange_from'> {
  const before = current.exchange_from ?? [];
  const named = given.exchange_from ?? before;
  if (named.length === 0) return {};
  if (isPublicType(type)) rejectOption('options.exchange_from');
  if (named.some((id) => !before.includes(id)))
    requireAdministrator(rules, 'only an administrator approves the exchange of tokens');
  return { exchange_from: named };
}

/** This scope discloses register numbers, so the right to register clients must not include its approval. */
function nationalIdOf(
  type: ClientType,
  given: OptionsBody,
  current: StoredOptions,
  rules: OptionRules,
): Pick<StoredOptions, 'national_id'> {
  const signsPeopleIn = type !== 'm2m';
  const approved = current.national_id === true;
  if (given.national_id === true && !signsPeopleIn) rejectOption('options.national_id');
  if (given.national_id !== undefined && given.national_id !== approved)
    requireAdministrator(rules, 'options.national_id');
  return signsPeopleIn && (given.national_id ?? approved) ? { national_id: true } : {};
}

const dayMs = 24 * 3_600_000;

/** As narrow as a tools key (decision 43): each tool is named, and the right ends after 90 days unless chosen. */
function toolsOf(
  type: ClientType,
  given: OptionsBody,
  current: StoredOptions,
  rules: OptionRules,
): Pick<StoredOptions, 'tools'> {
  const { tools } = given;
  if (tools === undefined) return current.tools && !isPublicType(type) ? { tools: current.tools } : {};
  if (tools === null) return {};
  if (isPublicType(type)) rejectOption('options.tools');
  requireAdministrator(rules, 'options.tools');
  const { scopes, days = defaultKeyDays } = tools;
  const expiresAt = days === null ? null : new Date(rules.now.getTime() + days * dayMs).toISOString();
  return { tools: { scopes: [...new Set(scopes)], expires_at: expiresAt } };
}

/** A grant without a page in the person's browser is given by an administrator, and not to a public client. */
export function checkGrants(
  type: ClientType,
  wanted: readonly SpecialGrant[],
  before: readonly SpecialGrant[],
  rules: OptionRules,
): void {
  const isFit = (grant: SpecialGrant) =>
    grant === 'device_code' ? type !== 'm2m' : grant === 'ciba' ? type === 'web' : !isPublicType(type);
  if (!wanted.every(isFit)) rejectOption('options.grants');
  if (wanted.some((grant) => !before.includes(grant))) requireAdministrator(rules, 'options.grants');
}

function requireAdministrator(rules: OptionRules, field: string): void {
  if (!rules.isAdministrator)
    fail(kernelErrors.forbidden, { data: { field }, detail: `only an administrator changes ${field}` });
}

/**
 * A pairwise subject belongs to a sector, which is the host of the redirect URIs (OpenID Connect Core 8.1).
 * Two hosts would put two sectors behind one subject, so they are rejected.
 */
function pairwiseOf(
  type: ClientType,
  redirectUris: readonly string[],
  wanted: SubjectType | undefined,
  current: StoredOptions,
): Pick<StoredOptions, 'pairwise'> {
  const kept = type === 'm2m' ? undefined : current.pairwise;
  if ((wanted ?? (kept === undefined ? 'public' : 'pairwise')) === 'public') return {};
  const hosts = hostsOf(redirectUris);
  if (type === 'm2m' || hosts.length > 1) rejectOption('options.subject_type');
  return { pairwise: kept ?? { host: hosts[0] ?? null } };
}
