import type { Outbox } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import type { Module } from '../../kernel/module.ts';
import type { FileStorage } from '../files/index.ts';
import { downloadMount } from './download.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { type RowDeps, spaceRows } from './routes.ts';
import { names } from './schemas.ts';
import { uploadMount } from './upload.ts';

export { errors as spaceErrors } from './errors.ts';
export { events as spaceEvents } from './events.ts';
export type { CertificateOf } from './routes.ts';
export { SavedFile } from './schemas.ts';
export {
  type Arrival,
  createSpace,
  type FoundFile,
  type NewSpaceFile,
  type Space,
  savingErrors,
} from './space.ts';
export { describeSpaceFile } from './store.ts';

export interface GspaceDeps extends RowDeps {
  database: Database;
  outbox: Outbox;
  now: () => Date;
  files: FileStorage;
}

/** A person's own files under a quota. */
export function gspace(deps: GspaceDeps): Module {
  return {
    name: 'gspace',
    rows: spaceRows(deps),
    mounts: [uploadMount(deps), downloadMount(deps)],
    errors,
    events,
    schemas: names,
  };
}
