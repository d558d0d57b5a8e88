import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { createDatabase, type Database } from '../db/database.ts';
import { createKeyring } from '../security/keyring.ts';
import { verifyNewRows } from './verified-head.ts';
import { verifyAudit } from './verify.ts';

const total = 40;
let home: TestDatabase;
let database: Database;
/** Ids in chain order; two rows are sealed later than their ids suggest. */
let ids: number[];
let headHash: string;

beforeAll(async () => {
  home = await createTestDatabase();
  database = createDatabase({ url: home.appUrl, max: 2 });
  await home.query(
    `insert into audit_log (occurred_at, actor_user_id, action, category, target, request_id, metadata)
     select now() - n * interval '1 minute', gen_random_uuid(), 'test.done', 'testing', 'target ' || n, 'request-' || n,
       jsonb_build_object('n', n, 'text', 'Ө, ү and "quotes"') from generate_series(1, $1::integer) n`,
    [total],
  );
  await home.query('select audit_seal(15)');
  await home.query('select audit_seal(1000)');
  await home.query('create schema kept');
  await home.query('create table kept.log as select * from audit_log');
  await home.query('create table kept.head as select * from audit_head');
  ids = (await home.query<{ id: string }>('select id from audit_log order by seq')).map((row) =>
    Number(row.id),
  );
  headHash =
    (await home.query<{ chain_hash: string }>('select chain_hash from audit_head'))[0]?.chain_hash ?? '';
});
afterEach(async () => {
  await home.query('truncate audit_verified');
  await home.query('truncate audit_log');
  await home.query('insert into audit_log overriding system value select * from kept.log');
  await home.query('update audit_head set (seq, chain_hash) = (select seq, chain_hash from kept.head)');
});
afterAll(async () => {
  await database.close();
  await home.drop();
});

const at = (seq: number) => ids[seq - 1] ?? Number.NaN;
const expectBroken = async (seq: number, reason: string) =>
  expect(await verifyAudit(database)).toEqual({
    ok: false,
    checked: seq - 1,
    pending: 0,
    head: { seq: total, hash: headHash },
    broken_id: at(seq),
    reason,
  });

describe('an untouched chain', () => {
  it('is ok, and reports the checked rows, the pending rows and the head', async () => {
    const head = { seq: total, hash: headHash };
    expect(await verifyAudit(database)).toEqual({ ok: true, checked: total, pending: 0, head });
    await home.query(
      `insert into audit_log (occurred_at, action, category) values (now(), 'a', 'c'), (now(), 'b', 'c')`,
    );
    expect(await verifyAudit(database)).toEqual({ ok: true, checked: total, pending: 2, head });
  });

  it('is ok with every character that text may hold, and with null values', async () => {
    const odd = ['"', '\\', '\\N', '\\t', '\t\n\r\b\f\v', '\u0001\u001f\u007f', '\u2028', 'Өү 🙂', ', ', ''];
    for (const text of [...odd, null])
      await home.query(
        `insert into audit_log (occurred_at, actor_user_id, action, category, target, request_id, metadata)
         values ('2026-02-03 04:05:06.7895', null, 'a', 'c', $1, $1, jsonb_build_object('n', 1.50, 'of', $1::text))`,
        [text],
      );
    await home.query('select audit_seal(1000)');
    expect(await verifyAudit(database)).toMatchObject({ ok: true, checked: total + odd.length + 1 });
  });

  it('is ok when it is empty', async () => {
    const empty = await createTestDatabase();
    const other = createDatabase({ url: empty.appUrl, max: 1 });
    expect(await verifyAudit(other)).toEqual({
      ok: true,
      checked: 0,
      pending: 0,
      head: { seq: 0, hash: '' },
    });
    await other.close();
    await empty.drop();
  });

  it('is read in one transaction that leaves no state on the connection', async () => {
    await verifyAudit(database);
    await database.withClient(async (client) => {
      const { rows } = await client.query(
        `select current_setting('app.role', true) as role, current_setting('statement_timeout') as timeout,
           (select count(*) from audit_log) as seen`,
      );
      expect(rows).toEqual([{ role: '', timeout: '25s', seen: 0 }]);
    });
  });
});

