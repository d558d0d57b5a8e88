import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { sqlFor, statement } from '../../kernel/db/query.ts';
import { column, columnsOf, computed, type RowOf } from '../../kernel/db/row-shape.ts';
import type { Lang } from './languages.ts';
import type { PromptKey } from './schemas.ts';

const prompts = statement('ai.prompts', () =>
  sqlFor.selectFrom('ai_prompts').select(['key', 'content', 'version', 'updated_at']),
);
export const listPrompts = (db: Reader | Tx) => db.run(prompts());

const putPrompt = statement(
  'ai.put_prompt',
  { version: column('ai_prompts', 'version') },
  (p: { key: PromptKey; content: string; edited: number | undefined; now: Date }) => sql`
    insert into ai_prompts (key, content, version, updated_at) values (${p.key}, ${p.content}, 1, ${p.now})
    on conflict (key) do update set content = excluded.content, version = ai_prompts.version + 1,
      updated_at = excluded.updated_at
    where ai_prompts.content <> excluded.content
      and ai_prompts.version = coalesce(${p.edited ?? null}::int, ai_prompts.version)
    returning version`,
);
/** Undefined when the text is the same as before, or when another version than `edited` is live. */
export const writePrompt = async (
  tx: Tx,
  prompt: { key: PromptKey; content: string; edited: number | undefined; now: Date },
) => (await tx.first(putPrompt(prompt)))?.version;

const addVersion = statement(
  'ai.add_prompt_version',
  (p: { key: PromptKey; version: number; content: string; userId: string; now: Date }) => sql`
    insert into ai_prompt_versions (key, version, content, changed_by, changed_at)
    values (${p.key}, ${p.version}, ${p.content}, ${p.userId}, ${p.now})`,
);
export const appendVersion = (
  tx: Tx,
  version: { key: PromptKey; version: number; content: string; userId: string; now: Date },
): void => tx.atCommit(addVersion(version));

const versionRow = {
  ...columnsOf('ai_prompt_versions', 'version content changed_by changed_at'),
  changed_by_name: computed('text'),
};
const versions = statement(
  'ai.prompt_versions',
  versionRow,
  (p: { key: PromptKey }) => sql`
    select v.version, v.content, v.changed_by, v.changed_at,
      coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), '') as changed_by_name
    from ai_prompt_versions v join users u on u.id = v.changed_by
    where v.key = ${p.key} order by v.version desc limit 100`,
);
export type VersionRow = RowOf<typeof versionRow>;
export const listVersions = (db: Reader, key: PromptKey): Promise<VersionRow[]> => db.run(versions({ key }));

const reserve = statement(
  'ai.reserve',
  { tokens: column('ai_usage', 'tokens') },
  (p: { day: string; subject: string; tokens: number; limit: number }) => sql`
    insert into ai_usage (day, subject, tokens, calls)
    select ${p.day}::date, ${p.subject}::text, ${p.tokens}::bigint, 1 where ${p.tokens}::bigint <= ${p.limit}::bigint
    on conflict (day, subject) do update set tokens = ai_usage.tokens + excluded.tokens, calls = ai_usage.calls + 1
    where ai_usage.tokens + excluded.tokens <= ${p.limit}::bigint
    returning tokens`,
);
/** One conditional statement: instances that ask at the same time cannot both take the last tokens. */
export const reserveTokens = async (
  tx: Tx,
  wanted: { day: string; subject: string; tokens: number; limit: number },
): Promise<boolean> => (await tx.first(reserve(wanted))) !== undefined;

const settle = statement(
  'ai.settle',
  (p: { day: string; subject: string; difference: number }) => sql`
    update ai_usage set tokens = greatest(0, tokens + ${p.difference}::bigint)
    where day = ${p.day}::date and subject = ${p.subject}`,
);
export const settleTokens = (
  tx: Tx,
  settled: { day: string; subject: string; difference: number },
): Promise<number> => tx.change(settle(settled));

const addQuestion = statement(
  'ai.add_question',
  (p: { lang: Lang; question: string; reason: 'no_passage' | 'unhelpful'; day: string }) => sql`
    insert into ai_questions (lang, question, reason, count, first_day, last_day)
    values (${p.lang}, ${p.question}, ${p.reason}, 1, ${p.day}::date, ${p.day}::date)
    on conflict (lang, reason, question) do update set count = ai_questions.count + 1, last_day = excluded.last_day`,
);
export const countQuestion = (
  tx: Tx,
  question: { lang: Lang; question: string; reason: 'no_passage' | 'unhelpful'; day: string },
) => tx.change(addQuestion(question));

const questions = statement('ai.questions', () =>
  sqlFor
    .selectFrom('ai_questions')
    .select(['id', 'lang', 'question', 'reason', 'count', 'first_day', 'last_day'])
    .orderBy('count', 'desc')
    .orderBy('id', 'desc')
    .limit(200),
);
export const listQuestions = (db: Reader) => db.run(questions());

const removeQuestion = statement('ai.remove_question', (p: { id: number }) =>
  sqlFor.deleteFrom('ai_questions').where('id', '=', p.id),
);
export const deleteQuestion = (tx: Tx, id: number) => tx.change(removeQuestion({ id }));

const forgetQuestions = statement(
  'ai.forget_questions',
  (p: { day: string }) => sql`delete from ai_questions where last_day < ${p.day}::date`,
);
export const deleteOldQuestions = (tx: Tx, day: string) => tx.change(forgetQuestions({ day }));
