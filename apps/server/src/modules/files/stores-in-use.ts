import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { columnsOf, computed } from '../../kernel/db/row-shape.ts';
import { type Driver, drivers } from './store-port.ts';

const usage = statement(
  'files.stores_in_use',
  { ...columnsOf('file_store', 'driver'), is_empty: computed('bool'), holding: computed('_text') },
  () => sql`
    select driver, not exists (select from stored_files) as is_empty,
      array(select d from unnest(array['local', 's3', 'sftp']) as d
        where exists (select from stored_files f where f.driver = d and f.state = 'kept')) as holding
    from file_store`,
);

export interface StoresInUse {
  /** Takes the new files. */
  current: Driver;
  /** The current one and those that hold files. */
  all: readonly Driver[];
  /** No file was ever stored, or all are gone. */
  isEmpty: boolean;
}

export async function readStoresInUse(db: Reader): Promise<StoresInUse> {
  const row = await db.first(usage());
  if (row === undefined) throw new Error('the row of file_store is missing');
  const all = drivers.filter((driver) => driver === row.driver || row.holding?.includes(driver));
  return { current: row.driver, all, isEmpty: row.is_empty === true };
}

const change = statement(
  'files.change_store',
  columnsOf('file_store', 'driver'),
  (p: { to: Driver; now: Date }) => sql`
    update file_store set driver = ${p.to}, changed_at = ${p.now} where driver <> ${p.to} returning driver`,
);
/** False when it is the store already. */
export const changeStore = async (tx: Tx, to: Driver, now: Date): Promise<boolean> =>
  (await tx.first(change({ to, now }))) !== undefined;

const adopt = statement(
  'files.adopt_store',
  columnsOf('file_store', 'driver'),
  (p: { to: Driver; now: Date }) => sql`
    update file_store set driver = ${p.to}, changed_at = ${p.now}
    where driver <> ${p.to} and not exists (select from stored_files) returning driver`,
);
/** Only while there is no file. */
export const adoptStore = async (tx: Tx, to: Driver, now: Date): Promise<boolean> =>
  (await tx.first(adopt({ to, now }))) !== undefined;

const directories = statement(
  'files.directories_of_instances',
  { application_name: computed('text') },
  (p: { prefix: string }) => sql`
    select distinct application_name from pg_stat_activity
    where datname = current_database() and starts_with(application_name, ${p.prefix})`,
);
/** Names of the directories of all running instances, which each puts into the name of its bus connection. */
export async function listDirectories(db: Reader, prefix: string): Promise<readonly string[]> {
  const rows = await db.run(directories({ prefix }));
  return rows.map(({ application_name: name }) => (name ?? '').slice(prefix.length)).sort();
}
