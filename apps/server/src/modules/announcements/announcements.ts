import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Refused } from '../../kernel/http/row.ts';
import { askForFreshProof } from '../superadmin/index.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { announceChange } from './published.ts';
import type { Announcement, AnnouncementBody } from './schemas.ts';
import {
  deleteAnnouncement,
  endAnnouncement,
  insertAnnouncement,
  lockAnnouncement,
  updateAnnouncement,
} from './store.ts';

export const most = 500;

const longestReadOnlyMs = 72 * 3_600_000;

export async function addAnnouncement(
  tx: WriteTx,
  actor: Actor,
  body: AnnouncementBody,
): Promise<Announcement | Refused> {
  const values = checked(body);
  const asked = values.read_only ? await askForFreshProof(tx, actor) : undefined;
  if (asked !== undefined) return asked;
  const row =
    (await insertAnnouncement(tx, { ...values, now: tx.now, most })) ?? fail(errors.too_many_announcements);
  return record(tx, events.created, row);
}

export async function changeAnnouncement(
  tx: WriteTx,
  actor: Actor,
  id: string,
  body: AnnouncementBody,
): Promise<Announcement | Refused> {
  const values = checked(body);
  const current = (await lockAnnouncement(tx, id)) ?? fail(kernelErrors.not_found);
  const asked = stopsMore(current, values) ? await askForFreshProof(tx, actor) : undefined;
  if (asked !== undefined) return asked;
  const row = (await updateAnnouncement(tx, { ...values, id, now: tx.now })) ?? fail(kernelErrors.not_found);
  return record(tx, events.changed, row);
}

/** Whether the platform is read-only at a time when it would not have been. */
function stopsMore(before: Announcement, after: Required<AnnouncementBody>): boolean {
  if (!after.read_only) return false;
  if (!before.read_only) return true;
  return (
    Date.parse(after.starts_at) < Date.parse(before.starts_at) || endOf(after.ends_at) > endOf(before.ends_at)
  );
}

const endOf = (endsAt: string | null): number =>
  endsAt === null ? Number.POSITIVE_INFINITY : Date.parse(endsAt);

/** Needs no fresh proof: ending opens the platform again. */
export async function endEarly(tx: WriteTx, id: string): Promise<Announcement> {
  if ((await lockAnnouncement(tx, id)) === undefined) fail(kernelErrors.not_found);
  return record(tx, events.ended, (await endAnnouncement(tx, id, tx.now)) ?? fail(errors.not_running));
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
  if (read_only && endOf(body.ends_at) - Date.parse(body.starts_at) > longestReadOnlyMs)
    fail(errors.read_only_needs_end, { data: { field: 'ends_at' } });
  return { ...body, read_only, title: body.title.trim(), title_en: body.title_en.trim() };
}
