import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { testConfig } from '../../../test/config.ts';
import { takeCauses } from '../../../test/failure-causes.ts';
import { openWorld, type TestWorld } from '../../../test/server.ts';
import { until } from '../../../test/until.ts';
import { examine } from '../../commands/doctor.ts';
import { openFileStores } from '../../commands/outside.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  takeCauses();
});

/** Never reached: choosing a store calls none. */
const s3 = {
  FILES_S3_ENDPOINT: 'http://127.0.0.1:1',
  FILES_S3_BUCKET: 'b',
  FILES_S3_ACCESS_KEY_ID: 'k',
  FILES_S3_SECRET_ACCESS_KEY: 's',
};
const startAndStop = async (env: Record<string, string>) => {
  const server = await world.startServer({ env });
  const ready = await createCaller(server.url).get('/ready');
  await server.stop();
  const { checks } = ready.body as unknown as { checks: { files: string } };
  const [row] = await world.database.query<{ driver: string }>('select driver from file_store');
  return { driver: row?.driver, files: checks.files, causes: takeCauses().join('\n') };
};

describe('the store of new files', () => {
  it('is the one of the settings while there is no file, and the change is recorded', async () => {
    expect(await startAndStop({ ...s3, FILES_DRIVER: 's3' })).toMatchObject({ driver: 's3' });
    expect(await startAndStop({})).toMatchObject({ driver: 'local', files: 'ok', causes: '' });
    const events = await world.database.query<{ metadata: object }>(
      `select metadata from audit_log where action = 'files.store.change' order by id`,
    );
    expect(events.map(({ metadata }) => metadata)).toEqual([
      { from: 'local', to: 's3' },
      { from: 's3', to: 'local' },
    ]);
  });

  it('stays when there are files, and the log says what to run', async () => {
    await world.database.query(
      `insert into stored_files (id, driver, purpose, state, is_sealed, created_at)
       values (gen_random_uuid(), 'local', 'paper', 'kept', false, now())`,
    );
    const { driver, causes } = await startAndStop({ ...s3, FILES_DRIVER: 's3' });
    expect(driver).toBe('local');
    expect(causes).toContain('run `tamga files move --to s3`, or set FILES_DRIVER=local');
    expect(await startAndStop({})).toMatchObject({ driver: 'local', causes: '' });
  });

  it('without settings is reported by the log and /ready', async () => {
    await world.database.query(`update file_store set driver = 's3'`);
    const { driver, files, causes } = await startAndStop({});
    expect([driver, files]).toEqual(['s3', 'unavailable']);
    expect(causes).toContain('files are in s3, which has no settings here');
    await world.database.query(`update file_store set driver = 'local'`);
  });
});

describe('a store that answers late', () => {
  it('is slow at /ready, which does not wait for it', async () => {
    const { local } = openFileStores(testConfig({ DATA_DIR: world.dataDir }));
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const server = await world.startServer({
      storeWatch: { intervalMs: 20, slowAfterMs: 200 },
      outside: { files: { local: { ...local, check: () => held } } },
    });
    const state = async () => {
      const { status, body } = await createCaller(server.url).get('/ready');
      return [status, (body as unknown as { checks: { files: string } }).checks.files];
    };
    await expect.poll(state).toEqual([200, 'slow']);
    release();
    await until(async () => (await state())[1] === 'ok');
    await server.stop();
  });
});

describe('several instances with the local store', () => {
  it('are reported by the log and by doctor when their directories differ, and only then', async () => {
    const other = mkdtempSync(join(tmpdir(), 'tamga-other-'));
    const first = await world.startServer({ storeWatch: { intervalMs: 50 } });
    const same = await world.startServer({ storeWatch: { intervalMs: 50 } });
    const said: string[] = [];
    await examine(first.config, (line) => said.push(line));
    expect(said.join('\n')).toMatch(/^ok {4}file store local takes files/m);
    expect([said.filter((line) => line.startsWith('warn')), takeCauses()]).toEqual([[], []]);

    const third = await world.startServer({
      storeWatch: { intervalMs: 50 },
      env: { FILES_DIRECTORY: other },
    });
    const warnings: string[] = [];
    await until(() => {
      warnings.push(...takeCauses().filter((cause) => cause.includes('several instances keep files')));
      return warnings.length >= 3;
    });
    await examine(first.config, (line) => said.push(line));
    expect(said.join('\n')).toMatch(
      /^warn {2}file store local: running instances .* 2 different directories/m,
    );
    for (const server of [first, same, third]) await server.stop();
    // Once for each instance, however often it looked.
    expect(warnings).toHaveLength(3);
    rmSync(other, { recursive: true });
  });
});
