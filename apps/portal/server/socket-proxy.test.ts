import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { startTestPortal, type TestPortal } from './test-browser.ts';

let portal: TestPortal;
let address: string;
const seen: { url: string; headers: IncomingHttpHeaders }[] = [];
const backend = createServer((_request, response) => response.writeHead(426).end('no'));
const sockets = new WebSocketServer({ noServer: true });

beforeAll(async () => {
  backend.on('upgrade', (request, socket, head) => {
    seen.push({ url: request.url ?? '', headers: request.headers });
    if (request.headers.authorization === undefined) {
      socket.end('HTTP/1.1 401 Unauthorized\r\nwww-authenticate: Bearer\r\ncontent-length: 0\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (peer) => {
      peer.on('message', (data) => {
        if (String(data) === 'bye') peer.close(4001, 'as asked');
        else peer.send(`heard ${data}`);
      });
    });
  });
  backend.listen(0, '127.0.0.1');
  await once(backend, 'listening');
  portal = await startTestPortal(`http://127.0.0.1:${(backend.address() as AddressInfo).port}`);
  address = portal.url.replace('http:', 'ws:');
});

afterAll(async () => {
  await portal.close();
  for (const peer of sockets.clients) peer.terminate();
  backend.close();
});

describe('a WebSocket below /gw', () => {
  const bearer = { authorization: 'Bearer opaque' };

  it('passes both ways, with its own credential, without cookies and with the close reason', async () => {
    const socket = new WebSocket(`${address}/gw/echo?x=1`, {
      headers: { ...bearer, cookie: 'tamga_access=a; other=b', 'x-forwarded-for': '9.9.9.9' },
    });
    await once(socket, 'open');
    socket.send('hello');
    expect(String((await once(socket, 'message'))[0])).toBe('heard hello');
    const { url, headers } = seen.at(-1) ?? { url: '', headers: {} };
    expect(url).toBe('/gw/echo?x=1');
    expect(headers).toMatchObject({ ...bearer, 'x-forwarded-for': '127.0.0.1' });
    expect(headers.cookie).toBeUndefined();
    socket.send('bye');
    expect((await once(socket, 'close'))[0]).toBe(4001);
  });

  it('is refused with the backend’s answer', async () => {
    const socket = new WebSocket(`${address}/gw/echo`);
    const [, answer] = await once(socket, 'unexpected-response');
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  it('is not available at other paths', async () => {
    const before = seen.length;
    const socket = new WebSocket(`${address}/api/v1/anything`, { headers: bearer });
    const [, answer] = await once(socket, 'unexpected-response');
    expect(answer.statusCode).not.toBe(101);
    expect(seen).toHaveLength(before);
  });

  it('does not delay shutdown', async () => {
    const short = await startTestPortal(`http://127.0.0.1:${(backend.address() as AddressInfo).port}`);
    const socket = new WebSocket(`${short.url.replace('http:', 'ws:')}/gw/echo`, { headers: bearer });
    await once(socket, 'open');
    const closed = once(socket, 'close');
    await short.close();
    await closed;
  });
});
