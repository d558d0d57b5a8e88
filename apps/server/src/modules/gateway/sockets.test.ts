import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { type GatewayClient, type GatewayStage, openGatewayStage, type TestUpstream } from './test/stage.ts';

let stage: GatewayStage;
let service: TestUpstream;
let app: GatewayClient;
let echo: WebSocketServer;
const handshakes: IncomingMessage[] = [];

beforeAll(async () => {
  stage = await openGatewayStage({
    GATEWAY_SOCKETS_PER_APPLICATION: '3',
    GATEWAY_HEADERS_TIMEOUT_SECONDS: '3',
  });
  service = await stage.newUpstream();
  app = await stage.newClient([service]);
  echo = new WebSocketServer({ noServer: true, handleProtocols: (offered) => [...offered][0] ?? false });
  stage.upstream.http.on('upgrade', (request, socket, head) => {
    if (request.url === '/base/silent') return;
    if (request.url === '/base/no')
      return void socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno');
    handshakes.push(request);
    echo.handleUpgrade(request, socket, head, (ws) =>
      ws.on('message', (data, binary) => ws.send(data, { binary })),
    );
  });
});
afterAll(async () => {
  for (const client of echo.clients) client.terminate();
  await stage.close();
});

function dial(path: string, token = app.token, protocols: string[] = []): WebSocket {
  const url = `${stage.server.url.replace('http', 'ws')}/gw/${path}`;
  const ws = new WebSocket(url, protocols, {
    headers: { authorization: `Bearer ${token}`, cookie: 'a=1', 'x-tamga-subject': 'somebody' },
  });
  ws.on('error', () => undefined);
  return ws;
}

async function open(path: string, token?: string): Promise<WebSocket> {
  const ws = dial(path, token);
  await once(ws, 'open');
  return ws;
}

/** The HTTP answer to a rejected handshake. */
async function refusal(
  ws: WebSocket,
): Promise<{ status: number | undefined; text: string; headers: IncomingMessage['headers'] }> {
  const [, answer] = (await once(ws, 'unexpected-response')) as [unknown, IncomingMessage];
  const text = (await answer.setEncoding('utf8').toArray()).join('');
  return { status: answer.statusCode, text, headers: answer.headers };
}

async function said(ws: WebSocket, word: string): Promise<string> {
  const heard = once(ws, 'message');
  ws.send(word);
  return String((await heard)[0]);
}

const closed = async (ws: WebSocket): Promise<number> => (await once(ws, 'close'))[0];

describe('a WebSocket through the gateway', () => {
  it('passes messages both ways, with the headers of any call', async () => {
    const ws = dial(`${service.name}/ws?room=1`, app.token, ['chat.v2']);
    await once(ws, 'open');
    expect(ws.protocol).toBe('chat.v2');
    expect(await said(ws, 'сайн уу')).toBe('сайн уу');
    expect(await said(ws, 'x'.repeat(200_000))).toHaveLength(200_000);
    const seen = handshakes.at(-1);
    expect(seen?.url).toBe('/base/ws?room=1');
    expect(seen?.headers['x-tamga-client-id']).toBe(app.id);
    for (const name of ['authorization', 'cookie', 'x-tamga-subject'])
      expect(seen?.headers[name]).toBeUndefined();
    ws.close(1000);
    expect(await closed(ws)).toBe(1000);
    const [entry] = await stage.logged(1, "path like '%/ws'");
    expect(entry).toMatchObject({ status: 101, service_id: service.id, application_id: app.id });
    expect(entry?.['path']).not.toContain('room');
  });

  it('is rejected like any call: 401, 404, 403, or with the upstream’s answer', async () => {
    const other = await stage.newUpstream();
    const challenge = await refusal(dial(`${service.name}/ws`, 'nonsense'));
    expect(challenge.status).toBe(401);
    expect(challenge.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
    expect(JSON.parse(challenge.text)).toMatchObject({ status: false, error: 'unauthorized' });
    expect((await refusal(dial('no-such/ws'))).status).toBe(404);
    expect((await refusal(dial(`${other.name}/ws`))).status).toBe(403);
    const own = await refusal(dial(`${service.name}/no`));
    expect([own.status, own.text]).toEqual([403, 'no']);
    expect((await refusal(dial(`${service.name}/silent`))).status).toBe(503);
  });

  it('counts against the client’s limit of sockets, and frees its slot when it ends', async () => {
    const own = await stage.newClient([service]);
    const held = await Promise.all([1, 2, 3].map(() => open(`${service.name}/ws`, own.token)));
    const refused = await refusal(dial(`${service.name}/ws`, own.token));
    expect([refused.status, JSON.parse(refused.text).error]).toEqual([429, 'too_many_sockets']);
    const [first] = held;
    first?.close();
    await expect
      .poll(async () => {
        const ws = dial(`${service.name}/ws`, own.token);
        return Promise.race([
          once(ws, 'open').then(() => ws.terminate() ?? 'open'),
          refusal(ws).then(() => 'no'),
        ]);
      })
      .toBe('open');
    for (const ws of held) ws.terminate();
  });

  it('closes when the grant is withdrawn and when its token expires', async () => {
    const own = await stage.newClient([service]);
    const [ws, other] = [await open(`${service.name}/ws`, own.token), await open(`${service.name}/ws`)];
    const [ended, otherEnded] = [closed(ws), closed(other)];
    await stage.grant(own, []);
    expect(await ended).toBe(1008);
    expect(await said(other, 'still here')).toBe('still here');
    stage.clock.advance(3_601_000);
    expect(await otherEnded).toBe(1008);
    app.token = await stage.tokenOf(app);
  });

  it('closes on both sides when one side closes', async () => {
    const ws = await open(`${service.name}/ws`);
    const ended = closed(ws);
    for (const client of echo.clients) client.terminate();
    expect(await ended).toBe(1006);
    const again = await open(`${service.name}/ws`);
    const [server] = [...echo.clients].slice(-1);
    again.terminate();
    if (server !== undefined && server.readyState !== WebSocket.CLOSED) await once(server, 'close');
  });

  it('is not opened for other Upgrade headers: those are ordinary requests, with their body', async () => {
    const { port } = new URL(stage.server.url);
    const asked = httpRequest({
      port,
      method: 'POST',
      path: `/gw/${service.name}/plain`,
      agent: false,
      headers: {
        authorization: `Bearer ${app.token}`,
        connection: 'Upgrade, HTTP2-Settings',
        upgrade: 'h2c',
        'http2-settings': 'AAMAAABkAARAAAAAAAIAAAAA',
      },
    });
    asked.end('body');
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(200);
    expect(JSON.parse((await answer.setEncoding('utf8').toArray()).join(''))).toMatchObject({ body: 'body' });
  });
});

describe('shutdown', () => {
  it('closes WebSockets and event streams instead of waiting for them', async () => {
    stage.upstream.at('/base/events', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
    });
    const ws = await open(`${service.name}/ws`);
    const { body } = await fetch(`${stage.server.url}/gw/${service.name}/events`, {
      headers: { authorization: `Bearer ${app.token}` },
    });
    const reader = body?.getReader();
    await reader?.read();
    const ended = closed(ws);
    await stage.server.stop();
    expect(await ended).toBe(1008);
    await expect(reader?.read()).rejects.toThrow();
  });
});
