import type { KoaContextWithOIDC } from 'oidc-provider';

const claims = [
  'sub',
  'iss',
  'aud',
  'exp',
  'iat',
  'auth_time',
  'nonce',
  'name',
  'given_name',
  'family_name',
  'given_name_en',
  'family_name_en',
  'email',
  'email_verified',
  'ge_id',
  'national_id',
  'register_number',
];

/** Corrects the library's discovery document (contract 7.1) and sets its cache lifetime. */
export function publishDiscovery(ctx: KoaContextWithOIDC, route: 'discovery' | 'jwks'): void {
  if (ctx.status !== 200) return;
  ctx.set('cache-control', `public, max-age=${route === 'jwks' ? 300 : 3600}`);
  if (route === 'jwks') return;
  ctx.body = {
    ...(ctx.body as object),
    response_modes_supported: ['query', 'form_post', 'jwt', 'query.jwt', 'form_post.jwt'],
    claims_supported: claims,
    request_uri_parameter_supported: false,
    claims_parameter_supported: false,
    backchannel_user_code_parameter_supported: false,
    backchannel_authentication_request_signing_alg_values_supported: undefined,
  };
}
