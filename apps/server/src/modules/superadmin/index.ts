import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import type { Module } from '../../kernel/module.ts';
import { findUserForUpdate, type UserRow } from '../users/index.ts';
import { findAccountBySocial } from './account-store.ts';
import { type AdminDeps, adminRows } from './admin-routes.ts';
import { recoveryPurpose, totpPurpose } from './enrolment.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { superadminJobs } from './jobs.ts';
import { identityPurpose, pendingTotpPurpose } from './onboarding.ts';
import { type SignInDeps, signInRows } from './routes.ts';
import { names } from './schemas.ts';

export { bootstrapSuperadmin, inviteAsOperator } from './bootstrap.ts';
export { EmailCodeError, type EmailCodePort } from './email-code-port.ts';
export { errors as superadminErrors } from './errors.ts';
export { events as superadminEvents } from './events.ts';
export { askForFreshProof, createSecondFactor, freshProofs, hasFreshProof } from './second-factor.ts';
export type { SocialOutcome, SocialProof, SocialProofPort } from './social-proof-port.ts';
export { createTotpSecret, findTotpStep, otpauthUrl, stepAt, totpCode } from './totp.ts';

export type SuperadminDeps = SignInDeps & AdminDeps & { database: Database };

/** The super administrator of a social account; their sign-in still stops at the second factor. */
export async function findSuperadminBySocial(
  tx: WriteTx,
  social: { issuer: string; subject: string },
): Promise<UserRow | undefined> {
  const account = await findAccountBySocial(tx, social);
  return account === undefined ? undefined : findUserForUpdate(tx, account.user_id);
}

export function superadmin(deps: SuperadminDeps): Module {
  return {
    name: 'superadmin',
    openInMaintenance: true,
    rows: [...signInRows(deps), ...adminRows(deps)],
    errors,
    events,
    schemas: names,
    jobs: superadminJobs(deps.database),
    sealed: [
      { table: 'superadmin_accounts', column: 'totp_secret', purpose: totpPurpose },
      { table: 'superadmin_accounts', column: 'recovery_codes', purpose: recoveryPurpose },
      { table: 'superadmin_onboardings', column: 'sealed_identity', purpose: identityPurpose },
      { table: 'superadmin_onboardings', column: 'sealed_totp', purpose: pendingTotpPurpose },
    ],
  };
}
