import {
  createHash,
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  randomUUID,
  sign,
  timingSafeEqual,
} from 'node:crypto';
import { writeJwt } from '../signing-key.ts';

export const signMessage = (secret: string, body: Buffer | string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

export function isSigned(secret: string, body: Buffer, given: string): boolean {
  const [expected, signature] = [Buffer.from(signMessage(secret, body)), Buffer.from(given)];
  return expected.length === signature.length && timingSafeEqual(expected, signature);
}

export interface ReceiptKey {
  jwk: { kty: 'OKP'; crv: 'Ed25519'; x: string; kid: string };
  receiptFor(message: {
    code: string;
    sender: string;
    id: string;
    event: string;
    body: Buffer;
    now: Date;
  }): string;
}

/** One key for all agencies of the sandbox: they share an address, and so a list of keys. */
export function createReceiptKey(): ReceiptKey {
  const { privateKey } = generateKeyPairSync('ed25519');
  const x = String(createPublicKey(privateKey).export({ format: 'jwk' }).x);
  // RFC 7638: the thumbprint is the key id.
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');
  return {
    jwk: { kty: 'OKP', crv: 'Ed25519', x, kid },
    receiptFor: ({ code, sender, id, event, body, now }) =>
      writeJwt(
        { alg: 'EdDSA', kid, typ: 'relay-receipt+jwt' },
        {
          kind: 'request',
          iss: code,
          aud: sender,
          message_id: id,
          event,
          digest: createHash('sha256').update(body).digest('hex'),
          request_id: randomUUID(),
          received_at: now.toISOString(),
        },
        (text) => sign(null, text, privateKey),
      ),
  };
}
