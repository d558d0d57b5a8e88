import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { columnsOf, computed, nullable, type RowOf } from '../../kernel/db/row-shape.ts';

const locked = columnsOf('organisations', 'id name verified');

const lockOne = statement(
  'organisations.lock_by_reg_no',
  locked,
  (p: { regNo: string }) => sql`
    select id, name, verified from organisations where upper(reg_no) = upper(${p.regNo}) for update`,
);
/** Serializes takeovers and proofs of one organisation; runs as system, because the caller may be a stranger. */
export const lockByRegNo = (tx: Tx, regNo: string): Promise<RowOf<typeof locked> | undefined> =>
  tx.first(lockOne({ regNo }));

const byRegNo = statement(
  'organisations.id_by_reg_no',
  columnsOf('organisations', 'id'),
  (p: { regNo: string }) => sql`select id from organisations where upper(reg_no) = upper(${p.regNo})`,
);
/** As system: the caller may be a stranger. */
export const findOrgByRegNo = (db: Reader, regNo: string): Promise<{ id: string } | undefined> =>
  db.first(byRegNo({ regNo }));

const roleRow = {
  ...columnsOf('organisation_members', 'user_id role appointed_by'),
  proven: computed('bool'),
};
export type RoleRow = RowOf<typeof roleRow>;

const roles = statement(
  'members.roles',
  roleRow,
  (p: { orgId: string }) => sql`
    select user_id, role, appointed_by, proven_at is not null as proven from organisation_members
    where org_id = ${p.orgId} order by created_at, user_id`,
);
export const listRoles = (tx: Tx, orgId: string): Promise<RoleRow[]> => tx.run(roles({ orgId }));

const namedRow = {
  ...columnsOf('organisation_members', 'org_id user_id checked_at'),
  reg_no: computed('text'),
};
/** A member whom the register named when it was last asked; `checked_at` is empty for one from before checks. */
export type NamedRow = RowOf<typeof namedRow>;
const selectNamed = sql`
  select m.org_id, m.user_id, m.checked_at, coalesce(o.reg_no, '') as reg_no
  from organisation_members m join organisations o on o.id = m.org_id where m.proven_at is not null`;

const named = statement(
  'members.named',
  namedRow,
  (p: { orgId: string }) =>
    sql`${selectNamed} and m.org_id = ${p.orgId} order by m.checked_at desc nulls last limit 20`,
);
export const listNamed = (db: Reader, orgId: string): Promise<NamedRow[]> => db.run(named({ orgId }));

const namedOne = statement(
  'members.named_one',
  namedRow,
  (p: { orgId: string; userId: string }) =>
    sql`${selectNamed} and m.org_id = ${p.orgId} and m.user_id = ${p.userId}`,
);
export const findNamed = (db: Reader, orgId: string, userId: string): Promise<NamedRow | undefined> =>
  db.first(namedOne({ orgId, userId }));

const appointer = statement(
  'members.appointer',
  columnsOf('organisation_members', 'appointed_by'),
  (p: { orgId: string; userId: string }) => sql`
    select appointed_by from organisation_members where org_id = ${p.orgId} and user_id = ${p.userId}`,
);
export const findAppointer = async (db: Reader, orgId: string, userId: string): Promise<string | undefined> =>
  (await db.first(appointer({ orgId, userId })))?.appointed_by ?? undefined;

const toCheck = statement(
  'members.to_check',
  namedRow,
  (p: { before: Date; most: number }) => sql`
    ${selectNamed} and (m.checked_at is null or m.checked_at < ${p.before})
    order by m.checked_at nulls first, m.org_id, m.user_id limit ${p.most}`,
);
/** The longest unchecked first. */
export const listToCheck = (db: Reader, before: Date, most: number): Promise<NamedRow[]> =>
  db.run(toCheck({ before, most }));

const until = statement(
  'organisations.named_until',
  { named_until: nullable(computed('timestamptz')) },
  (p: { orgId: string }) => sql`select named_until from organisations where id = ${p.orgId}`,
);
export const findNamedUntil = async (db: Reader | Tx, orgId: string): Promise<Date | undefined> => {
  const found = (await db.first(until({ orgId })))?.named_until ?? null;
  return found === null ? undefined : new Date(found);
};

const prove = statement(
  'members.proven',
  (p: { orgId: string; userId: string; now: Date }) => sql`
    insert into organisation_members (org_id, user_id, role, created_at, proven_at, checked_at)
    values (${p.orgId}, ${p.userId}, 'owner', ${p.now}, ${p.now}, ${p.now})
    on conflict (org_id, user_id) do update set role = 'owner', checked_at = excluded.checked_at,
      proven_at = coalesce(organisation_members.proven_at, excluded.proven_at)`,
);
export const writeProven = (tx: Tx, member: { orgId: string; userId: string; now: Date }): Promise<number> =>
  tx.change(prove(member));

