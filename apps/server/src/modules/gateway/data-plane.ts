import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { sendPreflight } from '../../kernel/http/server.ts';
import { ForwardFailure, forward } from '../../kernel/proxy/forward.ts';
import { handshakeOf } from '../../kernel/proxy/handshakes.ts';
import { passedBack, passedOn, redirectThroughUs } from '../../kernel/proxy/headers.ts';
import { passBody } from '../../kernel/proxy/request-body.ts';
import { joinTarget, splitTarget } from '../../kernel/proxy/target-path.ts';
import { type ApplicationCaller, requireService } from './admission.ts';
import { callPlatform, platformHost } from './platform-service.ts';
import {
  type DataPlaneDeps,
  failAs,
  mountPrefix,
  ownHeaders,
  type ServiceCall,
  watch,
} from './service-call.ts';
import { openSocket } from './sockets.ts';

/** What nginx made a custom: the caller was gone before there was an answer. */
const callerLeft = 499;

/** One call to a registered service. `caller` is null for a browser's preflight, which carries no token. */
export async function handle(
  deps: DataPlaneDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: ApplicationCaller | null,
): Promise<unknown> {
  if (caller === null) return sendPreflight(reply);
  const { application } = caller;
  deps.traffic.note(request, { applicationId: application.id });
  await deps.allowance.takeRate(application, reply);
  const target = splitTarget(request.raw.url ?? '', mountPrefix) ?? fail(kernelErrors.not_found);
  const service = await requireService(deps.clients, caller, target.name);
  deps.traffic.note(request, { serviceId: service.id });
  const path =
    joinTarget(service.path, target.rest) ?? fail(kernelErrors.bad_request, { detail: 'path leads out' });
  if (Number(request.headers['content-length'] ?? 0) > service.maxBodyBytes)
    fail(kernelErrors.payload_too_large);
  await deps.allowance.takeQuota(application);
  const call = { request, reply, caller, service, path };
  if (service.host === platformHost) return callPlatform(deps, call);
  return handshakeOf(request.raw) === undefined ? passThrough(deps, call) : openSocket(deps, call);
}

async function passThrough(deps: DataPlaneDeps, call: ServiceCall): Promise<unknown> {
  const { request, reply, service, path } = call;
  const upstream = deps.upstreams.of(service.id, service);
  const body = passBody(request.raw, reply.raw, {
    maxBytes: service.maxBodyBytes,
    onRead: () => deps.uploads.add(request.raw.socket),
  });
  const headers = ownHeaders(call);
  if (body?.length !== undefined) headers['content-length'] = String(body.length);
  let status = callerLeft;
  let endless = false;
  const flow = forward({
    upstream,
    method: request.method,
    path,
    headers: passedOn(request.headers, headers),
    body,
    response: reply.raw,
    retries: service.retries,
    timeouts: deps.timeouts,
    begin: (answered, answer) => {
      status = answered;
      deps.traffic.note(request, { latencyMs: reply.elapsedTime });
      endless = isEndless(answer['content-type']);
      reply.hijack();
      const back = passedBack(answer, reply.getHeaders() as OutgoingHttpHeaders);
      if (typeof answer.location === 'string')
        back['location'] = seenLocation(answer.location, call, upstream.origin);
      if (back['location'] === undefined) delete back['location'];
      if (deps.stopping()) back['connection'] = 'close';
      return back;
    },
  });
  const done = watch(deps, call, flow.cut, () => endless);
  try {
    const whole = await flow.ended;
    if (!whole) deps.traffic.record(request, status, reply.elapsedTime);
    return reply;
  } catch (error) {
    if (!(error instanceof ForwardFailure)) throw error;
    if (error.kind !== 'left' || !request.raw.socket.destroyed) return failAs(error);
    deps.traffic.record(request, callerLeft, reply.elapsedTime);
    return reply.hijack();
  } finally {
    done();
    deps.uploads.delete(request.raw.socket);
  }
}

function isEndless(contentType: string | string[] | undefined): boolean {
  return typeof contentType === 'string' && /^text\/event-stream\b/i.test(contentType);
}

function seenLocation(location: string, { service, path }: ServiceCall, origin: string): string | undefined {
  return redirectThroughUs(
    location,
    { origin, basePath: service.path, requestPath: path },
    mountPrefix + encodeURIComponent(service.name),
  );
}
