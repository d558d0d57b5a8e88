import { createHmac, randomBytes } from 'node:crypto';

export interface StandardHeaders {
  readonly id: string;
  /** Unix seconds, as text. */
  readonly timestamp: string;
  readonly signature: string;
}

export const newStandardSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** Standard Webhooks: the signature covers id, time and body. */
export const signedContent = (id: string, timestamp: string, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);

/** `whsec_` and base64; a secret of the relay's specified form serves as its bytes, so that one secret fits both. */
export const standardKey = (secret: string): Buffer =>
  secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret);

/** One signature for each secret: a receiver that knows only the older or only the newer one accepts it. */
export function signStandard(
  secrets: readonly string[],
  { id, timestamp }: Pick<StandardHeaders, 'id' | 'timestamp'>,
  body: Buffer,
): string {
  const content = signedContent(id, timestamp, body);
  return secrets
    .map((secret) => `v1,${createHmac('sha256', standardKey(secret)).update(content).digest('base64')}`)
    .join(' ');
}
