import type { FastifyReply } from 'fastify';
import { AppError, kernelErrors } from './errors.ts';

export interface Deadlines {
  begin(reply: FastifyReply): void;
  end(reply: FastifyReply): void;
  stop(): void;
}

/**
 * Answers for handlers that do not end. One timer serves all requests: the framework's timer and signal per
 * request cost as much as the rest of a small answer. An answer that has begun is not interrupted.
 */
export function watchDeadlines(timeoutMs: number): Deadlines {
  /** Insertion order is also deadline order. */
  const waiting = new Map<FastifyReply, number>();
  const look = () => {
    const latest = performance.now() - timeoutMs;
    for (const [reply, begunAt] of waiting) {
      if (begunAt > latest) return;
      waiting.delete(reply);
      if (!reply.sent && !reply.raw.headersSent && !reply.raw.destroyed)
        reply.send(new AppError(kernelErrors.timeout, { retryAfterSeconds: 5 }));
    }
  };
  const timer = setInterval(look, timeoutMs / 30).unref();
  return {
    begin: (reply) => void waiting.set(reply, performance.now()),
    end: (reply) => void waiting.delete(reply),
    stop: () => clearInterval(timer),
  };
}
