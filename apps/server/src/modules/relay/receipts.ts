import { createPublicKey, type JsonWebKey, sign, verify } from 'node:crypto';
import { keyIdOf, type SigningKey } from './keys.ts';
import type { Jwks } from './platform-store.ts';

/** What the receiver of a message confirms. */
export interface Receipt {
  /** `request` for a new request, `answer` for the answer to one. */
  readonly kind: 'request' | 'answer' | 'notice';
  /** Code of the receiver, who signs. */
  readonly iss: string;
  /** Code of the sender. */
  readonly aud: string;
  readonly message_id: string;
  readonly event: string;
  /** SHA-256 of the raw bytes that came. */
  readonly digest: string;
  /** SHA-256 of the request that an answer belongs to. */
  readonly request_digest?: string;
  /** The request at the receiver. */
  readonly request_id: string;
  readonly received_at: string;
}

/** A JWS of Ed25519; the type keeps a receipt from passing as something else that this key signs. */
export type TokenType = 'relay-receipt+jwt' | 'relay-evidence+jwt';
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export function signToken(key: SigningKey, type: TokenType, content: object): string {
  const signed = `${encode({ alg: 'EdDSA', kid: key.id, typ: type })}.${encode(content)}`;
  return `${signed}.${sign(null, Buffer.from(signed), key.privateKey).toString('base64url')}`;
}

export const signReceipt = (key: SigningKey, receipt: Receipt): string =>
  signToken(key, 'relay-receipt+jwt', receipt);

/** Undefined unless one of the keys signed it. */
export const openReceipt = (text: string, keys: Jwks): Receipt | undefined =>
  openToken(text, keys, 'relay-receipt+jwt')?.content as Receipt | undefined;

export function openToken(
  text: string,
  keys: Jwks,
  type: TokenType,
): { content: Record<string, unknown>; keyId: string } | undefined {
  const [header = '', payload = '', signature = '', ...rest] = text.split('.');
  if (rest.length > 0) return undefined;
  try {
    const { alg, kid, typ } = decode(header);
    const jwk = keys.keys.find((key) => key.kid === kid);
    if (alg !== 'EdDSA' || typ !== type || jwk?.crv !== 'Ed25519' || keyIdOf(jwk.x ?? '') !== kid)
      return undefined;
    const bytes = Buffer.from(signature, 'base64url');
    // Other spellings of the same bytes would be alterations that nobody notices.
    if (bytes.toString('base64url') !== signature) return undefined;
    const publicKey = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });
    const isSigned = verify(null, Buffer.from(`${header}.${payload}`), publicKey, bytes);
    return isSigned ? { content: decode(payload), keyId: jwk.kid ?? '' } : undefined;
  } catch {
    return undefined;
  }
}

const decode = (part: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>;
