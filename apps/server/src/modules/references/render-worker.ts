import { parentPort } from 'node:worker_threads';
import { type DocumentContent, renderDocument } from './document.ts';

parentPort?.on('message', async ({ id, content }: { id: number; content: DocumentContent }) => {
  try {
    const bytes = await renderDocument(content);
    parentPort?.postMessage({ id, bytes });
  } catch (error) {
    parentPort?.postMessage({ id, reason: error instanceof Error ? error.message : 'unknown' });
  }
});
