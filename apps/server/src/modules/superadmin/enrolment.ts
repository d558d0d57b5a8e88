import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { RequestFacts } from '../../kernel/http/row.ts';
import { keepAttended } from '../authorities/index.ts';
import { admit, type SecondFactor, type SessionDeps } from '../identity/index.ts';
import { findUser, userChanged } from '../users/index.ts';
import { findAccountByCivilId, insertProof, saveAccount } from './account-store.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import {
  identityPurpose,
  type OnboardingDeps,
  type ProvenPerson,
  pendingTotpPurpose,
  requireStep,
} from './onboarding.ts';
import { takeOnboarding } from './onboarding-store.ts';
import { createRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts';
import type { DoneView } from './schemas.ts';
import { acceptInvite, insertSuperadminUser, renewSuperadminUser } from './store.ts';
import { findTotpStep } from './totp.ts';

export interface EnrolmentDeps extends OnboardingDeps {
  sessions: SessionDeps;
  secondFactor: SecondFactor;
}

export const totpPurpose = 'superadmin-totp';
export const recoveryPurpose = 'superadmin-recovery-codes';

/** The last step creates the account, its secrets and a session together, or none of them. */
export async function enrol(
  deps: EnrolmentDeps,
  tx: WriteTx,
  call: { token: string; code: string; request: RequestFacts },
): Promise<DoneView> {
  const onboarding = await requireStep(tx, call.token, 'totp', tx.now);
  if (onboarding.sealed_totp === null || onboarding.sealed_identity === null) fail(errors.wrong_step);
  const secret = deps.keyring.open(onboarding.sealed_totp, pendingTotpPurpose);
  const step = findTotpStep(secret, call.code.trim(), tx.now, -1);
  if (step === undefined) fail(errors.invalid_code);
  const taken = await takeOnboarding(tx, { tokenHash: onboarding.token_hash, now: tx.now });
  // A new secret may have been requested meanwhile, and the code was for the old one.
  if (taken === undefined || taken.sealed_totp !== onboarding.sealed_totp) fail(errors.wrong_step);
  const invite = (await acceptInvite(tx, taken.email, tx.now)) ?? fail(errors.not_invited);

  const person = JSON.parse(deps.keyring.open(onboarding.sealed_identity, identityPurpose)) as ProvenPerson;
  const { userId, renewed } = await findOrCreateUser(tx, person, taken.email);
  const codes = createRecoveryCodes();
  const hashes = codes.map((code) => hashRecoveryCode(userId, code));
  await saveAccount(tx, {
    userId,
    civilId: person.civilId,
    nationalId: person.nationalId,
    email: taken.email,
    socialIssuer: taken.social_issuer,
    socialSubject: taken.social_subject,
    totpSecret: deps.keyring.seal(secret, totpPurpose),
    totpLastStep: step,
    recoveryCodes: deps.keyring.seal(JSON.stringify(hashes), recoveryPurpose),
    invitedBy: invite.invited_by,
    now: tx.now,
  });

  const user = (await findUser(tx, userId)) ?? fail(kernelErrors.not_found);
  const admission = await admit({ ...deps.sessions, secondFactor: deps.secondFactor }, tx, user, {
    method: 'mfa',
    request: call.request,
    secondFactorPassed: true,
  });
  // Thrown, so that a locked account is not partly renewed.
  if (admission.kind !== 'session')
    fail(admission.kind === 'refused' ? admission.error : kernelErrors.forbidden);
  await insertProof(tx, { sessionId: admission.sessionId, userId, now: tx.now });
  tx.audit(events.onboarded, {
    target: userId,
    subject: userId,
    metadata: { session_id: admission.sessionId, renewed },
  });
  return { ...admission.view, recovery_codes: codes, step: 'done' };
}

async function findOrCreateUser(
  tx: WriteTx,
  person: ProvenPerson,
  email: string,
): Promise<{ userId: string; renewed: boolean }> {
  const known = await findAccountByCivilId(tx, person.civilId);
  if (known === undefined) {
    const username = `sa_${person.civilId.toLowerCase()}`;
    const created = await insertSuperadminUser(tx, { ...person, username, email, now: tx.now });
    if (created === undefined) fail(kernelErrors.conflict);
    return { userId: created.id, renewed: false };
  }
  // One millisecond earlier, because a token issued at the exact cutoff time is also cut off.
  const cutoff = new Date(tx.now.getTime() - 1);
  // The account may have become an officer's since.
  const renewed = await keepAttended(tx, { confirmed: false }, () =>
    renewSuperadminUser(tx, { id: known.user_id, email, cutoff, now: tx.now }),
  );
  if (renewed === undefined) fail(kernelErrors.account_disabled);
  tx.publish(userChanged, { user_id: known.user_id });
  return { userId: known.user_id, renewed: true };
}
