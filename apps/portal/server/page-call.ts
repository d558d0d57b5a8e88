import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PortalContext } from './context.ts';
import { forwardRequestHeaders, type HeaderMap } from './forwarding.ts';
import { sendFailure } from './replies.ts';
import { type BackendEnvelope, readJson } from './response-body.ts';
import type { UpstreamAnswer } from './upstream.ts';

const largestPageAnswer = 1024 * 1024;

/** Headers of a call whose body the proxy itself writes or reads. */
export function forwardBodyHeaders(context: PortalContext, request: FastifyRequest): HeaderMap {
  const { 'accept-encoding': _compressed, ...headers } = forwardRequestHeaders(request, context.appOrigin);
  return { ...headers, accept: 'application/json' };
}

/** Reads the backend's envelope; sends 502 itself if the answer is not an envelope. */
export async function readPageEnvelope(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: UpstreamAnswer,
): Promise<BackendEnvelope | undefined> {
  const envelope = await readJson(answer.body, largestPageAnswer);
  if (envelope) {
    for (const [name, value] of Object.entries(answer.headers)) {
      if (value !== undefined && (name === 'retry-after' || name.startsWith('x-ratelimit-')))
        reply.header(name, value);
    }
    return envelope;
  }
  sendFailure(request, reply, answer.status === 503 ? 'upstream_unavailable' : 'upstream_failed');
  return undefined;
}
