import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { byCursor } from './call.ts';
import { request } from './http.ts';
import { COPY_TIMEOUT_MS, type SavedSpaceFile } from './space.ts';

export interface Integration {
  provider: string;
  connected: boolean;
  status: 'connected' | 'reconnect';
  expires_at?: string;
  connected_at: string;
}

export interface CloudFile {
  id: string;
  name: string;
  size: number;
  type: string;
  modified_at: string;
}

interface CloudPage {
  items: CloudFile[];
  total: number;
  next?: string;
}

/** Services with files; the API may list others, such as meetings. */
export const CLOUD_PROVIDERS = ['google-drive', 'dropbox'] as const;
export type CloudProvider = (typeof CLOUD_PROVIDERS)[number];

const base = (provider: string) => `/api/v1/integrations/${encodeURIComponent(provider)}`;

export const integrationsQuery = queryOptions({
  queryKey: ['integrations'],
  queryFn: async ({ signal }) =>
    (await request<{ items: Integration[]; total: number }>('/api/v1/integrations', { signal })).data,
});

/** A navigation: the answer leads to the provider, and the provider leads back to the page. */
export const connectPath = (provider: string) => `${base(provider)}/connect`;

export async function disconnect(provider: string): Promise<void> {
  await request(base(provider), { method: 'DELETE', timeoutMs: COPY_TIMEOUT_MS });
}

export const cloudFilesQuery = (provider: CloudProvider, q: string) =>
  infiniteQueryOptions({
    queryKey: ['integrations', provider, 'files', q],
    queryFn: async ({ signal, pageParam }) => {
      const query = new URLSearchParams({
        ...(q === '' ? {} : { q }),
        ...(pageParam === undefined ? {} : { cursor: pageParam }),
      });
      const path = `${base(provider)}/files${query.size > 0 ? `?${query}` : ''}`;
      return (await request<CloudPage>(path, { signal, timeoutMs: 30_000 })).data;
    },
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
