import { join } from 'node:path';
import pg from 'pg';
import { migrationsDir } from '../apps/server/src/composition/app.ts';
import { startEmbeddedPostgres } from '../apps/server/src/kernel/db/embedded.ts';
import { migrate, readMigrations } from '../apps/server/src/kernel/db/migrate.ts';
import { makeFolder, startChild } from './processes.ts';
import { type Finding, round } from './report.ts';

interface Verified {
  ok: boolean;
  checked: number;
  seconds: number;
  rssBeforeMb: number;
  extraMb: number;
  longestStallMs: number;
}

/** The bar is for a million rows; with fewer rows fixed costs would dominate. */
const barRows = 1_000_000;
const barSeconds = 5;
const barMb = 100;
/** Rows that are appended and sealed like the server does; the sealer works in such batches. */
const sealedRows = 10_000;

/** Builds a chain of `rows` links like the server (append, then seal); a new process verifies it. */
export async function measureAudit(rows: number): Promise<Finding[]> {
  const postgres = await startEmbeddedPostgres({
    dataDir: makeFolder(),
    // Faster settings affect only the filling, because verification writes nothing.
    settings: { synchronous_commit: 'off', max_wal_size: '4GB' },
    log: () => undefined,
  });
  stopPostgres = () => postgres.stop();
  try {
    const client = new pg.Client({ connectionString: postgres.url(postgres.database, postgres.superuser) });
    await client.connect();
    await client.query('create role tamga_app login nosuperuser nobypassrls');
    await client.query('create role tamga_owner login nosuperuser nobypassrls');
    await client.query('grant tamga_app to tamga_owner');
    await client.query('create database tamga owner tamga_owner');
    await client.end();
    await migrate({
      ownerUrl: postgres.url('tamga', 'tamga_owner'),
      migrations: readMigrations(migrationsDir),
    });
    const sealedPerSecond = await fill(postgres.url('tamga', postgres.superuser), rows);
    const verified = await verify(postgres.url('tamga', 'tamga_app'));
    return describe(rows, sealedPerSecond, verified);
  } finally {
    await stopAudit();
  }
}

let stopPostgres: (() => Promise<void>) | undefined;
export async function stopAudit(): Promise<void> {
  await stopPostgres?.();
  stopPostgres = undefined;
}

/** Returns the number of rows sealed per second. */
async function fill(url: string, rows: number): Promise<number> {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=tamga' });
  await client.connect();
  try {
    await client.query(
      `insert into audit_log ${columns} select ${values} from generate_series(1, ${sealedRows})`,
    );
    const startedMs = performance.now();
    await client.query('select audit_seal($1)', [sealedRows]);
    const perSecond = sealedRows / ((performance.now() - startedMs) / 1000);
    await client.query(appendLinked);
    await client.query(`select append_linked(${rows - sealedRows})`);
    await client.query('vacuum analyze audit_log');
    return perSecond;
  } finally {
    await client.end();
  }
}

const columns = '(occurred_at, actor_user_id, action, category, target, request_id, metadata)';
const values = `clock_timestamp(), gen_random_uuid(), 'auth.session.refreshed', 'auth', gen_random_uuid()::text,
  gen_random_uuid()::text, jsonb_build_object('session_id', gen_random_uuid())`;

/**
 * Sealing a million rows takes minutes, so the remaining rows are written with their links, without the indexes that
 * verification does not read.
 */
const appendLinked = `
  drop index if exists audit_log_actor, audit_log_action;
  create function append_linked(p_rows integer) returns void language plpgsql as $$
    declare
      head audit_head;
      entry audit_log;
    begin
      select * into strict head from audit_head;
      for entry in
        select n.id, x.*, null, null, null
        from generate_series(head.seq + 1, head.seq + p_rows) as n (id), lateral (select ${values}) as x
      loop
        entry.seq := head.seq + 1;
        entry.prev_hash := head.chain_hash;
        entry.chain_hash := encode(sha256(convert_to(head.chain_hash || audit_canonical(entry), 'UTF8')), 'hex');
        insert into audit_log overriding system value values (entry.*);
        head.seq := entry.seq;
        head.chain_hash := entry.chain_hash;
      end loop;
      update audit_head set seq = head.seq, chain_hash = head.chain_hash;
    end
  $$`;

async function verify(url: string): Promise<Verified> {
  const child = await startChild({
    script: join(import.meta.dirname, 'audit-child.ts'),
    args: [url],
    readyWhen: /^verified /,
    patienceMs: 150_000,
    logFile: join(makeFolder(), 'audit.log'),
  });
  await child.ended;
  return JSON.parse(child.ready.slice('verified '.length)) as Verified;
}

function describe(rows: number, sealedPerSecond: number, verified: Verified): Finding[] {
  const { seconds, extraMb, longestStallMs } = verified;
  const isWhole = verified.ok && verified.checked === rows;
  const figures = { rows, ...verified };
  const judge = (value: number, bar: number, unit: string): Partial<Finding> => {
    if (!isWhole) return { met: false, note: `the chain was not found whole: ${JSON.stringify(verified)}` };
    if (rows !== barRows) return {};
    const met = value < bar;
    const note = `missed by ${round(((value - bar) / bar) * 100, 0)} %`;
    return { bar: `< ${bar} ${unit}`, met, ...(met ? {} : { note }) };
  };
  return [
    {
      group: 'audit',
      measure: `audit verification, ${rows.toLocaleString('en')} rows`,
      value: `${round(seconds)} s, longest stall ${round(longestStallMs, 0)} ms`,
      ...judge(seconds, barSeconds, 's'),
      figures,
    },
    {
      group: 'audit',
      measure: 'audit verification, extra memory',
      value: `${round(extraMb)} MB`,
      ...judge(extraMb, barMb, 'MB'),
      figures,
    },
    {
      group: 'audit',
      measure: 'audit sealing',
      value: `${round(sealedPerSecond, 0)} rows/s`,
      figures: { sealedPerSecond },
    },
  ];
}
