import { type Outbox, unitOfWork, type WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { longestUploadMs } from '../../kernel/http/body-watch.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import { events } from './events.ts';
import {
  beginCopy,
  countArriving,
  dropMoveLock,
  findKept,
  finishCopy,
  listCopied,
  listKept,
  type MovingFile,
  settleCopy,
  takeMoveLock,
} from './move-store.ts';
import { examineFile } from './open.ts';
import type { Driver, ObjectStore, ObjectStores } from './store-port.ts';
import { changeStore, readStoresInUse } from './stores-in-use.ts';

export interface MoveDeps {
  database: Database;
  /** Bypasses a pooler: its connection holds the lock of the move. */
  lockDatabase: Database;
  outbox: Outbox;
  keyring: Keyring;
  stores: ObjectStores;
  now: () => Date;
  say: (line: string) => void;
  /** Waits a moment before the lock is tried again; false ends the waiting. */
  waitForLock: () => Promise<boolean>;
  /** Waits a moment before uploads to the old store are counted again; false ends the waiting. */
  waitForUploads: (count: number) => Promise<boolean>;
}

export interface MoveReport {
  moved: number;
  movedBytes: number;
  failed: number;
  stillArriving: number;
}

/** Somebody else moves files, or the target cannot take them; the text is for the operator. */
export class MoveRefused extends Error {
  constructor(what: string) {
    super(what);
    this.name = 'MoveRefused';
  }
}

const batch = 100;
const copiedAtOnce = 4;
/** A store that is away would otherwise be waited for once for each file. */
const mostFailuresInARow = 10;
const firstId = '00000000-0000-0000-0000-000000000000';

/**
 * Copies every file to another store while the platform runs. New files go there first, so the number of files to copy
 * only falls. A row changes after its copy was read back and has the digest of the row, and the old object goes after
 * that: at every moment the row names an object that is whole.
 */
export async function moveFiles(
  deps: MoveDeps,
  options: { to: Driver; keepOld: boolean },
): Promise<MoveReport> {
  const target = deps.stores[options.to];
  if (target === undefined) throw new MoveRefused(`The ${options.to} store has no settings here.`);
  await target.check().catch((error: unknown) => {
    throw new MoveRefused(`The ${options.to} store takes no files: ${reasonOf(error)}`);
  });
  return deps.lockDatabase.withClient(async (client) => {
    const isTaken = async () => (await client.query(takeMoveLock().text)).rows[0]?.taken === true;
    let isOurs = await isTaken();
    // PostgreSQL may need some seconds to notice that a move before this one was killed.
    while (!isOurs && (await deps.waitForLock())) isOurs = await isTaken();
    if (!isOurs)
      throw new MoveRefused('Another move of files is running. Wait for it, or stop it, and run this again.');
    let isLocked = true;
    client.once('end', () => {
      isLocked = false;
    });
    try {
      return await move({ ...deps, target, ...options, mustHoldLock: () => requireLock(isLocked) });
    } finally {
      if (isLocked) await client.query(dropMoveLock().text).catch(() => undefined);
    }
  });
}

function requireLock(isLocked: boolean): void {
  if (!isLocked) throw new MoveRefused('The connection to the database was lost. Run the command again.');
}

interface Move extends MoveDeps {
  to: Driver;
  keepOld: boolean;
  target: ObjectStore;
  mustHoldLock(): void;
}

async function move(deps: Move): Promise<MoveReport> {
  const reader = deps.database.reader(systemIdentity);
  const report: MoveReport = { moved: 0, movedBytes: 0, failed: 0, stillArriving: 0 };
  await switchStore(deps);
  report.failed += await settleInterrupted(deps);
  const since = () => new Date(deps.now().getTime() - longestUploadMs);
  const failed = new Set<string>();
  for (;;) {
    // Counted before the files: an upload that ends in between is among the files, or is counted again.
    report.stillArriving = await countArriving(reader, deps.to, since());
    const { all } = await readStoresInUse(reader);
    for (const from of all) if (from !== deps.to) await moveFrom(deps, from, report, failed);
    if (report.stillArriving === 0 || !(await deps.waitForUploads(report.stillArriving))) break;
  }
  report.failed += failed.size;
  await change(deps, async (tx) => {
    const { moved, failed: failures, stillArriving } = report;
    tx.audit(events.moved, {
      metadata: { to: deps.to, moved, failed: failures, still_arriving: stillArriving },
    });
  });
  return report;
}

const change = <T>(deps: MoveDeps, work: (tx: WriteTx) => Promise<T>): Promise<T> =>
  unitOfWork(
    deps,
    { identity: systemIdentity, actorUserId: null, requestId: null, now: deps.now() },
    { what: 'a move of files', auditRequired: () => false },
    work,
  );

async function switchStore(deps: Move): Promise<void> {
  const { current } = await readStoresInUse(deps.database.reader(systemIdentity));
  const isChanged = await change(deps, async (tx) => {
    const isNew = await changeStore(tx, deps.to, tx.now);
    if (isNew) tx.audit(events.storeChanged, { metadata: { from: current, to: deps.to } });
    return isNew;
  });
  deps.say(
    isChanged ? `New files go to ${deps.to} from now on.` : `New files already go to ${deps.to}; continuing.`,
  );
}

/** Removes objects of an interrupted move that their rows no longer need. */
async function settleInterrupted(deps: Move): Promise<number> {
  let failures = 0;
  let after = firstId;
  for (;;) {
    const files = await listCopied(deps.database.reader(systemIdentity), after, batch);
    for (const file of files) {
      const { id, driver, copy_driver: copy } = file;
      after = id;
      // A copy to the target is written again below.
      if (copy === null || copy === deps.to) continue;
      const isOldObject = driver === deps.to;
      failures += (await dropOld(deps, id, copy, isOldObject && deps.keepOld)) ? 0 : 1;
    }
    if (files.length < batch) return failures;
  }
}

async function dropOld(deps: Move, id: string, from: Driver, isKept: boolean): Promise<boolean> {
  try {
    deps.mustHoldLock();
    if (!isKept) await storeOf(deps, from).remove(id);
    await deps.database.transaction(systemIdentity, (tx) => settleCopy(tx, id, from));
    return true;
  } catch (error) {
    if (error instanceof MoveRefused) throw error;
    deps.say(`FAIL  ${id}: its old object in ${from} could not be removed: ${reasonOf(error)}`);
    return false;
  }
}

function storeOf({ stores }: MoveDeps, driver: Driver): ObjectStore {
  const store = stores[driver];
  if (store === undefined) throw new Error(`the ${driver} store has no settings here`);
  return store;
}

async function moveFrom(deps: Move, from: Driver, report: MoveReport, failed: Set<string>): Promise<void> {
  let after = firstId;
  let inARow = 0;
  for (;;) {
    const files = await listKept(deps.database.reader(systemIdentity), from, after, batch);
    const queue = files.filter(({ id }) => !failed.has(id));
    const work = async () => {
      for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
        deps.mustHoldLock();
        const problem = await moveOne(deps, file, from, report).catch(reasonOf);
        inARow = problem === undefined ? 0 : inARow + 1;
        if (problem === undefined) continue;
        failed.add(file.id);
        deps.say(`FAIL  ${file.id}: ${problem}`);
        if (inARow >= mostFailuresInARow)
          throw new MoveRefused(`${inARow} files in a row failed; nothing is lost. Run the command again.`);
      }
    };
    // All of them end before the lock is dropped.
    const ended = await Promise.allSettled(Array.from({ length: copiedAtOnce }, work));
    const stopped = ended.find((each) => each.status === 'rejected');
    if (stopped !== undefined) throw stopped.reason;
    if (files.length > 0) deps.say(`${report.moved} files moved (${megabytes(report.movedBytes)})`);
    if (files.length < batch) return;
    after = files.at(-1)?.id ?? after;
  }
}

