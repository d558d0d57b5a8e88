import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import {
  access,
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

/** The operating-system account that PostgreSQL runs under when root starts Tamga. */
export interface Account {
  uid: number;
  gid: number;
}

export interface Place {
  /** The data directory with every symbolic link resolved. */
  dataDir: string;
  /** The cluster (PGDATA). */
  cluster: string;
  /** Absent when PostgreSQL can run as the user that runs Tamga. */
  account: Account | undefined;
}

const clusterName = 'postgres';
const locationName = 'postgres.location';
/** macOS allows 103 bytes for the path of a unix socket, Linux 107. */
const longestSocketPath = 103;

export function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

export async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** Finds the cluster of a data directory, or chooses a place for it. */
export async function findPlace(wanted: string, log: (line: string) => void): Promise<Place> {
  const dataDir = await openDataDir(resolve(wanted));
  const location = await readLocation(dataDir);
  const home = location ?? dataDir;
  const cluster = join(home, clusterName);
  const owner = await stat(cluster).catch(() => undefined);
  if (!isRoot()) {
    if (owner && owner.uid !== process.getuid?.()) {
      throw new Error(
        `The database in ${cluster} belongs to another user (uid ${owner.uid}), because Tamga was started as that user or as root before. Start Tamga that way again, or set DATA_DIR to another directory.`,
      );
    }
    return { dataDir, cluster, account: undefined };
  }
  const account = owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : await findAccount();
  if (await canEnter(home, account)) return { dataDir, cluster, account };
  if (owner || location) {
    throw new Error(
      `PostgreSQL runs as uid ${account.uid}, which can no longer enter ${home}. Allow it with chmod o+x on that directory and the ones above it.`,
    );
  }
  return { dataDir, cluster: join(await chooseReachableHome(dataDir, account, log), clusterName), account };
}

async function openDataDir(dataDir: string): Promise<string> {
  try {
    if (!(await exists(dataDir))) {
      await mkdir(dataDir, { recursive: true });
      // Root's PostgreSQL account only has to pass through; no other user may list the directory.
      await chmod(dataDir, isRoot() ? 0o711 : 0o700);
    }
    const real = await realpath(dataDir);
    if (!(await stat(real)).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
    await access(real, constants.W_OK | constants.X_OK);
    return real;
  } catch (error) {
    throw explainFileError(error, dataDir);
  }
}

/**
 * mkdtemp closes its directory to other users, which would move root's cluster to a separate place, where it
 * would outlive the directory.
 */
export async function openTemporaryDir(dataDir: string): Promise<void> {
  if ((await readdir(dataDir)).length > 0) {
    throw new Error(`${dataDir} is not empty: a temporary database is deleted with all that lies beside it.`);
  }
  if (isRoot()) await chmod(dataDir, 0o711);
}

export async function removePlace(place: Place): Promise<void> {
  await rm(dirname(place.cluster), { recursive: true, force: true });
  await rm(place.dataDir, { recursive: true, force: true });
}

export function explainFileError(error: unknown, path: string): Error {
  switch (errorCode(error)) {
    case 'ENOTDIR':
    case 'EEXIST':
      return new Error(
        `The data directory ${path} cannot be used: it, or something above it, is a file. Set DATA_DIR to a directory.`,
      );
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new Error(
        `The data directory cannot be written (${path}). Give the user that runs Tamga write access to it, or set DATA_DIR to another directory.`,
      );
    case 'ENOSPC':
    case 'EDQUOT':
      return new Error(`The disk that holds ${path} is full. Free some space and start again.`);
    default:
      return error instanceof Error ? error : new Error(String(error));
  }
}

async function readLocation(dataDir: string): Promise<string | undefined> {
  const file = join(dataDir, locationName);
  const location = await readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw explainFileError(error, file);
  });
  if (location === undefined) return undefined;
  const home = location.trim();
  if (!(await exists(home))) {
    throw new Error(
      `The database of ${dataDir} was kept in ${home}, which is gone. Bring it back from a backup, or delete ${file} to begin with an empty database.`,
    );
  }
  return home;
}

