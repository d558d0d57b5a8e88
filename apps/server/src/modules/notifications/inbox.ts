import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Language } from '../../kernel/http/language.ts';
import { type Unchanged, unchanged } from '../../kernel/http/row.ts';
import { cutPage, readPageQuery, writePlace } from '../../kernel/http/time-cursor.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { maskAddress } from './masks.ts';
import { forgetPreferences } from './preference-store.ts';
import type { ListQuery, NotificationPage, NotificationView, SettingsView } from './schemas.ts';
import {
  isOwn,
  listNotifications,
  markAllRead,
  markRead,
  type NotificationRow,
  readCounts,
  readSettings,
  writeSettings,
} from './store.ts';

export function viewNotification(row: NotificationRow, language: Language): NotificationView {
  return {
    id: row.id,
    title: row.title[language],
    body: row.body[language],
    category: row.category,
    ...(row.link === null ? {} : { link: row.link }),
    read: row.read_at !== null,
    created_at: row.created_at,
  };
}

export async function list(
  db: Reader,
  userId: string,
  query: ListQuery,
  language: Language,
): Promise<NotificationPage> {
  const page = readPageQuery(query);
  const [found, { unread }] = await Promise.all([
    listNotifications(db, userId, { ...page, unread: query.unread === 'true' }),
    readCounts(db),
  ]);
  const { items, ...rest } = cutPage(found, page.limit, (row) => writePlace(row.created_at, row.seq));
  return { items: items.map((row) => viewNotification(row, language)), unread, ...rest };
}

export async function read(
  tx: WriteTx,
  userId: string,
  id: string,
): Promise<Record<string, never> | Unchanged<Record<string, never>>> {
  if ((await markRead(tx, id, userId, tx.now)) === 0)
    return (await isOwn(tx, id, userId)) ? unchanged({}) : fail(kernelErrors.not_found);
  tx.audit(events.read, { target: id, metadata: { count: 1 } });
  return {};
}

export async function readAll(
  tx: WriteTx,
  userId: string,
): Promise<{ updated: number } | Unchanged<{ updated: number }>> {
  const updated = await markAllRead(tx, userId, tx.now);
  if (updated === 0) return unchanged({ updated });
  tx.audit(events.read, { metadata: { count: updated } });
  return { updated };
}

export async function settingsOf(db: Reader, userId: string): Promise<SettingsView> {
  const row = await readSettings(db, userId);
  const address = row?.address ?? '';
  return {
    email: row?.email === true && address !== '',
    address: address === '' ? null : maskAddress(address),
  };
}

export async function changeSettings(tx: WriteTx, userId: string, email: boolean): Promise<SettingsView> {
  const address = (await readSettings(tx, userId))?.address ?? '';
  if (email && address === '') fail(errors.no_address);
  await writeSettings(tx, userId, email, tx.now);
  await forgetPreferences(tx, userId);
  tx.audit(events.settingsChanged, { metadata: { email } });
  return { email, address: address === '' ? null : maskAddress(address) };
}
