import type { Server } from 'node:http';

/**
 * Answers `Expect: 100-continue` only when a handler begins to read the body, so a refused call costs no
 * upload. The connection of a refused call is closed, because the next bytes on it may be that body or another
 * call.
 */
export function deferContinue(server: Server, prefixes: readonly string[]): void {
  server.on('checkContinue', (request, response) => {
    if (prefixes.some((prefix) => request.url?.startsWith(prefix))) response.setHeader('connection', 'close');
    else response.writeContinue();
    server.emit('request', request, response);
  });
}

/**
 * The server gives every request the same time to arrive, against slow-body attacks. A streamed body has its
 * own idle timeout, and may take as long as its size needs.
 */
export function allowLongUploads(server: Server, isStreamed: (socket: object) => boolean): void {
  const usual = server.listeners('clientError') as ((...args: unknown[]) => void)[];
  server.removeAllListeners('clientError');
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isStreamed(socket)) return;
    for (const listener of usual) listener.call(server, error, socket);
  });
}