async function findAccount(): Promise<Account> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    // On macOS the user `nobody` is -2, which spawn rejects.
    if (Number(uid) > 0 && Number(gid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  return { uid: 65534, gid: 65534 };
}

/** Tells whether the account may pass through a directory and all directories above it. */
export async function canEnter(directory: string, account: Account): Promise<boolean> {
  const info = await stat(directory);
  const bit = info.uid === account.uid ? 0o100 : info.gid === account.gid ? 0o010 : 0o001;
  if ((info.mode & bit) === 0) return false;
  const parent = dirname(directory);
  return parent === directory || canEnter(parent, account);
}

/**
 * A data directory in root's home is closed to the account, so the cluster goes to a separate place. The name
 * has a random part beside the hash: after an operator deletes the data directory to begin again, the old
 * database (sealed with keys that are gone) must not come back.
 */
async function chooseReachableHome(
  dataDir: string,
  account: Account,
  log: (line: string) => void,
): Promise<string> {
  const prefix = `tamga-${shortHash(dataDir)}-`;
  for (const parent of ['/var/lib', '/var/tmp']) {
    if (!(await exists(parent)) || !(await canEnter(parent, account))) continue;
    const earlier = (await readdir(parent)).filter((name) => name.startsWith(prefix));
    const home = await mkdtemp(join(parent, prefix)).catch(() => undefined);
    if (home === undefined) continue;
    await chown(home, account.uid, account.gid);
    try {
      await writeFile(join(dataDir, locationName), `${home}\n`, { flag: 'wx' });
    } catch (error) {
      await rm(home, { recursive: true, force: true });
      // Another process has just chosen a place: use that one.
      const chosen = errorCode(error) === 'EEXIST' ? await readLocation(dataDir) : undefined;
      if (chosen === undefined) throw explainFileError(error, dataDir);
      return chosen;
    }
    log(`the database lives in ${home}, because PostgreSQL may not run as root and cannot enter ${dataDir}`);
    for (const name of earlier) {
      log(`${join(parent, name)} is a database that ${dataDir} used before; delete it if nobody needs it`);
    }
    return home;
  }
  throw new Error(
    `PostgreSQL may not run as root, and uid ${account.uid} can enter neither ${dataDir} nor /var/lib nor /var/tmp. Start Tamga as an ordinary user, or set DATA_DIR to a directory such as /srv/tamga.`,
  );
}

/**
 * The socket is inside the cluster, which PostgreSQL keeps at mode 0700; when that path is too long for a
 * socket, a private directory under the temporary directory replaces it.
 */
export async function prepareSocketDir(place: Place): Promise<string> {
  if (fitsSocket(place.cluster)) return place.cluster;
  const uid = place.account?.uid ?? process.getuid?.() ?? 0;
  const name = `tamga-${uid}-${shortHash(place.cluster)}`;
  const candidates: string[] = [];
  for (const parent of [tmpdir(), '/tmp']) {
    if (await exists(parent)) candidates.push(join(await realpath(parent), name));
  }
  for (const directory of candidates) {
    if (!fitsSocket(directory)) continue;
    if (place.account && !(await canEnter(dirname(directory), place.account))) continue;
    const made = await mkdir(directory, { mode: 0o700 }).then(
      () => true,
      () => false,
    );
    if (made && place.account) await chown(directory, place.account.uid, place.account.gid);
    // The name is predictable: an attacker's directory or link at this path would give them our socket.
    const info = await lstat(directory);
    if (!info.isDirectory() || info.uid !== uid || (info.mode & 0o077) !== 0) {
      throw new Error(
        `${directory} exists and is not ours alone. Delete it, or set DATA_DIR to a shorter path.`,
      );
    }
    return directory;
  }
  throw new Error(`The path ${place.cluster} is too long for a socket. Set DATA_DIR to a shorter path.`);
}

function fitsSocket(directory: string): boolean {
  return Buffer.byteLength(join(directory, '.s.PGSQL.5432')) <= longestSocketPath;
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/** Removes unfinished clusters of killed starts; only the process that holds the lock may call this. */
export async function removeUnfinishedClusters(place: Place): Promise<void> {
  const home = dirname(place.cluster);
  for (const name of await readdir(home)) {
    if (name.startsWith(`${basename(place.cluster)}.init-`)) {
      // A start that lost the race still writes for a moment: the next start removes the rest.
      await rm(join(home, name), { recursive: true, force: true }).catch(() => undefined);
    }
  }
}
