import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { appRole, type Database, type Tx } from '../db/database.ts';
import { nobody } from '../db/identity.ts';

/** Background work; with `schedule` (cron, UTC) it runs once across all instances each time. */
export interface Job {
  readonly name: string;
  readonly about: string;
  readonly schedule?: string;
  readonly retries?: number;
  /** Ends what people did not do in time, so it rests while nobody can do it. */
  readonly watchesDeadlines?: true;
  readonly run: (data: Record<string, unknown>, context: { now: Date; log: Logger }) => Promise<void>;
}

export interface Jobs {
  /** Queues a job in a transaction: it exists when that commits. */
  send(tx: Tx, queue: string, data: object): Promise<void>;
  start(): Promise<void>;
  /** Starts taking jobs; an API-only process leaves this to workers. */
  work(jobs: readonly Job[]): Promise<void>;
  depths(): Promise<{ queue: string; ready: number; active: number; failed: number }[]>;
  stop(): Promise<void>;
}

/** Jobs that failed permanently stay here until a person looks at them. */
export const deadLetterQueue = 'dead_letters';
const schema = 'pgboss';

const lookEveryMs = 1000;
/** A worker also looks by itself, in case a look at all queues was missed. */
const ownLookSeconds = 60;

/** Creates the queues as the owner under the migration lock, because the application role cannot change tables. */
export async function installJobs(ownerUrl: string, jobs: readonly Job[], client: pg.Client): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, schema, supervise: false, schedule: false, max: 2 });
  boss.on('error', () => undefined);
  await boss.start();
  try {
    await boss.createQueue(deadLetterQueue, { retentionSeconds: 90 * 24 * 3600 });
    const wanted = new Set(jobs.filter((job) => job.schedule !== undefined).map((job) => job.name));
    for (const job of jobs) {
      const options = {
        retryLimit: job.retries ?? 5,
        retryDelay: 2,
        retryBackoff: true,
        deadLetter: deadLetterQueue,
      };
      await boss.createQueue(job.name, options);
      await boss.updateQueue(job.name, options);
      if (job.schedule !== undefined) await boss.schedule(job.name, job.schedule, {}, { tz: 'UTC' });
    }
    for (const schedule of await boss.getSchedules())
      if (!wanted.has(schedule.name)) await boss.unschedule(schedule.name);
  } finally {
    await boss.stop({ graceful: false });
  }
  await grantJobs(client);
}

/**
 * The application role works the queues but must not leave SQL for the owner to run: `bam` holds SQL text that
 * pg-boss executes at its next migration, and table names in `queue` become part of such text unquoted. Each
 * instance inserts pg-boss's own queue at start, so names are constrained instead of refusing the insert.
 */
async function grantJobs(client: pg.Client): Promise<void> {
  await client.query(`grant usage on schema ${schema} to ${appRole}`);
  await client.query(`grant select, insert, update, delete on all tables in schema ${schema} to ${appRole}`);
  await client.query(`grant execute on all functions in schema ${schema} to ${appRole}`);
  await client.query(`revoke insert, update, delete on ${schema}.bam, ${schema}.version from ${appRole}`);
  await client.query(`do $$ begin
    execute (select format('grant update (%s) on ${schema}.version to ${appRole}', string_agg(quote_ident(attname), ', '))
      from pg_attribute where attrelid = '${schema}.version'::regclass and attnum > 0 and not attisdropped
        and attname <> 'version');
    if not exists (select from pg_constraint where conname = 'tamga_plain_names') then
      alter table ${schema}.queue add constraint tamga_plain_names
        check (table_name ~ '^[a-z0-9_]+$' and name ~ '^[A-Za-z0-9_./-]+$');
    end if;
  end $$`);
}

export function createJobs(options: {
  database: Database;
  logger: Logger;
  now: () => Date;
  onRun: (queue: string, outcome: 'done' | 'failed', seconds: number) => void;
}): Jobs {
  const { database, logger } = options;
  const boss = new PgBoss({
    schema,
    migrate: false,
    createSchema: false,
    supervise: true,
    schedule: true,
    reindex: false,
    monitorVacuum: false,
    db: {
      executeSql: (text, values) => database.withClient((client) => client.query(text, values as unknown[])),
    },
  });
  let failing = false;
  const reportOnce = (error: Error) => {
    if (!failing)
      logger.warn({ reason: error.message.slice(0, 200) }, 'the job queue cannot reach the database');
    failing = true;
  };
  boss.on('error', reportOnce);

  const workers = new Map<string, string>();
  /** One statement for all queues: a statement each, every second, kept an idle platform busy. */
  const wakeWorkers = async () => {
    const due = await database.reader(nobody).run<{ name: string }>({
      text: `select name from unnest($1::text[]) as queue (name) where exists (
        select from ${schema}.job j
        where j.name = queue.name and j.state < 'active' and not j.blocked and j.start_after <= now())`,
      values: [[...workers.keys()]],
    });
    failing = false;
    for (const { name } of due) boss.notifyWorker(workers.get(name) ?? '');
  };
  let looking: Promise<void> | undefined;
  const look = () => {
    looking ??= wakeWorkers()
      .catch(reportOnce)
      .finally(() => {
        looking = undefined;
      });
  };
  let timer: NodeJS.Timeout | undefined;

  const runOne = async (job: Job, data: Record<string, unknown>) => {
    failing = false;
    const startedAt = performance.now();
    const seconds = () => (performance.now() - startedAt) / 1000;
    try {
      await job.run(data, { now: options.now(), log: logger.child({ job: job.name }) });
      options.onRun(job.name, 'done', seconds());
    } catch (error) {
      options.onRun(job.name, 'failed', seconds());
      logger.error({ job: job.name, err: error }, 'a job failed and will be tried again');
      throw error;
    }
  };

  return {
    start: async () => {
      await boss.start();
    },
    work: async (jobs) => {
      for (const job of jobs) {
        const worker = await boss.work<Record<string, unknown>>(
          job.name,
          { pollingIntervalSeconds: ownLookSeconds, batchSize: 1 },
          async (batch) => {
            for (const item of batch) await runOne(job, item.data ?? {});
            // More jobs may follow a job: pausing is for an empty queue, or fifty e-mails would take fifty
            // seconds.
            boss.notifyWorker(workers.get(job.name) ?? '');
          },
        );
        workers.set(job.name, worker);
      }
      timer ??= setInterval(look, lookEveryMs).unref();
    },
    send: async (tx, queue, data) => {
      const db = {
        executeSql: async (text: string, values?: unknown[]) => ({
          rows: await tx.run({ text, values: values ?? [] }),
        }),
      };
      await boss.send(queue, data, { db });
    },
    depths: async () => {
      const { rows } = await database.withClient((client) =>
        client.query<{ queue: string; ready: string; active: string; failed: string }>(
          `select name as queue, count(*) filter (where state in ('created', 'retry')) as ready,
             count(*) filter (where state = 'active') as active, count(*) filter (where state = 'failed') as failed
           from ${schema}.job group by name`,
        ),
      );
      return rows.map((row) => ({
        queue: row.queue,
        ready: Number(row.ready),
        active: Number(row.active),
        failed: Number(row.failed),
      }));
    },
    stop: async () => {
      clearInterval(timer);
      await looking;
      await boss.stop({ graceful: true, timeout: 5000 });
    },
  };
}
