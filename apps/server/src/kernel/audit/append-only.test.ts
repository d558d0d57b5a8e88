import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { raw } from '../../../test/raw.ts';
import { createDatabase, type Database } from '../db/database.ts';
import { systemIdentity } from '../db/identity.ts';
import { defineEvents } from './events.ts';
import { AuditMissing, noOutbox, unitOfWork, type WriteTx } from './unit-of-work.ts';

const events = defineEvents('testing', {
  changed: { action: 'test.changed', about: 'A setting was changed', fields: ['key'] },
});
const now = new Date('2026-03-04T05:06:07.089Z');
const actor = randomUUID();

let home: TestDatabase;
let database: Database;
let app: pg.Client;

beforeAll(async () => {
  home = await createTestDatabase();
  database = createDatabase({ url: home.appUrl, max: 4 });
  app = new pg.Client({ connectionString: home.appUrl, options: '-c search_path=tamga -c app.role=system' });
  await app.connect();
  await home.query(
    `insert into audit_log (occurred_at, action, category) values (now(), 'a', 'c'), (now(), 'b', 'c')`,
  );
  await home.query('select audit_seal(1)');
});
afterAll(async () => {
  await app.end();
  await database.close();
  await home.drop();
});

describe('the audit log for the application role', () => {
  it.each([
    `update audit_log set action = 'x'`,
    'update audit_log set seq = null, prev_hash = null, chain_hash = null',
    'delete from audit_log',
    'delete from audit_log where seq is null',
    'truncate audit_log',
    `insert into audit_log (occurred_at, action, category, seq) values (now(), 'x', 'x', 3)`,
    `insert into audit_log (occurred_at, action, category, prev_hash) values (now(), 'x', 'x', 'x')`,
    `insert into audit_log (occurred_at, action, category, chain_hash) values (now(), 'x', 'x', 'x')`,
    `insert into audit_log (id, occurred_at, action, category) overriding system value values (1000, now(), 'x', 'x')`,
    `insert into audit_log (occurred_at, action, category) values (now(), 'x', 'x') on conflict (id) do update set action = 'x'`,
    `insert into audit_head (seq, chain_hash) values (9, 'x')`,
    'update audit_head set seq = 0',
    'delete from audit_head',
    'truncate audit_head',
    'alter table audit_log add column mine text',
    'alter table audit_log alter column action drop not null',
    'alter table audit_log disable trigger all',
    'alter table audit_log disable row level security',
    'alter table audit_log owner to tamga_app',
    'drop table audit_log',
    'drop index audit_log_seq',
    'drop policy audit_log_read on audit_log',
    'create policy mine on audit_log for update using (true)',
    `create trigger mine before insert on audit_log for each row execute function suppress_redundant_updates_trigger()`,
    'create rule mine as on insert to audit_log do instead nothing',
    'alter function audit_seal(integer) owner to tamga_app',
    `create or replace function audit_canonical(entry audit_log) returns text language sql as $$ select '' $$`,
    'begin; lock table audit_log in access exclusive mode',
    'set session_replication_role = replica',
    `select setval(pg_get_serial_sequence('audit_log', 'id'), 1)`,
  ])('refuses: %s', async (text) => {
    const before = await home.query('select * from audit_log order by id');
    await expect(app.query(text)).rejects.toMatchObject({ code: '42501' });
    await app.query('rollback');
    expect(await home.query('select * from audit_log order by id')).toEqual(before);
  });

  it('lets the role grant itself no further right', async () => {
    await app.query('grant update, delete on audit_log to tamga_app').catch(() => undefined);
    const right = `select has_table_privilege('tamga_app', 'audit_log', 'update, delete, truncate, trigger') as any`;
    expect(await home.query(right)).toEqual([{ any: false }]);
  });

  it('accepts an appended row and leaves its chain position to the sealer', async () => {
    await app.query(`insert into audit_log (occurred_at, action, category) values (now(), 'appended', 'c')`);
    expect(
      await home.query(`select seq, prev_hash, chain_hash from audit_log where action = 'appended'`),
    ).toEqual([{ seq: null, prev_hash: null, chain_hash: null }]);
  });

  it('shows no row to a citizen', async () => {
    await app.query('begin');
    await app.query(`select set_config('app.role', 'user', true), set_config('app.user_id', $1, true)`, [
      actor,
    ]);
    expect((await app.query('select from audit_log')).rowCount).toBe(0);
    await app.query('rollback');
  });
});

