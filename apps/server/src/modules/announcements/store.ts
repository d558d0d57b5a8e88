import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { columnsOf, selectionOf } from '../../kernel/db/row-shape.ts';
import type { Announcement, AnnouncementBody } from './schemas.ts';

const row = columnsOf(
  'announcements',
  'id kind title title_en body body_en starts_at ends_at read_only updated_at',
);
const columns = selectionOf(row);

const newest = statement(
  'announcements.list',
  row,
  (p: { most: number }) =>
    sql`select ${columns} from announcements order by starts_at desc, id limit ${p.most}`,
);
export const listAnnouncements = (db: Reader, most: number): Promise<Announcement[]> =>
  db.run(newest({ most }));

interface Values extends Required<AnnouncementBody> {
  now: Date;
}

const insert = statement(
  'announcements.insert',
  row,
  (p: Values & { most: number }) => sql`
    insert into announcements (kind, title, title_en, body, body_en, starts_at, ends_at, read_only, created_at,
      updated_at)
    select ${p.kind}, ${p.title}, ${p.title_en}, ${p.body}, ${p.body_en}, ${p.starts_at}::timestamptz,
      ${p.ends_at}::timestamptz, ${p.read_only}, ${p.now}::timestamptz, ${p.now}::timestamptz
    where (select count(*) from announcements) < ${p.most}
    returning ${columns}`,
);
/** Undefined when there are too many. */
export const insertAnnouncement = (
  tx: Tx,
  values: Values & { most: number },
): Promise<Announcement | undefined> => tx.first(insert(values));

const update = statement(
  'announcements.update',
  row,
  (p: Values & { id: string }) => sql`
    update announcements set kind = ${p.kind}, title = ${p.title}, title_en = ${p.title_en}, body = ${p.body},
      body_en = ${p.body_en}, starts_at = ${p.starts_at}::timestamptz, ends_at = ${p.ends_at}::timestamptz,
      read_only = ${p.read_only}, updated_at = ${p.now}
    where id = ${p.id}
    returning ${columns}`,
);
export const updateAnnouncement = (
  tx: Tx,
  values: Values & { id: string },
): Promise<Announcement | undefined> => tx.first(update(values));

const lock = statement(
  'announcements.lock',
  row,
  (p: { id: string }) => sql`select ${columns} from announcements where id = ${p.id} for update`,
);
export const lockAnnouncement = (tx: Tx, id: string): Promise<Announcement | undefined> =>
  tx.first(lock({ id }));

const end = statement(
  'announcements.end',
  row,
  (p: { id: string; now: Date }) => sql`
    update announcements set ends_at = ${p.now}, updated_at = ${p.now}
    where id = ${p.id} and starts_at < ${p.now} and (ends_at is null or ends_at > ${p.now})
    returning ${columns}`,
);
/** Undefined when it is not running. */
export const endAnnouncement = (tx: Tx, id: string, now: Date): Promise<Announcement | undefined> =>
  tx.first(end({ id, now }));

const remove = statement(
  'announcements.delete',
  row,
  (p: { id: string }) => sql`delete from announcements where id = ${p.id} returning ${columns}`,
);
export const deleteAnnouncement = (tx: Tx, id: string): Promise<Announcement | undefined> =>
  tx.first(remove({ id }));
