import { createHash, randomBytes } from 'node:crypto';

/**
 * One cookie in two lives. Before the sign-in it binds the eID session to the browser that began it; the sign-in puts
 * a new value in its place, so that nobody can plant a session by planting a cookie.
 */
const bareName = 'cp_session';
/**
 * The prefix makes browsers refuse a cookie of this name from a sibling host or from plain http. Browsers refuse the
 * prefix itself without Secure, so that development on http does without it.
 */
const nameOf = (secure: boolean): string => (secure ? `__Host-${bareName}` : bareName);

export function createCookieValue(): string {
  return randomBytes(32).toString('hex');
}

export function hashCookieValue(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}

export function readCookie(header: string | undefined, { secure }: { secure: boolean }): string | undefined {
  const name = nameOf(secure);
  for (const pair of (header ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name && value !== undefined && /^[0-9a-f]{64}$/.test(value)) return value;
  }
  return undefined;
}

export function writeCookie(value: string, options: { secure: boolean; maxAgeSeconds: number }): string {
  const secure = options.secure ? '; Secure' : '';
  return `${nameOf(options.secure)}=${value}; Path=/; Max-Age=${options.maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`;
}
