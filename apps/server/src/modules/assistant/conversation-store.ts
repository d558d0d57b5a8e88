import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { type RowFrom, sqlFor, statement, varying } from '../../kernel/db/query.ts';
import { column } from '../../kernel/db/row-shape.ts';
import { type FoundPage, findPage, type PageRequest } from '../../kernel/http/time-cursor.ts';
import type { Source } from './schemas.ts';

declare module '../../kernel/db/schema.ts' {
  interface JsonShapes {
    'ai_turns.sources': Source[];
  }
}

const consent = statement('ai.consent', (p: { userId: string }) =>
  sqlFor.selectFrom('ai_consents').select('user_id').where('user_id', '=', p.userId),
);
export const hasAgreed = async (db: Reader | Tx, userId: string): Promise<boolean> =>
  (await db.first(consent({ userId }))) !== undefined;

const agree = statement(
  'ai.agree',
  (p: { userId: string; now: Date }) => sql`
    insert into ai_consents (user_id, agreed_at) values (${p.userId}, ${p.now}) on conflict (user_id) do nothing`,
);
export const writeConsent = (tx: Tx, userId: string, now: Date): Promise<number> =>
  tx.change(agree({ userId, now }));

const withdraw = statement('ai.withdraw', (p: { userId: string }) =>
  sqlFor.deleteFrom('ai_consents').where('user_id', '=', p.userId),
);
export const deleteConsent = (tx: Tx, userId: string): Promise<number> => tx.change(withdraw({ userId }));

const begin = statement(
  'ai.begin_conversation',
  (p: { id: string; userId: string; title: string; now: Date }) => sql`
    insert into ai_conversations (id, user_id, title, created_at, updated_at)
    values (${p.id}, ${p.userId}, ${p.title}, ${p.now}, ${p.now})`,
);
export const insertConversation = (
  tx: Tx,
  given: { id: string; userId: string; title: string; now: Date },
): Promise<number> => tx.change(begin(given));

const nextTurn = statement(
  'ai.next_turn',
  { turns: column('ai_conversations', 'turns') },
  (p: { id: string; userId: string; max: number; now: Date }) => sql`
    update ai_conversations set turns = turns + 1, updated_at = ${p.now}
    where id = ${p.id} and user_id = ${p.userId} and turns < ${p.max} returning turns`,
);
/** Undefined when the conversation is not the person's, was deleted, or is full. */
export const takeTurn = async (tx: Tx, given: { id: string; userId: string; max: number; now: Date }) =>
  (await tx.first(nextTurn(given)))?.turns;

const addTurn = statement(
  'ai.add_turn',
  (p: { id: string; place: number; question: string; reply: string; sources: string; now: Date }) => sql`
    insert into ai_turns (conversation_id, place, question, reply, sources, created_at)
    values (${p.id}, ${p.place}, ${p.question}, ${p.reply}, ${p.sources}::jsonb, ${p.now})`,
);
export const insertTurn = (
  tx: Tx,
  given: { id: string; place: number; question: string; reply: string; sources: string; now: Date },
): Promise<number> => tx.change(addTurn(given));

const columns = ['id', 'seq', 'title', 'turns', 'created_at', 'updated_at'] as const;
const page = varying(
  'ai.conversations',
  [
    { userId: '', limit: 1, before: undefined },
    { userId: '', limit: 1, before: { at: '', id: 0 } },
  ],
  ({ userId, limit, before }: PageRequest & { userId: string }) => {
    const query = sqlFor
      .selectFrom('ai_conversations')
      .select(columns)
      .where('user_id', '=', userId)
      .orderBy('updated_at', 'desc')
      .orderBy('seq', 'desc')
      .limit(limit + 1);
    return before === undefined
      ? query
      : query.where(sql<boolean>`(updated_at, seq) < (${before.at}::timestamptz, ${before.id}::bigint)`);
  },
);
export type ConversationRow = RowFrom<typeof page>;
export const listConversations = (
  db: Reader,
  userId: string,
  filter: PageRequest,
): Promise<FoundPage<ConversationRow>> => findPage(db, filter, (wanted) => page({ ...wanted, userId }));

const one = statement('ai.conversation', (p: { id: string; userId: string }) =>
  sqlFor
    .selectFrom('ai_conversations')
    .select(columns)
    .where('id', '=', p.id)
    .where('user_id', '=', p.userId),
);
export const findConversation = (db: Reader, id: string, userId: string) => db.first(one({ id, userId }));

const turns = statement('ai.turns', (p: { id: string }) =>
  sqlFor
    .selectFrom('ai_turns')
    .select(['question', 'reply', 'sources', 'created_at'])
    .where('conversation_id', '=', p.id)
    .orderBy('place'),
);
export const listTurns = (db: Reader, id: string) => db.run(turns({ id }));

const remove = statement('ai.delete_conversation', (p: { id: string; userId: string }) =>
  sqlFor.deleteFrom('ai_conversations').where('id', '=', p.id).where('user_id', '=', p.userId),
);
export const deleteConversation = (tx: Tx, id: string, userId: string): Promise<number> =>
  tx.change(remove({ id, userId }));

const removeAll = statement('ai.delete_conversations', (p: { userId: string }) =>
  sqlFor.deleteFrom('ai_conversations').where('user_id', '=', p.userId),
);
export const deleteConversations = (tx: Tx, userId: string): Promise<number> =>
  tx.change(removeAll({ userId }));

const removeIdle = statement(
  'ai.delete_idle',
  (p: { before: Date }) => sql`delete from ai_conversations where updated_at < ${p.before}::timestamptz`,
);
export const deleteIdle = (tx: Tx, before: Date): Promise<number> => tx.change(removeIdle({ before }));
