import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { type DbIdentity, systemIdentity } from '../../kernel/db/identity.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import { FileDamaged, StoreUnavailable } from './failures.ts';
import { type Inspected, inspect } from './inspect.ts';
import type { FileKind } from './kinds.ts';
import { createFileKey, readFileKey, seal, sealedRange, unseal, writeFileKey } from './sealing.ts';
import { findStored, insertArriving, markKept, removeStored, type StoredFile } from './store.ts';
import type { ByteRange, Driver, ObjectStore, ObjectStores } from './store-port.ts';

export interface NewFile {
  /** One word for what the file is, such as `paper`. */
  purpose: string;
  /** The person whose file it is; null for a file of the platform, as `system`. */
  userId: string | null;
  identity: DbIdentity;
  source: AsyncIterable<Uint8Array>;
  limitBytes: number;
  accepts: readonly FileKind[];
}

/** Stored and durable, but not yet anybody's: `claim` keeps it, otherwise the sweep removes it. */
export interface ArrivedFile {
  readonly id: string;
  readonly type: FileKind;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly sealedKey: string | null;
}

export interface FileStorage {
  /** Throws FileTooLarge, FileRefused, StoreUnavailable, or the error of the source; nothing is kept then. */
  receive(file: NewFile): Promise<ArrivedFile>;
  /** In the transaction of the row that names the file. False when the sweep was faster. */
  claim(tx: WriteTx, file: ArrivedFile): Promise<boolean>;
  /** For an arrived file that nobody claims; the sweep does it otherwise, hours later. */
  abandon(id: string): Promise<void>;
  /** Throws StoreUnavailable or FileDamaged; the stream fails with FileDamaged at the first byte that was changed. */
  read(file: StoredFile, range?: ByteRange): Promise<Readable>;
}

export interface StorageDeps {
  database: Database;
  keyring: Keyring;
  stores: ObjectStores;
  isSealed: boolean;
  now: () => Date;
}

/** An upload slower than this is cut off, so that the sweep knows which rows are abandoned. */
export const longestUploadMs = 6 * 3_600_000;
export const keyPurpose = 'stored_files.sealed_key';

export function createStorage({ database, keyring, stores, isSealed, now }: StorageDeps): FileStorage {
  const storeOf = (driver: Driver): ObjectStore =>
    stores[driver] ?? fail(`files are in the ${driver} store, which has no settings here`);

  const abandon = async (id: string) => {
    await database.transaction(systemIdentity, (tx) => removeStored(tx, [id]));
  };

  return {
    receive: async (file) => {
      const id = randomUUID();
      const begunAt = now();
      const row = await database.transaction(file.identity, (tx) =>
        insertArriving(tx, { id, purpose: file.purpose, userId: file.userId, isSealed, now: begunAt }),
      );
      if (row === undefined) throw new StoreUnavailable('no store is chosen for new files');
      const inspected = inspect(file.source, {
        accepts: file.accepts,
        limitBytes: file.limitBytes,
        isLate: () => now().getTime() - begunAt.getTime() > longestUploadMs,
      });
      try {
        const sealing = isSealed ? await createFileKey() : undefined;
        const bytes = sealing === undefined ? inspected.source : seal(inspected.source, sealing);
        await put(storeOf(row.driver), id, bytes, inspected);
        const sealedKey = sealing === undefined ? null : keyring.seal(writeFileKey(sealing.key), keyPurpose);
        return { id, sealedKey, ...inspected.found() };
      } catch (error) {
        // The sweep finds it later when the database is away too; the caller needs the first error.
        await abandon(id).catch(() => undefined);
        throw error;
      }
    },
    claim: (tx, file) => markKept(tx, { ...file, scan: 'unscanned' }),
    abandon,
    read: async (file, range) => {
      const current = await open(file, range);
      if (current !== undefined) return current;
      // A move to another store may have taken the object since the row was read.
      const moved = await findStored(database.reader(systemIdentity), file.id);
      const found =
        moved === undefined || moved.driver === file.driver ? undefined : await open(moved, range);
      if (found === undefined) throw new FileDamaged('the object is missing');
      return found;
    },
  };

  async function open(file: StoredFile, range?: ByteRange): Promise<Readable | undefined> {
    const store = storeOf(file.driver);
    const wanted = range ?? { start: 0, end: file.size_bytes - 1 };
    if (!file.is_sealed) {
      if (file.size_bytes === 0) return Readable.from([]);
      return get(store, file.id, wanted);
    }
    if (file.sealed_key === null) throw new FileDamaged('the key was removed');
    const key = readFileKey(keyring.open(file.sealed_key, keyPurpose));
    const sealed = await get(store, file.id, sealedRange(key, wanted));
    if (sealed === undefined) return undefined;
    return Readable.from(unseal(sealed, key, file.size_bytes, wanted), { objectMode: false });
  }
}

/** An error of the source is the sender's; any other one is the store's. */
async function put(
  store: ObjectStore,
  id: string,
  bytes: AsyncIterable<Uint8Array>,
  inspected: Inspected,
): Promise<void> {
  try {
    await store.put(id, bytes);
  } catch (error) {
    if (inspected.failure() !== undefined) throw inspected.failure();
    throw new StoreUnavailable('the store did not take a file', error);
  }
}

async function get(store: ObjectStore, id: string, range: ByteRange): Promise<Readable | undefined> {
  try {
    return await store.get(id, range);
  } catch (error) {
    throw new StoreUnavailable('the store did not give a file', error);
  }
}

function fail(what: string): never {
  throw new StoreUnavailable(what);
}
