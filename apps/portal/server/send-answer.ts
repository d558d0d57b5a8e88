import { pipeline } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HeaderMap } from './forwarding.ts';
import type { UpstreamAnswer } from './upstream.ts';

/**
 * Streams an answer to the client as it arrives. Headers are sent at once, because an event stream may stay silent
 * for a long time; an answer that breaks off closes the connection, so that the client sees that it is incomplete.
 */
export async function streamAnswer(
  reply: FastifyReply,
  answer: UpstreamAnswer,
  headers: HeaderMap,
): Promise<void> {
  const own = reply.getHeaders();
  reply.hijack();
  for (const [name, value] of Object.entries({ ...headers, ...own })) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  reply.raw.writeHead(answer.status);
  reply.raw.flushHeaders();
  // A failed pipeline has already destroyed both ends, so no answer can be sent.
  await pipeline(answer.body, reply.raw).catch(() => undefined);
}

/** Aborts when the client has gone, so that the backend does not work for a closed connection. */
export function signalOfClient(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  return controller.signal;
}

export function isJson(contentType: string | undefined): boolean {
  return /^application\/(?:[\w.-]+\+)?json\b/i.test(contentType ?? '');
}

/** True if the answer has no body regardless of its headers. */
export function isBodiless(request: FastifyRequest, status: number): boolean {
  return request.method === 'HEAD' || status === 204 || status === 304;
}
