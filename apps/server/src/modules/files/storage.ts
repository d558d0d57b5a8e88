import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { type DbIdentity, systemIdentity } from '../../kernel/db/identity.ts';
import { longestUploadMs } from '../../kernel/http/body-watch.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import { FileDamaged, FileInfected, StoreUnavailable } from './failures.ts';
import { type FileState, stateOf } from './file-state.ts';
import { recordInfected } from './findings.ts';
import { type Inspected, inspect } from './inspect.ts';
import type { FileKind } from './kinds.ts';
import type { LiveScans } from './live-scan.ts';
import { keyPurpose, openFile } from './open.ts';
import { createFileKey, seal, writeFileKey } from './sealing.ts';
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
  /** The platform made the bytes itself: there is nothing to scan. */
  isOurs?: true;
}

/** Stored and durable, but not yet anybody's: `claim` keeps it, otherwise the sweep removes it. */
export interface ArrivedFile {
  readonly id: string;
  readonly type: FileKind;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly sealedKey: string | null;
  readonly scan: StoredFile['scan'];
}

export interface FileStorage {
  /**
   * Throws FileTooLarge, FileRefused, FileInfected, FileUnscannable, StoreUnavailable, or the error of the source;
   * nothing is kept then.
   */
  receive(file: NewFile): Promise<ArrivedFile>;
  /** In the transaction of the row that names the file. False when the sweep was faster. */
  claim(tx: WriteTx, file: ArrivedFile): Promise<boolean>;
  /** For an arrived file that nobody claims; the sweep does it otherwise, hours later. */
  abandon(id: string): Promise<void>;
  /** Throws StoreUnavailable or FileDamaged; the stream fails with FileDamaged at the first byte that was changed. */
  read(file: StoredFile, range?: ByteRange): Promise<Readable>;
  /** What people are told about a file, and what decides who may download it. */
  stateOf(file: Pick<StoredFile, 'scan'>): FileState;
}

export interface StorageDeps {
  database: Database;
  keyring: Keyring;
  stores: ObjectStores;
  isSealed: boolean;
  now: () => Date;
  /** Absent where no scanner is set. */
  scans?: LiveScans | undefined;
}

export function createStorage(deps: StorageDeps): FileStorage {
  const { database, keyring, stores, isSealed, now } = deps;
  const storeOf = (driver: Driver): ObjectStore =>
    stores[driver] ?? fail(`files are in the ${driver} store, which has no settings here`);

  const open = (file: StoredFile, range?: ByteRange) => openFile(storeOf(file.driver), keyring, file, range);

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
      const scanned = file.isOurs === true ? undefined : deps.scans?.begin(file.source);
      const inspected = inspect(scanned?.source ?? file.source, {
        accepts: file.accepts,
        limitBytes: file.limitBytes,
        isLate: () => now().getTime() - begunAt.getTime() > longestUploadMs,
      });
      try {
        const sealing = isSealed ? await createFileKey() : undefined;
        const bytes = sealing === undefined ? inspected.source : seal(inspected.source, sealing);
        await put(storeOf(row.driver), id, bytes, inspected);
        const sealedKey = sealing === undefined ? null : keyring.seal(writeFileKey(sealing.key), keyPurpose);
        const scan = file.isOurs === true ? 'clean' : (scanned?.outcome() ?? 'unscanned');
        return { id, sealedKey, scan, ...inspected.found() };
      } catch (error) {
        // The sweep finds it later when the database is away too; the caller needs the first error.
        await abandon(id).catch(() => undefined);
        if (error instanceof FileInfected) {
          const { reason } = error;
          await database.transaction(systemIdentity, (tx) =>
            recordInfected({ ...tx, now: now() }, { ...file, id, reason }, 'upload'),
          );
        }
        throw error;
      }
    },
    claim: markKept,
    abandon,
    stateOf: (file) => stateOf(file, deps.scans !== undefined),
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

function fail(what: string): never {
  throw new StoreUnavailable(what);
}
