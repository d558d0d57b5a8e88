import { join } from 'node:path';
import pg from 'pg';
import { migrationsDir } from '../apps/server/src/app.ts';
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

/** For a million rows; of fewer, the fixed costs would be judged. */
const barRows = 1_000_000;
const barSeconds = 12;
const barMb = 100;
const sealBatch = 20_000;

/** A chain of `rows` links made as the server makes them (append, then seal), walked by a fresh process. */
export async function measureAudit(rows: number): Promise<Finding[]> {
  const postgres = await startEmbeddedPostgres({
    dataDir: makeFolder(),
    // Only the filling is hurried: verification writes nothing.
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
    const sealSeconds = await fill(postgres.url('tamga', postgres.superuser), rows);
    const verified = await verify(postgres.url('tamga', 'tamga_app'));
    return describe(rows, sealSeconds, verified);
  } finally {
    await stopAudit();
  }
}

let stopPostgres: (() => Promise<void>) | undefined;
export async function stopAudit(): Promise<void> {
  await stopPostgres?.();
  stopPostgres = undefined;
}

async function fill(url: string, rows: number): Promise<number> {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=tamga' });
  await client.connect();
  try {
    await client.query(
      `insert into audit_log (occurred_at, actor_user_id, action, category, target, request_id, metadata)
       select now() - make_interval(secs => ($1 - n)::double precision), gen_random_uuid(), 'auth.session.refreshed', 'auth',
         gen_random_uuid()::text, gen_random_uuid()::text, jsonb_build_object('session_id', gen_random_uuid())
       from generate_series(1, $1::integer) as n`,
      [rows],
    );
    await client.query('analyze audit_log');
    const startedMs = performance.now();
    for (let sealed = sealBatch; sealed === sealBatch; )
      sealed = (
        await client.query<{ sealed: number }>('select audit_seal($1) as sealed', [sealBatch])
      ).rows.reduce((sum, row) => sum + row.sealed, 0);
    const seconds = (performance.now() - startedMs) / 1000;
    await client.query('analyze audit_log');
    return seconds;
  } finally {
    await client.end();
  }
}

async function verify(url: string): Promise<Verified> {
  const child = await startChild({
    script: join(import.meta.dirname, 'audit-child.ts'),
    args: [url],
    readyWhen: /^verified /,
    logFile: join(makeFolder(), 'audit.log'),
  });
  await child.ended;
  return JSON.parse(child.ready.slice('verified '.length)) as Verified;
}

function describe(rows: number, sealSeconds: number, verified: Verified): Finding[] {
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
      value: `${round(rows / sealSeconds, 0)} rows/s`,
      figures: { sealSeconds },
    },
  ];
}
