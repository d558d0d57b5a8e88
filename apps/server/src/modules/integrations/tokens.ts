import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Outbox, unitOfWork } from '../../kernel/audit/unit-of-work.ts';
import type { Database, Reader } from '../../kernel/db/database.ts';
import { identityOf } from '../../kernel/http/actor.ts';
import { fail, failUnknown } from '../../kernel/http/errors.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import {
  type CloudFiles,
  type Provider,
  ProviderError,
  type Providers,
  type ProviderTokens,
} from './provider-port.ts';
import { insertRevocation } from './revocation-store.ts';
import { openTokens, sealTokens } from './sealed-tokens.ts';
import type { Caller } from './space-port.ts';
import {
  claimRenewal,
  findIntegration,
  type IntegrationRow,
  markEnded,
  releaseRenewal,
  writeRenewed,
} from './store.ts';

export interface TokenDeps {
  database: Database;
  outbox: Outbox;
  keyring: Keyring;
  providers: Providers;
  now: () => Date;
}

export interface Held {
  row: IntegrationRow;
  tokens: ProviderTokens;
}

export interface PersonTokens {
  /** Valid for a minute or more where the provider allows; fails with the error of the module otherwise. */
  current(caller: Caller, provider: Provider): Promise<Held>;
  /** Calls the provider's files; a refused token is renewed once, because it may have ended early. */
  withFiles<T>(
    caller: Caller,
    provider: Provider,
    work: (files: CloudFiles, accessToken: string) => Promise<T>,
  ): Promise<T>;
}

/** wire-services 12.1: renewed a minute before the end. */
const earlyMs = 60_000;
/** Longer than the calls of a renewal may take. */
const leaseMs = 15_000;
const patience = { tries: 25, everyMs: 200 };

/**
 * A person's tokens at a provider. One call of one instance renews them and the others wait: a rotated refresh token
 * that is used twice ends the grant.
 */
export function createPersonTokens(deps: TokenDeps): PersonTokens {
  const { database, keyring, providers } = deps;
  const readerOf = ({ actor }: Caller): Reader => database.reader(identityOf(actor));
  const leftMs = ({ expiresAt }: ProviderTokens) =>
    expiresAt === null ? Number.POSITIVE_INFINITY : expiresAt.getTime() - deps.now().getTime();

  /** `refused` is an access token that the provider did not take. */
  async function obtain(
    caller: Caller,
    provider: Provider,
    refused: string | undefined,
    triesLeft: number,
  ): Promise<Held> {
    const db = readerOf(caller);
    const row = (await findIntegration(db, caller.actor.userId, provider)) ?? fail(errors.not_connected);
    if (row.status === 'reconnect') fail(errors.provider_grant_invalid);
    const held = { row, tokens: openTokens(keyring, row) };
    const isRefused = held.tokens.accessToken === refused;
    if (!isRefused && leftMs(held.tokens) > earlyMs) return held;
    const isUsable = !isRefused && leftMs(held.tokens) > 0;
    if (held.tokens.refreshToken === null) return isUsable ? held : endGrant(caller, held);
    const now = deps.now();
    if (await claimRenewal(db, row, { now, until: new Date(now.getTime() + leaseMs) }))
      return renew(caller, held, isUsable);
    if (isUsable) return held;
    if (triesLeft === 0) fail(errors.upstream_unavailable, { detail: 'another call renews the token' });
    await wait(patience.everyMs);
    return obtain(caller, provider, refused, triesLeft - 1);
  }

  async function renew(caller: Caller, held: Held, isUsable: boolean): Promise<Held> {
    const { row, tokens } = held;
    const db = readerOf(caller);
    const auth = providers[row.provider]?.auth;
    const outcome = await auth?.renew(tokens).catch(async (error: unknown) => {
      await releaseRenewal(db, row);
      throw error;
    });
    if (outcome?.ok === true) {
      const { expiresAt } = outcome.tokens;
      if (await writeRenewed(db, row, { sealed: sealTokens(keyring, outcome.tokens), expiresAt }))
        return { row, tokens: outcome.tokens };
      return recover(caller, row, outcome.tokens);
    }
    if (outcome?.failure === 'rejected') return endGrant(caller, held);
    await releaseRenewal(db, row);
    if (isUsable) return held;
    if (outcome === undefined) fail(errors.not_configured);
    return fail(errors.upstream_unavailable, { detail: outcome.detail });
  }

  /** The connection changed during the renewal: tokens that nobody keeps any more are revoked. */
  async function recover(caller: Caller, old: IntegrationRow, orphan: ProviderTokens): Promise<Held> {
    const row = await findIntegration(readerOf(caller), caller.actor.userId, old.provider);
    if (row !== undefined) return { row, tokens: openTokens(keyring, row) };
    await database.transaction(identityOf(caller.actor), (tx) =>
      insertRevocation(tx, {
        id: randomUUID(),
        userId: caller.actor.userId,
        provider: old.provider,
        sealedTokens: sealTokens(keyring, orphan),
        now: deps.now(),
      }),
    );
    return fail(errors.not_connected);
  }

  async function endGrant({ actor, requestId }: Caller, { row }: Held): Promise<never> {
    await unitOfWork(
      deps,
      { identity: identityOf(actor), actorUserId: actor.userId, requestId, now: deps.now() },
      { what: 'the end of a grant', events: [events.grantEnded], auditRequired: (ended) => ended === true },
      async (tx) => {
        const ended = await markEnded(tx, row);
        if (ended) tx.audit(events.grantEnded, { target: row.id, metadata: { provider: row.provider } });
        return ended;
      },
    );
    return fail(errors.provider_grant_invalid);
  }

  const isGrantRefusal = (error: unknown) => error instanceof ProviderError && error.failure === 'grant';

  return {
    current: (caller, provider) => obtain(caller, provider, undefined, patience.tries),
    withFiles: async (caller, provider, work) => {
      const connected = providers[provider] ?? fail(errors.not_configured);
      const files = connected.files ?? failUnknown('provider');
      const first = await obtain(caller, provider, undefined, patience.tries);
      const { accessToken } = first.tokens;
      try {
        return await work(files, accessToken);
      } catch (error) {
        if (!isGrantRefusal(error)) throw explain(error);
      }
      const second = await obtain(caller, provider, accessToken, patience.tries);
      try {
        return await work(files, second.tokens.accessToken);
      } catch (error) {
        if (isGrantRefusal(error)) return endGrant(caller, second);
        throw explain(error);
      }
    },
  };
}

/** Errors of the provider in the words of this module; others stay as they are. */
function explain(error: unknown): unknown {
  if (!(error instanceof ProviderError)) return error;
  const { failure, message: detail } = error;
  try {
    if (failure === 'not_found') fail(errors.cloud_file_not_found, { detail });
    if (failure === 'full') fail(errors.provider_full, { detail });
    if (failure === 'failed') fail(errors.upstream_failed, { detail });
    return fail(errors.upstream_unavailable, { detail });
  } catch (explained) {
    return explained;
  }
}
