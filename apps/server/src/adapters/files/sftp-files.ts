import { Readable } from 'node:stream';
import type { FileEntryWithStats } from 'ssh2';
import type { ByteRange, ObjectStore, StoredObject } from '../../modules/files/store-port.ts';
import { checkKey, isKey, probeKey } from './key.ts';
import type { SftpConnection, SftpSettings } from './sftp-connection.ts';
import { createSftpPool, type SftpPool } from './sftp-pool.ts';

/** What every server takes in one request. */
const requestBytes = 32 * 1024;
/** Requests of one transfer under way, so that it does not wait for each round trip. */
const ahead = 4;
/** SSH_FX_NO_SUCH_FILE. */
const noSuchFile = 2;

/** The same folders as the local directory has, on an SFTP server. */
export function createSftpFiles(settings: SftpSettings): ObjectStore {
  const pool = createSftpPool(settings);
  const base = settings.basePath.replace(/(?<!\/)\/+$/, '');
  const folderOf = (key: string) => `${base}/${key.slice(0, 2)}`;
  const pathOf = (key: string) => `${folderOf(checkKey(key))}/${key}`;
  return {
    put: async (key, source) => {
      const path = pathOf(key);
      const part = `${path}.part`;
      const { connection, release } = await pool.take();
      try {
        await writeFile(connection, part, folderOf(key), source);
        await rename(connection, part, path);
      } catch (error) {
        await unlink(connection, part).catch(() => undefined);
        throw error;
      } finally {
        release();
      }
    },
    get: async (key, range) => read(pool, pathOf(key), range),
    remove: (key) =>
      once(pool, async (connection) => {
        await unlink(connection, `${pathOf(key)}.part`);
        await unlink(connection, pathOf(key));
      }),
    list: () => list(pool, base),
    check: () =>
      once(pool, async (connection) => {
        const probe = `${base}/${probeKey}`;
        await writeFile(connection, probe, base, [Buffer.from('probe')]);
        await unlink(connection, probe);
      }),
    close: async () => pool.close(),
  };
}

const once = <T>(pool: SftpPool, work: (connection: SftpConnection) => Promise<T>): Promise<T> =>
  pool.run(async ({ connection, release }) => {
    const result = await work(connection);
    release();
    return result;
  });

async function unlink(connection: SftpConnection, path: string): Promise<void> {
  await connection
    .call<void>((sftp, done) => sftp.unlink(path, done as never))
    .catch((error: unknown) => ifMissing(error, undefined));
}

/** Atomic, and replaces a leftover. A server without the extension refuses to replace, so the leftover goes first. */
async function rename(connection: SftpConnection, from: string, to: string): Promise<void> {
  if (offers(connection, 'posix-rename@openssh.com'))
    return connection.call((sftp, done) => sftp.ext_openssh_rename(from, to, done as never));
  await unlink(connection, to);
  return connection.call((sftp, done) => sftp.rename(from, to, done as never));
}

/** The library keeps what the server announced, and has no call that tells it. */
const offers = ({ sftp }: SftpConnection, extension: string): boolean =>
  (sftp as unknown as { _extensions?: Record<string, string> })._extensions?.[extension] === '1';

function ifMissing<T>(error: unknown, value: T): T {
  if ((error as { code?: unknown }).code === noSuchFile) return value;
  throw error;
}

const openHandle = (connection: SftpConnection, path: string, mode: 'r' | 'w') =>
  connection.call<Buffer>((sftp, done) => sftp.open(path, mode, { mode: 0o600 }, done));
const closeHandle = (connection: SftpConnection, handle: Buffer) =>
  connection.call<void>((sftp, done) => sftp.close(handle, done as never));

async function writeFile(
  connection: SftpConnection,
  path: string,
  folder: string,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const handle = await openHandle(connection, path, 'w').catch(async (error: unknown) => {
    ifMissing(error, undefined);
    await createFolders(connection, folder);
    return openHandle(connection, path, 'w');
  });
  try {
    await write(connection, handle, source);
    await sync(connection, handle);
  } finally {
    await closeHandle(connection, handle).catch(() => undefined);
  }
}

