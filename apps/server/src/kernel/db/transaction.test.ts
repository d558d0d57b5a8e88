import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { raw } from '../../../test/raw.ts';
import {
  createDatabase,
  type Database,
  DatabaseUnavailable,
  type Tx,
  toIso,
  UnstorableText,
} from './database.ts';
import { type DbIdentity, nobody, systemIdentity } from './identity.ts';

interface Seen {
  user_id: string;
  role: string;
}

const whoAmI = raw<Seen>(`select coalesce(current_setting('app.user_id', true), '') as user_id,
  coalesce(current_setting('app.role', true), '') as role`);
const person = (): DbIdentity => ({ userId: randomUUID(), role: 'user' });
const put = (key: string) =>
  raw(`insert into platform_settings (key, value, updated_at) values ($1, '1', now())`, [key]);

let home: TestDatabase;
const opened: Database[] = [];

function open(max: number): Database {
  const database = createDatabase({ url: home.appUrl, max });
  opened.push(database);
  return database;
}
const left = (database: Database) =>
  database.withClient(async (client) => (await client.query<Seen>(whoAmI.text)).rows[0]);
const isStored = async (key: string) =>
  (await home.query('select from platform_settings where key = $1', [key])).length === 1;

beforeAll(async () => {
  home = await createTestDatabase();
});
afterAll(async () => {
  for (const database of opened) await database.close();
  await home.drop();
});

