import { parentPort } from 'node:worker_threads';
import { compareDocuments, type PictureTask } from './compare.ts';
import { withPdfium } from './pdfium.ts';

// An error ends the thread, which alone gives its memory back at once.
parentPort?.on('message', async (task: PictureTask) => {
  parentPort?.postMessage(await withPdfium((pdfium) => compareDocuments(pdfium, task)));
});
