import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import {
  column,
  columnsOf,
  computed,
  computedJson,
  type RowOf,
  selectionOf,
} from '../../kernel/db/row-shape.ts';
import type { AuthorityBody, AuthorityDetail, OfficeView } from './schemas.ts';

const nameRow = columnsOf('authorities', 'id name name_en short_name');
const record = { ...nameRow, ...columnsOf('authorities', 'phone email website updated_at') };
export type AuthorityRow = RowOf<typeof record>;
const columns = selectionOf(record);

const named = statement(
  'authorities.named',
  record,
  (p: { texts: readonly string[] }) => sql`
    select ${columns} from authorities
    where id::text = any(array(select lower(text) from unnest(${p.texts}::text[]) as text))
      or authority_key(name) = any(array(select authority_key(text) from unnest(${p.texts}::text[]) as text))`,
);
/** By id, or by name whatever its case and spaces. */
export const findAuthorities = (db: Reader | Tx, texts: readonly string[]): Promise<AuthorityRow[]> =>
  db.run(named({ texts }));

const everyName = statement(
  'authorities.every_name',
  columnsOf('authorities', 'name name_en short_name'),
  () => sql`select name, name_en, short_name from authorities order by name limit 2000`,
);
export const listAuthorityNames = async (db: Reader | Tx): Promise<string[]> =>
  (await db.run(everyName())).flatMap((row) => Object.values(row)).filter((name) => name !== '');

const one = statement(
  'authorities.one',
  record,
  (p: { id: string }) => sql`select ${columns} from authorities where id = ${p.id}`,
);
export const findAuthority = (db: Reader | Tx, id: string): Promise<AuthorityRow | undefined> =>
  db.first(one({ id }));

const lockOne = statement(
  'authorities.lock',
  record,
  (p: { id: string }) => sql`select ${columns} from authorities where id = ${p.id} for update`,
);
export const lockAuthority = (tx: Tx, id: string): Promise<AuthorityRow | undefined> =>
  tx.first(lockOne({ id }));

const mine = statement(
  'authorities.mine',
  nameRow,
  () => sql`
    select ${selectionOf(nameRow)} from authorities
    where array[id::text, '*'] && (select case_authorities()) order by name limit 2000`,
);
/** Those that the caller works for. */
export const listOwnAuthorities = (db: Reader | Tx): Promise<RowOf<typeof nameRow>[]> => db.run(mine());

const everywhere = statement(
  'authorities.everywhere',
  { everywhere: computed('bool') },
  () => sql`select app_role() = 'system' or '*' = any (case_authorities()) as everywhere`,
);
/** Whether the caller works for every authority. */
export const worksEverywhere = async (db: Reader | Tx): Promise<boolean> =>
  (await db.first(everywhere()))?.everywhere === true;

const staffOf = (permission: 'gov.review' | 'registry.manage') => sql`
  officer_authorities o join users u on u.id = o.user_id and u.active and u.deleted_at is null
  where (o.authority_id = a.id or o.authority_id is null) and exists (
    select from role_permissions p where p.role_id = u.role_id and p.permission = ${sql.lit(permission)})`;

const counted = {
  ...record,
  services: computed('int8'),
  offices: computed('int8'),
  officers: computed('int8'),
  registrars: computed('int8'),
  cases: computed('int8'),
};
const all = statement(
  'authorities.all',
  counted,
  () => sql`
    select ${sql.raw(
      Object.keys(record)
        .map((name) => `a.${name}`)
        .join(', '),
    )},
      (select count(*) from registry_services s where s.authority_id = a.id) as services,
      (select count(*) from authority_offices f where f.authority_id = a.id) as offices,
      authority_officers(a.id) as officers,
      (select count(*) from ${staffOf('registry.manage')}) as registrars,
      waiting_cases(array[a.id], null) as cases
    from authorities a order by a.name limit 2000`,
);
export const listAuthorities = (db: Reader | Tx): Promise<RowOf<typeof counted>[]> => db.run(all());

const office = columnsOf('authority_offices', 'id name name_en address address_en phone hours hours_en');
const officesOf = statement(
  'authorities.offices',
  office,
  (p: { id: string }) => sql`
    select ${selectionOf(office)} from authority_offices where authority_id = ${p.id} order by position`,
);
export const listOffices = (db: Reader | Tx, id: string): Promise<OfficeView[]> => db.run(officesOf({ id }));

const shown = { ...record, offices: computedJson<OfficeView[]>('json') };
const withOffices = statement(
  'authorities.public',
  shown,
  () => sql`
    select ${sql.raw(
      Object.keys(record)
        .map((name) => `a.${name}`)
        .join(', '),
    )},
      (select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'name_en', f.name_en, 'address', f.address,
        'address_en', f.address_en, 'phone', f.phone, 'hours', f.hours, 'hours_en', f.hours_en) order by f.position), '[]')
        from authority_offices f where f.authority_id = a.id) as offices
    from authorities a order by a.name limit 2000`,
);
export const listPublic = (db: Reader): Promise<RowOf<typeof shown>[]> => db.run(withOffices());

const service = columnsOf('registry_services', 'id code name name_en status');
const servicesOf = statement(
  'authorities.services',
  service,
  (p: { id: string }) => sql`
    select ${selectionOf(service)} from registry_services where authority_id = ${p.id} order by name, code limit 500`,
);
export const listServicesOf = (db: Reader | Tx, id: string): Promise<RowOf<typeof service>[]> =>
  db.run(servicesOf({ id }));

