import { createHash, randomBytes } from 'node:crypto';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { fail } from '../../kernel/http/errors.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import { errors } from './errors.ts';
import type { SsoFailure, SsoGrant, SsoOutcome, SsoPort } from './sso-port.ts';
import { insertFlow, takeFlow } from './store.ts';

export const flowPurpose = 'sso-flow';
const lifeMs = 10 * 60_000;

export interface FlowDeps {
  sso: SsoPort;
  keyring: Keyring;
}

interface Secrets {
  nonce: string;
  codeVerifier: string;
}

export interface StartedFlow extends Secrets {
  state: string;
  authUrl: string;
}

/** 32 hex characters that the browser keeps until it comes back; only the hash is stored. */
export const createSecret = (): string => randomBytes(16).toString('hex');
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Gets the upstream's sign-in address for the browser; nothing is stored yet. */
export async function begin({ sso }: FlowDeps): Promise<StartedFlow> {
  const client = sso.web ?? fail(errors.not_configured);
  const secrets = {
    state: createSecret(),
    nonce: createSecret(),
    codeVerifier: randomBytes(32).toString('base64url'),
  };
  const answer = await client.authorizationUrl(secrets);
  if (!answer.ok) fail(errors.upstream_unavailable, { detail: answer.detail });
  return { ...secrets, authUrl: answer.url };
}

/**
 * Stores the flow. `binding` is a secret of the browser that started: without it, an attacker who sends their
 * own code and state to another browser would sign that person in to the attacker's account (login CSRF).
 */
export async function keepFlow(
  { keyring }: FlowDeps,
  tx: WriteTx,
  begun: StartedFlow,
  options: { binding: string | undefined; next: string | undefined },
): Promise<void> {
  const secrets: Secrets = { nonce: begun.nonce, codeVerifier: begun.codeVerifier };
  await insertFlow(tx, {
    stateHash: hashSecret(begun.state),
    bindingHash: options.binding === undefined ? null : hashSecret(options.binding),
    sealed: keyring.seal(JSON.stringify(secrets), flowPurpose),
    next: toSafeNext(options.next),
    now: tx.now,
    expiresAt: new Date(tx.now.getTime() + lifeMs),
  });
}

export type FlowOutcome =
  | { kind: 'granted'; grant: SsoGrant; next: string }
  /** Recorded in the sign-in history before the answer. */
  | { kind: 'rejected'; detail: string };

/** Takes the flow first: a replayed state never reaches the upstream a second time. */
export async function finishWeb(
  { sso, keyring }: FlowDeps,
  db: Reader,
  back: { state: string; code: string; iss: string | undefined; binding: string | undefined; now: Date },
): Promise<FlowOutcome> {
  const client = sso.web ?? fail(errors.not_configured);
  const flow = await takeFlow(db, {
    stateHash: hashSecret(back.state),
    bindingHash: back.binding === undefined ? null : hashSecret(back.binding),
    now: back.now,
  });
  if (flow === undefined) fail(errors.invalid_state);
  const secrets = JSON.parse(keyring.open(flow.sealed, flowPurpose)) as Secrets;
  return judge(await client.exchange({ code: back.code, iss: back.iss, ...secrets }), flow.next);
}

export async function finishNative(
  { sso }: FlowDeps,
  back: { code: string; codeVerifier: string; redirectUri: string; nonce: string | undefined },
): Promise<FlowOutcome> {
  const client = sso.native ?? fail(errors.not_configured);
  if (!client.redirectUris.includes(back.redirectUri)) fail(errors.invalid_redirect_uri);
  return judge(await client.exchange(back), '/');
}

function judge(outcome: SsoOutcome, next: string): FlowOutcome {
  if (outcome.ok) return { kind: 'granted', grant: outcome.grant, next };
  return refusal(outcome);
}

function refusal({ failure, detail }: SsoFailure): FlowOutcome {
  if (failure === 'unavailable') fail(errors.upstream_unavailable, { detail });
  return { kind: 'rejected', detail };
}

/**
 * Accepts only our own pages; browsers read `\` as `/` and drop control characters, so either could lead to
 * another site.
 */
export function toSafeNext(next: string | undefined): string {
  const isOurs = next !== undefined && /^\/(?![/\\])[^\p{Cc}\p{Zl}\p{Zp}]*$/u.test(next);
  return isOurs && !isServed(next) ? next : '/';
}

/** Addresses that are an API and not a page: a return to one would be a call in the person's name. */
function isServed(next: string): boolean {
  try {
    const path = decodeURIComponent(new URL(next, 'http://page.invalid').pathname);
    return /^[/\\]*(?:api|gw|mcp|oauth2|rp|sso|swagger|userinfo|\.well-known)(?:[/\\]|$)|(?:^|[/\\])\.\.(?:[/\\]|$)/i.test(
      path,
    );
  } catch {
    return true;
  }
}
