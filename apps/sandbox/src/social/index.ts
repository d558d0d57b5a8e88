import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { formPolicy } from '../html.ts';
import { nameOf, renderChoosePage, STYLE } from './choose-page.ts';
import { type AuthorizeRequest, backTo, readAuthorizeRequest, readClient } from './requests.ts';
import { openSigningKey } from './signing-key.ts';

const CODE_LIFE_MS = 2 * 60_000;
const TOKEN_LIFE_SECONDS = 600;
const CAPACITY = 1000;

export interface SocialOptions {
  /** The signing key is stored in `social/` below. */
  dataDir: string;
  clientId: string;
  clientSecret: string;
  /** A function, because a server on a free port learns its address only when it listens. */
  publicUrl: () => string;
  now: () => Date;
}

interface Granted {
  request: AuthorizeRequest;
  person: { sub: string; email: string; email_verified: boolean; name: string; picture: string };
  expiresAtMs: number;
}

/** An OpenID Connect provider under `/social` that signs in any e-mail address. */
export async function registerSocial(app: FastifyInstance, options: SocialOptions): Promise<void> {
  const key = await openSigningKey(options.dataDir);
  const issuer = () => `${options.publicUrl()}/social`;
  const granted = new Map<string, Granted>();

  await app.register(async (routes) => {
    routes.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );

    routes.get('/social/.well-known/openid-configuration', async () => ({
      issuer: issuer(),
      authorization_endpoint: `${issuer()}/authorize`,
      token_endpoint: `${issuer()}/token`,
      jwks_uri: `${issuer()}/jwks.json`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['openid', 'email', 'profile'],
      claims_supported: ['sub', 'email', 'email_verified', 'name', 'picture'],
    }));

    routes.get('/social/jwks.json', async () => ({ keys: [key.jwk] }));

    routes.get<{ Querystring: Record<string, unknown> }>('/social/authorize', async (request, reply) => {
      const asked = readAuthorizeRequest(request.query, options.clientId);
      return reply
        .header('content-security-policy', formPolicy(asked.redirect_uri, STYLE))
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .type('text/html; charset=utf-8')
        .send(renderChoosePage(asked));
    });

    routes.post<{ Body: Record<string, string> }>('/social/authorize/decide', async (request, reply) => {
      const form = request.body ?? {};
      const asked = readAuthorizeRequest(form, options.clientId);
      const chosen = form['as'];
      const email = (chosen ?? form['email'] ?? '').trim();
      if (chosen === undefined && form['decision'] !== 'allow')
        return reply.redirect(backTo(asked, { error: 'access_denied' }), 303);
      if (!/^[^\s@]{1,100}@[^\s@]{1,100}$/.test(email))
        return reply.redirect(backTo(asked, { error: 'invalid_request' }), 303);
      const code = randomBytes(24).toString('base64url');
      granted.set(code, {
        request: asked,
        person: {
          sub: subjectOf(email),
          email,
          email_verified: chosen !== undefined || form['email_verified'] === 'true',
          name: nameOf(email),
          picture: `https://pictures.example.mn/${subjectOf(email)}.png`,
        },
        expiresAtMs: options.now().getTime() + CODE_LIFE_MS,
      });
      for (const oldest of granted.keys()) {
        if (granted.size <= CAPACITY) break;
        granted.delete(oldest);
      }
      return reply.redirect(backTo(asked, { code }), 303);
    });

    routes.post<{ Body: Record<string, string> }>('/social/token', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const form = request.body ?? {};
      const client = readClient(request.headers.authorization, form);
      if (!isSame(client.id, options.clientId) || !isSame(client.secret, options.clientSecret))
        return reply.code(401).send({ error: 'invalid_client' });
      if (form['grant_type'] !== 'authorization_code')
        return reply.code(400).send({ error: 'unsupported_grant_type' });
      const found = granted.get(form['code'] ?? '');
      // RFC 6749, 4.1.2: a code works once, whatever the result.
      granted.delete(form['code'] ?? '');
      if (found === undefined || !isEarned(found, form, options.now()))
        return reply.code(400).send({ error: 'invalid_grant' });
      const nowSeconds = Math.floor(options.now().getTime() / 1000);
      return {
        access_token: randomBytes(24).toString('base64url'),
        token_type: 'Bearer',
        expires_in: TOKEN_LIFE_SECONDS,
        id_token: key.signJwt({
          iss: issuer(),
          aud: options.clientId,
          ...found.person,
          nonce: found.request.nonce,
          iat: nowSeconds,
          exp: nowSeconds + TOKEN_LIFE_SECONDS,
        }),
      };
    });
  });
}

function isEarned(found: Granted, form: Record<string, string>, now: Date): boolean {
  if (found.expiresAtMs <= now.getTime() || form['redirect_uri'] !== found.request.redirect_uri) return false;
  const hashed = createHash('sha256')
    .update(form['code_verifier'] ?? '')
    .digest('base64url');
  return isSame(hashed, found.request.code_challenge);
}

/** The same address is the same account, as at a real provider. */
function subjectOf(email: string): string {
  return createHash('sha256').update(`social|${email.toLowerCase()}`).digest('hex').slice(0, 21);
}

function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
