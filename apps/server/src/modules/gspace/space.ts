import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Database, Reader } from '../../kernel/db/database.ts';
import type { DbIdentity } from '../../kernel/db/identity.ts';
import { type ErrorDefinition, fail, failField, kernelErrors } from '../../kernel/http/errors.ts';
import {
  type ArrivedFile,
  canonicalName,
  explain,
  FileRefused,
  type FileStorage,
  FileTooLarge,
  fileErrors,
  findStored,
  hasRunningEnding,
  removeStored,
  type StoredFile,
  spaceKinds,
} from '../files/index.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import type { SavedFile, SpaceFile } from './schemas.ts';
import { deleteFile, findFile, listFiles, lockSpace, putFile, readUsage, type Usage } from './store.ts';

export interface SpaceDeps {
  database: Database;
  files: FileStorage;
  quotaBytes: number;
}

/** More would make the list itself too large to send at once. */
export const mostFiles = 10_000;
const nameLetters = 200;

/** Stored, under a name that the person's space takes. */
export interface Arrival {
  readonly name: string;
  readonly file: ArrivedFile;
}

export interface NewSpaceFile {
  /** As the sender wrote it. */
  name: string;
  source: AsyncIterable<Uint8Array>;
  /** At least this many bytes will come, if the sender said so. */
  announcedBytes?: number;
}

/** What other modules do with a person's own files: `receive` before a transaction, `keep` inside it. */
export interface Space {
  receive(person: { userId: string; identity: DbIdentity }, file: NewSpaceFile): Promise<Arrival>;
  keep(tx: WriteTx, userId: string, arrival: Arrival): Promise<SavedFile>;
  /** For an arrival that is not kept; the sweep of the storage does it otherwise, hours later. */
  abandon(arrival: Arrival): Promise<void>;
  /** Undefined for every name that the person has no file of. */
  find(db: Reader | WriteTx, userId: string, name: string): Promise<FoundFile | undefined>;
}

export interface FoundFile {
  readonly name: string;
  readonly stored: StoredFile;
}

/** Errors of `receive` and `keep`, for rows that call them. */
export const savingErrors: readonly ErrorDefinition[] = [
  errors.name_required,
  errors.quota_exceeded,
  errors.too_many_files,
  errors.file_refused,
  fileErrors.storage_unavailable,
  fileErrors.file_infected,
  fileErrors.file_unscannable,
];

export function createSpace({ database, files, quotaBytes }: SpaceDeps): Space {
  return {
    receive: async ({ userId, identity }, given) => {
      const name = acceptName(given.name);
      const usage = await readUsage(database.reader(identity), userId, name);
      const room = roomIn(usage, quotaBytes);
      if (room < (given.announcedBytes ?? 0)) fail(errors.quota_exceeded);
      const file = await files
        .receive({
          purpose: 'space',
          userId,
          identity,
          source: given.source,
          limitBytes: room,
          accepts: spaceKinds,
        })
        .catch((error: unknown) => {
          if (error instanceof FileTooLarge) fail(errors.quota_exceeded);
          if (error instanceof FileRefused) fail(errors.file_refused);
          return explain(error);
        });
      return { name, file };
    },
    keep: async (tx, userId, { name, file }) => {
      await lockSpace(tx, userId, tx.now);
      const usage = await readUsage(tx, userId, name);
      if (file.sizeBytes > roomIn(usage, quotaBytes)) {
        // Nobody has claimed it yet, so this transaction does not hold its row.
        await files.abandon(file.id);
        fail(errors.quota_exceeded);
      }
      if (!(await files.claim(tx, file)))
        fail(fileErrors.storage_unavailable, { detail: 'swept before it was claimed' });
      const old = await findFile(tx, userId, name);
      await putFile(tx, { userId, name, fileId: file.id, sizeBytes: file.sizeBytes, now: tx.now });
      if (old !== undefined) await removeStored(tx, [old.file_id]);
      tx.audit(events.uploaded, {
        target: file.id,
        metadata: {
          type: file.type,
          size_bytes: file.sizeBytes,
          sha256: file.sha256,
          replaced: old !== undefined,
        },
      });
      const used = usage.used - usage.same_bytes + file.sizeBytes;
      return { name, size: file.sizeBytes, used, limit: quotaBytes };
    },
    abandon: ({ file }) => files.abandon(file.id),
    find: async (db, userId, given) => {
      const name = canonicalName(given);
      const row = name === '' ? undefined : await findFile(db, userId, name);
      const stored = row === undefined ? undefined : await findStored(db, row.file_id);
      return stored === undefined ? undefined : { name, stored };
    },
  };
}

/** Bytes that a file of this name may have; the file that it replaces makes room. */
function roomIn(usage: Usage, quotaBytes: number): number {
  if (usage.same === 0 && usage.files >= mostFiles) fail(errors.too_many_files);
  const room = quotaBytes - usage.used + usage.same_bytes;
  if (room < 0) fail(errors.quota_exceeded);
  return room;
}

function acceptName(given: string): string {
  const name = canonicalName(given);
  if (name === '') fail(errors.name_required);
  // A shortened name could be the name of another file, which would be replaced.
  if ([...name].length > nameLetters) failField('name', tooLong, 'max');
  if (hasRunningEnding(name)) fail(errors.file_refused);
  return name;
}

const tooLong = {
  mn: 'Файлын нэр 200 тэмдэгтээс урт байна. Богино нэр өгөөд дахин илгээнэ үү.',
  en: 'is longer than 200 letters; give the file a shorter name and send it again',
};

export async function listSpace(
  storage: Pick<FileStorage, 'stateOf'>,
  db: Reader,
  userId: string,
  quotaBytes: number,
): Promise<{ files: SpaceFile[]; used: number; limit: number }> {
  const rows = await listFiles(db, userId, mostFiles);
  const files = rows.map(({ name, size_bytes, mod_time, type, scan }) => ({
    name,
    size: size_bytes,
    mod_time,
    type: type as SpaceFile['type'],
    state: storage.stateOf({ scan }),
  }));
  return { files, used: files.reduce((sum, { size }) => sum + size, 0), limit: quotaBytes };
}

export async function removeFromSpace(
  tx: WriteTx,
  userId: string,
  given: string,
  quotaBytes: number,
): Promise<{ used: number; limit: number }> {
  const name = canonicalName(given);
  if (name === '') fail(errors.name_required);
  await lockSpace(tx, userId, tx.now);
  const removed = (await deleteFile(tx, userId, name)) ?? fail(kernelErrors.not_found);
  await removeStored(tx, [removed.file_id]);
  tx.audit(events.deleted, { target: removed.file_id, metadata: { size_bytes: removed.size_bytes } });
  return { used: (await readUsage(tx, userId, name)).used, limit: quotaBytes };
}
