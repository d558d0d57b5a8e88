import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { fail } from '../../kernel/http/errors.ts';
import { type Refused, type RequestFacts, refused } from '../../kernel/http/row.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import {
  type Arrival,
  admit,
  identityErrors,
  identityEvents,
  type SecondFactor,
  type SessionDeps,
  turnAway,
} from '../identity/index.ts';
import { findSuperadminBySocial, type SocialOutcome, type SocialProof } from '../superadmin/index.ts';
import { findUserForUpdate, type UserRow } from '../users/index.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { offerLink } from './linking.ts';
import type { SocialBody, SocialView } from './schemas.ts';
import type { SocialPort, SocialStart } from './social-port.ts';
import { findLink } from './store.ts';

export interface SignInDeps {
  keyring: Keyring;
  social: SocialPort;
  sessions: SessionDeps;
  secondFactor: SecondFactor;
  /** In mode client people sign in only upstream. */
  mode: 'provider' | 'client';
  startUrl: string;
  /** The only redirect address of the provider. */
  redirectUri: string;
  /** Allowed domains of e-mail addresses; empty for all. */
  allowedDomains: readonly string[];
}

/** Super administrators can sign in without the upstream in mode client too, because they may have to repair it. */
export async function beginSocial(
  deps: SignInDeps,
  purpose: 'sign_in' | 'superadmin' | 'onboarding',
): Promise<SocialStart> {
  if (purpose === 'sign_in') requireLocalSignIn(deps);
  const begun = await deps.social.begin({ redirectUri: deps.redirectUri });
  return begun.ok ? begun.start : failWith(begun);
}

export type Proven = { kind: 'proven'; proof: SocialProof } | { kind: 'rejected'; detail: string };

/** Verifies a code with the provider: a refusal is recorded as an attempt, an outage is not. */
export async function proveAccount(deps: SignInDeps, body: SocialBody): Promise<Proven> {
  const isOtherProvider = body.provider !== undefined && body.provider !== deps.social.provider;
  const isOtherAddress = body.redirect_uri !== deps.redirectUri;
  // In mode client every caller but a super administrator is sent upstream.
  if (isOtherProvider || isOtherAddress) requireLocalSignIn(deps);
  if (isOtherProvider) fail(errors.not_configured, { detail: 'another provider was asked for' });
  if (isOtherAddress) fail(errors.exchange_failed, { detail: 'redirect_uri is not ours' });
  const outcome = await deps.social.exchange({
    code: body.code,
    redirectUri: body.redirect_uri,
    codeVerifier: body.code_verifier,
    nonce: body.nonce,
  });
  if (outcome.ok) return { kind: 'proven', proof: outcome.proof };
  const { failure, detail } = outcome;
  if (failure !== 'unavailable') requireLocalSignIn(deps);
  return failure === 'rejected' ? { kind: 'rejected', detail } : failWith(outcome);
}

function requireLocalSignIn(deps: SignInDeps): void {
  if (deps.mode === 'client') fail(identityErrors.sso_required, { data: { start_url: deps.startUrl } });
}

function failWith({ failure, detail }: Extract<SocialOutcome, { ok: false }>): never {
  if (failure === 'not_configured') fail(errors.not_configured, { detail });
  fail(errors.upstream_failed, { detail, retryAfterSeconds: 5 });
}

/**
 * Matches only the provider's subject: an address may be given to another person, a subject never is. An
 * account without a link gets no session; its person proves their identity by eID. That holds on a private
 * platform too, where eID then admits only registered people.
 */
export async function concludeSocial(
  deps: SignInDeps,
  tx: WriteTx,
  proven: Proven,
  request: RequestFacts,
): Promise<SocialView | Refused> {
  const arrival: Arrival = { method: 'social', request };
  if (proven.kind === 'rejected') {
    await turnAway(tx, undefined, errors.exchange_failed, arrival);
    return refused(errors.exchange_failed, { detail: proven.detail });
  }
  const { proof } = proven;
  // Checked before the domain rule, because an invitation names its own address.
  const owner = await findSuperadminBySocial(tx, proof);
  if (owner !== undefined) return admitPerson(deps, tx, owner, arrival);
  if (deps.mode === 'client') {
    await turnAway(tx, undefined, identityErrors.sso_required, arrival);
    return refused(identityErrors.sso_required, { data: { start_url: deps.startUrl } });
  }
  const link = await findLink(tx, proof);
  const user = link === undefined ? undefined : await findUserForUpdate(tx, link.user_id);
  if (!isAllowed(deps.allowedDomains, proof)) {
    await turnAway(tx, user, errors.domain_not_allowed, arrival);
    return refused(errors.domain_not_allowed);
  }
  if (user !== undefined) return admitPerson(deps, tx, user, arrival);
  return { linked: false, link_token: await offerLink(deps, tx, proof), email: proof.email };
}

async function admitPerson(
  deps: SignInDeps,
  tx: WriteTx,
  user: UserRow,
  arrival: Arrival,
): Promise<SocialView | Refused> {
  const admission = await admit({ ...deps.sessions, secondFactor: deps.secondFactor }, tx, user, arrival);
  if (admission.kind === 'refused') return refused(admission.error);
  if (admission.kind === 'second-factor') {
    tx.audit(identityEvents.secondFactorAsked, { target: user.id, subject: user.id });
    return { mfa_required: true, mfa_token: admission.token };
  }
  tx.audit(events.signedIn, {
    target: user.id,
    subject: user.id,
    metadata: { session_id: admission.sessionId, new_device: admission.isNewDevice },
  });
  return { linked: true, user: admission.view };
}

/** An unverified address proves no domain. */
function isAllowed(domains: readonly string[], { email, emailVerified }: SocialProof): boolean {
  if (domains.length === 0) return true;
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return emailVerified && domains.some((allowed) => allowed.toLowerCase() === domain);
}
