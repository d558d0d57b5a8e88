import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createProviderHttp } from './provider-http.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(handler: Handler): Promise<{ url: URL; server: Server }> {
  const server = createServer(handler);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    server,
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v3/session/1?x=1`),
  };
}

const get = (url: URL, timeoutMs = 10_000, signal?: AbortSignal) => ({
  url,
  method: 'GET' as const,
  headers: {},
  timeoutMs,
  signal,
});

describe('calls to the provider', () => {
  it('reuse the connection for the next poll', async () => {
    let connections = 0;
    const { url, server } = await serve((_request, response) => void response.end('{}'));
    server.on('connection', () => {
      connections += 1;
    });
    const http = createProviderHttp();
    for (let i = 0; i < 20; i++)
      expect(await http.poll(get(url))).toMatchObject({ kind: 'answer', status: 200 });
    // A second one opens when a call follows so closely that the first is not yet marked as free.
    expect(connections).toBeLessThanOrEqual(2);
  });

  it('do not follow a redirect', async () => {
    let asked = 0;
    const { url } = await serve((_request, response) => {
      asked += 1;
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    expect(await createProviderHttp().call(get(url))).toMatchObject({ kind: 'answer', status: 302 });
    expect(asked).toBe(1);
  });

  it('accept no more than 256 KiB, announced or not', async () => {
    const body = 'x'.repeat(256 * 1024 + 1);
    const { url: announced } = await serve((_request, response) => void response.end(body));
    const { url: streamed } = await serve((_request, response) => {
      response.write(body.slice(1));
      response.end('xx');
    });
    for (const url of [announced, streamed])
      expect(await createProviderHttp().call(get(url))).toEqual({
        kind: 'failed',
        code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE',
      });
  });

  it('time out before or during the answer', async () => {
    const { url: silent } = await serve(() => undefined);
    const { url: halting } = await serve((_request, response) => void response.write('{'));
    for (const url of [silent, halting])
      expect(await createProviderHttp().poll(get(url, 50))).toEqual({ kind: 'timeout' });
  });

  it('close the request to the provider when the caller aborts', async () => {
    const { url, server } = await serve(
      (request) => void request.socket.once('close', () => server.emit('gone')),
    );
    const gone = once(server, 'gone');
    const stop = new AbortController();
    const arrived = once(server, 'request');
    const held = createProviderHttp().poll(get(url, 10_000, stop.signal));
    await arrived;
    stop.abort();
    expect(await held).toEqual({ kind: 'aborted' });
    await gone;
  });

  it('do not start for a caller that has already aborted', async () => {
    let asked = 0;
    const { url } = await serve((_request, response) => {
      asked += 1;
      response.end();
    });
    expect(await createProviderHttp().poll(get(url, 10_000, AbortSignal.abort()))).toEqual({
      kind: 'aborted',
    });
    expect(asked).toBe(0);
  });

  it('distinguish a cut connection from one that was never made', async () => {
    const { url } = await serve((request) => void request.socket.destroy());
    expect(await createProviderHttp().call(get(url))).toMatchObject({ kind: 'reset' });
    expect(await createProviderHttp().call(get(new URL('http://127.0.0.1:9/')))).toEqual({
      kind: 'failed',
      code: 'ECONNREFUSED',
    });
  });

  it('are not queued behind held polls', async () => {
    const { url } = await serve((request, response) => {
      if (request.method === 'POST') response.end('{}');
    });
    const http = createProviderHttp();
    const stop = new AbortController();
    const held = Array.from({ length: 300 }, () => http.poll(get(url, 10_000, stop.signal)));
    expect(await http.call({ ...get(url), method: 'POST', body: '{}' })).toMatchObject({ kind: 'answer' });
    stop.abort();
    expect(new Set((await Promise.all(held)).map((outcome) => outcome.kind))).toEqual(new Set(['aborted']));
  });
});
