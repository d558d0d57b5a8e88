import type { Reader, Tx } from '../../kernel/db/database.ts';
import { raw, sqlFor, statement } from '../../kernel/db/query.ts';
import type { MemberRole } from './schemas.ts';

export interface OrganisationRow {
  id: string;
  /** Empty where an operator made it and none is known yet. */
  reg_no: string;
  slug: string | null;
  name: string;
  name_latin: string;
  verified: boolean;
  my_role: MemberRole;
  created_by: string | null;
  created_at: string;
  updated_at: string | null;
}

/** An organisation with the role the caller holds in it; row-level security leaves the caller's own alone. */
const selectMine = `
  select o.id, coalesce(o.reg_no, '') as reg_no, o.slug, o.name, o.name_latin, o.verified, m.role as my_role, o.created_by, o.created_at, o.updated_at
  from organisation_members m join organisations o on o.id = m.org_id where m.user_id = $1`;

export const listOrganisations = (db: Reader, userId: string): Promise<OrganisationRow[]> =>
  db.run(raw<OrganisationRow>(`${selectMine} order by o.name, o.id`, [userId], 'organisations.mine'));

export const findOrganisation = (
  db: Reader | Tx,
  userId: string,
  orgId: string,
): Promise<OrganisationRow | undefined> =>
  db.first(raw<OrganisationRow>(`${selectMine} and m.org_id = $2`, [userId, orgId], 'organisations.one'));

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
/** False when the register number is taken. The database itself makes the creator an owner. */
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

/** Takeovers and proofs of one organisation come one after another. As the platform: the caller may be a stranger. */
export const lockByRegNo = (tx: Tx, regNo: string): Promise<{ id: string; verified: boolean } | undefined> =>
  tx.first(
    raw<{ id: string; verified: boolean }>(
      'select id, verified from organisations where upper(reg_no) = upper($1) for update',
      [regNo],
      'organisations.lock_by_reg_no',
    ),
  );

export interface RoleRow {
  user_id: string;
  role: MemberRole;
  proven: boolean;
}

export const listRoles = (tx: Tx, orgId: string): Promise<RoleRow[]> =>
  tx.run(
    raw<RoleRow>(
      `select user_id, role, proven_at is not null as proven from organisation_members where org_id = $1
       order by created_at, user_id`,
      [orgId],
      'members.roles',
    ),
  );

export const writeProven = (
  tx: Tx,
  member: { orgId: string; userId: string; role: MemberRole; now: Date },
): Promise<number> =>
  tx.change(
    raw(
      `insert into organisation_members (org_id, user_id, role, created_at, proven_at) values ($1, $2, $3, $4, $4)
       on conflict (org_id, user_id) do update set role = excluded.role, proven_at = excluded.proven_at`,
      [member.orgId, member.userId, member.role, member.now],
      'members.proven',
    ),
  );

/** Resolves to the name it has from now on. */
export async function writeVerified(
  tx: Tx,
  given: { orgId: string; name: string; nameLatin: string | undefined; now: Date },
): Promise<string> {
  const row = await tx.first(
    raw<{ name: string }>(
      `update organisations set verified = true, updated_at = $4,
         name = case when length($2) between 2 and 200 then $2 else name end,
         name_latin = case when length($3) <= 200 then coalesce($3, name_latin) else name_latin end
       where id = $1 returning name`,
      [given.orgId, given.name.trim(), given.nameLatin?.trim() ?? null, given.now],
      'organisations.verify',
    ),
  );
  return row?.name ?? given.name;
}

export const stepDown = (tx: Tx, orgId: string, userIds: readonly string[]): Promise<number> =>
  tx.change(
    raw(
      `update organisation_members set role = 'admin' where org_id = $1 and user_id = any ($2) and role = 'owner'`,
      [orgId, userIds],
      'members.step_down',
    ),
  );

export const endMemberships = (tx: Tx, orgId: string, userIds: readonly string[]): Promise<number> =>
  tx.change(
    raw(
      'delete from organisation_members where org_id = $1 and user_id = any ($2)',
      [orgId, userIds],
      'members.end',
    ),
  );

export const findName = (tx: Tx, orgId: string): Promise<{ name: string } | undefined> =>
  tx.first(
    raw<{ name: string }>('select name from organisations where id = $1', [orgId], 'organisations.name'),
  );

/** For rows that act as the platform, where the caller's own role cannot be asked of the policies. */
export async function findRoleOf(tx: Tx, orgId: string, userId: string): Promise<MemberRole | undefined> {
  const row = await tx.first(
    raw<{ role: MemberRole }>(
      'select role from organisation_members where org_id = $1 and user_id = $2',
      [orgId, userId],
      'members.role_of',
    ),
  );
  return row?.role;
}

/** The caller's own role, by the same function the policies ask. */
export async function findMyRole(db: Reader | Tx, orgId: string): Promise<MemberRole | undefined> {
  const row = await db.first(
    raw<{ role: MemberRole | null }>('select app_member_role($1) as role', [orgId], 'organisations.my_role'),
  );
  return row?.role ?? undefined;
}

