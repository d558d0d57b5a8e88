import type { AssistantPrompt, AssistantTryReply } from '@tamga/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AssistantLanguage } from './assistant.ts';
import { callApi } from './call.ts';
import { readFailure } from './errors.ts';
import { request } from './http.ts';

export type {
  AssistantFigures,
  AssistantOpenQuestion,
  AssistantPrompt,
  AssistantPromptVersion,
  AssistantTryReply,
} from '@tamga/client';

export type PromptKey = AssistantPrompt['key'];
export type PromptDraft = Record<PromptKey, string>;

/** One call refreshes the prompts and their versions. */
export const PROMPTS_KEY = ['assistant', 'prompts'] as const;
export const QUESTIONS_KEY = ['assistant', 'questions'] as const;

export const promptsQuery = queryOptions({
  queryKey: [...PROMPTS_KEY, 'live'],
  queryFn: ({ signal }) => callApi('GET /api/v1/admin/ai/prompts', { signal }),
});

export const promptVersionsQuery = (key: PromptKey) =>
  queryOptions({
    queryKey: [...PROMPTS_KEY, 'versions', key],
    queryFn: ({ signal }) =>
      callApi('GET /api/v1/admin/ai/prompts/{key}/versions', { params: { key }, signal }),
  });

export const publishPrompt = (key: PromptKey, content: string, version: number): Promise<AssistantPrompt> =>
  callApi('PUT /api/v1/admin/ai/prompts/{key}', { params: { key }, body: { content, version } });

/** Another person published while this one was editing. */
export function isOutdated(error: unknown): boolean {
  const failure = readFailure(error);
  return failure.kind === 'refused' && failure.code === 'prompt_changed';
}

/** A model has up to 50 seconds. */
const ANSWER_MS = 55_000;

/** Without a draft the live prompts answer. */
export async function tryPrompts(
  message: string,
  lang: AssistantLanguage,
  draft?: PromptDraft,
): Promise<AssistantTryReply> {
  const { data } = await request<AssistantTryReply>('/api/v1/admin/ai/prompts/try', {
    method: 'POST',
    body: { message, lang, ...(draft === undefined ? {} : { draft }) },
    timeoutMs: ANSWER_MS,
  });
  return data;
}

export const openQuestionsQuery = queryOptions({
  queryKey: QUESTIONS_KEY,
  queryFn: ({ signal }) => callApi('GET /api/v1/admin/ai/questions', { signal }),
});

export async function closeQuestion(id: number): Promise<void> {
  await callApi('DELETE /api/v1/admin/ai/questions/{id}', { params: { id } });
}

export const figuresQuery = (days: number) =>
  queryOptions({
    queryKey: ['assistant', 'figures', days],
    queryFn: ({ signal }) => callApi('GET /api/v1/admin/ai/figures', { query: { days }, signal }),
    placeholderData: keepPreviousData,
  });
