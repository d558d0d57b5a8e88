import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { type Binaries, prepareBinaries } from './embedded-binaries.ts';
import {
  findPlace,
  openTemporaryDir,
  type Place,
  prepareSocketDir,
  removePlace,
  removeUnfinishedClusters,
} from './embedded-place.ts';
import {
  type Connection,
  connectWhenReady,
  createCluster,
  endPostmaster,
  explainStartFailure,
  findPostmaster,
  hasEnded,
  isPostmasterOf,
  launchPostgres,
  maintenanceDatabase,
  socketPort,
  superuser,
} from './embedded-process.ts';

export interface EmbeddedPostgres {
  /** Connection settings of the superuser over a private unix socket (host = socket directory). */
  host: string;
  port: number;
  superuser: string;
  database: string;
  /** A postgres:// URL that `pg` understands. */
  url(database: string, user: string): string;
  stop(): Promise<void>;
  readonly pid: number;
  /** True when PostgreSQL was already running: left by a killed Tamga, or joined. */
  reused: boolean;
}

export interface EmbeddedPostgresOptions {
  /** The cluster is in `<dataDir>/postgres`, or at the path in `<dataDir>/postgres.location`. */
  dataDir: string;
  /** Further postgresql.conf settings. */
  settings?: Record<string, string>;
  /**
   * When another Tamga runs on this directory, a server refuses to start, while a command such as backup joins
   * its database and leaves it running.
   */
  whenInUse?: 'refuse' | 'join';
  /** A temporary database in an empty directory: `stop` deletes both. */
  temporary?: boolean;
  log: (line: string) => void;
}

/** A connection to the running server; it holds the lock while it is open. */
interface Session extends Connection {
  pid: number;
  reused: boolean;
}

const lockPatienceMs = 2000;
const launchPatienceMs = 30_000;
const retryMs = 5000;

/** One advisory lock in the maintenance database marks the Tamga that owns this PostgreSQL. */
const lockKeys = '1952542055, 1';

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, settings = {} } = options;
  if (options.temporary) await openTemporaryDir(options.dataDir);
  const place = await findPlace(options.dataDir, log);
  const binaries = await prepareBinaries(place, log);
  await openCluster(place, binaries, settings, log);
  const socketDir = await prepareSocketDir(place);
  const first = await bringUp(place, binaries, socketDir, settings, log);

  if (!(await takeLock(first, options.whenInUse === 'join' ? 0 : lockPatienceMs))) {
    const holder = await findLockHolder(first.client);
    await first.client.end();
    if (options.whenInUse === 'join')
      return describe(
        first.host,
        () => first.pid,
        true,
        async () => undefined,
      );
    throw new Error(
      `Another Tamga (process ${holder}) is running on ${place.dataDir}. Stop it first, or set DATA_DIR to another directory for this one.`,
    );
  }
  await removeUnfinishedClusters(place);

  let session: Session = first;
  let stopped: Promise<void> | undefined;
  let healing: Promise<void> = Promise.resolve();

  /** Restarts a server that died (for example out of memory); the pools reconnect. */
  const heal = async (): Promise<void> => {
    while (!stopped) {
      try {
        const next = await bringUp(place, binaries, first.host, settings, log);
        if (await takeLock(next, lockPatienceMs)) {
          session = next;
          watch();
          log(`PostgreSQL is running again (pid ${next.pid})`);
          return;
        }
        await next.client.end();
        log(`another Tamga has taken over the database in ${place.dataDir}`);
      } catch (error) {
        log(`PostgreSQL cannot be started again: ${error instanceof Error ? error.message : String(error)}`);
      }
      await delay(retryMs, undefined, { ref: false });
    }
  };
  const watch = (): void => {
    session.client.once('end', () => {
      if (stopped) return;
      log('PostgreSQL ended unexpectedly; starting it again');
      healing = heal();
    });
  };
  const stop = async (): Promise<void> => {
    await endPostmaster(session.pid, place.cluster);
    await healing;
    // A restart may have replaced the server meanwhile.
    await endPostmaster(session.pid, place.cluster);
    await session.client.end().catch(() => undefined);
    if (options.temporary) await removePlace(place);
    log('PostgreSQL has stopped');
  };
  watch();
  log(
    `PostgreSQL is ${first.reused ? 'still running from before' : 'running'} (pid ${first.pid}) in ${place.cluster}`,
  );
  return describe(
    first.host,
    () => session.pid,
    first.reused,
    () => {
      stopped ??= Promise.resolve().then(stop);
      return stopped;
    },
  );
}

