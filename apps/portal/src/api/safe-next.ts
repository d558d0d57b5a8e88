import { isPagePath } from './page-path.ts';

export const DEFAULT_NEXT = '/home';

/** Characters that the browser's URL parser removes or rewrites: with them "/\t/evil" would become "//evil". */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern has to match control characters
const REWRITTEN_BY_PARSER = /[\u0000-\u001f\u007f\\]/;

/** The page to open after sign-in: a page of this site (exactly one leading slash), or the home page. */
export function readSafeNext(next: string | null | undefined): string {
  if (!next?.startsWith('/') || next.startsWith('//') || REWRITTEN_BY_PARSER.test(next)) return DEFAULT_NEXT;
  // Returning to the sign-in page would be a loop.
  if (/^\/login(?:[/?#]|$)/.test(next)) return DEFAULT_NEXT;
  return isPagePath(next) ? next : DEFAULT_NEXT;
}

/** Reasons for a redirect to the sign-in page, as query parameters. */
const REASONS = {
  expired: ['notice', 'expired'],
  ended: ['notice', 'ended'],
  role_given: ['notice', 'role'],
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
