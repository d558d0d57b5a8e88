import type { FastifyReply } from 'fastify';
import { AppError, kernelErrors } from './errors.ts';

export interface Deadlines {
  begin(reply: FastifyReply): void;
  end(reply: FastifyReply): void;
  stop(): void;
}

/**
 * Answers for handlers that do not end. One timer looks at all that wait: the framework's own way, a timer and a signal
 * for each request, costs as much as the rest of a small answer. What has begun to be sent is left to go on.
 */
export function watchDeadlines(timeoutMs: number): Deadlines {
  /** In the order they came, which is the order they run out in. */
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
