import { sql } from 'kysely';
import type { Database, Reader, Tx } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { type RowFrom, sqlFor, statement, varying } from '../../kernel/db/query.ts';
import { column, columnsOf, computed, nullable, type RowOf } from '../../kernel/db/row-shape.ts';
import type { Text } from '../../kernel/http/language.ts';
import { type FoundPage, findPage, type PageRequest } from '../../kernel/http/time-cursor.ts';
import type { Category, Channel, Topic } from './schemas.ts';

declare module '../../kernel/db/schema.ts' {
  interface JsonShapes {
    'notifications.title': Text;
    'notifications.body': Text;
  }
}

export interface NewNotification {
  id: string;
  userId: string;
  title: string;
  body: string;
  topic: Topic;
  category: Category;
  link: string | null;
  createdAt: Date;
}

const insert = statement(
  'notifications.insert',
  (p: NewNotification) => sql`
    insert into notifications (id, user_id, title, body, topic, category, link, created_at)
    values (${p.id}, ${p.userId}, ${p.title}, ${p.body}, ${p.topic}, ${p.category}, ${p.link}, ${p.createdAt})`,
);
/** Runs at commit; returns nothing, because RLS hides the recipient's notifications from the sender. */
export const insertNotification = (tx: Tx, row: NewNotification): void => tx.atCommit(insert(row));

const chosenChannels = statement(
  'notifications.channels',
  { channels: nullable(computed('_text')) },
  (p: { userId: string; topic: Topic }) => sql`select message_channels(${p.userId}, ${p.topic}) as channels`,
);
export const findChannels = async (tx: Tx, userId: string, topic: Topic): Promise<readonly string[]> =>
  (await tx.first(chosenChannels({ userId, topic })))?.channels ?? [];

const columns = ['id', 'seq', 'title', 'body', 'category', 'link', 'read_at', 'created_at'] as const;

const page = varying(
  'notifications.page',
  [
    { userId: '', unread: false, limit: 1, before: undefined },
    { userId: '', unread: true, limit: 1, before: { at: '', id: 0 } },
  ],
  (filter: PageRequest & { userId: string; unread: boolean }) => {
    let query = sqlFor
      .selectFrom('notifications')
      .select(columns)
      .where('user_id', '=', filter.userId)
      .orderBy('created_at', 'desc')
      .orderBy('seq', 'desc')
      .limit(filter.limit + 1);
    if (filter.unread) query = query.where('read_at', 'is', null);
    const { before } = filter;
    if (before !== undefined)
      query = query.where(
        sql<boolean>`(created_at, seq) < (${before.at}::timestamptz, ${before.id}::bigint)`,
      );
    return query;
  },
);
export type NotificationRow = RowFrom<typeof page>;

export const listNotifications = (
  db: Reader,
  userId: string,
  filter: PageRequest & { unread: boolean },
): Promise<FoundPage<NotificationRow>> =>
  findPage(db, filter, (wanted) => page({ ...filter, ...wanted, userId }));

/** Page size of `listNewer`. */
export const newerLimit = 50;

const newer = statement('notifications.newer', (p: { userId: string; after: number; known: number[] }) =>
  sqlFor
    .selectFrom('notifications')
    .select(columns)
    .where('user_id', '=', p.userId)
    .where('seq', '>', p.after)
    .where(sql<boolean>`seq <> all (${p.known}::bigint[])`)
    .orderBy('seq')
    .limit(newerLimit),
);
/** Everything after `after`, except `known`. */
export const listNewer = (
  db: Reader,
  userId: string,
  after: number,
  known: number[],
): Promise<NotificationRow[]> => db.run(newer({ userId, after, known }));

const latest = statement('notifications.latest', (p: { userId: string; upTo: number; limit: number }) =>
  sqlFor
    .selectFrom('notifications')
    .select('seq')
    .where('user_id', '=', p.userId)
    .where('seq', '<=', p.upTo)
    .orderBy('seq', 'desc')
    .limit(p.limit),
);
export const listLatest = async (
  db: Reader,
  userId: string,
  upTo: number,
  limit: number,
): Promise<number[]> => (await db.run(latest({ userId, upTo, limit }))).map(({ seq }) => seq);

