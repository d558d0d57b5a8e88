import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { sqlFor, statement } from '../../kernel/db/query.ts';
import { column, columnsOf, computed, nullable, type RowOf } from '../../kernel/db/row-shape.ts';
import type { MemberRole } from './schemas.ts';

const organisationRow = {
  ...columnsOf(
    'organisations',
    'id slug name name_latin verified named_until created_by created_at updated_at',
  ),
  /** Empty for an organisation that an operator created without one. */
  reg_no: computed('text'),
  /** What the stored role allows now. */
  my_role: column('organisation_members', 'role'),
  /** The register names the caller. */
  named: computed('bool'),
  checked_at: nullable(computed('timestamptz')),
};
export type OrganisationRow = RowOf<typeof organisationRow>;

/** RLS restricts the rows to the caller's organisations. */
const selectMine = (p: { userId: string }) => sql`
  select o.id, coalesce(o.reg_no, '') as reg_no, o.slug, o.name, o.name_latin, o.verified,
    o.named_until, effective_role(m.role, o.verified, m.proven_at, m.appointed_at, o.named_until) as my_role,
    m.proven_at is not null as named, (select max(n.checked_at) from organisation_members n
      where n.org_id = o.id and n.proven_at is not null) as checked_at, o.created_by, o.created_at, o.updated_at
  from organisation_members m join organisations o on o.id = m.org_id where m.user_id = ${p.userId}`;

const mine = statement(
  'organisations.mine',
  organisationRow,
  (p: { userId: string }) => sql`${selectMine(p)} order by o.name, o.id`,
);
export const listOrganisations = (db: Reader, userId: string): Promise<OrganisationRow[]> =>
  db.run(mine({ userId }));

const one = statement(
  'organisations.one',
  organisationRow,
  (p: { userId: string; orgId: string }) => sql`${selectMine(p)} and m.org_id = ${p.orgId}`,
);
export const findOrganisation = (
  db: Reader | Tx,
  userId: string,
  orgId: string,
): Promise<OrganisationRow | undefined> => db.first(one({ userId, orgId }));

const insertOne = statement(
  'organisations.insert',
  (p: { id: string; regNo: string; name: string; nameLatin: string; createdBy: string; now: Date }) =>
    sqlFor
      .insertInto('organisations')
      .values({
        id: p.id,
        reg_no: p.regNo,
        name: p.name,
        name_latin: p.nameLatin,
        created_by: p.createdBy,
        created_at: p.now,
      })
      .onConflict((conflict) => conflict.doNothing()),
);
/** False when the register number is taken; a trigger makes the creator an owner. */
export const insertOrganisation = async (
  tx: Tx,
  organisation: {
    id: string;
    regNo: string;
    name: string;
    nameLatin: string;
    createdBy: string;
    now: Date;
  },
): Promise<boolean> => (await tx.change(insertOne(organisation))) === 1;

const organisationsName = statement(
  'organisations.name',
  columnsOf('organisations', 'name'),
  (p: { orgId: string }) => sql`select name from organisations where id = ${p.orgId}`,
);
export const findName = (tx: Tx, orgId: string): Promise<{ name: string } | undefined> =>
  tx.first(organisationsName({ orgId }));

const memberRights = statement(
  'organisations.rights',
  {
    ...columnsOf('organisations', 'verified'),
    named_until: nullable(computed('timestamptz')),
    appoints: computed('bool'),
  },
  (p: { orgId: string }) => sql`
    select verified, named_until, app_may_appoint(id) as appoints from organisations where id = ${p.orgId}`,
);
/** Visible to members. */
export const findRights = (db: Reader | Tx, orgId: string) => db.first(memberRights({ orgId }));

const roleOf = statement(
  'members.role_of',
  columnsOf('organisation_members', 'role'),
  (p: { orgId: string; userId: string }) => sql`
    select role from organisation_members where org_id = ${p.orgId} and user_id = ${p.userId}`,
);
/** For rows that run as system, where `app_member_role` does not know the caller. */
export async function findRoleOf(tx: Tx, orgId: string, userId: string): Promise<MemberRole | undefined> {
  const row = await tx.first(roleOf({ orgId, userId }));
  return row?.role;
}

const myRole = statement(
  'organisations.my_role',
  { role: nullable(column('organisation_members', 'role')) },
  (p: { orgId: string }) => sql`select app_member_role(${p.orgId}) as role`,
);
/** Uses the function of the RLS policies. */
export async function findMyRole(db: Reader | Tx, orgId: string): Promise<MemberRole | undefined> {
  const row = await db.first(myRole({ orgId }));
  return row?.role ?? undefined;
}

const byRegNo = statement(
  'organisations.by_reg_no',
  columnsOf('organisations', 'id'),
  (p: { userId: string; regNo: string }) => sql`
    select o.id from organisations o join organisation_members m on m.org_id = o.id
    where m.user_id = ${p.userId} and upper(o.reg_no) = upper(${p.regNo})`,
);
/** Only for members of the organisation. */
export const findMineByRegNo = (
  db: Reader | Tx,
  userId: string,
  regNo: string,
): Promise<{ id: string } | undefined> => db.first(byRegNo({ userId, regNo }));

const memberRow = {
  ...columnsOf('organisation_members', 'org_id user_id role created_at proven_at checked_at appointed_at'),
  appointed_by: computed('text'),
  first_name: computed('text'),
  last_name: computed('text'),
  email: computed('text'),
};
export type MemberRow = RowOf<typeof memberRow>;

