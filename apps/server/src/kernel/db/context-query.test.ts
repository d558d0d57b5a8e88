import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { createCauseLogger, takeCauses } from '../../../test/failure-causes.ts';
import { raw } from '../../../test/raw.ts';
import { startProxy } from '../../../test/tcp-proxy.ts';
import { until } from '../../../test/until.ts';
import { createDatabase, type Database, DatabaseUnavailable, type Tx } from './database.ts';
import { type DbIdentity, nobody, systemIdentity } from './identity.ts';

interface Seen {
  user_id: string;
  role: string;
}

const whoAmI = `select coalesce(current_setting('app.user_id', true), '') as user_id,
  coalesce(current_setting('app.role', true), '') as role`;
const person = (): DbIdentity => ({ userId: randomUUID(), role: 'user' });
const seenBy = (identity: DbIdentity): Seen => ({ user_id: identity.userId ?? '', role: identity.role });

let home: TestDatabase;
const opened: Database[] = [];

function open(max: number): Database {
  const database = createDatabase({ url: home.appUrl, max });
  opened.push(database);
  return database;
}
/** Settings left on the only connection of the pool, read without an identity. */
const left = (database: Database) =>
  database.withClient(async (client) => (await client.query<Seen>(whoAmI)).rows[0]);

beforeAll(async () => {
  home = await createTestDatabase();
});
afterAll(async () => {
  for (const database of opened) await database.close();
  await home.drop();
});

