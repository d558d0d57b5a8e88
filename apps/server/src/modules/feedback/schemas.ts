import { Day, listOf, oneOf, type Static, strict, Type } from '../../kernel/http/schemas.ts';

/** The pattern of a page (`/applications/:id`), which names no person, document or application. */
const pagePattern = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^/(?:[a-z0-9:_*-]{1,40}(?:/[a-z0-9:_*-]{1,40}){0,4})?$',
});

const vote = { page: pagePattern, helpful: Type.Boolean() };
export const FeedbackVote = strict(vote, { description: 'Whether a page was helpful' });
export const FeedbackSentence = strict(
  { ...vote, text: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }) },
  { description: 'A sentence about a page' },
);

export const Period = strict({ from: Day, to: Day });
export const CommentQuery = strict({ from: Day, to: Day, page: Type.Optional(pagePattern) });
export type CommentQuery = Static<typeof CommentQuery>;

export const PageFeedback = Type.Object(
  {
    page: Type.String(),
    helpful: Type.Integer(),
    unhelpful: Type.Integer(),
    comments: Type.Integer(),
  },
  { description: 'Feedback on one page in a period' },
);
export const PageFeedbackList = listOf(PageFeedback);

export const PageComment = Type.Object(
  {
    id: Type.Integer(),
    day: Day,
    page: Type.String(),
    lang: oneOf('mn', 'en'),
    helpful: Type.Boolean(),
    text: Type.String(),
  },
  { description: 'A sentence that somebody wrote about a page, without who wrote it' },
);
export const PageCommentList = listOf(PageComment);

/** Names of these schemas in the OpenAPI document, and of the types that the portal imports. */
export const names = { FeedbackVote, FeedbackSentence, PageFeedback, PageComment };
