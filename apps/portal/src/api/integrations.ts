import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { byCursor, callApi } from './call.ts';
import { request } from './http.ts';
import { COPY_TIMEOUT_MS, type SavedSpaceFile } from './space.ts';

export type { CloudFile, Integration } from '@tamga/client';

/** Services with files; the API may list others, such as meetings. */
export const CLOUD_PROVIDERS = ['google-drive', 'dropbox'] as const;
export type CloudProvider = (typeof CLOUD_PROVIDERS)[number];

const base = (provider: string) => `/api/v1/integrations/${encodeURIComponent(provider)}`;

export const integrationsQuery = queryOptions({
  queryKey: ['integrations'],
  queryFn: ({ signal }) => callApi('GET /api/v1/integrations', { signal }),
});

/** A navigation: the answer leads to the provider, and the provider leads back to the page. */
export const connectPath = (provider: string) => `${base(provider)}/connect`;

export async function disconnect(provider: string): Promise<void> {
  await callApi('DELETE /api/v1/integrations/{provider}', { params: { provider } });
}

/** The server asks the provider in turn. */
const LIST_TIMEOUT_MS = 30_000;

export const cloudFilesQuery = (provider: CloudProvider, q: string) =>
  infiniteQueryOptions({
    queryKey: ['integrations', provider, 'files', q],
    queryFn: ({ signal, pageParam }) =>
      callApi('GET /api/v1/integrations/{provider}/files', {
        params: { provider },
        query: { q: q || undefined, cursor: pageParam },
        signal,
        timeoutMs: LIST_TIMEOUT_MS,
      }),
    ...byCursor,
    placeholderData: keepPreviousData,
  });

export const copyToSpace = async (provider: CloudProvider, id: string) =>
  (
    await request<SavedSpaceFile>(`${base(provider)}/files/to-space`, {
      method: 'POST',
      body: { id },
      timeoutMs: COPY_TIMEOUT_MS,
    })
  ).data;

export const copyFromSpace = async (provider: CloudProvider, name: string) =>
  (
    await request<{ id: string; name: string }>(`${base(provider)}/files/from-space`, {
      method: 'POST',
      body: { name },
      timeoutMs: COPY_TIMEOUT_MS,
    })
  ).data;
