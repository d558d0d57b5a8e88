import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { isSignedAhead } from './signing-times.ts';

/** The signature algorithms for proofs, also listed in discovery. */
export const proofAlgorithms = ['ES256', 'Ed25519', 'EdDSA'] as const;
/** A proof is accepted for so long, the same as at the library's own endpoints. */
const windowSeconds = 300;
/** A proof holds a key, a signature and an address; a longer one only costs us work. */
const maxProofLength = 8192;

export interface BoundRequest {
  /** The raw DPoP header; Node joins two of them with a comma. */
  readonly proof: string | readonly string[] | undefined;
  readonly token: string;
  /** The thumbprint of the key (RFC 7638) from the token. */
  readonly boundTo: string;
  readonly method: string;
  /** The requested address as the caller sees it. */
  readonly address: string;
}

export type CheckedProof =
  | { readonly fault: string }
  | { readonly fault?: undefined; readonly jti: string; readonly usableUntil: Date };

type Members = Record<string, unknown>;

/** The checks of RFC 9449 section 4.3 except replay, the expensive one last. */
export async function checkProof(request: BoundRequest, now: Date): Promise<CheckedProof> {
  const { proof } = request;
  if (typeof proof !== 'string' || proof.length > maxProofLength)
    return { fault: 'one DPoP header is needed' };
  const [, header = '', claims = '', signature = ''] = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(proof) ?? [];
  const [said, claimed] = [parse(header), parse(claims)];
  if (said === undefined || claimed === undefined) return { fault: 'the proof is not one signed JWT' };
  const key = publicKeyOf(said);
  if (said['typ'] !== 'dpop+jwt' || said['crit'] !== undefined) return { fault: 'typ must be dpop+jwt' };
  if (key === undefined) return { fault: `jwk must be a public key for ${proofAlgorithms.join(', ')}` };
  if (thumbprintOf(key) !== request.boundTo) return { fault: 'the token is bound to another key' };
  if (claimed['htm'] !== request.method) return { fault: 'htm is not the method of the request' };
  const asked = withoutQuery(request.address);
  if (asked === undefined || withoutQuery(claimed['htu']) !== asked)
    return { fault: 'htu is not the address of the request' };
  if (claimed['ath'] !== digestOf(request.token)) return { fault: 'ath does not belong to the token' };
  const { iat, jti } = claimed;
  if (typeof jti !== 'string' || jti === '') return { fault: 'jti is missing' };
  if (typeof iat !== 'number' || Math.floor(now.getTime() / 1000) - iat > windowSeconds)
    return { fault: 'iat is not recent' };
  if (isSignedAhead(claimed, now)) return { fault: 'iat or nbf is in the future' };
  if (!(await isSignedBy(key, `${header}.${claims}`, signature))) return { fault: 'the signature is wrong' };
  // A proof from a fast clock stays usable for longer, so it is remembered until it expires.
  return { jti, usableUntil: new Date((iat + windowSeconds + 1) * 1000) };
}

function parse(part: string): Members | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return isMembers(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const secretMembers = ['d', 'k', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'priv'];

/**
 * Returns only the required members, in thumbprint order. The key determines the algorithm, and the named
 * algorithm must match, so `none` and HMAC find no key here.
 */
function publicKeyOf({ alg, jwk }: Members): JsonWebKey | undefined {
  if (!isMembers(jwk) || secretMembers.some((name) => name in jwk)) return undefined;
  const { crv, kty, x, y } = jwk;
  if (typeof x !== 'string') return undefined;
  if (alg === 'ES256')
    return kty === 'EC' && crv === 'P-256' && typeof y === 'string' ? { crv, kty, x, y } : undefined;
  if (alg === 'Ed25519' || alg === 'EdDSA')
    return kty === 'OKP' && crv === 'Ed25519' ? { crv, kty, x } : undefined;
  return undefined;
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url');
const thumbprintOf = (key: JsonWebKey): string => digestOf(JSON.stringify(key));

/** Both sides are normalised (RFC 9449 section 4.3), which removes `..` and `\`. */
function withoutQuery(address: unknown): string | undefined {
  const url = typeof address === 'string' ? URL.parse(address) : null;
  return url === null ? undefined : `${url.origin}${url.pathname}`;
}

/** Runs off the main thread: checking a signature takes longer than the rest of a request. */
function isSignedBy(jwk: JsonWebKey, text: string, signature: string): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      const key = createPublicKey({ key: jwk, format: 'jwk' });
      const options = { key, dsaEncoding: 'ieee-p1363' } as const;
      verify(
        jwk.kty === 'EC' ? 'sha256' : null,
        Buffer.from(text),
        options,
        Buffer.from(signature, 'base64url'),
        (error, isGood) => resolve(error === null && isGood),
      );
    } catch {
      // The point is not on the curve.
      resolve(false);
    }
  });
}