const put = (tx: WriteTx, key: string) =>
  tx.change(
    raw(`insert into platform_settings (key, value, updated_at) values ($1, '1', $2)`, [key, tx.now]),
  );
const work = <T>(decide: (tx: WriteTx) => Promise<T>, auditRequired = true) =>
  unitOfWork(
    { database, outbox: noOutbox },
    { identity: systemIdentity, actorUserId: actor, requestId: 'req-1', now },
    { auditRequired: () => auditRequired, what: 'test.row' },
    decide,
  );
const traces = async (key: string) => ({
  changes: (await home.query('select from platform_settings where key = $1', [key])).length,
  events: (await home.query('select from audit_log where target = $1', [key])).length,
  messages: (await home.query(`select from bus_events where payload ->> 'key' = $1`, [key])).length,
});

describe('a change and its event', () => {
  it('commit together, with actor, time, request and declared fields', async () => {
    await work(async (tx) => {
      await put(tx, 'together');
      tx.audit(events.changed, { target: 'together', metadata: { key: 'together' } });
      tx.publish('test', { key: 'together' });
    });
    expect(await traces('together')).toEqual({ changes: 1, events: 1, messages: 1 });
    const [row] = await home.query(
      `select occurred_at, actor_user_id, action, category, request_id, metadata from audit_log where target = 'together'`,
    );
    expect(row).toEqual({
      occurred_at: now,
      actor_user_id: actor,
      action: 'test.changed',
      category: 'testing',
      request_id: 'req-1',
      metadata: { key: 'together' },
    });
  });

  it('are both undone when the event cannot be written', async () => {
    const key = 'k'.repeat(201);
    await expect(
      work(async (tx) => {
        await put(tx, key);
        tx.audit(events.changed, { target: key });
      }),
    ).rejects.toMatchObject({ code: '23514' });
    expect(await traces(key)).toEqual({ changes: 0, events: 0, messages: 0 });
  });

  it('are both undone when their announcement or job cannot be written', async () => {
    await expect(
      work(async (tx) => {
        await put(tx, 'with task');
        tx.audit(events.changed, { target: 'with task' });
        tx.publish('test', { key: 'with task' });
        tx.enqueue('anywhere', {});
      }),
    ).rejects.toThrow('nothing can be queued');
    expect(await traces('with task')).toEqual({ changes: 0, events: 0, messages: 0 });
    await expect(
      work(async (tx) => {
        await put(tx, 'unwritable');
        tx.audit(events.changed, { target: 'unwritable' });
        tx.publish('test', { key: 'unwritable', what: '\0' });
      }),
    ).rejects.toThrow();
    expect(await traces('unwritable')).toEqual({ changes: 0, events: 0, messages: 0 });
  });

  it('are undone when no event is recorded, and when the event carries an undeclared field', async () => {
    await expect(work((tx) => put(tx, 'silent'))).rejects.toBeInstanceOf(AuditMissing);
    await expect(
      work(async (tx) => {
        await put(tx, 'undeclared');
        tx.audit(events.changed, { target: 'undeclared', metadata: { password: 'x' } });
      }),
    ).rejects.toThrow(/does not declare the field password/);
    expect((await traces('silent')).changes + (await traces('undeclared')).changes).toBe(0);
    await work((tx) => put(tx, 'need not'), false);
    expect(await traces('need not')).toEqual({ changes: 1, events: 0, messages: 0 });
  });

  it('are both undone when the decision throws after recording', async () => {
    await expect(
      work(async (tx) => {
        await put(tx, 'thrown');
        tx.audit(events.changed, { target: 'thrown' });
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(await traces('thrown')).toEqual({ changes: 0, events: 0, messages: 0 });
  });
});
