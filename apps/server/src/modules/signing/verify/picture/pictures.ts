import { createThreads, ThreadFailure, type Threads } from '../../../../kernel/threads.ts';
import type { Comparison, PictureTask } from './compare.ts';

export type PictureAnswer = { compared: (Comparison | null)[] } | { failed: string };

/** Only a hang lasts so long: the comparison looks at the time after each page. */
const DEADLINE_MS = 9000;

let threads: Threads<PictureTask, PictureAnswer> | undefined;

/**
 * Draws on a thread of its own: a document that crashes or stalls PDFium costs its picture, not the verdict about its
 * objects. Null where nothing was compared, which the answer to the person says.
 */
export async function comparePictures(task: PictureTask): Promise<(Comparison | null)[]> {
  threads ??= createThreads({
    file: new URL('./picture-worker.ts', import.meta.url),
    threads: 1,
    memoryMb: 256,
    timeoutMs: DEADLINE_MS,
    longestQueue: 32,
  });
  try {
    const answer = await threads.run(task);
    if ('compared' in answer) return answer.compared;
  } catch (error) {
    if (!(error instanceof ThreadFailure)) throw error;
  }
  return task.prefixes.map(() => null);
}
