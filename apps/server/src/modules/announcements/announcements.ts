import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { announceChange } from './published.ts';
import type { Announcement, AnnouncementBody } from './schemas.ts';
import { deleteAnnouncement, insertAnnouncement, updateAnnouncement } from './store.ts';

export const most = 500;

export async function addAnnouncement(tx: WriteTx, body: AnnouncementBody): Promise<Announcement> {
  const row =
    (await insertAnnouncement(tx, { ...checked(body), now: tx.now, most })) ??
    fail(errors.too_many_announcements);
  return record(tx, events.created, row);
}

export async function changeAnnouncement(
  tx: WriteTx,
  id: string,
  body: AnnouncementBody,
): Promise<Announcement> {
  const row =
    (await updateAnnouncement(tx, { ...checked(body), id, now: tx.now })) ?? fail(kernelErrors.not_found);
  return record(tx, events.changed, row);
}

export async function removeAnnouncement(tx: WriteTx, id: string): Promise<void> {
  record(tx, events.deleted, (await deleteAnnouncement(tx, id)) ?? fail(kernelErrors.not_found));
}

function record(tx: WriteTx, event: (typeof events)[keyof typeof events], row: Announcement): Announcement {
  tx.audit(event, {
    target: row.id,
    metadata: { kind: row.kind, title: row.title, read_only: row.read_only },
  });
  announceChange(tx);
  return row;
}

function checked(body: AnnouncementBody): Required<AnnouncementBody> {
  const { read_only = false } = body;
  if (body.ends_at !== null && Date.parse(body.ends_at) <= Date.parse(body.starts_at))
    fail(errors.ends_before_start);
  if (read_only && body.kind !== 'maintenance') fail(errors.only_maintenance_is_read_only);
  return { ...body, read_only, title: body.title.trim(), title_en: body.title_en.trim() };
}
