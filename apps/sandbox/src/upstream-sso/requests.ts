import { createHash, timingSafeEqual } from 'node:crypto';
import { problem } from '../problem.ts';

export interface UpstreamClient {
  id: string;
  /** null for a public client. */
  secret: string | null;
}

/**
 * The parameters of an authorization request (OpenID Connect Core, 3.1.2.1; RFC 7636, 4.3). PKCE is required
 * of every client.
 */
export interface AuthorizeRequest {
  client_id: string;
  redirect_uri: string;
  scope: string;
  state: string;
  nonce: string;
  code_challenge: string;
}

const text = (given: Record<string, unknown>, name: string): string => {
  const value = given[name] ?? '';
  if (typeof value !== 'string' || value.length > 2048)
    throw problem(400, 'malformed', `${name} is not a text.`);
  return value;
};

/** No redirect happens before the address is checked. The sandbox accepts any valid address. */
export function readAuthorizeRequest(
  given: Record<string, unknown>,
  clients: readonly UpstreamClient[],
): AuthorizeRequest {
  const clientId = text(given, 'client_id');
  const redirectUri = text(given, 'redirect_uri');
  if (!clients.some(({ id }) => id === clientId))
    throw problem(400, 'unknown_client', 'client_id is not known here.');
  if (!URL.canParse(redirectUri) || redirectUri.includes('#') || /^(javascript|data):/i.test(redirectUri))
    throw problem(400, 'bad_redirect', 'redirect_uri is not an address without a fragment.');
  const challenge = text(given, 'code_challenge');
  if (text(given, 'response_type') !== 'code' || text(given, 'code_challenge_method') !== 'S256')
    throw problem(400, 'malformed', 'Only response_type code with code_challenge_method S256.');
  if (!/^[\w-]{43}$/.test(challenge)) throw problem(400, 'malformed', 'code_challenge is not one.');
  return {
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: text(given, 'scope'),
    state: text(given, 'state'),
    nonce: text(given, 'nonce'),
    code_challenge: challenge,
  };
}

export function backTo(request: AuthorizeRequest, answer: Record<string, string>): string {
  const url = new URL(request.redirect_uri);
  const { state } = request;
  for (const [name, value] of Object.entries({ ...answer, ...(state === '' ? {} : { state }) }))
    url.searchParams.set(name, value);
  return url.href;
}

/** The authenticated client: by its secret, or without one for a public client. */
export function authenticateClient(
  authorization: string | undefined,
  form: Record<string, string>,
  clients: readonly UpstreamClient[],
): UpstreamClient | undefined {
  const [id, secret] = readCredentials(authorization, form);
  const client = clients.find((candidate) => candidate.id === id);
  if (client === undefined) return undefined;
  if (client.secret === null) return secret === null ? client : undefined;
  return secret !== null && isSame(secret, client.secret) ? client : undefined;
}

function readCredentials(
  authorization: string | undefined,
  form: Record<string, string>,
): [id: string, secret: string | null] {
  if (authorization?.startsWith('Basic ') !== true)
    return [form['client_id'] ?? '', form['client_secret'] ?? null];
  const [id = '', secret = ''] = Buffer.from(authorization.slice(6), 'base64').toString().split(':');
  const decode = (part: string) => decodeURIComponent(part.replaceAll('+', ' '));
  return [decode(id), decode(secret)];
}

export function isVerifierOf(challenge: string, verifier: string | undefined): boolean {
  return isSame(
    createHash('sha256')
      .update(verifier ?? '')
      .digest('base64url'),
    challenge,
  );
}

function isSame(a: string, b: string): boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest();
  return timingSafeEqual(digest(a), digest(b));
}
