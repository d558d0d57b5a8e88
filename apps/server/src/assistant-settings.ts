import { flag, integer, internal, list, secret, text } from './setting-forms.ts';

const hostForm = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i;

/** Settings of the assistant; without AI_API_BASE and AI_MODEL it answers from published passages. */
export const assistantForms = {
  AI_API_BASE: internal(
    'Model server with the OpenAI interface, ending with /v1. Unset: the assistant quotes what is published.',
  ),
  AI_API_KEY: secret('Our key at AI_API_BASE, where it needs one.'),
  AI_MODEL: text(200, 'Chat model asked for at AI_API_BASE.'),
  AI_STT_MODEL: text(200, 'Model that writes down speech. Unset: voice input answers not_configured.'),
  AI_TTS_MODEL: text(200, 'Model that reads aloud. Unset: speech answers not_configured.'),
  AI_VOICE: text(40, 'Voice of AI_TTS_MODEL when the caller chooses none.', 'alloy'),
  AI_PRIVATE: flag(
    'Whether the model server is our own: personal numbers then leave unchanged. Default: off, they are replaced.',
  ),
  AI_SCOPE_PROMPT: text(4000, 'What the assistant is for, until an administrator writes it on its page.'),
  AI_ALLOWED_LINK_HOSTS: list('Hosts beside this platform that answers may link to, over https.', []),
  AI_TIMEOUT_SECONDS: integer(1, 45, 40, 'Whole time of the model for one answer, all its tries included.'),
  AI_TOKENS_PER_PERSON: integer(
    0,
    1_000_000_000,
    200_000,
    'Tokens a day of a signed-in person; after that answers quote passages.',
  ),
  AI_TOKENS_PER_ADDRESS: integer(0, 1_000_000_000, 100_000, 'Tokens a day of one address without sign-in.'),
  AI_TOKENS_PER_DAY: integer(0, 1_000_000_000_000, 5_000_000, 'Tokens a day of everybody together.'),
  AI_CONVERSATION_DAYS: integer(
    1,
    3650,
    365,
    'Days after which a kept conversation that was not continued is deleted.',
  ),
  KNOWLEDGE_SEED: flag(
    'Imports the articles about this platform into an empty knowledge base at start. Default: on in development.',
  ),
};

type TextName =
  | 'AI_API_BASE'
  | 'AI_API_KEY'
  | 'AI_MODEL'
  | 'AI_STT_MODEL'
  | 'AI_TTS_MODEL'
  | 'AI_EMBEDDING_URL'
  | 'AI_EMBEDDING_MODEL'
  | 'AI_EMBEDDING_KEY';
type Given = { readonly [K in TextName]: string | undefined } & {
  readonly AI_VOICE: string;
  readonly AI_PRIVATE: boolean | undefined;
  readonly AI_ALLOWED_LINK_HOSTS: readonly string[];
  readonly ENVIRONMENT: string;
};

interface ModelServer {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly chatModel: string | undefined;
  readonly hearingModel: string | undefined;
  readonly speechModel: string | undefined;
  readonly voice: string;
  /** Our own server: personal numbers may reach it. */
  readonly isPrivate: boolean;
}

function readModelServer(given: Given): ModelServer | undefined {
  if (given.AI_API_BASE === undefined) return undefined;
  return {
    baseUrl: given.AI_API_BASE,
    apiKey: given.AI_API_KEY,
    chatModel: given.AI_MODEL,
    hearingModel: given.AI_STT_MODEL,
    speechModel: given.AI_TTS_MODEL,
    voice: given.AI_VOICE,
    isPrivate: given.AI_PRIVATE === true,
  };
}

export function findAssistantProblems(given: Given): string[] {
  const problems: string[] = [];
  if (given.AI_API_BASE === undefined)
    for (const name of ['AI_MODEL', 'AI_STT_MODEL', 'AI_TTS_MODEL'] as const)
      if (given[name] !== undefined) problems.push(`${name} needs AI_API_BASE`);
  const isUsed = [given.AI_MODEL, given.AI_STT_MODEL, given.AI_TTS_MODEL].some((name) => name !== undefined);
  const isOpenLine = isUsed && given.AI_API_BASE?.startsWith('http:') === true && given.AI_PRIVATE !== true;
  if (given.ENVIRONMENT === 'production' && isOpenLine)
    problems.push('AI_API_BASE must be an https address in production, unless AI_PRIVATE is true');
  if (!given.AI_ALLOWED_LINK_HOSTS.every((host) => hostForm.test(host)))
    problems.push('AI_ALLOWED_LINK_HOSTS must hold hosts such as www.example.mn, without a scheme or path');
  return problems;
}

interface Embeddings {
  readonly url: string;
  readonly model: string;
  readonly apiKey: string | undefined;
}

function readEmbeddings(given: Given): Embeddings | undefined {
  const { AI_EMBEDDING_URL: url, AI_EMBEDDING_MODEL: model, AI_API_BASE: base } = given;
  if (url !== undefined)
    return { url, model: model ?? 'text-embedding-3-small', apiKey: given.AI_EMBEDDING_KEY };
  if (base === undefined || model === undefined) return undefined;
  return { url: `${base}/embeddings`, model, apiKey: given.AI_EMBEDDING_KEY ?? given.AI_API_KEY };
}

export interface AssistantServers {
  /** Undefined when no model server is set. */
  readonly modelServer: ModelServer | undefined;
  /** Undefined when texts are searched by words alone. */
  readonly embeddings: Embeddings | undefined;
}

export const readAssistantServers = (given: Given): AssistantServers => ({
  modelServer: readModelServer(given),
  embeddings: readEmbeddings(given),
});
