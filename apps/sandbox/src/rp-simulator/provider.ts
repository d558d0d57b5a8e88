import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CITIZENS } from '../citizens.ts';
import { problem } from '../problem.ts';
import { createSigningKey } from '../signing-key.ts';
import { personOf, releaseClaims } from '../upstream-sso/people.ts';
import type { Attempt } from './attempt.ts';
import { issueIdToken, OTHER_ISSUER } from './id-token.ts';
import { isVerifierOf, type Parameters, read, readCaller, withoutSecrets } from './requests.ts';
import { type Run, type Runs, recordRequest, startAttempt } from './runs.ts';

export const ROOT = '/oidc-simulator';
const CODE_LIFE_MS = 60_000;
const ACCESS_LIFE_SECONDS = 600;

interface ProviderParts {
  runs: Runs;
  issuerOf: (run: Run) => string;
  now: () => Date;
  /** Ends every wait of a slow answer. */
  closing: AbortSignal;
}

type RunRequest = FastifyRequest<{ Params: { run: string } }>;

/** An OpenID Connect provider per run, without pages: the authorization endpoint answers at once. */
export async function registerSimulatedProvider(app: FastifyInstance, parts: ProviderParts): Promise<void> {
  const { runs, issuerOf, now } = parts;
  const keys = { published: createSigningKey(), unpublished: createSigningKey() };
  const runOf = (request: FastifyRequest) => runs.require((request as RunRequest).params.run);
  const record = (
    request: FastifyRequest,
    endpoint: string,
    parameters: Parameters,
    answer: string,
    attempt?: Attempt,
  ) =>
    recordRequest(runOf(request), {
      at: now(),
      endpoint,
      method: request.method,
      parameters: withoutSecrets(parameters),
      answer,
      attempt: attempt?.number ?? null,
    });

  const authorize = async (request: FastifyRequest, reply: FastifyReply) => {
    const run = runOf(request);
    const given = parametersOf(request);
    let asked: ReturnType<typeof readAuthorization>;
    try {
      asked = readAuthorization(run, given);
    } catch (error) {
      record(request, 'authorization', given, '400');
      throw error;
    }
    const attempt = startAttempt(run, now(), asked);
    const answer = authorizationAnswer(attempt, read(given, 'state'), issuerOf(run));
    record(request, 'authorization', given, answer['error'] ?? 'code', attempt);
    const back = new URL(asked.redirectUri);
    for (const [name, value] of Object.entries(answer)) back.searchParams.set(name, value);
    return reply.header('cache-control', 'no-store').redirect(back.href, 303);
  };

  const exchange = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store');
    const run = runOf(request);
    const form = parametersOf(request);
    const caller = readCaller(request.headers.authorization, form);
    const code = read(form, 'code');
    const attempt = code === undefined ? undefined : run.attempts.find((one) => one.code === code);
    const fail = (status: number, error: string) => {
      record(request, 'token', form, `${status} ${error}`, attempt);
      return reply.code(status).send({ error });
    };
    if (attempt !== undefined) attempt.clientAuthentication = caller.method;
    const isFirst = attempt !== undefined && !attempt.codePresented;
    if (attempt !== undefined) attempt.codePresented = true;
    if (caller.id !== run.clientId) return fail(401, 'invalid_client');
    if (read(form, 'grant_type') !== 'authorization_code') return fail(400, 'unsupported_grant_type');
    // RFC 6749, 4.1.2: a code works once, whatever the result.
    if (!isFirst || now().getTime() - attempt.startedAt.getTime() >= CODE_LIFE_MS)
      return fail(400, 'invalid_grant');
    if (
      read(form, 'redirect_uri') !== attempt.redirectUri ||
      !isVerifierOf(attempt.challenge, read(form, 'code_verifier'))
    )
      return fail(400, 'invalid_grant');
    if (attempt.fault === 'token_error') {
      record(request, 'token', form, '500', attempt);
      return reply.code(500).type('text/html; charset=utf-8').send('<h1>Internal Server Error</h1>');
    }
    if (attempt.fault === 'slow_token') {
      record(request, 'token', form, `waits ${run.slowMs} ms`, attempt);
      attempt.waitedToTheEnd = await isStillWaitingAfter(reply, run.slowMs, parts.closing);
    } else record(request, 'token', form, '200', attempt);
    attempt.accessToken = randomBytes(32).toString('base64url');
    const person = personOf(attempt.citizen);
    const facts = {
      issuer: issuerOf(run),
      clientId: run.clientId,
      clientSecret: run.clientSecret ?? caller.secret,
      sub: person.sub,
      nonce: attempt.nonce,
      accessToken: attempt.accessToken,
      claims: releaseClaims(person, attempt.scope),
    };
    return {
      access_token: attempt.accessToken,
      token_type: 'Bearer',
      expires_in: ACCESS_LIFE_SECONDS,
      scope: attempt.scope,
      id_token: issueIdToken(attempt.fault, facts, keys, now()),
    };
  };

  const userinfo = async (request: FastifyRequest, reply: FastifyReply) => {
    const run = runOf(request);
    const token =
      /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ??
      read(parametersOf(request), 'access_token');
    const attempt = run.attempts.find(({ accessToken }) => accessToken !== null && accessToken === token);
    record(request, 'userinfo', {}, attempt === undefined ? '401' : '200', attempt);
    if (attempt === undefined)
      return reply.code(401).header('www-authenticate', 'Bearer error="invalid_token"').send({});
    attempt.userinfoCalled = true;
    const isWrong = attempt.fault === 'wrong_userinfo_subject';
    const shown = isWrong ? CITIZENS.find((citizen) => citizen !== attempt.citizen) : undefined;
    const person = personOf(shown ?? attempt.citizen);
    return { sub: person.sub, ...releaseClaims(person, attempt.scope) };
  };

  const endSession = async (request: FastifyRequest, reply: FastifyReply) => {
    const run = runOf(request);
    const given = parametersOf(request);
    record(request, 'end_session', given, '200');
    const back = read(given, 'post_logout_redirect_uri');
    if (back === undefined || !run.postLogoutRedirectUris.includes(back))
      return reply.type('text/plain; charset=utf-8').send('Гарлаа / Signed out');
    const url = new URL(back);
    const state = read(given, 'state');
    if (state !== undefined) url.searchParams.set('state', state);
    return reply.redirect(url.href, 303);
  };

  await app.register(async (routes) => {
    routes.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, readForm(String(body))),
    );
    // An application in a browser calls these endpoints from its own origin.
    routes.addHook('onRequest', async (_request, reply) => {
      reply.headers({
        'access-control-allow-origin': '*',
        'access-control-allow-headers': 'authorization, content-type, dpop',
      });
    });
    routes.options(`${ROOT}/:run/*`, async (_request, reply) => reply.code(204).send());

    routes.get(`${ROOT}/:run/.well-known/openid-configuration`, async (request) => {
      record(request, 'discovery', {}, '200');
      return discoveryOf(issuerOf(runOf(request)));
    });
    routes.get(`${ROOT}/:run/jwks.json`, async (request) => {
      record(request, 'jwks', {}, '200');
      return { keys: [keys.published().jwk] };
    });
    // OpenID Connect Core, 3.1.2.1 and 5.3.1, demand both methods.
    routes.route({ method: ['GET', 'POST'], url: `${ROOT}/:run/authorize`, handler: authorize });
    routes.route({ method: ['GET', 'POST'], url: `${ROOT}/:run/userinfo`, handler: userinfo });
    routes.route({ method: ['GET', 'POST'], url: `${ROOT}/:run/logout`, handler: endSession });
    routes.post(`${ROOT}/:run/token`, exchange);
  });
}

