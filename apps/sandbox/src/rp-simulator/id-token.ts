import { createHash, createHmac } from 'node:crypto';
import { type SigningKey, writeJwt } from '../signing-key.ts';
import type { RpFaultId } from './faults.ts';

const LIFE_SECONDS = 600;
const HOUR = 3600;

/** Names of `.example`, which nobody can register (RFC 2606). */
export const OTHER_ISSUER = 'https://other-issuer.example';
const OTHER_CLIENT = 'another-application';

interface Facts {
  issuer: string;
  clientId: string;
  /** The secret that the application sent or that the run names; empty for none. */
  clientSecret: string;
  sub: string;
  nonce: string | undefined;
  accessToken: string;
  claims: Record<string, unknown>;
}

interface Keys {
  published: () => SigningKey;
  unpublished: () => SigningKey;
}

/** An id_token (OpenID Connect Core, 2) with the fault of the run. */
export function issueIdToken(fault: RpFaultId, facts: Facts, keys: Keys, now: Date): string {
  const nowSeconds = Math.floor(now.getTime() / 1000);
  const claims = {
    ...facts.claims,
    iss: facts.issuer,
    sub: facts.sub,
    aud: facts.clientId,
    iat: nowSeconds,
    exp: nowSeconds + LIFE_SECONDS,
    auth_time: nowSeconds,
    at_hash: hashHalf(facts.accessToken),
    ...(facts.nonce === undefined ? {} : { nonce: facts.nonce }),
    ...changedClaims(fault, facts, nowSeconds),
  };
  if (fault === 'missing_nonce') Reflect.deleteProperty(claims, 'nonce');
  return signed(fault, claims, facts, keys);
}

function changedClaims(fault: RpFaultId, facts: Facts, now: number): Record<string, unknown> {
  switch (fault) {
    case 'wrong_issuer':
      return { iss: OTHER_ISSUER };
    case 'wrong_audience':
      return { aud: OTHER_CLIENT };
    case 'extra_audience':
      return { aud: [facts.clientId, OTHER_CLIENT] };
    case 'wrong_authorized_party':
      return { aud: [facts.clientId, OTHER_CLIENT], azp: OTHER_CLIENT };
    case 'wrong_nonce':
      return { nonce: `${facts.nonce ?? ''}-of-another-sign-in` };
    case 'wrong_at_hash':
      return { at_hash: hashHalf(`${facts.accessToken}0`) };
    case 'expired':
      return { iat: now - 2 * HOUR, auth_time: now - 2 * HOUR, exp: now - HOUR };
    case 'not_yet_valid':
      return { iat: now + HOUR, nbf: now + HOUR, exp: now + 2 * HOUR };
    default:
      return {};
  }
}

function signed(fault: RpFaultId, claims: Record<string, unknown>, facts: Facts, keys: Keys): string {
  const { jwk, publicPem, signJwt } = keys.published();
  const byHmac = (secret: string) =>
    writeJwt({ alg: 'HS256', typ: 'JWT', kid: jwk.kid }, claims, (text) =>
      createHmac('sha256', secret).update(text).digest(),
    );
  switch (fault) {
    case 'alg_none':
      return writeJwt({ alg: 'none', typ: 'JWT' }, claims, () => Buffer.alloc(0));
    case 'hs256_client_secret':
      return byHmac(facts.clientSecret);
    case 'hs256_public_key':
      return byHmac(publicPem);
    case 'unknown_key':
      return keys.unpublished().signJwt(claims);
    case 'wrong_signature':
      return keys.unpublished().signJwt(claims, jwk.kid);
    default:
      return signJwt(claims);
  }
}

/** OpenID Connect Core, 3.1.3.6: the left half of the hash that belongs to RS256. */
function hashHalf(accessToken: string): string {
  return createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url');
}
