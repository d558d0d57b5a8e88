import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callUntil } from '../../../test/caller.ts';
import type { TestServer } from '../../../test/server.ts';
import { issuerEnv } from '../oidc/test/stage.ts';
import { type GatewayClient, type GatewayStage, openGatewayStage, type TestUpstream } from './test/stage.ts';

let stage: GatewayStage;
let app: GatewayClient;
const granted: TestUpstream[] = [];

beforeAll(async () => {
  stage = await openGatewayStage({ GATEWAY_HEADERS_TIMEOUT_SECONDS: '3', GATEWAY_IDLE_TIMEOUT_SECONDS: '3' });
  app = await stage.newClient([]);
});
afterAll(() => stage.close());

/** Each test gets a separate upstream, and so a separate circuit breaker. */
async function newUpstream(fields: Record<string, unknown> = {}): Promise<TestUpstream> {
  const service = await stage.newUpstream(fields);
  granted.push(service);
  await stage.grant(app, granted);
  return service;
}

/** An upstream that answers with raw bytes and counts its calls. */
async function startRaw(speak: (socket: Socket, call: number) => void) {
  let calls = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.on('data', () => {
      calls += 1;
      speak(socket, calls);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { port, calls: () => calls, close };
}

const errorOf = ({ status, body }: Awaited<ReturnType<GatewayStage['gw']>>) => [status, body.error];

describe('an upstream that', () => {
  it('refuses connections gives 503 upstream_unavailable with Retry-After', async () => {
    const service = await newUpstream({ port: 1 });
    const answer = await stage.gw(app, 'GET', `${service.name}/x`);
    expect(errorOf(answer)).toEqual([503, 'upstream_unavailable']);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(answer.headers.get('x-ratelimit-remaining')).not.toBeNull();
    expect(answer.body.request_id).toBe(answer.headers.get('x-request-id'));
  });

  it('resets the connection or sends garbage gives 502 upstream_failed', async () => {
    const behaviours: Record<string, (socket: Socket) => void> = {
      reset: (socket) => socket.resetAndDestroy(),
      close: (socket) => socket.end(),
      garbage: (socket) => socket.end('this is no HTTP\r\n\r\n'),
      'huge headers': (socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(200_000)}\r\n\r\n`),
      'two lengths': (socket) =>
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'),
    };
    for (const [name, speak] of Object.entries(behaviours)) {
      const raw = await startRaw(speak);
      const service = await newUpstream({ port: raw.port });
      expect([name, errorOf(await stage.gw(app, 'GET', `${service.name}/x`))]).toEqual([
        name,
        [502, 'upstream_failed'],
      ]);
      raw.close();
    }
  });

  it('does not start to answer, or does not finish its headers, gives 503 timeout', async () => {
    const speeches: ((socket: Socket) => void)[] = [
      () => undefined,
      (socket) => socket.write('HTTP/1.1 200 OK\r\nx-first: 1\r\n'),
    ];
    for (const speak of speeches) {
      const raw = await startRaw(speak);
      const service = await newUpstream({ port: raw.port });
      expect(errorOf(await stage.gw(app, 'GET', `${service.name}/x`))).toEqual([503, 'timeout']);
      raw.close();
    }
  });

  it('stalls in the middle of an answer ends that answer', async () => {
    const service = await newUpstream();
    stage.upstream.at('/base/silent', (_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half');
    });
    await expect(stage.gw(app, 'GET', `${service.name}/silent`)).rejects.toThrow('terminated');
  });

  it('is slow but keeps sending is not cut off', async () => {
    const service = await newUpstream();
    stage.upstream.at('/base/slow', (_request, response) => {
      response.writeHead(200);
      let left = 8;
      // biome-ignore lint/style/noRestrictedGlobals: a slow upstream takes real time
      const timer = setInterval(() => {
        response.write('.');
        left -= 1;
        if (left > 0) return;
        clearInterval(timer);
        response.end();
      }, 450);
    });
    expect((await stage.gw(app, 'GET', `${service.name}/slow`)).text).toBe('........');
  });
});

describe('retries', () => {
  const failing = (times: number) =>
    startRaw((socket, call) => {
      if (call <= times) socket.resetAndDestroy();
      else socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok');
    });

  it('repeat an idempotent call as often as the upstream allows', async () => {
    const raw = await failing(2);
    const service = await newUpstream({ port: raw.port, retries: 2 });
    const answer = await stage.gw(app, 'GET', `${service.name}/x`);
    expect([answer.status, answer.text, raw.calls()]).toEqual([200, 'ok', 3]);
    raw.close();
  });

  it('stop when they are used up', async () => {
    const raw = await failing(10);
    const service = await newUpstream({ port: raw.port, retries: 2 });
    expect(errorOf(await stage.gw(app, 'DELETE', `${service.name}/x`))).toEqual([502, 'upstream_failed']);
    expect(raw.calls()).toBe(3);
    raw.close();
  });

  it('never repeat a POST or a body that was already read', async () => {
    for (const [method, rawBody] of [
      ['POST', undefined],
      ['PATCH', undefined],
      ['PUT', 'body'],
    ] as const) {
      const raw = await failing(1);
      const service = await newUpstream({ port: raw.port, retries: 5 });
      const answer = await stage.gw(
        app,
        method,
        `${service.name}/x`,
        rawBody === undefined ? {} : { rawBody },
      );
      expect([method, errorOf(answer), raw.calls()]).toEqual([method, [502, 'upstream_failed'], 1]);
      raw.close();
    }
  });
});

describe('the circuit breaker', () => {
  it('opens for a failing upstream, then lets one trial call through, and closes when that succeeds', async () => {
    let mood: 'bad' | 'good' = 'bad';
    const raw = await startRaw((socket) => {
      if (mood === 'bad') socket.resetAndDestroy();
      else socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok');
    });
    const service = await newUpstream({ port: raw.port });
    const other = await newUpstream();
    const call = () => stage.gw(app, 'GET', `${service.name}/x`);
    for (let failures = 0; failures < 5; failures += 1) expect((await call()).status).toBe(502);
    expect(errorOf(await call())).toEqual([503, 'upstream_unavailable']);
    expect(raw.calls()).toBe(5);
    expect((await stage.gw(app, 'GET', `${other.name}/x`)).status).toBe(200);

    stage.clock.advance(10_001);
    expect((await call()).status).toBe(502);
    expect(errorOf(await call())).toEqual([503, 'upstream_unavailable']);
    expect(raw.calls()).toBe(6);

    mood = 'good';
    stage.clock.advance(10_001);
    expect((await call()).status).toBe(200);
    expect((await call()).status).toBe(200);
    raw.close();
  });

  it('does not count a caller that disconnects or sends an invalid request as an upstream failure', async () => {
    const service = await newUpstream();
    for (let calls = 0; calls < 8; calls += 1) {
      const leaving = new AbortController();
      stage.upstream.at('/base/waits', () => leaving.abort());
      const call = stage.gw(app, 'GET', `${service.name}/waits`, { signal: leaving.signal });
      await expect(call).rejects.toThrow();
    }
    expect((await stage.gw(app, 'GET', `${service.name}/x`)).status).toBe(200);
  });
});

describe('addresses', () => {
  let strict: TestServer;
  beforeAll(async () => {
    // This instance calls the same upstreams but may not call loopback.
    strict = await stage.world.startServer({
      env: { ...issuerEnv, GATEWAY_ALLOWED_NETWORKS: '10.99.0.0/16' },
    });
  });

  const point = async (service: TestUpstream, host: string) => {
    await stage.world.database.query('update gateway_services set host = $2 where id = $1', [
      service.id,
      host,
    ]);
    await stage.world.database.query(
      "insert into bus_events (channel, payload) values ('applications', '{}')",
    );
  };

  it('in private networks are rejected at connection time, as a number or behind a name', async () => {
    const service = await newUpstream();
    const call = () => stage.gw(app, 'GET', `${service.name}/x`, {}, strict);
    const before = stage.upstream.connections();
    for (const host of ['127.0.0.1', '2130706433', '[::ffff:127.0.0.1]', '::1', '0.0.0.0', 'localhost']) {
      await point(service, host);
      const answer = await callUntil(502, call);
      expect([host, answer.body.error]).toEqual([host, 'upstream_address_refused']);
    }
    expect(stage.upstream.connections()).toBe(before);
    // A rejected address does not open the circuit breaker: where the address is allowed, the upstream
    // answers.
    await point(service, 'localhost');
    await callUntil(200, () => stage.gw(app, 'GET', `${service.name}/x`));
  });

  it('that do not resolve give 503 upstream_unavailable', async () => {
    const service = await newUpstream();
    await point(service, 'no-such-host.invalid');
    const answer = await callUntil(503, () => stage.gw(app, 'GET', `${service.name}/x`, {}, strict));
    expect(answer.body.error).toBe('upstream_unavailable');
  });
});
