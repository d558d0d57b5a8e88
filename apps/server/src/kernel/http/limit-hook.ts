import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, kernelErrors } from './errors.ts';
import type { Limiter } from './limits.ts';
import { reportTaken } from './rate-headers.ts';
import type { Limit, Taken } from './token-bucket.ts';

interface LimitDeps {
  readonly limiter: Limiter;
  readonly now: () => Date;
}

/** Takes one token of the caller; a caller without a subject is not counted. */
export function limitHook(
  limit: Limit,
  { limiter, now }: LimitDeps,
  subjectOf: (request: FastifyRequest) => string | undefined,
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
    const subject = subjectOf(request);
    const taken = subject === undefined ? undefined : limiter.take(limit, subject);
    // Buckets in memory answer synchronously, so no promise per call is needed.
    if (taken instanceof Promise) taken.then(settle, done);
    else if (taken === undefined) done();
    else settle(taken);
  };
}

/**
 * Takes a token when a call fails by the caller's fault, and answers 429 instead of the failure when none is
 * left; a server failure does not count.
 */
export function limitFailures(
  limit: Limit,
  { limiter, now }: LimitDeps,
  subjectOf: (request: FastifyRequest) => string,
) {
  return async (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<never> => {
    const status = statusOf(error);
    if (status < 400 || status >= 500 || status === kernelErrors.rate_limited.status) throw error;
    const taken = await limiter.take(limit, subjectOf(request));
    const isAlwaysReported = error instanceof AppError && error.alwaysReported;
    reportTaken(reply, limit, isAlwaysReported ? { ...taken, granted: true } : taken, now());
    throw error;
  };
}

function statusOf(error: unknown): number {
  if (error instanceof AppError) return error.definition.status;
  const { validation, statusCode } = error as { validation?: unknown; statusCode?: number };
  return validation === undefined ? (statusCode ?? 500) : kernelErrors.validation_failed.status;
}
