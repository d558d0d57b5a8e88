import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { type RowFrom, sqlFor, statement, varying } from '../../kernel/db/query.ts';
import { column, columnsOf, computed, selectionOf } from '../../kernel/db/row-shape.ts';
import { defineSorts, type SortedRequest } from '../../kernel/http/sorted-page.ts';
import { type FoundPage, findPage } from '../../kernel/http/time-cursor.ts';
import type { CaseRow } from './store.ts';

export interface QueueFilter {
  status: CaseRow['status'] | undefined;
  topic: CaseRow['topic'] | undefined;
  /** Null stands for cases that nobody has taken. */
  assignedTo: string | null | undefined;
  words: string | undefined;
}

const everything = { status: undefined, topic: undefined, assignedTo: undefined, words: undefined };

interface Sorted {
  updated_at: string;
  seq: number;
}
export const supportSorts = defineSorts({
  sorts: {
    updated_at: [{ by: sql`c.updated_at`, type: 'timestamptz', value: (row: Sorted) => row.updated_at }],
  },
  tie: { by: sql`c.seq`, type: 'int8', value: (row: Sorted) => String(row.seq) },
  usual: '-updated_at',
});
type QueuePage = SortedRequest<'updated_at'>;

const firstPage = { limit: 1, before: undefined, sort: supportSorts.usual };
const page = varying(
  'support.queue',
  [
    { ...everything, ...firstPage },
    { ...firstPage, status: 'open', topic: 'other', assignedTo: '', words: 'x', before: ['', '0'] },
    { ...everything, ...firstPage, assignedTo: null },
  ],
  ({ status, topic, assignedTo, words, limit, before, sort }: QueueFilter & QueuePage) => {
    let query = sqlFor
      .selectFrom('support_cases as c')
      .leftJoin('users as sender', 'sender.id', 'c.user_id')
      .leftJoin('users as holder', 'holder.id', 'c.assigned_to')
      .select([
        'c.id',
        'c.seq',
        'c.number',
        'c.user_id',
        'c.email',
        'c.topic',
        'c.page',
        'c.lang',
        'c.status',
        'c.assigned_to',
        'c.created_at',
        'c.updated_at',
        sql<string>`coalesce(trim(sender.last_name || ' ' || sender.first_name), '')`.as('sender'),
        sql<string>`coalesce(trim(holder.last_name || ' ' || holder.first_name), '')`.as('assignee'),
        sql<string>`(select left(split_part(m.text, E'\\n', 1), 160) from support_messages m
          where m.case_id = c.id order by m.id limit 1)`.as('beginning'),
      ])
      .orderBy(supportSorts.orderBy(sort))
      .limit(limit + 1);
    if (status !== undefined) query = query.where('c.status', '=', status);
    if (topic !== undefined) query = query.where('c.topic', '=', topic);
    if (assignedTo === null) query = query.where('c.assigned_to', 'is', null);
    else if (assignedTo !== undefined) query = query.where('c.assigned_to', '=', assignedTo);
    if (words !== undefined)
      query = query.where(
        sql<boolean>`(position(upper(${words}) in c.number) > 0 or lower(c.email) = lower(${words})
          or exists (select from support_messages m where m.case_id = c.id and position(lower(${words}) in lower(m.text)) > 0))`,
      );
    if (before !== undefined) query = query.where(supportSorts.isAfter(sort, before));
    return query;
  },
);
export type QueueRow = RowFrom<typeof page>;

export const listQueue = (db: Reader, filter: QueueFilter & QueuePage): Promise<FoundPage<QueueRow>> =>
  findPage(db, filter, (wanted) => page({ ...filter, ...wanted }));

const nameOf = statement(
  'support.name_of',
  { name: computed('text') },
  (p: { id: string }) =>
    sql`select trim(last_name || ' ' || first_name) as name from users where id = ${p.id}`,
);
export const findName = async (db: Reader | Tx, id: string | null): Promise<string> =>
  id === null ? '' : ((await db.first(nameOf({ id })))?.name ?? '');

