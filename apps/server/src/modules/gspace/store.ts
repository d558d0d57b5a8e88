import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { columnsOf, computed, type RowOf } from '../../kernel/db/row-shape.ts';

const lock = statement(
  'gspace.lock',
  (p: { userId: string; now: Date }) => sql`
    insert into gspace_spaces (user_id, changed_at) values (${p.userId}, ${p.now})
    on conflict (user_id) do update set changed_at = excluded.changed_at`,
);
/** One change of a person's space at a time, on every instance, until the commit. */
export async function lockSpace(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.change(lock({ userId, now }));
}

const usage = statement(
  'gspace.usage',
  { used: computed('int8'), files: computed('int8'), same_bytes: computed('int8'), same: computed('int8') },
  (p: { userId: string; name: string }) => sql`
    select coalesce(sum(size_bytes), 0)::bigint as used, count(*) as files,
      coalesce(sum(size_bytes) filter (where name = ${p.name}), 0)::bigint as same_bytes,
      count(*) filter (where name = ${p.name}) as same
    from gspace_files where user_id = ${p.userId}`,
);
export interface Usage {
  used: number;
  files: number;
  /** Size of the file of the same name, which a new one replaces. */
  same_bytes: number;
  same: number;
}
export const readUsage = async (db: Reader | Tx, userId: string, name: string): Promise<Usage> =>
  (await db.first(usage({ userId, name }))) ?? { used: 0, files: 0, same_bytes: 0, same: 0 };

const found = {
  ...columnsOf('gspace_files', 'name file_id size_bytes mod_time'),
  ...columnsOf('stored_files', 'type scan'),
};
export type SpaceRow = RowOf<typeof found>;
const columns = sql`f.name, f.file_id, f.size_bytes, f.mod_time, s.type, s.scan`;

const list = statement(
  'gspace.list',
  found,
  (p: { userId: string; most: number }) => sql`
    select ${columns} from gspace_files f join stored_files s on s.id = f.file_id
    where f.user_id = ${p.userId} order by f.name limit ${p.most}`,
);
export const listFiles = (db: Reader, userId: string, most: number): Promise<SpaceRow[]> =>
  db.run(list({ userId, most }));

const find = statement(
  'gspace.find',
  columnsOf('gspace_files', 'name file_id size_bytes'),
  (p: { userId: string; name: string }) => sql`
    select name, file_id, size_bytes from gspace_files where user_id = ${p.userId} and name = ${p.name}`,
);
export const findFile = (
  db: Reader | Tx,
  userId: string,
  name: string,
): Promise<Pick<SpaceRow, 'name' | 'file_id' | 'size_bytes'> | undefined> => db.first(find({ userId, name }));

const put = statement(
  'gspace.put',
  (p: { userId: string; name: string; fileId: string; sizeBytes: number; now: Date }) => sql`
    insert into gspace_files (user_id, name, file_id, size_bytes, mod_time)
    values (${p.userId}, ${p.name}, ${p.fileId}, ${p.sizeBytes}, ${p.now})
    on conflict (user_id, name) do update
    set file_id = excluded.file_id, size_bytes = excluded.size_bytes, mod_time = excluded.mod_time`,
);
/** The caller holds the lock, and removes the stored file that this one replaces. */
export async function putFile(
  tx: Tx,
  file: { userId: string; name: string; fileId: string; sizeBytes: number; now: Date },
): Promise<void> {
  await tx.change(put(file));
}

const remove = statement(
  'gspace.delete',
  columnsOf('gspace_files', 'file_id size_bytes'),
  (p: { userId: string; name: string }) => sql`
    delete from gspace_files where user_id = ${p.userId} and name = ${p.name} returning file_id, size_bytes`,
);
/** The caller removes the stored file in the same transaction. */
export const deleteFile = (
  tx: Tx,
  userId: string,
  name: string,
): Promise<Pick<SpaceRow, 'file_id' | 'size_bytes'> | undefined> => tx.first(remove({ userId, name }));

const describe = statement(
  'gspace.describe',
  columnsOf('gspace_files', 'name'),
  (p: { fileId: string }) => sql`select name from gspace_files where file_id = ${p.fileId}`,
);
/** How its person knows a stored file. */
export async function describeSpaceFile(
  tx: Tx,
  fileId: string,
): Promise<{ name: string; link: string } | undefined> {
  const file = await tx.first(describe({ fileId }));
  return file && { name: file.name, link: '/space' };
}
