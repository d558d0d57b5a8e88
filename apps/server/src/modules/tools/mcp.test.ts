import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  LATEST_PROTOCOL_VERSION,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPhone, type SignedIn, signIn } from '../../../test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';
import { createToolCaller, makeKey, toolsEnv } from './test/stage.ts';

let world: TestWorld;
let server: TestServer;
let other: TestServer;
let key: string;
let citizen: SignedIn;
const clients: Client[] = [];

beforeAll(async () => {
  world = await openWorld();
  server = await world.startServer({ env: toolsEnv(world) });
  other = await world.startServer({ env: toolsEnv(world) });
  key = (await makeKey(server, world, 'assistant')).key;
  const phone = createPhone(world.sandbox);
  citizen = await signIn(server, phone, await phone.citizen());
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await world.close();
});

async function connect(headers: Record<string, string> = { 'x-api-key': key }, to = server): Promise<Client> {
  world.clock.advance(60_000);
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(`${to.url}/mcp`), { requestInit: { headers } });
  await client.connect(transport as Parameters<Client['connect']>[0]);
  clients.push(client);
  return client;
}

const names = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);

describe('the MCP server', () => {
  it('lists and runs every tool for the official client', async () => {
    const client = await connect();
    expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: true } });
    expect(await names(client)).toEqual([
      'host_status',
      'execute_command',
      'search_memory',
      'record_insight',
      'rebrand_system',
      'synthesize_skill',
    ]);
    const calls: [string, Record<string, unknown>, object][] = [
      ['host_status', { detailed: true }, { platform: process.platform }],
      ['execute_command', { argv: ['uname'] }, { exitCode: 0 }],
      ['record_insight', { topic: 'MCP', content: 'Assistants connect with a key' }, { created: true }],
      ['search_memory', { query: 'assistants key' }, { count: 1 }],
      ['rebrand_system', {}, { changed: [] }],
      [
        'synthesize_skill',
        { skillName: 'show_date', description: 'x', commandTemplate: 'date {{format}}' },
        { params: ['format'] },
      ],
      ['show_date', { format: '+%Y' }, { skillName: 'show_date', exitCode: 0 }],
    ];
    for (const [name, given, expected] of calls) {
      world.clock.advance(1000);
      const result = await client.callTool({ name, arguments: given });
      expect([name, result]).toMatchObject([name, { structuredContent: expected }]);
    }
    expect(await names(client)).toContain('show_date');
  });

  it('answers a refusal as an error result, and an unknown tool as a protocol error', async () => {
    const client = await connect();
    expect(await client.callTool({ name: 'execute_command', arguments: { argv: ['sh'] } })).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: expect.stringMatching(/^not_allowed: /) }],
    });
    expect(
      await client.callTool({ name: 'record_insight', arguments: { topic: 1, content: 'x' } }),
    ).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^invalid_params: /) }],
    });
    await expect(client.callTool({ name: 'rm', arguments: {} })).rejects.toThrow('There is no tool rm');
  });

  it('announces a changed list, from any instance', async () => {
    const client = await connect();
    let told = 0;
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
      told += 1;
    });
    const call = createToolCaller(world, other, key);
    // The stream opens after the handshake: the first announcement may come before it.
    await expect
      .poll(
        async () => {
          await call('synthesize_skill', {
            skillName: `skill_${told}_${Date.now()}`,
            description: 'x',
            commandTemplate: 'uname',
          });
          return told;
        },
        { interval: 200 },
      )
      .toBeGreaterThan(0);
  });

  it('supports the current protocol', async () => {
    world.clock.advance(60_000);
    const answer = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: {
        'x-api-key': key,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: {
          protocolVersion: LATEST_PROTOCOL_VERSION,
          capabilities: {},
          clientInfo: { name: 'x', version: '1' },
        },
      }),
    });
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await answer.json()).toMatchObject({
      result: { protocolVersion: LATEST_PROTOCOL_VERSION, serverInfo: { name: 'tamga' } },
    });
  });
});

describe('unauthorised MCP calls', () => {
  const post = async (headers: Record<string, string>) => {
    world.clock.advance(1000);
    const answer = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    return answer.status;
  };

  it('anonymous calls, a wrong key, a revoked key and a citizen are refused', async () => {
    const revoked = await makeKey(server, world, 'revoked');
    await world.database.query('update api_keys set revoked_at = now() where id = $1', [revoked.id]);
    expect(await post({})).toBe(401);
    expect(await post({ 'x-api-key': 'wrong' })).toBe(401);
    expect(await post({ 'x-api-key': revoked.key })).toBe(401);
    expect(await post({ authorization: `Bearer ${citizen.token}` })).toBe(403);
    expect(await post({ 'x-api-key': key })).toBe(200);
    expect(await post({ authorization: `Bearer ${key}` })).toBe(200);
  });

  it('a page of another origin and a foreign host name are refused, even with a key', async () => {
    expect(await post({ 'x-api-key': key, origin: 'http://evil.example' })).toBe(403);
    expect(await post({ 'x-api-key': key, origin: 'null' })).toBe(403);
    expect(await post({ 'x-api-key': key, origin: server.config.appOrigin })).toBe(200);
    const { request } = await import('node:http');
    const statusFor = (host: string) =>
      new Promise<number>((resolve, reject) => {
        const sent = request(
          `${server.url}/mcp`,
          { method: 'GET', headers: { host, 'x-api-key': key } },
          (answer) => {
            answer.destroy();
            resolve(answer.statusCode ?? 0);
          },
        );
        sent.on('error', reject);
        sent.end();
      });
    world.clock.advance(60_000);
    for (const host of [
      'evil.example',
      'evil.example:80',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
    ])
      expect(await statusFor(host)).toBe(403);
    for (const host of ['localhost:8080', '127.0.0.1', '[::1]:8080']) expect(await statusFor(host)).toBe(406);
  });

  it('each message of a batch counts, and a batch over the limit runs none', async () => {
    const own = (await makeKey(server, world, 'batches')).key;
    const send = async (count: number) => {
      const answer = await fetch(`${server.url}/mcp`, {
        method: 'POST',
        headers: {
          'x-api-key': own,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify(
          Array.from({ length: count }, (_, id) => ({
            jsonrpc: '2.0',
            id: id + 1,
            method: 'tools/call',
            params: { name: 'record_insight', arguments: { topic: 'batch', content: `${count} ${id}` } },
          })),
        ),
      });
      return {
        status: answer.status,
        left: answer.headers.get('x-ratelimit-remaining'),
        body: (await answer.json()) as unknown[],
      };
    };
    const first = await send(12);
    expect([first.status, first.left, first.body.length]).toEqual([200, '8', 12]);
    expect(await send(60)).toMatchObject({ status: 429, left: '0' });
    expect((await send(1)).status).toBe(429);
    const kept = await world.database.query(`select from tool_insights where topic = 'batch'`);
    expect(kept).toHaveLength(12);
  });

  it('an invalid message gets a parse error', async () => {
    world.clock.advance(60_000);
    for (const body of ['', '{', '[1]', '"text"']) {
      const answer = await fetch(`${server.url}/mcp`, {
        method: 'POST',
        headers: {
          'x-api-key': key,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body,
      });
      expect([
        body,
        answer.status,
        ((await answer.json()) as { error?: { code: number } }).error?.code,
      ]).toEqual([body, 400, -32700]);
    }
  });

  it('a message above 64 KiB is refused', async () => {
    world.clock.advance(1000);
    const answer = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: {
        'x-api-key': key,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x'.repeat(65 * 1024) }),
    });
    expect(answer.status).toBe(413);
  });
});
