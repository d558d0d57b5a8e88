import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { type RowFrom, statement } from '../../kernel/db/query.ts';
import { columnsOf, computed, type RowOf, selectionOf } from '../../kernel/db/row-shape.ts';
import type { Driver } from './store-port.ts';

const insert = statement(
  'files.insert',
  columnsOf('stored_files', 'driver'),
  (p: { id: string; purpose: string; userId: string | null; isSealed: boolean; now: Date }) => sql`
    insert into stored_files (id, driver, purpose, user_id, is_sealed, created_at)
    select ${p.id}, driver, ${p.purpose}, ${p.userId}, ${p.isSealed}, ${p.now} from file_store
    for share of file_store
    returning driver`,
);
/**
 * The row decides the store. The lock makes a move wait for rows that still name the old store, so that it finds each
 * of them; it copies the file when it is kept.
 */
export const insertArriving = (
  tx: Tx,
  file: { id: string; purpose: string; userId: string | null; isSealed: boolean; now: Date },
): Promise<Pick<StoredFile, 'driver'> | undefined> => tx.first(insert(file));

const storedFile = columnsOf(
  'stored_files',
  'id driver type size_bytes sha256 is_sealed sealed_key scan created_at',
);
export type StoredFile = RowOf<typeof storedFile>;
const columns = selectionOf(storedFile);

const keep = statement(
  'files.keep',
  (p: {
    id: string;
    type: string;
    sizeBytes: number;
    sha256: string;
    sealedKey: string | null;
    scan: StoredFile['scan'];
  }) => sql`
    update stored_files
    set state = 'kept', type = ${p.type}, size_bytes = ${p.sizeBytes}, sha256 = ${p.sha256},
      sealed_key = ${p.sealedKey}, scan = ${p.scan}
    where id = ${p.id} and state = 'arriving'`,
);
export const markKept = async (
  tx: Tx,
  file: {
    id: string;
    type: string;
    sizeBytes: number;
    sha256: string;
    sealedKey: string | null;
    scan: StoredFile['scan'];
  },
): Promise<boolean> => (await tx.change(keep(file))) === 1;

const remove = statement(
  'files.remove',
  (p: { ids: readonly string[] }) => sql`
    update stored_files set state = 'removed', sealed_key = null
    where id = any(${p.ids}::uuid[]) and state <> 'removed'`,
);
/**
 * In the transaction that removes the rows that name the files. Erases a sealed file at commit, because its key goes;
 * the sweep deletes the bytes.
 */
export async function removeStored(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.change(remove({ ids }));
}

const find = statement(
  'files.find',
  storedFile,
  (p: { id: string }) => sql`select ${columns} from stored_files where id = ${p.id} and state = 'kept'`,
);
export const findStored = (db: Reader | Tx, id: string): Promise<StoredFile | undefined> =>
  db.first(find({ id }));

const unsettled = statement(
  'files.unsettled',
  columnsOf('stored_files', 'id driver copy_driver'),
  (p: { driver: Driver; before: Date; limit: number }) => sql`
    select id, driver, copy_driver from stored_files
    where driver = ${p.driver} and (state = 'removed' or (state = 'arriving' and created_at < ${p.before}))
    order by created_at limit ${p.limit}`,
);
export const listUnsettled = (
  db: Reader,
  driver: Driver,
  before: Date,
  limit: number,
): Promise<RowFrom<typeof unsettled>[]> => db.run(unsettled({ driver, before, limit }));

const forget = statement(
  'files.forget',
  (p: { id: string }) => sql`delete from stored_files where id = ${p.id} and state <> 'kept'`,
);
export const forgetFile = (tx: Tx, id: string): Promise<number> => tx.change(forget({ id }));

const waitingFile = {
  ...storedFile,
  ...columnsOf('stored_files', 'purpose user_id'),
};
export type WaitingFile = RowOf<typeof waitingFile>;

const waiting = statement(
  'files.waiting',
  waitingFile,
  (p: { limit: number }) => sql`
    select ${selectionOf(waitingFile)} from stored_files where state = 'kept' and scan = 'unscanned'
    order by coalesce(scan_tried_at, created_at), id limit ${p.limit}`,
);
/** Files that were not scanned yet, oldest first; those whose scan failed come after the others. */
export const listWaiting = (db: Reader, limit: number): Promise<WaitingFile[]> => db.run(waiting({ limit }));

const waitingCount = statement(
  'files.count_waiting',
  { files: computed('int8') },
  () => sql`select count(*) as files from stored_files where state = 'kept' and scan = 'unscanned'`,
);
export const countWaiting = async (db: Reader): Promise<number> =>
  (await db.first(waitingCount()))?.files ?? 0;

const decide = statement(
  'files.decide',
  (p: { id: string; scan: StoredFile['scan']; note: string }) => sql`
    update stored_files set scan = ${p.scan}, scan_note = ${p.note}
    where id = ${p.id} and state = 'kept' and scan = 'unscanned'`,
);
/** False when the file was removed or decided meanwhile. */
export const markScanned = async (
  tx: Tx,
  file: { id: string; scan: StoredFile['scan']; note: string },
): Promise<boolean> => (await tx.change(decide(file))) === 1;

const tried = statement(
  'files.scan_failed',
  (p: { id: string; now: Date }) => sql`
    update stored_files set scan_tried_at = ${p.now} where id = ${p.id} and state = 'kept'`,
);
export const markScanFailed = (tx: Tx, id: string, now: Date): Promise<number> =>
  tx.change(tried({ id, now }));

const lease = statement(
  'files.lease_scanning',
  (p: { now: Date; until: Date }) => sql`
    update file_store set scanning_until = ${p.until} where coalesce(scanning_until, '-infinity') < ${p.now}`,
);
/** False while another instance scans. */
export const leaseScanning = async (tx: Tx, now: Date, until: Date): Promise<boolean> =>
  (await tx.change(lease({ now, until }))) === 1;

const extend = statement(
  'files.extend_scanning',
  (p: { until: Date | null }) => sql`update file_store set scanning_until = ${p.until}`,
);
/** Null gives the lease back. */
export const extendScanning = (tx: Tx, until: Date | null): Promise<number> => tx.change(extend({ until }));