describe('a transaction', () => {
  it('carries its identity through every statement and leaves none on the connection', async () => {
    const database = open(1);
    const caller = person();
    const seen = await database.transaction(caller, async (tx) => [
      await tx.first(whoAmI),
      await tx.first({ ...whoAmI, name: 'test.who' }),
      await tx.first(whoAmI),
    ]);
    expect(seen).toEqual(Array(3).fill({ user_id: caller.userId, role: 'user' }));
    expect(await left(database)).toEqual({ user_id: '', role: '' });
    await expect(database.transaction(caller, (tx) => tx.run(raw('select 1 / 0')))).rejects.toThrow();
    expect(await left(database)).toEqual({ user_id: '', role: '' });
  });

  for (const max of [1, 4])
    it(`never shows its identity to another over a pool of ${max}, beside reads`, async () => {
      const database = open(max);
      const callers = Array.from({ length: 5 }, person);
      const round = async (index: number) => {
        const caller = callers[index % callers.length] ?? nobody;
        const isCaller = (seen: Seen | undefined) => seen?.user_id === caller.userId && seen?.role === 'user';
        if (index % 2 === 0) return isCaller(await database.reader(caller).first(whoAmI));
        return database
          .transaction(caller, async (tx) => {
            const first = isCaller(await tx.first(whoAmI));
            if (index % 7 === 0) throw new Error('given up');
            return first && isCaller(await tx.first(whoAmI));
          })
          .catch((error: Error) => error.message === 'given up');
      };
      // So few at once that none waits for a connection as long as the pool allows, on a busy machine either.
      const atOnce = 50;
      for (let from = 0; from < 1000; from += atOnce) {
        const rounds = Array.from({ length: atOnce }, (_, index) => round(from + index));
        expect((await Promise.all(rounds)).filter((right) => !right)).toEqual([]);
      }
      expect(await left(database)).toEqual({ user_id: '', role: '' });
    });

  it('takes no connection when its work runs no statement', async () => {
    const database = createDatabase({ url: 'postgres://tamga_app@127.0.0.1:9/none', max: 1 });
    expect(await database.transaction(nobody, async () => 'done')).toBe('done');
    await expect(
      database.transaction(nobody, async () => {
        throw new Error('refused before any statement');
      }),
    ).rejects.toThrow('refused before any statement');
    expect(database.stats()).toEqual({ total: 0, idle: 0, waiting: 0 });
    await database.close();
  });

  it('commits when its work resolves and rolls back when it throws', async () => {
    const database = open(2);
    await database.transaction(systemIdentity, (tx) => tx.change(put('kept')));
    await expect(
      database.transaction(systemIdentity, async (tx) => {
        await tx.change(put('undone'));
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect([await isStored('kept'), await isStored('undone')]).toEqual([true, false]);
    expect(database.stats()).toMatchObject({ waiting: 0 });
    expect(database.stats().total).toBe(database.stats().idle);
  });

  it('refuses a statement after its commit and after its rollback', async () => {
    const database = open(1);
    let kept: Tx | undefined;
    await database.transaction(systemIdentity, async (tx) => {
      kept = tx;
      await tx.run(whoAmI);
    });
    await expect(kept?.run(whoAmI)).rejects.toThrow('after its transaction ended');
    await database
      .transaction(systemIdentity, async (tx) => {
        kept = tx;
        throw new Error('no');
      })
      .catch(() => undefined);
    await expect(kept?.change(put('too late'))).rejects.toThrow('after its transaction ended');
    expect(await isStored('too late')).toBe(false);
  });

  it('does not report success when the error of a failed statement was swallowed', async () => {
    const database = open(1);
    await expect(
      database.transaction(systemIdentity, async (tx) => {
        await tx.change(put('lost'));
        await tx.run(raw('select 1 / 0')).catch(() => undefined);
        return 'done';
      }),
    ).rejects.toThrow(/undone/);
    expect(await isStored('lost')).toBe(false);
    expect(await left(database)).toEqual({ user_id: '', role: '' });
  });

  it('releases its connection when work throws while the first statement is still opening it', async () => {
    const database = open(1);
    await expect(
      database.transaction(systemIdentity, (tx) =>
        Promise.all([tx.change(put('half')), Promise.reject(new Error('the other half failed'))]),
      ),
    ).rejects.toThrow('the other half failed');
    expect(await database.reader(nobody).first(raw('select 1 as one'))).toEqual({ one: 1 });
    expect(await isStored('half')).toBe(false);
    expect(database.stats()).toEqual({ total: 1, idle: 1, waiting: 0 });
  });

  it('refuses a user id that is not a uuid before it reaches the statement text', async () => {
    const database = open(1);
    const identity = { userId: "x', true); drop table users; --", role: 'user' } as const;
    await expect(database.transaction(identity, (tx) => tx.run(whoAmI))).rejects.toThrow('not a uuid');
    expect(await left(database)).toEqual({ user_id: '', role: '' });
  });

  it('reports an outage when its backend is killed, and commits nothing', async () => {
    const database = open(1);
    const ended = database.transaction(systemIdentity, async (tx) => {
      await tx.change(put('killed'));
      const backend = await tx.first(raw<{ pid: number }>('select pg_backend_pid() as pid'));
      await home.query('select pg_terminate_backend($1)', [backend?.pid]);
      await tx.run(whoAmI);
    });
    await expect(ended).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(await isStored('killed')).toBe(false);
    expect(await database.reader(nobody).first(raw('select 1 as one'))).toEqual({ one: 1 });
  });

  it('refuses a text that cannot be stored, on every way to the database', async () => {
    const database = open(8);
    const texts = raw('select $1::text', ['a\0']);
    const lists = raw('select $1::text[]', [['a', 'b\0']]);
    const json = raw('select $1::jsonb', [JSON.stringify({ name: 'a\0' })]);
    for (const statement of [texts, lists, json])
      for (const work of [
        () => database.reader(systemIdentity).run(statement),
        () => database.pipelined(systemIdentity).run(statement),
        () => database.transaction(systemIdentity, (tx) => tx.run(statement)),
        () => database.transaction(systemIdentity, async (tx) => tx.atCommit(statement)),
      ])
        await expect(work()).rejects.toBeInstanceOf(UnstorableText);
  });

  it('rethrows the errors of a wrong statement unchanged', async () => {
    const failure = await open(1)
      .transaction(nobody, (tx) => tx.run(raw('selec 1')))
      .catch((error: unknown) => error);
    expect(failure).not.toBeInstanceOf(DatabaseUnavailable);
    expect(failure).toMatchObject({ code: '42601' });
  });
});

describe('values from the driver', () => {
  it('are RFC 3339 text in UTC for a time, and a number for a bigint', async () => {
    const row = await open(1)
      .reader(nobody)
      .first(
        raw(`select timestamptz '2026-02-03 04:05:06.789012+08' as at, timestamptz '2026-02-03 04:05:06Z' as whole,
          9007199254740991::bigint as big`),
      );
    expect(row).toEqual({
      at: '2026-02-02T20:05:06.789Z',
      whole: '2026-02-03T04:05:06.000Z',
      big: 9007199254740991,
    });
    expect(toIso('2026-02-03 04:05:06.7+05:30')).toBe('2026-02-02T22:35:06.700Z');
  });
});
