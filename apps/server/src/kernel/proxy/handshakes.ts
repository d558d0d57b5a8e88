import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** A pending WebSocket handshake: nothing has been written to the connection yet. */
export interface Handshake {
  readonly socket: Socket;
  /** Bytes that the caller sent ahead. */
  readonly head: Buffer;
  /** Detaches the connection from the HTTP response that would otherwise be written to it. */
  take(): void;
}

const waiting = new WeakMap<IncomingMessage, Handshake>();

export const handshakeOf = (request: IncomingMessage): Handshake | undefined => waiting.get(request);

/**
 * Handshakes under a prefix pass the same routes, hooks and checks as any other call. Any other upgrade
 * (HTTP/2 over plain text, as some clients always offer) is an ordinary request, with its body.
 */
export function routeHandshakes(app: FastifyInstance, prefix: string): void {
  const server: Server = app.server;
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
}
