import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { type RowFrom, sqlFor, statement } from '../../kernel/db/query.ts';
import { columnsOf, computed } from '../../kernel/db/row-shape.ts';
import type { Kind } from './schemas.ts';

/** Wrong codes that a person may enter before the code is over. */
export const allowedTries = 5;

const own = statement('contacts.own', (p: { userId: string }) =>
  sqlFor.selectFrom('users').select(['email', 'email_verified', 'phone']).where('id', '=', p.userId),
);
export type OwnContacts = RowFrom<typeof own>;
export const findContacts = (db: Reader | Tx, userId: string): Promise<OwnContacts | undefined> =>
  db.first(own({ userId }));

const ownForUpdate = statement('contacts.own_for_update', (p: { userId: string }) =>
  sqlFor
    .selectFrom('users')
    .select(['email', 'email_verified', 'phone'])
    .where('id', '=', p.userId)
    .forUpdate(),
);
export const findContactsForUpdate = (tx: Tx, userId: string): Promise<OwnContacts | undefined> =>
  tx.first(ownForUpdate({ userId }));

const waiting = statement('contacts.waiting', (p: { userId: string; now: Date }) =>
  sqlFor
    .selectFrom('contact_codes')
    .select(['kind', 'address', 'expires_at'])
    .where('user_id', '=', p.userId)
    .where('used_at', 'is', null)
    .where('tries', '<', allowedTries)
    .where('expires_at', '>', sql<string>`${p.now}::timestamptz`),
);
export const listWaiting = (db: Reader | Tx, userId: string, now: Date) => db.run(waiting({ userId, now }));

export interface NewCode {
  userId: string;
  kind: Kind;
  address: string;
  codeHash: string;
  now: Date;
  expiresAt: Date;
}
const put = statement(
  'contacts.put_code',
  (p: NewCode) => sql`
    insert into contact_codes (user_id, kind, address, code_hash, created_at, expires_at)
    values (${p.userId}, ${p.kind}, ${p.address}, ${p.codeHash}, ${p.now}, ${p.expiresAt})
    on conflict (user_id, kind) do update set address = excluded.address, code_hash = excluded.code_hash, tries = 0,
      used_at = null, created_at = excluded.created_at, expires_at = excluded.expires_at`,
);
export const putCode = (tx: Tx, code: NewCode): Promise<number> => tx.change(put(code));

const attempt = statement(
  'contacts.try_code',
  { ...columnsOf('contact_codes', 'address tries'), matched: computed('bool') },
  (p: { userId: string; kind: Kind; codeHash: string; now: Date }) => sql`
    update contact_codes set tries = tries + 1,
      used_at = case when code_hash = ${p.codeHash} then ${p.now}::timestamptz end
    where user_id = ${p.userId} and kind = ${p.kind} and used_at is null and tries < ${allowedTries}
      and expires_at > ${p.now}::timestamptz
    returning address, tries, used_at is not null as matched`,
);
/** Compares and counts in one statement, so that parallel guesses cost a try each; undefined when the code is over. */
export const tryCode = (
  tx: Tx,
  guess: { userId: string; kind: Kind; codeHash: string; now: Date },
): Promise<{ address: string; tries: number; matched: boolean } | undefined> => tx.first(attempt(guess));

const setEmail = statement('contacts.set_email', (p: { userId: string; address: string; now: Date }) =>
  sqlFor
    .updateTable('users')
    .set({ email: p.address, email_verified: sql<boolean>`${p.address}::text <> ''`, updated_at: p.now })
    .where('id', '=', p.userId),
);
const setPhone = statement('contacts.set_phone', (p: { userId: string; address: string; now: Date }) =>
  sqlFor.updateTable('users').set({ phone: p.address, updated_at: p.now }).where('id', '=', p.userId),
);
/** An empty address removes the contact. */
export const writeContact = (
  tx: Tx,
  kind: Kind,
  contact: { userId: string; address: string; now: Date },
): Promise<number> => tx.change(kind === 'email' ? setEmail(contact) : setPhone(contact));

const take = statement(
  'contacts.take_send',
  { taken: computed('bool') },
  (p: { targetHash: string; now: Date; hour: number; day: number }) =>
    sql`select take_contact_send(${p.targetHash}, ${p.now}, ${p.hour}, ${p.day}) as taken`,
);
/** False when the target got as many messages as an hour or a day allows. */
export const takeSend = async (
  tx: Tx,
  send: { targetHash: string; now: Date; hour: number; day: number },
): Promise<boolean> => (await tx.first(take(send)))?.taken === true;

const insertMessage = statement(
  'contacts.insert_message',
  (p: { id: string; userId: string; sealed: string; expiresAt: Date }) => sql`
    insert into contact_messages (id, user_id, sealed, expires_at)
    values (${p.id}, ${p.userId}, ${p.sealed}, ${p.expiresAt})`,
);
export const keepMessage = (
  tx: Tx,
  message: { id: string; userId: string; sealed: string; expiresAt: Date },
): Promise<number> => tx.change(insertMessage(message));

const message = statement('contacts.message', (p: { id: string; now: Date }) =>
  sqlFor
    .selectFrom('contact_messages')
    .select('sealed')
    .where('id', '=', p.id)
    .where('expires_at', '>', sql<string>`${p.now}::timestamptz`),
);
export const findMessage = (
  db: Reader,
  key: { id: string; now: Date },
): Promise<{ sealed: string } | undefined> => db.first(message(key));

const deleteMessage = statement('contacts.delete_message', (p: { id: string }) =>
  sqlFor.deleteFrom('contact_messages').where('id', '=', p.id),
);
export const removeMessage = (tx: Tx, id: string): Promise<number> => tx.change(deleteMessage({ id }));

const staleCodes = statement(
  'contacts.delete_stale_codes',
  (p: { now: Date }) => sql`delete from contact_codes where expires_at < ${p.now}`,
);
const staleMessages = statement(
  'contacts.delete_stale_messages',
  (p: { now: Date }) => sql`delete from contact_messages where expires_at < ${p.now}`,
);
const staleSends = statement(
  'contacts.delete_stale_sends',
  (p: { before: Date }) => sql`delete from contact_sends where at < ${p.before}`,
);
export async function deleteStale(tx: Tx, now: Date): Promise<void> {
  await tx.change(staleCodes({ now }));
  await tx.change(staleMessages({ now }));
  await tx.change(staleSends({ before: new Date(now.getTime() - 24 * 3_600_000) }));
}
