import type { Server } from 'node:http';

/**
 * Who asks before sending a large body (`Expect: 100-continue`) is told to go on only when somebody begins to read
 * it: a call that is refused costs no upload. The connection of a refused one is closed, because nobody can tell
 * whether what comes next on it is that body or another call.
 */
export function holdExpectations(server: Server, prefixes: readonly string[]): void {
  server.on('checkContinue', (request, response) => {
    if (prefixes.some((prefix) => request.url?.startsWith(prefix))) response.setHeader('connection', 'close');
    else response.writeContinue();
    server.emit('request', request, response);
  });
}

/**
 * The server gives every request the same time to arrive, against callers that dribble. A body that is streamed on
 * has a watch of its own over silence, and may take as long as its size needs.
 */
export function letUploadsLast(server: Server, isStreamed: (socket: object) => boolean): void {
  const usual = server.listeners('clientError') as ((...args: unknown[]) => void)[];
  server.removeAllListeners('clientError');
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isStreamed(socket)) return;
    for (const listener of usual) listener.call(server, error, socket);
  });
}
