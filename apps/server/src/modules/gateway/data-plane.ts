import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { sendPreflight } from '../../kernel/http/server.ts';
import { ForwardFailure, forward } from '../../kernel/proxy/forward.ts';
import { handshakeOf } from '../../kernel/proxy/handshakes.ts';
import { passedBack, passedOn, redirectThroughUs } from '../../kernel/proxy/headers.ts';
import { passBody } from '../../kernel/proxy/request-body.ts';
import { joinTarget, splitTarget } from '../../kernel/proxy/target-path.ts';
import { platformHost } from '../oauth-clients/index.ts';
import { type ClientCaller, requireUpstream } from './admission.ts';
import { callPlatform } from './platform-upstream.ts';
import { openSocket } from './sockets.ts';
import {
  type DataPlaneDeps,
  failAs,
  mountPrefix,
  ownHeaders,
  type UpstreamCall,
  watch,
} from './upstream-call.ts';

/** The nginx convention: the caller disconnected before there was an answer. */
const callerLeft = 499;

/** One call to a registered upstream. `caller` is null for a browser's preflight, which carries no token. */
export async function handle(
  deps: DataPlaneDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: ClientCaller | null,
): Promise<unknown> {
  if (caller === null) return sendPreflight(reply);
  const { client } = caller;
  deps.traffic.note(request, { clientId: client.id });
  await deps.allowance.takeRate(client, reply);
  const target = splitTarget(request.raw.url ?? '', mountPrefix) ?? fail(kernelErrors.not_found);
  const upstream = await requireUpstream(deps.clients, caller, target.name);
  deps.traffic.note(request, { upstreamId: upstream.id });
  const path =
    joinTarget(upstream.path, target.rest) ??
    fail(kernelErrors.bad_request, { detail: 'the path leaves the service' });
  if (Number(request.headers['content-length'] ?? 0) > upstream.maxBodyBytes)
    fail(kernelErrors.payload_too_large);
  await deps.allowance.takeQuota(client);
  const call = { request, reply, caller, upstream, path };
  if (upstream.host === platformHost) return callPlatform(deps, call);
  return handshakeOf(request.raw) === undefined ? passThrough(deps, call) : openSocket(deps, call);
}

async function passThrough(deps: DataPlaneDeps, call: UpstreamCall): Promise<unknown> {
  const { request, reply, upstream, path } = call;
  const pool = deps.upstreams.of(upstream.id, upstream);
  const body = passBody(request.raw, reply.raw, { maxBytes: upstream.maxBodyBytes });
  const headers = ownHeaders(call);
  if (body?.length !== undefined) headers['content-length'] = String(body.length);
  let status = callerLeft;
  let endless = false;
  const flow = forward({
    upstream: pool,
    method: request.method,
    path,
    headers: passedOn(request.headers, headers),
    body,
    response: reply.raw,
    retries: upstream.retries,
    timeouts: deps.timeouts,
    begin: (answered, answer) => {
      status = answered;
      deps.traffic.note(request, { latencyMs: reply.elapsedTime });
      endless = isEndless(answer['content-type']);
      reply.hijack();
      const back = passedBack(answer, reply.getHeaders() as OutgoingHttpHeaders);
      if (typeof answer.location === 'string')
        back['location'] = publicLocation(answer.location, call, pool.origin);
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
  }
}

function isEndless(contentType: string | string[] | undefined): boolean {
  return typeof contentType === 'string' && /^text\/event-stream\b/i.test(contentType);
}

function publicLocation(
  location: string,
  { upstream, path }: UpstreamCall,
  origin: string,
): string | undefined {
  return redirectThroughUs(
    location,
    { origin, basePath: upstream.path, requestPath: path },
    mountPrefix + encodeURIComponent(upstream.name),
  );
}
