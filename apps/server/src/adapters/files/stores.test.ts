import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { testConfig } from '../../../test/config.ts';
import { startS3, startSftp } from '../../../test/file-stores.ts';
import { openFileStores } from '../../commands/outside.ts';
import type { ObjectStore } from '../../modules/files/store-port.ts';

const read = async (stream: Readable | undefined) => Buffer.concat((await stream?.toArray()) ?? []);
async function* inParts(...parts: Buffer[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}
async function* broken(): AsyncGenerator<Uint8Array> {
  yield randomBytes(100_000);
  throw new Error('the sender went away');
}

const servers = {
  local: async () => {
    const directory = mkdtempSync(join(tmpdir(), 'tamga-files-'));
    const close = async () => rmSync(directory, { recursive: true, force: true });
    return { env: { FILES_DIRECTORY: directory }, close };
  },
  s3: startS3,
  sftp: startSftp,
};

it.each(['local', 's3', 'sftp'] as const)(
  'the %s store keeps, lists, gives ranges and removes',
  async (name) => {
    const server = await servers[name]();
    const store = openFileStores(testConfig(server.env))[name] as ObjectStore;
    const listed = async () => (await Array.fromAsync(store.list())).map(({ key }) => key);
    try {
      const bytes = randomBytes(70_000);
      const key = randomUUID();
      await store.put(key, inParts(bytes.subarray(0, 60_000), bytes.subarray(60_000)));
      expect((await read(await store.get(key))).equals(bytes)).toBe(true);
      const part = await read(await store.get(key, { start: 10, end: 65_000 }));
      expect(part.equals(bytes.subarray(10, 65_001))).toBe(true);
      await expect(store.put(randomUUID(), broken())).rejects.toThrow('the sender went away');
      await expect(store.put('../etc/passwd', inParts(bytes))).rejects.toThrow('not an id');
      expect(await listed()).toEqual([key]);
      await store.remove(key);
      expect(await store.get(key)).toBeUndefined();
    } finally {
      await store.close?.();
      await server.close();
    }
  },
);
