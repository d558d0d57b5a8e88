import { parentPort } from 'node:worker_threads';
import { copyFromShared } from '../shared-bytes.ts';
import type { VerifyAnswer, VerifyTask } from './verifier.ts';
import { verifyPdf } from './verify-pdf.ts';

parentPort?.on('message', async ({ bytes, options }: VerifyTask) => {
  let answer: VerifyAnswer;
  try {
    answer = { result: await verifyPdf(copyFromShared(bytes), options) };
  } catch (error) {
    answer = { failed: error instanceof Error ? error.message : 'unknown' };
  }
  parentPort?.postMessage(answer);
});
