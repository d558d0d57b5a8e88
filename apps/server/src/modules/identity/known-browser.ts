import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Proof that a browser once completed a sign-in in front of its screen. Where push is limited to such browsers, a
 * stranger who only knows a register number cannot make somebody's phone ring. Holds nothing of the person.
 */
export function issueKnownBrowser(key: string): string {
  const id = randomBytes(16).toString('base64url');
  return `${id}.${mark(key, id)}`;
}

export function isKnownBrowser(key: string, proof: string | undefined): boolean {
  const [id = '', given = ''] = (proof ?? '').slice(0, 200).split('.');
  const expected = Buffer.from(mark(key, id));
  const actual = Buffer.from(given);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function mark(key: string, id: string): string {
  return createHmac('sha256', key).update(`known-browser|${id}`).digest('base64url');
}
