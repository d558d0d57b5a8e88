import type { FastifyReply, FastifyRequest } from 'fastify';
import { open } from '../../../kernel/http/access.ts';
import { fail, kernelErrors } from '../../../kernel/http/errors.ts';
import { readBody } from '../../../kernel/http/intake.ts';
import type { Mount } from '../../../kernel/http/row.ts';
import type { Limit } from '../../../kernel/http/token-bucket.ts';
import type { Engine } from './engine.ts';
import { keepOrigin } from './origin.ts';
import { paths } from './paths.ts';

const maxBodyBytes = 16 * 1024;
/** Each of these calls stores a row before the caller is authenticated. */
const unauthenticatedWrites: Limit = { group: 'oidc-begin', perMinute: 300, burst: 100 };

/** The provider's endpoints, forwarded to the library unchanged. Without an issuer none of them exists. */
export function oidcMounts(engine: Engine | undefined, issuer: string): readonly Mount[] {
  const handle = handleWith(engine, new URL(issuer));
  const mount = (id: string, methods: readonly string[], path: string, summary: string): Mount => ({
    id: `oidc.${id}`,
    methods,
    path,
    access: open('the protocol has its own credentials: client authentication, tokens, cookies', 'oidc'),
    summary,
    unparsed: true,
    bodyLimitBytes: maxBodyBytes,
    handle,
  });
  const read = ['GET', 'OPTIONS'];
  const send = ['POST', 'OPTIONS'];
  return [
    mount('discovery', read, '/.well-known/openid-configuration', 'OpenID provider metadata'),
    mount(
      'metadata',
      read,
      '/.well-known/oauth-authorization-server',
      'Authorization server metadata (RFC 8414)',
    ),
    mount('jwks', read, paths.jwks, 'Keys that id_tokens are signed with'),
    {
      ...mount('authorize', ['GET'], paths.authorization, 'Start a sign-in for an application'),
      limit: unauthenticatedWrites,
    },
    {
      ...mount('authorize_post', ['POST'], paths.authorization, 'Start a sign-in from a form'),
      limit: unauthenticatedWrites,
      handle: redirectForm(engine, paths.authorization),
    },
    mount('resume', ['GET'], `${paths.authorization}/:uid`, 'Resume a sign-in after a decision'),
    mount(
      'token',
      send,
      paths.token,
      'Exchange a code, refresh tokens, or get a token for the application itself',
    ),
    mount('introspect', send, paths.introspection, 'Introspect the client’s own token'),
    mount('revoke', send, paths.revocation, 'Revoke the client’s own token'),
    {
      ...mount('par', send, paths.pushed_authorization_request, 'Push an authorization request (PAR)'),
      limit: unauthenticatedWrites,
    },
    {
      ...mount(
        'device_authorization',
        send,
        paths.device_authorization,
        'Start a sign-in of a device without a keyboard (RFC 8628)',
      ),
      limit: unauthenticatedWrites,
    },
    {
      ...mount(
        'bc_authorize',
        send,
        paths.backchannel_authentication,
        'Ask a person on their phone (OpenID Connect CIBA)',
      ),
      limit: unauthenticatedWrites,
    },
    mount('logout', ['GET'], paths.end_session, 'An application asks to sign the person out'),
    {
      ...mount(
        'logout_post',
        ['POST'],
        paths.end_session,
        'An application asks by a form to sign the person out',
      ),
      limit: unauthenticatedWrites,
      handle: redirectForm(engine, paths.end_session),
    },
    mount('userinfo', ['GET', 'POST', 'OPTIONS'], paths.userinfo, 'Claims about the person of a token'),
  ];
}

/**
 * OpenID Connect Core 3.1.2.1 and RP-Initiated Logout 2 allow a form instead of a query. The library would need
 * SameSite=None cookies for it, because a browser sends no Lax cookie with a form from another site. A redirect
 * to the same request as a query keeps the cookies Lax, and the browser sends them.
 */
function redirectForm(engine: Engine | undefined, path: string) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (engine === undefined) fail(kernelErrors.not_found);
    const fields = await readForm(request);
    await reply.code(303).header('cache-control', 'no-store').header('location', `${path}?${fields}`).send();
  };
}

/** A longer request does not fit into the address that it is redirected to; PAR exists for it. */
const maxFormBytes = 8 * 1024;

async function readForm(request: FastifyRequest): Promise<URLSearchParams> {
  const bytes = await readBody(request.raw, maxFormBytes);
  return new URLSearchParams(bytes.toString('utf8'));
}

function handleWith(engine: Engine | undefined, issuer: URL) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (engine === undefined) fail(kernelErrors.not_found);
    const { listener } = await engine.current();
    keepOrigin(request);
    // The library builds addresses from these headers, so they always name the issuer, whatever the caller
    // sent.
    Object.assign(request.raw.headers, {
      host: issuer.host,
      'x-forwarded-host': issuer.host,
      'x-forwarded-proto': issuer.protocol.slice(0, -1),
    });
    // The library sets the CORS headers, because it knows the clients.
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined && name !== 'vary' && !name.startsWith('access-control-'))
        reply.raw.setHeader(name, value);
    reply.hijack();
    await listener(request.raw, reply.raw);
  };
}
