import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { column, columnsOf, computed, type RowOf } from '../../kernel/db/row-shape.ts';

const ownerRow = {
  ...columnsOf('application_owners', 'user_id added_at'),
  first_name: column('users', 'first_name'),
  last_name: column('users', 'last_name'),
};
export type OwnerRow = RowOf<typeof ownerRow>;

const list = statement(
  'applications.owners.list',
  ownerRow,
  (p: { clientId: string }) => sql`
    select o.user_id, o.added_at, u.first_name, u.last_name from application_owners o
      join users u on u.id = o.user_id
    where o.application_id = ${p.clientId} and u.active and u.deleted_at is null
    order by o.added_at, o.user_id limit 20`,
);
/** A blocked or erased person answers for nothing. */
export const listOwners = (db: Reader | Tx, clientId: string): Promise<OwnerRow[]> =>
  db.run(list({ clientId }));

const interested = statement(
  'applications.owners.interested',
  { user_id: computed('uuid') },
  (p: { clientId: string }) => sql`
    select user_id from application_owners where application_id = ${p.clientId}
    union select user_id from former_owners
      where application_id = ${p.clientId} and ended_at > now() - interval '30 days'
    union select created_by from applications where id = ${p.clientId} and created_by is not null`,
);
/** Everybody who registered the application, owns it or did so within the last 30 days. */
export const listInterested = async (tx: Tx, clientId: string): Promise<string[]> =>
  (await tx.run(interested({ clientId }))).map(({ user_id: id }) => id);

const one = statement(
  'applications.owners.one',
  columnsOf('application_owners', 'user_id'),
  (p: { clientId: string; userId: string }) => sql`
    select user_id from application_owners where application_id = ${p.clientId} and user_id = ${p.userId}`,
);
export const isOwner = async (db: Reader | Tx, clientId: string, userId: string): Promise<boolean> =>
  (await db.first(one({ clientId, userId }))) !== undefined;

const insert = statement(
  'applications.owners.insert',
  (p: { clientId: string; userId: string; now: Date }) => sql`
    insert into application_owners (application_id, user_id, added_at)
    values (${p.clientId}, ${p.userId}, ${p.now}) on conflict do nothing`,
);
/** False if the person is one already. */
export const insertOwner = async (tx: Tx, clientId: string, userId: string, now: Date): Promise<boolean> =>
  (await tx.change(insert({ clientId, userId, now }))) === 1;

const remove = statement(
  'applications.owners.delete',
  (p: { clientId: string; userId: string }) => sql`
    delete from application_owners where application_id = ${p.clientId} and user_id = ${p.userId}`,
);
export const deleteOwner = async (tx: Tx, clientId: string, userId: string): Promise<boolean> =>
  (await tx.change(remove({ clientId, userId }))) === 1;

const forgetFormer = statement(
  'applications.owners.forget_former',
  (p: { before: Date }) => sql`delete from former_owners where ended_at < ${p.before}`,
);
export const deleteOldFormerOwners = (tx: Tx, before: Date): Promise<number> =>
  tx.change(forgetFormer({ before }));

const ownedRow = columnsOf('applications', 'id name type enabled stage created_at');
export type OwnedRow = RowOf<typeof ownedRow>;

const owned = statement(
  'applications.owners.applications',
  ownedRow,
  (p: { userId: string }) => sql`
    select a.id, a.name, a.type, a.enabled, a.stage, a.created_at
    from application_owners o join applications a on a.id = o.application_id
    where o.user_id = ${p.userId} order by a.name, a.id limit 200`,
);
export const listOwned = (db: Reader, userId: string): Promise<OwnedRow[]> => db.run(owned({ userId }));
