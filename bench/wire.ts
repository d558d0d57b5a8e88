import { connect, type Socket } from 'node:net';

export interface WireAnswer {
  status: number;
  body: string;
}

/** One keep-alive connection, one request at a time. */
export interface Wire {
  ask(request: string): Promise<WireAnswer>;
  close(): void;
}

/**
 * HTTP/1.1 over a plain socket: ten thousand of them cost the bench little compared with the server. It reads only
 * answers with a Content-Length, which is all the server sends.
 */
export async function openWire(port: number): Promise<Wire> {
  const socket = await connectTo(port);
  let waiting: { resolve: (answer: WireAnswer) => void; reject: (error: Error) => void } | undefined;
  let received: Buffer | undefined;
  const fail = (error: Error) => {
    waiting?.reject(error);
    waiting = undefined;
  };
  socket.on('data', (chunk) => {
    received = received === undefined ? chunk : Buffer.concat([received, chunk]);
    try {
      const answer = readAnswer(received);
      if (answer === undefined) return;
      received = undefined;
      const { resolve } = waiting ?? {};
      waiting = undefined;
      resolve?.(answer);
    } catch (error) {
      fail(error as Error);
      socket.destroy();
    }
  });
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the server closed the connection')));
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(new Error('the connection is closed'));
        waiting = { resolve, reject };
        socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}

function connectTo(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

function readAnswer(bytes: Buffer): WireAnswer | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const head = bytes.toString('latin1', 0, headEnd);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`an answer without Content-Length: ${head.slice(0, 200)}`);
  const bodyEnd = headEnd + 4 + Number(length);
  if (bytes.length < bodyEnd) return undefined;
  return { status: Number(head.slice(9, 12)), body: bytes.toString('utf8', headEnd + 4, bodyEnd) };
}

export interface RequestParts {
  method: string;
  path: string;
  token?: string;
  address?: string;
  body?: object;
  /** For OAuth clients: basic credentials and a form. */
  basic?: string;
  form?: string;
  /** A DPoP proof (RFC 9449). */
  dpop?: string;
}

export function writeRequest({ method, path, token, address, body }: RequestParts): string {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...(address === undefined ? [] : [`X-Forwarded-For: ${address}`]),
    ...(text === undefined
      ? []
      : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${text ?? ''}`;
}

/** A distinct client address per index, so that rate limits per address do not interfere. */
export function addressOf(index: number): string {
  return `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
}
