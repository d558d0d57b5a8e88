import { queryOptions } from '@tanstack/react-query';
import { ApiError, classifyFailure } from './errors.ts';
import type { Paper } from './gov.ts';
import { request } from './http.ts';
import { upload } from './upload.ts';

export interface SpaceFile {
  name: string;
  size: number;
  mod_time: string;
  /** By content, not by name. */
  type: string;
  /** `waiting` until the virus scanner has looked at it. */
  state: 'ready' | 'waiting' | 'infected' | 'unscannable';
}

export interface Space {
  files: SpaceFile[];
  used: number;
  limit: number;
}

export interface SavedFile {
  name: string;
  size: number;
  used: number;
  limit: number;
}

const WAITING_POLL_MS = 5_000;

export const spaceQuery = queryOptions({
  queryKey: ['space'],
  queryFn: async ({ signal }) => (await request<Space>('/api/v1/gspace/', { signal })).data,
  refetchInterval: ({ state }) =>
    state.data?.files.some((file) => file.state === 'waiting') ? WAITING_POLL_MS : false,
});

/** `name` replaces a file of that name. */
export function uploadToSpace(
  file: File,
  name: string,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<SavedFile> {
  const form = new FormData();
  form.append('name', name);
  form.append('file', file, name);
  return upload<SavedFile>('/api/v1/gspace/upload', form, onProgress, signal);
}

export const downloadPath = (name: string) => `/api/v1/gspace/download?${new URLSearchParams({ name })}`;

/** The bytes for a preview; the server sends every file as an attachment, so the page gives them their type. */
export async function readSpaceFile({ name, type }: SpaceFile, signal: AbortSignal): Promise<Blob> {
  let answer: Response;
  try {
    answer = await fetch(downloadPath(name), { signal, cache: 'no-store', redirect: 'error' });
    if (answer.ok) return new Blob([await answer.arrayBuffer()], { type });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new ApiError({ kind: 'network' });
  }
  throw new ApiError(classifyFailure(answer.status, {}, answer.headers.get('retry-after')));
}

export async function removeFromSpace(name: string): Promise<void> {
  await request(`/api/v1/gspace/?${new URLSearchParams({ name })}`, { method: 'DELETE' });
}

/** Copies large files inside the storage, or from another service. */
export const COPY_TIMEOUT_MS = 2 * 60_000;

export const saveReferenceToSpace = async (referenceId: string) =>
  (
    await request<SavedFile>('/api/v1/gspace/from-reference', {
      method: 'POST',
      body: { reference_id: referenceId },
      timeoutMs: COPY_TIMEOUT_MS,
    })
  ).data;

/** Copies a file of the space to the papers of an application or a draft; `path` names their list. */
export const attachFromSpace = async (path: string, name: string, slot: string | null) =>
  (
    await request<Paper>(`${path}/from-space`, {
      method: 'POST',
      body: slot === null ? { name } : { name, slot },
      timeoutMs: COPY_TIMEOUT_MS,
    })
  ).data;
