import { once } from 'node:events';
import {
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

function ask(path: string, token = app.token, to = service): ClientRequest {
  return httpRequest(`${stage.server.url}/gw/${to.name}/${path}`, {
    agent: false,
    headers: { authorization: `Bearer ${token}` },
  });
}

const answerOf = async (asked: ClientRequest): Promise<IncomingMessage> => {
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return answer;
};

describe('a streamed answer', () => {
  it('ends at the upstream when the caller disconnects', async () => {
    const left = new Promise<void>((resolve) => {
      stage.upstream.at('/base/held', (_request, response) => void response.on('close', resolve));
    });
    const asked = ask('held').end();
    asked.on('error', () => undefined);
    await once(stage.upstream.http, 'request');
    asked.destroy();
    await left;
    const [entry] = await stage.logged(1, "path like '%/held'");
    expect(entry).toMatchObject({ status: 499, application_id: app.id, service_id: service.id });
  });

  it('breaks off when the upstream disconnects in the middle', async () => {
    stage.upstream.at('/base/dies', (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half');
      setImmediate(() => response.destroy());
    });
    const answer = await answerOf(ask('dies').end());
    await expect(answer.toArray()).rejects.toThrow('aborted');
  });

  it('passes each event on without buffering', async () => {
    let response: ServerResponse | undefined;
    stage.upstream.at('/base/events', (_request, given) => {
      response = given.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
    });
    const answer = await answerOf(ask('events').end());
    expect(answer.headers['content-type']).toBe('text/event-stream');
    for (const word of ['one', 'two']) {
      const heard = once(answer, 'data');
      response?.write(`data: ${word}\n\n`);
      expect(String((await heard)[0])).toBe(`data: ${word}\n\n`);
    }
    answer.destroy();
  });
});

describe('a withdrawn right', () => {
  const startStream = async (own: GatewayClient, to = service) => {
    stage.upstream.at('/base/long', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: begun\n\n');
    });
    const answer = await answerOf(ask('long', own.token, to).end());
    expect(answer.statusCode).toBe(200);
    await once(answer, 'data');
    const ended = new Promise<void>((resolve) => {
      answer.on('error', () => undefined).on('close', resolve);
    });
    answer.resume();
    return { ended };
  };

  it.for<[string, (own: GatewayClient, to: TestUpstream) => Promise<unknown>]>([
    ['grant withdrawn', (own) => stage.grant(own, [])],
    ['token revoked', (own) => stage.form('/oauth2/revoke', { token: own.token }, own)],
    ['client disabled', (own) => stage.change(own.id, { enabled: false, redirect_uris: [] })],
    ['upstream disabled', (_own, to) => stage.changeUpstream(to, { enabled: false })],
  ])('ends the running stream: %s', async ([, end]) => {
    const own = await stage.newUpstream();
    const other = await stage.newClient([own]);
    const kept = await startStream(app);
    const { ended } = await startStream(other, own);
    await end(other, own);
    await ended;
    // Streams of other clients go on.
    expect(await Promise.race([kept.ended, Promise.resolve('still there')])).toBe('still there');
  });

  it('ends an event stream with its token', async () => {
    const { ended } = await startStream(await stage.newClient([service]));
    stage.clock.advance(3_601_000);
    await ended;
    app = { ...app, token: await stage.tokenOf(app) };
  });
});