const person = {
  id: column('users', 'id'),
  full_name: computed('text'),
  role_id: column('users', 'role_id'),
  everywhere: computed('bool'),
};
const peopleWith = (permission: 'gov.review' | 'registry.manage') =>
  statement(
    `authorities.people.${permission}`,
    person,
    (p: { id: string }) => sql`
      select u.id, concat_ws(' ', nullif(u.last_name, ''), nullif(u.first_name, '')) as full_name, u.role_id,
        bool_or(o.authority_id is null) as everywhere
      from authorities a cross join ${staffOf(permission)} and a.id = ${p.id}
      group by u.id order by 2, 1 limit 500`,
  );
const officers = peopleWith('gov.review');
const registrars = peopleWith('registry.manage');
export const listStaff = async (
  db: Reader | Tx,
  id: string,
): Promise<Pick<AuthorityDetail, 'officers' | 'registrars'>> => ({
  officers: await db.run(officers({ id })),
  registrars: await db.run(registrars({ id })),
});

type Facts = Required<AuthorityBody>;
const insert = statement(
  'authorities.insert',
  record,
  (p: Facts & { now: Date }) => sql`
    insert into authorities (name, name_en, short_name, phone, email, website, created_at, updated_at)
    values (${p.name}, ${p.name_en}, ${p.short_name}, ${p.phone}, ${p.email}, ${p.website}, ${p.now}, ${p.now})
    on conflict (authority_key(name)) do nothing returning ${columns}`,
);
/** Undefined if the name is taken. */
export const insertAuthority = (tx: Tx, facts: Facts & { now: Date }): Promise<AuthorityRow | undefined> =>
  tx.first(insert(facts));

const update = statement(
  'authorities.update',
  record,
  (p: Facts & { id: string; now: Date }) => sql`
    update authorities set name = ${p.name}, name_en = ${p.name_en}, short_name = ${p.short_name}, phone = ${p.phone},
      email = ${p.email}, website = ${p.website}, updated_at = ${p.now}
    where id = ${p.id} and not exists (select from authorities other
      where other.id <> ${p.id} and authority_key(other.name) = authority_key(${p.name}))
    returning ${columns}`,
);
/** Undefined if another authority has the name. */
export const updateAuthority = (
  tx: Tx,
  facts: Facts & { id: string; now: Date },
): Promise<AuthorityRow | undefined> => tx.first(update(facts));

const used = statement(
  'authorities.used',
  { used: computed('bool') },
  (p: { id: string }) => sql`
    select exists (select from registry_services where authority_id = ${p.id})
      or exists (select from gov_services where authority_id = ${p.id})
      or exists (select from gov_applications where authority_id = ${p.id})
      or exists (select from officer_authorities where authority_id = ${p.id})
      or exists (select from reply_templates where authority_id = ${p.id})
      or exists (select from role_invitations where state = 'open' and ${p.id}::text = any (authorities)) as used`,
);
const remove = statement(
  'authorities.delete',
  columnsOf('authorities', 'name'),
  (p: { id: string }) => sql`delete from authorities where id = ${p.id} returning name`,
);
/** The lock on the row keeps a service from naming it meanwhile. */
export async function deleteAuthority(tx: Tx, id: string): Promise<{ name: string } | 'in_use' | undefined> {
  if ((await tx.first(used({ id })))?.used !== false) return 'in_use';
  return tx.first(remove({ id }));
}

const dropOffices = statement(
  'authorities.offices.drop',
  (p: { id: string; ids: readonly string[] }) => sql`
    delete from authority_offices where authority_id = ${p.id} and id <> all(${p.ids}::uuid[])`,
);
const setOffices = statement(
  'authorities.offices.set',
  (p: { id: string; offices: string }) => sql`
    insert into authority_offices as kept (id, authority_id, position, name, name_en, address, address_en, phone, hours, hours_en)
    select (o->>'id')::uuid, ${p.id}, at, o->>'name', o->>'name_en', o->>'address', o->>'address_en', o->>'phone',
      o->>'hours', o->>'hours_en'
    from json_array_elements(${p.offices}::json) with ordinality as given (o, at)
    on conflict (id) do update set position = excluded.position, name = excluded.name, name_en = excluded.name_en,
      address = excluded.address, address_en = excluded.address_en, phone = excluded.phone, hours = excluded.hours,
      hours_en = excluded.hours_en where kept.authority_id = ${p.id}`,
);
/** Replaces the whole list; offices keep their ids when they move. */
export async function replaceOffices(tx: Tx, id: string, offices: readonly OfficeView[]): Promise<void> {
  await tx.change(dropOffices({ id, ids: offices.map((each) => each.id) }));
  await tx.change(setOffices({ id, offices: JSON.stringify(offices) }));
}

const text = {
  ...columnsOf('authority_texts', 'text authority_id services cases people'),
  name: column('authorities', 'name'),
};
const movedTexts = statement(
  'authorities.texts',
  text,
  () => sql`
    select t.text, t.authority_id, t.services, t.cases, t.people, a.name
    from authority_texts t join authorities a on a.id = t.authority_id order by a.name, t.text limit 5000`,
);
export const listTexts = (db: Reader): Promise<RowOf<typeof text>[]> => db.run(movedTexts());
