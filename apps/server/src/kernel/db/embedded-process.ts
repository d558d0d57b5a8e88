import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  chown,
  type FileHandle,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  unlink,
} from 'node:fs/promises';
import { Socket } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Binaries } from './embedded-binaries.ts';
import { type Account, errorCode, exists, explainFileError, type Place } from './embedded-place.ts';

export const superuser = 'postgres';
export const maintenanceDatabase = 'postgres';
export const socketPort = 5432;

const pollMs = 20;
const stopGraceMs = 10_000;
const silenceMs = 30_000;
const logKeptBytes = 10_000_000;

const defaultSettings: Record<string, string> = {
  listen_addresses: '',
  max_connections: '200',
  shared_buffers: '128MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // An ERROR line quotes values that people typed, and the application already reports its failed queries.
  log_min_messages: 'log',
};

/** PostgreSQL gets none of our environment, which holds secrets. */
const childEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C' };

function asAccount(account: Account | undefined): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {};
}

/** Creates the cluster under a temporary name and renames it, so that a killed start leaves no partial cluster. */
export async function createCluster(place: Place, binaries: Binaries, sync: boolean): Promise<void> {
  const present: string[] = await readdir(place.cluster).catch(() => []);
  if (present.length > 0) {
    if (present.includes('PG_VERSION')) return;
    throw new Error(
      `${place.cluster} holds files that are not a PostgreSQL database. Move them away, or set DATA_DIR to another directory.`,
    );
  }
  let unfinished: string | undefined;
  try {
    unfinished = await mkdtemp(`${place.cluster}.init-`);
    if (place.account) await chown(unfinished, place.account.uid, place.account.gid);
    await runInitdb(binaries.initdb, unfinished, place.account, sync);
    await rename(unfinished, place.cluster);
    await syncDirectory(dirname(place.cluster));
  } catch (error) {
    if (unfinished) await rm(unfinished, { recursive: true, force: true });
    // Another process has created the cluster meanwhile.
    if (await exists(join(place.cluster, 'PG_VERSION'))) return;
    throw explainFileError(error, place.cluster);
  }
}

async function runInitdb(
  initdb: string,
  directory: string,
  account: Account | undefined,
  sync: boolean,
): Promise<void> {
  const options = ['-D', directory, '-U', superuser, '--encoding=UTF8', '--no-instructions'];
  // ICU sorts Mongolian as people do (ө after о, ү after у, capitals beside small letters) and, unlike a
  // locale of the operating system, is the same on every machine.
  options.push('--locale=C', '--locale-provider=icu', '--icu-locale=mn');
  options.push('--auth-local=trust', '--auth-host=reject');
  if (!sync) options.push('--no-sync');
  try {
    const limits = { cwd: '/', env: childEnvironment, timeout: 300_000 };
    await promisify(execFile)(initdb, options, { ...limits, ...asAccount(account) });
  } catch (error) {
    const output =
      typeof error === 'object' && error !== null && 'stderr' in error ? String(error.stderr) : '';
    throw explainStartFailure(output, error, directory, 'initdb');
  }
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory);
  await handle.sync().finally(() => handle.close());
}

export interface Postmaster {
  pid: number;
  socketDir: string;
}

/** The postmaster that serves this cluster now, from any process. */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const file = join(cluster, 'postmaster.pid');
  const readPidFile = () => readFile(file, 'utf8').catch(() => '');
  const text = await readPidFile();
  const [pidLine, , , , socketLine] = text.split('\n');
  const pid = Number(pidLine);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  const socketDir = socketLine || cluster;
  if (await isPostmasterOf(pid, cluster)) return { pid, socketDir };
  const connection = await connect(socketDir).catch(() => undefined);
  await connection?.client.end();
  if ((await readPidFile()) !== text) return findPostmaster(cluster);
  if (connection) {
    // A second server on the same files would destroy them, and PostgreSQL's own check sees only this
    // container.
    throw new Error(
      `The database in ${cluster} is in use by a Tamga in another container. Stop that one, or set DATA_DIR to another directory.`,
    );
  }
  // PostgreSQL overwrites the pid file of a dead process, but trusts a living pid, which after a reboot may
  // be any program.
  if (isAlive(pid)) await unlink(file).catch(() => undefined);
  return undefined;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

export async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') {
    const { stdout } = await promisify(execFile)('/bin/ps', ['-p', String(pid), '-o', 'command='], {
      timeout: 5000,
    }).catch(() => ({ stdout: '' }));
    return stdout.includes(`-D ${cluster} `);
  }
  const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
  if (basename(command[0] ?? '') !== 'postgres') return false;
  // The postmaster's working directory is its cluster, even when it is mounted here under another name.
  const [there, here] = await Promise.all([
    stat(`/proc/${pid}/cwd`).catch(() => undefined),
    stat(cluster).catch(() => undefined),
  ]);
  if (there && here) return there.ino === here.ino && there.dev === here.dev;
  return command[command.indexOf('-D') + 1] === cluster;
}

