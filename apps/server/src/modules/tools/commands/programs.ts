import { lstat, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Directories for program lookup, independent of the server's PATH. */
export const fixedPath = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin'];

export interface Programs {
  /** The file to run, or undefined when none can be trusted; looked up once. */
  find(name: string): Promise<string | undefined>;
}

/**
 * A program is trusted when only root could have replaced it: the file behind the name, its directory and the
 * directory of the name are owned by root and writable by no other account.
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