describe('a read with its identity in one round trip', () => {
  for (const name of [undefined, 'test.who_am_i'])
    it(`shows the identity to the query and leaves none on the connection (${name ?? 'unnamed'} statement)`, async () => {
      const database = open(1);
      const caller = person();
      for (let times = 0; times < 3; times += 1) {
        expect(await database.reader(caller).first(raw<Seen>(whoAmI, [], name))).toEqual(seenBy(caller));
        expect(await left(database)).toEqual({ user_id: '', role: '' });
      }
      expect(await database.reader(nobody).first(raw<Seen>(whoAmI, [], name))).toEqual(seenBy(nobody));
    });

  it('leaves no identity on the connection after a failed query', async () => {
    const database = open(1);
    for (const text of ['select 1 / 0', 'select no_such_column', "select 'not a number'::integer"]) {
      await expect(database.reader(person()).run(raw(text))).rejects.toThrow();
      await expect(database.reader(person()).run(raw(text, [], `test.${text.length}`))).rejects.toThrow();
      expect(await left(database)).toEqual({ user_id: '', role: '' });
    }
    expect(database.stats()).toEqual({ total: 1, idle: 1, waiting: 0 });
  });

  it('returns rows, empty results, nulls and many rows like an ordinary query', async () => {
    const reader = open(2).reader(systemIdentity);
    expect(await reader.run(raw('select 1 where false'))).toEqual([]);
    expect(await reader.first(raw('select 1 where false'))).toBeUndefined();
    expect(await reader.first(raw('select null as nothing, $1::text as given', [null]))).toEqual({
      nothing: null,
      given: null,
    });
    const many = await reader.run(
      raw<{ n: number }>('select n from generate_series(1, $1::bigint) n', [5000]),
    );
    expect(many.map((row) => row.n)).toEqual(Array.from({ length: 5000 }, (_, index) => index + 1));
    expect(await reader.run(raw('do $$ begin end $$'))).toEqual([]);
  });

  it('treats quotes, backslashes and semicolons in values and identity as plain text', async () => {
    const database = open(1);
    const hostile = `a'b"c\\d; drop table users; -- $1 ' || current_user || '`;
    const identity = { userId: hostile, role: 'user' } as const;
    const seen = await database
      .reader(identity)
      .first(raw<Seen & { given: string }>(`${whoAmI}, $1::text as given`, [hostile]));
    expect(seen).toEqual({ user_id: hostile, role: 'user', given: hostile });
    await expect(database.reader(identity).run(raw('select app_user_id()'))).rejects.toThrow(/uuid/);
    expect(await left(database)).toEqual({ user_id: '', role: '' });
  });

  it('refuses a value that cannot be sent and runs the next query on the same connection', async () => {
    const database = open(1);
    const circular: Record<string, unknown> = {};
    circular['itself'] = circular;
    await expect(database.reader(person()).run(raw('select $1::jsonb', [circular]))).rejects.toThrow(
      /circular/i,
    );
    await expect(database.reader(person()).run(raw('select $1::jsonb', [{ big: 1n }]))).rejects.toThrow(
      /BigInt/,
    );
    const caller = person();
    expect(await database.reader(caller).first(raw<Seen>(whoAmI))).toEqual(seenBy(caller));
    expect(await left(database)).toEqual({ user_id: '', role: '' });
    expect(database.stats()).toEqual({ total: 1, idle: 1, waiting: 0 });
  });

  for (const max of [1, 4])
    it(`never shows one caller's identity to another, over a pool of ${max} under thousands of reads`, async () => {
      const database = open(max);
      const callers = Array.from({ length: 7 }, person);
      const read = async (index: number) => {
        const caller = callers[index % callers.length] ?? nobody;
        const name = index % 3 === 0 ? 'test.interleaved' : undefined;
        if (index % 11 === 0) {
          await database
            .reader(caller)
            .run(raw('select 1 / 0'))
            .catch(() => undefined);
          return true;
        }
        if (index % 13 === 0) {
          const bare = await left(database);
          return bare?.user_id === '' && bare.role === '';
        }
        const seen = await database.reader(caller).first(raw<Seen>(whoAmI, [], name));
        return seen?.user_id === caller.userId && seen?.role === caller.role;
      };
      // One connection can serve this many within the pool's wait, even on a busy machine.
      const atOnce = 100;
      for (let from = 0; from < 3000; from += atOnce) {
        const answers = await Promise.all(Array.from({ length: atOnce }, (_, index) => read(from + index)));
        expect(answers.filter((right) => !right)).toEqual([]);
      }
      expect(database.stats()).toMatchObject({ total: max, waiting: 0 });
    });

  it('prepares a named statement whose first attempt failed', async () => {
    const database = open(1);
    const statement = raw<{ n: number }>('select n from late_table', [], 'test.late');
    await expect(database.reader(nobody).run(statement)).rejects.toThrow(/late_table/);
    await home.query('create table late_table as select 7 as n');
    await home.query('grant select on late_table to tamga_app');
    expect(await database.reader(nobody).run(statement)).toEqual([{ n: 7 }]);
    await home.query('drop table late_table');
  });
});

