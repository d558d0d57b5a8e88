import { setTimeout as wait } from 'node:timers/promises';
import type { Reader } from '../../kernel/db/database.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import { tokensPurpose } from './sign-in.ts';
import type { OfflineTokens, SsoPort } from './sso-port.ts';
import { claimRenewal, findOffline, type OfflineRow, releaseRenewal, writeRenewed } from './store.ts';

export interface UpstreamTokenDeps {
  sso: Pick<SsoPort, 'web'>;
  keyring: Keyring;
  now: () => Date;
}

export type UpstreamToken =
  | { ok: true; token: string }
  /** `nobody`: the person never came through the upstream. `gone`: only a new sign-in there gives a token. */
  | { ok: false; failure: 'nobody' | 'gone' | 'unavailable' };

/** wire-identity 6: renewed a minute before it expires. */
const earlyMs = 60_000;
/** Longer than the calls of a renewal may take. */
const leaseMs = 15_000;
const patience = { tries: 25, everyMs: 200 };

/**
 * A person's access token at the upstream. One call of one instance renews it and the others wait: a rotated
 * refresh token that is used twice would end the person's grant there.
 */
export function createUpstreamTokens(deps: UpstreamTokenDeps) {
  const { keyring } = deps;
  const open = (sealed: string) => JSON.parse(keyring.open(sealed, tokensPurpose)) as OfflineTokens;
  const isFresh = ({ accessExpiresAt }: OfflineTokens) =>
    Date.parse(accessExpiresAt) - deps.now().getTime() > earlyMs;

  async function tokenOf(db: Reader, userId: string, triesLeft: number): Promise<UpstreamToken> {
    const row = await findOffline(db, userId);
    if (row === undefined) return { ok: false, failure: 'nobody' };
    if (row.sealed_tokens === null) return { ok: false, failure: 'gone' };
    const tokens = open(row.sealed_tokens);
    if (isFresh(tokens)) return { ok: true, token: tokens.accessToken };
    const now = deps.now();
    if (await claimRenewal(db, row, { now, until: new Date(now.getTime() + leaseMs) }))
      return renew(db, row, tokens);
    if (triesLeft === 0) return { ok: false, failure: 'unavailable' };
    await wait(patience.everyMs);
    return tokenOf(db, userId, triesLeft - 1);
  }

  async function renew(db: Reader, row: OfflineRow, tokens: OfflineTokens): Promise<UpstreamToken> {
    const renewal = await deps.sso.web?.renew(tokens.refreshToken).catch(async (error: unknown) => {
      await releaseRenewal(db, row);
      throw error;
    });
    if (renewal?.ok === true) {
      await writeRenewed(db, row, keyring.seal(JSON.stringify(renewal.offline), tokensPurpose));
      return { ok: true, token: renewal.offline.accessToken };
    }
    if (renewal === undefined || renewal.failure === 'unavailable') {
      await releaseRenewal(db, row);
      return { ok: false, failure: 'unavailable' };
    }
    await writeRenewed(db, row, null);
    return { ok: false, failure: 'gone' };
  }

  return (db: Reader, userId: string): Promise<UpstreamToken> => tokenOf(db, userId, patience.tries);
}
