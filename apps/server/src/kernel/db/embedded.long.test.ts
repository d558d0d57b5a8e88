import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './embedded.ts';
import { endPostmaster, explainStartFailure, findPostmaster, isPostmasterOf } from './embedded-process.ts';

const cleanups: (() => Promise<unknown>)[] = [];
let usedDirectory: string;

beforeAll(async () => {
  usedDirectory = await mkdtemp(join(tmpdir(), 'tamga-embedded-'));
  await chmod(usedDirectory, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir: usedDirectory, log: () => undefined });
  await postgres.stop();
});
afterAll(() => rm(usedDirectory, { recursive: true, force: true }));
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function makeDirectory(parent = tmpdir()): Promise<string> {
  const directory = await mkdtemp(join(parent, 'tamga-embedded-'));
  await chmod(directory, 0o711);
  cleanups.push(async () => {
    const cluster = join(directory, 'postgres');
    const left = await findPostmaster(cluster);
    if (left) await endPostmaster(left.pid, cluster);
    await rm(directory, { recursive: true, force: true });
  });
  return directory;
}

/** A directory with a stopped cluster, copied because creating one is most of the work of a first start. */
async function copyUsedDirectory(): Promise<string> {
  const directory = await makeDirectory();
  await promisify(execFile)('cp', ['-a', join(usedDirectory, 'postgres'), directory]);
  return directory;
}

async function start(
  dataDir: string,
  options: Partial<EmbeddedPostgresOptions> = {},
): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined, ...options });
  cleanups.push(() => postgres.stop());
  return postgres;
}

async function query(postgres: EmbeddedPostgres, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: postgres.url('postgres', postgres.superuser) });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

/**
 * Starts PostgreSQL from another Node process, as a second Tamga would, and returns that process and its
 * output line.
 */
async function startElsewhere(dataDir: string) {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)};
    const postgres = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: () => undefined });
    process.stdout.write(String(postgres.pid));
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  cleanups.push(async () => child.kill('SIGKILL'));
  const [output] = await once(child.stdout, 'data');
  return { pid: child.pid ?? 0, postgresPid: Number(String(output)), ended: once(child, 'exit') };
}

