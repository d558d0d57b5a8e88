import { createHash, randomBytes } from 'node:crypto';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import type { FlowSecrets, Provider, Providers, ProviderTokens } from './provider-port.ts';
import { insertFlow, takeFlow } from './store.ts';

export const flowPurpose = 'integrations.flow';
const lifeMs = 10 * 60_000;

/** wire-services 12.1: the words that the page explains. */
export type FlowError =
  | 'unknown_provider'
  | 'not_configured'
  | 'denied'
  | 'invalid_state'
  | 'exchange_failed';

export interface FlowDeps {
  providers: Providers;
  keyring: Keyring;
}

export type Begun = { ok: true; url: string; secrets: FlowSecrets } | { ok: false; error: FlowError };
export type Finished =
  | { ok: true; provider: Provider; tokens: ProviderTokens }
  | { ok: false; error: FlowError };

const createSecret = () => randomBytes(16).toString('hex');
const hash = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** Gets the provider's address for the browser; nothing is stored yet. */
export async function begin({ providers }: FlowDeps, provider: Provider): Promise<Begun> {
  const auth = providers[provider]?.auth;
  if (auth === undefined) return { ok: false, error: 'not_configured' };
  const secrets = {
    state: createSecret(),
    nonce: createSecret(),
    codeVerifier: randomBytes(32).toString('base64url'),
  };
  const answer = await auth.authorizationUrl(secrets);
  return answer.ok ? { ok: true, url: answer.url, secrets } : { ok: false, error: 'exchange_failed' };
}

/**
 * The secret that the browser keeps in a cookie, kept from an earlier flow where there is one, so that two tabs do not
 * disturb each other. Without it, an attacker who sends their own code and state to another browser would connect
 * their account there, and collect the files that the person then sends.
 */
export const bindingOf = (given: string | undefined): string =>
  given !== undefined && /^[0-9a-f]{32}$/.test(given) ? given : createSecret();

export async function keepFlow(
  { keyring }: FlowDeps,
  tx: WriteTx,
  { state, nonce, codeVerifier }: FlowSecrets,
  owner: { userId: string; provider: Provider; binding: string },
): Promise<void> {
  await insertFlow(tx, {
    stateHash: hash(state),
    bindingHash: hash(owner.binding),
    userId: owner.userId,
    provider: owner.provider,
    sealed: keyring.seal(JSON.stringify({ nonce, codeVerifier }), flowPurpose),
    expiresAt: new Date(tx.now.getTime() + lifeMs),
  });
}

/** Takes the flow first: a replayed state never reaches the provider a second time. */
export async function finish(
  { providers, keyring }: FlowDeps,
  db: Reader,
  back: {
    provider: Provider;
    userId: string;
    binding: string | undefined;
    query: { code?: string; state?: string; iss?: string; error?: string };
    now: Date;
  },
): Promise<Finished> {
  const { provider, query, binding } = back;
  const auth = providers[provider]?.auth;
  if (auth === undefined) return { ok: false, error: 'not_configured' };
  if (query.state === undefined || binding === undefined) return { ok: false, error: 'invalid_state' };
  const flow = await takeFlow(db, {
    stateHash: hash(query.state),
    bindingHash: hash(binding),
    userId: back.userId,
    provider,
    now: back.now,
  });
  if (flow === undefined) return { ok: false, error: 'invalid_state' };
  if (query.error !== undefined)
    return { ok: false, error: query.error === 'access_denied' ? 'denied' : 'exchange_failed' };
  if (query.code === undefined) return { ok: false, error: 'exchange_failed' };
  const secrets = JSON.parse(keyring.open(flow.sealed, flowPurpose)) as Omit<FlowSecrets, 'state'>;
  const outcome = await auth.exchange({ code: query.code, iss: query.iss, ...secrets });
  return outcome.ok
    ? { ok: true, provider, tokens: outcome.tokens }
    : { ok: false, error: 'exchange_failed' };
}
