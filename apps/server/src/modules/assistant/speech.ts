import { signedIn } from '../../kernel/http/access.ts';
import { fail } from '../../kernel/http/errors.ts';
import type { Mount } from '../../kernel/http/row.ts';
import { createLeakCheck } from './answer/leak.ts';
import { cleanText } from './answer/links.ts';
import { cutSentences } from './answer/sentences.ts';
import { type AnyChat, type ChatDeps, everybody, hear, ownLimit, refund, spenderOf } from './chat.ts';
import { type Asked, endpoint } from './endpoint.ts';
import { errors } from './errors.ts';
import { asData, writeTranslatorPrompt } from './guardrails.ts';
import type { Sound } from './model-port.ts';
import {
  AudioOut,
  HearBody,
  Heard,
  PublicSpeakBody,
  SpeakBody,
  TranslateBody,
  Translated,
} from './schemas.ts';

/** Speech and translation; without a model for them they are not configured. */
export function speechMounts(deps: ChatDeps): readonly Mount[] {
  return [
    endpoint(deps, {
      id: 'ai.stt',
      path: '/ai/stt',
      access: signedIn,
      limit: ownLimit,
      body: HearBody,
      reply: Heard,
      summary: 'Write down a recording; silence is an empty text',
      answer: async (asked) => ({ text: await hear(deps, asked, asked.body.audio) }),
    }),
    endpoint(deps, {
      id: 'ai.tts',
      path: '/ai/tts',
      access: signedIn,
      limit: ownLimit,
      body: SpeakBody,
      reply: AudioOut,
      summary: 'Read a text aloud',
      answer: async (asked) => viewSound(await speak(deps, asked, asked.body.text, asked.body.voice)),
    }),
    endpoint(deps, {
      id: 'ai.translate',
      path: '/ai/translate',
      access: signedIn,
      limit: ownLimit,
      body: TranslateBody,
      reply: Translated,
      summary: 'Translate a text or a recording, and read it aloud if asked',
      answer: (asked) => translate(deps, asked),
    }),
    endpoint(deps, {
      id: 'ai.public.tts',
      path: '/public/ai/tts',
      access: everybody,
      limit: { group: 'ai-public-tts', perMinute: 20, burst: 8 },
      body: PublicSpeakBody,
      reply: AudioOut,
      summary: 'Read a short text aloud',
      answer: async (asked) => viewSound(await speak(deps, asked, asked.body.text)),
    }),
  ];
}

const viewSound = ({ mime, bytes }: Sound) => ({ mime, data: bytes.toString('base64') });

type Caller = Pick<AnyChat, 'actor' | 'ip' | 'signals'>;

async function speak(deps: ChatDeps, asked: Caller, text: string, voice?: string): Promise<Sound> {
  const say = deps.model?.speak ?? fail(errors.not_configured);
  const reservation = await deps.budget.reserve(spenderOf(asked), text.length);
  if (reservation === undefined) fail(errors.budget_spent);
  const names = asked.actor === undefined ? [] : await deps.ownNames(asked.actor);
  return say({ text, voice, names }, asked.signals).catch(refund(reservation));
}

const maxTokens = 4000;

async function translate(deps: ChatDeps, asked: Asked<TranslateBody>) {
  const { audio, target_lang: target, speak: isSpoken } = asked.body;
  const written = asked.body.text?.trim() ?? '';
  if (written === '' && audio === undefined) fail(errors.bad_request);
  const chat = deps.model?.chat ?? fail(errors.not_configured);
  const source =
    audio === undefined ? written : [written, await hear(deps, asked, audio)].filter(Boolean).join('\n');
  if (source === '') return { source_text: '', translated: '' };
  const system = writeTranslatorPrompt(target);
  const reserved = Math.ceil((system.text.length + source.length) / 2) + maxTokens;
  const reservation = await deps.budget.reserve(spenderOf(asked), reserved);
  if (reservation === undefined) fail(errors.budget_spent);
  const messages = [
    { role: 'system', content: system.text },
    { role: 'user', content: asData('text', source) },
  ] as const;
  const sink = { piece: () => undefined, reset: () => undefined };
  const names = asked.actor === undefined ? [] : await deps.ownNames(asked.actor);
  const answer = await chat({ messages, tools: [], maxTokens, names }, asked.signals, sink).catch(
    refund(reservation),
  );
  await reservation.settle(answer.tokens);
  const translated = cleanTranslation(deps, answer.text, system.hidden, source);
  // The text is worth having without its sound.
  const sound =
    isSpoken === true && translated !== '' && deps.model?.speak !== undefined
      ? await speak(deps, asked, translated.slice(0, 2000)).catch(() => undefined)
      : undefined;
  return { source_text: source, translated, ...(sound === undefined ? {} : { audio: viewSound(sound) }) };
}

function cleanTranslation(deps: ChatDeps, text: string, hidden: string, source: string): string {
  const leaks = createLeakCheck(hidden);
  let translated = '';
  const sentences = cutSentences((sentence) => {
    const cleaned = cleanText(sentence, { isAllowed: deps.isAllowed, exact: new Set(), own: source });
    if (!leaks(cleaned)) translated += cleaned;
  });
  sentences.push(text);
  sentences.end();
  return translated.trim();
}
