import { Id, line, listOf, oneOf, type Static, strict, Timestamp, Type } from '../../kernel/http/schemas.ts';
import { pageOf, pageQuery } from '../../kernel/http/time-cursor.ts';
import { supportSorts } from './queue-store.ts';

export const topics = ['sign_in', 'application', 'payment', 'data', 'technical', 'other'] as const;
export const statuses = ['open', 'answered', 'closed'] as const;

const paragraphs = Type.String({ minLength: 1, maxLength: 4000, pattern: '\\S' });
/** An address inside the portal: a link to another site would make staff open it. */
const pagePath = Type.String({ maxLength: 300, pattern: '^(?:/(?![/\\\\])[^\\s\\\\]*)?$' });

const asked = {
  topic: oneOf(...topics),
  text: paragraphs,
  page: Type.Optional(pagePath),
};
export const SupportCaseBody = strict(asked, { description: 'Question to support' });
export type SupportCaseBody = Static<typeof SupportCaseBody>;

export const VisitorCaseBody = strict(
  { ...asked, email: Type.String({ format: 'email', maxLength: 200 }) },
  { description: 'Question to support from a visitor' },
);
export type VisitorCaseBody = Static<typeof VisitorCaseBody>;

export const VisitorCase = Type.Object(
  { number: Type.String() },
  { description: 'The number of the case; it is sent to nobody' },
);

export const MessageBody = strict({ text: paragraphs });
export const AnswerBody = strict({ text: paragraphs, close: Type.Optional(Type.Boolean()) });
export const AssignBody = strict({ to: Type.Union([Id, Type.Null()]) });

const common = {
  id: Id,
  number: Type.String(),
  topic: oneOf(...topics),
  status: oneOf(...statuses),
  created_at: Timestamp,
  updated_at: Timestamp,
};
export const SupportCase = Type.Object(common, { description: 'Own case of support' });
export type SupportCase = Static<typeof SupportCase>;
export const SupportCasePage = pageOf(SupportCase);

const messages = Type.Array(
  Type.Object({
    id: Type.Integer(),
    author: oneOf('sender', 'staff'),
    text: Type.String(),
    created_at: Timestamp,
  }),
);
export const SupportCaseDetail = Type.Object(
  { ...common, page: Type.String(), messages },
  { description: 'Own case with its messages' },
);
export type SupportCaseDetail = Static<typeof SupportCaseDetail>;

const staffOnly = {
  ...common,
  /** Empty for a visitor. */
  sender: Type.String(),
  email: Type.String(),
  assigned_to: Type.Union([Id, Type.Null()]),
  assignee: Type.String(),
  beginning: Type.String({ description: 'The first line of the question' }),
};
export const QueuedCase = Type.Object(staffOnly, { description: 'Case in the queue of support' });
export type QueuedCase = Static<typeof QueuedCase>;
export const QueuedCasePage = pageOf(QueuedCase);

export const QueuedCaseDetail = Type.Object(
  {
    ...staffOnly,
    page: Type.String(),
    lang: oneOf('mn', 'en'),
    reached_by: oneOf('portal', 'mail', 'nothing'),
    messages: Type.Array(
      Type.Object({
        id: Type.Integer(),
        author: oneOf('sender', 'staff'),
        name: Type.String(),
        text: Type.String(),
        created_at: Timestamp,
      }),
    ),
  },
  { description: 'Case with its messages, for support; `reached_by` says how an answer reaches the sender' },
);
export type QueuedCaseDetail = Static<typeof QueuedCaseDetail>;

export const OwnQuery = strict(pageQuery);
export const QueueQuery = strict({
  limit: pageQuery.limit,
  ...supportSorts.query,
  status: Type.Optional(oneOf(...statuses)),
  topic: Type.Optional(oneOf(...topics)),
  assigned: Type.Optional(oneOf('me', 'nobody')),
  q: Type.Optional(line(100)),
});
export type QueueQuery = Static<typeof QueueQuery>;

export const SupportStaff = Type.Object(
  { id: Id, name: Type.String() },
  { description: 'Member of support' },
);
export const SupportStaffList = listOf(SupportStaff);

/** Names of these schemas in the OpenAPI document, and of the types that the portal imports. */
export const names = {
  SupportCase,
  SupportCaseBody,
  SupportCaseDetail,
  VisitorCaseBody,
  QueuedCase,
  QueuedCaseDetail,
  SupportStaff,
};
