import { createThreads, ThreadFailure } from '../../../../kernel/threads.ts';
import type { Comparison, PictureTask } from './compare.ts';

export type PictureAnswer = { compared: (Comparison | null)[] } | { failed: string };

/** Null where nothing was compared, which the answer to the person says. */
type ComparePictures = (task: PictureTask) => Promise<(Comparison | null)[]>;

/** Only a hang lasts so long: the comparison looks at the time after each page. */
const DEADLINE_MS = 9000;

/**
 * Draws on a thread of its own: a document that crashes or stalls PDFium costs its picture, not the verdict about its
 * objects.
 */
export function createPictures(
  worker = new URL('./picture-worker.ts', import.meta.url),
  timeoutMs = DEADLINE_MS,
): ComparePictures {
  const threads = createThreads<PictureTask, PictureAnswer>({
    file: worker,
    threads: 1,
    memoryMb: 256,
    timeoutMs,
    longestQueue: 32,
  });
  return async (task) => {
    try {
      const answer = await threads.run(task);
      if ('compared' in answer) return answer.compared;
    } catch (error) {
      if (!(error instanceof ThreadFailure)) throw error;
    }
    return task.prefixes.map(() => null);
  };
}

let pictures: ComparePictures | undefined;

export const comparePictures: ComparePictures = (task) => {
  pictures ??= createPictures();
  return pictures(task);
};