describe('embedded PostgreSQL', () => {
  it('keeps its data across a restart', async () => {
    const dataDir = await copyUsedDirectory();
    const first = await start(dataDir);
    await query(first, `create table kept as select 'хадгалсан' as word`);
    await first.stop();
    expect(await isPostmasterOf(first.pid, join(dataDir, 'postgres'))).toBe(false);
    const second = await start(dataDir);
    expect(second.reused).toBe(false);
    expect(await query(second, 'select word from kept')).toEqual(['хадгалсан']);
  });

  it('listens only on a private socket, flushes to disk and sorts Mongolian as people do', async () => {
    const postgres = await start(await copyUsedDirectory());
    const facts = await query(
      postgres,
      `select current_setting('listen_addresses'), current_setting('fsync'), current_setting('server_encoding'),
        (select string_agg(word, ' ' order by word) from unnest(array['яс', 'үг', 'уул', 'ор', 'өр', 'п']) word)`,
    );
    expect(facts).toEqual(['', 'on', 'UTF8', 'ор өр п уул үг яс']);
    expect((await stat(postgres.host)).mode & 0o777).toBe(0o700);
  });

  it('restarts PostgreSQL with all committed data after it is killed under a running Tamga', async () => {
    const dataDir = await copyUsedDirectory();
    const lines: string[] = [];
    const restarted = Promise.withResolvers<void>();
    const log = (line: string) => {
      lines.push(line);
      if (line.includes('running again')) restarted.resolve();
    };
    const postgres = await start(dataDir, { log });
    await query(postgres, 'create table kept as select 7 as number');
    const killed = postgres.pid;
    process.kill(killed, 'SIGKILL');
    await restarted.promise;
    expect(postgres.pid).not.toBe(killed);
    expect(await query(postgres, 'select number from kept')).toEqual([7]);
    await postgres.stop();
    expect(lines.at(-1)).toBe('PostgreSQL has stopped');
  });

  it('survives the kill of Tamga; the next Tamga takes it over and stops it', async () => {
    const dataDir = await copyUsedDirectory();
    const elsewhere = await startElsewhere(dataDir);
    process.kill(-elsewhere.pid, 'SIGKILL');
    await elsewhere.ended;
    const postgres = await start(dataDir);
    expect(postgres.reused).toBe(true);
    expect(postgres.pid).toBe(elsewhere.postgresPid);
    await postgres.stop();
    expect(await isPostmasterOf(elsewhere.postgresPid, join(dataDir, 'postgres'))).toBe(false);
  });

  it('refuses a second Tamga on the same directory and lets a command join', async () => {
    const dataDir = await copyUsedDirectory();
    const elsewhere = await startElsewhere(dataDir);
    await expect(start(dataDir)).rejects.toThrow(`Another Tamga (process ${elsewhere.pid}) is running on`);
    const joined = await start(dataDir, { whenInUse: 'join' });
    expect(await query(joined, 'select 1')).toEqual([1]);
    await joined.stop();
    expect(await isPostmasterOf(elsewhere.postgresPid, join(dataDir, 'postgres'))).toBe(true);
    process.kill(elsewhere.pid, 'SIGKILL');
    await elsewhere.ended;
    await start(dataDir);
  });

  it('lets one of several simultaneous first starts win', async () => {
    const dataDir = await makeDirectory();
    const starts = await Promise.allSettled([start(dataDir), start(dataDir), start(dataDir)]);
    const refusals = starts.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
    expect(refusals, refusals.join('\n')).toHaveLength(2);
    for (const refusal of refusals) expect(refusal).toContain('Another Tamga');
  });

  it('starts over a postmaster.pid whose pid now belongs to another program', async () => {
    const dataDir = await copyUsedDirectory();
    const first = await start(dataDir);
    const cluster = join(dataDir, 'postgres');
    const stale = await readFile(join(cluster, 'postmaster.pid'), 'utf8');
    const owner = await stat(cluster);
    await first.stop();
    await writeFile(join(cluster, 'postmaster.pid'), stale.replace(/^\d+/, String(process.pid)));
    await chown(join(cluster, 'postmaster.pid'), owner.uid, owner.gid);
    expect((await start(dataDir)).reused).toBe(false);
  });

  it('moves its socket when the path of the data directory is too long for one', async () => {
    const dataDir = join(await makeDirectory(), 'a'.repeat(100));
    const postgres = await start(dataDir);
    cleanups.push(() => rm(postgres.host, { recursive: true, force: true }));
    expect(postgres.host.startsWith(dataDir)).toBe(false);
    expect((await stat(postgres.host)).mode & 0o777).toBe(0o700);
    expect(await query(postgres, 'select 1')).toEqual([1]);
  });

  it('tells the operator what to do when the data directory cannot be created', async () => {
    const file = join(await makeDirectory(), 'file');
    await writeFile(file, '');
    await expect(start(join(file, 'data'))).rejects.toThrow(/something above it, is a file. Set DATA_DIR/);
    await expect(start(file)).rejects.toThrow(/is a file. Set DATA_DIR/);
  });

  it('tells the operator what to do when the directory holds other files or a database of another version', async () => {
    const dataDir = await makeDirectory();
    await mkdir(join(dataDir, 'postgres'));
    await writeFile(join(dataDir, 'postgres', 'letter.txt'), '');
    await expect(start(dataDir)).rejects.toThrow(/holds files that are not a PostgreSQL database/);
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '9\n');
    await expect(start(dataDir)).rejects.toThrow(/was made by PostgreSQL 9/);
  });

  it('tells the operator what to do when the disk is full or the binaries cannot run', () => {
    const full = 'FATAL:  could not write to file "pg_wal/xlogtemp.1": No space left on device';
    expect(explainStartFailure(full, undefined, '/data', 'postgres').message).toContain('Free some space');
    expect(explainStartFailure('spawn ENOENT', undefined, '/data', 'postgres').message).toContain('glibc');
    expect(explainStartFailure('spawn EPERM', undefined, '/data', 'postgres').message).toContain(
      'ordinary user',
    );
  });

  it('deletes a temporary database when it stops, and never treats a directory in use as temporary', async () => {
    const parent = await makeDirectory();
    const dataDir = await mkdtemp(join(parent, 'temporary-'));
    const postgres = await start(dataDir, { temporary: true });
    expect(postgres.host).toBe(join(dataDir, 'postgres'));
    await expect(start(dataDir, { temporary: true })).rejects.toThrow('is not empty');
    await postgres.stop();
    await expect(stat(dataDir)).rejects.toThrow('ENOENT');
  });

  // Only root has a home that its PostgreSQL account cannot enter.
  if (process.getuid?.() === 0) {
    it('finds a reachable place for the cluster of a directory that is closed to all but root', async () => {
      const closed = await makeDirectory();
      await chmod(closed, 0o700);
      const dataDir = join(closed, 'data');
      const first = await start(dataDir);
      const home = (await readFile(join(dataDir, 'postgres.location'), 'utf8')).trim();
      cleanups.unshift(() => rm(home, { recursive: true, force: true }));
      expect(home.startsWith(dataDir)).toBe(false);
      expect((await stat(home)).mode & 0o777).toBe(0o700);
      await query(first, 'create table kept as select 1 as number');
      await first.stop();
      expect(await query(await start(dataDir), 'select number from kept')).toEqual([1]);
    });
  }
});
