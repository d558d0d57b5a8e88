import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callUntil, createCaller } from '../../../../test/caller.ts';
import type { SignedIn } from '../../../../test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../../test/server.ts';
import { asEnvelope, createToolCaller, type Envelope, makeKey, signInAs, toolsEnv } from '../test/stage.ts';

let world: TestWorld;
let server: TestServer;
let key: string;
let admin: SignedIn;
let call: (tool: string, body?: unknown) => Promise<Envelope>;

beforeAll(async () => {
  world = await openWorld();
  const root = join(world.dataDir, 'tools', 'folder with blanks');
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, 'inside.txt'), 'x');
  server = await world.startServer({ env: toolsEnv(world) });
  key = (await makeKey(server, world, 'author')).key;
  admin = await signInAs(world, server, 'admin');
  call = createToolCaller(world, server, key);
});
afterAll(() => world.close());

const register = (skillName: string, commandTemplate: string, description = 'A skill') =>
  call('synthesize_skill', { skillName, description, commandTemplate });

describe('synthesize_skill', () => {
  it('registers a template, split once, with its parameters in order', async () => {
    const answer = await register('list_folder', `ls -1 --sort={{order}} {{folder}}`);
    expect(answer).toMatchObject({
      success: true,
      data: {
        skillName: 'list_folder',
        argv: ['ls', '-1', '--sort={{order}}', '{{folder}}'],
        params: ['order', 'folder'],
        endpoint: '/api/v1/tools/list_folder',
        createdBy: 'key:author',
      },
    });
    expect((await register('list_folder', 'ls')).error).toMatch(/^skill_exists: /);
    expect((await register('host_status', 'ls')).error).toMatch(/^skill_exists: /);
  });

  it.each([
    ['a name that is not snake_case', 'NotSnake', 'ls', 'invalid_params'],
    ['a name that is too short', 'ab', 'ls', 'invalid_params'],
    ['a shell', 'bad_shell', 'sh -c {{x}}', 'not_allowed'],
    ['a chain', 'bad_chain', 'ls; id', 'shell_syntax'],
    ['a substitution', 'bad_substitution', 'ls $(id)', 'shell_syntax'],
    ['a program that is a parameter', 'bad_program', '{{program}} -a', 'invalid_params'],
    ['a parameter called cwd', 'bad_cwd', 'ls {{cwd}}', 'invalid_params'],
    ['a parameter with a strange name', 'bad_name', 'ls {{a-b}}', 'invalid_params'],
    ['an empty parameter', 'bad_empty', 'ls {{}}', 'invalid_params'],
    ['half a placeholder', 'bad_half', 'ls {{a', 'shell_syntax'],
    ['a quoted half', 'bad_quoted', `ls '{{a'`, 'invalid_params'],
    ['an option that is not allowed', 'bad_option', 'date --set={{when}}', 'not_allowed'],
    ['an option made of a parameter', 'bad_made', 'hostname -F {{file}}', 'not_allowed'],
    ['an operand that sets the host', 'bad_operand', 'hostname evil', 'not_allowed'],
    [
      'too many parameters',
      'bad_many',
      `ls ${Array.from({ length: 17 }, (_, at) => `{{p${at}}}`).join(' ')}`,
      'invalid_params',
    ],
  ])('refuses %s', async (_what, name, template, code) => {
    expect((await register(name, template)).error.split(':')[0]).toBe(code);
  });
});

