import { PgBoss } from 'pg-boss';
import { type Logger, pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase, withClient } from '../../../test/database.ts';
import { until } from '../../../test/until.ts';
import { noOutbox, unitOfWork, type WriteTx } from '../audit/unit-of-work.ts';
import { createDatabase, type Database } from '../db/database.ts';
import { systemIdentity } from '../db/identity.ts';
import { createJobs, deadLetterQueue, installJobs, type Job, type Jobs } from './jobs.ts';

type Run = Job['run'];
let home: TestDatabase;
let instances: { jobs: Jobs; database: Database }[] = [];
const logged: { level: number; msg: string; reason?: string }[] = [];
const logger: Logger = pino({ level: 'warn' }, { write: (line) => logged.push(JSON.parse(line)) });

const declare = (name: string, run: Run, extra: Partial<Job> = {}): Job => ({
  name,
  about: 'For a test',
  run,
  ...extra,
});
const nothing: Run = async () => undefined;

beforeAll(async () => {
  home = await createTestDatabase();
  await install([
    declare('test.once', nothing),
    declare('test.outbox', nothing),
    declare('test.failing', nothing, { retries: 2 }),
    declare('test.mended', nothing, { retries: 2 }),
    declare('test.tick', nothing, { schedule: '* * * * *' }),
    declare('test.yearly', nothing, { schedule: '0 0 1 1 *' }),
  ]);
});
afterEach(async () => {
  for (const { jobs } of instances) await jobs.stop();
  for (const { database } of instances) await database.close();
  instances = [];
});
afterAll(() => home.drop());

const install = (jobs: readonly Job[]) =>
  withClient(home.ownerUrl, (client) => installJobs(home.ownerUrl, jobs, client));

/** One instance as the server creates it, working the given jobs. */
async function openInstance(work: readonly Job[] = []): Promise<{ jobs: Jobs; database: Database }> {
  const database = createDatabase({ url: home.appUrl, max: 4 });
  const jobs = createJobs({ database, logger, now: () => new Date(), onRun: () => undefined });
  instances.push({ jobs, database });
  await jobs.start();
  await jobs.work(work);
  return { jobs, database };
}
const decide = (
  { database, jobs }: { database: Database; jobs: Jobs },
  decision: (tx: WriteTx) => Promise<void>,
) =>
  unitOfWork(
    { database, outbox: { ...noOutbox, send: jobs.send } },
    { identity: systemIdentity, actorUserId: null, requestId: null, now: new Date() },
    { auditRequired: () => false, what: 'test' },
    decision,
  );
const states = async (queue: string) =>
  (
    await home.query<{ state: string }>(
      'select state::text from pgboss.job where name = $1 order by created_on',
      [queue],
    )
  ).map((row) => row.state);

