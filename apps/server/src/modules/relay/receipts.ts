import { createPublicKey, type JsonWebKey, sign, verify } from 'node:crypto';
import type { SigningKey } from './keys.ts';
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

const type = 'relay-receipt+jwt';
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export function signReceipt(key: SigningKey, receipt: Receipt): string {
  const content = `${encode({ alg: 'EdDSA', kid: key.id, typ: type })}.${encode(receipt)}`;
  return `${content}.${sign(null, Buffer.from(content), key.privateKey).toString('base64url')}`;
}

/** Undefined unless one of the keys signed it. */
export function openReceipt(text: string, keys: Jwks): Receipt | undefined {
  const [header = '', payload = '', signature = '', ...rest] = text.split('.');
  if (rest.length > 0) return undefined;
  try {
    const { alg, kid, typ } = decode(header);
    const jwk = keys.keys.find((key) => key.kid === kid);
    if (alg !== 'EdDSA' || typ !== type || jwk === undefined || jwk.kty !== 'OKP') return undefined;
    const publicKey = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });
    const isSigned = verify(
      null,
      Buffer.from(`${header}.${payload}`),
      publicKey,
      Buffer.from(signature, 'base64url'),
    );
    return isSigned ? (decode(payload) as unknown as Receipt) : undefined;
  } catch {
    return undefined;
  }
}

const decode = (part: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>;
