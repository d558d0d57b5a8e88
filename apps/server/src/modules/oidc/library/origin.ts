import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Origin } from '../tokens/revocation.ts';

const requests = new WeakMap<IncomingMessage, FastifyRequest>();

/** Keeps the request as the server knows it, for what happens inside the library. */
export function keepOrigin(request: FastifyRequest): void {
  requests.set(request.raw, request);
}

/** Who called. Read when something is recorded: finding a client behind proxies is work that most calls do not need. */
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
