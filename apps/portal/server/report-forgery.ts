import type { FastifyRequest } from 'fastify';
import type { PortalContext } from './context.ts';
import { isWrite } from './csrf.ts';
import { forwardRequestHeaders } from './forwarding.ts';

const timeoutMs = 5_000;

/**
 * Somebody's browser sent a call with their session that our own page did not send. It was refused; that it was tried
 * is kept among the security events, in the person's name. Nothing waits for this, and its failure changes nothing.
 */
export async function reportForgery(
  context: PortalContext,
  request: FastifyRequest,
  access: string | undefined,
): Promise<void> {
  // An address that a person typed in is no forgery.
  if (access === undefined || request.headers['sec-fetch-site'] === 'none') return;
  const report = {
    kind: isWrite(request.method) ? 'forged_write' : 'forged_read',
    severity: isWrite(request.method) ? 'high' : 'medium',
    source: 'portal',
    detail: { method: request.method },
  };
  const body = Buffer.from(JSON.stringify(report));
  const { 'accept-encoding': _compressed, ...headers } = forwardRequestHeaders(request, context.appOrigin);
  const result = await context.upstream.call({
    kind: 'call',
    method: 'POST',
    path: '/api/v1/security/events',
    headers: {
      ...headers,
      authorization: `Bearer ${access}`,
      'content-type': 'application/json',
      'content-length': String(body.length),
    },
    body,
    timeoutMs,
  });
  // Read to its end for the connection's sake; a stream that breaks without a listener would end the process.
  if (result.kind === 'answer') result.body.on('error', () => undefined).resume();
}
