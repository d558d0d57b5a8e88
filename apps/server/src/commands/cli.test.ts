import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { productionEnv } from '../../test/production.ts';
import { runTamga } from '../../test/run-tamga.ts';
import { packageVersion } from '../composition/release.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'tamga-cli-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const run = (args: string[], env: Record<string, string | undefined> = {}, cwd = dir) =>
  runTamga(args, { cwd, env: { DATA_DIR: join(dir, 'data'), ...env } });

/** A refused start: exit code 1 and one message, because a stack trace does not help to fix a setting. */
const refusalOf = async (args: string[], env?: Record<string, string | undefined>, cwd = dir) => {
  const { code, stderr } = await run(args, env, cwd);
  expect(code).toBe(1);
  expect(stderr).not.toMatch(/^\s+at |node:internal/m);
  expect(stderr.trim()).not.toBe('');
  return stderr;
};

const noDatabase = () => `postgres://tamga@/tamga?host=${join(dir, 'no-socket-here')}`;

describe('tamga', () => {
  it('prints its help', async () => {
    const { code, stdout, stderr } = await run(['help']);
    expect([code, stderr]).toEqual([0, '']);
    for (const command of ['start', 'serve', 'migrate', 'verify-audit', 'doctor', 'files', 'generate'])
      expect(stdout).toContain(command);
  });

  it('prints its version and its commit', async () => {
    const { code, stdout } = await run(['version']);
    const { status, stdout: head } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' });
    const [version, commit = ''] = stdout.trim().split('+');
    expect([code, version]).toEqual([0, packageVersion]);
    // A package unpacked from an archive has no commit.
    if (status === 0) expect(head).toMatch(new RegExp(`^${commit || 'missing'}`));
  });

  it('refuses an unknown command or part', async () => {
    expect(await refusalOf(['fly'])).toContain('There is no command fly');
    expect(await refusalOf(['serve', 'api', 'everything'])).toContain(
      'serve takes one or more of: api, portal',
    );
    expect(await refusalOf(['files', 'move', '--to', 'tape'])).toContain('tamga files takes: move --to');
  });

  it('names every bad setting of the environment and of .env at once, and leaves no file behind', async () => {
    const cwd = join(dir, 'with-env-file');
    mkdirSync(cwd);
    // The environment wins over the file.
    writeFileSync(join(cwd, '.env'), 'COOKIE_SECURE=from-the-file\nDB_MAX_OPEN_CONNS=from-the-file\n');
    const env = {
      DATA_DIR: join(dir, 'untouched'),
      PORT: 'eighty-eighty',
      TRUSTED_PROXIES: 'the-proxy',
      COOKIE_SECURE: 'true',
    };
    const stderr = await refusalOf(['serve', 'api'], env, cwd);
    const named = [...stderr.matchAll(/^ {2}- (\w+) must/gm)].map((match) => match[1]).sort();
    expect(named).toEqual(['DB_MAX_OPEN_CONNS', 'PORT', 'TRUSTED_PROXIES']);
    for (const value of ['eighty-eighty', 'the-proxy', 'from-the-file']) expect(stderr).not.toContain(value);
    expect(() => statSync(join(dir, 'untouched'))).toThrow('ENOENT');
  });
});

describe('tamga serve', () => {
  it('names the setting to change when a port is taken', async () => {
    const holder = createServer();
    const port = await new Promise<number>((resolve) => {
      holder.listen(0, '127.0.0.1', () => resolve((holder.address() as { port: number }).port));
    });
    const stderr = await refusalOf(['serve', 'sandbox'], { SANDBOX_PORT: String(port) });
    holder.close();
    expect(stderr).toContain(`Port ${port} is taken`);
    expect(stderr).toContain('set SANDBOX_PORT ');
  });

  it('reports a HOST that is not an address of this machine', async () => {
    expect(await refusalOf(['serve', 'api'], { HOST: '203.0.113.7' })).toContain('HOST');
  });

  it('reports a database that does not answer', async () => {
    const stderr = await refusalOf(['serve', 'api'], { PORT: '0', DATABASE_URL: noDatabase() });
    expect(stderr).toContain('database');
  });

  it('never starts the sandbox in production', async () => {
    const env = { ...productionEnv, SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0' };
    expect(await refusalOf(['serve', 'sandbox'], env)).toContain('The sandbox never starts in production');
  });
});

describe('tamga doctor', () => {
  it('checks everything and says what to fix', async () => {
    const { code, stdout } = await run(['doctor'], {
      DATABASE_URL: noDatabase(),
      EID_TRUST_ROOTS: join(dir, 'nowhere.pem'),
      SCANNER_ADDRESS: `unix:${join(dir, 'clamd.sock')}`,
    });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^ok {4}settings/m);
    expect(stdout).toMatch(/^ok {4}OIDC provider at http.*SSO_STATE_KEY is not set/m);
    expect(stdout).toMatch(/^FAIL {2}database.*\n {6}Check DATABASE_URL/m);
    expect(stdout).toMatch(/^FAIL {2}eID provider.*EID_TRUST_ROOTS/m);
    expect(stdout).toMatch(/^ok {4}file store local takes files/m);
    expect(stdout).toMatch(/^FAIL {2}virus scanner.*cannot be reached.*\n {6}Start clamd/m);
  });

  it('refuses an issuer without its key in production, and so does a start', async () => {
    const env = { ...productionEnv, OAUTH_ISSUER: 'https://tamga.example.mn' };
    for (const args of [['doctor'], ['serve', 'api']])
      expect(await refusalOf(args, env)).toContain('OAUTH_ISSUER and SSO_STATE_KEY are set together');
  });
});
