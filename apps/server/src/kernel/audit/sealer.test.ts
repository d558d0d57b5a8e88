import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { raw } from '../../../test/raw.ts';
import { until } from '../../../test/until.ts';
import { createDatabase, type Database } from '../db/database.ts';
import { systemIdentity } from '../db/identity.ts';
import { createLogger } from '../observability/logger.ts';
import { createSealer, type Sealer } from './sealer.ts';
import { verifyAudit } from './verify.ts';

const logger = createLogger('silent');
let home: TestDatabase;
let started: { database: Database; sealer: Sealer }[];

beforeEach(async () => {
  home = await createTestDatabase();
  started = [];
});
afterEach(async () => {
  for (const { sealer } of started) await sealer.stop();
  for (const { database } of started) await database.close();
  await home.drop();
});

/** One instance has its own connections and its own sealer. */
function openInstance(): { database: Database; sealer: Sealer } {
  const database = createDatabase({ url: home.appUrl, max: 2 });
  const instance = { database, sealer: createSealer({ database, logger }) };
  started.push(instance);
  return instance;
}
const appendText = `insert into audit_log (occurred_at, action, category, metadata)
  select now(), 'test.done', 'testing', jsonb_build_object('n', n) from generate_series(1, $1::integer) n returning id`;
const append = async (rows: number) =>
  (await home.query<{ id: string }>(appendText, [rows])).map((row) => row.id);
const countPending = async () => (await home.query('select from audit_log where seq is null')).length;
const isGapless = async () =>
  (
    await home.query<{ gapless: boolean }>(
      'select count(*) = max(seq) and count(distinct seq) = count(*) and min(seq) = 1 as gapless from audit_log',
    )
  )[0]?.gapless;

/**
 * Blocks the sealer half-way: it has linked half of the rows when it meets a row that another connection has
 * locked.
 */
async function blockAt(
  id: string | undefined,
): Promise<{ sealing(): Promise<number[]>; release(): Promise<void> }> {
  const holder = new pg.Client({ connectionString: home.superuserUrl, options: '-c search_path=tamga' });
  await holder.connect();
  // After a failed test the forced drop of the database ends this connection.
  holder.on('error', () => undefined);
  await holder.query('begin');
  await holder.query('select from audit_log where id = $1 for update', [id]);
  return {
    sealing: async () =>
      (
        await home.query<{ pid: number }>(
          `select pid from pg_stat_activity where datname = $1 and query like '%audit_seal%' and wait_event_type = 'Lock'`,
          [home.name],
        )
      ).map((row) => row.pid),
    release: () => holder.end(),
  };
}

describe('the sealer', () => {
  it('seals committed rows within a second', async () => {
    openInstance().sealer.start();
    const measure = async () => {
      await append(3);
      const began = performance.now();
      await until(async () => (await countPending()) === 0);
      return performance.now() - began;
    };
    // A later round begins right after the sealer's last turn, so a quick one shows its interval: a busy machine only
    // delays it.
    await measure();
    await until(async () => (await measure()) < 1000);
  });

  it('links no row twice and leaves no gap, with many instances sealing and many connections writing', async () => {
    const instances = Array.from({ length: 5 }, openInstance);
    for (const { sealer } of instances) sealer.start();
    const writers = Array.from({ length: 12 }, async () => {
      const writer = new pg.Client({ connectionString: home.appUrl, options: '-c search_path=tamga' });
      await writer.connect();
      for (let times = 0; times < 50; times += 1)
        await writer.query(appendText.replace('returning id', ''), [1 + (times % 9)]);
      await writer.end();
    });
    await Promise.all(writers);
    await Promise.all(instances.map(({ sealer }) => sealer.drain()));
    const [rows] = await home.query<{ count: string }>('select count(*) from audit_log');
    expect(Number(rows?.count)).toBe(12 * (5 * 45 + 15));
    expect(await countPending()).toBe(0);
    expect(await isGapless()).toBe(true);
    expect(await verifyAudit(instances[0]?.database as Database)).toMatchObject({
      ok: true,
      checked: Number(rows?.count),
    });
  });

  it('seals more than one batch without waiting for its next round', async () => {
    const { database, sealer } = openInstance();
    await append(4500);
    await sealer.drain();
    expect(await verifyAudit(database)).toMatchObject({ ok: true, checked: 4500, pending: 0 });
  });

  it('seals rows that were committed in a different order than their ids', async () => {
    const { database, sealer } = openInstance();
    const slow = new pg.Client({
      connectionString: home.appUrl,
      options: '-c search_path=tamga -c app.role=system',
    });
    await slow.connect();
    await slow.query('begin');
    const early = (await slow.query<{ id: string }>(appendText, [3])).rows.map((row) => row.id);
    const late = await append(3);
    await sealer.drain();
    await slow.query('commit');
    await slow.end();
    await sealer.drain();
    const order = await home.query<{ id: string }>('select id from audit_log order by seq');
    expect(order.map((row) => row.id)).toEqual([...late, ...early]);
    expect(await verifyAudit(database)).toMatchObject({ ok: true, checked: 6, pending: 0 });
  });

  it('continues without damage after its connection is cut while sealing', async () => {
    const { database, sealer } = openInstance();
    const ids = await append(400);
    const block = await blockAt(ids[200]);
    sealer.start();
    for (let cuts = 0; cuts < 3; cuts += 1) {
      await until(async () => {
        const [backend] = await block.sealing();
        if (backend === undefined) return false;
        await home.query('select pg_terminate_backend($1)', [backend]);
        return true;
      });
    }
    await block.release();
    await until(async () => (await countPending()) === 0);
    expect(await isGapless()).toBe(true);
    expect(await verifyAudit(database)).toMatchObject({ ok: true, checked: 400 });
  });

  it('does no damage when its process is killed while sealing, and another instance continues', async () => {
    const ids = await append(400);
    const block = await blockAt(ids[200]);
    const child = startSealerProcess();
    await until(async () => (await block.sealing()).length === 1);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const { database, sealer } = openInstance();
    sealer.start();
    await append(100);
    await block.release();
    await until(async () => (await countPending()) === 0);
    expect(await isGapless()).toBe(true);
    expect(await verifyAudit(database)).toMatchObject({ ok: true, checked: 500 });
  });

  it('waits while another instance is sealing, and reports that it did not seal', async () => {
    const { database } = openInstance();
    const seal = () => database.reader(systemIdentity).first(raw('select audit_seal(100) as sealed'));
    const ids = await append(10);
    const block = await blockAt(ids[5]);
    const first = seal();
    await until(async () => (await block.sealing()).length === 1);
    expect(await seal()).toEqual({ sealed: -1 });
    await block.release();
    expect(await first).toEqual({ sealed: 10 });
  });
});

function startSealerProcess(): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, '../../../test/child-sealer.ts')], {
    env: { ...process.env, CHILD_DATABASE_URL: home.appUrl },
    stdio: 'inherit',
  });
}
