import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { type RowFrom, sqlFor, statement } from '../../kernel/db/query.ts';
import { column, columnsOf, present } from '../../kernel/db/row-shape.ts';

const onboardingByHash = statement('superadmin.onboarding', (p: { tokenHash: string }) =>
  sqlFor.selectFrom('superadmin_onboardings').selectAll().where('token_hash', '=', p.tokenHash),
);
export type OnboardingRow = RowFrom<typeof onboardingByHash>;
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
const addOnboarding = statement(
  'superadmin.insert_onboarding',
  columnsOf('superadmin_onboardings', 'email'),
  (p: NewOnboarding) => sql`
    insert into superadmin_onboardings (token_hash, email, social_issuer, social_subject, created_at, expires_at)
    select ${p.tokenHash}, email, ${p.socialIssuer}, ${p.socialSubject}, ${p.now}, ${p.expiresAt} from superadmin_invites where email = ${p.email} and accepted_at is null
    returning email`,
);
/** Starts only for an open invitation, and uses the invitation's address. */
export async function insertOnboarding(
  tx: Tx,
  onboarding: NewOnboarding,
): Promise<{ email: string } | undefined> {
  return tx.first(addOnboarding(onboarding));
}

const setIdentity = statement(
  'superadmin.keep_identity',
  columnsOf('superadmin_onboardings', 'email'),
  (p: { tokenHash: string; sealed: string; now: Date }) => sql`
    update superadmin_onboardings set step = 'email', sealed_identity = ${p.sealed}
    where token_hash = ${p.tokenHash} and step = 'eid' and expires_at > ${p.now} returning email`,
);
/** From `eid` to `email`, once. */
export const keepIdentity = (
  tx: Tx,
  onboarding: { tokenHash: string; sealed: string; now: Date },
): Promise<{ email: string } | undefined> => tx.first(setIdentity(onboarding));

const countSend = statement(
  'superadmin.take_send',
  columnsOf('superadmin_onboardings', 'email code_sends'),
  (p: { tokenHash: string; allowed: number; now: Date }) => sql`
    update superadmin_onboardings set code_sends = code_sends + 1
    where token_hash = ${p.tokenHash} and step = 'email' and expires_at > ${p.now} and code_sends < ${p.allowed}
    returning email, code_sends`,
);
/** Counts a mail before it is sent, so that concurrent calls cannot exceed the limit. */
export const takeSend = (
  db: Reader,
  send: { tokenHash: string; allowed: number; now: Date },
): Promise<{ email: string; code_sends: number } | undefined> => db.first(countSend(send));

const setCodeRequest = statement(
  'superadmin.keep_code_request',
  (p: { tokenHash: string; requestId: string; now: Date }) => sql`
    update superadmin_onboardings set code_request_id = ${p.requestId}, code_sent_at = ${p.now}, code_tries = 0
    where token_hash = ${p.tokenHash} and step = 'email'`,
);
/** Only the newest code is valid, with its own count of attempts. */
export const keepCodeRequest = (
  tx: Tx,
  request: { tokenHash: string; requestId: string; now: Date },
): Promise<number> => tx.change(setCodeRequest(request));

const countTry = statement(
  'superadmin.take_try',
  {
    ...columnsOf('superadmin_onboardings', 'email code_tries'),
    code_request_id: present(column('superadmin_onboardings', 'code_request_id')),
    code_sent_at: present(column('superadmin_onboardings', 'code_sent_at')),
  },
  (p: { tokenHash: string; allowed: number; now: Date }) => sql`
    update superadmin_onboardings set code_tries = code_tries + 1
    where token_hash = ${p.tokenHash} and step = 'email' and expires_at > ${p.now} and code_request_id is not null
      and code_tries < ${p.allowed}
    returning email, code_request_id, code_sent_at, code_tries`,
);
/** Counts an attempt before it is compared, so that concurrent guesses cannot exceed the limit. */
export const takeTry = (
  db: Reader,
  attempt: { tokenHash: string; allowed: number; now: Date },
): Promise<
  { email: string; code_request_id: string; code_sent_at: string; code_tries: number } | undefined
> => db.first(countTry(attempt));

const markEmailAccepted = statement(
  'superadmin.accept_email',
  (p: { tokenHash: string; requestId: string; now: Date }) => sql`
    update superadmin_onboardings set step = 'totp'
    where token_hash = ${p.tokenHash} and step = 'email' and code_request_id = ${p.requestId} and expires_at > ${p.now}`,
);
/** From `email` to `totp`, once, and only with the code that was sent last. */
export const acceptEmail = (
  tx: Tx,
  accepted: { tokenHash: string; requestId: string; now: Date },
): Promise<number> => tx.change(markEmailAccepted(accepted));

const setTotp = statement(
  'superadmin.keep_totp',
  columnsOf('superadmin_onboardings', 'email'),
  (p: { tokenHash: string; sealed: string; now: Date }) => sql`
    update superadmin_onboardings set sealed_totp = ${p.sealed}
    where token_hash = ${p.tokenHash} and step = 'totp' and expires_at > ${p.now} returning email`,
);
export const keepTotp = (
  tx: Tx,
  totp: { tokenHash: string; sealed: string; now: Date },
): Promise<{ email: string } | undefined> => tx.first(setTotp(totp));

const removeOnboarding = statement(
  'superadmin.take_onboarding',
  columnsOf(
    'superadmin_onboardings',
    'token_hash email step social_issuer social_subject sealed_identity code_request_id code_sent_at code_sends code_tries sealed_totp created_at expires_at',
  ),
  (p: { tokenHash: string; now: Date }) => sql`
    delete from superadmin_onboardings where token_hash = ${p.tokenHash} and step = 'totp' and expires_at > ${p.now} returning *`,
);
/** Ends an onboarding by deleting its row: of two concurrent last steps, one gets it. */
export const takeOnboarding = (
  tx: Tx,
  onboarding: { tokenHash: string; now: Date },
): Promise<OnboardingRow | undefined> => tx.first(removeOnboarding(onboarding));
