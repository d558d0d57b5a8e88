import type { KoaContextWithOIDC } from 'oidc-provider';
import { originOf } from './origin.ts';
import { paths } from './paths.ts';

/** Causes that the portal explains in other words than the bare error code. */
export type Reason =
  | 'id_token_hint'
  | 'other_browser'
  | 'post_logout_redirect_uri'
  | 'redirect_uri'
  | 'request_expired'
  | 'request_uri';

export interface Failure {
  error: string;
  error_description?: string | undefined;
  /** Only where the description does not tell it. */
  reason?: Reason;
}

/**
 * Shows an error that cannot go to the client, because its redirect URI is not verified. The answer is 400,
 * never a redirect; the page itself continues to the portal.
 */
export function showFailure(ctx: KoaContextWithOIDC, failure: Failure, issuer: string): void {
  const { error, error_description } = nameFailure(failure);
  ctx.set('cache-control', 'no-store');
  if (!isPage(ctx.path) || ctx.accepts('json', 'html') !== 'html') {
    ctx.body = error_description === undefined ? { error } : { error, error_description };
    return;
  }
  const { requestId } = originOf(ctx);
  const reason = failure.reason ?? reasonOf(failure);
  const query = new URLSearchParams({
    error,
    ...(reason === undefined ? {} : { reason }),
    ...(ctx.path === paths.end_session ? { during: 'sign-out' } : {}),
    ...(requestId === null ? {} : { request_id: requestId }),
  });
  const page = `${issuer}/oauth/error?${query.toString().replaceAll('&', '&amp;')}`;
  ctx.type = 'html';
  ctx.body = `<!doctype html><html lang="mn"><meta charset="utf-8"><title>Tamga</title>
<meta http-equiv="refresh" content="0;url=${page}">
<p>Үргэлжлүүлж чадсангүй. Аппликейшн руу буцаад дахин эхлүүлнэ үү.</p>
<p lang="en">This did not work. Go back to the application and start again.</p>
<p><a href="${page}">${error.replace(/[^a-z_]/g, '')}</a></p></html>`;
}

function isPage(path: string): boolean {
  return (
    path === paths.authorization || path.startsWith(`${paths.authorization}/`) || path === paths.end_session
  );
}

/** The library has its own code for a wrong redirect URI; the contract and RFC 6749 use this one. */
function nameFailure({ error, error_description }: Failure): Failure {
  return { error: error === 'invalid_redirect_uri' ? 'invalid_request' : error, error_description };
}

const reasonsByText: readonly [RegExp, Reason][] = [
  [/post_logout_redirect_uri/, 'post_logout_redirect_uri'],
  [/id_token_hint/, 'id_token_hint'],
  [/redirect_uri/, 'redirect_uri'],
  [/request has expired|session not found|session mismatch|identifier mismatch/, 'request_expired'],
];

/** The library tells these causes apart by their description alone. */
function reasonOf({ error, error_description = '' }: Failure): Reason | undefined {
  if (error === 'invalid_request_uri') return 'request_uri';
  return reasonsByText.find(([pattern]) => pattern.test(error_description))?.[1];
}
