import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { ForwardFailure, ProxyTimeouts } from '../../kernel/proxy/forward.ts';
import type { ProxyHeaders } from '../../kernel/proxy/headers.ts';
import type { Upstreams } from '../../kernel/proxy/upstreams.ts';
import type { ClientDirectory, RegisteredUpstream } from '../oauth-clients/index.ts';
import type { Admission, ClientCaller } from './admission.ts';
import type { Allowance } from './allowance.ts';
import { errors } from './errors.ts';
import type { LiveCalls } from './live-calls.ts';
import type { Traffic } from './traffic.ts';

export interface DataPlaneDeps {
  clients: ClientDirectory;
  admission: Admission;
  allowance: Allowance;
  upstreams: Upstreams;
  live: LiveCalls;
  traffic: Traffic;
  timeouts: ProxyTimeouts;
  socketsPerClient: number;
  /** Connections with an upload of unknown length. */
  stopping: () => boolean;
  /** Reroutes a request inside this process. */
  route: (request: IncomingMessage, response: ServerResponse) => void;
}

export const mountPrefix = '/gw/';
/** An admitted call on its way to its upstream. */
export interface UpstreamCall {
  request: FastifyRequest;
  reply: FastifyReply;
  caller: ClientCaller;
  upstream: RegisteredUpstream;
  path: string;
}

export function failAs(error: ForwardFailure): never {
  const detail = error.message;
  switch (error.kind) {
    case 'address_refused':
      return fail(errors.upstream_address_refused, { detail });
    case 'unavailable':
      return fail(errors.upstream_unavailable, { detail, retryAfterSeconds: 5 });
    case 'timeout':
      return fail(kernelErrors.timeout, { detail, retryAfterSeconds: 5 });
    case 'failed':
      return fail(errors.upstream_failed, { detail });
    case 'too_large':
      return fail(kernelErrors.payload_too_large);
    case 'unsendable':
      return fail(kernelErrors.bad_request, { detail });
    case 'left':
      return fail(errors.service_not_granted, { detail });
  }
}

/** Headers that only the gateway may set. */
export function ownHeaders({ request, caller, upstream }: UpstreamCall): ProxyHeaders {
  const { client, token } = caller;
  return {
    'x-forwarded-for': request.ip.replace(/^::ffff:(?=\d+\.)/, ''),
    'x-forwarded-proto': request.protocol,
    'x-forwarded-host': request.host,
    'x-forwarded-prefix': mountPrefix + upstream.name,
    'x-tamga-client-id': client.id,
    ...(token.sub === undefined ? {} : { 'x-tamga-subject': token.sub }),
    // A caller may choose its request id, but an upstream must be able to treat ours as unique.
    'x-request-id': request.headers['x-request-id'] === undefined ? request.id : randomUUID(),
  };
}

/** Registers a running call, so that it ends when its token or grant does. */
export function watch(
  deps: DataPlaneDeps,
  call: UpstreamCall,
  cut: () => void,
  endless: () => boolean,
  isSocket = false,
) {
  const { caller, upstream } = call;
  return deps.live.add({
    clientId: caller.client.id,
    expiresAt: caller.token.expiresAt,
    endless,
    isSocket,
    stillAllowed: () => deps.admission.isStillAdmitted(caller, upstream),
    cut,
  });
}
