import { randomUUID } from 'node:crypto';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callUntil, createCaller } from '../../../test/caller.ts';
import { createPhone, type SignedIn, signIn } from '../../../test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';
import { createApiKeyCheck, sealedApiKeys } from '../../kernel/security/api-keys.ts';
import { createKeyring } from '../../kernel/security/keyring.ts';
import { resealColumn } from '../../kernel/security/reseal.ts';
import { createSecret, sealSecret } from '../../kernel/security/secrets.ts';
import { asEnvelope, createToolCaller, type Envelope, makeKey, signInAs, toolsEnv } from './test/stage.ts';

const environmentKey = 'environment-key-0123456789-abcdefghij';
let world: TestWorld;
let server: TestServer;
let call: (tool: string, body?: unknown) => Promise<Envelope>;
let admin: SignedIn;
let citizen: SignedIn;

beforeAll(async () => {
  world = await openWorld();
  server = await world.startServer({ env: toolsEnv(world, { TOOLS_API_KEYS: `robot:${environmentKey}` }) });
  call = createToolCaller(world, server, (await makeKey(server, world)).key);
  const phone = createPhone(world.sandbox);
  citizen = await signIn(server, phone, await phone.citizen(/^ordinary/, 1));
  admin = await signInAs(world, server, 'admin');
});
afterAll(() => world.close());

const post = async (path: string, options: Parameters<ReturnType<typeof createCaller>['call']>[2]) => {
  world.clock.advance(1000);
  return asEnvelope(await createCaller(server.url).call('POST', `/api/v1/tools/${path}`, options));
};
const withKey = (key: string) => ({ headers: { 'x-api-key': key } });