/** Returns what is wrong with the file; undefined when it was moved or removed meanwhile. */
async function moveOne(
  deps: Move,
  file: MovingFile,
  from: Driver,
  report: MoveReport,
): Promise<string | undefined> {
  const { database, target, to, keyring } = deps;
  const { id } = file;
  const source = storeOf(deps, from);
  if (!(await database.transaction(systemIdentity, (tx) => beginCopy(tx, id, from, to)))) return undefined;
  const object = await source.get(id);
  if (object === undefined) return (await isStillIn(deps, id, from)) ? 'its object is missing' : undefined;
  await target.put(id, object);
  const found = await examineFile(target, keyring, file);
  if (found !== 'whole')
    return (await examineFile(source, keyring, file)) === 'whole'
      ? `the copy in ${to} is ${found}`
      : `its object in ${from} is damaged`;
  deps.mustHoldLock();
  if (!(await database.transaction(systemIdentity, (tx) => finishCopy(tx, id, from, to)))) {
    // Removed while it was copied; the sweep may already have forgotten it.
    if ((await findKept(database.reader(systemIdentity), id)) === undefined) await target.remove(id);
    return undefined;
  }
  report.moved += 1;
  report.movedBytes += file.size_bytes;
  return (await dropOld(deps, id, from, deps.keepOld)) ? undefined : 'its old object is still there';
}

async function isStillIn({ database }: MoveDeps, id: string, driver: Driver): Promise<boolean> {
  return (await findKept(database.reader(systemIdentity), id))?.driver === driver;
}

export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
