import type { FoundInsight as Insight, MadeToolKey, ToolKeyBody as NewToolKey, ToolKey } from '@tamga/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { byCursor, callApi, readPageSize } from './call.ts';
import { ApiError, readFailure } from './errors.ts';

export type {
  FoundInsight as Insight,
  MadeToolKey,
  Skill,
  ToolCall,
  ToolKey,
  ToolKeyBody as NewToolKey,
} from '@tamga/client';

const PAGE_SIZE = 50;
const MOST_INSIGHTS = 20;

export const toolKeysQuery = queryOptions({
  queryKey: ['tools', 'keys'],
  queryFn: ({ signal }) => callApi('GET /api/v1/admin/tools/keys', { signal }),
});

export const skillsQuery = queryOptions({
  queryKey: ['tools', 'skills'],
  queryFn: ({ signal }) => callApi('GET /api/v1/admin/tools/skills', { signal }),
});

export const toolCallsQuery = (tool: string) =>
  infiniteQueryOptions({
    ...byCursor,
    queryKey: ['tools', 'calls', tool],
    queryFn: ({ pageParam, signal, meta }) =>
      callApi('GET /api/v1/admin/tools/calls', {
        query: { limit: readPageSize(meta, PAGE_SIZE), tool: tool || undefined, cursor: pageParam },
        signal,
      }),
  });

export const createToolKey = (body: NewToolKey): Promise<MadeToolKey> =>
  callApi('POST /api/v1/admin/tools/keys', { body });

export const revokeToolKey = (id: string): Promise<ToolKey> =>
  callApi('DELETE /api/v1/admin/tools/keys/{id}', { params: { id } });

/** A tool answers 200 even if it failed, and then without data. */
const toolFailed = () => new ApiError({ kind: 'unavailable', status: 200, code: 'tool_failed' });

/** A skill that another person removed meanwhile counts as removed. */
export async function removeSkill(skillName: string): Promise<void> {
  try {
    const data = await callApi('DELETE /api/v1/tools/{skillName}', { params: { skillName } });
    if (!data.deleted) throw toolFailed();
  } catch (error) {
    const failure = readFailure(error);
    if (failure.kind !== 'refused' || failure.status !== 404) throw error;
  }
}

export async function searchMemory(query: string): Promise<Insight[]> {
  const data = await callApi('POST /api/v1/tools/search_memory', { body: { query, limit: MOST_INSIGHTS } });
  if (!Array.isArray(data.results)) throw toolFailed();
  return data.results;
}
