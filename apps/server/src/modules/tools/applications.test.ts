import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { type GatewayStage, openGatewayStage } from '../gateway/test/stage.ts';
import { toolScopes } from '../oauth-clients/index.ts';
import { issuer } from '../oidc/test/stage.ts';
import { asEnvelope } from './test/stage.ts';

let stage: GatewayStage;
let service: { id: string; name: string };

beforeAll(async () => {
  stage = await openGatewayStage();
  const [row] = await stage.world.database.query<{ id: string; name: string }>(
    `select id, name from gateway_services where scope = 'svc:tools'`,
  );
  service = row ?? { id: '', name: '' };
});
afterAll(() => stage.close());

const everyTool = { tools: { scopes: toolScopes } };
/** An administrator named every tool for it. */
const newClient = async (options: object = everyTool) => {
  const made = await stage.register({
    name: 'Төхөөрөмж',
    app_type: 'm2m',
    redirect_uris: [],
    service_ids: [service.id],
    options: { limits: { per_minute: 60_000, burst: 10_000 }, ...options },
  });
  return { ...made, token: await stage.tokenOf(made) };
};

const ask = async (token: string) =>
  asEnvelope(await createCaller(stage.server.url).post('/api/v1/tools/host_status', {}, { token }));

async function tokenFor(application: { id: string; secret: string }, scope: string): Promise<string> {
  const answer = await stage.form(
    '/oauth2/token',
    { grant_type: 'client_credentials', ...(scope === '' ? {} : { scope }) },
    application,
  );
  return (answer.body as { access_token?: string }).access_token ?? '';
}

describe('an OAuth client', () => {
  it('with svc:tools calls with its own token, until the grant is revoked', async () => {
    const application = await newClient();
    const token = await tokenFor(application, 'svc:tools');
    expect(await ask(token)).toMatchObject({ status: 200, success: true });
    const removal = await createCaller(stage.server.url).call('DELETE', '/api/v1/tools/some_skill', {
      token,
    });
    expect(asEnvelope(removal)).toMatchObject({ status: 403, success: false });
    await stage.grant(application, []);
    await expect.poll(async () => (await ask(token)).status).toBe(403);
  });

  it('calls only the tools that an administrator named for it, until their end', async () => {
    const call = (token: string, tool: string, body: object = {}) =>
      createCaller(stage.server.url).post(`/api/v1/tools/${tool}`, body, { token });
    const none = await newClient({});
    const refused = asEnvelope(await call(await tokenFor(none, 'svc:tools'), 'host_status'));
    expect(refused).toMatchObject({ status: 403, error: expect.stringMatching(/^tools_not_named: /) });

    const narrow = await newClient({ tools: { scopes: ['tools:search_memory'] } });
    const token = await tokenFor(narrow, 'svc:tools');
    expect((await call(token, 'search_memory', { query: 'x' })).status).toBe(200);
    expect((await call(token, 'execute_command', { argv: ['uname'] })).status).toBe(403);
    const listed = await createCaller(stage.server.url).get('/api/v1/tools', { token });
    expect(asEnvelope(listed).data.tools.map(({ name }: { name: string }) => name)).toEqual([
      'search_memory',
    ]);
    await stage.world.database.query(
      `update applications set options = jsonb_set(options, '{tools,expires_at}', to_jsonb($2::text)) where id = $1`,
      [narrow.id, stage.clock.now().toISOString()],
    );
    await stage.world.database.query(
      `insert into bus_events (channel, payload) values ('applications', '{}')`,
    );
    await expect.poll(async () => (await call(token, 'search_memory', { query: 'x' })).status).toBe(403);
  });

  it('calls /mcp as well, with a token for that resource or without one', async () => {
    const application = await newClient();
    const plain = await tokenFor(application, 'svc:tools');
    const answer = await stage.form(
      '/oauth2/token',
      { grant_type: 'client_credentials', scope: 'svc:tools', resource: `${issuer}/mcp` },
      application,
    );
    const bound = (answer.body as { access_token?: string }).access_token ?? '';
    for (const token of [plain, bound]) {
      const listed = await createCaller(stage.server.url).post(
        '/mcp',
        { jsonrpc: '2.0', id: 1, method: 'tools/list' },
        { token, headers: { accept: 'application/json, text/event-stream' } },
      );
      expect(listed.status).toBe(200);
    }
    expect((await ask(bound)).status).toBe(401);
  });

  it('reaches the tools through the gateway as well', async () => {
    const application = await newClient();
    const token = await tokenFor(application, 'svc:tools');
    const through = (method: string, path: string, body?: unknown) =>
      stage.gw({ token }, method, `tools${path}`, body === undefined ? {} : { body });
    const answer = asEnvelope(await through('POST', '/host_status', { detailed: false }));
    expect(answer).toMatchObject({ status: 200, success: true, data: { platform: process.platform } });
    expect(answer.headers.get('x-ratelimit-limit')).toBe('20');
    expect(asEnvelope(await through('GET', '')).data.tools.length).toBeGreaterThanOrEqual(6);
    expect(asEnvelope(await through('POST', '/no_such_tool', {})).error).toMatch(/^unknown_skill: /);
    expect((await through('POST', '/..%2f..%2fadmin', {})).status).toBe(400);
    const large = { argv: ['uname', 'x'.repeat(70_000)] };
    expect((await through('POST', '/execute_command', large)).status).toBe(413);
    const [first, ...more] = await stage.logged(1, `path = '/gw/tools/host_status'`);
    expect(first).toMatchObject({ status: 200, application_id: application.id, service_id: service.id });
    expect(more).toEqual([]);
  });

  it('reaches no other address of the platform through the gateway, whatever the catalogue says', async () => {
    const other = await stage.newUpstream({ name: 'other' });
    const application = await stage.newClient([other]);
    const holder = { token: await tokenFor(await newClient(), 'svc:tools') };
    const lead = async (id: string, path: string) => {
      await stage.world.database.query(
        `update gateway_services set protocol = 'https', host = 'platform.internal', path = $2 where id = $1`,
        [id, path],
      );
      await stage.world.database.query(
        `insert into bus_events (channel, payload) values ('applications', '{}')`,
      );
    };
    for (const path of ['/', '/api/v1', '/api/v1/tools', '/admin/api/v1', '/gw/other', '/metrics']) {
      await lead(other.id, path);
      await expect.poll(async () => (await stage.gw(application, 'GET', 'other')).status).toBe(404);
      expect((await stage.gw(application, 'POST', 'other/api/v1/auth/eid/start')).status).toBe(404);
    }
    await lead(service.id, '/api/v1');
    await expect.poll(async () => (await stage.gw(holder, 'GET', 'tools/site')).status).toBe(404);
    await lead(service.id, '/api/v1/tools');
    await expect.poll(async () => (await stage.gw(holder, 'GET', 'tools')).status).toBe(200);
  });

  it('is refused without the grant, without the scope in its token, and when the service is switched off', async () => {
    const without = await stage.newClient([]);
    expect(await ask(without.token)).toMatchObject({ status: 403, success: false });
    const application = await newClient();
    const token = await tokenFor(application, 'svc:tools');
    expect((await ask(token)).status).toBe(200);
    await stage.world.database.query('update gateway_services set enabled = false where id = $1', [
      service.id,
    ]);
    await stage.world.database.query(
      `insert into bus_events (channel, payload) values ('applications', '{}')`,
    );
    await expect.poll(async () => (await ask(token)).status).toBe(403);
  });
});
