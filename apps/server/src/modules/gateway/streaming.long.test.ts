import { once } from 'node:events';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../../test/until.ts';
import { type GatewayClient, type GatewayStage, openGatewayStage, type TestUpstream } from './test/stage.ts';

let stage: GatewayStage;
let service: TestUpstream;
let app: GatewayClient;

beforeAll(async () => {
  stage = await openGatewayStage();
  service = await stage.newUpstream();
  app = await stage.newClient([service]);
});
afterAll(() => stage.close());

const piece = Buffer.alloc(64 * 1024, 7);
const size = 100 * 1024 * 1024;

function ask(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  token = app.token,
  to = service,
): ClientRequest {
  const { port, hostname } = new URL(stage.server.url);
  return httpRequest({
    hostname,
    port,
    method,
    agent: false,
    path: `/gw/${to.name}/${path}`,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
}

const answerOf = async (asked: ClientRequest): Promise<IncomingMessage> => {
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return answer;
};

/** Writes until the stream signals backpressure, and returns the number of bytes. */
function fillUntilFull(stream: { write(chunk: Buffer): boolean }): number {
  let written = 0;
  while (written < size) {
    written += piece.length;
    if (!stream.write(piece)) break;
  }
  return written;
}

/**
 * Writes until the stream stays full, however many other calls the gateway answers meanwhile, and returns the
 * number of bytes.
 */
async function settle(stream: { write(chunk: Buffer): boolean; writableLength: number }): Promise<number> {
  let written = 0;
  for (let still = 0; still < 20; ) {
    const before = written;
    if (stream.writableLength === 0) written += fillUntilFull(stream);
    await stage.gw(app, 'GET', `${service.name}/meanwhile`);
    still = written === before ? still + 1 : 0;
    if (written >= size) break;
  }
  return written;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Samples the memory in use each time this many bytes have passed. */
function watchMemory() {
  const heldMb = () => {
    collectGarbage();
    const { external, heapUsed } = process.memoryUsage();
    return (external + heapUsed) / 1024 / 1024;
  };
  const startMb = heldMb();
  const watch = { passed: 0, grownMb: 0 };
  let nextLook = 0;
  const pass = (chunk: Buffer) => {
    watch.passed += chunk.length;
    if (watch.passed < nextLook) return;
    nextLook = watch.passed + size / 4;
    watch.grownMb = Math.max(watch.grownMb, heldMb() - startMb);
  };
  return { watch, pass };
}

/** A body that never arrives: once the server has cut it, it has looked at all other bodies too. */
async function beginStalled(): Promise<{ isCut: Promise<unknown> }> {
  const stalled = httpRequest(`${stage.server.url}/api/v1/gateway/services`, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${stage.admin.token}`,
      'content-type': 'application/json',
      expect: '100-continue',
    },
  });
  stalled.on('error', () => undefined).flushHeaders();
  await once(stalled, 'continue');
  return { isCut: answerOf(stalled).then(({ statusCode }) => expect(statusCode).toBe(408)) };
}

describe('bodies', () => {
  it('of 100 MB are uploaded with flat memory', async () => {
    const { watch, pass } = watchMemory();
    stage.upstream.at('/base/take', (request, response) => {
      request.on('data', pass).on('end', () => response.end());
    });
    const asked = ask('PUT', 'take', { 'content-length': String(size) });
    for (let sent = 0; sent < size; sent += piece.length) if (!asked.write(piece)) await once(asked, 'drain');
    asked.end();
    expect((await answerOf(asked)).statusCode).toBe(200);
    expect(watch.passed).toBe(size);
    expect(watch.grownMb).toBeLessThan(80);
  });

  it('of 100 MB are downloaded with flat memory, in chunks of unknown number', async () => {
    stage.upstream.at('/base/give', async (_request, response) => {
      for (let sent = 0; sent < size; sent += piece.length)
        if (!response.write(piece)) await once(response, 'drain');
      response.end();
    });
    const { watch, pass } = watchMemory();
    for await (const chunk of await answerOf(ask('GET', 'give').end())) pass(chunk);
    expect(watch.passed).toBe(size);
    expect(watch.grownMb).toBeLessThan(80);
  });

  it('wait for a caller that does not read: little is buffered', async () => {
    let written: Promise<number> = Promise.resolve(0);
    stage.upstream.at('/base/endless', (_request, response) => {
      written = settle(response);
    });
    const asked = ask('GET', 'endless').end();
    await answerOf(asked);
    expect(await written).toBeLessThan(24 * 1024 * 1024);
    asked.destroy();
  });

  it('wait for an upstream that does not read', async () => {
    stage.upstream.at('/base/deaf', (request) => void request.pause());
    const asked = ask('POST', 'deaf', { 'transfer-encoding': 'chunked' });
    asked.on('error', () => undefined);
    expect(await settle(asked)).toBeLessThan(24 * 1024 * 1024);
    asked.destroy();
  });

  it('may take many minutes while they move, and are cut when they do not', async () => {
    let received = 0;
    stage.upstream.at('/base/slow', (request, response) => {
      request.on('data', (part: Buffer) => {
        received += part.length;
      });
      request.on('end', () => response.end()).on('error', () => undefined);
    });
    const slow = ask('PUT', 'slow', { 'content-type': 'application/json' });
    const { isCut } = await beginStalled();
    for (let sent = 1; sent <= 6; sent += 1) {
      slow.write(piece);
      await until(() => received === sent * piece.length);
      stage.world.clock.advance(25_000);
    }
    await isCut;
    slow.end();
    expect((await answerOf(slow)).resume().statusCode).toBe(200);

    const stuck = ask('PUT', 'slow');
    stuck.on('error', () => undefined);
    const answered = answerOf(stuck);
    stuck.write(piece);
    await until(() => received === 7 * piece.length);
    await until(() => {
      stage.world.clock.advance(1_000);
      return stuck.socket?.destroyed === true;
    });
    expect((await answered).statusCode).toBe(408);
  });

  it('get 100 Continue only when they will be read', async () => {
    const before = stage.upstream.seen.length;
    const expecting = { expect: '100-continue', 'content-length': '4' };
    const refused = ask('POST', 'items', expecting, 'nonsense');
    let continued = false;
    refused.on('continue', () => {
      continued = true;
    });
    refused.flushHeaders();
    const refusal = await answerOf(refused);
    expect([refusal.statusCode, continued]).toEqual([401, false]);
    expect(refusal.headers.connection).toBe('close');
    refused.destroy();

    const admitted = ask('POST', 'items', expecting);
    admitted.flushHeaders();
    await once(admitted, 'continue');
    admitted.end('сайн'.slice(0, 2));
    const answer = await answerOf(admitted);
    expect(answer.statusCode).toBe(200);
    answer.resume();
    expect(stage.upstream.seen.slice(before).map(({ body }) => body)).toEqual(['са']);
    expect(stage.upstream.seen.at(-1)?.headers.expect).toBeUndefined();
  });

  it('are limited by the upstream’s setting, with a length or in chunks; the default is 100 MiB', async () => {
    const small = await stage.newUpstream({ max_body_bytes: 100_000 });
    const limited = await stage.newClient([small]);
    const send = async (
      bytes: number,
      headers: Record<string, string>,
      to = small,
      token = limited.token,
    ) => {
      const asked = ask('POST', 'items', headers, token, to);
      asked.on('error', () => undefined);
      asked.flushHeaders();
      for (let sent = 0; sent < bytes && !asked.destroyed; sent += piece.length) {
        const part = piece.subarray(0, Math.min(piece.length, bytes - sent));
        if (!asked.write(part)) await Promise.race([once(asked, 'drain'), once(asked, 'response')]);
      }
      asked.end();
      return asked;
    };
    const chunked = { 'transfer-encoding': 'chunked' };
    const answered = async (asked: ClientRequest) => {
      const answer = await answerOf(asked);
      const text = (await answer.setEncoding('utf8').toArray()).join('');
      asked.destroy();
      return [answer.statusCode, answer.statusCode === 200 ? '' : JSON.parse(text).error];
    };
    expect(await answered(await send(100_000, chunked))).toEqual([200, '']);
    expect(await answered(await send(100_000, { 'content-length': '100000' }))).toEqual([200, '']);
    const before = stage.upstream.seen.length;
    expect(await answered(await send(100_001, chunked))).toEqual([413, 'payload_too_large']);
    expect(await answered(await send(0, { 'content-length': '100001' }))).toEqual([413, 'payload_too_large']);
    const usual = { 'content-length': String(size + 1) };
    expect(await answered(await send(0, usual, service, app.token))).toEqual([413, 'payload_too_large']);
    expect(stage.upstream.seen.length).toBe(before);
  });

  it('may be answered before they are complete, and the connection is reused', async () => {
    stage.upstream.at('/base/early', (_request, response) => {
      response.writeHead(413, { connection: 'close' }).end('enough');
    });
    const asked = ask('POST', 'early', { 'transfer-encoding': 'chunked' });
    asked.on('error', () => undefined);
    asked.write(piece);
    const answer = await answerOf(asked);
    expect(answer.statusCode).toBe(413);
    expect((await answer.setEncoding('utf8').toArray()).join('')).toBe('enough');
    asked.destroy();
  });
});
