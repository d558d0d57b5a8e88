import { createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto';

export interface IdTokenClaims {
  iss: string;
  sub: string;
  email: string;
  emailVerified: boolean;
}

export type IdTokenVerdict = { ok: true; claims: IdTokenClaims } | { ok: false; reason: string };

export interface Expected {
  issuer: string;
  clientId: string;
  nonce: string | undefined;
  now: Date;
}

/** Clocks of two houses differ a little. */
const SKEW_SECONDS = 60;
const LEAST_RSA_BITS = 2048;
const MAX_LENGTH = 16_384;

/** OpenID Connect Core, 3.1.3.7, in its order. `reason` is a word for the log and holds nothing of the person. */
export function verifyIdToken(
  token: string,
  keys: readonly JsonWebKey[],
  expected: Expected,
): IdTokenVerdict {
  const [head = '', body = '', signature = '', ...more] = token.split('.');
  if (token.length > MAX_LENGTH || more.length > 0) return refuse('not a token');
  const header = parse(head);
  const claims = parse(body);
  if (header === undefined || claims === undefined) return refuse('not a token');
  // RFC 8725, 3.1: the algorithm is ours to choose, not the token's.
  if (header['alg'] !== 'RS256') return refuse('algorithm');
  const key = findKey(keys, header['kid']);
  if (key === undefined) return refuse('unknown key');
  const signed = Buffer.from(`${head}.${body}`);
  if (!verify('RSA-SHA256', signed, key, Buffer.from(signature, 'base64url'))) return refuse('signature');

  if (claims['iss'] !== expected.issuer) return refuse('issuer');
  const audience = [claims['aud'] ?? []].flat();
  if (!audience.includes(expected.clientId)) return refuse('audience');
  if (audience.length > 1 && claims['azp'] !== expected.clientId) return refuse('authorized party');
  const nowSeconds = expected.now.getTime() / 1000;
  if (typeof claims['exp'] !== 'number' || claims['exp'] + SKEW_SECONDS <= nowSeconds)
    return refuse('expired');
  if (typeof claims['iat'] !== 'number' || claims['iat'] - SKEW_SECONDS > nowSeconds)
    return refuse('from the future');
  if (expected.nonce !== undefined && claims['nonce'] !== expected.nonce) return refuse('nonce');

  const { sub, email } = claims;
  if (typeof sub !== 'string' || sub.length < 1 || sub.length > 255) return refuse('subject');
  if (typeof email !== 'string' || email.length < 3 || email.length > 320) return refuse('no e-mail address');
  return {
    ok: true,
    // The very word true: a text "true" or a missing claim proves nothing.
    claims: { iss: expected.issuer, sub, email, emailVerified: claims['email_verified'] === true },
  };
}

function findKey(keys: readonly JsonWebKey[], kid: unknown): KeyObject | undefined {
  const candidates = keys.filter(
    (key) => key.kty === 'RSA' && (key['use'] ?? 'sig') === 'sig' && (key['alg'] ?? 'RS256') === 'RS256',
  );
  const found =
    kid === undefined && candidates.length === 1
      ? candidates[0]
      : candidates.find((key) => typeof kid === 'string' && key['kid'] === kid);
  if (found === undefined) return undefined;
  try {
    const key = createPublicKey({ key: found, format: 'jwk' });
    return (key.asymmetricKeyDetails?.modulusLength ?? 0) >= LEAST_RSA_BITS ? key : undefined;
  } catch {
    return undefined;
  }
}

function parse(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function refuse(reason: string): IdTokenVerdict {
  return { ok: false, reason };
}
