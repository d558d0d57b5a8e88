import { systemIdentity } from '../../kernel/db/identity.ts';
import type { Module } from '../../kernel/module.ts';
import type { Metrics } from '../../kernel/observability/metrics.ts';
import { errors, withheld } from './errors.ts';
import { events } from './events.ts';
import { keyPurpose } from './open.ts';
import { type ScanDeps, scanJob } from './scan-job.ts';
import { countWaiting } from './store.ts';
import { type SweepDeps, sweepJob } from './sweep.ts';

export { type CheckReport, checkFiles } from './check.ts';
export { chooseStore } from './choice.ts';
export { errors as fileErrors } from './errors.ts';
export { exportFile } from './export.ts';
export {
  FileDamaged,
  FileInfected,
  FileRefused,
  FileTooLarge,
  FileUnscannable,
  StoreUnavailable,
} from './failures.ts';
export { type FileState, fileStates, requireReadable, stateOf } from './file-state.ts';
export type { DescribeFile } from './findings.ts';
export { type FileKind, nameFor, type PaperKind, paperKinds, spaceKinds } from './kinds.ts';
export { createLiveScans } from './live-scan.ts';
export { MoveRefused, type MoveReport, megabytes, moveFiles } from './move.ts';
export { canonicalName, disposition, hasRunningEnding, sanitizeName } from './names.ts';
export { type Scanner, ScannerUnavailable, type Verdict } from './scanner-port.ts';
export { explain, sendBytes, sendStored } from './send.ts';
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
export { listDirectories, readStoresInUse } from './stores-in-use.ts';
export { createStoreWatch, type StoreState, type StoreWatch } from './watch.ts';

export interface FileDeps extends SweepDeps, ScanDeps {
  metrics: Pick<Metrics, 'gauge'>;
}

/** The storage that every file of the platform goes through; it has no addresses of its own. */
export function files(deps: FileDeps): Module {
  if (deps.scanner !== undefined)
    deps.metrics.gauge('tamga_files_waiting', 'Files that wait for the virus scanner', [], async (gauge) => {
      const waiting = countWaiting(deps.database.reader(systemIdentity));
      gauge.set(await waiting.catch(() => Number.NaN));
    });
  return {
    name: 'files',
    rows: [],
    errors: {
      ...errors,
      file_waiting: withheld.file_waiting,
      // Also codes of uploads, so their keys differ.
      download_infected: withheld.file_infected,
      download_unscannable: withheld.file_unscannable,
    },
    events,
    jobs: [sweepJob(deps), scanJob(deps)],
    sealed: [{ table: 'stored_files', column: 'sealed_key', purpose: keyPurpose }],
  };
}
