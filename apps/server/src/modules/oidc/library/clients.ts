import type { ClientMetadata } from 'oidc-provider';
import type { Client } from '../../oauth-clients/index.ts';
import { protocolIdOf } from './client-documents.ts';

/** The scopes that a client may request now. `nationalid` is for first-party and approved clients. */
export function scopesOf(client: Client): readonly string[] {
  return client.firstParty && !client.scopes.includes('nationalid')
    ? [...client.scopes, 'nationalid']
    : client.scopes;
}

/**
 * The library requires a secret. Only hashes are stored, and the comparison is overridden; see provider.ts.
 */
const placeholderSecret = 'the-secret-is-kept-as-a-hash';

/**
 * Registration ensures a single host, and the sector is read from the directory: the library must not fetch
 * anything.
 */
const pairwiseClient = {
  subject_type: 'pairwise',
  sector_identifier_uri: 'https://sector.invalid/',
} as const;

/** Members of the library's client that carry our options into its synchronous callbacks. */
export const profileMember = 'tamga_profile';
export const waiverMember = 'tamga_pkce_waived';
/** The library would refuse device codes and CIBA for a pairwise client without a jwks_uri. */
export const grantsMember = 'tamga_grants';

/**
 * A server can receive a form, a single-page or native application only a query. With Message Signing the signed
 * request chooses: signed answers (JARM) are a separate part of that standard, and nobody can change the choice.
 */
function responseModesOf(client: Client): readonly string[] {
  const plain = client.type === 'web' ? ['query', 'form_post'] : ['query'];
  return client.options.profile === 'fapi2_message_signing'
    ? [...plain, 'jwt', 'query.jwt', 'form_post.jwt']
    : plain;
}

/** Describes a client to the library. Scopes are omitted, because they are checked against the directory. */
export function describeClient(client: Client): ClientMetadata {
  const usesCode = client.grantTypes.includes('authorization_code') && client.redirectUris.length > 0;
  const { options } = client;
  return {
    client_id: protocolIdOf(client),
    client_name: client.name,
    // Only 'native' allows private-use schemes; provider.ts tightens again what it relaxes.
    application_type: client.redirectUris.every((uri) => /^https?:/.test(uri)) ? 'web' : 'native',
    redirect_uris: [...client.redirectUris],
    post_logout_redirect_uris: [...client.postLogoutRedirectUris],
    grant_types: client.grantTypes.filter(
      (type) => !type.startsWith('urn:') && (type !== 'authorization_code' || usesCode),
    ),
    [grantsMember]: client.grantTypes.filter((type) => type.startsWith('urn:')),
    response_types: usesCode ? ['code'] : [],
    response_modes: [...responseModesOf(client)],
    id_token_signed_response_alg: options.idTokenAlg,
    // The library's default is RS256, which no answer may use.
    authorization_signed_response_alg: options.idTokenAlg === 'RS256' ? 'ES256' : options.idTokenAlg,
    ...(options.requirePkce ? {} : { [waiverMember]: true }),
    ...profileOf(client),
    // The endpoint itself is called by a job of ours; see requests/ciba-ping.ts.
    backchannel_token_delivery_mode: options.notificationEndpoint === undefined ? 'poll' : 'ping',
    token_endpoint_auth_method: client.authMethod,
    ...(client.authMethod.startsWith('client_secret') ? { client_secret: placeholderSecret } : {}),
    ...keysOf(client),
    ...(options.pairwise === undefined ? {} : pairwiseClient),
    require_pushed_authorization_requests: options.requirePar,
    dpop_bound_access_tokens: options.dpop,
    ...(options.certificateBound ? { tls_client_certificate_bound_access_tokens: true } : {}),
    ...(options.backchannelLogoutUri === undefined
      ? {}
      : {
          backchannel_logout_uri: options.backchannelLogoutUri,
          backchannel_logout_session_required: true,
        }),
  } as ClientMetadata;
}

/**
 * FAPI 2.0 (5.4.1) forbids RS256, so an RSA key of a client with a profile is for PS256 alone. Keys at an address are
 * unknown here: policy.ts and configuration.ts look at the algorithm of what they signed.
 */
function keysOf({ options: { jwks, jwksUri, profile } }: Client): Partial<ClientMetadata> {
  if (jwksUri !== undefined) return { jwks_uri: jwksUri };
  if (jwks === undefined) return {};
  const isForPs256 = ({ kty }: { kty: string }) => profile !== undefined && kty === 'RSA';
  return {
    jwks: { keys: jwks.keys.map((key) => ({ ...key, ...(isForPs256(key) ? { alg: 'PS256' } : {}) })) },
  };
}

function profileOf({ options }: Client): Partial<ClientMetadata> {
  if (options.profile === undefined) return {};
  return {
    [profileMember]: options.profile,
    require_signed_request_object: options.profile === 'fapi2_message_signing',
  };
}
