import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { columnsOf, type RowOf, selectionOf } from '../../kernel/db/row-shape.ts';

const insert = statement(
  'files.insert',
  columnsOf('stored_files', 'driver'),
  (p: { id: string; purpose: string; userId: string | null; isSealed: boolean; now: Date }) => sql`
    insert into stored_files (id, driver, purpose, user_id, is_sealed, created_at)
    select ${p.id}, driver, ${p.purpose}, ${p.userId}, ${p.isSealed}, ${p.now} from file_store
    returning driver`,
);
/** The row decides the store: a move that begins meanwhile copies the file when it is kept. */
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
  columnsOf('stored_files', 'id driver'),
  (p: { before: Date; limit: number }) => sql`
    select id, driver from stored_files
    where state = 'removed' or (state = 'arriving' and created_at < ${p.before})
    order by created_at limit ${p.limit}`,
);
export const listUnsettled = (
  db: Reader,
  before: Date,
  limit: number,
): Promise<Pick<StoredFile, 'id' | 'driver'>[]> => db.run(unsettled({ before, limit }));

const forget = statement(
  'files.forget',
  (p: { id: string }) => sql`delete from stored_files where id = ${p.id} and state <> 'kept'`,
);
export const forgetFile = (tx: Tx, id: string): Promise<number> => tx.change(forget({ id }));
