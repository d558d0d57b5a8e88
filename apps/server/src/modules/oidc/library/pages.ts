import type { KoaContextWithOIDC } from 'oidc-provider';
import { originOf } from './origin.ts';

export interface Failure {
  error: string;
  error_description?: string | undefined;
}

const browserRoutes: readonly string[] = ['authorization', 'resume', 'end_session'];

/**
 * Shows an error that cannot go to the client, because its redirect URI is not verified. The answer is 400,
 * never a redirect; the page itself continues to the portal.
 */
export function showFailure(ctx: KoaContextWithOIDC, failure: Failure, issuer: string): void {
  const { error, error_description } = nameFailure(failure);
  ctx.set('cache-control', 'no-store');
  const route = (ctx as { oidc?: { route?: string } }).oidc?.route ?? 'resume';
  if (!browserRoutes.includes(route) || ctx.accepts('json', 'html') !== 'html') {
    ctx.body = error_description === undefined ? { error } : { error, error_description };
    return;
  }
  const { requestId } = originOf(ctx);
  const query = new URLSearchParams({ error, ...(requestId === null ? {} : { request_id: requestId }) });
  const page = `${issuer}/oauth/error?${query.toString().replaceAll('&', '&amp;')}`;
  ctx.type = 'html';
  ctx.body = `<!doctype html><html lang="mn"><meta charset="utf-8"><title>Tamga</title>
<meta http-equiv="refresh" content="0;url=${page}">
<p>Аппликейшний хүсэлт буруу байна. Аппликейшн руу буцаад дахин эхлүүлнэ үү.</p>
<p lang="en">The application's request is not valid. Go back to the application and start again.</p>
<p><a href="${page}">${error.replace(/[^a-z_]/g, '')}</a></p></html>`;
}

/** The library has its own code for a wrong redirect URI; the contract and RFC 6749 use this one. */
function nameFailure({ error, error_description }: Failure): Failure {
  return { error: error === 'invalid_redirect_uri' ? 'invalid_request' : error, error_description };
}