function discoveryOf(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    end_session_endpoint: `${issuer}/logout`,
    jwks_uri: `${issuer}/jwks.json`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: [
      'client_secret_basic',
      'client_secret_post',
      'client_secret_jwt',
      'private_key_jwt',
      'none',
    ],
    token_endpoint_auth_signing_alg_values_supported: ['RS256', 'PS256', 'ES256', 'HS256'],
    code_challenge_methods_supported: ['S256', 'plain'],
    scopes_supported: ['openid', 'profile', 'email', 'nationalid'],
    request_uri_parameter_supported: false,
    authorization_response_iss_parameter_supported: true,
  };
}

/** No redirect happens before the client and the address are checked. */
function readAuthorization(run: Run, given: Parameters) {
  const redirectUri = read(given, 'redirect_uri') ?? '';
  if (read(given, 'client_id') !== run.clientId)
    throw problem(400, 'unknown_client', 'client_id is not the one of this run.');
  if (!run.redirectUris.includes(redirectUri))
    throw problem(400, 'bad_redirect', 'redirect_uri is not one of this run.');
  if (read(given, 'response_type') !== 'code')
    throw problem(400, 'unsupported_response_type', 'Only response_type code.');
  if ((read(given, 'response_mode') ?? 'query') !== 'query')
    throw problem(400, 'malformed', 'Only response_mode query.');
  const scope = read(given, 'scope') ?? '';
  if (!scope.split(' ').includes('openid')) throw problem(400, 'malformed', 'scope lacks openid.');
  const value = read(given, 'code_challenge');
  const method = read(given, 'code_challenge_method') ?? 'plain';
  if (value !== undefined && method !== 'S256' && method !== 'plain')
    throw problem(400, 'malformed', 'code_challenge_method is neither S256 nor plain.');
  return {
    redirectUri,
    scope,
    nonce: read(given, 'nonce'),
    hasState: read(given, 'state') !== undefined,
    challenge: value === undefined ? undefined : { value, method },
  };
}

function authorizationAnswer(
  attempt: Attempt,
  state: string | undefined,
  issuer: string,
): Record<string, string> {
  const { fault } = attempt;
  const isWrongState = fault === 'wrong_state';
  const envelope: Record<string, string> = {
    ...(state === undefined ? {} : { state: isWrongState ? `${state}-of-another-sign-in` : state }),
    ...(fault === 'missing_response_issuer' ? {} : { iss: issuer }),
    ...(fault === 'wrong_response_issuer' ? { iss: OTHER_ISSUER } : {}),
  };
  if (fault === 'access_denied' || fault === 'temporarily_unavailable') return { error: fault, ...envelope };
  attempt.code = randomBytes(32).toString('base64url');
  return { code: attempt.code, ...envelope };
}

/** False as soon as the application closes its connection. */
function isStillWaitingAfter(reply: FastifyReply, ms: number, closing: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isWaiting: boolean) => {
      clearTimeout(timer);
      reply.raw.off('close', giveUp);
      closing.removeEventListener('abort', giveUp);
      resolve(isWaiting);
    };
    const giveUp = () => end(false);
    const timer = setTimeout(() => end(true), ms);
    reply.raw.once('close', giveUp);
    closing.addEventListener('abort', giveUp, { once: true });
  });
}

function parametersOf(request: FastifyRequest): Parameters {
  return Object((request.method === 'GET' ? request.query : request.body) ?? {});
}

/** A repeated parameter becomes a list, which `read` refuses (RFC 6749, 3.1). */
function readForm(body: string): Parameters {
  const form = new URLSearchParams(body);
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const values = form.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}
