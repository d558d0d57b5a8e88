import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { column, columnsOf, computed, nullable, present, type RowOf } from '../../kernel/db/row-shape.ts';
import { defineSorts, type SortedRequest, sortedStatement } from '../../kernel/http/sorted-page.ts';
import { type FoundPage, findPage, type PageRequest } from '../../kernel/http/time-cursor.ts';

/** Views for operators on data of other modules: organisations, people, the audit log. */

interface Page {
  limit: number;
  offset: number;
}

const tenant = {
  ...columnsOf('organisations', 'id slug name created_at'),
  registration_number: column('organisations', 'reg_no'),
  user_count: computed('int8'),
  app_count: computed('int8'),
  invitation_pending: computed('bool'),
};
export type TenantRow = RowOf<typeof tenant>;

const fits = (p: {
  q: string | null;
}) => sql`(${p.q}::text is null or strpos(fold_words(o.name), fold_words(${p.q})) > 0
  or strpos(coalesce(o.slug, ''), lower(${p.q})) > 0 or upper(o.reg_no) = upper(${p.q}))`;

export const tenantSorts = defineSorts({
  sorts: {
    name: [{ by: sql`o.name`, type: 'text', value: (row: TenantRow) => row.name }],
    created_at: [{ by: sql`o.created_at`, type: 'timestamptz', value: (row: TenantRow) => row.created_at }],
  },
  tie: { by: sql`o.id`, type: 'uuid', value: (row: TenantRow) => row.id },
  usual: '-created_at',
});
export type TenantPage = SortedRequest<'name' | 'created_at'> & { offset: number };

const tenants = sortedStatement(
  'operator.list_tenants',
  tenant,
  tenantSorts,
  (p: { q: string | null; offset: number; now: Date }, { isAfter, order, limit }) => sql`
    select o.id, o.slug, o.name, o.reg_no as registration_number, o.created_at,
      (select count(*) from organisation_members m where m.org_id = o.id) as user_count,
      (select count(*) from installed_apps a where a.org_id = o.id) as app_count,
      exists (select from organisation_invitations i
        where i.org_id = o.id and i.accepted_at is null and i.expires_at > ${p.now}) as invitation_pending
    from organisations o where ${fits(p)} and ${isAfter} order by ${order} limit ${limit} offset ${p.offset}`,
);
/** One row more than the page, if there is a next one. */
export const listTenants = (
  db: Reader,
  q: string | undefined,
  page: TenantPage & { now: Date },
): Promise<TenantRow[]> => db.run(tenants({ q: q ?? null, offset: page.offset, now: page.now }, page));

const tenantCount = statement(
  'operator.count_tenants',
  { total: computed('int8') },
  (p: { q: string | null }) => sql`select count(*) as total from organisations o where ${fits(p)}`,
  { plan: 'each call' },
);
export const countTenants = async (db: Reader, q: string | undefined): Promise<number> =>
  (await db.first(tenantCount({ q: q ?? null })))?.total ?? 0;

const person = columnsOf(
  'users',
  'id first_name last_name first_name_en last_name_en eid_verified_at kyc_level',
);
export type PersonRow = RowOf<typeof person>;
const personByRegister = statement(
  'operator.find_person',
  person,
  (p: { nationalId: string }) => sql`
    select id, first_name, last_name, first_name_en, last_name_en, eid_verified_at, kyc_level from users
    where national_id = ${p.nationalId} and deleted_at is null`,
);
export const findPerson = (tx: Tx, nationalId: string): Promise<PersonRow | undefined> =>
  tx.first(personByRegister({ nationalId }));

const verified = {
  ...columnsOf('users', 'id first_name last_name first_name_en last_name_en email kyc_level'),
  eid_verified_at: present(column('users', 'eid_verified_at')),
};
export type VerifiedRow = RowOf<typeof verified>;
const isVerified = (p: {
  words: string | null;
}) => sql`eid_verified_at is not null and active and deleted_at is null
  and (${p.words}::text is null or id in (select find_people(${p.words})))`;

const verifiedPeople = statement(
  'operator.list_verified',
  verified,
  (p: { words: string | null; limit: number; offset: number }) => sql`
    select id, first_name, last_name, first_name_en, last_name_en, email, eid_verified_at, kyc_level
    from users where ${isVerified(p)} order by created_at desc, id limit ${p.limit} offset ${p.offset}`,
  { plan: 'each call' },
);
/** `words` is in the form that find_people expects. */
export const listVerified = (tx: Tx, words: string | null, page: Page): Promise<VerifiedRow[]> =>
  tx.run(verifiedPeople({ words, limit: page.limit, offset: page.offset }));

const verifiedCount = statement(
  'operator.count_verified',
  { total: computed('int8') },
  (p: { words: string | null }) => sql`select count(*) as total from users where ${isVerified(p)}`,
  { plan: 'each call' },
);
export const countVerified = async (tx: Tx, words: string | null): Promise<number> =>
  (await tx.first(verifiedCount({ words })))?.total ?? 0;

const tenantByRegNo = statement(
  'operator.find_tenant_by_reg_no',
  columnsOf('organisations', 'id slug name name_latin'),
  (p: { regNo: string }) => sql`
    select id, slug, name, name_latin from organisations where upper(reg_no) = upper(${p.regNo})`,
);
export const findTenantByRegNo = (
  tx: Tx,
  regNo: string,
): Promise<{ id: string; slug: string | null; name: string; name_latin: string } | undefined> =>
  tx.first(tenantByRegNo({ regNo }));

const audit = {
  ...columnsOf('audit_log', 'id occurred_at action target request_id metadata'),
  operator_name: nullable(column('operators', 'name')),
  operator_email: nullable(column('operators', 'email')),
};
export type AuditRow = RowOf<typeof audit>;
const actions = statement(
  'operator.list_actions',
  audit,
  (p: {
    action: string | null;
    operator: string | null;
    target: string | null;
    at: string | null;
    id: number | null;
    limit: number;
  }) => sql`
    select a.id, a.occurred_at, a.action, a.target, a.request_id, a.metadata, o.name as operator_name,
      o.email as operator_email
    from audit_log a left join operators o on o.id::text = a.metadata ->> 'operator_id'
    where a.category = 'operator' and (${p.action}::text is null or a.action = ${p.action})
      and (${p.operator}::text is null or a.metadata ->> 'operator_id' = ${p.operator}) and (${p.target}::text is null or a.target = ${p.target})
      and (${p.at}::timestamptz is null or (a.occurred_at, a.id) < (${p.at}::timestamptz, ${p.id}::bigint))
    order by a.occurred_at desc, a.id desc limit ${p.limit}`,
  { plan: 'each call' },
);
export const listActions = (
  db: Reader,
  filter: PageRequest & Record<'action' | 'operator' | 'target', string | undefined>,
): Promise<FoundPage<AuditRow>> =>
  findPage(db, filter, ({ limit, before }) =>
    actions({
      action: filter.action ?? null,
      operator: filter.operator ?? null,
      target: filter.target ?? null,
      at: before?.at ?? null,
      id: before?.id ?? null,
      limit: limit + 1,
    }),
  );
