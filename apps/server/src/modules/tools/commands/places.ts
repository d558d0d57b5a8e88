import { constants } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative } from 'node:path';

/** Where commands may work. */
export interface Places {
  /** The first root, which is used when a call names no directory. */
  home(): Promise<string>;
  /** The real path when it lies inside a root, and undefined for everything else, existing or not. */
  resolveInside(path: string, from: string): Promise<string | undefined>;
}

/** A directory that stays the one that was checked, whatever its path leads to a moment later. */
export interface PinnedDirectory {
  readonly realPath: string;
  /** What the child changes to. */
  readonly path: string;
  /** False when the path now leads to another directory than the one that was checked. */
  unchanged(): Promise<boolean>;
  close(): Promise<void>;
}

export function createPlaces(roots: readonly string[]): Places {
  const real = () => Promise.all(roots.map((root) => realpath(root)));
  const isInside = (path: string, root: string) => {
    const way = relative(root, path);
    return way === '' || (way !== '..' && !way.startsWith('../') && !isAbsolute(way));
  };
  return {
    home: async () => {
      const [first] = await real();
      if (first === undefined) throw new Error('commands have no directory to work in');
      return first;
    },
    resolveInside: async (path, from) => {
      if (path === '') return undefined;
      try {
        // Not tidied up before: behind a link `..` is the parent of where it leads, and that is how a program reads it.
        const target = await realpath(isAbsolute(path) ? path : `${from}/${path}`);
        return (await real()).some((root) => isInside(target, root)) ? target : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

/**
 * On Linux the directory is opened first and then looked at through its handle: a link put in its place afterwards is
 * never followed, because the child enters the open directory and not the path. Elsewhere the path is compared again
 * after the start, and a command that began somewhere else is killed and its output thrown away.
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
