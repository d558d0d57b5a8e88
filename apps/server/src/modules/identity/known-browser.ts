import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Proves that a browser once completed a bound sign-in. With push limited to such browsers, a stranger who only knows a
 * register number cannot send requests to a phone. It holds no personal data. A browser keeps its id, because several
 * people may sign in with it.
 */
export function issueKnownBrowser(key: string, id = newBrowserId()): string {
  return `${id}.${mark(key, id)}`;
}

export const newBrowserId = (): string => randomBytes(16).toString('base64url');

/** Joins a browser to a person who signed in with it; without the key the hash tells neither. */
export const pairHash = (key: string, browserId: string, nationalId: string): string =>
  createHmac('sha256', key).update(`known-pair|${browserId}|${nationalId}`).digest('hex');

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
