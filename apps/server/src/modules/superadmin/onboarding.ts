import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { type Refused, refused, type Unchanged, unchanged } from '../../kernel/http/row.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import type { EidFlow, EidIdentity, Observed } from '../identity/index.ts';
import { findAccountBySocial } from './account-store.ts';
import { EmailCodeError, type EmailCodePort } from './email-code-port.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { createInterimSecret, hashInterimSecret, normaliseEmail } from './interim-secret.ts';
import {
  acceptEmail,
  findOnboarding,
  insertOnboarding,
  keepCodeRequest,
  keepIdentity,
  keepTotp,
  type OnboardingRow,
  takeSend,
  takeTry,
} from './onboarding-store.ts';
import type { EidPollView, StateView } from './schemas.ts';
import type { SocialProof, SocialProofPort } from './social-proof-port.ts';
import { createTotpSecret, otpauthUrl } from './totp.ts';

export interface OnboardingDeps {
  keyring: Keyring;
  eidFlow: EidFlow;
  social: SocialProofPort;
  emailCodes: EmailCodePort;
  /** Only pages of this origin may have received the social code. */
  appOrigin: string;
  /** Shown beside the account in an authenticator app. */
  platformName: string;
}

const lifeMs = 30 * 60_000;
const codeLifeMs = 10 * 60_000;
const sendsAllowed = 5;
const triesAllowed = 5;
export const identityPurpose = 'superadmin-onboarding-identity';
export const pendingTotpPurpose = 'superadmin-onboarding-totp';

/** The person's data between the eID step and the last step, sealed. */
export interface ProvenPerson {
  civilId: string;
  nationalId: string | null;
  firstName: string;
  lastName: string;
  firstNameEn: string;
  lastNameEn: string;
}

/** An unknown and an expired token get the same answer. */
async function requireOnboarding(db: Reader, token: string, now: Date): Promise<OnboardingRow> {
  const row = await findOnboarding(db, hashInterimSecret(token));
  if (row === undefined || new Date(row.expires_at) <= now) fail(kernelErrors.forbidden);
  return row;
}

/** An onboarding at exactly this step. */
export async function requireStep(
  db: Reader,
  token: string,
  step: 'eid' | 'email' | 'totp',
  now: Date,
): Promise<OnboardingRow> {
  const row = await requireOnboarding(db, token, now);
  if (row.step !== step) fail(errors.wrong_step);
  return row;
}

/** The holder of the token proved this address, so showing it reveals nothing. */
export async function showState(db: Reader, token: string, now: Date): Promise<StateView> {
  const row = await requireOnboarding(db, token, now);
  return {
    step: row.step,
    email: row.email,
    expires_at: row.expires_at,
    code_sent: row.step === 'email' && row.code_request_id !== null,
  };
}

export async function proveSocial(
  deps: OnboardingDeps,
  body: {
    code: string;
    redirect_uri: string;
    code_verifier?: string | undefined;
    nonce?: string | undefined;
  },
): Promise<SocialProof> {
  if (!URL.canParse(body.redirect_uri) || new URL(body.redirect_uri).origin !== deps.appOrigin)
    fail(errors.other_origin, { data: { origin: deps.appOrigin } });
  const outcome = await deps.social.exchange({
    code: body.code,
    redirectUri: body.redirect_uri,
    codeVerifier: body.code_verifier,
    nonce: body.nonce,
  });
  if (outcome.ok) return outcome.proof;
  const { failure, detail } = outcome;
  if (failure === 'not_configured') fail(errors.not_configured, { detail });
  if (failure === 'unavailable') fail(errors.upstream_failed, { detail, retryAfterSeconds: 5 });
  fail(errors.exchange_failed, { detail });
}

/** Uses the invitation's address: the provider's spelling only has to normalise to it. */
export async function begin(
  tx: WriteTx,
  proof: SocialProof,
): Promise<{ onboard_token: string; email: string; step: 'eid' }> {
  if (!proof.emailVerified) fail(errors.email_unverified);
  const token = createInterimSecret();
  const begun = await insertOnboarding(tx, {
    tokenHash: hashInterimSecret(token),
    email: normaliseEmail(proof.email),
    socialIssuer: proof.issuer,
    socialSubject: proof.subject,
    now: tx.now,
    expiresAt: new Date(tx.now.getTime() + lifeMs),
  });
  if (begun === undefined) fail(errors.not_invited);
  tx.audit(events.onboardingBegun, { target: begun.email });
  return { onboard_token: token, email: begun.email, step: 'eid' };
}

/** Adds the eID approval to this onboarding, without an account or a session yet. */
export async function concludeEid(
  deps: OnboardingDeps,
  tx: WriteTx,
  call: { onboarding: OnboardingRow; observed: Observed },
): Promise<EidPollView | Unchanged<EidPollView> | Refused> {
  const { onboarding } = call;
  const settled = await deps.eidFlow.settle(tx, call.observed);
  switch (settled.state) {
    case 'PENDING':
      return unchanged({
        state: 'PENDING',
        step: 'eid',
        scanned: settled.scanned,
        ...(settled.returnRequired ? { return_required: true } : {}),
      });
    case 'COMPLETE':
      return keepPerson(deps, tx, onboarding, settled.identity);
    default: {
      const answer: EidPollView = { state: settled.state, step: 'eid', reason: settled.reason };
      if (!settled.isNews) return unchanged(answer);
      tx.audit(events.onboardingEidFailed, {
        target: onboarding.email,
        metadata: { state: settled.state, reason: settled.reason },
      });
      return answer;
    }
  }
}