describe('verification names the row and the kind of damage for', () => {
  it.each([
    ['id', 'id = id + 100000', 'altered'],
    ['occurred_at', `occurred_at = occurred_at + interval '1 millisecond'`, 'altered'],
    ['actor_user_id', 'actor_user_id = gen_random_uuid()', 'altered'],
    ['actor_user_id removed', 'actor_user_id = null', 'altered'],
    ['action', `action = 'test.undone'`, 'altered'],
    ['category', `category = 'other'`, 'altered'],
    ['target', `target = target || '.'`, 'altered'],
    ['request_id', 'request_id = null', 'altered'],
    ['metadata', `metadata = metadata || '{"n": -1}'`, 'altered'],
    ['metadata emptied', `metadata = '{}'`, 'altered'],
    ['chain_hash', `chain_hash = encode(sha256('x'), 'hex')`, 'altered'],
    ['chain_hash removed', 'chain_hash = null', 'altered'],
    ['prev_hash', `prev_hash = encode(sha256('x'), 'hex')`, 'moved'],
    ['prev_hash removed', 'prev_hash = null', 'moved'],
  ])('a changed %s', async (_what, set, reason) => {
    await home.query(`alter table audit_log alter id drop identity`);
    await home.query(`update audit_log set ${set} where id = $1`, [at(23)]);
    await home.query(`alter table audit_log alter id add generated always as identity (start 1000)`);
    const report = await verifyAudit(database);
    expect(report).toMatchObject({ ok: false, checked: 22, reason });
    expect([at(23), at(23) + 100000]).toContain(report.broken_id);
  });

  it('a changed first row and a changed last row', async () => {
    await home.query(`update audit_log set action = 'x' where id = $1`, [at(1)]);
    await expectBroken(1, 'altered');
    await home.query(`update audit_log set action = 'test.done' where id = $1`, [at(1)]);
    await home.query(`update audit_log set action = 'x' where id = $1`, [at(total)]);
    await expectBroken(total, 'altered');
  });

  it('a row removed from the middle', async () => {
    await home.query('delete from audit_log where id = $1', [at(12)]);
    expect(await verifyAudit(database)).toMatchObject({
      ok: false,
      checked: 11,
      broken_id: at(13),
      reason: 'missing',
    });
  });

  it('a sealed row moved back to the pending rows', async () => {
    await home.query('update audit_log set seq = null, prev_hash = null, chain_hash = null where id = $1', [
      at(12),
    ]);
    expect(await verifyAudit(database)).toMatchObject({
      ok: false,
      broken_id: at(13),
      reason: 'missing',
      pending: 1,
    });
  });

  it('a removed last row, and all rows removed', async () => {
    await home.query('delete from audit_log where id = $1', [at(total)]);
    expect(await verifyAudit(database)).toMatchObject({ ok: false, checked: total - 1, reason: 'cut_off' });
    await home.query('truncate audit_log');
    expect(await verifyAudit(database)).toMatchObject({ ok: false, checked: 0, reason: 'cut_off' });
  });

  it('a head set back together with the later rows, by comparison with a head kept elsewhere', async () => {
    await home.query('delete from audit_log where seq > 30');
    await home.query(
      'update audit_head set (seq, chain_hash) = (select seq, chain_hash from audit_log where seq = 30)',
    );
    const report = await verifyAudit(database);
    expect(report.ok).toBe(true);
    expect(report.head).not.toEqual({ seq: total, hash: headHash });
  });

  it('swapped contents of two rows', async () => {
    await home.query(
      `update audit_log a set occurred_at = b.occurred_at, actor_user_id = b.actor_user_id, target = b.target,
         request_id = b.request_id, metadata = b.metadata
       from audit_log b where a.id in ($1, $2) and b.id in ($1, $2) and a.id <> b.id`,
      [at(20), at(21)],
    );
    await expectBroken(20, 'altered');
  });

  it('a swapped order of two rows, with and without their hashes', async () => {
    await home.query('update audit_log set seq = -seq where id in ($1, $2)', [at(20), at(21)]);
    await home.query('update audit_log set seq = case id when $1 then 21 else 20 end where id in ($1, $2)', [
      at(20),
      at(21),
    ]);
    expect(await verifyAudit(database)).toMatchObject({
      ok: false,
      checked: 19,
      broken_id: at(21),
      reason: 'moved',
    });
    await home.query(
      `update audit_log a set prev_hash = b.prev_hash, chain_hash = b.chain_hash
       from audit_log b where a.id in ($1, $2) and b.id in ($1, $2) and a.id <> b.id`,
      [at(20), at(21)],
    );
    expect(await verifyAudit(database)).toMatchObject({
      ok: false,
      checked: 19,
      broken_id: at(21),
      reason: 'altered',
    });
  });

  it.each([
    ['after the end', total + 1],
    ['far after the end', total + 500],
    ['before the beginning', 0],
    ['below zero', -3],
  ])('a row with a forged position %s', async (_where, seq) => {
    const [forged] = await home.query<{ id: string }>(
      `insert into audit_log (occurred_at, action, category, seq, prev_hash, chain_hash)
       values (now(), 'forged', 'c', $1, $2, '') returning id`,
      [seq, headHash],
    );
    await home.query(
      `update audit_log set chain_hash = encode(sha256(convert_to(prev_hash || audit_canonical(audit_log), 'UTF8')), 'hex')
       where id = $1`,
      [forged?.id],
    );
    expect(await verifyAudit(database)).toMatchObject({
      ok: false,
      broken_id: Number(forged?.id),
      reason: 'moved',
    });
  });
});

