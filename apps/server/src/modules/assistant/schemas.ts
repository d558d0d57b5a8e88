import type { TSchema } from 'typebox';
import { Id, line, listOf, oneOf, type Static, strict, Timestamp, Type } from '../../kernel/http/schemas.ts';
import { pageOf, pageQuery } from '../../kernel/http/time-cursor.ts';
import { envelopeOf } from './envelopes.ts';
import { langs } from './languages.ts';

export const audioTypes = [
  'audio/webm',
  'audio/ogg',
  'audio/wav',
  'audio/mpeg',
  'audio/mp3',
  'audio/mp4',
  'audio/m4a',
  'audio/aac',
  'audio/flac',
] as const;

const written = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const audioIn = (maxLength: number) => strict({ mime: oneOf(...audioTypes), data: written(maxLength) });
const Audio = audioIn(716_800);

const chatBody = <A extends TSchema>(limits: { message: number; audio: A; turns: number }) => ({
  message: Type.Optional(Type.String({ maxLength: limits.message })),
  audio: Type.Optional(limits.audio),
  history: Type.Optional(
    Type.Array(strict({ role: oneOf('user', 'model'), text: written(limits.message) }), {
      maxItems: limits.turns,
    }),
  ),
  lang: Type.Optional(oneOf(...langs)),
});

export const ChatBody = strict({
  ...chatBody({ message: 4000, audio: Audio, turns: 20 }),
  /** Continues a kept conversation; our addition. */
  conversation_id: Type.Optional(Id),
});
export type ChatBody = Static<typeof ChatBody>;
export const PublicChatBody = strict(chatBody({ message: 1000, audio: audioIn(256_000), turns: 6 }));
export type PublicChatBody = Static<typeof PublicChatBody>;

export const HearBody = strict({ audio: Audio });
export const SpeakBody = strict({
  text: written(2000),
  voice: Type.Optional(Type.String({ maxLength: 40, pattern: '^[A-Za-z0-9]+$' })),
});
export const PublicSpeakBody = strict({ text: written(800) });
export const TranslateBody = strict({
  text: Type.Optional(Type.String({ maxLength: 4000 })),
  audio: Type.Optional(Audio),
  target_lang: Type.String({ minLength: 2, maxLength: 20, pattern: '^[\\p{L}-]+$' }),
  speak: Type.Optional(Type.Boolean()),
});
export type TranslateBody = Static<typeof TranslateBody>;

export const Source = Type.Object({ title: Type.String(), url: Type.String() });
export type Source = Static<typeof Source>;

export const ChatReply = Type.Object({
  reply: Type.String(),
  /** Published texts that the reply relies on. */
  sources: Type.Array(Source),
  /** Prepared forms: the person opens, checks and sends them. */
  actions: Type.Optional(Type.Array(Source)),
  steps: Type.Optional(
    Type.Array(
      Type.Object({
        tool: Type.String(),
        args: Type.Optional(
          Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
        ),
        result: Type.Optional(
          Type.Object({ count: Type.Optional(Type.Integer()), error: Type.Optional(Type.String()) }),
        ),
      }),
    ),
  ),
  degraded: Type.Optional(Type.Literal(true)),
  transcript: Type.Optional(Type.String()),
  conversation_id: Type.Optional(Id),
});
export type ChatReply = Static<typeof ChatReply>;

export const AudioOut = Type.Object({ mime: Type.String(), data: Type.String() });
export const Heard = Type.Object({ text: Type.String() });
export const Translated = Type.Object({
  source_text: Type.String(),
  translated: Type.String(),
  audio: Type.Optional(AudioOut),
});

