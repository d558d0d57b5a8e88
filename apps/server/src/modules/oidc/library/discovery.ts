import type { KoaContextWithOIDC } from 'oidc-provider';
import { claimsByScope } from './claims.ts';

const protocolClaims = ['iss', 'aud', 'exp', 'iat', 'nonce', 'sid'];
const languages = ['mn', 'en'];

/** Corrects the library's discovery document (contract 7.1) and sets its cache lifetime. */
export function publishDiscovery(ctx: KoaContextWithOIDC, route: 'discovery' | 'jwks'): void {
  if (ctx.status !== 200) return;
  ctx.set('cache-control', `public, max-age=${route === 'jwks' ? 300 : 3600}`);
  if (route === 'jwks') return;
  ctx.body = {
    ...(ctx.body as object),
    response_modes_supported: ['query', 'form_post', 'jwt', 'query.jwt', 'form_post.jwt'],
    claims_supported: [...protocolClaims, ...Object.values(claimsByScope).flat()],
    claims_locales_supported: languages,
    ui_locales_supported: languages,
    request_uri_parameter_supported: false,
  };
}
