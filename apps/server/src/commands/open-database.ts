import pg from 'pg';
import type { Config } from '../config.ts';
import { appRole } from '../kernel/db/database.ts';
import { startEmbeddedPostgres } from '../kernel/db/embedded.ts';
import type { Job } from '../kernel/jobs/jobs.ts';
import { Stop } from './stop.ts';

export interface OpenDatabase {
  appUrl: string;
  ownerUrl: string;
  directUrl: string;
  stop(): Promise<void>;
}

const ownerRole = 'tamga_owner';
const databaseName = 'tamga';

/** Opens the configured server, or an embedded one that ends with this process. */
export async function openDatabase(
  config: Config,
  options: { whenInUse: 'refuse' | 'join'; log: (line: string) => void },
): Promise<OpenDatabase> {
  if (config.DATABASE_URL !== undefined)
    return {
      appUrl: config.DATABASE_URL,
      ownerUrl: config.DATABASE_OWNER_URL ?? config.DATABASE_URL,
      directUrl: config.DATABASE_DIRECT_URL ?? config.DATABASE_URL,
      stop: async () => undefined,
    };
  const embedded = await startEmbeddedPostgres({ dataDir: config.DATA_DIR, ...options });
  try {
    await prepareEmbedded(embedded.url(embedded.database, embedded.superuser));
  } catch (error) {
    await embedded.stop();
    throw error;
  }
  const appUrl = embedded.url(databaseName, appRole);
  return {
    appUrl,
    ownerUrl: embedded.url(databaseName, ownerRole),
    directUrl: appUrl,
    stop: () => embedded.stop(),
  };
}

/** Two roles: one owns the tables and only migrations use it, one serves and owns nothing. */
async function prepareEmbedded(superuserUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    const { rows } = await client.query('select from pg_database where datname = $1', [databaseName]);
    if (rows.length > 0) return;
    await client.query(`do $$ begin
      if to_regrole('${appRole}') is null then create role ${appRole} login nosuperuser nobypassrls; end if;
      if to_regrole('${ownerRole}') is null then create role ${ownerRole} login nosuperuser nobypassrls; end if;
      grant ${appRole} to ${ownerRole};
    end $$`);
    await client.query(`create database ${databaseName} owner ${ownerRole}`);
  } finally {
    await client.end();
  }
}

export async function migrateDatabase(
  config: Config,
  ownerUrl: string,
  declare: () => readonly Job[] | Promise<readonly Job[]> = () => declareJobs(config),
): Promise<string[]> {
  // Loaded on demand: the whole platform takes seconds to load, and a command that only reads the database
  // needs none of it.
  const { migrate, readMigrations } = await import('../kernel/db/migrate.ts');
  const { installJobs } = await import('../kernel/jobs/jobs.ts');
  const { migrationsDir } = await import('../composition/app.ts');
  try {
    return await migrate({
      ownerUrl,
      migrations: readMigrations(migrationsDir),
      finish: async (client) => installJobs(ownerUrl, await declare(), client),
    });
  } catch (error) {
    if (error instanceof Stop) throw error;
    const reason = error instanceof Error ? error.message : 'unknown reason';
    throw new Stop(`The database could not be brought up to date: ${reason}`);
  }
}

/** The list of queues needs no connection: the modules are created, never started. */
async function declareJobs(config: Config) {
  const { buildApp } = await import('../composition/app.ts');
  const { describeOutside } = await import('./outside.ts');
  const { createLogger } = await import('../kernel/observability/logger.ts');
  const app = buildApp(config, {
    databaseUrl: 'postgres://unused',
    directUrl: 'postgres://unused',
    outside: describeOutside(config),
    logger: createLogger('silent'),
    now: () => new Date(),
  });
  return app.declaredJobs;
}
