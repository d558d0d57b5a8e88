import type { Reader, Tx } from '../../kernel/db/database.ts';
import { raw } from '../../kernel/db/query.ts';

export interface Subject {
  issuer: string;
  subject: string;
}

export interface NewLink extends Subject {
  userId: string;
  provider: string;
  emailMasked: string;
  sealed: string;
  now: Date;
}

/** False when the subject has a person already, or the person another subject at this provider. */
export async function insertLink(tx: Tx, link: NewLink): Promise<boolean> {
  const inserted = await tx.change(
    raw(
      `insert into social_links (user_id, issuer, subject, provider, email_masked, sealed, linked_at)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
      [link.userId, link.issuer, link.subject, link.provider, link.emailMasked, link.sealed, link.now],
      'social.insert_link',
    ),
  );
  return inserted === 1;
}

export const findLink = (tx: Tx, { issuer, subject }: Subject): Promise<{ user_id: string } | undefined> =>
  tx.first(
    raw(
      'select user_id from social_links where issuer = $1 and subject = $2',
      [issuer, subject],
      'social.find_link',
    ),
  );

export interface OwnLink {
  provider: string;
  email_masked: string;
  linked_at: string;
}
export const findOwnLink = (
  db: Reader,
  userId: string,
): Promise<(OwnLink & { sealed: string | null }) | undefined> =>
  db.first(
    raw(
      `select provider, email_masked, linked_at, sealed from social_links
       where user_id = $1 order by linked_at desc limit 1`,
      [userId],
      'social.find_own_link',
    ),
  );

/** The providers that were unlinked; without a provider all of them. */
export const deleteLinks = (
  tx: Tx,
  userId: string,
  provider: string | undefined,
): Promise<{ provider: string }[]> =>
  tx.run(
    raw(
      `delete from social_links where user_id = $1 and ($2::text is null or provider = $2)
       returning provider`,
      [userId, provider ?? null],
      'social.delete_links',
    ),
  );

export const insertLinkToken = (
  tx: Tx,
  token: { hash: string; sealed: string; expiresAt: Date },
): Promise<number> =>
  tx.change(
    raw(
      'insert into social_link_tokens (token_hash, sealed, expires_at) values ($1, $2, $3)',
      [token.hash, token.sealed, token.expiresAt],
      'social.insert_token',
    ),
  );

/** Good once: of two calls with the same token, one gets what it holds. */
export const takeLinkToken = (tx: Tx, hash: string, now: Date): Promise<{ sealed: string } | undefined> =>
  tx.first(
    raw(
      'delete from social_link_tokens where token_hash = $1 and expires_at > $2 returning sealed',
      [hash, now],
      'social.take_token',
    ),
  );

export const deleteStaleTokens = (tx: Tx, now: Date): Promise<number> =>
  tx.change(raw('delete from social_link_tokens where expires_at <= $1', [now]));

/** A proven address replaces none and one that somebody else typed; a proven one stays. */
export const writeProvenEmail = (
  tx: Tx,
  userId: string,
  { email, now }: { email: string; now: Date },
): Promise<number> =>
  tx.change(
    raw(
      `update users set email = $2, email_verified = true, updated_at = $3 where id = $1 and not email_verified`,
      [userId, email, now],
      'social.fill_email',
    ),
  );

export const cutOffTokens = (tx: Tx, userId: string, now: Date): Promise<number> =>
  tx.change(
    raw(
      'update users set tokens_revoked_before = $2, updated_at = $2 where id = $1',
      [userId, now],
      'social.cut_off',
    ),
  );