const confirm = statement(
  'members.confirm',
  (p: { orgId: string; userId: string; now: Date }) => sql`
    update organisation_members set checked_at = ${p.now}
    where org_id = ${p.orgId} and user_id = ${p.userId} and proven_at is not null`,
);
export const writeConfirmed = (
  tx: Tx,
  member: { orgId: string; userId: string; now: Date },
): Promise<number> => tx.change(confirm(member));

const end = statement(
  'members.unname',
  (p: { orgId: string; userId: string }) => sql`
    update organisation_members set proven_at = null, checked_at = null,
      role = case when appointed_at is null then 'member' else role end
    where org_id = ${p.orgId} and user_id = ${p.userId} and proven_at is not null`,
);
/** False when somebody else ended it first. */
export const endProof = async (tx: Tx, orgId: string, userId: string): Promise<boolean> =>
  (await tx.change(end({ orgId, userId }))) === 1;

const refresh = statement(
  'organisations.refresh_named',
  { named: computed('int8') },
  (p: { orgId: string; seconds: number }) => sql`
    update organisations o set named_until = found.checked_at + make_interval(secs => ${p.seconds}::int)
    from (select max(m.checked_at) as checked_at, count(*) as named from organisation_members m
      where m.org_id = ${p.orgId} and m.proven_at is not null) found
    where o.id = ${p.orgId} returning found.named`,
);
/** Writes how long the newest answer counts; returns how many members the register names. */
export const refreshNamed = async (tx: Tx, orgId: string, maxAgeMs: number): Promise<number> =>
  (await tx.first(refresh({ orgId, seconds: Math.round(maxAgeMs / 1000) })))?.named ?? 0;

const reset = statement(
  'members.reset',
  columnsOf('organisation_members', 'user_id'),
  (p: { orgId: string; userId: string }) => sql`
    update organisation_members set role = 'member', appointed_by = null, appointed_at = null
    where org_id = ${p.orgId} and user_id <> ${p.userId} and role <> 'member'
    returning user_id`,
);
/** Everybody but this person; returns the people whose role ended. */
export const resetRoles = async (tx: Tx, orgId: string, userId: string): Promise<string[]> =>
  (await tx.run(reset({ orgId, userId }))).map((row) => row.user_id);

const endAll = statement(
  'members.end',
  columnsOf('organisation_members', 'user_id'),
  (p: { orgId: string; userId: string }) => sql`
    delete from organisation_members where org_id = ${p.orgId} and user_id <> ${p.userId} returning user_id`,
);
export const endMemberships = async (tx: Tx, orgId: string, userId: string): Promise<string[]> =>
  (await tx.run(endAll({ orgId, userId }))).map((row) => row.user_id);

/** Nothing of before stays: a former representative may have chosen it. */
const provenLatin = (name: string) =>
  sql<string>`case when length(${name}::text) <= 200 then ${name}::text else '' end`;

const setNameLatin = statement(
  'organisations.set_name_latin',
  (p: { orgId: string; nameLatin: string }) => sql`
  update organisations set name_latin = ${provenLatin(p.nameLatin)}
  where id = ${p.orgId} and name_latin <> ${provenLatin(p.nameLatin)}`,
);
export const writeNameLatin = (tx: Tx, orgId: string, nameLatin: string): Promise<number> =>
  tx.change(setNameLatin({ orgId, nameLatin: nameLatin.trim() }));

const verify = statement(
  'organisations.verify',
  columnsOf('organisations', 'name'),
  (p: { orgId: string; name: string; nameLatin: string; now: Date }) => sql`
    update organisations set verified = true, updated_at = ${p.now},
      name = case when length(${p.name}) between 2 and 200 then ${p.name} else name end,
      name_latin = ${provenLatin(p.nameLatin)}
    where id = ${p.orgId} returning name`,
);
/** Returns the resulting name. */
export async function writeVerified(
  tx: Tx,
  given: { orgId: string; name: string; nameLatin: string; now: Date },
): Promise<string> {
  const row = await tx.first(
    verify({
      orgId: given.orgId,
      name: given.name.trim(),
      nameLatin: given.nameLatin.trim(),
      now: given.now,
    }),
  );
  return row?.name ?? given.name;
}

const representatives = statement(
  'members.representatives',
  { ...columnsOf('organisation_members', 'user_id'), ...columnsOf('organisations', 'name') },
  (p: { regNo: string }) => sql`
    select m.user_id, o.name from organisations o join organisation_members m on m.org_id = o.id
    where upper(o.reg_no) = upper(${p.regNo}) and o.verified and m.proven_at is not null order by m.user_id limit 100`,
);
/** Members whom the register named when it was last asked; it is asked again before they act. Runs as system. */
export const listRepresentatives = (
  db: Reader | Tx,
  regNo: string,
): Promise<{ user_id: string; name: string }[]> => db.run(representatives({ regNo }));
