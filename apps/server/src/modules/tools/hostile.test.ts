import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
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

const refusals = ['invalid_params', 'not_allowed', 'shell_syntax', 'cwd_outside_roots'];

describe('a corpus of hostile inputs', () => {
  it('is large', () => {
    expect(refusedInputs.length).toBeGreaterThanOrEqual(150);
  });

  it('each is refused before anything runs, and none reaches a shell', async () => {
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
  }, 60_000);

  it('what a shell would act on is a plain character to a program', async () => {
    for (const { body, stdout } of harmlessInputs) {
      const answer = await call('execute_command', place(body));
      expect([answer.error, answer.data.stdout]).toEqual(['', place(stdout)]);
      expect(existsSync(canary)).toBe(false);
    }
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
    ])
      expect([argv, (await call('execute_command', { argv })).error]).toEqual([argv, '']);
  });
});
