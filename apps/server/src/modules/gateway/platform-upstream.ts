import type { IncomingMessage } from 'node:http';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { isPlatformSurface } from '../oauth-clients/index.ts';
import type { DataPlaneDeps, UpstreamCall } from './upstream-call.ts';

/**
 * Reroutes a call to an endpoint of the platform itself, such as the tools, inside this process with the
 * caller's credential. A catalogue entry therefore exposes nothing that its caller could not call directly.
 */
export function callPlatform(
  deps: Pick<DataPlaneDeps, 'admission' | 'route'>,
  { request, reply, caller, upstream, path }: UpstreamCall,
): unknown {
  const raw: IncomingMessage & { originalUrl?: string } = request.raw;
  const response = reply.raw;
  if (!isPlatformSurface(upstream) || raw.originalUrl !== undefined || raw.url === undefined)
    fail(kernelErrors.not_found, { detail: 'the service is no endpoint for applications' });
  deps.admission.vouch(request, caller);
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (name.startsWith('x-ratelimit-') && value !== undefined) response.setHeader(name, value);
  reply.hijack();
  // Endpoints that parse the whole body wait for it; only a relay sends 100 Continue when it begins to read.
  if (raw.headers.expect !== undefined && path.startsWith('/api/')) {
    response.removeHeader('connection');
    response.writeContinue();
  }
  // The traffic log shows the address that the caller used.
  raw.originalUrl = raw.url;
  raw.url = path;
  deps.route(raw, response);
  return reply;
}
