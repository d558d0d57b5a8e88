import { createThreads, ThreadFailure } from '../../../kernel/threads.ts';
import type { VerificationResult } from './result.ts';
import { refusal, type VerifyOptions } from './verify-pdf.ts';

export interface VerifyTask {
  bytes: Uint8Array;
  options: VerifyOptions;
}

export type VerifyAnswer = { result: VerificationResult } | { failed: string };

export interface VerifierOptions {
  threads?: 1 | 2;
  /** For one document, from the moment a thread takes it. */
  deadlineMs?: number;
  /** Documents that may wait; each holds its bytes in memory. */
  longestQueue?: number;
  /** Another thread, for tests. */
  worker?: URL;
}

export interface Verifier {
  /** Rejects with `VerifierBusy` when too many documents wait. */
  verify(bytes: Uint8Array, options: VerifyOptions): Promise<VerificationResult>;
  close(): Promise<void>;
}

export class VerifierBusy extends Error {}

/**
 * Verifies strangers' documents on separate threads: a document that hangs or needs too much memory loses its
 * thread, and the answer says so.
 */
export function createVerifier(options: VerifierOptions = {}): Verifier {
  const threads = createThreads<VerifyTask, VerifyAnswer>({
    file: options.worker ?? new URL('./verify-worker.ts', import.meta.url),
    threads: options.threads ?? 1,
    memoryMb: 512,
    timeoutMs: options.deadlineMs ?? 15_000,
    longestQueue: options.longestQueue ?? 16,
  });
  return {
    verify: async (bytes, given) => {
      const answer = await threads.run({ bytes, options: given }).catch(explain);
      if ('result' in answer) return answer.result;
      throw new Error(`verification failed: ${answer.failed}`);
    },
    close: threads.close,
  };
}

/** What the document did to its thread is the answer about the document. */
function explain(error: unknown): VerifyAnswer {
  if (!(error instanceof ThreadFailure)) throw error;
  const { code } = Object(error.cause) as { code?: string };
  if (error.fault === 'timed_out') return { result: refusal('TIMED_OUT', 'the thread was stopped') };
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return { result: refusal('TOO_COMPLEX', 'out of memory') };
  if (error.fault === 'ended') throw error;
  throw new VerifierBusy(error.message, { cause: error });
}