export interface Launch {
  child: ChildProcess;
  /** PostgreSQL's log output since this launch. */
  readOutput: () => Promise<string>;
}

export async function launchPostgres(
  place: Place,
  binaries: Binaries,
  socketDir: string,
  settings: Record<string, string>,
): Promise<Launch> {
  const logPath = join(place.dataDir, 'postgres.log');
  const log = await openLog(logPath);
  const { size: start } = await log.stat();
  const all = {
    ...defaultSettings,
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    ...settings,
  };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(binaries.postgres, ['-D', place.cluster, ...flags], {
    cwd: '/',
    env: childEnvironment,
    // A separate process group: Ctrl-C in the terminal must reach Tamga, which stops PostgreSQL last.
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    ...asAccount(place.account),
  });
  child.unref();
  let problem = '';
  child.on('error', (error) => {
    problem = errorCode(error);
  });
  await log.close();
  const readOutput = async (): Promise<string> => {
    const text = await readFile(logPath);
    return text.subarray(start).toString('utf8') + (problem && `spawn ${problem}`);
  };
  return { child, readOutput };
}

async function openLog(path: string): Promise<FileHandle> {
  try {
    const { size } = await stat(path).catch(() => ({ size: 0 }));
    if (size > logKeptBytes) await rename(path, `${path}.1`);
    return await open(path, 'a', 0o600);
  } catch (error) {
    throw explainFileError(error, path);
  }
}

export function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

/** Turns PostgreSQL's output into one sentence that a person can act on. */
export function explainStartFailure(output: string, cause: unknown, path: string, program: string): Error {
  const code = errorCode(cause) || (/spawn (\w+)$/.exec(output)?.[1] ?? '');
  if (/No space left on device|Disk quota exceeded/.test(output))
    return explainFileError({ code: 'ENOSPC' }, path);
  if (code === 'EPERM' || code === 'EINVAL') {
    return new Error(
      'PostgreSQL may not run as root, and this root may not start a process as another user (a container without CAP_SETUID and CAP_SETGID). Start Tamga as an ordinary user, or set DATABASE_URL.',
    );
  }
  if (code === 'ENOENT') {
    return new Error(
      'The PostgreSQL binaries do not run on this system: they need glibc (Alpine Linux has musl). Use a Debian-based system, or set DATABASE_URL.',
    );
  }
  const said = output.split('\n').filter((line) => /FATAL|PANIC|error:|error while loading/.test(line));
  const reason =
    said.at(-1)?.trim() || (cause instanceof Error ? cause.message : String(cause ?? 'no reason given'));
  return new Error(
    `PostgreSQL did not start (${program}): ${reason}. See postgres.log in the data directory.`,
  );
}

export interface Connection {
  client: pg.Client;
  /** After this call the connection no longer keeps Node running. */
  rest: () => void;
}

async function connect(socketDir: string): Promise<Connection> {
  const socket = new Socket();
  const client = new pg.Client({
    host: socketDir,
    port: socketPort,
    user: superuser,
    database: maintenanceDatabase,
    application_name: `tamga ${process.pid}`,
    connectionTimeoutMillis: 5000,
    stream: () => socket,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return { client, rest: () => socket.unref() };
}

/**
 * Waits until the server accepts a connection. Crash recovery may take any time while the server reports it;
 * `undefined` means that the server ended or stayed silent for too long.
 */
export async function connectWhenReady(
  socketDir: string,
  isRunning: () => boolean | Promise<boolean>,
  log: (line: string) => void,
): Promise<Connection | undefined> {
  let lastWord = Date.now();
  let nextNotice = lastWord + 10_000;
  while (Date.now() - lastWord < silenceMs) {
    try {
      return await connect(socketDir);
    } catch (error) {
      // 57P03: starting up, recovering or shutting down.
      if (errorCode(error) === '57P03') lastWord = Date.now();
      else if (/^[0-9A-Z]{5}$/.test(errorCode(error)) && !errorCode(error).startsWith('E')) throw error;
    }
    if (!(await isRunning())) return undefined;
    if (Date.now() > nextNotice) {
      log('still waiting for PostgreSQL, which is recovering or shutting down');
      nextNotice = Date.now() + 10_000;
    }
    await delay(pollMs);
  }
  return undefined;
}

/** Fast shutdown: sessions end, data is flushed, the process exits; it is killed after a timeout. */
export async function endPostmaster(pid: number, cluster: string): Promise<void> {
  const started = Date.now();
  let killed = false;
  for (let signal: NodeJS.Signals | undefined = 'SIGINT'; await isPostmasterOf(pid, cluster); ) {
    if (signal) {
      try {
        process.kill(pid, signal);
      } catch (error) {
        if (errorCode(error) === 'ESRCH') return;
        throw error;
      }
    }
    signal = undefined;
    if (!killed && Date.now() - started > stopGraceMs) {
      killed = true;
      signal = 'SIGKILL';
    }
    await delay(pollMs);
  }
}
