import { availableParallelism } from 'node:os';
import { createThreads } from '../../../kernel/threads.ts';
import type { Operation, PdfEngine } from './engine.ts';
import { type PdfRefusal, PdfRefused, type SignatureRefusal, SignatureRefused } from './refusal.ts';

export interface ThreadTask {
  operation: Operation;
  input: unknown[];
}

export type ThreadAnswer =
  | { result: unknown }
  | { refused: PdfRefusal }
  | { refusedSignature: SignatureRefusal }
  | { failed: string };

export interface PdfThreads extends PdfEngine {
  close(): Promise<void>;
}

/** On separate threads: 25 MiB take hundreds of milliseconds, during which nobody else would be served. */
export function createPdfThreads(options: { threads?: number; timeoutMs?: number } = {}): PdfThreads {
  const threads = createThreads<ThreadTask, ThreadAnswer>({
    file: new URL('./thread.ts', import.meta.url),
    threads: options.threads ?? Math.max(1, availableParallelism() - 1),
    memoryMb: 1024,
    timeoutMs: options.timeoutMs ?? 60_000,
    longestQueue: 200,
  });

  const call =
    <Name extends Operation>(operation: Name) =>
    async (...input: Parameters<PdfEngine[Name]>): Promise<never> => {
      const answer = await threads.run({ operation, input });
      if ('result' in answer) return answer.result as never;
      if ('refused' in answer) throw new PdfRefused(answer.refused);
      if ('refusedSignature' in answer) throw new SignatureRefused(answer.refusedSignature);
      throw new Error(`${operation} of a document failed: ${answer.failed}`);
    };

  return {
    checkSignable: call('checkSignable'),
    findRisks: call('findRisks'),
    prepare: call('prepare'),
    embed: call('embed'),
    inspect: call('inspect'),
    assess: call('assess'),
    addValidationData: call('addValidationData'),
    reserveTimestamp: call('reserveTimestamp'),
    replaceContents: call('replaceContents'),
    close: threads.close,
  };
}
