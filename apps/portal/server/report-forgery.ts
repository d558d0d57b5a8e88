import type { FastifyRequest } from 'fastify';
import type { PortalContext } from './context.ts';
import { isWrite } from './csrf.ts';
import { forwardRequestHeaders } from './forwarding.ts';

const timeoutMs = 5_000;

/**
 * Records a refused cross-site call with a person's session among that person's security events. No caller waits for
 * the report, and a failed report is ignored.
 */
export async function reportForgery(
  context: PortalContext,
  request: FastifyRequest,
  access: string | undefined,
): Promise<void> {
  // An address that a person typed in is not a forgery.
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
  // Consuming the body frees the connection, and a stream error without a listener would end the process.
  if (result.kind === 'answer') result.body.on('error', () => undefined).resume();
}
