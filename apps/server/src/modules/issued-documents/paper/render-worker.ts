import { parentPort } from 'node:worker_threads';
import { type Page, renderPage } from './page.ts';
import type { RenderAnswer } from './render.ts';

parentPort?.on('message', async (page: Page) => {
  const answer = (message: RenderAnswer) => parentPort?.postMessage(message);
  try {
    answer({ bytes: await renderPage(page) });
  } catch (error) {
    answer({ reason: error instanceof Error ? error.message : 'unknown' });
  }
});
