import type { ClientMetadata } from 'oidc-provider';
import type { Client } from '../../oauth-clients/index.ts';

/** What an application may ask for at this moment. `nationalid` is for our own and for those approved for it. */
export function scopesOf(client: Client): readonly string[] {
  return client.firstParty && !client.scopes.includes('nationalid')
    ? [...client.scopes, 'nationalid']
    : client.scopes;
}

/** The library asks that there be a secret. Ours are kept as hashes, and comparing is overridden; see provider.ts. */
const heldAsHash = 'the-secret-is-kept-as-a-hash';

/** One host for all addresses was checked at registration, and the sector is read from the directory: nothing is fetched. */
const pairwiseClient = {
  subject_type: 'pairwise',
  sector_identifier_uri: 'https://sector.invalid/',
} as const;

/** An application in the words of the library. Its scopes are not told: they are checked against the directory. */
export function describeClient(client: Client): ClientMetadata {
  const usesCode = client.grantTypes.includes('authorization_code') && client.redirectUris.length > 0;
  const { options } = client;
  return {
    client_id: client.id,
    client_name: client.name,
    // Only 'native' may return to a scheme of its own; what that word loosens is tightened again in provider.ts.
    application_type: client.redirectUris.every((uri) => /^https?:/.test(uri)) ? 'web' : 'native',
    redirect_uris: [...client.redirectUris],
    post_logout_redirect_uris: [...client.postLogoutRedirectUris],
    grant_types: client.grantTypes.filter((type) => type !== 'authorization_code' || usesCode),
    response_types: usesCode ? ['code'] : [],
    response_modes: ['query'],
    token_endpoint_auth_method: client.authMethod,
    ...(client.authMethod.startsWith('client_secret') ? { client_secret: heldAsHash } : {}),
    ...(options.jwks === undefined ? {} : { jwks: { keys: options.jwks.keys.map((key) => ({ ...key })) } }),
    ...(options.pairwise === undefined ? {} : pairwiseClient),
    require_pushed_authorization_requests: options.requirePar,
    dpop_bound_access_tokens: options.dpop,
    ...(options.backchannelLogoutUri === undefined
      ? {}
      : {
          backchannel_logout_uri: options.backchannelLogoutUri,
          backchannel_logout_session_required: true,
        }),
  } as ClientMetadata;
}
