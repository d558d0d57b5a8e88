import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Proves that a browser once completed a bound sign-in. With push limited to such browsers, a stranger who only knows a
 * register number cannot send requests to a phone. It holds no personal data.
 */
export function issueKnownBrowser(key: string): string {
  const id = randomBytes(16).toString('base64url');
  return `${id}.${mark(key, id)}`;
}

/** The browser's random id; undefined for a proof that is not ours. */
export function findKnownBrowser(key: string, proof: string | undefined): string | undefined {
  const [id = '', given = ''] = (proof ?? '').slice(0, 200).split('.');
  const expected = Buffer.from(mark(key, id));
  const actual = Buffer.from(given);
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? id : undefined;
}

function mark(key: string, id: string): string {
  return createHmac('sha256', key).update(`known-browser|${id}`).digest('base64url');
}
