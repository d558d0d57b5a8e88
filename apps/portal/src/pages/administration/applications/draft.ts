import {
  type Application,
  type ApplicationBody,
  type ApplicationType,
  type Grant,
  hasPeople,
  isPublic,
  type Jwks,
  listGrants,
  readType,
} from '../../../api/applications.ts';
import { type ToolScope, toolScopes } from '../../../features/oauth/scopes.ts';
import { readNumber } from '../../../ui/forms/read-number.ts';

type Options = NonNullable<ApplicationBody['options']>;
type SecretMethod = NonNullable<Options['token_endpoint_auth_method']>;
type Profile = NonNullable<Options['profile']>;

/** The settings as entered in the fields, in the shape of their body. */
export interface Draft {
  name: string;
  redirect_uris: string[];
  service_ids: string[];
  enabled: boolean;
  options: {
    /** Empty: either way. */
    token_endpoint_auth_method: '' | SecretMethod;
    require_pkce: boolean;
    require_par: boolean;
    profile: '' | Profile;
    /** What a token is bound to, if to anything. */
    binding: '' | 'dpop' | 'certificate';
    id_token_claims: boolean;
    id_token_signed_response_alg: Application['options']['id_token_signed_response_alg'];
    grants: Record<Grant, boolean>;
    backchannel_client_notification_endpoint: string;
    /** Client ids, one per line. */
    exchange_from: string;
    national_id: boolean;
    /** The tools that its own tokens may call; `days` is empty to keep the end, or for the usual one. */
    tools: { scopes: ToolScope[]; days: string };
    is_pairwise: boolean;
    backchannel_logout_uri: string;
    /** One per line. */
    post_logout_redirect_uris: string;
    /** Keys as JSON, or the https address where they are published. */
    jwks: string;
    limits: { per_minute: string; burst: string; daily_quota: string };
  };
}

const originOf = (uri: string) => (URL.canParse(uri) ? new URL(uri).origin : '');

export function openDraft(application: Application): Draft {
  const { options } = application;
  const derived = application.redirect_uris.map(originOf);
  return {
    name: application.name,
    redirect_uris: application.redirect_uris.length > 0 ? application.redirect_uris : [''],
    service_ids: application.service_ids,
    enabled: application.enabled,
    options: {
      token_endpoint_auth_method: options.token_endpoint_auth_method ?? '',
      require_pkce: options.require_pkce,
      require_par: options.require_par,
      profile: options.profile ?? '',
      binding: options.dpop ? 'dpop' : options.certificate_bound ? 'certificate' : '',
      id_token_claims: options.id_token_claims,
      id_token_signed_response_alg: options.id_token_signed_response_alg,
      grants: {
        device_code: options.grants.includes('device_code'),
        ciba: options.grants.includes('ciba'),
        token_exchange: options.grants.includes('token_exchange'),
      },
      backchannel_client_notification_endpoint: options.backchannel_client_notification_endpoint ?? '',
      exchange_from: options.exchange_from.join('\n'),
      national_id: options.national_id,
      tools: { scopes: toolScopes.filter((scope) => options.tools?.scopes.includes(scope)), days: '' },
      is_pairwise: options.subject_type === 'pairwise',
      backchannel_logout_uri: options.backchannel_logout_uri ?? '',
      // The server derives the origins of the redirect URIs, so only additional ones are a setting.
      post_logout_redirect_uris: options.post_logout_redirect_uris
        .filter((uri) => !derived.includes(uri))
        .join('\n'),
      jwks: options.jwks_uri ?? (options.jwks ? JSON.stringify(options.jwks, null, 2) : ''),
      limits: {
        per_minute: String(options.limits.per_minute),
        burst: String(options.limits.burst),
        daily_quota: String(options.limits.daily_quota ?? ''),
      },
    },
  };
}

const splitLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const isAddress = (text: string) => /^\s*https?:/.test(text);

/** Null for no keys here, undefined for an invalid key set. */
export function readJwks(text: string): Jwks | null | undefined {
  if (text.trim() === '' || isAddress(text)) return null;
  try {
    const parsed = JSON.parse(text) as { keys?: unknown } | null;
    return Array.isArray(parsed?.keys) ? { keys: parsed.keys } : undefined;
  } catch {
    return undefined;
  }
}

