import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { sqlFor, statement, varying } from '../../kernel/db/query.ts';
import { column, columnsOf, type RowOf, selectionOf } from '../../kernel/db/row-shape.ts';
import { findPage, type PageRequest } from '../../kernel/http/time-cursor.ts';

const caseRow = columnsOf(
  'support_cases',
  'id seq number user_id email topic page lang status assigned_to messages created_at updated_at',
);
export type CaseRow = RowOf<typeof caseRow>;
const columns = selectionOf(caseRow);

export interface NewCase {
  id: string;
  number: string;
  userId: string | null;
  email: string;
  topic: CaseRow['topic'];
  page: string;
  lang: CaseRow['lang'];
  now: Date;
}

const insert = statement(
  'support.insert',
  caseRow,
  (p: NewCase) => sql`
    insert into support_cases (id, number, user_id, email, topic, page, lang, status, messages, created_at, updated_at)
    values (${p.id}, ${p.number}, ${p.userId}, ${p.email}, ${p.topic}, ${p.page}, ${p.lang}, 'open', 1, ${p.now}, ${p.now})
    on conflict (number) do nothing returning ${columns}`,
);
/** Undefined when another case has the number. */
export const insertCase = (tx: Tx, given: NewCase): Promise<CaseRow | undefined> => tx.first(insert(given));

interface NewMessage {
  caseId: string;
  author: 'sender' | 'staff';
  authorId: string | null;
  text: string;
  now: Date;
}

const addMessage = statement(
  'support.add_message',
  { id: column('support_messages', 'id') },
  (p: NewMessage) => sql`
    insert into support_messages (case_id, author, author_id, text, created_at)
    values (${p.caseId}, ${p.author}, ${p.authorId}, ${p.text}, ${p.now}) returning id`,
);
export const insertMessage = async (tx: Tx, given: NewMessage): Promise<number> =>
  (await tx.first(addMessage(given)))?.id ?? 0;

const byId = statement(
  'support.by_id',
  caseRow,
  (p: { id: string }) => sql`select ${columns} from support_cases where id = ${p.id}`,
);
export const findCase = (db: Reader | Tx, id: string): Promise<CaseRow | undefined> => db.first(byId({ id }));

const ofSender = statement(
  'support.of_sender',
  caseRow,
  (p: { id: string; userId: string }) =>
    sql`select ${columns} from support_cases where id = ${p.id} and user_id = ${p.userId}`,
);
export const findOwnCase = (db: Reader | Tx, id: string, userId: string): Promise<CaseRow | undefined> =>
  db.first(ofSender({ id, userId }));

const ownPage = varying(
  'support.own',
  [
    { userId: '', limit: 1, before: undefined },
    { userId: '', limit: 1, before: { at: '', id: 0 } },
  ],
  ({ userId, limit, before }: PageRequest & { userId: string }) => {
    const query = sqlFor
      .selectFrom('support_cases')
      .select(['id', 'seq', 'number', 'topic', 'status', 'created_at', 'updated_at'])
      .where('user_id', '=', userId)
      .orderBy('updated_at', 'desc')
      .orderBy('seq', 'desc')
      .limit(limit + 1);
    return before === undefined
      ? query
      : query.where(sql<boolean>`(updated_at, seq) < (${before.at}::timestamptz, ${before.id}::bigint)`);
  },
);
export const listOwnCases = (db: Reader, userId: string, page: PageRequest) =>
  findPage(db, page, (wanted) => ownPage({ ...wanted, userId }));

const messagesOf = statement('support.messages', (p: { id: string }) =>
  sqlFor
    .selectFrom('support_messages')
    .leftJoin('users', 'users.id', 'support_messages.author_id')
    .select([
      'support_messages.id',
      'support_messages.author',
      'support_messages.text',
      'support_messages.created_at',
      sql<string>`coalesce(trim(users.last_name || ' ' || users.first_name), '')`.as('name'),
    ])
    .where('case_id', '=', p.id)
    .orderBy('support_messages.id'),
);
export const listMessages = (db: Reader | Tx, id: string) => db.run(messagesOf({ id }));

const write = statement(
  'support.write',
  caseRow,
  (p: { id: string; userId: string; most: number; now: Date }) => sql`
    update support_cases set status = 'open', messages = messages + 1, updated_at = ${p.now}
    where id = ${p.id} and user_id = ${p.userId} and status <> 'closed' and messages < ${p.most}
    returning ${columns}`,
);
/** Undefined when the case is not the person's, closed or full. */
export const writeToCase = (
  tx: Tx,
  given: { id: string; userId: string; most: number; now: Date },
): Promise<CaseRow | undefined> => tx.first(write(given));

const deleteOld = statement(
  'support.delete_old',
  (p: { before: Date }) => sql`delete from support_cases where updated_at < ${p.before}::timestamptz`,
);
export const deleteOldCases = (tx: Tx, before: Date): Promise<number> => tx.change(deleteOld({ before }));
