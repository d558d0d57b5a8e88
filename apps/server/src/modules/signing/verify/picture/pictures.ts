import { createThreads, ThreadFailure } from '../../../../kernel/threads.ts';
import type { Comparison, PictureTask } from './compare.ts';

/** Null where nothing was compared: the signature is then not called valid. */
type ComparePictures = (task: PictureTask) => Promise<(Comparison | null)[]>;

/** Only a hang lasts so long: the comparison looks at the time after each page. */
const DEADLINE_MS = 12_000;

/**
 * Draws on a thread of its own: a document that crashes or stalls PDFium loses its thread, and all memory that it took
 * goes with it.
 */
export function createPictures(
  worker = new URL('./picture-worker.ts', import.meta.url),
  timeoutMs = DEADLINE_MS,
): ComparePictures {
  const threads = createThreads<PictureTask, (Comparison | null)[]>({
    file: worker,
    threads: 1,
    memoryMb: 256,
    timeoutMs,
    longestQueue: 32,
  });
  return async (task) => {
    try {
      return await threads.run(task);
    } catch (error) {
      if (!(error instanceof ThreadFailure)) throw error;
      return task.prefixes.map(() => null);
    }
  };
}

let pictures: ComparePictures | undefined;

export const comparePictures: ComparePictures = (task) => {
  pictures ??= createPictures();
  return pictures(task);
};
