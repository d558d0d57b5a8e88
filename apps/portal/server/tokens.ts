import type { SessionTokens } from './cookies.ts';

export interface TokenLifetimes {
  accessTtlSeconds: number;
  refreshTtlSeconds: number;
  now: () => Date;
}

/** Reads the token pair of a sign-in or refresh answer; its own expiry times override the settings. */
export function readTokenPair(data: unknown, lifetimes: TokenLifetimes): SessionTokens | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const fields = data as Record<string, unknown>;
  const { token, refresh_token: refresh } = fields;
  if (typeof token !== 'string' || typeof refresh !== 'string' || token === '' || refresh === '')
    return undefined;
  const nowMs = lifetimes.now().getTime();
  return {
    access: token,
    refresh,
    accessExpiresAt: readTime(fields.access_expires_at) ?? toTime(nowMs + lifetimes.accessTtlSeconds * 1000),
    refreshExpiresAt:
      readTime(fields.refresh_expires_at) ?? toTime(nowMs + lifetimes.refreshTtlSeconds * 1000),
  };
}

export interface SessionTimes {
  access_expires_at?: string;
  refresh_expires_at?: string;
}

/** Expiry times for the page's warning; a token without a readable expiry gives none. */
export function readSessionTimes(access: string | undefined, refresh: string | undefined): SessionTimes {
  const accessTime = readExpiry(access);
  const refreshTime = readExpiry(refresh);
  return {
    ...(accessTime && { access_expires_at: accessTime }),
    ...(refreshTime && { refresh_expires_at: refreshTime }),
  };
}

/** Reads `exp` without verification: the value is only shown, never trusted. */
function readExpiry(token: string | undefined): string | undefined {
  const payload = token?.split('.')[1];
  if (payload === undefined) return undefined;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    if (typeof claims !== 'object' || claims === null || !('exp' in claims)) return undefined;
    return typeof claims.exp === 'number' ? toTime(claims.exp * 1000) : undefined;
  } catch {
    return undefined;
  }
}

function readTime(value: unknown): string | undefined {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : undefined;
}

function toTime(ms: number): string {
  return new Date(ms).toISOString();
}
