import { availableParallelism } from 'node:os';
import { createThreads, ThreadFailure } from '../../../kernel/threads.ts';
import type { VerificationResult } from './result.ts';
import { refusal, type VerifyOptions } from './verify-pdf.ts';

export interface VerifyTask {
  bytes: Uint8Array;
  options: VerifyOptions;
}

export type VerifyAnswer = { result: VerificationResult } | { failed: string };

export interface VerifierOptions {
  threads?: number;
  /** For one document, from the moment a thread takes it. The budget ends a hostile document long before. */
  deadlineMs?: number;
  /** Documents that may wait, of all clients together and of one. */
  longestQueue?: number;
  longestLane?: number;
  /** Another thread, for tests. */
  worker?: URL;
}

/** A document that stays on disk until a thread takes it. */
export interface StoredDocument {
  read(): Promise<Uint8Array>;
}

export interface Verifier {
  /**
   * Clients (their addresses) take turns, and one client never has all threads. Rejects with `VerifierBusy` when too
   * many documents wait.
   */
  verify(
    document: Uint8Array | StoredDocument,
    options: VerifyOptions,
    client?: string,
  ): Promise<VerificationResult>;
  close(): Promise<void>;
}

export class VerifierBusy extends Error {
  /** The client itself sent too many documents. */
  readonly isClients: boolean;

  constructor(failure: ThreadFailure) {
    super(failure.message, { cause: failure });
    this.isClients = failure.fault === 'lane_crowded';
  }
}

/**
 * Verifies strangers' documents on separate threads: a document that hangs or needs too much memory loses its
 * thread, and the answer says so.
 */
export function createVerifier(options: VerifierOptions = {}): Verifier {
  const count = options.threads ?? Math.max(2, Math.min(4, availableParallelism() - 1));
  const threads = createThreads<VerifyTask, VerifyAnswer>({
    file: options.worker ?? new URL('./verify-worker.ts', import.meta.url),
    threads: count,
    memoryMb: 512,
    timeoutMs: options.deadlineMs ?? 60_000,
    longestQueue: options.longestQueue ?? 64,
    lane: { longestQueue: options.longestLane ?? 4, running: Math.max(1, count - 1) },
  });
  return {
    verify: async (document, given, client) => {
      const load = async () => ({
        bytes: document instanceof Uint8Array ? document : await document.read(),
        options: given,
      });
      const answer = await threads.run({ load }, client).catch(explain);
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
  throw new VerifierBusy(error);
}
