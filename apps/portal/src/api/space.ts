import type { SavedSpaceFile } from '@tamga/client';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from './call.ts';
import { upload } from './upload.ts';

export type { SavedSpaceFile, SpaceFile, SpaceList } from '@tamga/client';

const WAITING_POLL_MS = 5_000;

export const spaceQuery = queryOptions({
  queryKey: ['space'],
  queryFn: ({ signal }) => callApi('GET /api/v1/gspace', { signal }),
  refetchInterval: ({ state }) =>
    state.data?.files.some((file) => file.state === 'waiting') ? WAITING_POLL_MS : false,
});

/** `name` replaces a file of that name. */
export function uploadToSpace(
  file: File,
  name: string,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<SavedSpaceFile> {
  const form = new FormData();
  form.append('name', name);
  form.append('file', file, name);
  return upload<SavedSpaceFile>('/api/v1/gspace/upload', form, onProgress, signal);
}

export const downloadPath = (name: string) => `/api/v1/gspace/download?${new URLSearchParams({ name })}`;

export async function removeFromSpace(name: string): Promise<void> {
  await callApi('DELETE /api/v1/gspace', { query: { name } });
}

/** As long as the server takes to copy a large file inside the storage, or between it and another service. */
export const COPY_TIMEOUT_MS = 10 * 60_000;

export const saveReferenceToSpace = (referenceId: string) =>
  callApi('POST /api/v1/gspace/from-reference', {
    body: { reference_id: referenceId },
    timeoutMs: COPY_TIMEOUT_MS,
  });