async function createFolders(connection: SftpConnection, folder: string): Promise<void> {
  const parents = folder.split('/').map((_, at, names) => names.slice(0, at + 1).join('/'));
  // Fails when it is there; the file that is opened next shows any other failure.
  for (const path of parents.filter((name) => name !== ''))
    await connection
      .call<void>((sftp, done) => sftp.mkdir(path, { mode: 0o700 }, done as never))
      .catch(() => undefined);
}

async function write(
  connection: SftpConnection,
  handle: Buffer,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const sent: Promise<void>[] = [];
  let position = 0;
  try {
    for await (const given of source) {
      const bytes = Buffer.from(given.buffer, given.byteOffset, given.length);
      for (let at = 0; at < bytes.length; at += requestBytes) {
        if (sent.length >= ahead) await sent.shift();
        const part = bytes.subarray(at, at + requestBytes);
        const offset = position;
        const writing = connection.call<void>((sftp, done) =>
          sftp.write(handle, part, 0, part.length, offset, done as never),
        );
        // Awaited above or below; until then a failure must not end the process.
        writing.catch(() => undefined);
        sent.push(writing);
        position += part.length;
      }
    }
    await Promise.all(sent);
  } finally {
    await Promise.allSettled(sent);
  }
}

/** Servers other than OpenSSH may lack it; the bytes are then as durable as the server makes them. */
async function sync(connection: SftpConnection, handle: Buffer): Promise<void> {
  if (offers(connection, 'fsync@openssh.com'))
    await connection.call<void>((sftp, done) => sftp.ext_openssh_fsync(handle, done as never));
}

async function read(pool: SftpPool, path: string, range?: ByteRange): Promise<Readable | undefined> {
  const { connection, release, handle } = await pool.run(async (lease) => ({
    ...lease,
    handle: await openHandle(lease.connection, path, 'r').catch((error: unknown) =>
      ifMissing(error, undefined),
    ),
  }));
  if (handle === undefined) {
    release();
    return undefined;
  }
  const end = range?.end ?? Number.POSITIVE_INFINITY;
  const asked: Promise<Buffer>[] = [];
  let next = range?.start ?? 0;
  const ask = () => {
    while (asked.length < ahead && next <= end) {
      const length = Math.min(requestBytes, end - next + 1);
      const part = readPart(connection, handle, next, length);
      // Awaited by `read`; until then a failure must not end the process.
      part.catch(() => undefined);
      asked.push(part);
      next += length;
    }
  };
  return new Readable({
    highWaterMark: requestBytes * ahead,
    read() {
      ask();
      const part = asked.shift();
      if (part === undefined) {
        this.push(null);
        return;
      }
      part.then(
        (bytes) => this.push(bytes.length === 0 ? null : bytes),
        (error) => this.destroy(error),
      );
    },
    destroy(error, done) {
      closeHandle(connection, handle)
        .catch(() => undefined)
        .finally(release);
      done(error);
    },
  });
}

/** Shorter than asked for at the end of the file only: a server may answer with less than it was asked for. */
async function readPart(
  connection: SftpConnection,
  handle: Buffer,
  start: number,
  length: number,
): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  let got = 0;
  while (got < length) {
    const at = got;
    const count = await connection.call<number>((sftp, done) =>
      sftp.read(handle, buffer, at, length - at, start + at, done),
    );
    if (count === 0) break;
    got += count;
  }
  return buffer.subarray(0, got);
}

async function* list(pool: SftpPool, base: string): AsyncGenerator<StoredObject> {
  const entriesOf = (path: string) =>
    once(pool, (connection) =>
      connection
        .call<FileEntryWithStats[]>((sftp, done) => sftp.readdir(path, done as never))
        .catch((error: unknown) => ifMissing(error, [])),
    );
  for (const folder of await entriesOf(base)) {
    if (!/^[0-9a-f]{2}$/.test(folder.filename)) continue;
    for (const { filename, attrs } of await entriesOf(`${base}/${folder.filename}`))
      if (isKey(filename))
        yield { key: filename, sizeBytes: attrs.size, changedAt: new Date(attrs.mtime * 1000) };
  }
}
