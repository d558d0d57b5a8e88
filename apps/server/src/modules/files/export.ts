import { createWriteStream } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Outbox, unitOfWork } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import { events } from './events.ts';
import { keyPurpose } from './open.ts';
import { readFileKey } from './sealing.ts';
import { findStored } from './store.ts';
import type { ObjectStores } from './store-port.ts';

export interface ExportDeps {
  database: Database;
  outbox: Outbox;
  keyring: Keyring;
  stores: ObjectStores;
  now: () => Date;
}

/** The object as it is stored and the key that opens it, for a person who uses another tool. */
export interface Exported {
  file: string;
  /** Undefined when the file is not sealed. */
  key: string | undefined;
}

/** Undefined when there is no such file. The export is recorded before the key leaves the platform. */
export async function exportFile(
  deps: ExportDeps,
  { id, folder }: { id: string; folder: string },
): Promise<Exported | undefined> {
  const row = await findStored(deps.database.reader(systemIdentity), id);
  if (row === undefined) return undefined;
  const store = deps.stores[row.driver];
  if (store === undefined)
    throw new Error(`the file is in the ${row.driver} store, which has no settings here`);
  const object = await store.get(id);
  if (object === undefined) throw new Error('the object of the file is missing');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, row.is_sealed ? `${id}.age` : id);
  // Never over a file that is there.
  await pipeline(object, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  const key = row.sealed_key === null ? undefined : join(folder, `${id}.key`);
  try {
    await unitOfWork(
      deps,
      { identity: systemIdentity, actorUserId: null, requestId: null, now: deps.now() },
      { what: 'an export of a file', auditRequired: () => true },
      async (tx) => tx.audit(events.exported, { target: id, metadata: { is_sealed: row.is_sealed } }),
    );
    if (key !== undefined && row.sealed_key !== null)
      await writeFile(key, `${readFileKey(deps.keyring.open(row.sealed_key, keyPurpose)).identity}\n`, {
        flag: 'wx',
        mode: 0o600,
      });
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
  return { file, key };
}
