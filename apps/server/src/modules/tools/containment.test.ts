import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patienceMs } from '../../../../../scripts/patience.ts';
import { createCaller } from '../../../test/caller.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';
import { until } from '../../../test/until.ts';
import { memoryLimiter } from '../../kernel/http/limits.ts';
import { createBranding } from '../site/index.ts';
import { createPrograms, tools } from './index.ts';
import { asEnvelope, createToolCaller, type Envelope, makeKey } from './test/stage.ts';

let world: TestWorld;
let server: TestServer;
let root: string;
let key: string;
let call: (tool: string, body?: unknown) => Promise<Envelope>;
let callHastily: typeof call;

/** Misbehaving programs, on a separate path: no setting of the product could allow them. */
const programs: Record<string, string> = {
  forker: 'while :; do sleep 300 & done',
  // Ends at some hundred processes: if nothing stops it in time, the machine and every other test must
  // survive it.
  doubler: 'case "$1" in xxxxxxxx) ;; *) "$0" "x$1" & "$0" "x$1" & esac; wait; sleep 300',
  shouter: 'exec yes endless-endless-endless-endless-endless',
  talker:
    'i=0; while [ $i -lt 3000 ]; do echo "0123456789012345678901234567890123456789 $i"; i=$((i+1)); done',
  sleeper: 'sleep 300',
  stubborn: 'trap "" TERM INT HUP; sleep 300 & wait; sleep 300',
  runaway: 'setsid sleep 301 & sleep 302',
  orphaner: '(setsid sh -c "sleep 303" &) ; exit 0',
  background: 'sleep 304 & echo done',
  environment: 'env',
  eater: 'x=aaaaaaaaaaaaaaaa; while :; do x="$x$x"; done',
  filler: 'echo written > filled.txt',
  reader: 'cat; echo closed',
  slow: 'sleep 0.5',
  // Lists its directory after the test has moved it away.
  swapped: ': > ../started; until [ -e ../go ]; do sleep 0.01; done; ls',
  account: 'id -u; id -G',
};

beforeAll(async () => {
  world = await openWorld();
  root = join(world.dataDir, 'roots');
  const bin = join(world.dataDir, 'bin');
  for (const directory of [root, bin, join(root, 'here'), join(world.dataDir, 'secret')])
    mkdirSync(directory);
  writeFileSync(join(world.dataDir, 'secret', 'secret.txt'), 'x');
  writeFileSync(join(root, 'here', 'plain.txt'), 'x');
  for (const [name, body] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${body}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  chmodSync(bin, 0o755);
  // A root server runs commands under an account without rights, which must reach the programs and may write
  // here.
  chmodSync(world.dataDir, 0o711);
  chmodSync(root, 0o777);
  const found = createPrograms({ searchPath: [bin, '/usr/bin', '/bin'], ownerUid: process.getuid?.() ?? 0 });
  server = await startTools(found, patienceMs);
  const hasty = await startTools(found, 1000);
  key = (await makeKey(server, world)).key;
  call = createToolCaller(world, server, key);
  callHastily = createToolCaller(world, hasty, key);
});
afterAll(() => world.close());

/** A server that allows a command this much time. */
const startTools = (found: ReturnType<typeof createPrograms>, timeoutMs: number) =>
  world.startServer({
    extraModules: (parts) => [
      tools({
        ...parts,
        branding: createBranding(parts),
        embedding: undefined,
        version: 'test',
        issuer: undefined,
        origin: 'http://localhost',
        limiter: memoryLimiter(() => parts.now().getTime()),
        onFailure: () => undefined,
        dataDir: world.dataDir,
        environmentKeys: [],
        mcp: { hosts: [], origins: [] },
        commands: {
          allowed: [...Object.keys(programs), 'ls'],
          extraOptions: [],
          roots: [root],
          timeoutMs,
          programs: found,
          limits: { memoryBytes: 256 * 1024 * 1024 },
        },
      }),
    ],
  });

/** Sleep processes whose name or arguments contain the text. */
function sleepersLeft(): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      } catch {
        return '';
      }
    })
    .filter((line) => /^sleep 30\d$/.test(line));
}

/** Requests /health all the time, from another address. */
async function withHealth<T>(work: Promise<T>): Promise<{ result: T; statuses: number[] }> {
  const statuses: number[] = [];
  let running = true;
  const probe = until(async () => {
    statuses.push((await createCaller(server.url).get('/health')).status);
    return !running;
  });
  const result = await work;
  running = false;
  await probe;
  return { result, statuses };
}

