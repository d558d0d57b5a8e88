import { parentPort } from 'node:worker_threads';
import { compareDocuments, type PictureTask } from './compare.ts';
import { withPdfium } from './pdfium.ts';
import type { PictureAnswer } from './pictures.ts';

parentPort?.on('message', async (task: PictureTask) => {
  let answer: PictureAnswer;
  try {
    answer = { compared: await withPdfium((pdfium) => compareDocuments(pdfium, task)) };
  } catch (error) {
    answer = { failed: error instanceof Error ? error.message : 'unknown' };
  }
  parentPort?.postMessage(answer);
});
