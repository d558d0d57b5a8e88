import {
  Id,
  line,
  listOf,
  oneOf,
  type Static,
  strict,
  Timestamp,
  Type,
} from '../../../kernel/http/schemas.ts';

const kinds = ['ask', 'approve', 'refuse'] as const;
const text = Type.String({ minLength: 1, maxLength: 1500, pattern: '\\S' });

export const TemplateBody = strict({
  /** Id or name. */
  authority: line(300),
  /** Null: every service of the authority. */
  service_id: Type.Union([Id, Type.Null()]),
  kind: oneOf(...kinds),
  title: line(120),
  title_en: line(120),
  body: text,
  body_en: text,
});
export type TemplateBody = Static<typeof TemplateBody>;

export const TemplateView = Type.Object({
  id: Id,
  authority: Type.String(),
  authority_id: Id,
  service_id: Type.Union([Id, Type.Null()]),
  kind: oneOf(...kinds),
  title: Type.String(),
  title_en: Type.String(),
  body: Type.String(),
  body_en: Type.String(),
  updated_at: Timestamp,
});
export type TemplateView = Static<typeof TemplateView>;
export const TemplateList = listOf(TemplateView);

const Texts = Type.Object({ mn: Type.String(), en: Type.String() });
/** A template with its placeholders filled from one case. */
export const CaseReply = Type.Object({ id: Id, kind: oneOf(...kinds), title: Texts, text: Texts });
export type CaseReply = Static<typeof CaseReply>;
export const CaseReplyList = listOf(CaseReply);

export const templateNames = { ReplyTemplate: TemplateView, ReplyTemplateBody: TemplateBody, CaseReply };
