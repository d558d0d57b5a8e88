import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto';

/** What a proof may be signed with; discovery says the same. */
export const proofAlgorithms = ['ES256', 'Ed25519', 'EdDSA'] as const;
/** As far as clocks may differ, either way: what the library allows at its own endpoints. */
const windowSeconds = 300;
/** A proof holds a key, a signature and an address; whoever sends more wants us to work. */
const longestProof = 8192;

/** A request with a token that is bound to a key (RFC 9449). */
export interface BoundRequest {
  /** The DPoP header as it came; two of them arrive joined by a comma. */
  readonly proof: string | readonly string[] | undefined;
  readonly token: string;
  /** The thumbprint of the key (RFC 7638), as the token was issued with it. */
  readonly boundTo: string;
  readonly method: string;
  /** The address asked for as the caller sees it. */
  readonly address: string;
}

export type CheckedProof =
  | { readonly fault: string }
  | { readonly fault?: undefined; readonly jti: string; readonly usableUntil: Date };

type Members = Record<string, unknown>;

/** Everything but whether the proof was used before: the steps of RFC 9449 section 4.3, the dear one last. */
export async function checkProof(request: BoundRequest, now: Date): Promise<CheckedProof> {
  const { proof } = request;
  if (typeof proof !== 'string' || proof.length > longestProof) return { fault: 'one DPoP header is needed' };
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
  if (typeof iat !== 'number' || Math.abs(Math.floor(now.getTime() / 1000) - iat) > windowSeconds)
    return { fault: 'iat is not recent' };
  if (!(await isSignedBy(key, `${header}.${claims}`, signature))) return { fault: 'the signature is wrong' };
  // One from a fast clock can be used for longer than one made now: it is remembered until it is of no more use.
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
 * The members that make the key and no other, in the order that a thumbprint is made of. Which algorithm checks the
 * signature follows from the key: the one that is named must be of the same kind, so `none` and HMAC have no key here.
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

/** Both sides are brought to one spelling (RFC 9449 section 4.3), which leaves no `..` or `\` in either. */
function withoutQuery(address: unknown): string | undefined {
  const url = typeof address === 'string' ? URL.parse(address) : null;
  return url === null ? undefined : `${url.origin}${url.pathname}`;
}

/** Off the main thread: a signature takes longer to check than the rest of a request. */
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
      // A point that is on no curve.
      resolve(false);
    }
  });
}