describe('a failed read', () => {
  it('names the statement and the remedy in a failed test when a grant is missing', async () => {
    await home.query('create table tamga.ungranted (n int)');
    const missing = open(1)
      .reader(nobody)
      .run(raw('select n from ungranted', [], 'test.ungranted'));
    const err = await missing.catch((error: unknown) => error);
    createCauseLogger().error({ err }, 'unexpected');
    expect(takeCauses().join()).toContain(
      'permission denied for table ungranted (42501, statement test.ungranted, grant the columns to tamga_app',
    );
  });

  it('reports a wrong query as such and keeps the connection', async () => {
    const database = open(1);
    const pid = raw<{ pid: number }>('select pg_backend_pid() as pid');
    const before = await database.reader(nobody).first(pid);
    for (const text of ['selec 1', 'select * from no_such_table', 'select 1 / 0']) {
      const failure = await database
        .reader(nobody)
        .run(raw(text))
        .catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(Error);
      expect(failure).not.toBeInstanceOf(DatabaseUnavailable);
    }
    expect(await database.reader(nobody).first(pid)).toEqual(before);
  });

  it('reports an outage when its backend is killed, and the next read works', async () => {
    const database = open(1);
    const { pid } = (await database
      .reader(nobody)
      .first(raw<{ pid: number }>('select pg_backend_pid() as pid'))) ?? { pid: 0 };
    const reading = database.reader(nobody).run(raw('select pg_sleep(20)'));
    const failure = expect(reading).rejects.toBeInstanceOf(DatabaseUnavailable);
    await until(async () => {
      const [row] = await home.query('select from pg_stat_activity where pid = $1 and wait_event = $2', [
        pid,
        'PgSleep',
      ]);
      return row !== undefined;
    });
    await home.query('select pg_terminate_backend($1)', [pid]);
    await failure;
    expect(await database.reader(nobody).first(raw('select 1 as one'))).toEqual({ one: 1 });
  });

  it('reports an outage at most once when an idle connection was killed, and logs it', async () => {
    const reported: Error[] = [];
    const database = createDatabase({
      url: home.appUrl,
      max: 1,
      onIdleError: (error) => reported.push(error),
    });
    opened.push(database);
    const { pid } = (await database
      .reader(nobody)
      .first(raw<{ pid: number }>('select pg_backend_pid() as pid'))) ?? { pid: 0 };
    await home.query('select pg_terminate_backend($1)', [pid]);
    await until(() => reported.length > 0);
    expect(await database.reader(nobody).first(raw('select 1 as one'))).toEqual({ one: 1 });
  });

  it('reports an outage when the database is unreachable', async () => {
    const database = createDatabase({ url: 'postgres://tamga_app@127.0.0.1:9/none', max: 1 });
    await expect(database.reader(nobody).run(raw('select 1'))).rejects.toBeInstanceOf(DatabaseUnavailable);
    await expect(database.transaction(nobody, (tx) => tx.run(raw('select 1')))).rejects.toBeInstanceOf(
      DatabaseUnavailable,
    );
    await expect(database.withClient(async () => 1)).rejects.toBeInstanceOf(DatabaseUnavailable);
    await database.close();
  });
});

describe('a table changed by a migration while the server runs', () => {
  it('fails a prepared statement once with a retryable error, and the connection recovers', async () => {
    const database = open(1);
    const statement = raw('select * from growing', [], 'test.growing');
    const tried = (work: Promise<unknown>) => work.catch((error: unknown) => error);
    await home.query('create table growing as select 1 as a');
    await home.query('grant select on growing to tamga_app');
    expect(await database.reader(nobody).run(statement)).toEqual([{ a: 1 }]);
    await home.query('alter table growing add column b integer');
    expect(await tried(database.reader(nobody).run(statement))).toBeInstanceOf(DatabaseUnavailable);
    expect(await database.reader(nobody).run(statement)).toEqual([{ a: 1, b: null }]);
    await home.query('alter table growing add column c integer');
    const inTransaction = () => tried(database.transaction(nobody, (tx) => tx.run(statement)));
    expect(await inTransaction()).toBeInstanceOf(DatabaseUnavailable);
    expect(await inTransaction()).toEqual([{ a: 1, b: null, c: null }]);
    await home.query('drop table growing');
  });
});

describe('a database that does not answer', () => {
  it('times out, and the pool works again as soon as it answers', async () => {
    const proxy = await startProxy(home);
    const database = createDatabase({ url: proxy.url, max: 2, answerTimeoutMs: 3000 });
    const work = (tx: Tx) => tx.run(raw('select 1'));
    await database.transaction(nobody, work);
    proxy.stall();
    const failures = await Promise.allSettled([
      database.reader(nobody).run(raw('select 1')),
      database.transaction(nobody, work),
    ]);
    for (const failure of failures)
      expect(failure).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseUnavailable) });
    proxy.restore();
    expect(await database.reader(nobody).first(raw('select 1 as one'))).toEqual({ one: 1 });
    await database.transaction(nobody, work);
    expect(database.stats().waiting).toBe(0);
    await database.close();
    await proxy.close();
  });
});
