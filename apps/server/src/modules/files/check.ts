import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { longestUploadMs } from '../../kernel/http/body-watch.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import { reasonOf } from './move.ts';
import { findKept, listKept, listKnown, type MovingFile } from './move-store.ts';
import { examineFile } from './open.ts';
import {
  type Driver,
  drivers,
  type ObjectStore,
  type ObjectStores,
  type StoredObject,
} from './store-port.ts';

export interface CheckDeps {
  database: Database;
  keyring: Keyring;
  stores: ObjectStores;
  now: () => Date;
  say: (line: string) => void;
}

export interface CheckReport {
  whole: number;
  missing: number;
  damaged: number;
  /** Objects without a row, older than any upload. */
  foreign: number;
  /** Files of a store that does not answer or has no settings. */
  unreadable: number;
}

const batch = 100;
const readAtOnce = 4;
const listedAtOnce = 500;
const firstId = '00000000-0000-0000-0000-000000000000';

/** Reads every file and compares its digest with the row, then looks for objects that no row names. */
export async function checkFiles(deps: CheckDeps): Promise<CheckReport> {
  const report: CheckReport = { whole: 0, missing: 0, damaged: 0, foreign: 0, unreadable: 0 };
  for (const driver of drivers) {
    await checkRows(deps, driver, report);
    const store = deps.stores[driver];
    if (store !== undefined) await checkObjects(deps, driver, store, report);
  }
  return report;
}

async function checkRows(deps: CheckDeps, driver: Driver, report: CheckReport): Promise<void> {
  let after = firstId;
  for (;;) {
    const files = await listKept(deps.database.reader(systemIdentity), driver, after, batch);
    const queue = [...files];
    const work = async () => {
      for (let file = queue.shift(); file !== undefined; file = queue.shift())
        await checkOne(deps, file, report);
    };
    await Promise.all(Array.from({ length: readAtOnce }, work));
    if (files.length < batch) return;
    after = files.at(-1)?.id ?? after;
  }
}

async function checkOne(deps: CheckDeps, file: MovingFile, report: CheckReport): Promise<void> {
  const { id, driver } = file;
  try {
    const store = deps.stores[driver];
    if (store === undefined) throw new Error(`the ${driver} store has no settings here`);
    const found = await examineFile(store, deps.keyring, file);
    // Removed or moved while it was read.
    const isSame =
      found === 'whole' || (await findKept(deps.database.reader(systemIdentity), id))?.driver === driver;
    if (!isSame) return;
    report[found] += 1;
    if (found !== 'whole') deps.say(`${found}  ${driver}  ${id}`);
  } catch (error) {
    report.unreadable += 1;
    deps.say(`unreadable  ${driver}  ${id}: ${reasonOf(error)}`);
  }
}

async function checkObjects(
  deps: CheckDeps,
  driver: Driver,
  store: ObjectStore,
  report: CheckReport,
): Promise<void> {
  // The row of an upload is older than its object, but the clock of a store may differ from ours.
  const before = deps.now().getTime() - longestUploadMs;
  const look = async (objects: readonly StoredObject[]) => {
    const keys = objects.map(({ key }) => key);
    const known = await listKnown(deps.database.reader(systemIdentity), driver, keys);
    for (const key of keys.filter((each) => !known.has(each))) {
      report.foreign += 1;
      deps.say(`foreign  ${driver}  ${key}`);
    }
  };
  let found: StoredObject[] = [];
  try {
    for await (const object of store.list()) {
      if (object.changedAt.getTime() > before) continue;
      found.push(object);
      if (found.length < listedAtOnce) continue;
      await look(found);
      found = [];
    }
    await look(found);
  } catch (error) {
    report.unreadable += 1;
    deps.say(`unreadable  ${driver}  its list of objects: ${reasonOf(error)}`);
  }
}
