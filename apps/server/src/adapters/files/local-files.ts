import { access, constants, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ObjectStore, StoredObject } from '../../modules/files/store-port.ts';
import { checkKey, isKey } from './key.ts';

/** A directory of files, spread over 256 folders so that none grows too large to list. */
export function createLocalFiles({ directory }: { directory: string }): ObjectStore {
  const pathOf = (key: string) => join(directory, checkKey(key).slice(0, 2), key);
  const unfinished = (path: string) => `${path}.part`;
  return {
    put: async (key, source) => {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      try {
        await write(unfinished(path), source);
        // Atomic: the name appears when every byte is on the disk, and the name itself is then made durable.
        await rename(unfinished(path), path);
        await syncDirectory(dirname(path));
      } catch (error) {
        await rm(unfinished(path), { force: true });
        throw error;
      }
    },
    get: async (key, range) => {
      try {
        const file = await open(pathOf(key), 'r');
        return file.createReadStream({ ...range, highWaterMark: readBytes });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    remove: async (key) => {
      const path = pathOf(key);
      await rm(unfinished(path), { force: true });
      await rm(path, { force: true });
    },
    list: () => list(directory),
    check: async () => {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await access(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    },
  };
}

/** Several times the default: each read is a round trip to a thread. */
const readBytes = 256 * 1024;

async function write(path: string, source: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    // Repeats short writes, which a disk that is nearly full makes.
    await file.writeFile(source);
    await file.sync();
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

async function* list(directory: string): AsyncGenerator<StoredObject> {
  const folders = await opendir(directory).catch(() => undefined);
  if (folders === undefined) return;
  for await (const folder of folders) {
    if (!folder.isDirectory()) continue;
    for await (const entry of await opendir(join(directory, folder.name))) {
      if (!isKey(entry.name)) continue;
      const facts = await stat(join(directory, folder.name, entry.name)).catch(() => undefined);
      // Removed since it was listed.
      if (facts === undefined) continue;
      yield { key: entry.name, sizeBytes: facts.size, changedAt: facts.mtime };
    }
  }
}
