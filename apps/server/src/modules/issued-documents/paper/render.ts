import { createThreads } from '../../../kernel/threads.ts';
import type { Page } from './page.ts';

export type RenderAnswer = { bytes: Uint8Array } | { reason: string };

export interface Renderer {
  render(page: Page): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** On a separate thread: a tenth of a second for each document would block all other requests. */
export function createRenderer(): Renderer {
  const threads = createThreads<Page, RenderAnswer>({
    file: new URL('./render-worker.ts', import.meta.url),
    threads: 1,
    memoryMb: 256,
    timeoutMs: 15_000,
    longestQueue: 200,
  });
  return {
    render: async (page) => {
      const answer = await threads.run(page);
      if ('bytes' in answer) return answer.bytes;
      throw new Error(`rendering failed: ${answer.reason}`);
    },
    close: threads.close,
  };
}
