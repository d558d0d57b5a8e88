import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type TestWorld } from '../../../test/server.ts';
import { harmlessInputs, refusedInputs } from './test/hostile.ts';
import { createToolCaller, type Envelope, makeKey, toolsEnv } from './test/stage.ts';

let world: TestWorld;
let root: string;
let canary: string;
let call: (tool: string, body?: unknown) => Promise<Envelope>;

beforeAll(async () => {
  world = await openWorld();
  root = join(world.dataDir, 'tools');
  canary = join(world.dataDir, 'canary');
  mkdirSync(root);
  mkdirSync(join(world.dataDir, 'outside'));
  symlinkSync('/etc', join(root, 'out'));
  symlinkSync('loop', join(root, 'loop'));
  symlinkSync('/etc/shadow', join(root, 'shadow'));
  for (const name of ['secret.key', '.env']) writeFileSync(join(root, name), 'key material');
  const server = await world.startServer({ env: toolsEnv(world) });
  call = createToolCaller(world, server, (await makeKey(server, world)).key);
});
afterAll(() => world.close());

const place = <T>(value: T): T =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll('CANARY', canary)
      .replaceAll('ROOT', root)
      .replaceAll('OUTSIDE', join(world.dataDir, 'outside')),
  ) as T;

const refusals = ['invalid_params', 'missing_param', 'not_allowed', 'shell_syntax', 'cwd_outside_roots'];

describe('a corpus of hostile inputs', () => {
  it('is large', () => {
    expect(refusedInputs.length).toBeGreaterThanOrEqual(150);
  });

  it('is refused input by input before anything runs, and none reaches a shell', async () => {
    const passed: string[] = [];
    for (const { group, body } of refusedInputs) {
      const answer = await call('execute_command', place(body));
      const code = answer.error.split(':')[0] ?? '';
      const refused = answer.status === 200 && !answer.success && refusals.includes(code);
      if (!refused || Object.keys(answer.data).length > 0 || existsSync(canary))
        passed.push(`${group}: ${JSON.stringify(body).slice(0, 120)} → ${answer.status} ${answer.error}`);
      rmSync(canary, { force: true });
    }
    expect(passed).toEqual([]);
    const started = await world.database.query(
      `select from audit_log where action = 'tools.execute_command' and metadata ->> 'outcome' = 'started'`,
    );
    expect(started).toEqual([]);
  });

  it('shell syntax is plain text to a program', async () => {
    for (const { body, stdout } of harmlessInputs) {
      const answer = await call('execute_command', place(body));
      expect([answer.error, answer.data.stdout]).toEqual(['', place(stdout)]);
      expect(existsSync(canary)).toBe(false);
    }
  });

  it('processes are shown without their arguments, with any option of ps', async () => {
    const secret = 'password-on-the-command-line';
    const child = spawn('sleep', ['60'], { argv0: `sleep --${secret}` });
    try {
      for (const argv of [
        ['ps'],
        ['ps', 'aux'],
        ['ps', 'auxww'],
        ['ps', '-ef'],
        ['ps', '-eF'],
        ['ps', '-ely'],
        ['ps', '-eLf'],
        ['ps', '-A', '-f'],
        ['ps', 'ax'],
        ['ps', 'axjf'],
        ['ps', 'axl', '--forest'],
        ['ps', '-p', String(child.pid)],
        ['ps', '-f', '-p', String(child.pid)],
        ['ps', '-eo', 'pid,comm'],
      ]) {
        const { data, error } = await call('execute_command', { argv });
        expect([argv, error.replace(/^exit_nonzero.*/, ''), data.stdout.includes(secret)]).toEqual([
          argv,
          '',
          false,
        ]);
        if (argv[1]?.startsWith('aux') === true) expect(data.stdout).toMatch(/ sleep\n/);
      }
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('a wide root exposes no home, no secret and nothing of the platform', async () => {
    const server = await world.startServer({ env: toolsEnv(world, { TOOLS_CWD_ROOTS: '/' }) });
    const ask = createToolCaller(world, server, (await makeKey(server, world)).key);
    expect((await ask('execute_command', { argv: ['head', '-n1', '/etc/passwd'] })).data.stdout).toMatch(
      /^root:/,
    );
    for (const argv of [
      ['cat', '/etc/shadow'],
      ['cat', '/etc/ssh/sshd_config'],
      ['ls', '/root'],
      ['ls', '/home'],
      ['cat', '/proc/1/environ'],
      ['cat', '/proc/self/root/etc/passwd'],
      ['ls', world.dataDir],
      ['cat', join(root, 'secret.key')],
      ['cat', join(root, 'shadow')],
      ['ls', '-R'],
      ['ls', '-R', '/'],
      ['du', '-a', '/'],
    ])
      expect([argv, (await ask('execute_command', { argv })).error.split(':')[0]]).toEqual([
        argv,
        'not_allowed',
      ]);
  });

  it('the usual diagnostic commands work', async () => {
    for (const argv of [
      ['uptime'],
      ['df', '-h'],
      ['df', '-hT', '--total'],
      ['free', '-m'],
      ['uname', '-a'],
      ['hostname'],
      ['date', '-u', '+%FT%T'],
      ['whoami'],
      ['id'],
      ['ps', 'aux'],
      ['ps', '-ef'],
      ['ps', '-eo', 'pid,comm,%cpu'],
      ['ps', '-A', '-o', 'pid,rss', '--sort=-rss'],
      ['ls', '-la'],
      ['du', '-sh'],
      ['du', '-d1', '-h', '.'],
      ['df', '-h', '/'],
      ['df', '-h', '/var', '/home'],
      ['ls', '-la', '/'],
      ['ls', '-lt', '/var/log'],
      ['stat', '/'],
      ['stat', '-c', '%s %y', '/var/log'],
      ...(process.platform === 'linux'
        ? [
            ['cat', '/proc/loadavg'],
            ['cat', '/proc/net/dev'],
            ['head', '-n', '3', '/proc/meminfo'],
            ['head', '-5', '/proc/cpuinfo'],
            ['tail', '-n', '2', '/proc/vmstat'],
            ['wc', '-l', '/proc/cpuinfo'],
          ]
        : []),
    ])
      expect([argv, (await call('execute_command', { argv })).error]).toEqual([argv, '']);
  });
});
