import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { codeOf, type FailureKind, ForwardFailure, type ProxyTimeouts } from './forward.ts';
import type { Handshake } from './handshakes.ts';
import type { ProxyHeaders } from './headers.ts';
import type { Upstream } from './upstreams.ts';

export interface SocketCall {
  readonly upstream: Upstream;
  readonly path: string;
  readonly headers: ProxyHeaders;
  readonly handshake: Handshake;
  readonly timeouts: ProxyTimeouts;
}

/** The upstream's answer to the handshake. */
export type SocketAnswer =
  | { kind: 'opened'; headers: IncomingHttpHeaders; join(headers: Record<string, string>): SocketFlow }
  | { kind: 'declined'; answer: IncomingMessage };

export interface SocketFlow {
  readonly ended: Promise<void>;
  /** Closes both sides; `code` is one of RFC 6455 section 7.4. */
  cut(code: number): void;
}

/** Opens a WebSocket to the upstream; rejects with ForwardFailure when there is no answer. */
export async function askForSocket(call: SocketCall): Promise<SocketAnswer> {
  const { upstream, handshake, timeouts } = call;
  const permit = upstream.breaker.admit();
  if (permit === undefined) throw new ForwardFailure('unavailable', 'left alone after failures');
  try {
    upstream.refuseLiteral();
  } catch {
    permit.undecided();
    throw new ForwardFailure('address_refused', 'literal');
  }
  const { protocol, connectTimeoutMs } = upstream.address;
  const url = new URL(upstream.origin);
  return new Promise((resolve, reject) => {
    const asked = (protocol === 'https' ? httpsRequest : httpRequest)({
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      port: upstream.address.port,
      path: call.path,
      method: 'GET',
      headers: { ...call.headers, connection: 'Upgrade', upgrade: 'websocket' },
      agent: false,
      lookup: upstream.lookup,
    });
    let settled = false;
    const fail = (kind: FailureKind, detail: string) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      handshake.socket.off('close', onClose);
      if (kind === 'address_refused' || kind === 'left') permit.undecided();
      else permit.failed();
      asked.destroy();
      reject(new ForwardFailure(kind, detail));
    };
    const giveUp = () => fail('timeout', 'handshake');
    let timer = setTimeout(giveUp, connectTimeoutMs + timeouts.headersMs);
    asked.on('finish', () => {
      clearTimeout(timer);
      if (!settled) timer = setTimeout(giveUp, timeouts.headersMs);
    });
    const onClose = () => fail('left', 'handshake');
    const answered = () => {
      settled = true;
      clearTimeout(timer);
      handshake.socket.off('close', onClose);
      permit.succeeded();
    };
    handshake.socket.once('close', onClose);
    asked.on('error', (error) => {
      const code = codeOf(error);
      fail(
        code === 'ADDRESS_REFUSED' ? 'address_refused' : code.startsWith('HPE') ? 'failed' : 'unavailable',
        code,
      );
    });
    asked.on('response', (answer) => {
      answered();
      resolve({ kind: 'declined', answer });
    });
    asked.on('upgrade', (answer, socket, head) => {
      answered();
      resolve({
        kind: 'opened',
        headers: answer.headers,
        join: (headers) => join(call, { socket, head }, headers),
      });
    });
    asked.end();
  });
}

/** From here on bytes pass unchanged in both directions, with backpressure. */
function join(
  { handshake, timeouts }: SocketCall,
  other: { socket: Socket; head: Buffer },
  headers: Record<string, string>,
): SocketFlow {
  const caller = handshake.socket;
  handshake.take();
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  caller.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`);
  if (other.head.length > 0) caller.write(other.head);
  if (handshake.head.length > 0) other.socket.write(handshake.head);
  let over = false;
  let finish: () => void;
  const ended = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const end = () => {
    if (over) return;
    over = true;
    clearTimeout(timer);
    // Pending bytes are written before both sides close.
    caller.destroySoon();
    other.socket.destroySoon();
    finish();
  };
  const timer = setTimeout(() => cut(1001), timeouts.idleMs);
  const touch = () => void timer.refresh();
  for (const [from, to] of [
    [caller, other.socket],
    [other.socket, caller],
  ] as const) {
    from.on('data', touch);
    from.pipe(to);
    from.on('error', end).on('close', end).on('end', end);
  }
  const cut = (code: number) => {
    if (over) return;
    // An unmasked close frame, as a server sends it; a peer in the middle of a frame sees a broken
    // connection.
    other.socket.unpipe(caller);
    if (caller.writable) caller.write(Buffer.from([0x88, 0x02, code >> 8, code & 0xff]));
    end();
  };
  if (caller.destroyed) end();
  return { ended, cut };
}
