import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Account } from './accounts.ts';

/** What the person allowed: everything below it ends with it. */
export interface Grant {
  account: Account;
  scope: string;
  isOffline: boolean;
  isLive: boolean;
  refreshes: number;
  /** Uses of a refresh token that had already been replaced. */
  reuses: number;
}

export interface AskedCode {
  clientId: string;
  redirectUri: string;
  scope: string;
  nonce: string;
  codeChallenge: string;
  isOffline: boolean;
}

export interface Issued {
  grant: Grant;
  accessToken: string;
  refreshToken: string | undefined;
  expiresIn: number;
}

export type Redeemed = { issued: Issued; nonce: string } | 'invalid_grant';

const CODE_LIFE_MS = 60_000;
const ACCESS_LIFE_SECONDS = 3600;

/** Codes and tokens of one provider: codes work once, refresh tokens rotate, and a reused one ends the grant. */
export function createGrants(now: () => Date) {
  const grants: Grant[] = [];
  const codes = new Map<string, { asked: AskedCode; account: Account; atMs: number; grant?: Grant }>();
  const accesses = new Map<string, { grant: Grant; expiresAtMs: number }>();
  const refreshes = new Map<string, { grant: Grant; isUsed: boolean }>();
  const createKey = () => randomBytes(32).toString('base64url');

  const issue = (grant: Grant): Issued => {
    const accessToken = createKey();
    accesses.set(accessToken, { grant, expiresAtMs: now().getTime() + ACCESS_LIFE_SECONDS * 1000 });
    const refreshToken = grant.isOffline ? createKey() : undefined;
    if (refreshToken !== undefined) refreshes.set(refreshToken, { grant, isUsed: false });
    return { grant, accessToken, refreshToken, expiresIn: ACCESS_LIFE_SECONDS };
  };

  return {
    list: (): readonly Grant[] => grants,
    createCode: (asked: AskedCode, account: Account): string => {
      const code = createKey();
      codes.set(code, { asked, account, atMs: now().getTime() });
      return code;
    },
    redeem: (code: string, given: { clientId: string; redirectUri: string; verifier: string }): Redeemed => {
      const found = codes.get(code);
      if (found === undefined) return 'invalid_grant';
      // RFC 6749, 4.1.2: a second use ends what the first use gave.
      if (found.grant !== undefined) {
        found.grant.isLive = false;
        return 'invalid_grant';
      }
      const { asked, account } = found;
      const isEarned =
        now().getTime() - found.atMs < CODE_LIFE_MS &&
        asked.clientId === given.clientId &&
        asked.redirectUri === given.redirectUri &&
        isSame(createHash('sha256').update(given.verifier).digest('base64url'), asked.codeChallenge);
      if (!isEarned) {
        codes.delete(code);
        return 'invalid_grant';
      }
      const grant = {
        account,
        scope: asked.scope,
        isOffline: asked.isOffline,
        isLive: true,
        refreshes: 0,
        reuses: 0,
      };
      found.grant = grant;
      grants.push(grant);
      return { issued: issue(grant), nonce: asked.nonce };
    },
    refresh: (token: string): Issued | 'invalid_grant' => {
      const found = refreshes.get(token);
      if (found === undefined || !found.grant.isLive) return 'invalid_grant';
      const { grant } = found;
      if (found.isUsed) {
        grant.reuses += 1;
        grant.isLive = false;
        return 'invalid_grant';
      }
      found.isUsed = true;
      grant.refreshes += 1;
      return issue(grant);
    },
    /** The grant of an access token, or the reason why there is none. */
    open: (token: string): Grant | 'unknown' | 'expired' => {
      const found = accesses.get(token);
      if (found === undefined || !found.grant.isLive) return 'unknown';
      return found.expiresAtMs > now().getTime() ? found.grant : 'expired';
    },
    grantOf: (token: string): Grant | undefined => {
      const grant = (accesses.get(token) ?? refreshes.get(token))?.grant;
      return grant?.isLive === true ? grant : undefined;
    },
    /** The person removed the application in the settings of the provider. */
    withdraw: (account: Account): void => {
      for (const grant of grants) if (grant.account === account) grant.isLive = false;
    },
  };
}
export type Grants = ReturnType<typeof createGrants>;

export function isSame(a: string, b: string): boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest();
  return timingSafeEqual(digest(a), digest(b));
}
