import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** Another platform as a plain HTTP server; what it answers is up to the test. */
export interface Receiver {
  url: string;
  received: Received[];
  connections(): number;
  /** From now on. */
  answer(how: (response: ServerResponse, message: Received) => void): void;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let connections = 0;
  let how: (response: ServerResponse, message: Received) => void = (response) => response.end('{}');
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (request.method !== 'POST') {
      response.statusCode = 404;
      response.end();
      return;
    }
    const message = { headers: request.headers, body: Buffer.concat(parts).toString('utf8') };
    received.push(message);
    how(response, message);
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    connections: () => connections,
    answer: (given) => {
      how = given;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(code, headers).end('no');
  };
