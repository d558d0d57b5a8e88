import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail, kernelErrors } from './errors.ts';
import type { Limiter } from './limits.ts';
import { type Limit, refillMs, type Taken, waitForTokenMs } from './token-bucket.ts';

/** Takes one token of whoever calls, before anything of the request is read. */
export function limitHook(
  limit: Limit,
  { limiter, now }: { limiter: Limiter; now: () => Date },
  subjectOf: (request: FastifyRequest) => string,
) {
  const tell = (reply: FastifyReply, taken: Taken): void => {
    const resetSeconds = Math.ceil((now().getTime() + refillMs(taken.tokens, limit)) / 1000);
    reply.header('x-ratelimit-limit', String(limit.burst));
    reply.header('x-ratelimit-remaining', String(Math.max(0, Math.floor(taken.tokens))));
    reply.header('x-ratelimit-reset', String(resetSeconds));
    if (!taken.granted)
      fail(kernelErrors.rate_limited, {
        retryAfterSeconds: Math.max(1, Math.ceil(waitForTokenMs(taken.tokens, limit) / 1000)),
      });
  };
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    const settle = (taken: Taken) => {
      try {
        tell(reply, taken);
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
