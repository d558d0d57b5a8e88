import { notAudited } from '../../kernel/audit/events.ts';
import { open, permission } from '../../kernel/http/access.ts';
import { type Row, read, unchanged, write } from '../../kernel/http/row.ts';
import { Empty } from '../../kernel/http/schemas.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { localDay } from '../../kernel/local-day.ts';
import {
  CommentQuery,
  FeedbackSentence,
  FeedbackVote,
  PageCommentList,
  PageFeedbackList,
  Period,
} from './schemas.ts';
import { countVote, insertComment, listComments, readReport } from './store.ts';

const manage = permission('settings.manage');
const everybody = open('every reader of a page may say whether it helped');
const asSystem = 'feedback belongs to no person';
const votes: Limit = { group: 'feedback', perMinute: 6, burst: 12 };

/** `redact` removes numbers and addresses of a person from a text. */
export function feedbackRows(redact: (text: string) => string): readonly Row[] {
  return [
    write({
      id: 'feedback.vote',
      method: 'POST',
      path: '/site/feedback',
      access: everybody,
      asSystem,
      limit: votes,
      body: FeedbackVote,
      reply: Empty,
      errors: [],
      audit: notAudited('counts by day, without a person'),
      summary: 'Say whether a page was helpful; nothing of the person is kept',
      handler: async ({ body, request, tx }) => {
        await countVote(tx, { ...body, lang: request.language, day: localDay(tx.now) });
        return {};
      },
    }),
    write({
      id: 'feedback.comment',
      method: 'POST',
      path: '/site/feedback/comments',
      access: everybody,
      asSystem,
      limit: votes,
      body: FeedbackSentence,
      reply: Empty,
      errors: [],
      audit: notAudited('a sentence without a person'),
      summary: 'Add a sentence; personal numbers and addresses are removed before it is kept',
      handler: async ({ body, request, tx }) => {
        const text = redact(body.text).replace(/\s+/g, ' ').trim().slice(0, 500);
        if (!/\p{L}{2}/u.test(text)) return unchanged({});
        await insertComment(tx, { ...body, text, lang: request.language, day: localDay(tx.now) });
        return {};
      },
    }),
    read({
      id: 'feedback.report',
      path: '/admin/feedback',
      access: manage,
      asSystem,
      query: Period,
      reply: PageFeedbackList,
      errors: [],
      summary: 'Feedback by page in a period, the least helpful first',
      handler: async ({ db, query }) => {
        const items = await readReport(db, query);
        return { items, total: items.length };
      },
    }),
    read({
      id: 'feedback.comments',
      path: '/admin/feedback/comments',
      access: manage,
      asSystem,
      query: CommentQuery,
      reply: PageCommentList,
      errors: [],
      summary: 'Sentences about pages in a period, newest first',
      handler: async ({ db, query }) => {
        const items = await listComments(db, { ...query, page: query.page ?? null });
        return { items, total: items.length };
      },
    }),
  ];
}
