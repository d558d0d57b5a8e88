import { isPagePath } from './page-path.ts';

export const DEFAULT_NEXT = '/home';

/** What the browser's address parser drops or bends: with these, "/\t/evil" would become "//evil". */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is looked for
const BENT = /[\u0000-\u001f\u007f\\]/;

/** Where to go after sign-in: a page of this site (exactly one leading slash), or the home page. */
export function readSafeNext(next: string | null | undefined): string {
  if (!next?.startsWith('/') || next.startsWith('//') || BENT.test(next)) return DEFAULT_NEXT;
  // Back to the sign-in page would be a circle.
  if (/^\/login(?:[/?#]|$)/.test(next)) return DEFAULT_NEXT;
  return isPagePath(next) ? next : DEFAULT_NEXT;
}

/** Why somebody is led to the sign-in page, as it stands in the address. */
const REASONS = {
  expired: ['notice', 'expired'],
  ended: ['notice', 'ended'],
  second_factor: ['mfa', '1'],
  linked_elsewhere: ['slink', 'elsewhere'],
  another_linked: ['slink', 'another'],
  link_expired: ['slink', 'expired'],
} as const;

export function buildLoginPath(next: string, reason?: keyof typeof REASONS): string {
  const query = new URLSearchParams();
  if (next !== '/') query.set('next', next);
  if (reason) query.set(REASONS[reason][0], REASONS[reason][1]);
  const text = query.toString();
  return text ? `/login?${text}` : '/login';
}
