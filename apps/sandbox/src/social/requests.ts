import { problem } from '../problem.ts';

/** The supported parameters of an authorization request (OpenID Connect Core, 3.1.2.1). */
export interface AuthorizeRequest {
  client_id: string;
  redirect_uri: string;
  nonce: string;
  code_challenge: string;
  state?: string;
  login_hint?: string;
}

/**
 * No redirect happens before the address is checked: a wrong client or address is shown to the person. The
 * sandbox has no list of addresses; a code works only with the requested one.
 */
export function readAuthorizeRequest(given: Record<string, unknown>, clientId: string): AuthorizeRequest {
  const read = (name: string): string | undefined => {
    const value = given[name];
    if (value === undefined || value === '') return undefined;
    if (typeof value !== 'string' || value.length > 2048)
      throw problem(400, 'malformed', `${name} is not a text.`);
    return value;
  };
  if (read('client_id') !== clientId) throw problem(400, 'unknown_client', 'client_id is not known here.');
  const redirectUri = read('redirect_uri') ?? '';
  if (
    !URL.canParse(redirectUri) ||
    !/^https?:$/.test(new URL(redirectUri).protocol) ||
    redirectUri.includes('#')
  )
    throw problem(400, 'bad_redirect', 'redirect_uri is not a web address without a fragment.');
  if ((read('response_type') ?? 'code') !== 'code')
    throw problem(400, 'malformed', 'Only response_type code.');
  const challenge = read('code_challenge') ?? '';
  // RFC 7636, 4.2: an S256 challenge is 32 bytes in base64url. Without the method a client would mean
  // `plain`.
  if (!/^[\w-]{43}$/.test(challenge) || read('code_challenge_method') !== 'S256')
    throw problem(400, 'malformed', 'PKCE is required: code_challenge with code_challenge_method S256.');
  const nonce = read('nonce');
  if (nonce === undefined) throw problem(400, 'malformed', 'nonce is required.');
  return {
    client_id: clientId,
    redirect_uri: redirectUri,
    nonce,
    code_challenge: challenge,
    ...optional('state', read('state')),
    ...optional('login_hint', read('login_hint')),
  };
}

function optional<K extends string>(name: K, value: string | undefined): Partial<Record<K, string>> {
  return value === undefined ? {} : ({ [name]: value } as Record<K, string>);
}

export function backTo(request: AuthorizeRequest, answer: Record<string, string>): string {
  const url = new URL(request.redirect_uri);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  if (request.state !== undefined) url.searchParams.set('state', request.state);
  return url.href;
}

/** `client_secret_basic` or `client_secret_post` (OpenID Connect Core, 9). */
export function readClient(
  authorization: string | undefined,
  form: Record<string, string>,
): { id: string; secret: string } {
  if (authorization?.startsWith('Basic ') !== true)
    return { id: form['client_id'] ?? '', secret: form['client_secret'] ?? '' };
  const [id = '', secret = ''] = Buffer.from(authorization.slice(6), 'base64').toString().split(':');
  return { id: decodePart(id), secret: decodePart(secret) };
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return '';
  }
}
