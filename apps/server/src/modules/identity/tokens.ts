import { createHmac, timingSafeEqual } from 'node:crypto';

/** `iat` has milliseconds, so that a cutoff separates tokens of the same second. */
export interface TokenClaims {
  readonly sub: string;
  readonly role_id: number;
  readonly kind: 'access' | 'refresh';
  readonly fid: string;
  readonly jti: string;
  readonly iss: string;
  readonly iat: number;
  readonly exp: number;
}

export interface TokenService {
  sign(claims: Omit<TokenClaims, 'iss'>): string;
  /** Undefined for every kind of invalid token, so that the caller gives one answer to all. */
  verify(token: string, kind: TokenClaims['kind'], nowMs: number): TokenClaims | undefined;
  /** Like verify, but accepts an expired token, for sign-out. */
  recognise(token: string, kind: TokenClaims['kind']): TokenClaims | undefined;
}

/** The only header we write and accept: comparing its text pins the algorithm (RFC 8725, 3.1). */
const header = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url');
const maxLength = 4096;
const cacheLimit = 5000;

/**
 * Own implementation for a measured reason (one process, Node 24): sign 5 µs, against 7 with fast-jwt and 55 with jose;
 * verify 11 µs, against 10 and 55; a forged token 5 µs, against 40 with fast-jwt, which throws for each. fast-jwt also
 * accepts several spellings of one signature and reads its clock once per verifier.
 */
export function createTokens(secret: string, issuer: string): TokenService {
  const signatureOf = (text: string) => createHmac('sha256', secret).update(text).digest('base64url');

  // A token comes with every request for fifteen minutes, so its signature is verified once (then 0.1 µs); revocation
  // is checked elsewhere on every request.
  const verified = new Map<string, TokenClaims>();
  const remember = (token: string, claims: TokenClaims): TokenClaims => {
    if (verified.size >= cacheLimit) verified.delete(verified.keys().next().value as string);
    verified.set(token, claims);
    return claims;
  };

  const recognise = (token: string, kind: TokenClaims['kind']): TokenClaims | undefined => {
    const before = verified.get(token);
    if (before !== undefined) return before.kind === kind ? before : undefined;
    if (token.length > maxLength || !token.startsWith(`${header}.`)) return undefined;
    const end = token.lastIndexOf('.');
    if (end <= header.length) return undefined;
    // Compared as text: base64url decoding ignores stray characters, so one token would have many spellings.
    const given = Buffer.from(token.slice(end + 1));
    const expected = Buffer.from(signatureOf(token.slice(0, end)));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    const claims = parse(token.slice(header.length + 1, end));
    return claims?.iss === issuer && claims.kind === kind ? remember(token, claims) : undefined;
  };

  return {
    sign: (claims) => {
      const payload = Buffer.from(JSON.stringify({ ...claims, iss: issuer })).toString('base64url');
      const text = `${header}.${payload}`;
      return `${text}.${signatureOf(text)}`;
    },
    recognise,
    verify: (token, kind, nowMs) => {
      const claims = recognise(token, kind);
      return claims !== undefined && typeof claims.exp === 'number' && claims.exp * 1000 > nowMs
        ? claims
        : undefined;
    },
  };
}

function parse(payload: string): TokenClaims | null | undefined {
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString()) as TokenClaims | null;
  } catch {
    return undefined;
  }
}
