import { ApiError, classifyFailure, type FailureBody } from './errors.ts';
import { hasSessionCookie, readCsrfCookie, request } from './http.ts';

export type AssistantLanguage = 'mn' | 'en' | 'zh' | 'ru';

export interface Source {
  title: string;
  url: string;
}

export interface Question {
  message?: string;
  audio?: { mime: string; data: string };
  history: { role: 'user' | 'model'; text: string }[];
  lang: AssistantLanguage;
  /** Continues a kept conversation of the signed-in person. */
  conversation_id?: string;
}

export interface AnswerEnd {
  degraded: boolean;
  sources: Source[];
  /** Prepared forms: the person opens, checks and sends them. */
  actions: Source[];
  /** Present when the server kept the question and its answer. */
  conversationId: string | undefined;
}

export interface AnswerEvents {
  onTranscript(text: string): void;
  onDelta(text: string): void;
  onReset(): void;
}

/** What a visitor may send; a signed-in person may send more. */
export const LIMITS = { message: 1000, turns: 6, audioCharacters: 256_000, speech: 800 };

/** A signed-in person's answer may use their own matters; a visitor's may not. */
const base = () => (hasSessionCookie() ? '/api/v1/ai' : '/api/v1/public/ai');

/** A session may end during a conversation; the visitors' endpoint takes no kept one. */
const bodyOf = ({ conversation_id, ...question }: Question) =>
  hasSessionCookie() && conversation_id !== undefined ? { ...question, conversation_id } : question;

/** Asks and hands over the answer as it arrives. Aborting ends the call, and with it the model's work. */
export async function askAssistant(
  question: Question,
  events: AnswerEvents,
  signal: AbortSignal,
): Promise<AnswerEnd> {
  const csrf = readCsrfCookie(document.cookie);
  let response: Response;
  try {
    response = await fetch(`${base()}/chat/stream`, {
      method: 'POST',
      headers: {
        accept: 'text/event-stream',
        'accept-language': document.documentElement.lang,
        'content-type': 'application/json',
        ...(csrf === null ? {} : { 'x-tamga-csrf': csrf }),
      },
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      signal,
      body: JSON.stringify(bodyOf(question)),
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new ApiError({ kind: 'network' });
  }
  if (!response.ok || response.body === null) throw await readRefusal(response);
  return readAnswer(response.body, events, signal);
}

async function readRefusal(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as FailureBody;
  return new ApiError(
    classifyFailure(response.status, body, response.headers.get('retry-after')),
    response.headers.get('x-request-id'),
    typeof body.message === 'string' ? body.message : '',
  );
}

async function readAnswer(
  body: ReadableStream<Uint8Array>,
  events: AnswerEvents,
  signal: AbortSignal,
): Promise<AnswerEnd> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let held = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      held += decoder.decode(value, { stream: true });
      const frames = held.split('\n\n');
      held = frames.pop() ?? '';
      for (const frame of frames) {
        const end = readFrame(frame, events);
        if (end) return end;
      }
    }
  } catch (error) {
    if (signal.aborted || error instanceof ApiError) throw error;
    throw new ApiError({ kind: 'network' });
  }
  // An answer that breaks off has no last frame.
  throw new ApiError({ kind: 'network' });
}

function readFrame(frame: string, events: AnswerEvents): AnswerEnd | undefined {
  const name = /^event: (.*)$/m.exec(frame)?.[1];
  const text = /^data: (.*)$/m.exec(frame)?.[1];
  if (name === undefined || text === undefined) return undefined;
  const data = JSON.parse(text) as Record<string, unknown>;
  if (name === 'transcript') events.onTranscript(String(data['text'] ?? ''));
  if (name === 'delta') events.onDelta(String(data['text'] ?? ''));
  if (name === 'reset') events.onReset();
  if (name === 'error')
    throw new ApiError(
      { kind: 'unavailable', status: 503, code: 'assistant' },
      null,
      String(data['message'] ?? ''),
    );
  if (name !== 'done') return undefined;
  return {
    degraded: data['degraded'] === true,
    sources: (data['sources'] as Source[] | undefined) ?? [],
    actions: (data['actions'] as Source[] | undefined) ?? [],
    conversationId: data['conversation_id'] as string | undefined,
  };
}

/** The question goes along only after a poor answer, so that somebody can write what is missing. */
export const sendFeedback = (helpful: boolean, lang: AssistantLanguage, question: string): Promise<unknown> =>
  request(`${base()}/feedback`, {
    method: 'POST',
    body: { helpful, lang, ...(helpful ? {} : { question: question.slice(0, 1000) }) },
  });

export async function fetchSpeech(text: string, signal: AbortSignal): Promise<Blob> {
  const { data } = await request<{ mime: string; data: string }>(`${base()}/tts`, {
    method: 'POST',
    body: { text: text.slice(0, LIMITS.speech) },
    signal,
    timeoutMs: 30_000,
  });
  const bytes = Uint8Array.from(atob(data.data), (character) => character.charCodeAt(0));
  return new Blob([bytes], { type: data.mime });
}
