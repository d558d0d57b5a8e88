import type { FastifyReply, FastifyRequest } from 'fastify';
import { open } from '../../../kernel/http/access.ts';
import { fail, kernelErrors } from '../../../kernel/http/errors.ts';
import type { Mount } from '../../../kernel/http/row.ts';
import type { Limit } from '../../../kernel/http/token-bucket.ts';
import type { Engine } from './engine.ts';
import { keepOrigin } from './origin.ts';
import { paths } from './provider.ts';

const maxBodyBytes = 16 * 1024;
/** Each of these leaves a row behind before anybody has proven anything. */
const beginnings: Limit = { group: 'oidc-begin', perMinute: 300, burst: 100 };

/** The addresses of the provider, handed to the library as they are. Without an issuer none of them exists. */
export function oidcMounts(engine: Engine | undefined, issuer: string): readonly Mount[] {
  const handle = handleWith(engine, new URL(issuer));
  const mount = (id: string, methods: readonly string[], path: string, summary: string): Mount => ({
    id: `oidc.${id}`,
    methods,
    path,
    access: open('the protocol has credentials of its own: client authentication, tokens, cookies', 'oidc'),
    summary,
    unparsed: true,
    handle,
  });
  const read = ['GET', 'OPTIONS'];
  const send = ['POST', 'OPTIONS'];
  return [
    mount('discovery', read, '/.well-known/openid-configuration', 'What the provider can do, and where'),
    mount('jwks', read, paths.jwks, 'Keys that id_tokens are signed with'),
    {
      ...mount(
        'authorize',
        ['GET'],
        paths.authorization,
        'A browser asks to be signed in for an application',
      ),
      limit: beginnings,
    },
    mount('resume', ['GET'], `${paths.authorization}/:uid`, 'The browser returns with a decision'),
    mount('token', send, paths.token, 'Exchange a code, renew tokens, or act for the application itself'),
    mount('introspect', send, paths.introspection, 'What an own token is worth'),
    mount('revoke', send, paths.revocation, 'Give back an own token'),
    {
      ...mount('par', send, paths.pushed_authorization_request, 'Leave an authorization request beforehand'),
      limit: beginnings,
    },
    mount('logout', ['GET'], paths.end_session, 'An application asks to sign the person out'),
    mount('userinfo', ['GET', 'POST', 'OPTIONS'], paths.userinfo, 'Claims of the person a token speaks for'),
  ];
}

function handleWith(engine: Engine | undefined, issuer: URL) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (engine === undefined) fail(kernelErrors.not_found);
    if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) fail(kernelErrors.payload_too_large);
    const { listener } = await engine.current();
    keepOrigin(request);
    // The library writes addresses as it finds them in the request: it finds the issuer, whatever was sent.
    Object.assign(request.raw.headers, {
      host: issuer.host,
      'x-forwarded-host': issuer.host,
      'x-forwarded-proto': issuer.protocol.slice(0, -1),
    });
    // Which pages may read an answer is the library's to say: it knows the applications.
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined && name !== 'vary' && !name.startsWith('access-control-'))
        reply.raw.setHeader(name, value);
    reply.hijack();
    await listener(request.raw, reply.raw);
  };
}
