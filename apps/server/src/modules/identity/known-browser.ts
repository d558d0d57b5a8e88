import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Proof that a browser once completed a sign-in in front of its screen. Where push is limited to such browsers, a
 * stranger who only knows a register number cannot make somebody's phone ring. Holds nothing of the person.
 */
export function issueKnownBrowser(key: string): string {
  const id = randomBytes(16).toString('base64url');
  return `${id}.${mark(key, id)}`;
}

/** The random id of a browser whose proof is ours; undefined for any other. */
export function findKnownBrowser(key: string, proof: string | undefined): string | undefined {
  const [id = '', given = ''] = (proof ?? '').slice(0, 200).split('.');
  const expected = Buffer.from(mark(key, id));
  const actual = Buffer.from(given);
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? id : undefined;
}

function mark(key: string, id: string): string {
  return createHmac('sha256', key).update(`known-browser|${id}`).digest('base64url');
}
