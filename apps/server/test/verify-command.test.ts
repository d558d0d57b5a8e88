import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';

const main = join(import.meta.dirname, '../src/main.ts');
let home: TestDatabase;
let dataDir: string;

beforeAll(async () => {
  home = await createTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'tamga-verify-'));
  await home.query(
    `insert into audit_log (occurred_at, action, category) select now(), 'test.done', 'testing' from generate_series(1, 20)`,
  );
  await home.query('select audit_seal(19)');
});
afterAll(async () => {
  await home.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = {
    PATH: process.env['PATH'],
    ENVIRONMENT: 'test',
    DATABASE_URL: home.appUrl,
    DATA_DIR: dataDir,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [main, 'verify-audit', ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}

describe('tamga verify-audit', () => {
  it('prints one report as JSON and exits with 0 on an untouched log', async () => {
    const { code, stdout } = await run();
    expect(JSON.parse(stdout)).toEqual({
      ok: true,
      checked: 19,
      pending: 1,
      since: 0,
      head: { seq: 19, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(code).toBe(0);
  });

  it('checks only what is new since the last verified head', async () => {
    await home.query('select audit_seal(19)');
    expect(JSON.parse((await run()).stdout)).toMatchObject({
      ok: true,
      checked: 1,
      since: 19,
      head: { seq: 20 },
    });
  });

  it('exits with 2 and names a damaged row in a full check, and with 0 from a good row after it', async () => {
    await home.query(`update audit_log set action = 'forged' where seq = 7`);
    const ids = await home.query<{ id: string }>(
      'select id from audit_log where seq in (7, 10) order by seq',
    );
    const broken = await run('--full');
    expect(JSON.parse(broken.stdout)).toMatchObject({
      ok: false,
      broken_id: Number(ids[0]?.id),
      reason: 'altered',
    });
    expect(broken.code).toBe(2);
    const resumed = await run('--from', String(ids[1]?.id));
    expect(JSON.parse(resumed.stdout)).toMatchObject({ ok: true, checked: 10 });
    expect(resumed.code).toBe(0);
  });

  it('exits with 1 and prints the usage when --from is not an id', async () => {
    for (const given of [['--from', '0'], ['--from']]) {
      const { code, stderr } = await run(...given);
      expect(stderr).toMatch(/--from takes the id of an audit row/);
      expect(code).toBe(1);
    }
  });
});
