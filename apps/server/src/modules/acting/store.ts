import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { column, columnsOf, computed, nullable, present, type RowOf } from '../../kernel/db/row-shape.ts';

const organisationRight = {
  ...columnsOf('acting_parties', 'id'),
  organisation_id: present(column('acting_parties', 'organisation_id')),
  ...columnsOf('organisations', 'name name_latin'),
  reg_no: computed('text'),
  role: column('organisation_members', 'role'),
  proven: computed('bool'),
  appointed_by: nullable(column('organisation_members', 'appointed_by')),
};
export type OrganisationRight = RowOf<typeof organisationRight>;

/** Only a verified organisation: creating one proves nothing, and neither does a role from before the proof. */
const ofMember = (p: { userId: string }) => sql`
  select p.id, p.organisation_id, o.name, o.name_latin, coalesce(o.reg_no, '') as reg_no, m.role, m.proven_at is not null as proven,
    m.appointed_by
  from organisation_members m join organisations o on o.id = m.org_id join acting_parties p on p.organisation_id = o.id
  where m.user_id = ${p.userId} and m.role in ('owner', 'admin') and o.verified
    and (m.proven_at is not null or m.appointed_at is not null)`;

const list = statement(
  'acting.organisations',
  organisationRight,
  (p: { userId: string }) => sql`${ofMember(p)} order by o.name, p.id limit 200`,
);
/** Verified organisations in which the person has a right to act, if the register confirms it; as system, because strangers must learn nothing else. */
export const listOrganisationRights = (db: Reader, userId: string): Promise<OrganisationRight[]> =>
  db.run(list({ userId }));

const one = statement(
  'acting.organisation',
  organisationRight,
  (p: { userId: string; id: string }) => sql`${ofMember(p)} and p.id = ${p.id}`,
);
export const findOrganisationRight = (
  db: Reader,
  userId: string,
  id: string,
): Promise<OrganisationRight | undefined> => db.first(one({ userId, id }));

const partyRow = {
  ...columnsOf('acting_parties', 'id kind organisation_id user_id'),
  reg_no: computed('text'),
  verified: computed('bool'),
  name: computed('text'),
  name_latin: computed('text'),
  civil_id: nullable(computed('text')),
  last_name: computed('text'),
  first_name: computed('text'),
  national_id: nullable(computed('text')),
};
export type PartyRow = RowOf<typeof partyRow>;

const parties = statement(
  'acting.parties',
  partyRow,
  (p: { ids: readonly string[] }) => sql`
    select p.id, p.kind, p.organisation_id, p.user_id, coalesce(o.reg_no, '') as reg_no,
      coalesce(o.verified, true) as verified, coalesce(o.name, '') as name, coalesce(o.name_latin, '') as name_latin,
      u.civil_id, coalesce(u.last_name, '') as last_name, coalesce(u.first_name, '') as first_name, u.national_id
    from acting_parties p left join organisations o on o.id = p.organisation_id left join users u on u.id = p.user_id
    where p.organisation_id = any(${p.ids}::uuid[]) or p.user_id = any(${p.ids}::uuid[])`,
);
/** Parties of these organisations and people. */
export const listParties = (db: Reader, ids: readonly string[]): Promise<PartyRow[]> =>
  db.run(parties({ ids }));

const civilId = statement(
  'acting.civil_id',
  columnsOf('users', 'civil_id'),
  (p: { userId: string }) => sql`select civil_id from users where id = ${p.userId}`,
);
export const findCivilId = async (db: Reader, userId: string): Promise<string | null> =>
  (await db.first(civilId({ userId })))?.civil_id ?? null;

const personCivilId = statement(
  'acting.person_civil_id',
  { civil_id: nullable(computed('text')) },
  (p: { userId: string }) => sql`
    select coalesce(u.civil_id, s.civil_id) as civil_id
    from users u left join superadmin_accounts s on s.user_id = u.id where u.id = ${p.userId}`,
);
/** Also of a super administrator, whose account acts for nobody but has a family. */
export const findPersonCivilId = async (db: Reader, userId: string): Promise<string | null> =>
  (await db.first(personCivilId({ userId })))?.civil_id ?? null;

const childRow = {
  ...columnsOf('acting_parties', 'id name name_en'),
  civil_id: present(column('acting_parties', 'civil_id')),
};
export type ChildRow = RowOf<typeof childRow>;

const child = statement(
  'acting.child',
  childRow,
  (p: { id: string }) => sql`
    select id, civil_id, name, name_en from acting_parties where id = ${p.id} and kind = 'child'`,
);
export const findChild = (db: Reader, id: string): Promise<ChildRow | undefined> => db.first(child({ id }));

const childrenOf = statement(
  'acting.children',
  childRow,
  (p: { civilIds: readonly string[] }) => sql`
    select id, civil_id, name, name_en from acting_parties
    where civil_id = any(${p.civilIds}::text[]) order by born_on, id`,
);
export const listChildren = (db: Reader, civilIds: readonly string[]): Promise<ChildRow[]> =>
  db.run(childrenOf({ civilIds }));

const keepChild = statement(
  'acting.keep_child',
  childRow,
  (p: { civilId: string; name: string; nameEn: string; bornOn: string }) => sql`
    insert into acting_parties (kind, civil_id, name, name_en, born_on)
    values ('child', ${p.civilId}, ${p.name}, ${p.nameEn}, ${p.bornOn}::date)
    on conflict (civil_id) do update set name = excluded.name, name_en = excluded.name_en, born_on = excluded.born_on
    returning id, civil_id, name, name_en`,
);
/** The party of a child, with the name that the register gives now. */
export async function openChildParty(
  tx: Tx,
  given: { civilId: string; name: string; nameEn: string; bornOn: string },
): Promise<ChildRow> {
  const row = await tx.first(keepChild(given));
  if (row === undefined) throw new Error('the party of a child is missing');
  return row;
}

const childrenCheck = statement(
  'acting.children_check',
  columnsOf('known_children', 'checked_at'),
  (p: { userId: string }) => sql`select checked_at from known_children where user_id = ${p.userId}`,
);
export const findChildrenCheck = async (db: Reader, userId: string): Promise<Date | undefined> => {
  const row = await db.first(childrenCheck({ userId }));
  return row && new Date(row.checked_at);
};

const children = statement(
  'acting.keep_children',
  (p: { userId: string; civilIds: readonly string[]; now: Date }) => sql`
    insert into known_children (user_id, civil_ids, checked_at) values (${p.userId}, ${p.civilIds}, ${p.now})
    on conflict (user_id) do update set civil_ids = excluded.civil_ids, checked_at = excluded.checked_at`,
);
export const keepChildren = (
  tx: Tx,
  given: { userId: string; civilIds: readonly string[]; now: Date },
): Promise<number> => tx.change(children(given));

const open = statement(
  'acting.open',
  (p: { userIds: readonly string[] }) => sql`
    insert into acting_parties (kind, user_id) select 'person', id from unnest(${p.userIds}::uuid[]) as grantor (id)
    on conflict (user_id) do nothing`,
);
/** A person becomes a party when somebody whom they authorised first asks. */
export const openPersonParties = (tx: Tx, userIds: readonly string[]): Promise<number> =>
  tx.change(open({ userIds }));
