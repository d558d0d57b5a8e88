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
