import { parentPort } from 'node:worker_threads';
import { type Operation, operations } from './engine.ts';
import { PdfRefused, SignatureRefused } from './refusal.ts';
import type { ThreadAnswer } from './threads.ts';

const run = (operation: Operation, input: unknown[]): Promise<unknown> =>
  (operations[operation] as (...given: unknown[]) => Promise<unknown>)(...input);

/** The document moves to the other thread instead of being copied there. */
function documentIn(result: unknown): ArrayBuffer[] {
  const bytes = result instanceof Uint8Array ? result : Object(result).bytes;
  const isOwn = bytes instanceof Uint8Array && bytes.byteLength === bytes.buffer.byteLength;
  return isOwn && bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : [];
}

parentPort?.on('message', async ({ operation, input }: { operation: Operation; input: unknown[] }) => {
  const answer = (message: ThreadAnswer, transfer: ArrayBuffer[] = []) =>
    parentPort?.postMessage(message, transfer);
  try {
    const result = await run(operation, input);
    answer({ result }, documentIn(result));
  } catch (error) {
    if (error instanceof PdfRefused) answer({ refused: error.reason });
    else if (error instanceof SignatureRefused) answer({ refusedSignature: error.reason });
    else answer({ failed: error instanceof Error ? error.message : 'unknown' });
  }
});