function describe(
  host: string,
  readPid: () => number,
  reused: boolean,
  stop: () => Promise<void>,
): EmbeddedPostgres {
  return {
    host,
    port: socketPort,
    superuser,
    database: maintenanceDatabase,
    url: (database, user) =>
      `postgres://${encodeURIComponent(user)}@/${encodeURIComponent(database)}?host=${encodeURIComponent(host)}&port=${socketPort}`,
    stop,
    get pid() {
      return readPid();
    },
    reused,
  };
}

async function openCluster(
  place: Place,
  binaries: Binaries,
  settings: Record<string, string>,
  log: (line: string) => void,
): Promise<void> {
  const version = await readFile(join(place.cluster, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version === undefined) {
    log(`creating a database in ${place.cluster}`);
    await createCluster(place, binaries, settings.fsync !== 'off');
  } else if (version.trim() !== binaries.major) {
    throw new Error(
      `The database in ${place.cluster} was made by PostgreSQL ${version.trim()}, and this Tamga brings PostgreSQL ${binaries.major}. Make a backup with the Tamga that made it, then restore it with this one into a new DATA_DIR.`,
    );
  }
}

/**
 * Connects to the cluster's PostgreSQL and starts it when none runs. Two processes may do this at once:
 * PostgreSQL's lock files let one server live, and the loser connects to it.
 */
async function bringUp(
  place: Place,
  binaries: Binaries,
  socketDir: string,
  settings: Record<string, string>,
  log: (line: string) => void,
): Promise<Session & { host: string }> {
  const started = Date.now();
  for (;;) {
    const running = await findPostmaster(place.cluster);
    if (running) {
      const isRunning = () => isPostmasterOf(running.pid, place.cluster);
      const connection = await connectWhenReady(running.socketDir, isRunning, log);
      if (connection) return { ...connection, pid: running.pid, reused: true, host: running.socketDir };
      // The server is alive but unreachable: its socket was deleted.
      await endPostmaster(running.pid, place.cluster);
      continue;
    }
    const { child, readOutput } = await launchPostgres(place, binaries, socketDir, settings);
    const connection = await connectWhenReady(socketDir, () => !hasEnded(child), log);
    if (connection) {
      const pid = (await findPostmaster(place.cluster))?.pid ?? child.pid ?? 0;
      return { ...connection, pid, reused: pid !== child.pid, host: socketDir };
    }
    if (!hasEnded(child)) child.kill('SIGKILL');
    const output = await readOutput();
    // Another start was quicker, or processes of a killed server have not all ended yet.
    const passing = /lock file .{0,500} already exists|pre-existing shared memory block/.test(output);
    if (!passing || Date.now() - started > launchPatienceMs) {
      throw explainStartFailure(output, undefined, place.cluster, 'postgres');
    }
    await delay(50);
  }
}

/** PostgreSQL releases the lock when the process that holds it ends, even by a kill. */
async function takeLock({ client, rest }: Session, patienceMs: number): Promise<boolean> {
  const started = Date.now();
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_lock(${lockKeys}) as taken`,
    );
    if (rows[0]?.taken) {
      rest();
      return true;
    }
    if (Date.now() - started >= patienceMs) return false;
    await delay(50);
  }
}

async function findLockHolder(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ application_name: string }>(
    `select application_name from pg_stat_activity join pg_locks using (pid)
     where locktype = 'advisory' and granted and (classid, objid) = (${lockKeys})`,
  );
  return rows[0]?.application_name.replace('tamga ', '') ?? 'unknown';
}