describe('credentials', () => {
  it('a key, a key of the settings, a key as bearer and an administrator are accepted', async () => {
    const { key } = await makeKey(server, world, 'passing');
    expect(await post('host_status', { body: {}, ...withKey(key) })).toMatchObject({ success: true });
    expect(await post('host_status', { body: {}, ...withKey(environmentKey) })).toMatchObject({
      success: true,
    });
    expect(await post('host_status', { body: {}, token: key })).toMatchObject({ success: true });
    const answer = await callUntil(200, () =>
      createCaller(server.url).post('/api/v1/tools/host_status', {}, { token: admin.token }),
    );
    expect(asEnvelope(answer)).toMatchObject({ success: true, error: '' });
  });

  it('anonymous calls, a wrong key, a revoked key and a refresh token are refused with 401 in the same envelope', async () => {
    const { id, key } = await makeKey(server, world, 'short-lived');
    await callUntil(200, () =>
      createCaller(server.url).call('DELETE', `/api/v1/admin/tools/keys/${id}`, { token: admin.token }),
    );
    const noId = '-'.repeat(36);
    expect(
      (
        await createCaller(server.url).call('DELETE', `/api/v1/admin/tools/keys/${noId}`, {
          token: admin.token,
        })
      ).status,
    ).toBe(404);
    const wrong = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`;
    for (const options of [
      {},
      withKey(key),
      withKey(wrong),
      withKey('x'),
      { token: wrong },
      { token: 'a'.repeat(43) },
      { token: citizen.refreshToken },
      { token: admin.token, ...withKey('wrong beside a good token') },
    ]) {
      const answer = await post('host_status', { body: {}, ...options });
      expect(answer).toMatchObject({ status: 401, success: false, data: {} });
      expect(answer.error).toMatch(/^unauthorized: ./);
    }
  });

  it('a key is narrow unless widened: the tools alone, none chosen, 90 days', async () => {
    const make = (body: object) =>
      createCaller(server.url).post('/api/v1/admin/tools/keys', body, { token: admin.token });
    const { key, ...shown } = (await make({ name: 'a name alone' })).body.data;
    const days = (count: number) =>
      new Date(world.clock.now().getTime() + count * 24 * 3_600_000).toISOString();
    expect(shown).toMatchObject({ surfaces: ['tools'], scopes: [], expires_at: days(90) });
    expect((await post('host_status', { body: {}, ...withKey(key) })).status).toBe(403);
    expect((await createCaller(server.url).get('/admin/api/v1/me', withKey(key))).status).toBe(401);
    const wide = (
      await make({ name: 'wide', surfaces: ['admin', 'tools'], scopes: ['tools:host_status'], days: null })
    ).body.data;
    expect(wide).toMatchObject({ surfaces: ['admin', 'tools'], expires_at: null });
    for (const fault of [{ surfaces: ['mcp'] }, { surfaces: [] }, { scopes: ['host_status'] }])
      expect((await make({ name: 'x', ...fault })).status).toBe(422);
  });

  it('a key makes no key without an administrator who proved their identity', async () => {
    const maker = await makeKey(server, world, 'maker', { surfaces: ['admin'] });
    const make = (headers: Record<string, string>, body: object = {}) =>
      createCaller(server.url).post(
        '/admin/api/v1/keys',
        { name: 'from there', ...body },
        { headers: { 'x-api-key': maker.key, ...headers } },
      );
    const asked = await make({});
    expect([asked.status, asked.body]).toEqual([403, { error: 'step_up_required' }]);
    expect((await make({ 'x-administrator-token': citizen.token })).status).toBe(403);
    expect((await make({ 'x-administrator-token': 'wrong' })).status).toBe(401);
    const proven = { 'x-administrator-token': admin.token };
    expect((await make(proven)).body).toMatchObject({ surfaces: ['tools'], scopes: [] });
    for (const fault of [{ surfaces: ['mcp'] }, { scopes: ['tools:rm'] }])
      expect((await make(proven, fault)).status).toBe(422);
    const age = (minutes: number) =>
      world.database.query('update sessions set created_at = $2 where user_id = $1', [
        admin.userId,
        new Date(world.clock.now().getTime() - minutes * 60_000),
      ]);
    await age(15);
    expect((await make(proven)).status).toBe(403);
    const here = await createCaller(server.url).post(
      '/api/v1/admin/tools/keys',
      { name: 'x' },
      { token: admin.token },
    );
    expect([here.status, here.body.error]).toEqual([403, 'step_up_required']);
    await age(0);
  });

  it('a key opens the surfaces that its creator chose, and a revoked one none', async () => {
    const forTools = async (key: string) => (await post('host_status', { body: {}, ...withKey(key) })).status;
    const forAdmin = async (key: string) =>
      (await createCaller(server.url).get('/admin/api/v1/me', withKey(key))).status;
    const make = async (body: object) => {
      const made = await createCaller(server.url).post('/api/v1/admin/tools/keys', body, {
        token: admin.token,
      });
      expect(made.status).toBe(201);
      return made.body.data as { id: string; key: string; surfaces: string[] };
    };
    const both = await make({
      name: 'both',
      surfaces: ['admin', 'tools'],
      scopes: ['tools:host_status'],
    });
    expect(both.surfaces).toEqual(['admin', 'tools']);
    expect([await forTools(both.key), await forAdmin(both.key)]).toEqual([200, 200]);
    const made = await createCaller(server.url).post(
      '/admin/api/v1/keys',
      { name: 'from there', surfaces: ['admin', 'tools'], scopes: ['tools:host_status'] },
      { headers: { 'x-api-key': both.key, 'x-administrator-token': admin.token } },
    );
    const { secret, id } = made.body as unknown as { secret: string; id: string };
    expect([made.status, await forTools(secret), await forAdmin(secret)]).toEqual([201, 200, 200]);
    const narrow = await make({ name: 'narrow', scopes: ['tools:host_status'] });
    expect([await forTools(narrow.key), await forAdmin(narrow.key)]).toEqual([200, 401]);
    expect(await forAdmin(environmentKey)).toBe(401);
    // Revoked on one surface, it is refused on both.
    await createCaller(server.url).call('DELETE', `/api/v1/admin/tools/keys/${id}`, { token: admin.token });
    expect([await forTools(secret), await forAdmin(secret)]).toEqual([401, 401]);
    await createCaller(server.url).call('DELETE', `/admin/api/v1/keys/${narrow.id}`, withKey(both.key));
    expect(await forTools(narrow.key)).toBe(401);
  });

  it('a key calls only the tools of its scopes, and nothing after its end', async () => {
    const make = (body: object) =>
      createCaller(server.url).post('/api/v1/admin/tools/keys', body, { token: admin.token });
    const made = await make({ name: 'reader', scopes: ['tools:host_status', 'tools:skills'], days: 7 });
    const { key, ...shown } = made.body.data;
    expect(shown).toMatchObject({
      scopes: ['tools:host_status', 'tools:skills'],
      surfaces: ['tools'],
      expires_at: new Date(world.clock.now().getTime() + 7 * 24 * 3_600_000).toISOString(),
    });
    const ask = async (tool: string, body: object = {}) => post(tool, { body, ...withKey(key) });
    expect((await ask('host_status')).status).toBe(200);
    const refused = await ask('execute_command', { argv: ['uname'] });
    expect([refused.status, refused.error, refused.headers.get('www-authenticate')]).toEqual([
      403,
      expect.stringMatching(/^insufficient_scope: /),
      'Bearer error="insufficient_scope", scope="tools:execute_command"',
    ]);
    const listed = await createCaller(server.url).get('/api/v1/tools', withKey(key));
    const names = (listed.body.data.tools as { name: string; builtin: boolean }[])
      .filter(({ builtin }) => builtin)
      .map(({ name }) => name);
    expect(names).toEqual(['host_status']);
    const batch = await createCaller(server.url).post(
      '/mcp',
      [
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'host_status', arguments: {} } },
        { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'rebrand_system', arguments: {} } },
      ],
      { headers: { 'x-api-key': key, accept: 'application/json, text/event-stream' } },
    );
    expect(batch.status).toBe(403);
    const maker = (await make({ name: 'maker', surfaces: ['admin'] })).body.data.key;
    const there = await createCaller(server.url).post(
      '/admin/api/v1/keys',
      { name: 'from there', scopes: ['tools:search_memory'], days: 1 },
      { headers: { 'x-api-key': maker, 'x-administrator-token': admin.token } },
    );
    const other = there.body as unknown as { secret: string; scopes: string[]; expires_at: string };
    expect([there.status, other.scopes, other.expires_at]).toEqual([
      201,
      ['tools:search_memory'],
      new Date(world.clock.now().getTime() + 24 * 3_600_000).toISOString(),
    ]);
    expect((await post('host_status', { body: {}, ...withKey(other.secret) })).status).toBe(403);
    expect((await createCaller(server.url).get('/admin/api/v1/me', withKey(other.secret))).status).toBe(401);
    for (const fault of [{ scopes: ['tools:rm'] }, { days: 0 }, { days: 3651 }])
      expect((await make({ name: 'x', ...fault })).status).toBe(422);
    // Seven days would also end the sessions of the other tests.
    await world.database.query('update api_keys set expires_at = $2 where id = $1', [
      shown.id,
      world.clock.now(),
    ]);
    expect((await ask('host_status')).status).toBe(401);
  });

  it('a key made before both surfaces shared a table keeps its surface, also after a key rotation', async () => {
    const id = randomUUID();
    const secret = `tamga_tool_${id.replaceAll('-', '')}_${createSecret()}`;
    const given = server.config.INTEGRATION_ENC_KEY;
    const keyring = createKeyring(given);
    await world.database.query(
      `insert into api_keys (id, name, display, sealed_hash, purpose, surfaces, created_at)
       values ($1, 'older', 'tamga_tool_…', $2, 'tools.key', '{tools}', now())`,
      [id, sealSecret(keyring, secret, 'tools.key')],
    );
    expect((await post('host_status', { body: {}, ...withKey(secret) })).status).toBe(200);
    expect((await createCaller(server.url).get('/admin/api/v1/me', withKey(secret))).status).toBe(401);
    const fresh = { id: 't2', secret: 'another-test-key-0123456789-abcdef' };
    const { database } = server.app;
    expect(await resealColumn(database, createKeyring([fresh, ...given]), sealedApiKeys)).toBeGreaterThan(0);
    const check = createApiKeyCheck(
      { database, keyring: createKeyring([fresh]), environmentKeys: [], now: world.clock.now },
      'tools',
    );
    expect(await check(secret)).toEqual({ id, name: 'older', fromEnvironment: false });
    await resealColumn(database, createKeyring([...given, fresh]), sealedApiKeys);
  });

  it("a citizen's token is refused with 403", async () => {
    const answer = await post('host_status', { body: {}, token: citizen.token });
    expect(answer).toMatchObject({ status: 403, success: false, data: {} });
  });

  it('each credential has a separate allowance', async () => {
    const busy = await makeKey(server, world, 'busy');
    const calm = await makeKey(server, world, 'calm');
    const ask = async (key: string) =>
      asEnvelope(await createCaller(server.url).post('/api/v1/tools/host_status', {}, withKey(key)));
    const answers = [];
    for (let times = 0; times < 21; times += 1) answers.push(await ask(busy.key));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    const last = answers.at(-1);
    expect(last).toMatchObject({ status: 429, success: false });
    expect(last?.headers.get('retry-after')).toBe('1');
    expect(last?.headers.get('x-ratelimit-limit')).toBe('20');
    expect((await ask(calm.key)).status).toBe(200);
    world.clock.advance(1000);
    expect((await ask(busy.key)).status).toBe(200);
  });
});

describe('the envelope', () => {
  it('reports an invalid request in its own format', async () => {
    const { key } = await makeKey(server, world);
    const json = { 'x-api-key': key, 'content-type': 'application/json' };
    expect((await post('host_status', { rawBody: '{', headers: json })).status).toBe(400);
    for (const rawBody of ['[]', 'null', '1', '"text"', '', undefined])
      expect(
        await post('host_status', { headers: json, ...(rawBody === undefined ? {} : { rawBody }) }),
      ).toMatchObject({
        status: 400,
        success: false,
        data: {},
        error: expect.stringMatching(/^bad_request: /),
      });
    expect(await post('host_status', { headers: { 'x-api-key': key } })).toMatchObject({ status: 400 });
    expect(
      (await post('host_status', { rawBody: 'x', headers: { ...json, 'content-type': 'text/plain' } }))
        .status,
    ).toBe(415);
    const large = JSON.stringify({ x: 'x'.repeat(64 * 1024) });
    expect(await post('host_status', { rawBody: large, headers: json })).toMatchObject({
      status: 413,
      success: false,
      data: {},
    });
    expect(await post('no_such_tool', { body: {}, headers: json })).toMatchObject({
      status: 404,
      success: false,
    });
    expect((await post('no_such_tool', { body: {}, headers: json })).error).toMatch(/^unknown_skill: /);
    const get = await createCaller(server.url).get('/api/v1/tools/host_status', withKey(key));
    expect(asEnvelope(get)).toMatchObject({ status: 405, success: false });
    expect(await call('host_status', { detail: true })).toMatchObject({
      status: 200,
      success: false,
      data: {},
    });
    expect((await call('host_status', { detail: true })).error).toMatch(/^invalid_params: /);
    for (const [tool, body] of [
      ['search_memory', {}],
      ['record_insight', { topic: 'x' }],
      ['synthesize_skill', { skillName: 'abc' }],
      ['execute_command', {}],
    ] as const)
      expect((await call(tool, body)).error).toMatch(/^missing_param: /);
  });

  it('lists every tool with its parameters, and documents each as an operation', async () => {
    const { key } = await makeKey(server, world);
    const list = asEnvelope(await createCaller(server.url).get('/api/v1/tools', withKey(key)));
    expect(list.data.diagnosis).toMatchObject({
      commands: expect.arrayContaining(['df', 'du', 'ls', 'stat', 'head', 'tail', 'wc', 'cat']),
      roots: [join(world.dataDir, 'tools')],
      directories: expect.arrayContaining(['/', '/var/log']),
      files: expect.arrayContaining(['/proc/loadavg', '/var/log/syslog']),
    });
    expect(list.data.diagnosis.files.filter((path: string) => !/^\/(proc|var\/log)\//.test(path))).toEqual(
      [],
    );
    const names = list.data.tools.map((tool: { name: string }) => tool.name);
    expect(names.slice(0, 6).sort()).toEqual([
      'execute_command',
      'host_status',
      'rebrand_system',
      'record_insight',
      'search_memory',
      'synthesize_skill',
    ]);
    const { paths } = server.app.document() as {
      paths: Record<string, Record<string, Record<string, unknown>>>;
    };
    for (const tool of list.data.tools.slice(0, 6)) {
      const operation = paths[`/api/v1/tools/${tool.name}`]?.['post'];
      expect(operation).toMatchObject({
        operationId: tool.name,
        security: [{ apiKey: [] }, { bearer: [] }],
        requestBody: { content: { 'application/json': { schema: tool.parameters } } },
      });
    }
  });
});

describe('host_status', () => {
  it('returns real figures, and processes without their command lines on request', async () => {
    const { data } = await call('host_status', { detailed: true });
    expect(data.memory.totalBytes).toBe(data.memory.usedBytes + data.memory.freeBytes);
    expect(data.memory.usedBytes).toBeGreaterThan(1e6);
    expect(data.cpu.cores).toBeGreaterThan(0);
    expect(data.cpu.usagePercent).toBeGreaterThanOrEqual(0);
    expect(data.disk[0].totalBytes).toBeGreaterThan(0);
    expect(data.service).toMatchObject({ pid: process.pid, nodeVersion: process.version });
    expect(['ok', 'warn', 'critical']).toContain(data.status);
    expect(data.processes.length).toBeLessThanOrEqual(20);
    if (process.platform === 'linux') {
      expect(data.processes.length).toBeGreaterThan(0);
      expect(Object.keys(data.processes[0]).sort()).toEqual(['cpuPercent', 'memoryBytes', 'name', 'pid']);
    }
    expect((await call('host_status')).data.processes).toBeUndefined();
  });
});

describe('execute_command', () => {
  it('runs an allowed program and reports how it ended', async () => {
    expect(await call('execute_command', { argv: ['uname', '-s'] })).toMatchObject({
      success: true,
      data: {
        argv: ['uname', '-s'],
        exitCode: 0,
        signal: null,
        truncated: false,
        timedOut: false,
        stderr: '',
      },
    });
    const root = join(world.dataDir, 'tools');
    mkdirSync(join(root, 'inner'), { recursive: true });
    writeFileSync(join(root, 'inner', 'a file.txt'), 'x');
    const listed = await call('execute_command', { command: `ls -1 'inner'` });
    expect(listed).toMatchObject({ success: true, data: { stdout: 'a file.txt\n', cwd: root } });
    const inside = await call('execute_command', { argv: ['ls'], cwd: 'inner' });
    expect(inside.data).toMatchObject({ stdout: 'a file.txt\n', cwd: join(root, 'inner') });
    expect(await call('execute_command', { argv: ['ls'], command: 'uname' })).toMatchObject({
      success: true,
    });
  });

  it('a failed command answers with its output', async () => {
    const answer = await call('execute_command', { argv: ['id', 'no_such_person'] });
    expect(answer).toMatchObject({ status: 200, success: false, data: { exitCode: 1 } });
    expect(answer.error).toMatch(/^exit_nonzero: /);
    expect(answer.data.stderr).toContain('no_such_person');
  });

  it('works only inside the allowed roots, also through links', async () => {
    const root = join(world.dataDir, 'tools');
    mkdirSync(root, { recursive: true });
    symlinkSync('/etc', join(root, 'way-out'));
    for (const cwd of [
      '/',
      '/etc',
      '..',
      'inner/../..',
      'way-out',
      'way-out/ssl',
      `${root}x`,
      'missing',
      '~',
    ])
      expect((await call('execute_command', { argv: ['ls'], cwd })).error).toMatch(/^cwd_outside_roots: /);
    for (const path of ['/etc', 'way-out', 'way-out/passwd', '../', '/proc/self/environ'])
      expect((await call('execute_command', { argv: ['ls', path] })).error).toMatch(/^not_allowed: /);
  });

  it('every call is audited, also a refused one; nothing runs before the first entry is committed', async () => {
    await call('execute_command', { argv: ['date', '+%Y'] });
    await call('execute_command', { argv: ['bash', '-c', 'x'.repeat(300)] });
    const rows = await world.database.query<{ action: string; metadata: Record<string, unknown> }>(
      `select action, metadata from audit_log where action = 'tools.execute_command' order by id desc limit 3`,
    );
    expect(rows.map(({ metadata }) => metadata['outcome'])).toEqual(['not_allowed', 'ok', 'started']);
    expect(rows[0]?.metadata).toMatchObject({
      caller: 'key:test',
      arguments: ['argv[0]=bash', 'argv[1]=-c', `argv[2]=${'x'.repeat(256)}`],
    });
    const calls = await createCaller(server.url).get('/api/v1/admin/tools/calls?limit=2', {
      token: admin.token,
    });
    expect(calls.body.data.items).toMatchObject([
      { tool: 'execute_command', outcome: 'not_allowed', exit_code: null },
      { tool: 'execute_command', outcome: 'ok', exit_code: 0 },
    ]);
    expect(calls.body.data.next).toEqual(expect.any(String));
  });
});
