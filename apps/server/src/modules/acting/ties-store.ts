import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { columnsOf, computed, nullable } from '../../kernel/db/row-shape.ts';

const asked = {
  reg_no: computed('text'),
  ties_asked_at: nullable(computed('timestamptz')),
};
const byId = statement(
  'acting.ties.organisation',
  asked,
  (p: { id: string }) => sql`
    select coalesce(reg_no, '') as reg_no, ties_asked_at from organisations where id = ${p.id}`,
);
export const findAsked = async (
  db: Reader,
  id: string,
): Promise<{ regNo: string; askedAt: Date | undefined } | undefined> => {
  const row = await db.first(byId({ id }));
  if (row === undefined) return undefined;
  return { regNo: row.reg_no, askedAt: row.ties_asked_at === null ? undefined : new Date(row.ties_asked_at) };
};

const mark = statement(
  'acting.ties.mark_asked',
  (p: { id: string; now: Date }) => sql`update organisations set ties_asked_at = ${p.now} where id = ${p.id}`,
);
const keep = statement(
  'acting.ties.keep',
  (p: { id: string; numbers: readonly string[]; names: readonly string[]; now: Date }) => sql`
    insert into register_ties (user_id, org_id, named_at)
    select person.id, ${p.id}, ${p.now} from (
      select id from users where national_id = any(${p.numbers}::text[])
      union select user_id from superadmin_accounts where national_id = any(${p.numbers}::text[])
      union select u.id from users u where cardinality(${p.names}::text[]) > 0
        and u.role_id in (select 1 union select 2 union
          select role_id from role_permissions where permission = 'gov.review')
        and upper(concat_ws(' ', u.last_name, u.first_name)) = any(${p.names}::text[])) as person
    on conflict (user_id, org_id) do update set named_at = excluded.named_at`,
);
/** A person without a number in the register is known by name, and only among those who decide cases. */
export const keepTies = async (
  tx: Tx,
  answer: { id: string; numbers: readonly string[]; names: readonly string[]; now: Date },
): Promise<void> => {
  await tx.change(keep(answer));
  await tx.change(mark(answer));
};

const accounts = statement(
  'acting.ties.accounts',
  { id: computed('uuid'), national_id: nullable(computed('text')) },
  (p: { userId: string }) => sql`
    select u.id, coalesce(u.national_id, s.national_id) as national_id
    from users u left join superadmin_accounts s on s.user_id = u.id where u.id = any(person_accounts(${p.userId}))`,
);
/** Accounts of one person, with the number by which the eID provider knows them. */
export const listAccounts = (db: Reader, userId: string) => db.run(accounts({ userId }));

const signed = statement(
  'acting.ties.keep_signed',
  (p: { userId: string; numbers: readonly string[]; now: Date }) => sql`
    insert into register_ties (user_id, org_id, named_at)
    select ${p.userId}, id, ${p.now} from organisations where upper(reg_no) = any(${p.numbers}::text[])
    on conflict (user_id, org_id) do update set named_at = excluded.named_at`,
);
/** Organisations for which the eID provider lets the person sign. */
export const keepSigned = (
  tx: Tx,
  answer: { userId: string; numbers: readonly string[]; now: Date },
): Promise<number> => tx.change(signed(answer));

const waiting = statement(
  'acting.ties.to_ask',
  columnsOf('organisations', 'id'),
  (p: { before: Date; most: number }) => sql`
    select o.id from organisations o join acting_parties p on p.organisation_id = o.id
    where (o.ties_asked_at is null or o.ties_asked_at < ${p.before}) and exists (
      select from gov_applications a where a.party_id = p.id and a.fulfilment = 'manual'
        and a.status in ('submitted', 'registered', 'in_review', 'info_required', 'approved'))
    order by o.ties_asked_at nulls first, o.id limit ${p.most}`,
);
/** Organisations with waiting cases; the longest unasked first. */
export const listToAsk = async (db: Reader, before: Date, most: number): Promise<string[]> =>
  (await db.run(waiting({ before, most }))).map(({ id }) => id);

const forgetTies = statement(
  'acting.ties.forget_named',
  (p: { before: Date }) => sql`delete from register_ties where named_at < ${p.before}`,
);
const forgetMembers = statement(
  'acting.ties.forget_members',
  (p: { before: Date }) => sql`delete from former_members where ended_at < ${p.before}`,
);
const forgetChildren = statement(
  'acting.ties.forget_children',
  (p: { before: Date }) => sql`delete from former_children where ended_at < ${p.before}`,
);
export const forgetFormer = async (tx: Tx, before: Date): Promise<void> => {
  await tx.change(forgetTies({ before }));
  await tx.change(forgetMembers({ before }));
  await tx.change(forgetChildren({ before }));
};
