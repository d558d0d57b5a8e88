import { createHash, randomBytes } from 'node:crypto';

/**
 * One cookie in two lives. Before the sign-in it binds the eID session to the browser that began it; the sign-in puts
 * a new value in its place, so that nobody can plant a session by planting a cookie.
 */
const name = 'cp_session';

export function createCookieValue(): string {
  return randomBytes(32).toString('hex');
}

export function hashCookieValue(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}

export function readCookie(header: string | undefined): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name && value !== undefined && /^[0-9a-f]{64}$/.test(value)) return value;
  }
  return undefined;
}

export function writeCookie(value: string, options: { secure: boolean; maxAgeSeconds: number }): string {
  const secure = options.secure ? '; Secure' : '';
  return `${name}=${value}; Path=/; Max-Age=${options.maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`;
}
