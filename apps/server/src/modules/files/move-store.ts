import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { columnsOf, computed, type RowOf, selectionOf } from '../../kernel/db/row-shape.ts';
import type { Driver } from './store-port.ts';

const shape = columnsOf(
  'stored_files',
  'id driver type size_bytes sha256 is_sealed sealed_key scan created_at copy_driver',
);
export type MovingFile = RowOf<typeof shape>;
const columns = selectionOf(shape);

const kept = statement(
  'files.kept_in',
  shape,
  (p: { driver: Driver; after: string; limit: number }) => sql`
    select ${columns} from stored_files
    where state = 'kept' and driver = ${p.driver} and id > ${p.after} order by id limit ${p.limit}`,
);
export const listKept = (db: Reader, driver: Driver, after: string, limit: number): Promise<MovingFile[]> =>
  db.run(kept({ driver, after, limit }));

const one = statement(
  'files.one_kept',
  shape,
  (p: { id: string }) => sql`select ${columns} from stored_files where id = ${p.id} and state = 'kept'`,
);
export const findKept = (db: Reader, id: string): Promise<MovingFile | undefined> => db.first(one({ id }));

const copied = statement(
  'files.copied',
  shape,
  (p: { after: string; limit: number }) => sql`
    select ${columns} from stored_files
    where state = 'kept' and copy_driver is not null and id > ${p.after} order by id limit ${p.limit}`,
);
export const listCopied = (db: Reader, after: string, limit: number): Promise<MovingFile[]> =>
  db.run(copied({ after, limit }));

const beginning = statement(
  'files.begin_copy',
  (p: { id: string; from: Driver; to: Driver }) => sql`
    update stored_files set copy_driver = ${p.to}
    where id = ${p.id} and state = 'kept' and driver = ${p.from}`,
);
/** Before the first byte, so that no copy is unknown. */
export const beginCopy = async (tx: Tx, id: string, from: Driver, to: Driver): Promise<boolean> =>
  (await tx.change(beginning({ id, from, to }))) === 1;

const finishing = statement(
  'files.finish_copy',
  (p: { id: string; from: Driver; to: Driver }) => sql`
    update stored_files set driver = ${p.to}, copy_driver = ${p.from}
    where id = ${p.id} and state = 'kept' and driver = ${p.from} and copy_driver = ${p.to}`,
);
/** From here on the copy is the file; the old object is named until it is removed. */
export const finishCopy = async (tx: Tx, id: string, from: Driver, to: Driver): Promise<boolean> =>
  (await tx.change(finishing({ id, from, to }))) === 1;

const settling = statement(
  'files.settle_copy',
  (p: { id: string; copy: Driver }) => sql`
    update stored_files set copy_driver = null where id = ${p.id} and copy_driver = ${p.copy}`,
);
export const settleCopy = async (tx: Tx, id: string, copy: Driver): Promise<void> => {
  await tx.change(settling({ id, copy }));
};

const arriving = statement(
  'files.arriving_elsewhere',
  { count: computed('int8') },
  (p: { to: Driver; since: Date }) => sql`
    select count(*) as count from stored_files
    where state = 'arriving' and driver <> ${p.to} and created_at > ${p.since}`,
);
export const countArriving = async (db: Reader, to: Driver, since: Date): Promise<number> =>
  (await db.first(arriving({ to, since })))?.count ?? 0;

const known = statement(
  'files.known_objects',
  columnsOf('stored_files', 'id'),
  (p: { ids: readonly string[]; driver: Driver }) => sql`
    select id from stored_files
    where id = any(${p.ids}::uuid[]) and (driver = ${p.driver} or copy_driver = ${p.driver})`,
);
/** Those ids whose objects belong in this store. */
export const listKnown = async (db: Reader, driver: Driver, ids: readonly string[]): Promise<Set<string>> =>
  new Set((await db.run(known({ ids, driver }))).map(({ id }) => id));

export const takeMoveLock = statement(
  'files.take_move_lock',
  { taken: computed('bool') },
  () => sql`select pg_try_advisory_lock(hashtext('files.move')) as taken`,
);
export const dropMoveLock = statement(
  'files.drop_move_lock',
  { dropped: computed('bool') },
  () => sql`select pg_advisory_unlock(hashtext('files.move')) as dropped`,
);
const idle = statement(
  'files.is_no_move',
  { taken: computed('bool') },
  () => sql`select pg_try_advisory_xact_lock_shared(hashtext('files.move')) as taken`,
);
/** Whether no move runs. A move that begins later does not touch a file that is already removed. */
export const isNoMoveRunning = async (tx: Tx): Promise<boolean> => (await tx.first(idle()))?.taken === true;
