import { fail, kernelErrors } from '../../kernel/http/errors.ts';

/** Lets a few at a time work and a bounded number wait; more are told to come back. */
export function createTurns(atOnce: number, longestQueue: number) {
  const waiting: (() => void)[] = [];
  let working = 0;
  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (working < atOnce) working += 1;
    else if (waiting.length >= longestQueue) fail(kernelErrors.overloaded, { retryAfterSeconds: 5 });
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else working -= 1;
    }
  };
}
