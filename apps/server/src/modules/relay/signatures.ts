import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import {
  type StandardHeaders,
  signedContent,
  standardKey,
} from '../../kernel/delivery/standard-signature.ts';

/** How messages to a platform are signed. */
export const signatureForms = ['relay', 'standard', 'standard_ed25519'] as const;
export type SignatureForm = (typeof signatureForms)[number];

export const digestOf = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

/** The specified form: the whole secret as text is the key. */
export const signRelay = (secret: string, body: Buffer): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

export function isRelaySigned(secrets: readonly string[], body: Buffer, given: string): boolean {
  const signature = Buffer.from(given.trim());
  // Every secret is tried, so that the time does not tell which one fits.
  return secrets
    .filter((secret) => secret !== '')
    .map((secret) => isSame(Buffer.from(signRelay(secret, body)), signature))
    .includes(true);
}

export function signStandardEd25519(
  privatePem: string,
  { id, timestamp }: Pick<StandardHeaders, 'id' | 'timestamp'>,
  body: Buffer,
): string {
  const signature = sign(null, signedContent(id, timestamp, body), createPrivateKey(privatePem));
  return `v1a,${signature.toString('base64')}`;
}

/** The longest age and the largest clock difference that a signed time may show; senders sign each attempt again. */
export const standardToleranceMs = 5 * 60_000;

export function isStandardSigned(
  keys: { secrets: readonly string[]; publicKey: string },
  headers: StandardHeaders,
  body: Buffer,
  now: Date,
): boolean {
  if (!/^\d{1,12}$/.test(headers.timestamp) || headers.id === '' || headers.id.includes('.')) return false;
  if (Math.abs(now.getTime() - Number(headers.timestamp) * 1000) > standardToleranceMs) return false;
  const content = signedContent(headers.id, headers.timestamp, body);
  const given = headers.signature.split(' ').slice(0, 16);
  const expected = keys.secrets
    .map(standardKey)
    .filter((key) => key.length > 0)
    .map((key) => createHmac('sha256', key).update(content).digest());
  const publicKey = readPublicKey(keys.publicKey);
  return given
    .map((each) => {
      const [version = '', encoded = ''] = each.split(',');
      const signature = Buffer.from(encoded, 'base64');
      if (version === 'v1') return expected.map((own) => isSame(own, signature)).includes(true);
      return version === 'v1a' && publicKey !== undefined && verify(null, content, publicKey, signature);
    })
    .includes(true);
}

const ed25519Prefix = Buffer.from('302a300506032b6570032100', 'hex');

/** `whpk_` and the base64 of the 32 bytes of an Ed25519 key; undefined for anything else. */
export function readPublicKey(text: string): ReturnType<typeof createPublicKey> | undefined {
  const raw = text.startsWith('whpk_') ? Buffer.from(text.slice('whpk_'.length), 'base64') : Buffer.alloc(0);
  if (raw.length !== 32) return undefined;
  return createPublicKey({ key: Buffer.concat([ed25519Prefix, raw]), format: 'der', type: 'spki' });
}

function isSame(expected: Buffer, given: Buffer): boolean {
  if (expected.length === given.length) return timingSafeEqual(expected, given);
  timingSafeEqual(expected, expected);
  return false;
}
