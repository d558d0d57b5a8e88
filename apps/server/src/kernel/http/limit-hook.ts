import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Limiter } from './limits.ts';
import { reportTaken } from './rate-headers.ts';
import type { Limit, Taken } from './token-bucket.ts';

/** Takes one token of whoever calls, before anything of the request is read. */
export function limitHook(
  limit: Limit,
  { limiter, now }: { limiter: Limiter; now: () => Date },
  subjectOf: (request: FastifyRequest) => string,
) {
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    const settle = (taken: Taken) => {
      try {
        reportTaken(reply, limit, taken, now());
      } catch (error) {
        return done(error as Error);
      }
      return done();
    };
    const taken = limiter.take(limit, subjectOf(request));
    // Buckets in memory answer at once: a promise for each call would be work for nothing.
    if (taken instanceof Promise) taken.then(settle, done);
    else settle(taken);
  };
}
