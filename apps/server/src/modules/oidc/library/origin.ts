import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Origin } from '../tokens/revocation.ts';

const requests = new WeakMap<IncomingMessage, FastifyRequest>();

/** Keeps the request for calls from inside the library. */
export function keepOrigin(request: FastifyRequest): void {
  requests.set(request.raw, request);
}

/**
 * The origin of a call, computed only when it is recorded: resolving the client address behind proxies is not
 * free.
 */
export function originOf(ctx: { req: IncomingMessage } | undefined): Origin {
  const request = ctx && requests.get(ctx.req);
  return {
    requestId: request?.id ?? null,
    get ip() {
      return request?.ip ?? '';
    },
    userAgent: (request?.headers['user-agent'] ?? '').slice(0, 300),
  };
}
