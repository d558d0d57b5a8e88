import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** Request targets that programs read differently, or that nobody can read. */
export const malformedTargets = [
  '//?plain=1',
  '//',
  '//evil.example/?plain=1',
  '///evil.example',
  '//evil.example/%2e%2e',
  '/\\\\evil.example?plain=1',
  '\\\\evil.example',
  '/%?plain=1',
  '/services/%zz?plain=1',
  '/%00?plain=1',
  '/services/%ff%fe?plain=1',
  '/%2f%2fevil.example?plain=1',
  '/%5cevil.example',
  '/../../etc/passwd?plain=1',
  'http://evil.example/?plain=1',
  'http://evil.example:99999/?plain=1',
  'http://[/?plain=1',
  'evil.example:443',
  '*',
  '?plain=1',
  `/${'a'.repeat(12_000)}?plain=1`,
  `/services?q=${'%'.repeat(2_000)}`,
] as const;

/** The answer to a target as it is written here: a client library would mend it. */
export async function askTarget(
  url: string,
  target: string,
): Promise<{ status: number; location: string | undefined }> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/html\r\nConnection: close\r\n\r\n`);
  const [head = ''] = (await text(socket)).split('\r\n\r\n', 1);
  return {
    status: Number(head.split(' ', 2)[1]),
    location: head.split('\r\n').find((line) => line.toLowerCase().startsWith('location:')),
  };
}
