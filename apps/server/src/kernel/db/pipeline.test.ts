import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { raw } from '../../../test/raw.ts';
import { startProxy } from '../../../test/tcp-proxy.ts';
import { createDatabase, type Database, DatabaseUnavailable } from './database.ts';
import { nobody } from './identity.ts';

let home: TestDatabase;
let database: Database;

beforeAll(async () => {
  home = await createTestDatabase();
  database = createDatabase({ url: home.appUrl, max: 6 });
});
afterAll(async () => {
  await database.close();
  await home.drop();
});

const one = (on: Database) => on.pipelined(nobody).first(raw('select 1 as one', [], 'test.one'));
const tried = (work: Promise<unknown>) => work.catch((error: unknown) => error);

describe('pipelined statements of many requests', () => {
  it("each run under their caller's identity and return only to that caller", async () => {
    const people = Array.from({ length: 300 }, () => randomUUID());
    const answers = await Promise.all(
      people.map((userId, at) =>
        database
          .pipelined({ userId, role: at % 2 === 0 ? 'user' : 'officer' })
          .first(
            raw(
              `select current_setting('app.user_id') as user_id, current_setting('app.role') as role, $1::int as at`,
              [at],
              at % 3 === 0 ? undefined : 'test.who',
            ),
          ),
      ),
    );
    expect(answers).toEqual(
      people.map((user_id, at) => ({ user_id, role: at % 2 === 0 ? 'user' : 'officer', at })),
    );
    expect(database.stats()).toEqual({ total: 2, idle: 2, waiting: 0 });
  });

  it('fail alone: the other statements of the batch succeed', async () => {
    const divide = (by: number, name?: string) =>
      tried(database.pipelined(nobody).first(raw('select 6 / $1::int as it', [by], name)));
    for (const name of [undefined, 'test.divide']) {
      const answers = await Promise.all([1, 0, 2, 0, 3].map((by) => divide(by, name)));
      expect(answers).toEqual([{ it: 6 }, expect.any(Error), { it: 3 }, expect.any(Error), { it: 2 }]);
      expect(answers[1]).toMatchObject({ code: '22012' });
    }
    const wrong = [
      tried(database.pipelined(nobody).run(raw('select nonsense', [], 'test.bad'))),
      one(database),
    ];
    expect(await Promise.all(wrong)).toEqual([expect.any(Error), { one: 1 }]);
  });

  it('can write, each in a separate transaction', async () => {
    await home.query('create table pipelined (n integer primary key)');
    await home.query('grant select, insert on pipelined to tamga_app');
    const insert = (n: number) =>
      tried(database.pipelined(nobody).run(raw('insert into pipelined values ($1)', [n], 'test.insert')));
    const answers = await Promise.all([1, 2, 2, 3].map(insert));
    expect(answers.filter((answer) => answer instanceof Error)).toHaveLength(1);
    expect(await home.query('select n from pipelined order by n')).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    await home.query('drop table pipelined');
  });

  it('survive a migration of their table with one retryable error', async () => {
    const statement = raw('select * from widening', [], 'test.widening');
    await home.query('create table widening as select 1 as a');
    await home.query('grant select on widening to tamga_app');
    const ask = () => tried(database.pipelined(nobody).run(statement));
    expect(await Promise.all([ask(), ask()])).toEqual([[{ a: 1 }], [{ a: 1 }]]);
    await home.query('alter table widening add column b integer');
    for (const answer of await Promise.all([ask(), ask()]))
      expect(answer).toBeInstanceOf(DatabaseUnavailable);
    expect(await ask()).toEqual([{ a: 1, b: null }]);
    await home.query('drop table widening');
  });
});

describe('a shared connection', () => {
  it('rejects every waiting statement when it breaks, and is replaced for the next one', async () => {
    const proxy = await startProxy(home);
    const behind = createDatabase({ url: proxy.url, max: 6 });
    expect(await one(behind)).toEqual({ one: 1 });
    const waiting = Array.from({ length: 5 }, () =>
      tried(behind.pipelined(nobody).run(raw('select pg_sleep(60)'))),
    );
    proxy.cut();
    for (const failure of await Promise.all(waiting)) expect(failure).toBeInstanceOf(DatabaseUnavailable);
    expect(await tried(one(behind))).toBeInstanceOf(DatabaseUnavailable);
    proxy.restore();
    expect(await one(behind)).toEqual({ one: 1 });
    await behind.close();
    await proxy.close();
  });

  it('is dropped when no answer comes', async () => {
    const proxy = await startProxy(home);
    const behind = createDatabase({ url: proxy.url, max: 6, answerTimeoutMs: 3000 });
    expect(await one(behind)).toEqual({ one: 1 });
    proxy.stall();
    for (const failure of await Promise.all([tried(one(behind)), tried(one(behind))]))
      expect(failure).toBeInstanceOf(DatabaseUnavailable);
    proxy.restore();
    expect(await one(behind)).toEqual({ one: 1 });
    await behind.close();
    await proxy.close();
  });

  it('is reported when it breaks while idle', async () => {
    const reported: Error[] = [];
    const own = createDatabase({
      url: home.appUrl,
      max: 6,
      onIdleError: (error) => reported.push(error),
    });
    const asked = await own.pipelined(nobody).first(raw<{ pid: number }>('select pg_backend_pid() as pid'));
    await home.query('select pg_terminate_backend($1)', [asked?.pid]);
    await expect.poll(() => reported.length).toBe(1);
    expect(await one(own)).toEqual({ one: 1 });
    await own.close();
    expect(await tried(one(own))).toBeInstanceOf(Error);
  });

  it('is not opened for a small pool: the pool serves', async () => {
    const small = createDatabase({ url: home.appUrl, max: 1 });
    expect(await Promise.all([one(small), one(small)])).toEqual([{ one: 1 }, { one: 1 }]);
    expect(small.stats().total).toBe(1);
    await small.close();
  });
});
