import { constants } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { createClosedPlaces, isBelow, resolveDiagnosis, type Use } from './diagnosis.ts';

/** Directories in which commands may work. */
export interface Places {
  /** The first root, the default working directory. */
  home(): Promise<string>;
  /** The real path when it is inside a root, and undefined for everything else, existing or not. */
  resolveInside(path: string, from: string, use?: Use): Promise<string | undefined>;
  /** The same for a path argument of a program: also allows paths for diagnosis. */
  resolveNamed(path: string, from: string, use: Use): Promise<string | undefined>;
  /** Whether everything below a resolved directory may be listed. */
  mayDescend(real: string): Promise<boolean>;
}

/** A directory that stays the checked one, even when its path later leads elsewhere (TOCTOU). */
export interface PinnedDirectory {
  readonly realPath: string;
  /** The directory that the child changes to. */
  readonly path: string;
  /** False when the path now leads to a directory other than the checked one. */
  unchanged(): Promise<boolean>;
  close(): Promise<void>;
}

/** `own` are directories of the platform, whose content no command may show. */
export function createPlaces(roots: readonly string[], own: readonly string[]): Places {
  const closed = createClosedPlaces(own);
  const real = () => Promise.all(roots.map((root) => realpath(root)));
  /** Length of the deepest root that contains the path. */
  const rootLength = async (path: string): Promise<number | undefined> => {
    const around = (await real()).filter((root) => isBelow(path, root)).map((root) => root.length);
    return around.length === 0 ? undefined : Math.max(...around);
  };
  const resolveInside: Places['resolveInside'] = async (path, from, use = 'names') => {
    // `self` in /proc is the server during the check and the program at run time.
    if (path === '' || path.startsWith('/proc/')) return undefined;
    try {
      // Not normalised before: behind a link `..` is the parent of the link's target, and programs read it
      // that way.
      const target = await realpath(isAbsolute(path) ? path : `${from}/${path}`);
      const length = await rootLength(target);
      return length === undefined || (await closed.holds(target, length, use)) ? undefined : target;
    } catch {
      return undefined;
    }
  };
  return {
    home: async () => {
      const [first] = await real();
      if (first === undefined) throw new Error('commands have no directory to work in');
      return first;
    },
    resolveInside,
    resolveNamed: async (path, from, use) =>
      (await resolveInside(path, from, use)) ?? (await resolveDiagnosis(path, use)),
    mayDescend: async (target) => {
      const length = await rootLength(target);
      return length !== undefined && !(await closed.liesBelow(target, length));
    },
  };
}

/**
 * On Linux the directory is opened first and then checked through its handle: a link put in its place
 * afterwards is never followed, because the child enters the open directory and not the path. Elsewhere the
 * path is compared again after the start, and a command that began in another directory is killed and its
 * output discarded.
 */
export async function pinDirectory(path: string, places: Places): Promise<PinnedDirectory | undefined> {
  const handle = await openDirectory(path);
  if (handle === undefined) return undefined;
  try {
    const procPath = `/proc/${process.pid}/fd/${handle.fd}`;
    const facts = await handle.stat();
    if (!facts.isDirectory()) return await closed(handle);
    const byHandle = process.platform === 'linux' ? await realpath(procPath) : path;
    if ((await places.resolveInside(byHandle, '/')) !== byHandle) return await closed(handle);
    return {
      realPath: byHandle,
      path: process.platform === 'linux' ? procPath : path,
      unchanged: async () => {
        const now = await stat(path).catch(() => undefined);
        return process.platform === 'linux' || (now?.ino === facts.ino && now.dev === facts.dev);
      },
      close: () => handle.close(),
    };
  } catch {
    return closed(handle);
  }
}

async function openDirectory(path: string): Promise<FileHandle | undefined> {
  const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants;
  try {
    return await open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  } catch {
    return undefined;
  }
}

async function closed(handle: FileHandle): Promise<undefined> {
  await handle.close();
  return undefined;
}
