import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { column, columnsOf, type RowOf } from '../../kernel/db/row-shape.ts';

const offer = columnsOf('application_owner_offers', 'id national_id created_at expires_at');
export type OfferRow = RowOf<typeof offer>;

const insert = statement(
  'applications.owner_offers.insert',
  offer,
  (p: { clientId: string; nationalId: string; now: Date; expiresAt: Date }) => sql`
    insert into application_owner_offers (application_id, national_id, created_at, expires_at)
    values (${p.clientId}, ${p.nationalId}, ${p.now}, ${p.expiresAt})
    on conflict (application_id, national_id) do update set created_at = excluded.created_at,
      expires_at = excluded.expires_at
    returning id, national_id, created_at, expires_at`,
);
export const writeOffer = (
  tx: Tx,
  given: { clientId: string; nationalId: string; now: Date; expiresAt: Date },
): Promise<OfferRow | undefined> => tx.first(insert(given));

const list = statement(
  'applications.owner_offers.list',
  offer,
  (p: { clientId: string; now: Date }) => sql`
    select id, national_id, created_at, expires_at from application_owner_offers
    where application_id = ${p.clientId} and expires_at > ${p.now} order by created_at, id limit 100`,
);
export const listOffers = (db: Reader | Tx, clientId: string, now: Date): Promise<OfferRow[]> =>
  db.run(list({ clientId, now }));

const received = {
  ...columnsOf('application_owner_offers', 'id application_id created_at expires_at'),
  name: column('applications', 'name'),
};
export type ReceivedOffer = RowOf<typeof received>;
const mine = (p: { userId: string; now: Date }) => sql`
  o.expires_at > ${p.now} and o.national_id = (select national_id from users where id = ${p.userId}
    and active and deleted_at is null)`;

const toMe = statement(
  'applications.owner_offers.received',
  received,
  (p: { userId: string; now: Date }) => sql`
    select o.id, o.application_id, o.created_at, o.expires_at, a.name
    from application_owner_offers o join applications a on a.id = o.application_id
    where ${mine(p)} order by o.created_at desc, o.id limit 100`,
);
/** A person proves their register number by eID. Runs as system. */
export const listReceivedOffers = (db: Reader, userId: string, now: Date): Promise<ReceivedOffer[]> =>
  db.run(toMe({ userId, now }));

const clientOfOffer = statement(
  'applications.owner_offers.client',
  columnsOf('application_owner_offers', 'application_id'),
  (p: { id: string; userId: string; now: Date }) => sql`
    select o.application_id from application_owner_offers o where o.id = ${p.id} and ${mine(p)}`,
);
export const findOfferedClient = async (
  tx: Tx,
  answer: { id: string; userId: string; now: Date },
): Promise<string | undefined> => (await tx.first(clientOfOffer(answer)))?.application_id;

const take = statement(
  'applications.owner_offers.take',
  columnsOf('application_owner_offers', 'application_id'),
  (p: { id: string; userId: string; now: Date }) => sql`
    delete from application_owner_offers o where o.id = ${p.id} and ${mine(p)} returning o.application_id`,
);
/** One of two concurrent answers gets it. */
export const takeOffer = async (
  tx: Tx,
  answer: { id: string; userId: string; now: Date },
): Promise<string | undefined> => (await tx.first(take(answer)))?.application_id;

const withdraw = statement(
  'applications.owner_offers.withdraw',
  (p: { id: string; clientId: string }) => sql`
    delete from application_owner_offers where id = ${p.id} and application_id = ${p.clientId}`,
);
export const withdrawOffer = async (tx: Tx, clientId: string, id: string): Promise<boolean> =>
  (await tx.change(withdraw({ id, clientId }))) > 0;

const withdrawOf = statement(
  'applications.owner_offers.withdraw_of_person',
  (p: { userId: string; clientId: string }) => sql`
    delete from application_owner_offers where application_id = ${p.clientId}
      and national_id = (select national_id from users where id = ${p.userId})`,
);
/** A removed owner must not come back by an invitation that is still open. */
export const withdrawOffersOf = (tx: Tx, clientId: string, userId: string): Promise<number> =>
  tx.change(withdrawOf({ userId, clientId }));

const forget = statement(
  'applications.owner_offers.delete_old',
  (p: { now: Date }) => sql`delete from application_owner_offers where expires_at <= ${p.now}`,
);
/** Register numbers of people who never answered must not be kept. */
export const deleteOldOffers = (tx: Tx, now: Date): Promise<number> => tx.change(forget({ now }));