describe('the document for assistants', () => {
  it('lists each tool and each skill as an operation, at its public address, for callers with a key', async () => {
    const read = (headers: Record<string, string> = {}) =>
      createCaller(server.url).get('/api/v1/tools/openapi.json', { headers });
    expect((await read()).status).toBe(401);
    const answer = await callUntil(200, async () => {
      const given = await read({ 'x-api-key': key });
      return { ...given, status: given.text.includes('list_folder') ? given.status : 0 };
    });
    const document = answer.body as unknown as {
      info: { version: string };
      servers: unknown;
      paths: Record<string, Record<string, Record<string, unknown>>>;
    };
    expect(document.info.version).toBe('1.0.0');
    expect(document.servers).toEqual([{ url: server.config.appOrigin }]);
    expect(document.paths['/api/v1/tools/host_status']?.['post']).toMatchObject({
      operationId: 'host_status',
    });
    expect(document.paths['/api/v1/tools/list_folder']?.['post']).toMatchObject({
      operationId: 'list_folder',
      summary: 'A skill',
      security: [{ apiKey: [] }, { bearer: [] }],
      requestBody: { content: { 'application/json': { schema: { required: ['order', 'folder'] } } } },
    });
    expect(Object.keys(document.paths).every((path) => path.startsWith('/api/v1/tools/'))).toBe(true);
  });
});

describe('a skill', () => {
  it('gets each value as exactly one argument', async () => {
    const answer = await call('list_folder', { order: 'size', folder: 'folder with blanks' });
    expect(answer).toMatchObject({
      success: true,
      data: {
        skillName: 'list_folder',
        argv: ['ls', '-1', '--sort=size', 'folder with blanks'],
        stdout: 'inside.txt\n',
      },
    });
  });

  it('refuses missing, unknown and invalid values', async () => {
    const code = async (body: object) => (await call('list_folder', body)).error.split(':')[0];
    expect(await code({ order: 'name' })).toBe('missing_param');
    expect(await code({ order: 'name', folder: '.', more: 1 })).toBe('unknown_param');
    for (const folder of ['', 'a\nb', 'a\0b', 'x'.repeat(1025), ['a'], { a: 1 }, null])
      expect(await code({ order: 'name', folder })).toBe('invalid_params');
  });

  it('refuses options, other places and values that the policy does not allow, in any encoding', async () => {
    const code = async (body: object) => (await call('list_folder', body)).error.split(':')[0];
    for (const folder of ['-L', '--dereference', '-', '--', '-R/etc'])
      expect(await code({ order: 'name', folder })).toBe('invalid_params');
    for (const folder of ['/etc', '..', '$(id)', '; id', '/proc/self/root'])
      expect(await code({ order: 'name', folder })).toBe('not_allowed');
    for (const order of ['name --dereference', '../x', 'name;id'])
      expect(await code({ order, folder: '.' })).toBe('not_allowed');
    expect(await code({ order: 'name', folder: '.', cwd: '/' })).toBe('cwd_outside_roots');
  });

  it('survives a restart, and is checked against the current allowlist', async () => {
    const later = await world.startServer({ env: toolsEnv(world, { TOOLS_ALLOWED_COMMANDS: 'uname,df' }) });
    const ask = createToolCaller(world, later, key);
    expect((await ask('list_folder', { order: 'name', folder: '.' })).error).toMatch(/^not_allowed: /);
    const list = await createCaller(later.url).get('/api/v1/tools', { headers: { 'x-api-key': key } });
    expect(asEnvelope(list).data.tools.at(-1)).toMatchObject({
      name: 'list_folder',
      builtin: false,
      parameters: { required: ['order', 'folder'] },
    });
    const remove = (options: object = { token: admin.token }) =>
      createCaller(later.url).call('DELETE', '/api/v1/tools/list_folder', options);
    // Permission to use a skill does not include removing it.
    expect(asEnvelope(await remove({ headers: { 'x-api-key': key } }))).toMatchObject({
      status: 403,
      success: false,
    });
    expect(asEnvelope(await callUntil(200, () => remove()))).toMatchObject({
      success: true,
      data: { deleted: true },
    });
    expect(asEnvelope(await remove())).toMatchObject({ status: 404, success: false });
    // The other instance receives the change.
    await expect.poll(async () => (await call('list_folder', {})).status).toBe(404);
    const actions = await world.database.query<{ action: string }>(
      `select distinct action from audit_log where category = 'tools' order by action`,
    );
    expect(actions.map(({ action }) => action)).toEqual([
      'tools.key.create',
      'tools.list_folder',
      'tools.skill.delete',
      'tools.synthesize_skill',
    ]);
  });
});