/** True if the application proves itself with a secret, as the settings are entered now. */
export function provesBySecret(type: ApplicationType, { jwks }: Draft['options']): boolean {
  return !isPublic(type) && jwks.trim() === '';
}

/** Only an application with a secret that signs people in can do without PKCE. */
export function canWaivePkce(type: ApplicationType, options: Draft['options']): boolean {
  return hasPeople(type) && provesBySecret(type, options);
}

/** Only options that fit the type, and of the administrators' options only the changed ones. */
export function buildBody(draft: Draft, application: Application): ApplicationBody {
  const type = readType(application);
  const { options } = draft;
  const { per_minute, burst, daily_quota } = options.limits;
  return {
    name: draft.name.trim(),
    app_type: type,
    service_ids: draft.service_ids,
    enabled: draft.enabled,
    ...(hasPeople(type) ? { redirect_uris: splitLines(draft.redirect_uris.join('\n')) } : {}),
    options: {
      ...buildProof(type, options),
      ...(hasPeople(type) ? buildSignIn(type, options) : {}),
      ...buildApproved(type, options, application),
      limits: {
        per_minute: readNumber(per_minute),
        burst: readNumber(burst),
        daily_quota: daily_quota.trim() === '' ? null : readNumber(daily_quota),
      },
    },
  };
}

function buildProof(type: ApplicationType, options: Draft['options']): Options {
  return {
    dpop: options.binding === 'dpop',
    ...(isPublic(type)
      ? {}
      : {
          certificate_bound: options.binding === 'certificate',
          jwks: readJwks(options.jwks) ?? null,
          jwks_uri: isAddress(options.jwks) ? options.jwks.trim() : null,
        }),
    ...(provesBySecret(type, options)
      ? { token_endpoint_auth_method: options.token_endpoint_auth_method || null }
      : {}),
  };
}

function buildSignIn(type: ApplicationType, options: Draft['options']): Options {
  const alg = options.id_token_signed_response_alg;
  return {
    subject_type: options.is_pairwise ? 'pairwise' : 'public',
    id_token_claims: options.id_token_claims,
    backchannel_logout_uri: options.backchannel_logout_uri.trim() || null,
    post_logout_redirect_uris: splitLines(options.post_logout_redirect_uris),
    // A profile brings its own: the server refuses RS256 with it and switches PAR on.
    ...(options.profile === '' || alg !== 'RS256' ? { id_token_signed_response_alg: alg } : {}),
    ...(options.profile === '' ? { require_par: options.require_par } : {}),
    ...(type === 'web'
      ? {
          profile: options.profile || null,
          backchannel_client_notification_endpoint:
            options.backchannel_client_notification_endpoint.trim() || null,
        }
      : {}),
  };
}

function buildApproved(type: ApplicationType, options: Draft['options'], application: Application): Options {
  const before = application.options;
  const grants = listGrants(type).filter((grant) => options.grants[grant]);
  const exchangeFrom = grants.includes('token_exchange') ? splitLines(options.exchange_from) : [];
  return {
    ...(options.national_id === before.national_id ? {} : { national_id: options.national_id }),
    ...(options.require_pkce !== before.require_pkce && canWaivePkce(type, options)
      ? { require_pkce: options.require_pkce }
      : {}),
    ...(grants.join() === before.grants.join() ? {} : { grants }),
    ...(exchangeFrom.join() === before.exchange_from.join() ? {} : { exchange_from: exchangeFrom }),
    ...buildTools(options.tools, before.tools?.scopes ?? []),
  };
}

function buildTools({ scopes, days }: Draft['options']['tools'], before: readonly string[]): Options {
  const isSame = scopes.length === before.length && scopes.every((scope) => before.includes(scope));
  if (isSame && days === '') return {};
  if (scopes.length === 0) return { tools: null };
  return { tools: { scopes, ...(days === '' ? {} : { days: Number(days) }) } };
}
