import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formPolicy } from '../html.ts';
import { problem } from '../problem.ts';
import type { Account } from './accounts.ts';
import { renderConsentPage } from './consent-page.ts';
import type { CloudFaults } from './faults.ts';
import { type AskedCode, type Grants, type Issued, isSame } from './grants.ts';

export interface CloudClient {
  id: string;
  secret: string;
}

export interface OAuthServer {
  /** The name on the page. */
  title: string;
  authorizePath: string;
  tokenPath: string;
  client: CloudClient;
  accounts: readonly Account[];
  grants: Grants;
  faults: CloudFaults;
  /** Dropbox takes a client with PKCE and without its secret, and reads the query of the token endpoint too. */
  isLenient: boolean;
  /** Whether this request asks for a refresh token. */
  isOffline(query: Record<string, string>): boolean;
  /** Parameters of the redirect beside code and state. */
  beside(): Record<string, string>;
  /** The answer of the token endpoint. */
  describe(issued: Issued, nonce: string | undefined): object;
}

/** The authorization code flow with PKCE and a client secret, as both providers offer it. */
export function registerOAuthServer(routes: FastifyInstance, server: OAuthServer): void {
  const { client, grants } = server;

  routes.get<{ Querystring: Record<string, unknown> }>(server.authorizePath, async (request, reply) => {
    const query = textsOf(request.query);
    const asked = readAsked(query, server);
    return reply
      .header('content-security-policy', formPolicy(asked.redirectUri))
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(
        renderConsentPage({
          provider: server.title,
          asked: query,
          accounts: server.accounts,
          action: `${server.authorizePath.split('/').at(-1)}/decide`,
        }),
      );
  });

  routes.post<{ Body: Record<string, string> }>(`${server.authorizePath}/decide`, async (request, reply) => {
    const form = textsOf(request.body ?? {});
    const asked = readAsked(form, server);
    const account = server.accounts.find(({ email }) => email === form['account']);
    const back = new URL(asked.redirectUri);
    if (form['state']) back.searchParams.set('state', form['state']);
    for (const [name, value] of Object.entries(server.beside())) back.searchParams.set(name, value);
    if (form['decision'] !== 'allow' || account === undefined)
      back.searchParams.set('error', 'access_denied');
    else back.searchParams.set('code', grants.createCode(asked, account));
    return reply.redirect(back.href, 303);
  });

  routes.post<{ Body: Record<string, string>; Querystring: Record<string, string> }>(
    server.tokenPath,
    async (request, reply) => {
      if (server.faults.apply('token', request, reply)) return reply;
      await server.faults.hold('token');
      reply.header('cache-control', 'no-store');
      const form = { ...(server.isLenient ? request.query : {}), ...request.body };
      if (!isClient(request, form, server)) return reply.code(401).send({ error: 'invalid_client' });
      if (form['grant_type'] === 'refresh_token') {
        const issued = grants.refresh(form['refresh_token'] ?? '');
        return issued === 'invalid_grant' ? refuse(reply) : server.describe(issued, undefined);
      }
      if (form['grant_type'] !== 'authorization_code')
        return reply.code(400).send({ error: 'unsupported_grant_type' });
      const redeemed = grants.redeem(form['code'] ?? '', {
        clientId: client.id,
        redirectUri: form['redirect_uri'] ?? '',
        verifier: form['code_verifier'] ?? '',
      });
      return redeemed === 'invalid_grant' ? refuse(reply) : server.describe(redeemed.issued, redeemed.nonce);
    },
  );
}

const refuse = (reply: FastifyReply) =>
  reply.code(400).send({ error: 'invalid_grant', error_description: 'Token has been expired or revoked.' });

/** Reads forms, as every endpoint of OAuth 2 takes them. */
export function readForms(routes: FastifyInstance): void {
  routes.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  // Dropbox's own client names this type, sends nothing and puts its parameters into the query.
  routes.removeContentTypeParser('application/json');
  routes.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, _body, done) =>
    done(null, {}),
  );
}

function textsOf(given: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, string] => {
      if (typeof entry[1] !== 'string' || entry[1].length > 2048)
        throw problem(400, 'malformed', `${entry[0]} is not a text.`);
      return true;
    }),
  );
}

/** No redirect happens before the address is checked; PKCE is required, so that a client without it is found. */
function readAsked(query: Record<string, string>, server: OAuthServer): AskedCode {
  const redirectUri = query['redirect_uri'] ?? '';
  if (query['client_id'] !== server.client.id)
    throw problem(400, 'unknown_client', 'client_id is not known here.');
  if (!URL.canParse(redirectUri) || !/^https?:[^#]+$/.test(redirectUri))
    throw problem(400, 'bad_redirect', 'redirect_uri is not a web address without a fragment.');
  if (query['response_type'] !== 'code') throw problem(400, 'malformed', 'Only response_type code.');
  const codeChallenge = query['code_challenge'] ?? '';
  if (query['code_challenge_method'] !== 'S256' || !/^[\w-]{43}$/.test(codeChallenge))
    throw problem(400, 'malformed', 'PKCE with S256 is required.');
  return {
    clientId: server.client.id,
    redirectUri,
    scope: query['scope'] ?? '',
    nonce: query['nonce'] ?? '',
    codeChallenge,
    isOffline: server.isOffline(query),
  };
}

function isClient(
  request: FastifyRequest,
  form: Record<string, string>,
  { client, isLenient }: Pick<OAuthServer, 'client' | 'isLenient'>,
): boolean {
  const { authorization } = request.headers;
  const isPublic = isLenient && authorization === undefined && form['client_secret'] === undefined;
  if (isPublic) return form['client_id'] === client.id;
  if (authorization?.startsWith('Basic ') !== true)
    return form['client_id'] === client.id && isSame(form['client_secret'] ?? '', client.secret);
  const [id = '', secret = ''] = Buffer.from(authorization.slice(6), 'base64').toString().split(':');
  return decodeURIComponent(id) === client.id && isSame(decodeURIComponent(secret), client.secret);
}

export const bearerOf = ({ headers }: FastifyRequest): string =>
  /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