async function keepPerson(
  deps: OnboardingDeps,
  tx: WriteTx,
  onboarding: OnboardingRow,
  identity: EidIdentity,
): Promise<EidPollView | Refused> {
  const social = { issuer: onboarding.social_issuer, subject: onboarding.social_subject };
  const holder = await findAccountBySocial(tx, social);
  // A social account is never moved from one person to another.
  if (holder !== undefined && holder.civil_id !== identity.civilId) {
    tx.audit(events.onboardingEidFailed, {
      target: onboarding.email,
      metadata: { state: 'REFUSED', reason: errors.already_linked_elsewhere.code },
    });
    return refused(errors.already_linked_elsewhere);
  }
  const person: ProvenPerson = {
    civilId: identity.civilId,
    nationalId: identity.nationalId,
    firstName: identity.givenName,
    lastName: identity.surname,
    firstNameEn: identity.givenNameEn,
    lastNameEn: identity.surnameEn,
  };
  const sealed = deps.keyring.seal(JSON.stringify(person), identityPurpose);
  const kept = await keepIdentity(tx, { tokenHash: onboarding.token_hash, sealed, now: tx.now });
  if (kept === undefined) fail(errors.wrong_step);
  tx.audit(events.onboardingEidProven, { target: kept.email, metadata: { level: identity.level } });
  return { state: 'COMPLETE', step: 'email' };
}

export interface SentCode {
  tokenHash: string;
  email: string;
  sends: number;
  requestId: string;
}

export async function sendCode(
  deps: OnboardingDeps,
  db: Reader,
  token: string,
  now: Date,
): Promise<SentCode> {
  const tokenHash = hashInterimSecret(token);
  const taken = await takeSend(db, { tokenHash, allowed: sendsAllowed, now });
  if (taken === undefined) {
    await requireStep(db, token, 'email', now);
    fail(errors.too_many_attempts);
  }
  const { requestId } = await callCodeService(() => deps.emailCodes.send(taken.email));
  return { tokenHash, email: taken.email, sends: taken.code_sends, requestId };
}

export async function keepSentCode(tx: WriteTx, sent: SentCode): Promise<{ step: 'email' }> {
  const kept = await keepCodeRequest(tx, {
    tokenHash: sent.tokenHash,
    requestId: sent.requestId,
    now: tx.now,
  });
  if (kept === 0) fail(errors.wrong_step);
  tx.audit(events.onboardingCodeSent, { target: sent.email, metadata: { sends: sent.sends } });
  return { step: 'email' };
}

export interface TriedCode {
  tokenHash: string;
  email: string;
  tries: number;
  requestId: string;
  approved: boolean;
}

/** An expired code gets the same answer as a wrong one. */
export async function tryCode(
  deps: OnboardingDeps,
  db: Reader,
  attempt: { token: string; code: string; now: Date },
): Promise<TriedCode> {
  const { token, now } = attempt;
  const tokenHash = hashInterimSecret(token);
  const taken = await takeTry(db, { tokenHash, allowed: triesAllowed, now });
  if (taken === undefined) {
    const row = await requireStep(db, token, 'email', now);
    fail(row.code_request_id === null ? errors.wrong_step : errors.too_many_attempts);
  }
  const fresh = now.getTime() - new Date(taken.code_sent_at).getTime() < codeLifeMs;
  const requestId = taken.code_request_id;
  const approved =
    fresh && (await callCodeService(() => deps.emailCodes.check(requestId, attempt.code.trim())));
  return { tokenHash, email: taken.email, tries: taken.code_tries, requestId, approved };
}

export async function keepTriedCode(tx: WriteTx, tried: TriedCode): Promise<{ step: 'totp' } | Refused> {
  if (!tried.approved) {
    tx.audit(events.onboardingCodeRefused, { target: tried.email, metadata: { tries: tried.tries } });
    return refused(errors.invalid_code);
  }
  const accepted = await acceptEmail(tx, {
    tokenHash: tried.tokenHash,
    requestId: tried.requestId,
    now: tx.now,
  });
  if (accepted === 0) fail(errors.wrong_step);
  tx.audit(events.onboardingEmailProven, { target: tried.email });
  return { step: 'totp' };
}

async function callCodeService<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof EmailCodeError)) throw error;
    if (error.failure === 'not_configured') fail(errors.not_configured, { detail: error.message });
    fail(errors.upstream_failed, { detail: error.message, retryAfterSeconds: 5 });
  }
}

/** Each call creates a new secret and invalidates the one shown before. */
export async function initTotp(
  deps: OnboardingDeps,
  tx: WriteTx,
  token: string,
): Promise<{ secret: string; otpauth_url: string; step: 'totp' }> {
  const onboarding = await requireStep(tx, token, 'totp', tx.now);
  const secret = createTotpSecret();
  const sealed = deps.keyring.seal(secret, pendingTotpPurpose);
  const kept = await keepTotp(tx, { tokenHash: onboarding.token_hash, sealed, now: tx.now });
  if (kept === undefined) fail(errors.wrong_step);
  return { secret, otpauth_url: otpauthUrl(secret, kept.email, deps.platformName), step: 'totp' };
}
