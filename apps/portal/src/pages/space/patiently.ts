import { readFailure } from '../../api/errors.ts';

export const wait = (seconds: number) => new Promise<void>((done) => setTimeout(done, seconds * 1000));

/** Repeats a call that the server delays, so that a person who works on many files need not press anything. */
export async function patiently<Data>(call: () => Promise<Data>): Promise<Data> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const failure = readFailure(error);
      if (failure.kind !== 'rate_limited') throw error;
      await wait(failure.retryAfterSeconds);
    }
  }
}
