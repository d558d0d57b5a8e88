import type { Reader, Tx } from '../../kernel/db/database.ts';
import { raw, sqlFor, statement } from '../../kernel/db/query.ts';

const accountByUser = statement('superadmin.account_for_update', (p: { userId: string }) =>
  sqlFor.selectFrom('superadmin_accounts').selectAll().where('user_id', '=', p.userId).forUpdate(),
);
export type AccountRow = NonNullable<ReturnType<typeof accountByUser>['row']>;
export const findAccountForUpdate = (tx: Tx, userId: string): Promise<AccountRow | undefined> =>
  tx.first(accountByUser({ userId }));

export const findAccountByCivilId = (tx: Tx, civilId: string): Promise<{ user_id: string } | undefined> =>
  tx.first(raw('select user_id from superadmin_accounts where civil_id = $1 for update', [civilId]));

export const findAccountBySocial = (
  tx: Tx,
  social: { issuer: string; subject: string },
): Promise<{ user_id: string; civil_id: string } | undefined> =>
  tx.first(
    raw(
      'select user_id, civil_id from superadmin_accounts where social_issuer = $1 and social_subject = $2',
      [social.issuer, social.subject],
    ),
  );

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
/** A person who lost both device and codes comes back by a new invitation and the same steps. */
export const saveAccount = (tx: Tx, account: Account): Promise<number> =>
  tx.change(
    raw(
      `insert into superadmin_accounts (user_id, civil_id, national_id, email, email_verified, social_issuer,
         social_subject, mfa_enabled, totp_secret, totp_last_step, recovery_codes, invited_by, onboarded_at)
       values ($1, $2, $3, $4, true, $5, $6, true, $7, $8, $9, $10, $11)
       on conflict (user_id) do update set national_id = excluded.national_id, email = excluded.email,
         social_issuer = excluded.social_issuer, social_subject = excluded.social_subject, mfa_enabled = true,
         totp_secret = excluded.totp_secret, totp_last_step = excluded.totp_last_step,
         recovery_codes = excluded.recovery_codes, invited_by = excluded.invited_by,
         onboarded_at = excluded.onboarded_at, mfa_failures = 0, mfa_failed_since = null, mfa_locked_until = null`,
      [
        account.userId,
        account.civilId,
        account.nationalId,
        account.email,
        account.socialIssuer,
        account.socialSubject,
        account.totpSecret,
        account.totpLastStep,
        account.recoveryCodes,
        account.invitedBy,
        account.now,
      ],
    ),
  );

/** Accepts a time step once: of two calls with the same code, one changes the row. */
export const useTotpStep = (tx: Tx, use: { userId: string; step: number }): Promise<number> =>
  tx.change(
    raw(
      `update superadmin_accounts set totp_last_step = $2, mfa_failures = 0, mfa_failed_since = null,
         mfa_locked_until = null where user_id = $1 and totp_last_step < $2`,
      [use.userId, use.step],
    ),
  );

/** Replaces the very set that was opened: a code cannot be used from a set that somebody else already replaced. */
export const replaceRecoveryCodes = (
  tx: Tx,
  change: { userId: string; from: string; to: string },
): Promise<number> =>
  tx.change(
    raw(
      `update superadmin_accounts set recovery_codes = $3, mfa_failures = 0, mfa_failed_since = null,
         mfa_locked_until = null where user_id = $1 and recovery_codes = $2`,
      [change.userId, change.from, change.to],
    ),
  );

export const writeMfaFailures = (
  tx: Tx,
  failures: { userId: string; count: number; since: Date | string; lockedUntil: Date | null },
): Promise<number> =>
  tx.change(
    raw(
      `update superadmin_accounts set mfa_failures = $2, mfa_failed_since = $3, mfa_locked_until = $4
       where user_id = $1`,
      [failures.userId, failures.count, failures.since, failures.lockedUntil],
    ),
  );

export const insertMfaToken = (
  tx: Tx,
  token: { tokenHash: string; userId: string; expiresAt: Date },
): Promise<number> =>
  tx.change(
    raw('insert into superadmin_mfa_tokens (token_hash, user_id, expires_at) values ($1, $2, $3)', [
      token.tokenHash,
      token.userId,
      token.expiresAt,
    ]),
  );

export const findMfaToken = (
  tx: Tx,
  tokenHash: string,
  now: Date,
): Promise<{ user_id: string } | undefined> =>
  tx.first(
    raw('select user_id from superadmin_mfa_tokens where token_hash = $1 and expires_at > $2', [
      tokenHash,
      now,
    ]),
  );

export const takeMfaToken = (tx: Tx, tokenHash: string): Promise<number> =>
  tx.change(raw('delete from superadmin_mfa_tokens where token_hash = $1', [tokenHash]));

export const insertProof = (
  tx: Tx,
  proof: { sessionId: string; userId: string; now: Date },
): Promise<number> =>
  tx.change(
    raw('insert into superadmin_mfa_proofs (session_id, user_id, proven_at) values ($1, $2, $3)', [
      proof.sessionId,
      proof.userId,
      proof.now,
    ]),
  );

export const findProofSince = (
  db: Reader | Tx,
  sessionId: string,
  since: Date,
): Promise<{ proven_at: string } | undefined> =>
  db.first(
    raw('select proven_at from superadmin_mfa_proofs where session_id = $1 and proven_at > $2', [
      sessionId,
      since,
    ]),
  );

export async function deleteStale(tx: Tx, now: Date): Promise<void> {
  await tx.change(raw('delete from superadmin_onboardings where expires_at < $1', [now]));
  await tx.change(raw('delete from superadmin_mfa_tokens where expires_at < $1', [now]));
}
