import { parentPort } from 'node:worker_threads';
import { copyFromShared, copyToShared } from '../shared-bytes.ts';
import { type Operation, operations } from './engine.ts';
import { PdfRefused, SignatureRefused } from './refusal.ts';
import type { ThreadAnswer, ThreadTask } from './threads.ts';

const run = (operation: Operation, input: unknown[]): Promise<unknown> =>
  (operations[operation] as (...given: unknown[]) => Promise<unknown>)(...input);

/** Documents stand alone or beside their state. */
function withDocument(value: unknown, change: (bytes: Uint8Array) => Uint8Array): unknown {
  if (value instanceof Uint8Array) return change(value);
  const { bytes } = Object(value) as { bytes?: unknown };
  return bytes instanceof Uint8Array ? { ...(value as object), bytes: change(bytes) } : value;
}

parentPort?.on('message', async ({ operation, input }: ThreadTask) => {
  const answer = (message: ThreadAnswer) => parentPort?.postMessage(message);
  try {
    const result = await run(
      operation,
      input.map((value) => withDocument(value, copyFromShared)),
    );
    answer({ result: withDocument(result, copyToShared) });
  } catch (error) {
    if (error instanceof PdfRefused) answer({ refused: error.reason });
    else if (error instanceof SignatureRefused) answer({ refusedSignature: error.reason });
    else answer({ failed: error instanceof Error ? error.message : 'unknown' });
  }
});
