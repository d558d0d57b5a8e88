import type { QueryClient } from '@tanstack/react-query';
import { ApiError, readFailure } from '../../api/errors.ts';
import { markSessionEnded } from '../../api/session.ts';
import { type SavedSpaceFile, spaceQuery, uploadToSpace } from '../../api/space.ts';
import { wait } from './patiently.ts';
import { createUploadQueue, isRunning, type UploadQueue } from './upload-queue.ts';

/** A list of thousands of files is not read again after each of many small uploads. */
const LIST_PACE_MS = 3_000;

let current: { userId: string; queue: UploadQueue } | null = null;

/**
 * The uploads of the signed-in person. They outlive the page: a person may look at other pages meanwhile, and only
 * closing or reloading the portal asks first.
 */
export function ownQueue(userId: string, client: QueryClient): UploadQueue {
  if (current?.userId === userId) return current.queue;
  // Another person signed in on this tab.
  current?.queue.stopAll();
  const queue = createQueue(client);
  current = { userId, queue };
  return queue;
}

function createQueue(client: QueryClient): UploadQueue {
  let readAt = 0;
  const queue = createUploadQueue({
    send: async (file, name, onProgress, signal) => {
      refuseWithoutRoom(client, file, name);
      const saved = await uploadToSpace(file, name, onProgress, signal);
      takeSums(client, saved);
      return saved;
    },
    onEnded: ({ error }) => {
      if (error && readFailure(error).kind === 'unauthorized') markSessionEnded(client);
      if (queue.getItems().some(isRunning) && Date.now() - readAt < LIST_PACE_MS) return;
      readAt = Date.now();
      void client.invalidateQueries({ queryKey: spaceQuery.queryKey });
    },
    // Many small files reach the server's limit per minute; the person need not press anything.
    pauseFor: (error) => {
      const failure = readFailure(error);
      return failure.kind === 'rate_limited' ? wait(failure.retryAfterSeconds) : null;
    },
  });
  queue.subscribe(() => {
    if (queue.getItems().some(isRunning)) window.addEventListener('beforeunload', ask);
    else window.removeEventListener('beforeunload', ask);
  });
  return queue;
}

/** The browser shows its own question. */
const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** The server refuses it too, but only after a long upload, or by closing the connection in the middle of it. */
function refuseWithoutRoom(client: QueryClient, file: File, name: string): void {
  const space = client.getQueryData(spaceQuery.queryKey);
  if (!space) return;
  const replaced = space.files.find((each) => each.name === name)?.size ?? 0;
  if (file.size > space.limit - space.used + replaced)
    throw new ApiError({ kind: 'refused', status: 400, code: 'quota_exceeded' });
}

function takeSums(client: QueryClient, { used, limit }: SavedSpaceFile): void {
  client.setQueryData(spaceQuery.queryKey, (space) => space && { ...space, used, limit });
}
