import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { createDatabase } from '../db/database.ts';
import { verifyAudit } from './verify.ts';

const rows = 200_000;
const script = join(import.meta.dirname, '../../../test/child-verify.ts');
let home: TestDatabase;

beforeAll(async () => {
  home = await createTestDatabase();
  // One statement links all rows but the last, because sealing this many row by row takes too long.
  await home.query(`create function link(text, text) returns text language sql immutable
    as $$ select encode(sha256(convert_to($1 || $2, 'UTF8')), 'hex') $$`);
  await home.query(`create aggregate chain(text) (sfunc = link, stype = text, initcond = '')`);
  await home.query(`drop index audit_log_actor, audit_log_action`);
  await home.query(
    `with draft as materialized (
       select n::bigint as id, now()::timestamptz(3) as at, gen_random_uuid() as actor,
         jsonb_build_object('n', n, 'session_id', md5(n::text)) as metadata from generate_series(1, $1::integer) n),
     linked as (
       select draft.*, chain(audit_canonical(
         row(id, at, actor, 'test.done', 'testing', 'target', 'request', metadata, null, null, null)::audit_log
       )) over (order by id) as link from draft)
     insert into audit_log overriding system value
       select id, at, actor, 'test.done', 'testing', 'target', 'request', metadata, id,
         lag(link, 1, '') over (order by id), link from linked`,
    [rows - 1000],
  );
  await home.query(
    'update audit_head set (seq, chain_hash) = (select seq, chain_hash from audit_log order by seq desc limit 1)',
  );
  await home.query(
    `insert into audit_log (id, occurred_at, action, category) overriding system value
     select n, now(), 'test.done', 'testing' from generate_series($1::integer, $2::integer) n`,
    [rows - 999, rows],
  );
  await home.query('select audit_seal(1000)');
});
afterAll(() => home.drop());

describe('verifying a long log', () => {
  it('keeps the event loop responsive and memory constant, however long the log is', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [script], {
      env: { ...process.env, CHILD_DATABASE_URL: home.appUrl, CHILD_LAST_ID: String(rows) },
    });
    const measured = JSON.parse(stdout) as {
      reports: unknown[];
      longest_delay_ms: number;
      longest_turn_cpu_ms: number;
      rss_growth_mb: number;
    };
    for (const report of measured.reports)
      expect(report).toMatchObject({ ok: true, checked: rows, pending: 0 });
    // Other tests may hold the processor, so the smaller of wall-clock delay and CPU time counts.
    expect(Math.min(measured.longest_delay_ms, measured.longest_turn_cpu_ms), stdout).toBeLessThan(50);
    expect(measured.rss_growth_mb, stdout).toBeLessThan(100);
  });

  it('finds a damaged row in either half and between them, and a removed one', async () => {
    const database = createDatabase({ url: home.appUrl, max: 2 });
    const middle = rows / 2;
    // From the end, so that each damage hides the one before it.
    for (const id of [middle + 50_000, middle + 1, middle, 50_000]) {
      await home.query(`update audit_log set target = 'another' where id = $1`, [id]);
      const report = await verifyAudit(database);
      expect(report).toMatchObject({ ok: false, broken_id: id, reason: 'altered', checked: id - 1 });
    }
    await home.query('delete from audit_log where id = $1', [20_000]);
    expect(await verifyAudit(database)).toMatchObject({ ok: false, broken_id: 20_001, reason: 'missing' });
    await database.close();
  });
});
