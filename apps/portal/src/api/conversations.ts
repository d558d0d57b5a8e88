import type { AssistantConversation, AssistantConversationDetail, AssistantKeeping } from '@tamga/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { byCursor, callApi } from './call.ts';

export type { AssistantConversation, AssistantConversationDetail } from '@tamga/client';

/** One call refreshes the agreement and the list. */
export const CONVERSATIONS_KEY = ['assistant', 'conversations'] as const;

export const keepingQuery = queryOptions({
  queryKey: [...CONVERSATIONS_KEY, 'keeping'],
  queryFn: ({ signal }) => callApi('GET /api/v1/ai/conversations/keeping', { signal }),
});

export const conversationsQuery = infiniteQueryOptions({
  queryKey: [...CONVERSATIONS_KEY, 'list'],
  queryFn: ({ signal, pageParam }) =>
    callApi('GET /api/v1/ai/conversations', {
      query: { limit: 20, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
      signal,
    }),
  ...byCursor,
  // Every answer changes the list.
  staleTime: 0,
});

export const changeKeeping = (keep: boolean): Promise<AssistantKeeping> =>
  callApi('PUT /api/v1/ai/conversations/keeping', { body: { keep } });

export const fetchConversation = (id: AssistantConversation['id']): Promise<AssistantConversationDetail> =>
  callApi('GET /api/v1/ai/conversations/{id}', { params: { id } });

export async function deleteConversation(id: string): Promise<void> {
  await callApi('DELETE /api/v1/ai/conversations/{id}', { params: { id } });
}

export async function deleteConversations(): Promise<void> {
  await callApi('DELETE /api/v1/ai/conversations', {});
}
