import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { type RowFrom, sqlFor, statement } from '../../kernel/db/query.ts';
import { columnsOf } from '../../kernel/db/row-shape.ts';

const accountByUser = statement('superadmin.account_for_update', (p: { userId: string }) =>
  sqlFor.selectFrom('superadmin_accounts').selectAll().where('user_id', '=', p.userId).forUpdate(),
);
export type AccountRow = RowFrom<typeof accountByUser>;
export const findAccountForUpdate = (tx: Tx, userId: string): Promise<AccountRow | undefined> =>
  tx.first(accountByUser({ userId }));

const accountByCivilId = statement(
  'superadmin.find_account_by_civil_id',
  columnsOf('superadmin_accounts', 'user_id'),
  (p: { civilId: string }) => sql`
    select user_id from superadmin_accounts where civil_id = ${p.civilId} for update`,
);
export const findAccountByCivilId = (tx: Tx, civilId: string): Promise<{ user_id: string } | undefined> =>
  tx.first(accountByCivilId({ civilId }));

const accountBySocial = statement(
  'superadmin.find_account_by_social',
  columnsOf('superadmin_accounts', 'user_id civil_id'),
  (p: { issuer: string; subject: string }) => sql`
    select user_id, civil_id from superadmin_accounts where social_issuer = ${p.issuer} and social_subject = ${p.subject}`,
);
export const findAccountBySocial = (
  tx: Tx,
  social: { issuer: string; subject: string },
): Promise<{ user_id: string; civil_id: string } | undefined> => tx.first(accountBySocial(social));

export interface Account {
  userId: string;
  civilId: string;
  nationalId: string | null;
  email: string;
  socialIssuer: string;
  socialSubject: string;
  totpSecret: string;
  totpLastStep: number;
  recoveryCodes: string;
  invitedBy: string | null;
  now: Date;
}
const upsertAccount = statement(
  'superadmin.save_account',
  (p: Account) => sql`
    insert into superadmin_accounts (user_id, civil_id, national_id, email, email_verified, social_issuer,
      social_subject, mfa_enabled, totp_secret, totp_last_step, recovery_codes, invited_by, onboarded_at)
    values (${p.userId}, ${p.civilId}, ${p.nationalId}, ${p.email}, true, ${p.socialIssuer}, ${p.socialSubject}, true, ${p.totpSecret}, ${p.totpLastStep}, ${p.recoveryCodes}, ${p.invitedBy}, ${p.now})
    on conflict (user_id) do update set national_id = excluded.national_id, email = excluded.email,
      social_issuer = excluded.social_issuer, social_subject = excluded.social_subject, mfa_enabled = true,
      totp_secret = excluded.totp_secret, totp_last_step = excluded.totp_last_step,
      recovery_codes = excluded.recovery_codes, invited_by = excluded.invited_by,
      onboarded_at = excluded.onboarded_at, mfa_failures = 0, mfa_failed_since = null, mfa_locked_until = null`,
);
/** A person who lost both device and codes recovers by a new invitation and the same steps. */
export const saveAccount = (tx: Tx, account: Account): Promise<number> => tx.change(upsertAccount(account));

const setTotpStep = statement(
  'superadmin.use_totp_step',
  (p: { userId: string; step: number }) => sql`
    update superadmin_accounts set totp_last_step = ${p.step}, mfa_failures = 0, mfa_failed_since = null,
    mfa_locked_until = null where user_id = ${p.userId} and totp_last_step < ${p.step}`,
);
/** Accepts a time step once: of two calls with the same code, one changes the row. */
export const useTotpStep = (tx: Tx, use: { userId: string; step: number }): Promise<number> =>
  tx.change(setTotpStep(use));

