import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { secrets } from '../../../test/config.ts';
import { type FileServer, startS3 } from '../../../test/file-stores.ts';
import { type GovStage, openGov } from '../../../test/gov.ts';
import { runTamga, spawnTamga } from '../../../test/run-tamga.ts';
import { until } from '../../../test/until.ts';

let stage: GovStage;
let s3: FileServer;
let application = '';
beforeAll(async () => {
  s3 = await startS3();
  stage = await openGov({ env: s3.env });
});
afterAll(async () => {
  await stage.world.close();
  await s3.close();
});

/** The settings of the stage for a process of its own. */
const settings = () => {
  const { config } = stage.server;
  return {
    cwd: stage.world.dataDir,
    env: {
      ...s3.env,
      ENVIRONMENT: 'test',
      DATABASE_URL: stage.world.database.appUrl,
      DATA_DIR: config.DATA_DIR,
      INTEGRATION_ENC_KEY: secrets.INTEGRATION_ENC_KEY,
      JWT_SECRET: secrets.JWT_SECRET,
    },
  };
};
const places = () =>
  stage.world.database.query<{ driver: string; copy_driver: string | null; count: number }>(
    `select driver, copy_driver, count(*)::int as count from stored_files where state = 'kept'
     group by 1, 2 order by 1, 2`,
  );
const countIn = async (driver: string) =>
  (await places()).filter((place) => place.driver === driver).reduce((sum, { count }) => sum + count, 0);

it('resumes a move that was killed in its midst, at once and without losing a file', async () => {
  const total = 60;
  for (let n = 0; n < total; n += 1) {
    if (n % 15 === 0) application = await stage.place('bold', 'registered');
    stage.world.clock.advance(5000);
    const answer = await fetch(
      `${stage.server.url}/api/v1/gov/applications/${application}/files?name=a.pdf`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${stage.people.bold.token}` },
        body: Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(400_000)]),
      },
    );
    expect(answer.status).toBe(201);
  }
  for (const atLeast of [1, 15, 30]) {
    const child = spawnTamga(['files', 'move', '--to', 's3'], settings());
    child.stderr.resume();
    child.stdout.resume();
    await until(async () => (await countIn('s3')) >= atLeast || child.exitCode !== null);
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
  const left = await countIn('local');
  const resumed = await runTamga(['files', 'move', '--to', 's3'], settings());
  expect([resumed.code, resumed.stdout + resumed.stderr]).toEqual([0, expect.stringContaining('to s3.')]);
  expect(left).toBeGreaterThan(0);
  expect(await places()).toEqual([{ driver: 's3', copy_driver: null, count: total }]);
  const checked = await runTamga(['files', 'check'], settings());
  expect([checked.code, checked.stdout]).toEqual([0, expect.stringContaining(`${total} files are whole`)]);
});
