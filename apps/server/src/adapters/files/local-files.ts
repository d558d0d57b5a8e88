import { randomUUID } from 'node:crypto';
import { link, mkdir, open, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { LocalStore, StoredObject } from '../../modules/files/store-port.ts';
import { checkKey, isKey, probeKey } from './key.ts';

/** A directory of files, spread over 256 folders so that none grows too large to list. */
export function createLocalFiles({ directory }: { directory: string }): LocalStore {
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
      // Permissions alone would not tell that the disk is full.
      await writeFile(join(directory, probeKey), 'probe', { mode: 0o600 });
      await rm(join(directory, probeKey), { force: true });
    },
    identify: () => identify(directory),
  };
}

/** The first instance names the directory; a link to an existing name fails, so two that begin at once agree. */
async function identify(directory: string): Promise<string> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, '.tamga-store');
  const draft = `${path}.${randomUUID()}`;
  const read = () => readFile(path, 'utf8').catch(() => undefined);
  const known = await read();
  if (known !== undefined) return known;
  await writeFile(draft, randomUUID().slice(0, 8), { mode: 0o600 });
  await link(draft, path).catch(() => undefined);
  await rm(draft, { force: true });
  return (await read()) ?? '';
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