export const promptKeys = ['scope', 'instructions'] as const;
export type PromptKey = (typeof promptKeys)[number];
const promptText = Type.String({ maxLength: 4000 });
export const ByKey = strict({ key: line(64) });
export const PromptBody = strict({
  content: promptText,
  /** The version that was edited: when another one is live, the change is refused. Without it, any is replaced. */
  version: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_000_000_000 })),
});
export const Prompt = Type.Object({
  key: oneOf(...promptKeys),
  content: Type.String(),
  /** 0 until the first text is published. */
  version: Type.Integer(),
  updated_at: Type.Optional(Timestamp),
  /** What applies while the text is empty. */
  fallback: Type.Optional(Type.String()),
});
export type Prompt = Static<typeof Prompt>;
export const PromptVersion = Type.Object({
  version: Type.Integer(),
  content: Type.String(),
  changed_by: Id,
  changed_by_name: Type.String(),
  changed_at: Timestamp,
});
export const PromptVersionList = listOf(PromptVersion);
export const TryBody = strict({
  message: written(1000),
  lang: Type.Optional(oneOf(...langs)),
  /** Without it the live prompts answer. */
  draft: Type.Optional(strict({ scope: promptText, instructions: promptText })),
});
export const TryReply = Type.Object({
  reply: Type.String(),
  sources: Type.Array(Source),
  degraded: Type.Optional(Type.Literal(true)),
});

/** `days`: a conversation that is not continued is deleted after so many. */
export const Keeping = Type.Object({ keep: Type.Boolean(), days: Type.Integer() });
export const KeepingBody = strict({ keep: Type.Boolean() });
export const ConversationQuery = strict(pageQuery);
const conversation = {
  id: Id,
  title: Type.String(),
  turns: Type.Integer(),
  created_at: Timestamp,
  updated_at: Timestamp,
};
const Conversation = Type.Object(conversation);
export const ConversationPage = pageOf(Conversation);
export const ConversationDetail = Type.Object({
  ...conversation,
  items: Type.Array(
    Type.Object({
      question: Type.String(),
      reply: Type.String(),
      sources: Type.Array(Source),
      created_at: Timestamp,
    }),
  ),
});
export const Deleted = Type.Object({ deleted: Type.Integer() });

export const FeedbackBody = strict({
  helpful: Type.Boolean(),
  lang: Type.Optional(oneOf(...langs)),
  /** Sent along by a person who wants the answer to become better; personal numbers are removed. */
  question: Type.Optional(Type.String({ maxLength: 1000 })),
});
const OpenQuestion = Type.Object({
  id: Type.Integer(),
  lang: oneOf(...langs),
  question: Type.String(),
  reason: oneOf('no_passage', 'unhelpful'),
  count: Type.Integer(),
  first_day: Type.String(),
  last_day: Type.String(),
});
/** `kept_days`: a question that nobody asks again leaves the list after so many. */
export const OpenQuestionList = Type.Object({
  items: Type.Array(OpenQuestion),
  total: Type.Integer(),
  kept_days: Type.Integer(),
});
export const ByQuestion = strict({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) });

export const FigureQuery = strict({ days: Type.Optional(Type.Integer({ minimum: 1, maximum: 366 })) });
const FigureDay = Type.Object({
  day: Type.String(),
  tokens: Type.Integer(),
  calls: Type.Integer(),
  questions: Type.Integer(),
  /** Answers of passages alone. */
  degraded: Type.Integer(),
  helpful: Type.Integer(),
  unhelpful: Type.Integer(),
  /** Half of the answers began within this time, an upper bound; null without answers. */
  half_within_ms: Type.Union([Type.Integer(), Type.Null()]),
  /** Nine of ten did. */
  most_within_ms: Type.Union([Type.Integer(), Type.Null()]),
});
export type FigureDay = Static<typeof FigureDay>;
export const Figures = Type.Object({
  connected: Type.Object({ chat: Type.Boolean(), hearing: Type.Boolean(), speech: Type.Boolean() }),
  budget: Type.Object({ per_person: Type.Integer(), per_address: Type.Integer(), per_day: Type.Integer() }),
  days: Type.Array(FigureDay),
});

export const names = {
  AssistantQuestion: ChatBody,
  AssistantReply: ChatReply,
  AssistantPrompt: Prompt,
  AssistantPromptVersion: PromptVersion,
  AssistantConversation: Conversation,
  AssistantConversationDetail: ConversationDetail,
  AssistantOpenQuestion: OpenQuestion,
  AssistantFigures: Figures,
  AssistantSource: Source,
  AssistantAudio: AudioOut,
  AssistantRecording: Audio,
  AssistantKeeping: Keeping,
  AssistantDeleted: Deleted,
  AssistantTryReply: TryReply,
  AssistantFeedback: FeedbackBody,
  AssistantReplyEnvelope: envelopeOf(ChatReply),
  AssistantAudioEnvelope: envelopeOf(AudioOut),
};