describe('a misbehaving command', () => {
  it.each([
    ['forker', 'exit_nonzero'],
    ['doubler', 'exit_nonzero'],
    ['shouter', 'exit_nonzero'],
    ['sleeper', 'timeout'],
    ['stubborn', 'timeout'],
    ['runaway', 'timeout'],
  ])('%s is killed with everything it started, while /health answers', async (name, code) => {
    const run = code === 'timeout' ? callHastily : call;
    const { result, statuses } = await withHealth(run('execute_command', { argv: [name] }));
    expect(result).toMatchObject({ status: 200, success: false });
    expect(result.error.split(':')[0]).toBe(code);
    expect(result.data.timedOut).toBe(code === 'timeout');
    expect(statuses.length).toBeGreaterThan(0);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    await expect.poll(sleepersLeft).toEqual([]);
  });

  it('has its output truncated at 64 KiB and marked as such', async () => {
    const shouted = await call('execute_command', { argv: ['shouter'] });
    expect(shouted.data).toMatchObject({ truncated: true });
    expect(shouted.data.stdout).toHaveLength(64 * 1024);
    const talked = await call('execute_command', { argv: ['talker'] });
    expect(talked).toMatchObject({ success: true, data: { truncated: true, exitCode: 0 } });
    expect(talked.data.stdout).toHaveLength(64 * 1024);
  });

  it('leaves no process behind when it ends', async () => {
    expect(await call('execute_command', { argv: ['background'] })).toMatchObject({
      success: true,
      data: { stdout: 'done\n' },
    });
    expect(await call('execute_command', { argv: ['orphaner'] })).toMatchObject({ success: true });
    await expect.poll(sleepersLeft).toEqual([]);
  });

  it('sees nothing of our environment, reads no input, and cannot fill memory or a disk', async () => {
    const { data } = await call('execute_command', { argv: ['environment'] });
    const names = data.stdout
      .trim()
      .split('\n')
      .map((line: string) => line.split('=')[0]);
    expect(names.filter((name: string) => !['PWD', 'SHLVL', '_', 'OLDPWD'].includes(name)).sort()).toEqual([
      'HOME',
      'LANG',
      'PATH',
      'TAMGA_CALL',
    ]);
    expect(data.stdout).toContain('PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin\n');
    expect((await call('execute_command', { argv: ['reader'] })).data.stdout).toBe('closed\n');
    expect(await call('execute_command', { argv: ['eater'] })).toMatchObject({ success: false });
    if (existsSync('/usr/bin/prlimit')) {
      await call('execute_command', { argv: ['filler'] });
      expect(readFileSync(join(root, 'filled.txt'), 'utf8')).toBe('');
    }
  });

  it('has no root rights when the server has them', async () => {
    const { data } = await call('execute_command', { argv: ['account'] });
    const [uid, groups] = data.stdout.trim().split('\n');
    expect(Number(uid)).not.toBe(0);
    if (process.getuid?.() === 0) expect(groups.split(' ')).toHaveLength(1);
    else expect(Number(uid)).toBe(process.getuid?.());
  });

  it('is refused when root may not drop its rights', async () => {
    if (process.getuid?.() !== 0 || !existsSync('/usr/bin/setpriv')) return;
    const script = `
      import { findCommandAccount } from '${import.meta.dirname}/commands/account.ts';
      import { runProgram, defaultLimits } from '${import.meta.dirname}/commands/run.ts';
      const account = await findCommandAccount();
      const result = await runProgram({ file: '/usr/bin/id', args: [], cwd: '/', limits: defaultLimits,
        prlimit: undefined, released: new AbortController().signal, account, stillThere: async () => true });
      console.log(JSON.stringify({ account, ...result }));`;
    const bound = ['--bounding-set', '-setuid,-setgid', '--inh-caps', '-setuid,-setgid'];
    const answer = execFileSync('/usr/bin/setpriv', [
      ...[...bound, process.execPath, '--input-type=module-typescript', '-e', script],
    ]).toString();
    expect(JSON.parse(answer)).toMatchObject({
      account: { uid: expect.any(Number) },
      failedToStart: true,
      stdout: '',
    });
  });

  it('ends when its caller disconnects', async () => {
    const leaving = new AbortController();
    const held = createCaller(server.url).post(
      '/api/v1/tools/execute_command',
      { argv: ['sleeper'] },
      { headers: { 'x-api-key': key }, signal: leaving.signal },
    );
    await expect.poll(sleepersLeft).toHaveLength(1);
    leaving.abort();
    await expect(held).rejects.toThrow();
    await expect.poll(sleepersLeft).toEqual([]);
  });

  it('runs beside at most three others, and further ones wait', async () => {
    world.clock.advance(60_000);
    const caller = createCaller(server.url);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        caller.post('/api/v1/tools/execute_command', { argv: ['slow'] }, { headers: { 'x-api-key': key } }),
      ),
    );
    expect(answers.map((answer) => asEnvelope(answer).success)).toEqual(Array(6).fill(true));
  });
});

describe('links swapped during a call', () => {
  it('the command stays in the checked directory', async () => {
    const running = call('execute_command', { argv: ['swapped'], cwd: 'here' });
    await until(() => existsSync(join(root, 'started')));
    renameSync(join(root, 'here'), join(root, 'moved'));
    symlinkSync(join(world.dataDir, 'secret'), join(root, 'here'));
    writeFileSync(join(root, 'go'), '');
    const answer = await running;
    expect(answer.data.stdout ?? '').not.toContain('secret.txt');
    expect((await call('execute_command', { argv: ['ls'], cwd: 'here' })).error).toMatch(
      /^cwd_outside_roots/,
    );
  });

  it('never show content outside the roots, however fast links change', async () => {
    const inside = join(root, 'moved');
    const link = join(root, 'flip');
    let flipping = true;
    const flip = (async () => {
      for (let at = 0; flipping; at += 1) {
        symlinkSync(at % 2 === 0 ? inside : join(world.dataDir, 'secret'), `${link}.new`);
        renameSync(`${link}.new`, link);
        await nextTurn();
      }
    })();
    const shown: string[] = [];
    for (let times = 0; times < 25; times += 1) {
      const answer = await call('execute_command', { argv: ['ls'], cwd: 'flip' });
      shown.push(answer.data.stdout ?? '');
    }
    flipping = false;
    await flip;
    expect(shown.filter((text) => text.includes('secret'))).toEqual([]);
  });
});
