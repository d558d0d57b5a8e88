import type { Module } from '../../kernel/module.ts';
import { errors } from './errors.ts';
import { keyPurpose } from './storage.ts';
import { type SweepDeps, sweepJob } from './sweep.ts';

export { errors as fileErrors } from './errors.ts';
export { FileDamaged, FileRefused, FileTooLarge, StoreUnavailable } from './failures.ts';
export { type FileKind, nameFor, type PaperKind, paperKinds } from './kinds.ts';
export { disposition, sanitizeName } from './names.ts';
export { explain, sendStored } from './send.ts';
export { type ArrivedFile, createStorage, type FileStorage, type NewFile } from './storage.ts';
export { findStored, removeStored, type StoredFile } from './store.ts';
export {
  type ByteRange,
  type Driver,
  drivers,
  type ObjectStore,
  type ObjectStores,
  type StoredObject,
} from './store-port.ts';

/** The storage that every file of the platform goes through; it has no addresses of its own. */
export function files(deps: SweepDeps): Module {
  return {
    name: 'files',
    rows: [],
    errors,
    events: {},
    jobs: [sweepJob(deps)],
    sealed: [{ table: 'stored_files', column: 'sealed_key', purpose: keyPurpose }],
  };
}
