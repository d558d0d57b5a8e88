import type { OpenAI } from 'openai';
import { createCircuitBreaker } from '../../kernel/http/circuit-breaker.ts';
import type { ModelPort, Redactor, Sound } from '../../modules/assistant/model-port.ts';
import { streamChat } from './chat.ts';
import { BrokenAnswer, tryThrice } from './tries.ts';

export interface ModelServerOptions {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly chatModel: string | undefined;
  readonly hearingModel: string | undefined;
  readonly speechModel: string | undefined;
  readonly voice: string;
  /** Our own server, which may read names and personal numbers. */
  readonly isPrivate: boolean;
  readonly createRedactor: (names: readonly string[]) => Redactor;
  readonly now: () => Date;
}

const maxSoundBytes = 12 * 1024 * 1024;
const maxTranscript = 4000;

/** Any server with the OpenAI interface. */
export function createModel(options: ModelServerOptions): ModelPort {
  const { chatModel, hearingModel, speechModel, now } = options;
  const open = rememberClient(options);
  const redactor = (names: readonly string[]) =>
    options.isPrivate ? openRedactor : options.createRedactor(names);
  const breakers = {
    chat: createCircuitBreaker(now),
    hearing: createCircuitBreaker(now),
    speech: createCircuitBreaker(now),
  };
  return {
    chat:
      chatModel === undefined
        ? undefined
        : async (request, signals, sink) => {
            const client = await open();
            return tryThrice(breakers.chat, signals, async (signal) => {
              let hasGiven = false;
              const piece = (text: string) => {
                hasGiven = true;
                sink.piece(text);
              };
              try {
                return await streamChat(client, chatModel, request, redactor(request.names), signal, {
                  piece,
                });
              } catch (error) {
                if (hasGiven) sink.reset();
                throw error;
              }
            });
          },
    transcribe:
      hearingModel === undefined
        ? undefined
        : async ({ mime, bytes }, signals) => {
            const client = await open();
            const { toFile } = await import('openai');
            return tryThrice(breakers.hearing, signals, async (signal) => {
              const name = `recording.${extensions[mime] ?? 'wav'}`;
              const file = await toFile(bytes, name, { type: mime });
              const answer = await client.audio.transcriptions.create(
                { file, model: hearingModel },
                { signal },
              );
              if (typeof answer?.text !== 'string') throw new BrokenAnswer('no transcript');
              return answer.text.trim().slice(0, maxTranscript);
            });
          },
    speak:
      speechModel === undefined
        ? undefined
        : async ({ text, voice = options.voice, names }, signals) => {
            const client = await open();
            // Nothing can be put back into a sound, so numbers and names are left out of it.
            const input = redactor(names)
              .hide(text)
              .replace(/⟦[A-Z]+-\d+⟧/g, '…');
            return tryThrice(breakers.speech, signals, async (signal) => {
              const answer = await client.audio.speech.create(
                { model: speechModel, voice, input, response_format: 'wav' },
                { signal },
              );
              return readSound(answer);
            });
          },
  };
}

/** The name tells some servers the format. */
const extensions: Readonly<Record<string, string>> = {
  'audio/webm': 'webm',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
  'audio/mp4': 'mp4',
  'audio/m4a': 'm4a',
  'audio/aac': 'aac',
  'audio/flac': 'flac',
};

/** Loaded at the first question: the library takes 470 ms and 33 MB. */
function rememberClient({ apiKey, baseUrl }: ModelServerOptions): () => Promise<OpenAI> {
  let client: Promise<OpenAI> | undefined;
  return () => {
    client ??= import('openai').then(
      ({ OpenAI: Client }) =>
        new Client({
          baseURL: baseUrl,
          apiKey: apiKey ?? 'none',
          // Without these the library would read variables of the environment.
          organization: null,
          project: null,
          adminAPIKey: null,
          webhookSecret: null,
          maxRetries: 0,
          logLevel: 'off',
          // A redirect would carry the key and the question to another host.
          fetchOptions: { redirect: 'error' },
        }),
    );
    return client;
  };
}

async function readSound(answer: Response): Promise<Sound> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of answer.body ?? []) {
    length += part.length;
    if (length > maxSoundBytes) throw new BrokenAnswer('the sound is too large');
    parts.push(part);
  }
  if (length === 0) throw new BrokenAnswer('the sound is empty');
  const mime = (answer.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  return { mime: /^audio\/[a-z0-9.+-]{1,40}$/.test(mime) ? mime : 'audio/wav', bytes: Buffer.concat(parts) };
}

const openRedactor: Redactor = {
  hide: (text) => text,
  show: (text) => text,
  showPieces: () => ({ push: (piece) => piece, end: () => '' }),
};
