import { spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testConfig } from '../../../test/config.ts';
import { startS3, startSftp } from '../../../test/file-stores.ts';
import { openFileStores } from '../../commands/outside.ts';
import type { Env } from '../../config.ts';
import type { ObjectStore } from '../../modules/files/store-port.ts';

const opened: ObjectStore[] = [];
const open = (driver: 's3' | 'sftp', env: Env): ObjectStore => {
  const store = openFileStores(testConfig({ FILES_TIMEOUT_SECONDS: '5', ...env }))[driver] as ObjectStore;
  opened.push(store);
  return store;
};
afterAll(async () => {
  for (const store of opened) await store.close?.();
});

describe('an SFTP server', () => {
  let server: Awaited<ReturnType<typeof startSftp>>;
  beforeAll(async () => {
    server = await startSftp();
  });
  afterAll(() => server.close());

  it('is recognised by the fingerprint of its key or by the key itself', async () => {
    await open('sftp', server.env).check();
    await open('sftp', { ...server.env, GSPACE_HOST_KEY: server.hostKeyLine }).check();
  });

  it('with another key gets neither the password nor a file', async () => {
    const other = `SHA256:${randomBytes(32).toString('base64').replace('=', '')}`;
    const otherLine = server.hostKeyLine.replace(/ (\S{30})\S{8}/, ' $1AAAAAAAA');
    for (const pin of [other, otherLine]) {
      const store = open('sftp', { ...server.env, GSPACE_HOST_KEY: pin });
      const shown = `shows the host key ${server.env['GSPACE_HOST_KEY']}, which is not the one in GSPACE_HOST_KEY`;
      await expect(store.check()).rejects.toThrow(shown);
      await expect(store.get(randomUUID())).rejects.toThrow('host key');
    }
  });

  it('that takes the connection and says nothing fails in time', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const port = String((silent.address() as { port: number }).port);
    const store = open('sftp', { ...server.env, GSPACE_PORT: port, FILES_TIMEOUT_SECONDS: '1' });
    await expect(store.check()).rejects.toThrow(/Timed out|lost/);
    silent.close();
  });

  it('loses what a killed process left when the file is removed', async () => {
    const key = randomUUID();
    const folder = join(server.home, 'files', key.slice(0, 2));
    const store = open('sftp', server.env);
    await store.put(
      key,
      (async function* () {
        yield randomBytes(10);
      })(),
    );
    writeFileSync(join(folder, `${key}.part`), 'half', { mode: 0o666 });
    await store.remove(key);
    expect(readdirSync(folder)).toEqual([]);
    mkdirSync(join(server.home, 'files', 'not-ours'));
    for await (const found of store.list()) expect(found).toBeUndefined();
  });
});

/** Declares tests only where they can run: a skipped one counts as failed. */
function describeWhere(isPossible: boolean, name: string, tests: () => void): void {
  if (isPossible) describe(name, tests);
}

/** Needs root; elsewhere the disk of the test cannot be made small. */
function mountSmallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'tamga-small-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
  return status === 0 ? folder : undefined;
}

const small = mountSmallDisk();
describeWhere(small !== undefined, 'a local disk that is full', () => {
  const directory = small ?? '';
  const { local } = openFileStores(testConfig({ FILES_DIRECTORY: directory }));
  afterAll(() => {
    spawnSync('umount', [directory]);
  });

  it('keeps nothing of a file that does not fit, and check tells when nothing fits', async () => {
    const bytesOf = async function* (count: number) {
      for (let at = 0; at < count; at += 1) yield randomBytes(100_000);
    };
    const kept = randomUUID();
    await local.put(kept, bytesOf(2));
    await expect(local.put(randomUUID(), bytesOf(20))).rejects.toThrow('ENOSPC');
    const listed: string[] = [];
    for await (const { key } of local.list()) listed.push(key);
    expect(listed).toEqual([kept]);
    await local.check();
    expect(() => writeFileSync(join(directory, 'junk'), randomBytes(2_000_000))).toThrow('ENOSPC');
    await expect(local.check()).rejects.toThrow('ENOSPC');
  });
});

// Only a correct server lists and ends unfinished uploads: see docs/guides/files.md.
describeWhere(process.env['TEST_S3_ENDPOINT'] !== undefined, 'a correct S3 server', () => {
  let server: Awaited<ReturnType<typeof startS3>>;
  let client: S3Client;
  const Bucket = process.env['TEST_S3_BUCKET'] ?? 'tamga';
  beforeAll(async () => {
    server = await startS3();
    client = new S3Client({
      endpoint: `http://127.0.0.1:${server.port}`,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: {
        accessKeyId: server.env['FILES_S3_ACCESS_KEY_ID'] ?? '',
        secretAccessKey: server.env['FILES_S3_SECRET_ACCESS_KEY'] ?? '',
      },
    });
  });
  afterAll(() => server.close());
  const unfinished = async () =>
    (await client.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads ?? [];

  it('keeps no part of an upload whose source failed', async () => {
    const store = open('s3', server.env);
    async function* broken() {
      for (let at = 0; at < 20; at += 1) yield randomBytes(1_000_000);
      throw new Error('the sender went away');
    }
    await expect(store.put(randomUUID(), broken())).rejects.toThrow('the sender went away');
    expect(await unfinished()).toEqual([]);
  });

  it('loses the parts of a killed process when the file is removed', async () => {
    const Key = randomUUID();
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
    const part = { Bucket, Key, UploadId, PartNumber: 1, Body: randomBytes(6_000_000) };
    await client.send(new UploadPartCommand(part));
    expect(await unfinished()).toHaveLength(1);
    await open('s3', server.env).remove(Key);
    expect(await unfinished()).toEqual([]);
  });

  it.each(['when_required', 'when_supported'])('takes files with checksums %s', async (checksums) => {
    const store = open('s3', { ...server.env, FILES_S3_CHECKSUMS: checksums });
    const bytes = randomBytes(11_000_000);
    const key = randomUUID();
    await store.put(
      key,
      (async function* () {
        yield bytes;
      })(),
    );
    const parts: Buffer[] = [];
    for await (const chunk of (await store.get(key)) ?? []) parts.push(chunk);
    expect(Buffer.concat(parts).equals(bytes)).toBe(true);
    await store.remove(key);
  });

  it('refuses a wrong secret, and lists past one page', async () => {
    const wrong = open('s3', { ...server.env, FILES_S3_SECRET_ACCESS_KEY: 'a-wrong-secret' });
    await expect(wrong.check()).rejects.toThrow(/signature/i);
    const store = open('s3', server.env);
    const keys = Array.from({ length: 1005 }, () => randomUUID());
    for (let at = 0; at < keys.length; at += 15)
      await Promise.all(
        keys.slice(at, at + 15).map((key) =>
          store.put(
            key,
            (async function* () {
              yield Buffer.from('x');
            })(),
          ),
        ),
      );
    const found = new Set<string>();
    for await (const { key } of store.list()) found.add(key);
    expect(keys.every((key) => found.has(key))).toBe(true);
    for (let at = 0; at < keys.length; at += 15)
      await Promise.all(keys.slice(at, at + 15).map((key) => store.remove(key)));
  });
});