describe('verification from a row known to be good', () => {
  it('checks only later rows, even when earlier ones are damaged', async () => {
    await home.query(`update audit_log set action = 'x' where id = $1`, [at(5)]);
    await home.query('delete from audit_log where id = $1', [at(8)]);
    expect(await verifyAudit(database, { fromId: at(10) })).toMatchObject({ ok: true, checked: total - 10 });
    expect(await verifyAudit(database, { fromId: at(total) })).toMatchObject({ ok: true, checked: 0 });
  });

  it('finds damage in later rows', async () => {
    await home.query(`update audit_log set action = 'x' where id = $1`, [at(30)]);
    expect(await verifyAudit(database, { fromId: at(10) })).toMatchObject({
      ok: false,
      checked: 19,
      broken_id: at(30),
    });
    expect(await verifyAudit(database, { fromId: at(29) })).toMatchObject({
      ok: false,
      checked: 0,
      broken_id: at(30),
    });
  });

  it('finds that later rows, or the known row itself, were removed', async () => {
    await home.query('delete from audit_log where id = $1', [at(total)]);
    expect(await verifyAudit(database, { fromId: at(10) })).toMatchObject({ ok: false, reason: 'cut_off' });
    expect(await verifyAudit(database, { fromId: at(total) })).toMatchObject({
      ok: false,
      broken_id: at(total),
      reason: 'missing',
    });
  });
});

describe('verification since the last verified head', () => {
  const keyring = createKeyring([{ id: 'k1', secret: 'a secret that is not in the database' }]);
  const noon = new Date('2026-05-05T12:00:00Z');
  const verify = (options: { now?: Date; whole?: boolean } = {}) =>
    verifyNewRows({ database, keyring }, { now: noon, whole: false, ...options });
  const append = async (count: number) => {
    await home.query(
      `insert into audit_log (occurred_at, action, category) select now(), 'later', 'c' from generate_series(1, $1::integer)`,
      [count],
    );
    await home.query('select audit_seal(1000)');
  };
  const sealAgain = async () => {
    await home.query('update audit_log set seq = null, prev_hash = null, chain_hash = null');
    await home.query(`update audit_head set seq = 0, chain_hash = ''`);
    await home.query('select audit_seal(1000)');
  };

  it('checks everything the first time, then only new rows, and everything on request', async () => {
    expect(await verify()).toMatchObject({ ok: true, since: 0, checked: total });
    expect(await verify()).toMatchObject({ ok: true, since: total, checked: 0 });
    await append(3);
    expect(await verify()).toMatchObject({ ok: true, since: total, checked: 3 });
    expect(await verify({ whole: true })).toMatchObject({ ok: true, since: 0, checked: total + 3 });
  });

  it('finds damage in new rows and does not move the head past it', async () => {
    await verify();
    await append(3);
    await home.query(`update audit_log set action = 'x' where seq = $1`, [total + 2]);
    expect(await verify()).toMatchObject({ ok: false, checked: 1, reason: 'altered' });
    expect(await verify()).toMatchObject({ ok: false, since: total, checked: 1, reason: 'altered' });
  });

  it('checks everything again after a day, so that it finds damage below the head', async () => {
    await verify();
    await home.query(`update audit_log set action = 'x' where id = $1`, [at(5)]);
    expect(await verify()).toMatchObject({ ok: true, checked: 0 });
    expect(await verify({ now: new Date(noon.getTime() + 24 * 3_600_000) })).toMatchObject({
      ok: false,
      since: 0,
      broken_id: at(5),
    });
    expect(await verify({ whole: true })).toMatchObject({ ok: false, broken_id: at(5) });
  });

  it('finds a chain that was rewritten as a whole, including its head', async () => {
    await verify();
    await home.query(`update audit_log set action = 'x' where id = $1`, [at(5)]);
    await sealAgain();
    expect(await verifyAudit(database)).toMatchObject({ ok: true });
    expect(await verify()).toMatchObject({ ok: false, reason: 'altered' });
    expect(await verify({ whole: true })).toMatchObject({ ok: false, reason: 'altered' });
  });

  it('finds rows that were removed together with the head', async () => {
    await verify();
    await home.query('delete from audit_log where seq > 30');
    await home.query(
      'update audit_head set (seq, chain_hash) = (select seq, chain_hash from audit_log where seq = 30)',
    );
    expect(await verify()).toMatchObject({ ok: false, reason: 'cut_off' });
  });

  it('ignores a forged mark', async () => {
    await home.query(`update audit_log set action = 'x' where id = $1`, [at(5)]);
    const forger = createKeyring([{ id: 'k1', secret: 'a secret of the thief' }]);
    await home.query('insert into audit_verified (sealed, updated_at) values ($1, now())', [
      forger.seal(
        JSON.stringify({ seq: total, hash: headHash, wholeAtMs: noon.getTime() }),
        'audit.verified',
      ),
    ]);
    expect(await verify()).toMatchObject({ ok: false, since: 0, broken_id: at(5) });
  });
});
