import { parentPort } from 'node:worker_threads';
import { type Page, renderPage } from './page.ts';

parentPort?.on('message', async ({ id, content }: { id: number; content: Page }) => {
  try {
    const bytes = await renderPage(content);
    parentPort?.postMessage({ id, bytes });
  } catch (error) {
    parentPort?.postMessage({ id, reason: error instanceof Error ? error.message : 'unknown' });
  }
});
