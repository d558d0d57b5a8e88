import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { sqlFor, statement } from '../../kernel/db/query.ts';
import { column, computed } from '../../kernel/db/row-shape.ts';
import type { Outcome } from './answer/answer.ts';
import type { Lang } from './languages.ts';

const addAnswer = statement(
  'ai.add_answer',
  (p: { day: string; outcome: Outcome; withinMs: number }) => sql`
    insert into ai_answers (day, outcome, within_ms, count)
    values (${p.day}::date, ${p.outcome}, ${p.withinMs}::int, 1)
    on conflict (day, outcome, within_ms) do update set count = ai_answers.count + 1`,
);
export const countAnswer = (tx: Tx, given: { day: string; outcome: Outcome; withinMs: number }) =>
  tx.change(addAnswer(given));

const answers = statement(
  'ai.answers',
  {
    day: column('ai_answers', 'day'),
    within_ms: column('ai_answers', 'within_ms'),
    count: computed('int8'),
    degraded: computed('int8'),
  },
  (p: { from: string }) => sql`
    select day, within_ms, coalesce(sum(count), 0)::bigint as count,
      coalesce(sum(count) filter (where outcome not in ('answered', 'stopped')), 0)::bigint as degraded
    from ai_answers where day >= ${p.from}::date group by day, within_ms order by day, within_ms`,
);
export const listAnswers = (db: Reader, from: string) => db.run(answers({ from }));

const usage = statement('ai.usage', (p: { subject: string; from: string }) =>
  sqlFor
    .selectFrom('ai_usage')
    .select(['day', 'tokens', 'calls'])
    .where('subject', '=', p.subject)
    .where('day', '>=', p.from)
    .orderBy('day', 'desc')
    .limit(400),
);
export const listUsage = (db: Reader, subject: string, from: string) => db.run(usage({ subject, from }));

const forgetUsage = statement(
  'ai.forget_usage',
  (p: { day: string; longAgo: string; all: string }) => sql`
    delete from ai_usage where (day < ${p.day}::date and subject <> ${p.all}) or day < ${p.longAgo}::date`,
);
export const deleteOldUsage = (tx: Tx, given: { day: string; longAgo: string; all: string }) =>
  tx.change(forgetUsage(given));

const forgetAnswers = statement(
  'ai.forget_answers',
  (p: { day: string }) => sql`delete from ai_answers where day < ${p.day}::date`,
);
const forgetFeedback = statement(
  'ai.forget_feedback',
  (p: { day: string }) => sql`delete from ai_feedback where day < ${p.day}::date`,
);
export async function deleteOldFigures(tx: Tx, day: string): Promise<void> {
  await tx.change(forgetAnswers({ day }));
  await tx.change(forgetFeedback({ day }));
}

const addFeedback = statement(
  'ai.add_feedback',
  (p: { day: string; lang: Lang; helpful: number; unhelpful: number }) => sql`
    insert into ai_feedback (day, lang, helpful, unhelpful)
    values (${p.day}::date, ${p.lang}, ${p.helpful}::int, ${p.unhelpful}::int)
    on conflict (day, lang) do update set helpful = ai_feedback.helpful + excluded.helpful,
      unhelpful = ai_feedback.unhelpful + excluded.unhelpful`,
);
export const countFeedback = (
  tx: Tx,
  given: { day: string; lang: Lang; helpful: number; unhelpful: number },
) => tx.change(addFeedback(given));

const feedback = statement(
  'ai.feedback',
  { day: column('ai_feedback', 'day'), helpful: computed('int8'), unhelpful: computed('int8') },
  (p: { from: string }) => sql`
    select day, coalesce(sum(helpful), 0)::bigint as helpful, coalesce(sum(unhelpful), 0)::bigint as unhelpful
    from ai_feedback where day >= ${p.from}::date group by day order by day`,
);
export const listFeedback = (db: Reader, from: string) => db.run(feedback({ from }));
