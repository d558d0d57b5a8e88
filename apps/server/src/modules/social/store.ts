import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { type RowFrom, statement } from '../../kernel/db/query.ts';
import { columnsOf } from '../../kernel/db/row-shape.ts';

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

const addLink = statement(
  'social.insert_link',
  (p: NewLink) => sql`
    insert into social_links (user_id, issuer, subject, provider, email_masked, sealed, linked_at)
    values (${p.userId}, ${p.issuer}, ${p.subject}, ${p.provider}, ${p.emailMasked}, ${p.sealed}, ${p.now}) on conflict do nothing`,
);
/** False when the subject already has a person, or the person another subject at this provider. */
export async function insertLink(tx: Tx, link: NewLink): Promise<boolean> {
  const inserted = await tx.change(addLink(link));
  return inserted === 1;
}

const linkBySubject = statement(
  'social.find_link',
  columnsOf('social_links', 'user_id'),
  (p: { issuer: string; subject: string }) => sql`
    select user_id from social_links where issuer = ${p.issuer} and subject = ${p.subject}`,
);
export const findLink = (tx: Tx, { issuer, subject }: Subject): Promise<{ user_id: string } | undefined> =>
  tx.first(linkBySubject({ issuer, subject }));

const linkByUser = statement(
  'social.find_own_link',
  columnsOf('social_links', 'provider email_masked linked_at sealed'),
  (p: { userId: string }) => sql`
    select provider, email_masked, linked_at, sealed from social_links
    where user_id = ${p.userId} order by linked_at desc limit 1`,
);
export type OwnLink = Omit<RowFrom<typeof linkByUser>, 'sealed'>;
export const findOwnLink = (db: Reader, userId: string): Promise<RowFrom<typeof linkByUser> | undefined> =>
  db.first(linkByUser({ userId }));

const removeLinks = statement(
  'social.delete_links',
  columnsOf('social_links', 'provider'),
  (p: { userId: string; provider: string | null }) => sql`
    delete from social_links where user_id = ${p.userId} and (${p.provider}::text is null or provider = ${p.provider})
    returning provider`,
);
/** Returns the unlinked providers; without a provider it unlinks all. */
export const deleteLinks = (
  tx: Tx,
  userId: string,
  provider: string | undefined,
): Promise<{ provider: string }[]> => tx.run(removeLinks({ userId, provider: provider ?? null }));

const insertToken = statement(
  'social.insert_token',
  (p: { hash: string; sealed: string; expiresAt: Date }) => sql`
    insert into social_link_tokens (token_hash, sealed, expires_at) values (${p.hash}, ${p.sealed}, ${p.expiresAt})`,
);
export const insertLinkToken = (
  tx: Tx,
  token: { hash: string; sealed: string; expiresAt: Date },
): Promise<number> => tx.change(insertToken(token));

const takeToken = statement(
  'social.take_token',
  columnsOf('social_link_tokens', 'sealed'),
  (p: { hash: string; now: Date }) => sql`
    delete from social_link_tokens where token_hash = ${p.hash} and expires_at > ${p.now} returning sealed`,
);
/** Single use: of two calls with the same token, one gets its content. */
export const takeLinkToken = (tx: Tx, hash: string, now: Date): Promise<{ sealed: string } | undefined> =>
  tx.first(takeToken({ hash, now }));

const removeStaleTokens = statement(
  'social.delete_stale_tokens',
  (p: { now: Date }) => sql`delete from social_link_tokens where expires_at <= ${p.now}`,
);
export const deleteStaleTokens = (tx: Tx, now: Date): Promise<number> =>
  tx.change(removeStaleTokens({ now }));

const fillEmail = statement(
  'social.fill_email',
  (p: { userId: string; email: string; now: Date }) => sql`
    update users set email = ${p.email}, email_verified = true, updated_at = ${p.now} where id = ${p.userId} and not email_verified`,
);
/** A proven address replaces an empty one or one that an administrator typed; a proven one stays. */
export const writeProvenEmail = (
  tx: Tx,
  userId: string,
  { email, now }: { email: string; now: Date },
): Promise<number> => tx.change(fillEmail({ userId, email, now }));

const cutOff = statement(
  'social.cut_off',
  (p: { userId: string; now: Date }) => sql`
    update users set tokens_revoked_before = ${p.now}, updated_at = ${p.now} where id = ${p.userId}`,
);
export const cutOffTokens = (tx: Tx, userId: string, now: Date): Promise<number> =>
  tx.change(cutOff({ userId, now }));