/** An address that its owner proved; mail to any other could be mail to a stranger. */
const isProven = sql`exists (select from users u where lower(u.email) = lower(c.email) and u.email_verified
  and u.active and u.deleted_at is null)`;

const proven = statement(
  'support.is_proven',
  { proven: computed('bool') },
  (p: { id: string }) => sql`
    select c.email <> '' and ${isProven} as proven from support_cases c where c.id = ${p.id}`,
);
export const hasProvenAddress = async (db: Reader | Tx, id: string): Promise<boolean> =>
  (await db.first(proven({ id })))?.proven === true;

const letter = {
  ...columnsOf('support_cases', 'email number lang'),
  text: column('support_messages', 'text'),
};
const letterOf = statement(
  'support.letter',
  letter,
  (p: { id: number }) => sql`
    select c.email, c.number, c.lang, m.text from support_messages m join support_cases c on c.id = m.case_id
    where m.id = ${p.id} and m.author = 'staff' and c.user_id is null and ${isProven}`,
);
/** Undefined when the address is not proven any more. */
export const findLetter = (db: Reader, id: number) => db.first(letterOf({ id }));

const row = columnsOf(
  'support_cases',
  'id seq number user_id email topic page lang status assigned_to messages created_at updated_at',
);
const columns = selectionOf(row);

/** A case that a person without an account wrote belongs to nobody here. */
const isOthers = (staffId: string | null) =>
  sql`(user_id is null or not user_id = any (person_accounts(${staffId})))`;

const answer = statement(
  'support.answer',
  row,
  (p: { id: string; staffId: string; close: boolean; most: number; now: Date }) => sql`
    update support_cases set status = case when ${p.close} then 'closed' else 'answered' end,
      assigned_to = coalesce(assigned_to, ${p.staffId}), messages = messages + 1, updated_at = ${p.now}
    where id = ${p.id} and ${isOthers(p.staffId)} and status <> 'closed' and messages < ${p.most}
    returning ${columns}`,
);
export const answerCase = (
  tx: Tx,
  given: { id: string; staffId: string; close: boolean; most: number; now: Date },
): Promise<CaseRow | undefined> => tx.first(answer(given));

const assign = statement(
  'support.assign',
  row,
  (p: { id: string; staffId: string; to: string | null; now: Date }) => sql`
    update support_cases set assigned_to = ${p.to}::uuid, updated_at = ${p.now}
    where id = ${p.id} and ${isOthers(p.staffId)} and status <> 'closed'
      and ${isOthers(p.to)}
    returning ${columns}`,
);
export const assignCase = (
  tx: Tx,
  given: { id: string; staffId: string; to: string | null; now: Date },
): Promise<CaseRow | undefined> => tx.first(assign(given));

const move = statement(
  'support.move',
  row,
  (p: { id: string; staffId: string; from: string[]; to: CaseRow['status']; now: Date }) => sql`
    update support_cases set status = ${p.to}, updated_at = ${p.now}
    where id = ${p.id} and ${isOthers(p.staffId)} and status = any (${p.from}::text[])
    returning ${columns}`,
);
export const moveCase = (
  tx: Tx,
  given: { id: string; staffId: string; from: string[]; to: CaseRow['status']; now: Date },
): Promise<CaseRow | undefined> => tx.first(move(given));

const mostStaff = 200;
const staff = statement(
  'support.staff',
  { ...columnsOf('users', 'id'), name: computed('text') },
  () => sql`
    select u.id, trim(u.last_name || ' ' || u.first_name) as name from users u
    where u.active and u.deleted_at is null and (u.role_id in (1, 2)
      or exists (select from role_permissions p where p.role_id = u.role_id and p.permission = 'support.manage'))
    order by u.last_name, u.first_name, u.id limit ${mostStaff}`,
);
export const listStaff = (db: Reader | Tx): Promise<{ id: string; name: string }[]> => db.run(staff());