/** The organisation of this register number, if the caller is a member of it. */
export const findMineByRegNo = (
  db: Reader,
  userId: string,
  regNo: string,
): Promise<{ id: string } | undefined> =>
  db.first(
    raw<{ id: string }>(
      `select o.id from organisations o join organisation_members m on m.org_id = o.id
       where m.user_id = $1 and upper(o.reg_no) = upper($2)`,
      [userId, regNo],
      'organisations.by_reg_no',
    ),
  );

export interface MemberRow {
  org_id: string;
  user_id: string;
  role: MemberRole;
  first_name: string;
  last_name: string;
  email: string;
  created_at: string;
}

const selectMembers = `
  select m.org_id, m.user_id, m.role, p.first_name, p.last_name, p.email, m.created_at
  from organisation_members m join organisation_people($1) p on p.user_id = m.user_id where m.org_id = $1`;

export const listMembers = (db: Reader, orgId: string): Promise<MemberRow[]> =>
  db.run(raw<MemberRow>(`${selectMembers} order by m.created_at, m.user_id`, [orgId], 'members.list'));

export const findMember = (tx: Tx, orgId: string, userId: string): Promise<MemberRow | undefined> =>
  tx.first(raw<MemberRow>(`${selectMembers} and m.user_id = $2`, [orgId, userId], 'members.one'));

const insertOneMember = statement(
  'members.insert',
  (p: { orgId: string; userId: string; role: MemberRole; now: Date }) =>
    sqlFor
      .insertInto('organisation_members')
      .values({ org_id: p.orgId, user_id: p.userId, role: p.role, created_at: p.now })
      .onConflict((conflict) => conflict.doNothing()),
);
/** False when the person is a member already. */
export const insertMember = async (
  tx: Tx,
  member: { orgId: string; userId: string; role: MemberRole; now: Date },
): Promise<boolean> => (await tx.change(insertOneMember(member))) === 1;

const setRole = statement('members.set_role', (p: { orgId: string; userId: string; role: MemberRole }) =>
  sqlFor
    .updateTable('organisation_members')
    .set({ role: p.role })
    .where('org_id', '=', p.orgId)
    .where('user_id', '=', p.userId)
    .where('role', '<>', 'owner'),
);
export const writeMemberRole = async (
  tx: Tx,
  member: { orgId: string; userId: string; role: MemberRole },
): Promise<boolean> => (await tx.change(setRole(member))) === 1;

const deleteOne = statement('members.delete', (p: { orgId: string; userId: string }) =>
  sqlFor
    .deleteFrom('organisation_members')
    .where('org_id', '=', p.orgId)
    .where('user_id', '=', p.userId)
    .where('role', '<>', 'owner'),
);
export const deleteMember = async (tx: Tx, orgId: string, userId: string): Promise<boolean> =>
  (await tx.change(deleteOne({ orgId, userId }))) === 1;

/** False for the last owner. Owners leave one after another: of two at the same moment, one would see the other. */
export async function deleteMyself(tx: Tx, orgId: string, userId: string): Promise<boolean> {
  await tx.run(
    raw('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`owners.${orgId}`], 'members.lock_owners'),
  );
  const left = await tx.change(
    raw(
      `delete from organisation_members m where m.org_id = $1 and m.user_id = $2
         and (m.role <> 'owner' or exists (select from organisation_members o
           where o.org_id = $1 and o.role = 'owner' and o.user_id <> $2))`,
      [orgId, userId],
      'members.leave',
    ),
  );
  return left === 1;
}

/** Undefined when the slug is taken. */
export const insertTenant = (
  tx: Tx,
  tenant: { slug: string; name: string; now: Date },
): Promise<{ id: string } | undefined> =>
  tx.first(
    raw<{ id: string }>(
      `insert into organisations (id, slug, name, created_at) values (gen_random_uuid(), $1, $2, $3)
       on conflict (slug) do nothing returning id`,
      [tenant.slug, tenant.name, tenant.now],
      'organisations.insert_tenant',
    ),
  );

export const findBySlug = (tx: Tx, slug: string): Promise<{ id: string } | undefined> =>
  tx.first(
    raw<{ id: string }>('select id from organisations where slug = $1', [slug], 'organisations.by_slug'),
  );

export async function isVerifiedPerson(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx.first(
    raw<{ verified: boolean }>('select person_is_verified($1) as verified', [userId], 'members.verified'),
  );
  return row?.verified === true;
}

/** Those of the people named who cannot administer an organisation. */
export const listUnverified = (db: Reader, userIds: readonly string[]): Promise<{ id: string }[]> =>
  db.run(
    raw<{ id: string }>('select id from unnest($1::uuid[]) as asked (id) where not person_is_verified(id)', [
      userIds,
    ]),
  );
