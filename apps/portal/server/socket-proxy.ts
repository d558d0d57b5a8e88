import { type IncomingMessage, request as openPlain, ServerResponse } from 'node:http';
import { request as openSecure } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PortalContext } from './context.ts';
import { forwardResponseHeaders, type HeaderMap } from './forwarding.ts';
import { sendFailure } from './replies.ts';
import { streamAnswer } from './send-answer.ts';

/** A WebSocket handshake that waits for its answer; no byte has been sent on the connection yet. */
export interface Handshake {
  readonly socket: Socket;
  /** Bytes that the client sent ahead. */
  readonly head: Buffer;
  /** Detaches the connection from the HTTP answer that would otherwise be written to it. */
  take(): void;
}

const waiting = new WeakMap<IncomingMessage, Handshake>();
const open = new WeakMap<FastifyInstance['server'], Set<Duplex>>();

export const handshakeOf = (request: IncomingMessage): Handshake | undefined => waiting.get(request);

/**
 * Routes WebSocket handshakes below a prefix like any other request, with its hooks and refusals. Elsewhere the
 * upgrade is ignored and the request is answered as plain HTTP.
 */
export function routeHandshakes(app: FastifyInstance, prefix: string): void {
  const { server } = app;
  const sockets = new Set<Duplex>();
  open.set(server, sockets);
  Object.assign(server, {
    shouldUpgradeCallback: (request: IncomingMessage) =>
      request.method === 'GET' &&
      request.headers.upgrade?.toLowerCase() === 'websocket' &&
      request.url?.startsWith(prefix) === true,
  });
  server.on('upgrade', (request, connection, head) => {
    const socket = connection as Socket;
    // The server no longer listens on this connection, and an error without a listener ends the process.
    socket.on('error', () => socket.destroy());
    keep(sockets, socket);
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once('finish', () => {
      response.detachSocket(socket);
      socket.end();
    });
    waiting.set(request, { socket, head, take: () => response.detachSocket(socket) });
    app.routing(request, response);
  });
  // An open WebSocket would otherwise delay shutdown without limit.
  app.addHook('preClose', async () => {
    for (const socket of sockets) socket.destroy();
  });
}

interface SocketCall {
  handshake: Handshake;
  target: string;
  headers: HeaderMap;
}

/** Asks the backend for a WebSocket and, after its consent, pipes the two connections into each other. */
export function passSocket(
  context: PortalContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { handshake, target, headers }: SocketCall,
): Promise<unknown> {
  const { backendUrl, forwarder, timeouts } = context;
  const { authorization } = request.headers;
  return new Promise((resolve) => {
    const openRequest = backendUrl.protocol === 'https:' ? openSecure : openPlain;
    const asked = openRequest({
      hostname: backendUrl.hostname,
      port: backendUrl.port,
      path: target,
      agent: false,
      timeout: timeouts.callMs,
      headers: {
        ...headers,
        ...forwarder,
        ...(authorization !== undefined && { authorization }),
        connection: 'Upgrade',
        upgrade: 'websocket',
      },
    });
    handshake.socket.once('close', () => asked.destroy());
    asked.once('upgrade', (answer, upstream, head) => {
      join(handshake, { answer, upstream: upstream as Socket, head }, open.get(request.server.server));
      resolve(reply.hijack());
    });
    asked.once('response', (answer) => {
      const passed = forwardResponseHeaders(answer.headers, { setCookie: false, cors: true });
      const { statusCode: status = 502, headers: given } = answer;
      resolve(streamAnswer(reply, { kind: 'answer', status, headers: given, body: answer }, passed));
    });
    asked.once('timeout', () => asked.destroy());
    asked.once('error', () => {
      if (!reply.sent) resolve(sendFailure(request, reply, 'upstream_unavailable'));
    });
    asked.end();
  });
}

function join(
  { socket, head, take }: Handshake,
  far: { answer: IncomingMessage; upstream: Socket; head: Buffer },
  sockets: Set<Duplex> | undefined,
): void {
  const { answer, upstream } = far;
  take();
  if (sockets) keep(sockets, upstream);
  const lines = ['HTTP/1.1 101 Switching Protocols', 'connection: Upgrade', 'upgrade: websocket'];
  for (const [name, value] of Object.entries(answer.headers))
    if (name.startsWith('sec-websocket-') && typeof value === 'string') lines.push(`${name}: ${value}`);
  upstream.setTimeout(0);
  socket.setTimeout(0);
  socket.setNoDelay(true);
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  socket.write(far.head);
  upstream.write(head);
  // The last bytes of one end, such as the close reason, still reach the other.
  upstream.on('error', () => upstream.destroy()).once('close', () => socket.destroySoon());
  socket.once('close', () => upstream.destroySoon());
  upstream.pipe(socket);
  socket.pipe(upstream);
}

function keep(sockets: Set<Duplex>, socket: Duplex): void {
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
}
