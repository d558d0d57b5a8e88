import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { formPolicy } from '../html.ts';
import { createSigningKey } from '../signing-key.ts';
import { registerUpstreamControl } from './faults.ts';
import { renderLoginPage, renderSignedOutPage } from './login-page.ts';
import { createPeople, releaseClaims, type UpstreamPerson } from './people.ts';
import {
  type AuthorizeRequest,
  authenticateClient,
  backTo,
  isVerifierOf,
  readAuthorizeRequest,
  type UpstreamClient,
} from './requests.ts';
import { issueIdToken } from './tokens.ts';

export interface UpstreamSsoOptions {
  /** The secret of the confidential client `tamga`; the public client is `tamga-native`. */
  clientSecret: string;
  /** A function, because a server on a free port learns its address only when it listens. */
  publicUrl: () => string;
  now: () => Date;
}

const ROOT = '/upstream-sso';
const CODE_LIFE_MS = 60_000;
const ACCESS_LIFE_SECONDS = 3600;
const CAPACITY = 1000;

interface Granted {
  request: AuthorizeRequest;
  person: UpstreamPerson;
  atMs: number;
}

/** An upstream single sign-on under `/upstream-sso`: an OpenID Connect provider that signs in any citizen. */
export async function registerUpstreamSso(app: FastifyInstance, options: UpstreamSsoOptions): Promise<void> {
  const clients: readonly UpstreamClient[] = [
    { id: 'tamga', secret: options.clientSecret },
    { id: 'tamga-native', secret: null },
  ];
  const own = createSigningKey();
  const stranger = createSigningKey();
  const people = createPeople();
  const faults = registerUpstreamControl(app, people);
  const issuer = () => `${options.publicUrl()}${ROOT}`;
  const codes = new Map<string, Granted>();
  const accesses = new Map<string, Granted>();
  const refreshes = new Map<string, Granted>();
  const keep = (map: Map<string, Granted>, granted: Granted): string => {
    const key = randomBytes(32).toString('base64url');
    map.set(key, granted);
    const [oldest = ''] = map.keys();
    if (map.size > CAPACITY) map.delete(oldest);
    return key;
  };
  const answerTokens = ({ request, person }: Granted, nonce: string) => {
    const granted = { request, person, atMs: options.now().getTime() };
    const claims = {
      iss: issuer(),
      aud: request.client_id,
      sub: person.sub,
      nonce,
      ...releaseClaims(person, request.scope),
    };
    return {
      access_token: keep(accesses, granted),
      token_type: 'Bearer',
      expires_in: ACCESS_LIFE_SECONDS,
      scope: request.scope,
      ...(request.scope.split(' ').includes('offline_access')
        ? { refresh_token: keep(refreshes, granted) }
        : {}),
      ...(faults.takes('no_id_token')
        ? {}
        : { id_token: issueIdToken(claims, { own, stranger, faults, now: options.now() }) }),
    };
  };

  await app.register(async (routes) => {
    routes.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    routes.addHook('onRequest', async (_request, reply) => {
      if (faults.takes('down')) return reply.code(503).send({ error: 'temporarily_unavailable' });
      // Never answered: the client must time out.
      return faults.takes('silent') ? reply.hijack() : undefined;
    });

    routes.get(`${ROOT}/.well-known/openid-configuration`, async () => ({
      issuer: issuer(),
      authorization_endpoint: `${issuer()}/authorize`,
      token_endpoint: `${issuer()}/token`,
      userinfo_endpoint: `${issuer()}/userinfo`,
      end_session_endpoint: `${issuer()}/logout`,
      jwks_uri: `${issuer()}/jwks.json`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['openid', 'offline_access', 'profile', 'email', 'nationalid'],
      authorization_response_iss_parameter_supported: true,
    }));

    routes.get(`${ROOT}/jwks.json`, async () => ({ keys: [own().jwk] }));

    routes.get<{ Querystring: Record<string, unknown> }>(`${ROOT}/authorize`, async (request, reply) => {
      const asked = readAuthorizeRequest(request.query, clients);
      return reply
        .header('content-security-policy', formPolicy(asked.redirect_uri))
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .type('text/html; charset=utf-8')
        .send(renderLoginPage(asked, people.list()));
    });

    routes.post<{ Body: Record<string, string> }>(`${ROOT}/authorize/decide`, async (request, reply) => {
      const form = request.body ?? {};
      const asked = readAuthorizeRequest(form, clients);
      const person = people.find(form['sub'] ?? '');
      if (form['decision'] !== 'allow' || person === undefined)
        return reply.redirect(backTo(asked, { error: 'access_denied', iss: issuer() }), 303);
      const code = keep(codes, { request: asked, person, atMs: options.now().getTime() });
      return reply.redirect(backTo(asked, { code, iss: issuer() }), 303);
    });

    routes.post<{ Body: Record<string, string> }>(`${ROOT}/token`, async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const form = request.body ?? {};
      const client = authenticateClient(request.headers.authorization, form, clients);
      if (client === undefined)
        return reply.code(401).header('www-authenticate', 'Basic').send({ error: 'invalid_client' });
      const isCode = form['grant_type'] === 'authorization_code';
      const [map, key] = isCode ? [codes, form['code'] ?? ''] : [refreshes, form['refresh_token'] ?? ''];
      const found = map.get(key);
      // RFC 6749, 4.1.2: a code works once, whatever the result; refresh tokens rotate.
      map.delete(key);
      if (found === undefined || found.request.client_id !== client.id)
        return reply.code(400).send({ error: 'invalid_grant' });
      if (!isCode) return answerTokens(found, '');
      const isEarned =
        options.now().getTime() - found.atMs < CODE_LIFE_MS &&
        form['redirect_uri'] === found.request.redirect_uri &&
        isVerifierOf(found.request.code_challenge, form['code_verifier']);
      return isEarned
        ? answerTokens(found, found.request.nonce)
        : reply.code(400).send({ error: 'invalid_grant' });
    });

    routes.get(`${ROOT}/userinfo`, async (request, reply) => {
      const found = accesses.get(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '');
      if (found === undefined)
        return reply.code(401).header('www-authenticate', 'Bearer error="invalid_token"').send({});
      const sub = faults.takes('other_userinfo') ? `${found.person.sub}0` : found.person.sub;
      return { sub, ...releaseClaims(found.person, found.request.scope) };
    });

    routes.get<{ Querystring: { post_logout_redirect_uri?: string; id_token_hint?: string } }>(
      `${ROOT}/logout`,
      async (request, reply) => {
        const { post_logout_redirect_uri: back, id_token_hint: hint } = request.query;
        if (back !== undefined && hint !== undefined && URL.canParse(back) && /^https?:/.test(back))
          return reply.redirect(back, 303);
        return reply.type('text/html; charset=utf-8').send(renderSignedOutPage());
      },
    );
  });
}
