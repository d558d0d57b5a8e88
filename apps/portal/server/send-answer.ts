import { pipeline } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HeaderMap } from './forwarding.ts';
import type { UpstreamAnswer } from './upstream.ts';

/**
 * Streams an answer to the client as it arrives. The headers go out at once, because an event stream may
 * have nothing to say for a long time; an answer that breaks off closes the connection, so that the client
 * can tell a part from the whole.
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
  // The pipeline has destroyed both ends when it fails, and there is nobody left to tell.
  await pipeline(answer.body, reply.raw).catch(() => undefined);
}

/** Aborted as soon as the client has gone, so that nothing is computed for nobody. */
export function signalOfClient(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  return controller.signal;
}

export function isJson(contentType: string | undefined): boolean {
  return /^application\/(?:[\w.-]+\+)?json\b/i.test(contentType ?? '');
}

/** Whether an answer has no body whatever its headers say. */
export function isBodiless(request: FastifyRequest, status: number): boolean {
  return request.method === 'HEAD' || status === 204 || status === 304;
}