const setRecoveryCodes = statement(
  'superadmin.replace_recovery_codes',
  (p: { userId: string; from: string; to: string }) => sql`
    update superadmin_accounts set recovery_codes = ${p.to}, mfa_failures = 0, mfa_failed_since = null,
    mfa_locked_until = null where user_id = ${p.userId} and recovery_codes = ${p.from}`,
);
/** Replaces exactly the set that was opened: a code of a set that was replaced meanwhile is not accepted. */
export const replaceRecoveryCodes = (
  tx: Tx,
  change: { userId: string; from: string; to: string },
): Promise<number> => tx.change(setRecoveryCodes(change));

const setMfaFailures = statement(
  'superadmin.write_mfa_failures',
  (p: { userId: string; count: number; since: Date | string; lockedUntil: Date | null }) => sql`
    update superadmin_accounts set mfa_failures = ${p.count}, mfa_failed_since = ${p.since}, mfa_locked_until = ${p.lockedUntil}
    where user_id = ${p.userId}`,
);
export const writeMfaFailures = (
  tx: Tx,
  failures: { userId: string; count: number; since: Date | string; lockedUntil: Date | null },
): Promise<number> => tx.change(setMfaFailures(failures));

const addMfaToken = statement(
  'superadmin.insert_mfa_token',
  (p: { tokenHash: string; userId: string; expiresAt: Date }) => sql`
    insert into superadmin_mfa_tokens (token_hash, user_id, expires_at) values (${p.tokenHash}, ${p.userId}, ${p.expiresAt})`,
);
export const insertMfaToken = (
  tx: Tx,
  token: { tokenHash: string; userId: string; expiresAt: Date },
): Promise<number> => tx.change(addMfaToken(token));

const mfaTokenByHash = statement(
  'superadmin.find_mfa_token',
  columnsOf('superadmin_mfa_tokens', 'user_id'),
  (p: { tokenHash: string; now: Date }) => sql`
    select user_id from superadmin_mfa_tokens where token_hash = ${p.tokenHash} and expires_at > ${p.now}`,
);
export const findMfaToken = (
  tx: Tx,
  tokenHash: string,
  now: Date,
): Promise<{ user_id: string } | undefined> => tx.first(mfaTokenByHash({ tokenHash, now }));

const removeMfaToken = statement(
  'superadmin.take_mfa_token',
  (p: { tokenHash: string }) => sql`delete from superadmin_mfa_tokens where token_hash = ${p.tokenHash}`,
);
export const takeMfaToken = (tx: Tx, tokenHash: string): Promise<number> =>
  tx.change(removeMfaToken({ tokenHash }));

const addProof = statement(
  'superadmin.insert_proof',
  (p: { sessionId: string; userId: string; now: Date }) => sql`
    insert into superadmin_mfa_proofs (session_id, user_id, proven_at) values (${p.sessionId}, ${p.userId}, ${p.now})`,
);
export const insertProof = (
  tx: Tx,
  proof: { sessionId: string; userId: string; now: Date },
): Promise<number> => tx.change(addProof(proof));

const proofSince = statement(
  'superadmin.find_proof_since',
  columnsOf('superadmin_mfa_proofs', 'proven_at'),
  (p: { sessionId: string; since: Date }) => sql`
    select proven_at from superadmin_mfa_proofs where session_id = ${p.sessionId} and proven_at > ${p.since}`,
);
export const findProofSince = (
  db: Reader | Tx,
  sessionId: string,
  since: Date,
): Promise<{ proven_at: string } | undefined> => db.first(proofSince({ sessionId, since }));

const deleteStaleOnboardings = statement(
  'superadmin_onboardings.delete_stale',
  (p: { now: Date }) => sql`delete from superadmin_onboardings where expires_at < ${p.now}`,
);
const deleteStaleMfaTokens = statement(
  'superadmin_mfa_tokens.delete_stale',
  (p: { now: Date }) => sql`delete from superadmin_mfa_tokens where expires_at < ${p.now}`,
);
export async function deleteStale(tx: Tx, now: Date): Promise<void> {
  await tx.change(deleteStaleOnboardings({ now }));
  await tx.change(deleteStaleMfaTokens({ now }));
}