const notificationsCount = statement(
  'notifications.count',
  { unread: computed('int8'), last: computed('int8') },
  () => sql`
    select (select count(*) from notifications where user_id = app_user_id() and read_at is null) as unread,
    coalesce((select max(seq) from notifications where user_id = app_user_id()), 0) as last`,
);
const count = notificationsCount();
export const readCounts = async (db: Reader): Promise<{ unread: number; last: number }> =>
  (await db.first(count)) ?? { unread: 0, last: 0 };

const mark = statement('notifications.mark', (p: { id: string; userId: string; now: Date }) =>
  sqlFor
    .updateTable('notifications')
    .set({ read_at: p.now })
    .where('id', '=', p.id)
    .where('user_id', '=', p.userId)
    .where('read_at', 'is', null),
);
export const markRead = (tx: Tx, id: string, userId: string, now: Date): Promise<number> =>
  tx.change(mark({ id, userId, now }));

const own = statement('notifications.own', (p: { id: string; userId: string }) =>
  sqlFor.selectFrom('notifications').select('id').where('id', '=', p.id).where('user_id', '=', p.userId),
);
export const isOwn = async (tx: Tx, id: string, userId: string): Promise<boolean> =>
  (await tx.first(own({ id, userId }))) !== undefined;

const markEvery = statement('notifications.mark_all', (p: { userId: string; now: Date }) =>
  sqlFor
    .updateTable('notifications')
    .set({ read_at: p.now })
    .where('user_id', '=', p.userId)
    .where('read_at', 'is', null),
);
export const markAllRead = (tx: Tx, userId: string, now: Date): Promise<number> =>
  tx.change(markEvery({ userId, now }));
/** Includes notifications of the same transaction, which are also written at commit, in this order. */
export const markAllReadAtCommit = (tx: Tx, userId: string, now: Date): void =>
  tx.atCommit(markEvery({ userId, now }));

const settings = statement('notifications.settings', (p: { userId: string }) =>
  sqlFor
    .selectFrom('users')
    .leftJoin('notification_settings as s', 's.user_id', 'users.id')
    .select(['users.email as address', 's.email as email'])
    .where('users.id', '=', p.userId),
);
export const readSettings = (
  db: Reader,
  userId: string,
): Promise<{ address: string; email: boolean | null } | undefined> => db.first(settings({ userId }));

const keep = statement('notifications.keep_settings', (p: { userId: string; email: boolean; now: Date }) =>
  sqlFor
    .insertInto('notification_settings')
    .values({ user_id: p.userId, email: p.email, updated_at: p.now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ email: p.email, updated_at: p.now })),
);
export const writeSettings = (tx: Tx, userId: string, email: boolean, now: Date): Promise<number> =>
  tx.change(keep({ userId, email, now }));

const leaving = {
  ...columnsOf('notifications', 'title body link'),
  email: column('users', 'email'),
  phone: column('users', 'phone'),
};
export type Leaving = RowOf<typeof leaving>;

/** Text messages cost money; by topic, so that nobody can drown a warning about security in other messages. */
const textsPerDay = 20;

const notificationsLeaving = statement(
  'notifications.leaving',
  leaving,
  (p: { id: string; channel: Channel }) => sql`
    select n.title, n.body, n.link, u.email, u.phone from notifications n join users u on u.id = n.user_id
    where n.id = ${p.id} and ${p.channel} = any (message_channels(n.user_id, n.topic))
      and (${p.channel} <> 'sms' or (
        select count(*) from (
          select from notifications o
          where o.user_id = n.user_id and o.topic = n.topic and o.created_at > n.created_at - interval '24 hours'
            and (o.created_at, o.seq) < (n.created_at, n.seq)
          limit ${textsPerDay}) earlier
      ) < ${textsPerDay})`,
);
/** Undefined when the person chose otherwise before the worker ran, or had enough text messages that day. */
export const findLeaving = (database: Database, id: string, channel: Channel): Promise<Leaving | undefined> =>
  database.reader(systemIdentity).first(notificationsLeaving({ id, channel }));

const notificationsKeepMonths = statement(
  'notifications.keep_months',
  (p: { months: number }) => sql`select ensure_month_partitions('notifications', 2, ${p.months})`,
);
export async function ensurePartitions(database: Database, months: number): Promise<void> {
  await database.reader(systemIdentity).run(notificationsKeepMonths({ months }));
}
