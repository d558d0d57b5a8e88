import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { limitSubject } from '../../kernel/http/limit-subject.ts';
import type { RequestFacts } from '../../kernel/http/row.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import { findUserByNationalId } from '../users/index.ts';
import { EidError, type EidPort, type EidSession } from './eid-port.ts';
import { errors } from './errors.ts';
import { findKnownBrowser, pairHash } from './known-browser.ts';
import type { StartView } from './schemas.ts';
import {
  countUnanswered,
  type EidPurpose,
  insertEidSession,
  isKnownPair,
  type PushAsker,
  takePush,
} from './store.ts';

export type { EidPurpose };

export interface StartDeps {
  eid: EidPort;
  keyring: Keyring;
  /** Keys the hashes of register numbers, so that a stolen table cannot be searched for people. */
  hashKey: string;
  appOrigin: string;
  /** Default return address. */
  callbackUrl: string;
  push: 'open' | 'known-browsers' | 'off';
  mode: 'provider' | 'client';
  startUrl: string;
  now: () => Date;
  /** Last seen lifetime of a provider session: a push to an unknown number must last as long as a real one. */
  usual: { lifeMs: number };
}

const maxLifeMs = 10 * 60_000;
const pushesAllowed = 3;
const pushWindowSeconds = 600;
/** Limits for refused and unanswered pushes; an address is shared, so it gets more than a browser, a client most. */
const unanswered = { windowMs: 15 * 60_000, perBrowser: 5, perNetwork: 10, perClient: 100 };
export const sealedPurpose = 'eid-session';

/** `session` is null for a push to an unknown number. */
export interface Started {
  session: EidSession | null;
  nationalId: string | null;
  asker: PushAsker | null;
}

export interface Push {
  nationalId: string;
  request: Pick<RequestFacts, 'ip' | 'userAgent' | 'header' | 'now'>;
  /** Counts as a known browser, because the person proved something else. */
  trusted?: true;
}

function refuseInClientMode(deps: StartDeps): void {
  if (deps.mode === 'client') fail(errors.sso_required, { data: { start_url: deps.startUrl } });
}

export async function startByDeviceLink(deps: StartDeps, callbackUrl: string | undefined): Promise<Started> {
  refuseInClientMode(deps);
  const session = await callProvider(() =>
    deps.eid.startDeviceLink({ callbackUrl: checkCallback(deps, callbackUrl) }),
  );
  return { session, nationalId: null, asker: null };
}

/**
 * A push to an unknown number must look like a real one, or the start would reveal who has an eID: the same fields, the
 * same code, and a wait that ends with EXPIRED. The allowance is taken before the push, also for unknown numbers.
 */
export async function startByPush(deps: StartDeps, db: Reader, push: Push): Promise<Started> {
  refuseInClientMode(deps);
  const { ip, userAgent, now } = push.request;
  const browser = findKnownBrowser(deps.hashKey, push.request.header('x-eid-known'));
  const isKnown = browser !== undefined || push.trusted === true;
  if (deps.push === 'off' || (deps.push === 'known-browsers' && !isKnown)) fail(errors.push_unavailable);
  const nationalId = normaliseNationalId(push.nationalId);
  const browserHash = browser === undefined ? null : hashSecret(browser);
  const asker: PushAsker = { ip, userAgent, network: limitSubject(ip), browserHash };
  // Checked before the target's allowance is taken: a blocked requester must not use it up.
  await limitUnansweredPushes(db, asker, now);
  // Looked up for every push, known browser and known person or not, so that the time tells nothing.
  const isOwn = await isKnownPair(db, pairHash(deps.hashKey, browser ?? '', nationalId));
  await takeAllowance(deps, db, nationalId, { now, from: isOwn ? 'own browsers' : 'strangers' });
  return ring(deps, { nationalId, asker });
}

/** Two allowances for one phone: strangers cannot use up that of browsers in which the person signed in before. */
async function takeAllowance(
  deps: StartDeps,
  db: Reader,
  target: string,
  { now, from }: { now: Date; from: 'own browsers' | 'strangers' },
): Promise<void> {
  const counted = from === 'strangers' ? `push|${target}` : `push.own|${target}`;
  const targetHash = createHmac('sha256', deps.hashKey).update(counted).digest('hex');
  const allowance = { targetHash, now, windowSeconds: pushWindowSeconds, allowed: pushesAllowed };
  if (!(await takePush(db, allowance)))
    fail(kernelErrors.rate_limited, { retryAfterSeconds: pushWindowSeconds });
}

export interface Ring {
  nationalId: string;
  asker: PushAsker;
  /** Replaces the usual text on the phone. */
  displayText?: string;
}

/** Sends the push. Its limits were taken before: in startByPush or admitClientPush. */
export async function ring(deps: StartDeps, { nationalId, asker, displayText }: Ring): Promise<Started> {
  try {
    const push = { nationalId, ...(displayText === undefined ? {} : { displayText }) };
    const session = await callProvider(() => deps.eid.startNotification(push));
    return { session, nationalId, asker };
  } catch (error) {
    if (error instanceof EidError && error.failure === 'unknown_person')
      return { session: null, nationalId, asker };
    throw error;
  }
}

