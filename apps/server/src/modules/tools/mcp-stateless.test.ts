import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';
import { createToolCaller, makeKey, toolsEnv } from './test/stage.ts';

const version = '2026-07-28';
let world: TestWorld;
let server: TestServer;
let other: TestServer;
let key: string;

beforeAll(async () => {
  world = await openWorld();
  server = await world.startServer({ env: toolsEnv(world) });
  other = await world.startServer({ env: toolsEnv(world) });
  key = (await makeKey(server, world, 'stateless')).key;
});
afterAll(() => world.close());
beforeEach(() => world.clock.advance(60_000));

const meta = {
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const requestOf = (method: string, params: object = {}) => ({
  jsonrpc: '2.0',
  id: 7,
  method,
  params: { ...params, _meta: meta },
});

async function send(body: unknown, headers: Record<string, string | undefined> = {}) {
  const { method = '', params } = (body ?? {}) as { method?: string; params?: { name?: string } };
  const given = {
    'x-api-key': key,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': version,
    'mcp-method': method,
    ...(params?.name === undefined ? {} : { 'mcp-name': params.name }),
    ...headers,
  };
  const answer = await createCaller(server.url).call('POST', '/mcp', {
    body,
    headers: Object.fromEntries(
      Object.entries(given).filter((pair): pair is [string, string] => pair[1] !== undefined),
    ),
  });
  return {
    status: answer.status,
    body: answer.body as unknown as { result?: object; error?: { code: number } },
  };
}

describe('the revision without a handshake', () => {
  it('tells its versions and capabilities, lists and calls in single requests', async () => {
    expect(await send(requestOf('server/discover'))).toMatchObject({
      status: 200,
      body: {
        id: 7,
        result: {
          resultType: 'complete',
          supportedVersions: expect.arrayContaining([version, '2025-11-25', '2025-03-26']),
          capabilities: { tools: { listChanged: true } },
          ttlMs: expect.any(Number),
          cacheScope: 'public',
          _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'tamga' } },
        },
      },
    });
    const listed = await send(requestOf('tools/list'));
    expect(listed.body.result).toMatchObject({ resultType: 'complete', cacheScope: 'private' });
    const called = await send(
      requestOf('tools/call', { name: 'host_status', arguments: { detailed: false } }),
    );
    expect(called.body.result).toMatchObject({
      resultType: 'complete',
      structuredContent: { platform: process.platform },
    });
    const refused = await send(
      requestOf('tools/call', { name: 'execute_command', arguments: { argv: ['sh'] } }),
    );
    expect(refused.body.result).toMatchObject({ isError: true });
    const notice = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { _meta: meta } };
    expect((await send(notice)).status).toBe(202);
  });

  it('refuses what the headers do not repeat, unknown versions and methods, each with its code', async () => {
    const call = requestOf('tools/call', { name: 'host_status', arguments: {} });
    const encoded = `=?base64?${Buffer.from('host_status').toString('base64')}?=`;
    expect((await send(call, { 'mcp-name': encoded })).status).toBe(200);
    const without = (name: string) => ({
      ...call,
      params: { ...call.params, _meta: { ...meta, [`io.modelcontextprotocol/${name}`]: undefined } },
    });
    const future = {
      ...call,
      params: { ...call.params, _meta: { ...meta, 'io.modelcontextprotocol/protocolVersion': '2030-01-01' } },
    };
    const refusals: [unknown, Record<string, string | undefined>, number, number][] = [
      [call, { 'mcp-method': 'tools/list' }, 400, -32020],
      [call, { 'mcp-method': undefined }, 400, -32020],
      [call, { 'mcp-name': 'execute_command' }, 400, -32020],
      [call, { 'mcp-name': undefined }, 400, -32020],
      [call, { 'mcp-protocol-version': undefined }, 400, -32020],
      [call, { 'mcp-protocol-version': '2025-11-25' }, 400, -32020],
      [future, { 'mcp-protocol-version': '2030-01-01' }, 400, -32022],
      [without('protocolVersion'), {}, 400, -32602],
      [without('clientCapabilities'), {}, 400, -32602],
      [requestOf('ping'), {}, 404, -32601],
      [requestOf('initialize'), {}, 404, -32601],
      [requestOf('resources/list'), {}, 404, -32601],
      [requestOf('tools/call', { name: 'rm', arguments: {} }), {}, 200, -32602],
      [{ ...call, id: null }, {}, 400, -32600],
      [{ ...call, jsonrpc: '1.0' }, {}, 400, -32600],
      [[call], {}, 400, -32700],
    ];
    for (const [body, headers, status, code] of refusals) {
      world.clock.advance(1000);
      const answer = await send(body, headers);
      expect([headers, answer.status, answer.body.error?.code]).toEqual([headers, status, code]);
    }
    expect((await send(future, { 'mcp-protocol-version': '2030-01-01' })).body.error).toMatchObject({
      data: { requested: '2030-01-01', supported: expect.arrayContaining([version]) },
    });
    expect((await send(call, { 'x-api-key': undefined })).status).toBe(401);
  });

  it('tells a listener that the list of tools changed, from any instance', async () => {
    const leave = new AbortController();
    const body = requestOf('subscriptions/listen', {
      notifications: { toolsListChanged: true, promptsListChanged: true },
    });
    const answer = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      signal: leave.signal,
      headers: {
        'x-api-key': key,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': version,
        'mcp-method': 'subscriptions/listen',
      },
      body: JSON.stringify(body),
    });
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    const messages = readEvents(answer);
    const subscribed = { 'io.modelcontextprotocol/subscriptionId': 7 };
    expect((await messages.next()).value).toMatchObject({
      method: 'notifications/subscriptions/acknowledged',
      params: { notifications: { toolsListChanged: true }, _meta: subscribed },
    });
    await createToolCaller(
      world,
      other,
      key,
    )('synthesize_skill', {
      skillName: 'heard_by_listeners',
      description: 'x',
      commandTemplate: 'uname',
    });
    expect((await messages.next()).value).toMatchObject({
      method: 'notifications/tools/list_changed',
      params: { _meta: subscribed },
    });
    leave.abort();
  });
});

async function* readEvents(answer: Response): AsyncGenerator<object> {
  let text = '';
  for await (const part of answer.body ?? []) {
    text += new TextDecoder().decode(part);
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1];
      text = text.slice(end + 2);
      if (data !== undefined) yield JSON.parse(data) as object;
    }
  }
}
