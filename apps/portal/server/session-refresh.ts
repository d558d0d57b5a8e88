import { createHash } from 'node:crypto';
import { createCsrfValue, type SessionTokens } from './cookies.ts';
import type { HeaderMap } from './forwarding.ts';
import { readJson } from './response-body.ts';
import type { Upstream } from './upstream.ts';

/** Period in which a request with the replaced token is served with its successor. */
const servedMs = 10_000;
/** Period in which a successor is remembered: longer than the slowest answer that may still set cookies. */
const rememberedMs = 60_000;
const largestAnswer = 256 * 1024;

export interface RenewedSession {
  tokens: SessionTokens;
  /** For browsers that lost the csrf cookie: one value, so that concurrent answers agree. */
  spareCsrf: string;
}

export type RefreshOutcome =
  | { kind: 'renewed'; session: RenewedSession }
  | { kind: 'ended' }
  | { kind: 'unavailable'; retryAfter: string };

interface Entry {
  outcome: Promise<RefreshOutcome>;
  settled?: { outcome: RefreshOutcome; atMs: number };
}

export interface SessionRefresh {
  /**
   * Exchanges a refresh token. The backend ends the whole session on a reused token, so all requests with the same
   * token share one exchange, including those that arrive shortly after it.
   */
  refresh(refreshToken: string, headers: HeaderMap): Promise<RefreshOutcome>;
  /** The running or recent exchange of this token, if any. */
  findRecent(refreshToken: string): Promise<RefreshOutcome> | undefined;
  /** The newest tokens of a session: a slow answer may carry tokens that were replaced meanwhile. */
  findLatest(session: RenewedSession): RenewedSession | undefined;
  /**
   * Ends the session here before the backend call, so that no request can renew it any more. Waits for a running
   * exchange and returns the newest token pair, which the backend has to revoke.
   */
  end(refreshToken: string): Promise<SessionTokens | undefined>;
}

export interface SessionRefreshSettings {
  upstream: Upstream;
  readTokens: (data: unknown) => SessionTokens | undefined;
  now: () => Date;
}

export function createSessionRefresh({ upstream, readTokens, now }: SessionRefreshSettings): SessionRefresh {
  const entries = new Map<string, Entry>();

  function forgetOld(): void {
    for (const [key, { settled }] of entries) {
      if (settled && now().getTime() - settled.atMs > rememberedMs) entries.delete(key);
    }
  }

  function findServed(key: string): Entry | undefined {
    const entry = entries.get(key);
    if (!entry?.settled) return entry;
    return now().getTime() - entry.settled.atMs <= servedMs ? entry : undefined;
  }

  async function exchange(refreshToken: string, headers: HeaderMap): Promise<RefreshOutcome> {
    // No signal: if the client leaves, the exchange must still finish and its result must be kept.
    const result = await upstream.call({
      kind: 'call',
      method: 'POST',
      path: '/api/v1/auth/refresh',
      headers: { ...headers, 'content-type': 'application/json', accept: 'application/json' },
      body: Buffer.from(JSON.stringify({ refresh_token: refreshToken })),
    });
    if (result.kind === 'failed') return { kind: 'unavailable', retryAfter: '2' };
    const answer = await readJson(result.body, largestAnswer);
    if (result.status === 429 || result.status >= 500) {
      return { kind: 'unavailable', retryAfter: result.headers['retry-after'] ?? '2' };
    }
    if (result.status >= 400) return { kind: 'ended' };
    const tokens = readTokens(answer?.data);
    if (!tokens) return { kind: 'unavailable', retryAfter: '2' };
    return { kind: 'renewed', session: { tokens, spareCsrf: createCsrfValue() } };
  }

  return {
    refresh(refreshToken, headers) {
      const key = hashToken(refreshToken);
      const served = findServed(key);
      if (served) return served.outcome;
      forgetOld();
      const entry: Entry = {
        outcome: exchange(refreshToken, headers).then((outcome) => {
          // A session that was signed out during its exchange stays ended.
          if (entries.get(key) !== entry) return { kind: 'ended' };
          if (outcome.kind === 'unavailable') entries.delete(key);
          else entry.settled = { outcome, atMs: now().getTime() };
          return outcome;
        }),
      };
      entries.set(key, entry);
      return entry.outcome;
    },

    findRecent: (refreshToken) => findServed(hashToken(refreshToken))?.outcome,

    findLatest(session) {
      let latest = session;
      const seen = new Set<RenewedSession>();
      while (!seen.has(latest)) {
        seen.add(latest);
        const next = entries.get(hashToken(latest.tokens.refresh))?.settled?.outcome;
        if (next?.kind === 'ended') return undefined;
        if (next?.kind !== 'renewed') return latest;
        latest = next.session;
      }
      return latest;
    },

    async end(refreshToken) {
      let newest: SessionTokens | undefined;
      let key = hashToken(refreshToken);
      const seen = new Set<string>();
      for (let entry = entries.get(key); entry && !seen.has(key); entry = entries.get(key)) {
        seen.add(key);
        const outcome = await entry.outcome;
        if (outcome.kind !== 'renewed') break;
        newest = outcome.session.tokens;
        key = hashToken(newest.refresh);
      }
      const outcome: RefreshOutcome = { kind: 'ended' };
      entries.set(key, { outcome: Promise.resolve(outcome), settled: { outcome, atMs: now().getTime() } });
      return newest;
    },
  };
}

/** The map must not hold the token itself. */
function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