const selectMembers = (p: { orgId: string }) => sql`
  select m.org_id, m.user_id, m.role, p.first_name, p.last_name, p.email, m.created_at, m.proven_at, m.checked_at,
    m.appointed_at, coalesce((select concat_ws(' ', nullif(a.last_name, ''), nullif(a.first_name, ''))
      from organisation_people(${p.orgId}) a where a.user_id = m.appointed_by), '') as appointed_by
  from organisation_members m join organisation_people(${p.orgId}) p on p.user_id = m.user_id where m.org_id = ${p.orgId}`;

const list = statement(
  'members.list',
  memberRow,
  (p: { orgId: string }) => sql`${selectMembers(p)} order by m.created_at, m.user_id`,
);
export const listMembers = (db: Reader, orgId: string): Promise<MemberRow[]> => db.run(list({ orgId }));

const membersOne = statement(
  'members.one',
  memberRow,
  (p: { orgId: string; userId: string }) => sql`${selectMembers(p)} and m.user_id = ${p.userId}`,
);
export const findMember = (tx: Tx, orgId: string, userId: string): Promise<MemberRow | undefined> =>
  tx.first(membersOne({ orgId, userId }));

interface NewRole {
  orgId: string;
  userId: string;
  role: MemberRole;
  /** The named person who gives the role; null in an organisation that nobody has proven. */
  appointedBy: string | null;
  now: Date;
}
type StoredRole = NewRole & { appointedAt: Date | null };
/** Membership alone is no appointment. */
const storedRole = (given: NewRole): StoredRole => {
  const appointedBy = given.role === 'member' ? null : given.appointedBy;
  return { ...given, appointedBy, appointedAt: appointedBy === null ? null : given.now };
};

const insertOneMember = statement('members.insert', (p: StoredRole) =>
  sqlFor
    .insertInto('organisation_members')
    .values({
      org_id: p.orgId,
      user_id: p.userId,
      role: p.role,
      created_at: p.now,
      appointed_by: p.appointedBy,
      appointed_at: p.appointedAt,
    })
    .onConflict((conflict) => conflict.doNothing()),
);
/** False when the person is already a member. */
export const insertMember = async (tx: Tx, member: NewRole): Promise<boolean> =>
  (await tx.change(insertOneMember(storedRole(member)))) === 1;

/** The policy lets only a named person change an owner whom the register does not name. */
const changeable = sql<boolean>`(role <> 'owner' or (proven_at is null and app_is_named(org_id)))`;
const setRole = statement('members.set_role', (p: StoredRole) =>
  sqlFor
    .updateTable('organisation_members')
    .set({ role: p.role, appointed_by: p.appointedBy, appointed_at: p.appointedAt })
    .where('org_id', '=', p.orgId)
    .where('user_id', '=', p.userId)
    .where(changeable),
);
export const writeMemberRole = async (tx: Tx, member: NewRole): Promise<boolean> =>
  (await tx.change(setRole(storedRole(member)))) === 1;

const deleteOne = statement('members.delete', (p: { orgId: string; userId: string }) =>
  sqlFor
    .deleteFrom('organisation_members')
    .where('org_id', '=', p.orgId)
    .where('user_id', '=', p.userId)
    .where(changeable),
);
export const deleteMember = async (tx: Tx, orgId: string, userId: string): Promise<boolean> =>
  (await tx.change(deleteOne({ orgId, userId }))) === 1;

const lockOwners = statement(
  'members.lock_owners',
  (p: { key: string }) => sql`select pg_advisory_xact_lock(hashtextextended(${p.key}, 0))`,
);
const leave = statement(
  'members.leave',
  (p: { orgId: string; userId: string }) => sql`
    delete from organisation_members m where m.org_id = ${p.orgId} and m.user_id = ${p.userId}
    and (m.role <> 'owner' or exists (select from organisation_members o
      where o.org_id = ${p.orgId} and o.role = 'owner' and o.user_id <> ${p.userId}))`,
);
/** False for the last owner; the lock serializes leaving owners, so that two cannot leave at the same moment. */
export async function deleteMyself(tx: Tx, orgId: string, userId: string): Promise<boolean> {
  await tx.run(lockOwners({ key: `owners.${orgId}` }));
  const left = await tx.change(leave({ orgId, userId }));
  return left === 1;
}

const organisationsInsertTenant = statement(
  'organisations.insert_tenant',
  columnsOf('organisations', 'id'),
  (p: { slug: string; name: string; now: Date }) => sql`
    insert into organisations (id, slug, name, created_at) values (gen_random_uuid(), ${p.slug}, ${p.name}, ${p.now})
    on conflict (slug) do nothing returning id`,
);
export const insertTenant = (
  tx: Tx,
  tenant: { slug: string; name: string; now: Date },
): Promise<{ id: string } | undefined> => tx.first(organisationsInsertTenant(tenant));

const bySlug = statement(
  'organisations.by_slug',
  columnsOf('organisations', 'id'),
  (p: { slug: string }) => sql`select id from organisations where slug = ${p.slug}`,
);
export const findBySlug = (tx: Tx, slug: string): Promise<{ id: string } | undefined> =>
  tx.first(bySlug({ slug }));

const membersVerified = statement(
  'members.verified',
  { verified: computed('bool') },
  (p: { userId: string }) => sql`select person_is_verified(${p.userId}) as verified`,
);
export async function isVerifiedPerson(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx.first(membersVerified({ userId }));
  return row?.verified === true;
}

const organisationsListUnverified = statement(
  'organisations.list_unverified',
  { id: computed('uuid') },
  (p: { userIds: readonly string[] }) => sql`
    select id from unnest(${p.userIds}::uuid[]) as asked (id) where not person_is_verified(id)`,
);
/** Returns those who are not verified and so cannot administer an organisation. */
export const listUnverified = (db: Reader, userIds: readonly string[]): Promise<{ id: string }[]> =>
  db.run(organisationsListUnverified({ userIds }));
