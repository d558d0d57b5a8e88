import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type FileStore, FileTooLarge } from '../../modules/gov/file-store-port.ts';

/** Keys are ids that we create; no input from outside becomes part of a path. */
const safeKey = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** A directory of files, spread over 256 folders so that none grows too large to list. */
export function createLocalFiles({ directory }: { directory: string }): FileStore {
  const pathOf = (key: string) => {
    if (!safeKey.test(key)) throw new Error('a key of a file is not an id');
    return join(directory, key.slice(0, 2), key);
  };
  return {
    put: async (key, source, limitBytes) => {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const unfinished = `${path}.${randomUUID()}.part`;
      try {
        const size = await write(unfinished, source, limitBytes);
        // Atomic: the name appears when every byte is on the disk, and the name itself is then made durable.
        await rename(unfinished, path);
        await syncDirectory(dirname(path));
        return size;
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    get: async (key) => {
      try {
        return (await open(pathOf(key), 'r')).createReadStream();
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}

async function write(path: string, source: AsyncIterable<Uint8Array>, limitBytes: number): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  let size = 0;
  try {
    for await (const part of source) {
      size += part.length;
      if (size > limitBytes) throw new FileTooLarge();
      await file.write(part);
    }
    await file.sync();
    return size;
  } finally {
    await file.close();
  }
}

async function syncDirectory(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
