import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testConfig } from '../../../test/config.ts';
import { createTestDatabase, type TestDatabase, withClient } from '../../../test/database.ts';
import { raw } from '../../../test/raw.ts';
import { migrateDatabase } from '../../commands/open-database.ts';
import { createDatabase, type Database } from './database.ts';
import { systemIdentity } from './identity.ts';

let home: TestDatabase;
let database: Database;

beforeAll(async () => {
  home = await createTestDatabase();
  database = createDatabase({ url: home.appUrl, max: 2 });
});
afterAll(async () => {
  await database.close();
  await home.drop();
});

const ensure = (ahead: number, keep: number) =>
  database
    .reader(systemIdentity)
    .run(raw('select ensure_month_partitions($1, $2, $3)', ['login_events', ahead, keep]));
const partitions = async (of = home) =>
  (
    await of.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'login_events'::regclass order by 1`,
    )
  ).map((row) => row.name);
/** `login_events_YYYY_MM` with an offset from the current UTC month. */
function monthName(offset: number): string {
  const now = new Date();
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1));
  return `login_events_${month.toISOString().slice(0, 7).replace('-', '_')}`;
}
/** The fifteenth of the month with this offset. */
function middleOf(offset: number): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 15));
}
const append = (at: Date, agent: string) =>
  database.transaction(systemIdentity, (tx) =>
    tx.change(
      raw(
        `insert into login_events (method, outcome, user_agent, created_at) values ('eid', 'success', $1, $2)`,
        [agent, at],
      ),
    ),
  );
const placeOf = async (agent: string) =>
  (
    await home.query<{ place: string }>(
      'select tableoid::regclass::text as place from login_events where user_agent = $1',
      [agent],
    )
  )[0]?.place;

describe('monthly partitions of login_events', () => {
  it('exist for this month and the next two, beside a default partition', async () => {
    expect(await partitions()).toEqual(
      [monthName(0), monthName(1), monthName(2), 'login_events_default'].sort(),
    );
  });

  it('are created for the coming months by the application role; a second call changes nothing', async () => {
    await ensure(4, 24);
    await ensure(4, 24);
    expect(await partitions()).toContain(monthName(4));
    await append(middleOf(4), 'in four months');
    expect(await placeOf('in four months')).toBe(monthName(4));
  });

  it('leave rows without a month to the default partition', async () => {
    await append(middleOf(9), 'far ahead');
    expect(await placeOf('far ahead')).toBe('login_events_default');
  });

  it('take rows out of the default partition when their month is created late', async () => {
    await append(middleOf(6), 'came before its month');
    expect(await placeOf('came before its month')).toBe('login_events_default');
    const [before] = await home.query(
      `select * from login_events where user_agent = 'came before its month'`,
    );
    await ensure(6, 24);
    expect(await placeOf('came before its month')).toBe(monthName(6));
    expect(await home.query(`select * from login_events where user_agent = 'came before its month'`)).toEqual(
      [before],
    );
    await append(middleOf(10), 'still caught');
    expect(await placeOf('still caught')).toBe('login_events_default');
  });

  it('are dropped after their retention, and not a month earlier', async () => {
    for (const offset of [-25, -24]) {
      const name = monthName(offset);
      const [start, end] = [offset, offset + 1].map(
        (at) => `${monthName(at).slice(13).replace('_', '-')}-01`,
      );
      await home.query(
        `create table ${name} partition of login_events for values from ('${start}') to ('${end}')`,
      );
    }
    await append(middleOf(-25), 'too old');
    await append(middleOf(-24), 'old enough');
    await append(middleOf(-30), 'too old and without a month');
    await append(middleOf(-3), 'without a month');
    await ensure(2, 24);
    expect(await partitions()).not.toContain(monthName(-25));
    expect(await placeOf('too old')).toBeUndefined();
    expect(await placeOf('too old and without a month')).toBeUndefined();
    expect(await placeOf('old enough')).toBe(monthName(-24));
    expect(await placeOf('without a month')).toBe('login_events_default');
  });

  it('are accessible to the application role only through their parent', async () => {
    for (const name of await partitions())
      await expect(database.reader(systemIdentity).run(raw(`select from ${name}`))).rejects.toThrow(
        /permission denied/,
      );
  });

  it('cannot be dropped early by the application role, nor on other tables', async () => {
    await expect(ensure(2, 0)).rejects.toThrow(/at least one month/);
    await expect(ensure(2, -100)).rejects.toThrow(/at least one month/);
    await expect(
      database.reader(systemIdentity).run(raw(`select ensure_month_partitions('users', 2, 24)`)),
    ).rejects.toThrow(/not partitioned/);
  });

  it('have no gap or overlap in any time zone of the server and of the migrating session', async () => {
    const far = await createTestDatabase({ empty: true });
    try {
      await far.query(`alter database ${far.name} set timezone = 'America/New_York'`);
      await migrateDatabase(testConfig(), far.ownerUrl);
      await withClient(far.appUrl, async (client) => {
        await client.query(`set timezone = 'Asia/Ulaanbaatar'; set search_path = tamga`);
        await client.query(`select ensure_month_partitions('login_events', 4, 24)`);
      });
      const bounds = await far.query<{ bound: string }>(
        `select pg_get_expr(relpartbound, oid) as bound from pg_class
         where relispartition and relkind = 'r' and relname ~ '^login_events_\\d' order by relname`,
      );
      expect(bounds).toHaveLength(5);
      for (const { bound } of bounds)
        expect(bound).toMatch(/\('[\d-]+-01 00:00:00\+00'\) TO \('[\d-]+-01 00:00:00\+00'\)/);
    } finally {
      await far.drop();
    }
  });
});
