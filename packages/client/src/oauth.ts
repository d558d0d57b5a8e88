import { isObject } from './errors.ts';
import type { GetToken } from './send.ts';

/** The provider's metadata (OpenID Connect Discovery 1.0). */
export interface Provider {
  readonly issuer: string;
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
}

/** A public client has no secret. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret?: string;
}

/** The app keeps this (in the visitor's session) until the person returns. */
export interface Authorization {
  readonly url: string;
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  readonly expiresAtMs: number;
  readonly scope: string | undefined;
  /** Claims of the id_token, if there is one. */
  readonly claims: Readonly<Record<string, unknown>> | undefined;
}

/** An error of RFC 6749: `code` is its `error`. */
export class OAuthError extends Error {
  readonly code: string;
  constructor(code: string, description: string) {
    super(description === '' ? code : `${code}: ${description}`);
    this.name = 'OAuthError';
    this.code = code;
  }
}

export async function discover(issuer: string, send: typeof fetch = fetch): Promise<Provider> {
  const answer = await send(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  const provider = (await answer.json()) as Provider;
  // OpenID Connect Discovery 1.0, 4.3: another issuer's document must not be used.
  if (provider.issuer !== issuer) throw new OAuthError('invalid_issuer', provider.issuer);
  return provider;
}

/** The address for the person: authorization code with PKCE (RFC 7636). */
export async function authorize(
  provider: Provider,
  options: {
    readonly clientId: string;
    readonly redirectUri: string;
    readonly scope?: string;
    readonly parameters?: Readonly<Record<string, string>>;
  },
): Promise<Authorization> {
  const [state, nonce, codeVerifier] = [randomText(), randomText(), randomText()];
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(codeVerifier));
  const url = new URL(provider.authorization_endpoint);
  const { clientId, redirectUri, scope = 'openid profile', parameters = {} } = options;
  for (const [name, value] of Object.entries({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope,
    state,
    nonce,
    code_challenge: toBase64Url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
    ...parameters,
  }))
    url.searchParams.set(name, value);
  return { url: url.href, redirectUri, state, nonce, codeVerifier };
}

/** Exchanges the code in the address that the person returned to. */
export async function exchangeCode(
  provider: Provider,
  client: ClientCredentials,
  authorization: Authorization,
  returnedTo: string | URL,
  send: typeof fetch = fetch,
): Promise<Tokens> {
  const { searchParams } = new URL(returnedTo);
  // Without these checks an attacker could inject a code (RFC 9700, 2.1; RFC 9207).
  if (searchParams.get('state') !== authorization.state) throw new OAuthError('invalid_state', '');
  if ((searchParams.get('iss') ?? provider.issuer) !== provider.issuer)
    throw new OAuthError('invalid_issuer', '');
  const error = searchParams.get('error');
  if (error !== null) throw new OAuthError(error, searchParams.get('error_description') ?? '');
  const tokens = await requestTokens(provider, client, send, {
    grant_type: 'authorization_code',
    code: searchParams.get('code') ?? '',
    redirect_uri: authorization.redirectUri,
    code_verifier: authorization.codeVerifier,
  });
  checkClaims(tokens.claims, provider, client, authorization.nonce);
  return tokens;
}

export function refreshTokens(
  provider: Provider,
  client: ClientCredentials,
  refreshToken: string,
  send: typeof fetch = fetch,
): Promise<Tokens> {
  return requestTokens(provider, client, send, { grant_type: 'refresh_token', refresh_token: refreshToken });
}

/** A token of the client itself, without a person. */
export function requestClientToken(
  provider: Provider,
  client: ClientCredentials,
  scope: string,
  send: typeof fetch = fetch,
): Promise<Tokens> {
  return requestTokens(provider, client, send, { grant_type: 'client_credentials', scope });
}

const marginMs = 30_000;

/** A `getToken` whose tokens `renew` replaces: with `refreshTokens`, or with `requestClientToken`. */
export function keepTokens(first: Tokens, renew: (tokens: Tokens) => Promise<Tokens>): GetToken {
  let tokens = first;
  let renewing: Promise<Tokens> | undefined;
  return async ({ isExpired }) => {
    if (isExpired || tokens.expiresAtMs - marginMs < Date.now()) {
      // One renewal for all calls, because a refresh token works once.
      renewing ??= renew(tokens).finally(() => {
        renewing = undefined;
      });
      tokens = await renewing;
    }
    return tokens.accessToken;
  };
}

async function requestTokens(
  provider: Provider,
  { clientId, clientSecret }: ClientCredentials,
  send: typeof fetch,
  fields: Readonly<Record<string, string>>,
): Promise<Tokens> {
  const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded' });
  // RFC 6749, 2.3.1: both parts are form-encoded first.
  if (clientSecret !== undefined)
    headers.set('authorization', `Basic ${btoa(`${formEncode(clientId)}:${formEncode(clientSecret)}`)}`);
  const identified = clientSecret === undefined ? { ...fields, client_id: clientId } : fields;
  const answer = await send(provider.token_endpoint, {
    method: 'POST',
    headers,
    body: new URLSearchParams(identified).toString(),
  });
  const read: unknown = await answer.json().catch(() => ({}));
  const body = isObject(read) ? read : {};
  if (!answer.ok || typeof body['access_token'] !== 'string')
    throw new OAuthError(
      String(body['error'] ?? `http_${answer.status}`),
      String(body['error_description'] ?? ''),
    );
  const text = (name: string) => (typeof body[name] === 'string' ? body[name] : undefined);
  const idToken = text('id_token');
  return {
    accessToken: body['access_token'],
    refreshToken: text('refresh_token') ?? fields['refresh_token'],
    expiresAtMs: Date.now() + Number(body['expires_in'] ?? 0) * 1000,
    scope: text('scope'),
    claims: idToken === undefined ? undefined : readClaims(idToken),
  };
}

/**
 * The signature is not checked: the token came directly from the issuer over TLS (OpenID Connect Core 1.0, 3.1.3.7).
 */
function readClaims(idToken: string): Record<string, unknown> {
  const [, payload = ''] = idToken.split('.');
  const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (char) =>
    char.charCodeAt(0),
  );
  const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
  return isObject(claims) ? claims : {};
}

function checkClaims(
  claims: Tokens['claims'],
  provider: Provider,
  client: ClientCredentials,
  nonce: string,
): void {
  if (claims === undefined) return;
  const audience = [claims['aud']].flat();
  const isMeant = claims['iss'] === provider.issuer && audience.includes(client.clientId);
  if (!isMeant || claims['nonce'] !== nonce || Number(claims['exp']) * 1000 < Date.now())
    throw new OAuthError('invalid_id_token', 'issued for another sign-in');
}

const formEncode = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);
const randomText = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/(?<!=)=+$/, '');
