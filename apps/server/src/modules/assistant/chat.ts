import { open, signedIn } from '../../kernel/http/access.ts';
import { fail } from '../../kernel/http/errors.ts';
import type { Mount } from '../../kernel/http/row.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { type AnswerDeps, answerQuestion } from './answer/answer.ts';
import type { Outlet } from './answer/speaker.ts';
import { readRecording } from './audio.ts';
import type { Reservation, Spender } from './budget.ts';
import { type KeepDeps, keepTurn } from './conversations.ts';
import { type Asked, type EndpointDeps, endpoint } from './endpoint.ts';
import { errors } from './errors.ts';
import { texts } from './languages.ts';
import { ModelFailure } from './model-port.ts';
import { noteQuestion } from './questions.ts';
import { ChatBody, ChatReply, type PublicChatBody as PublicBody, PublicChatBody } from './schemas.ts';

export type ChatDeps = AnswerDeps & EndpointDeps & KeepDeps;

export const ownLimit: Limit = { group: 'ai', perMinute: 20, burst: 10 };
export const publicChatLimit: Limit = { group: 'ai-public-chat', perMinute: 6, burst: 3 };
export const everybody = open('anybody may ask about public services');

export function chatMounts(deps: ChatDeps): readonly Mount[] {
  const silent: Outlet = { delta: () => undefined, reset: () => undefined };
  return [
    endpoint(deps, {
      id: 'ai.chat',
      path: '/ai/chat',
      access: signedIn,
      limit: ownLimit,
      body: ChatBody,
      reply: ChatReply,
      summary: 'Ask the assistant, also about own matters',
      answer: async (asked) => replyTo(deps, asked, await readQuestion(deps, asked), silent),
    }),
    endpoint(deps, {
      id: 'ai.public.chat',
      path: '/public/ai/chat',
      access: everybody,
      limit: publicChatLimit,
      body: PublicChatBody,
      reply: ChatReply,
      summary: 'Ask the assistant about public services',
      answer: async (asked) => replyTo(deps, asked, await readQuestion(deps, asked), silent),
    }),
  ];
}

export type AnyChat = Asked<PublicBody & { conversation_id?: string }>;

export const spenderOf = ({ actor, ip }: Pick<AnyChat, 'actor' | 'ip'>): Spender =>
  actor === undefined ? { ip } : { userId: actor.userId };

/** What was asked, in writing and by voice; an empty text means that no speech was recognised. */
export interface ReadQuestion {
  readonly text: string;
  /** Present when a recording was sent. */
  readonly transcript: string | undefined;
  readonly hasFailed: boolean;
}

export async function readQuestion(deps: ChatDeps, asked: AnyChat): Promise<ReadQuestion> {
  const { message = '', audio } = asked.body;
  const written = message.trim();
  if (audio === undefined)
    return {
      text: written === '' ? fail(errors.bad_request) : written,
      transcript: undefined,
      hasFailed: false,
    };
  try {
    const transcript = await hear(deps, asked, audio);
    return { text: [written, transcript].filter(Boolean).join('\n'), transcript, hasFailed: false };
  } catch (error) {
    if (!(error instanceof ModelFailure) || error.reason === 'left') throw error;
    deps.onFailure('transcription', error);
    return { text: written, transcript: '', hasFailed: true };
  }
}

/** Recordings are counted by their size: about as many tokens as their words have. */
const bytesPerToken = 200;

export async function hear(
  deps: Pick<ChatDeps, 'model' | 'budget'>,
  asked: Pick<AnyChat, 'actor' | 'ip' | 'signals'>,
  audio: { mime: string; data: string },
): Promise<string> {
  const sound = readRecording(audio);
  const transcribe = deps.model?.transcribe ?? fail(errors.not_configured);
  const tokens = Math.ceil(sound.bytes.length / bytesPerToken);
  const reservation = await deps.budget.reserve(spenderOf(asked), tokens);
  if (reservation === undefined) fail(errors.budget_spent);
  return transcribe(sound, asked.signals).catch(refund(reservation));
}

/** What failed costs nothing. */
export const refund = (reservation: Reservation) => async (error: unknown) => {
  await reservation.settle(0);
  throw error;
};

export async function replyTo(
  deps: ChatDeps,
  asked: AnyChat,
  { text, transcript, hasFailed }: ReadQuestion,
  outlet: Outlet,
): Promise<ChatReply> {
  const { actor, body, requestId } = asked;
  const { lang = 'mn' } = body;
  const heard = transcript === undefined ? {} : { transcript };
  if (text === '') {
    const reply = hasFailed ? texts.broken[lang] : '';
    if (reply !== '') outlet.delta(reply);
    return { reply, sources: [], degraded: true, ...heard };
  }
  const { hasPassage, ...answered } = await answerQuestion(
    deps,
    { text, lang, history: body.history ?? [], requestId, actor, spender: spenderOf(asked) },
    asked.signals,
    outlet,
  );
  // The list of what to write next is worth no failed answer.
  if (!hasPassage) {
    const names = actor === undefined ? [] : await deps.ownNames(actor);
    await noteQuestion(deps, { text, lang, reason: 'no_passage', names }).catch((error: unknown) =>
      deps.onFailure('questions', error),
    );
  }
  const kept =
    actor === undefined
      ? undefined
      : await keepTurn(deps, actor, requestId, {
          conversationId: body.conversation_id,
          turn: { question: text, reply: answered.reply, sources: answered.sources },
        });
  return { ...answered, ...heard, ...(kept === undefined ? {} : { conversation_id: kept }) };
}