describe('a queued job', () => {
  it('runs once with two workers', async () => {
    const ran: number[] = [];
    const job = declare('test.once', async (data) => {
      ran.push(Number(data['n']));
    });
    const first = await openInstance([job]);
    await openInstance([job]);
    await decide(first, async (tx) => {
      for (let n = 0; n < 6; n += 1) tx.enqueue('test.once', { n });
    });
    await until(async () => (await states('test.once')).every((state) => state === 'completed'));
    expect(ran.sort()).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('queued in a transaction runs when it commits and never when it is rolled back', async () => {
    const ran: unknown[] = [];
    const job = declare('test.outbox', async (data) => {
      ran.push(data['from']);
    });
    const instance = await openInstance([job]);
    await expect(
      decide(instance, async (tx) => {
        tx.enqueue('test.outbox', { from: 'undone' });
        tx.enqueue('test.no_such_queue', {});
      }),
    ).rejects.toThrow(/no_such_queue/);
    await expect(
      decide(instance, async (tx) => {
        tx.enqueue('test.outbox', { from: 'refused' });
        throw new Error('refused');
      }),
    ).rejects.toThrow('refused');
    expect(await states('test.outbox')).toEqual([]);
    await decide(instance, async (tx) => tx.enqueue('test.outbox', { from: 'committed' }));
    await until(() => ran.length > 0);
    expect(ran).toEqual(['committed']);
  });

  it('that fails is retried with growing delays and then moves to the dead letters', async () => {
    let tries = 0;
    const job = declare('test.failing', async () => {
      tries += 1;
      throw new Error('the outside does not answer');
    });
    const instance = await openInstance([job]);
    await decide(instance, async (tx) => tx.enqueue('test.failing', { invoice: 7 }));
    const waits: number[] = [];
    for (let failures = 1; failures <= 2; failures += 1) {
      await until(async () => tries === failures && (await states('test.failing'))[0] === 'retry');
      const [row] = await home.query<{ wait: number }>(
        `select extract(epoch from start_after - started_on)::float8 as wait from pgboss.job where name = 'test.failing'`,
      );
      waits.push(row?.wait ?? 0);
      // PostgreSQL keeps the delay, so the test makes the next attempt due now.
      await home.query(`update pgboss.job set start_after = now() where name = 'test.failing'`);
    }
    await until(async () => (await states('test.failing'))[0] === 'failed');
    expect(tries).toBe(3);
    // One to two seconds, then two to four: exponential backoff with jitter.
    expect(waits[0]).toBeGreaterThan(0.9);
    expect(waits[1]).toBeGreaterThan(1.9);
    const depths = await instance.jobs.depths();
    expect(depths).toContainEqual({ queue: 'test.failing', ready: 0, active: 0, failed: 1 });
    expect(depths).toContainEqual({ queue: deadLetterQueue, ready: 1, active: 0, failed: 0 });
    expect(await home.query('select data from pgboss.job where name = $1', [deadLetterQueue])).toEqual([
      { data: { invoice: 7 } },
    ]);
  });

  it('that fails once and then succeeds is no dead letter', async () => {
    let tries = 0;
    const job = declare('test.mended', async () => {
      tries += 1;
      if (tries === 1) throw new Error('not yet');
    });
    const instance = await openInstance([job]);
    const before = (await states(deadLetterQueue)).length;
    await decide(instance, async (tx) => tx.enqueue('test.mended', {}));
    await until(async () => (await states('test.mended'))[0] === 'retry');
    await home.query(`update pgboss.job set start_after = now() where name = 'test.mended'`);
    await until(async () => (await states('test.mended'))[0] === 'completed');
    expect([tries, (await states(deadLetterQueue)).length]).toEqual([2, before]);
  });
});

describe('a scheduled job', () => {
  it('runs once each time it is due, with two workers and a third that starts late', async () => {
    let runs = 0;
    const job = declare('test.tick', async () => {
      runs += 1;
    });
    await Promise.all([openInstance([job]), openInstance([job])]);
    await until(() => runs > 0);
    // A starting instance checks the schedule unless another has just done so.
    await home.query('update pgboss.version set cron_on = null');
    await openInstance([job]);
    await until(
      async () => (await home.query('select from pgboss.version where cron_on is not null')).length === 1,
    );
    let seen = { runs: 0, due: 0, ticks: 0, open: 0 };
    await until(async () => {
      // Read before the rows: whatever ran until now is among them.
      const before = runs;
      const [found] = await home.query<{ due: number; ticks: number; open: number }>(
        `select count(distinct singleton_on) filter (where name = '__pgboss__send-it')::int as due,
           count(*) filter (where name = 'test.tick')::int as ticks,
           count(*) filter (where state <> 'completed')::int as open
         from pgboss.job where name = 'test.tick' or data ->> 'name' = 'test.tick'`,
      );
      if (found) seen = { runs: before, ...found };
      return seen.open === 0 && seen.runs >= seen.due;
    });
    expect(seen).toMatchObject({ runs: seen.due, ticks: seen.due });
    expect(await states('test.yearly')).toEqual([]);
  });

  it('is registered once by any number of installs, and removed when it is no longer declared', async () => {
    const schedules = async () =>
      (
        await home.query<{ name: string; cron: string }>(
          'select name, cron from pgboss.schedule order by name',
        )
      ).map((row) => `${row.name} ${row.cron}`);
    await install([
      declare('test.yearly', nothing, { schedule: '0 0 1 1 *' }),
      declare('test.tick', nothing),
    ]);
    await install([
      declare('test.yearly', nothing, { schedule: '0 0 2 2 *' }),
      declare('test.tick', nothing),
    ]);
    expect(await schedules()).toEqual(['test.yearly 0 0 2 2 *']);
  });
});

describe('the queue as the application role', () => {
  it('starts, schedules, supervises and stops without an error', async () => {
    const database = createDatabase({ url: home.appUrl, max: 4 });
    const problems: string[] = [];
    const boss = new PgBoss({
      schema: 'pgboss',
      migrate: false,
      createSchema: false,
      supervise: true,
      schedule: true,
      reindex: false,
      monitorVacuum: false,
      db: {
        executeSql: (text, values) =>
          database.withClient((client) => client.query(text, values as unknown[])),
      },
    });
    boss.on('error', (error) => problems.push(error.message));
    boss.on('warning', (warning) => problems.push(warning.message));
    await boss.start();
    await home.query(`update pgboss.queue set monitor_on = null, maintain_on = null`);
    await boss.supervise();
    await boss.stop({ graceful: false });
    await database.close();
    expect(problems).toEqual([]);
  });

  it('logged no error in the tests above', () => {
    expect(logged.filter((line) => line.msg !== 'a job failed and will be tried again')).toEqual([]);
    expect(logged.length).toBeGreaterThan(0);
  });

  it('cannot change the tables of the queue', async () => {
    const database = createDatabase({ url: home.appUrl, max: 1 });
    await expect(
      database.withClient((client) => client.query('drop table pgboss.job cascade')),
    ).rejects.toThrow(/owner/);
    await expect(
      database.withClient((client) => client.query('create table pgboss.mine ()')),
    ).rejects.toThrow(/permission denied/);
    await database.close();
  });
});