export interface ClientPush {
  /** The register number if there is one: pushes of clients and of strange browsers share an allowance. */
  target: string;
  client: { id: string; name: string };
  ip: string;
  now: Date;
}

/** Takes the limits of a push that an OAuth client asks for; unanswered ones count against that client. */
export async function admitClientPush(deps: StartDeps, db: Reader, push: ClientPush): Promise<PushAsker> {
  if (deps.push === 'off') fail(errors.push_unavailable);
  const { client, ip, now } = push;
  const asker: PushAsker = { ip, userAgent: client.name, network: `client ${client.id}`, browserHash: null };
  await limitUnansweredPushes(db, asker, now, unanswered.perClient);
  await takeAllowance(deps, db, push.target, { now, from: 'strangers' });
  return asker;
}

/** A refused push counts against the requester; a known browser counts alone, not with others at its address. */
async function limitUnansweredPushes(
  db: Reader,
  asker: PushAsker,
  now: Date,
  perNetwork = unanswered.perNetwork,
): Promise<void> {
  const since = new Date(now.getTime() - unanswered.windowMs);
  const count = await countUnanswered(db, { ...asker, since, now });
  const isOverLimit =
    asker.browserHash === null ? count.by_network >= perNetwork : count.by_browser >= unanswered.perBrowser;
  if (isOverLimit) fail(kernelErrors.rate_limited, { retryAfterSeconds: unanswered.windowMs / 1000 });
}

/** Two Cyrillic capitals and eight digits; people also type lower case and spaces. */
function normaliseNationalId(text: string): string {
  const value = text.replace(/\s/g, '').toUpperCase();
  if (!/^[А-ЯЁӨҮ]{2}\d{8}$/u.test(value)) fail(errors.invalid_national_id);
  return value;
}

export interface KeepOptions {
  purpose: EidPurpose;
  /** `new`: a generated secret; an object: the starter's existing secret; `none`: the sid alone. */
  binding: 'new' | 'none' | { secret: string };
  language: RequestFacts['language'];
}

export interface Kept {
  view: StartView;
  binding: string | undefined;
}

/** Stores the session under our own random sid: the provider's id, token and secret never leave the server. */
export async function keepStarted(
  deps: StartDeps,
  tx: WriteTx,
  started: Started,
  options: KeepOptions,
): Promise<Kept> {
  const sid = randomBytes(16).toString('hex');
  const binding = options.binding === 'new' ? randomBytes(16).toString('hex') : undefined;
  const secret = typeof options.binding === 'object' ? options.binding.secret : binding;
  const { session } = started;
  if (session?.expiresAtMs != null) deps.usual.lifeMs = session.expiresAtMs - tx.now.getTime();
  const { lifeMs } = deps.usual;
  const expiresAt = new Date(tx.now.getTime() + Math.min(Math.max(lifeMs, 1000), maxLifeMs));
  const verificationCode = session?.verificationCode ?? String(randomInt(10_000)).padStart(4, '0');
  const target = started.nationalId === null ? undefined : await findUserByNationalId(tx, started.nationalId);
  await insertEidSession(tx, {
    sidHash: hashSecret(sid),
    purpose: options.purpose,
    bindingHash: secret === undefined ? null : hashSecret(secret),
    sealed: session === null ? null : deps.keyring.seal(JSON.stringify(session), sealedPurpose),
    verificationCode,
    targetUserId: target?.id ?? null,
    askerIp: started.asker?.ip ?? null,
    askerAgent: started.asker?.userAgent ?? null,
    askerNetwork: started.asker?.network ?? null,
    askerBrowser: started.asker?.browserHash ?? null,
    now: tx.now,
    expiresAt,
  });
  const linked = session !== null && session.kind === 'device-link';
  return {
    binding,
    view: {
      sid,
      qr: linked ? deps.eid.qr(session, deps.now(), options.language).text : '',
      deep_link: linked ? deps.eid.deepLink(session, options.language) : '',
      verification_code: verificationCode,
      expires_at: expiresAt.toISOString(),
      state: 'PENDING',
    },
  };
}

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/**
 * Only pages of our own origin are allowed: any other would receive the proof of return. There is always a callback,
 * because a link without one could be sent to another person and approved there (phishing).
 */
function checkCallback(deps: StartDeps, callbackUrl: string | undefined): string {
  if (callbackUrl === undefined) return deps.callbackUrl;
  if (!URL.canParse(callbackUrl) || new URL(callbackUrl).origin !== deps.appOrigin)
    fail(errors.invalid_callback);
  return callbackUrl;
}

async function callProvider<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof EidError) || error.failure === 'unknown_person') throw error;
    if (error.failure === 'not_configured') fail(errors.eid_not_configured, { detail: error.message });
    if (error.failure === 'rejected') fail(errors.eid_rejected, { detail: error.message });
    fail(errors.upstream_unavailable, { detail: error.message, retryAfterSeconds: 5 });
  }
}
