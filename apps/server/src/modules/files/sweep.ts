import type { Logger } from 'pino';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { longestUploadMs } from '../../kernel/http/body-watch.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { isNoMoveRunning } from './move-store.ts';
import { forgetFile, listUnsettled } from './store.ts';
import { type Driver, drivers, type ObjectStores } from './store-port.ts';

export interface SweepDeps {
  database: Database;
  stores: ObjectStores;
}

const batch = 200;
/** A sweep ends before the next one begins, also when a whole space was removed. */
const mostBatches = 20;
/** A store that is away would otherwise be waited for once for each file. */
const mostFailures = 3;
/** Later than any upload can end. */
const abandonedMs = longestUploadMs + 3_600_000;

export function sweepJob(deps: SweepDeps): Job {
  return {
    name: 'files.sweep',
    about: 'Deletes removed files and leftovers of interrupted uploads from their store',
    schedule: '*/10 * * * *',
    run: async (_data, { now, log }) => {
      const before = new Date(now.getTime() - abandonedMs);
      for (const driver of drivers) await sweepStore(deps, driver, before, log);
    },
  };
}

async function sweepStore(
  { database, stores }: SweepDeps,
  driver: Driver,
  before: Date,
  log: Logger,
): Promise<void> {
  let failures = 0;
  for (let round = 0; round < mostBatches && failures < mostFailures; round += 1) {
    const found = await listUnsettled(database.reader(systemIdentity), driver, before, batch);
    let removed = 0;
    for (const { id, copy_driver: copy } of found) {
      if (failures >= mostFailures) break;
      try {
        // A move may be about to write the second object.
        if (copy !== null && !(await database.transaction(systemIdentity, isNoMoveRunning))) continue;
        for (const place of copy === null ? [driver] : [driver, copy])
          await storeOf(stores, place).remove(id);
        await database.transaction(systemIdentity, (tx) => forgetFile(tx, id));
        removed += 1;
      } catch (error) {
        failures += 1;
        log.warn({ err: error, driver }, 'could not remove a file; the next sweep retries');
      }
    }
    if (found.length < batch || removed === 0) return;
  }
}

function storeOf(stores: ObjectStores, driver: Driver) {
  const store = stores[driver];
  if (store === undefined) throw new Error(`the ${driver} store has no settings here`);
  return store;
}
