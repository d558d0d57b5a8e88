import type { OutgoingHttpHeaders } from 'node:http';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { ForwardFailure } from '../../kernel/proxy/forward.ts';
import { askForSocket, type SocketAnswer } from '../../kernel/proxy/forward-socket.ts';
import { handshakeOf } from '../../kernel/proxy/handshakes.ts';
import { passedBack, passedOn } from '../../kernel/proxy/headers.ts';
import { errors } from './errors.ts';
import { type DataPlaneDeps, failAs, ownHeaders, type UpstreamCall, watch } from './upstream-call.ts';

/** RFC 6455 section 4: the handshake headers, which an ordinary call never forwards. */
const asked = [
  'sec-websocket-key',
  'sec-websocket-version',
  'sec-websocket-protocol',
  'sec-websocket-extensions',
] as const;
const answered = ['sec-websocket-accept', 'sec-websocket-protocol', 'sec-websocket-extensions'] as const;
const policyViolation = 1008;

/** A WebSocket to the upstream is admitted like any call, and ends with its token or grant. */
export async function openSocket(deps: DataPlaneDeps, call: UpstreamCall): Promise<unknown> {
  const { request, reply, caller, upstream, path } = call;
  const handshake = handshakeOf(request.raw) ?? fail(kernelErrors.bad_request);
  let cut = (): void => {
    handshake.socket.destroy();
  };
  // The slot is taken before the upstream is called, otherwise concurrent handshakes could all pass the
  // check.
  if (deps.live.sockets(caller.client.id) >= deps.socketsPerClient)
    fail(errors.too_many_sockets, { retryAfterSeconds: 5 });
  const done = watch(
    deps,
    call,
    () => cut(),
    () => true,
    true,
  );
  try {
    const own = ownHeaders(call);
    for (const name of asked) {
      const value = request.headers[name];
      if (value !== undefined) own[name] = value;
    }
    const answer = await askForSocket({
      upstream: deps.upstreams.of(upstream.id, upstream),
      path,
      headers: passedOn(request.headers, own),
      handshake,
      timeouts: deps.timeouts,
    });
    if (answer.kind === 'declined') return passRefusal(call, answer);
    reply.hijack();
    const headers: Record<string, string> = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'x-request-id': request.id,
    };
    for (const name of answered) {
      const value = answer.headers[name];
      if (typeof value === 'string') headers[name] = value;
    }
    deps.traffic.record(request, 101, reply.elapsedTime);
    const flow = answer.join(headers);
    cut = () => flow.cut(policyViolation);
    await flow.ended;
    return reply;
  } catch (error) {
    if (!(error instanceof ForwardFailure)) throw error;
    if (error.kind === 'left') return reply.hijack();
    return failAs(error);
  } finally {
    done();
  }
}

/** The upstream declined the WebSocket: its answer is passed like any other. */
function passRefusal(
  { reply }: UpstreamCall,
  { answer }: Extract<SocketAnswer, { kind: 'declined' }>,
): Promise<unknown> {
  reply.hijack();
  reply.raw.writeHead(answer.statusCode ?? 502, {
    ...passedBack(answer.headers, reply.getHeaders() as OutgoingHttpHeaders),
    connection: 'close',
  });
  return new Promise((resolve) => {
    answer.on('error', () => reply.raw.destroy()).on('close', () => resolve(reply));
    answer.pipe(reply.raw);
  });
}
