import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { longestUploadMs } from './storage.ts';
import { forgetFile, listUnsettled } from './store.ts';
import type { ObjectStores } from './store-port.ts';

export interface SweepDeps {
  database: Database;
  stores: ObjectStores;
}

const batch = 200;
/** Later than any upload can end. */
const abandonedMs = longestUploadMs + 3_600_000;

export function sweepJob({ database, stores }: SweepDeps): Job {
  return {
    name: 'files.sweep',
    about: 'Deletes removed files and leftovers of interrupted uploads from their store',
    schedule: '*/10 * * * *',
    run: async (_data, { now, log }) => {
      const before = new Date(now.getTime() - abandonedMs);
      for (const { id, driver } of await listUnsettled(database.reader(systemIdentity), before, batch)) {
        try {
          const store = stores[driver];
          if (store === undefined) throw new Error(`the ${driver} store has no settings here`);
          await store.remove(id);
          await database.transaction(systemIdentity, (tx) => forgetFile(tx, id));
        } catch (error) {
          log.warn({ err: error, driver }, 'could not remove a file; the next sweep retries');
        }
      }
    },
  };
}
