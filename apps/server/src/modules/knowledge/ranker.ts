import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Language } from '../../kernel/http/language.ts';
import { createThreads, ThreadFailure } from '../../kernel/threads.ts';
import type { IndexedPassage } from './passages.ts';
import type { RankOptions } from './ranking.ts';

export interface RankBase extends RankOptions {
  passages: readonly IndexedPassage[];
}

interface Question {
  query: string;
  vector: Float32Array | undefined;
  lang: Language;
  limit: number;
}

export type RankTask = { version: number } & ({ build: RankBase } | Question);
export type RankAnswer = { found: IndexedPassage[] } | { isUnknown: true };

export interface Ranker {
  rank(question: Question): Promise<IndexedPassage[]>;
  /** The next question is answered from the base as it is then. */
  forget(): void;
  close(): Promise<void>;
}

interface Kept {
  version: number;
  readMs: number;
  /** Resolves when the thread has the index. */
  built: Promise<void>;
}

/** While the bus is down changes are not announced, and an index for every question would keep the thread busy. */
const unannouncedMs = 10_000;

/**
 * Ranks on a separate thread: ten thousand passages take seconds to index and a tenth of a second to search, during
 * which nobody else would be served.
 */
export function createRanker(deps: {
  read: () => Promise<RankBase>;
  isAnnounced: () => boolean;
  now: () => Date;
}): Ranker {
  const threads = createThreads<RankTask, RankAnswer>({
    file: new URL('./rank-thread.ts', import.meta.url),
    threads: 1,
    memoryMb: 1024,
    timeoutMs: 60_000,
    longestQueue: 100,
  });
  let versions = 0;
  let kept: Kept | undefined;

  function load(): Kept {
    const readMs = deps.now().getTime();
    if (kept !== undefined && (deps.isAnnounced() || readMs - kept.readMs < unannouncedMs)) return kept;
    versions += 1;
    const version = versions;
    const built = deps.read().then(async (base) => {
      await threads.run({ version, build: base });
    });
    const fresh = { version, readMs, built };
    kept = fresh;
    // A failure is not remembered.
    built.catch(() => {
      if (kept === fresh) kept = undefined;
    });
    return fresh;
  }

  async function ask(question: Question): Promise<RankAnswer> {
    const { version, built } = load();
    await built;
    return threads.run({ version, ...question });
  }

  return {
    rank: async (question) => {
      const first = await ask(question).catch(explain);
      if ('found' in first) return first.found;
      // Another thread took over, or the base changed between the two messages.
      kept = undefined;
      const second = await ask(question).catch(explain);
      return 'found' in second ? second.found : fail(kernelErrors.overloaded, { retryAfterSeconds: 2 });
    },
    forget: () => {
      kept = undefined;
    },
    close: threads.close,
  };
}

function explain(error: unknown): never {
  if (error instanceof ThreadFailure)
    fail(kernelErrors.overloaded, { retryAfterSeconds: 2, detail: error.message });
  throw error;
}
