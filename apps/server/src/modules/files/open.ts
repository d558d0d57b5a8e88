import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Keyring } from '../../kernel/security/keyring.ts';
import { FileDamaged, StoreUnavailable } from './failures.ts';
import { readFileKey, sealedRange, unseal } from './sealing.ts';
import type { StoredFile } from './store.ts';
import type { ByteRange, ObjectStore } from './store-port.ts';

export const keyPurpose = 'stored_files.sealed_key';

/** The plain bytes of a file; undefined when the store has no such object. */
export async function openFile(
  store: ObjectStore,
  keyring: Keyring,
  file: StoredFile,
  range?: ByteRange,
): Promise<Readable | undefined> {
  const wanted = range ?? { start: 0, end: file.size_bytes - 1 };
  if (!file.is_sealed) {
    if (file.size_bytes === 0) return Readable.from([]);
    return get(store, file.id, wanted);
  }
  if (file.sealed_key === null) throw new FileDamaged('the key was removed');
  const key = readFileKey(keyring.open(file.sealed_key, keyPurpose));
  const sealed = await get(store, file.id, sealedRange(key, wanted));
  if (sealed === undefined) return undefined;
  const plain = Readable.from(unseal(sealed, key, file.size_bytes, wanted), { objectMode: false });
  // A reader that leaves before its first byte never starts the generator, and nothing else would close the object.
  plain.once('close', () => sealed.destroy());
  // The generator reports it; without a listener an error before its start would end the process.
  sealed.on('error', () => undefined);
  return plain;
}

async function get(store: ObjectStore, id: string, range: ByteRange): Promise<Readable | undefined> {
  try {
    return await store.get(id, range);
  } catch (error) {
    throw new StoreUnavailable('the store did not give a file', error);
  }
}

/** Reads the whole file and compares it with its row. Throws when the store does not answer. */
export async function examineFile(
  store: ObjectStore,
  keyring: Keyring,
  file: StoredFile,
): Promise<'whole' | 'missing' | 'damaged'> {
  try {
    const plain = await openFile(store, keyring, file);
    if (plain === undefined) return 'missing';
    const hash = createHash('sha256');
    for await (const part of plain) hash.update(part);
    return hash.digest('hex') === file.sha256 ? 'whole' : 'damaged';
  } catch (error) {
    if (error instanceof FileDamaged) return 'damaged';
    throw error;
  }
}
