import { lstat, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The directories programs are looked up in, whatever PATH the server itself was started with. */
export const fixedPath = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin'];

export interface Programs {
  /** The file to run, or undefined where none can be trusted. Looked up once. */
  find(name: string): Promise<string | undefined>;
}

/**
 * A program counts when nobody but its owner, root, could have put other bytes in its place: the file behind the name,
 * its directory and the directory of the name are root's and writable by nobody else.
 */
export function createPrograms(
  options: { searchPath?: readonly string[]; ownerUid?: number } = {},
): Programs {
  const { searchPath = fixedPath, ownerUid = 0 } = options;
  const found = new Map<string, Promise<string | undefined>>();
  const isSafe = async (path: string): Promise<boolean> => {
    const facts = await stat(path);
    return facts.uid === ownerUid && (facts.mode & 0o022) === 0;
  };
  const examine = async (name: string): Promise<string | undefined> => {
    for (const directory of searchPath) {
      const path = join(directory, name);
      try {
        await lstat(path);
        const target = await realpath(path);
        const facts = await stat(target);
        const runnable = facts.isFile() && (facts.mode & 0o111) !== 0 && (facts.mode & 0o6000) === 0;
        if (!runnable || !(await isSafe(target))) return undefined;
        if (!(await isSafe(dirname(target))) || !(await isSafe(directory))) return undefined;
        return path;
      } catch {
        // Not in this directory.
      }
    }
    return undefined;
  };
  return {
    find: (name) => {
      const known = found.get(name) ?? examine(name);
      found.set(name, known);
      return known;
    },
  };
}
