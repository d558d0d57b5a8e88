import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testConfig } from '../../../test/config.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { migrateDatabase } from '../../commands/open-database.ts';
import { migrationsDir } from '../../composition/app.ts';
import { type Migration, migrate, pendingMigrations, readMigrations } from './migrate.ts';

let home: TestDatabase;

beforeAll(async () => {
  home = await createTestDatabase({ empty: true });
});
afterAll(() => home.drop());

function migration(name: string, sql: string): Migration {
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}
async function inEmpty(work: (database: TestDatabase) => Promise<void>): Promise<void> {
  const database = await createTestDatabase({ empty: true });
  try {
    await work(database);
  } finally {
    await database.drop();
  }
}
const names = async (database: TestDatabase) =>
  (await database.query<{ name: string }>('select name from migrations order by name')).map(
    (row) => row.name,
  );

describe('migrating a database', () => {
  const shipped = readMigrations(migrationsDir);

  it('from ten instances at once applies each migration once, and all of them succeed', async () => {
    const ran = await Promise.all(
      Array.from({ length: 10 }, () => migrateDatabase(testConfig(), home.ownerUrl)),
    );
    expect(ran.filter((applied) => applied.length > 0)).toEqual([shipped.map((each) => each.name)]);
    expect(await names(home)).toEqual(shipped.map((each) => each.name));
    const queues = await home.query<{ name: string }>('select name from pgboss.queue');
    expect(queues.map((queue) => queue.name)).toEqual(
      expect.arrayContaining(['dead_letters', 'kernel.clean', 'identity.clean', 'identity.partitions']),
    );
    const schedules = await home.query<{ name: string }>('select name from pgboss.schedule order by name');
    expect(new Set(schedules.map((schedule) => schedule.name)).size).toBe(schedules.length);
    expect(schedules.map((schedule) => schedule.name)).toContain('kernel.clean');
  });

  it('does nothing the second time', async () => {
    const before = await home.query('select * from migrations order by name');
    expect(await migrateDatabase(testConfig(), home.ownerUrl)).toEqual([]);
    expect(await home.query('select * from migrations order by name')).toEqual(before);
  });

  it('leaves no lock for the next migrator', async () => {
    expect(
      await home.query(
        `select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
      ),
    ).toEqual([]);
  });

  it('refuses a file that was changed after it was applied, and names it', () =>
    inEmpty(async (database) => {
      const first = migration('0001_a_one.sql', 'create table one ()');
      await migrate({ ownerUrl: database.ownerUrl, migrations: [first] });
      const changed = migration(first.name, 'create table one (id integer)');
      const next = migration('0002_a_two.sql', 'create table two ()');
      await expect(migrate({ ownerUrl: database.ownerUrl, migrations: [changed, next] })).rejects.toThrow(
        /0001_a_one\.sql was changed/,
      );
      expect(await names(database)).toEqual([first.name]);
    }));

  it('rolls back a failing migration, names it, keeps the earlier ones and continues once it is fixed', () =>
    inEmpty(async (database) => {
      const good = migration('0001_a_good.sql', 'create table good ()');
      const bad = migration('0002_a_bad.sql', 'create table half (); insert into good select; select 1 / 0');
      const after = migration('0003_a_after.sql', 'create table after ()');
      await expect(migrate({ ownerUrl: database.ownerUrl, migrations: [good, bad, after] })).rejects.toThrow(
        /0002_a_bad\.sql failed and was undone: division by zero/,
      );
      expect(await names(database)).toEqual([good.name]);
      expect(
        await database.query(`select to_regclass('half') as half, to_regclass('after') as after`),
      ).toEqual([{ half: null, after: null }]);
      expect(await database.query('select from good')).toEqual([]);
      const mended = migration(bad.name, 'create table half ()');
      expect(await migrate({ ownerUrl: database.ownerUrl, migrations: [good, mended, after] })).toEqual([
        bad.name,
        after.name,
      ]);
    }));

  it('lists the pending migrations of this build', () => {
    const all = [migration('0001_a.sql', ''), migration('0002_b.sql', '')];
    expect(pendingMigrations(['0001_a.sql'], all)).toEqual(['0002_b.sql']);
    expect(pendingMigrations(['0001_a.sql', '0002_b.sql', '0003_newer.sql'], all)).toEqual([]);
  });
});
