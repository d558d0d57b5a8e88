import { createHash, randomBytes } from 'node:crypto';

/**
 * Before the sign-in the cookie binds the eID session to the browser that began it; the sign-in replaces its
 * value, so that a planted cookie cannot become a session (session fixation).
 */
const bareName = 'cp_session';
/**
 * With this prefix browsers reject the cookie from a sibling host or plain http. They also reject the prefix
 * without Secure, so development on http omits it.
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
