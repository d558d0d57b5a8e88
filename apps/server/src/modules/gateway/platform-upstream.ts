import type { IncomingMessage } from 'node:http';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { type DataPlaneDeps, mountPrefix, type UpstreamCall } from './upstream-call.ts';

/** How the catalogue names the platform's own surfaces: nothing answers to it, and no connection is made. */
export const platformHost = 'platform.internal';

/**
 * An upstream of the platform itself, such as the tools: routed once more inside this process, with the caller's own
 * credential and connection. A catalogue entry therefore opens nothing that its caller could not call directly.
 */
export function callPlatform(
  deps: Pick<DataPlaneDeps, 'admission' | 'route'>,
  { request, reply, caller, path }: UpstreamCall,
): unknown {
  const raw: IncomingMessage & { originalUrl?: string } = request.raw;
  const response = reply.raw;
  // An entry whose path leads back into the gateway would go round for ever.
  if (`${path}/`.startsWith(mountPrefix) || raw.originalUrl !== undefined || raw.url === undefined)
    fail(kernelErrors.not_found, { detail: 'the service leads back into the gateway' });
  deps.admission.vouch(request, caller);
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (name.startsWith('x-ratelimit-') && value !== undefined) response.setHeader(name, value);
  reply.hijack();
  // Surfaces that read their body whole wait for it; only a relay asks for it when it begins to read.
  if (raw.headers.expect !== undefined && path.startsWith('/api/')) {
    response.removeHeader('connection');
    response.writeContinue();
  }
  // The traffic log shows the address that was called.
  raw.originalUrl = raw.url;
  raw.url = path;
  deps.route(raw, response);
  return reply;
}
