import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { columnsOf, computed } from '../../kernel/db/row-shape.ts';
import type { Language } from '../../kernel/http/language.ts';

interface About {
  day: string;
  page: string;
  lang: Language;
}

/** Above this many pages of a day nothing new is counted: the address of a page is the caller's word. */
const mostPages = 2000;
const mostComments = 2000;

const count = statement(
  'feedback.count',
  (p: About & { helpful: number; unhelpful: number }) => sql`
    insert into page_feedback as f (day, page, lang, helpful, unhelpful)
    select ${p.day}::date, ${p.page}, ${p.lang}, ${p.helpful}::int, ${p.unhelpful}::int
    where (select count(*) from page_feedback where day = ${p.day}::date) < ${mostPages}
      or exists (select from page_feedback where day = ${p.day}::date and page = ${p.page} and lang = ${p.lang})
    on conflict (day, page, lang) do update
      set helpful = f.helpful + excluded.helpful, unhelpful = f.unhelpful + excluded.unhelpful`,
);
export const countVote = (tx: Tx, { helpful, ...about }: About & { helpful: boolean }): Promise<number> =>
  tx.change(count({ ...about, helpful: helpful ? 1 : 0, unhelpful: helpful ? 0 : 1 }));

const comment = statement(
  'feedback.comment',
  (p: About & { helpful: boolean; text: string }) => sql`
    insert into page_comments (day, page, lang, helpful, text)
    select ${p.day}::date, ${p.page}, ${p.lang}, ${p.helpful}, ${p.text}
    where (select count(*) from page_comments where day = ${p.day}::date) < ${mostComments}`,
);
export const insertComment = (tx: Tx, given: About & { helpful: boolean; text: string }): Promise<number> =>
  tx.change(comment(given));

const mostListed = 1000;
const report = statement(
  'feedback.report',
  {
    page: computed('text'),
    helpful: computed('int8'),
    unhelpful: computed('int8'),
    comments: computed('int8'),
  },
  (p: { from: string; to: string }) => sql`
    select page, sum(helpful)::bigint as helpful, sum(unhelpful)::bigint as unhelpful,
      sum(comments)::bigint as comments
    from (
      select page, helpful, unhelpful, 0 as comments from page_feedback
        where day between ${p.from}::date and ${p.to}::date
      union all
      select page, 0, 0, 1 from page_comments where day between ${p.from}::date and ${p.to}::date
    ) as each_page
    group by page order by sum(unhelpful) desc, sum(helpful) desc, page limit ${mostListed}`,
);
/** The least helpful pages first. */
export const readReport = (db: Reader, period: { from: string; to: string }) => db.run(report(period));

const mostShown = 500;
const newest = statement(
  'feedback.comments',
  columnsOf('page_comments', 'id day page lang helpful text'),
  (p: { from: string; to: string; page: string | null }) => sql`
    select id, day, page, lang, helpful, text from page_comments
    where day between ${p.from}::date and ${p.to}::date and (${p.page}::text is null or page = ${p.page})
    order by day desc, id desc limit ${mostShown}`,
  { plan: 'each call' },
);
export const listComments = (db: Reader, given: { from: string; to: string; page: string | null }) =>
  db.run(newest(given));

const deleteVotes = statement(
  'feedback.delete_votes',
  (p: { before: string }) => sql`delete from page_feedback where day < ${p.before}::date`,
);
const deleteComments = statement(
  'feedback.delete_comments',
  (p: { before: string }) => sql`delete from page_comments where day < ${p.before}::date`,
);
export async function deleteOld(tx: Tx, before: string): Promise<void> {
  await tx.change(deleteVotes({ before }));
  await tx.change(deleteComments({ before }));
}
