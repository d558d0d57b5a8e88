import type { Reader, Tx } from '../../kernel/db/database.ts';
import { raw, sqlFor, statement } from '../../kernel/db/query.ts';

const onboardingByHash = statement('superadmin.onboarding', (p: { tokenHash: string }) =>
  sqlFor.selectFrom('superadmin_onboardings').selectAll().where('token_hash', '=', p.tokenHash),
);
export type OnboardingRow = NonNullable<ReturnType<typeof onboardingByHash>['row']>;
export const findOnboarding = (db: Reader | Tx, tokenHash: string): Promise<OnboardingRow | undefined> =>
  db.first(onboardingByHash({ tokenHash }));

export interface NewOnboarding {
  tokenHash: string;
  email: string;
  socialIssuer: string;
  socialSubject: string;
  now: Date;
  expiresAt: Date;
}
/** Begins for an open invitation only; the address is the invitation's own. */
export async function insertOnboarding(
  tx: Tx,
  onboarding: NewOnboarding,
): Promise<{ email: string } | undefined> {
  return tx.first(
    raw<{ email: string }>(
      `insert into superadmin_onboardings (token_hash, email, social_issuer, social_subject, created_at, expires_at)
       select $1, email, $3, $4, $5, $6 from superadmin_invites where email = $2 and accepted_at is null
       returning email`,
      [
        onboarding.tokenHash,
        onboarding.email,
        onboarding.socialIssuer,
        onboarding.socialSubject,
        onboarding.now,
        onboarding.expiresAt,
      ],
    ),
  );
}

/** From `eid` to `email`, once. */
export const keepIdentity = (
  tx: Tx,
  onboarding: { tokenHash: string; sealed: string; now: Date },
): Promise<{ email: string } | undefined> =>
  tx.first(
    raw(
      `update superadmin_onboardings set step = 'email', sealed_identity = $2
       where token_hash = $1 and step = 'eid' and expires_at > $3 returning email`,
      [onboarding.tokenHash, onboarding.sealed, onboarding.now],
    ),
  );

/** Counts a mail before it is sent, so that no two calls at once send one too many. */
export const takeSend = (
  db: Reader,
  send: { tokenHash: string; allowed: number; now: Date },
): Promise<{ email: string; code_sends: number } | undefined> =>
  db.first(
    raw(
      `update superadmin_onboardings set code_sends = code_sends + 1
       where token_hash = $1 and step = 'email' and expires_at > $3 and code_sends < $2
       returning email, code_sends`,
      [send.tokenHash, send.allowed, send.now],
    ),
  );

/** The newest code is the only one that counts, with a count of tries of its own. */
export const keepCodeRequest = (
  tx: Tx,
  request: { tokenHash: string; requestId: string; now: Date },
): Promise<number> =>
  tx.change(
    raw(
      `update superadmin_onboardings set code_request_id = $2, code_sent_at = $3, code_tries = 0
       where token_hash = $1 and step = 'email'`,
      [request.tokenHash, request.requestId, request.now],
    ),
  );

/** Counts a try before it is compared, so that guesses sent at once cannot pass the allowance together. */
export const takeTry = (
  db: Reader,
  attempt: { tokenHash: string; allowed: number; now: Date },
): Promise<
  { email: string; code_request_id: string; code_sent_at: string; code_tries: number } | undefined
> =>
  db.first(
    raw(
      `update superadmin_onboardings set code_tries = code_tries + 1
       where token_hash = $1 and step = 'email' and expires_at > $3 and code_request_id is not null
         and code_tries < $2
       returning email, code_request_id, code_sent_at, code_tries`,
      [attempt.tokenHash, attempt.allowed, attempt.now],
    ),
  );

/** From `email` to `totp`, once, and only by the code that was sent last. */
export const acceptEmail = (
  tx: Tx,
  accepted: { tokenHash: string; requestId: string; now: Date },
): Promise<number> =>
  tx.change(
    raw(
      `update superadmin_onboardings set step = 'totp'
       where token_hash = $1 and step = 'email' and code_request_id = $2 and expires_at > $3`,
      [accepted.tokenHash, accepted.requestId, accepted.now],
    ),
  );

export const keepTotp = (
  tx: Tx,
  totp: { tokenHash: string; sealed: string; now: Date },
): Promise<{ email: string } | undefined> =>
  tx.first(
    raw(
      `update superadmin_onboardings set sealed_totp = $2
       where token_hash = $1 and step = 'totp' and expires_at > $3 returning email`,
      [totp.tokenHash, totp.sealed, totp.now],
    ),
  );

/** Ends an onboarding by taking its row: of two last steps at once, one gets it. */
export const takeOnboarding = (
  tx: Tx,
  onboarding: { tokenHash: string; now: Date },
): Promise<OnboardingRow | undefined> =>
  tx.first(
    raw(
      `delete from superadmin_onboardings where token_hash = $1 and step = 'totp' and expires_at > $2 returning *`,
      [onboarding.tokenHash, onboarding.now],
    ),
  );
