import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Bus } from '../../kernel/bus/bus.ts';
import { createBusCache } from '../../kernel/bus/bus-cache.ts';
import type { Database } from '../../kernel/db/database.ts';
import { nobody } from '../../kernel/db/identity.ts';
import type { Announcement } from './schemas.ts';
import { listAnnouncements } from './store.ts';

const changed = 'announcements.changed';

/** Tells every instance that the public list changed. */
export function announceChange(tx: WriteTx): void {
  tx.publish(changed, {});
}

const day = 24 * 3_600_000;
/** News without an end disappear by themselves: nobody reads old ones. */
const newsMs = 60 * day;
/** Maintenance is told beforehand. */
const noticeMs = 7 * day;
const mostShown = 10;

/** What every page asks for: cached until an announcement changes on any instance. */
export function createPublished(database: Database, bus: Bus): (now: Date) => Promise<Announcement[]> {
  const reader = database.reader(nobody);
  const newest = createBusCache(bus, () => listAnnouncements(reader, 100));
  bus.on(changed, () => newest.forget('it'));
  return async (now) =>
    (await newest.load('it')).filter((item) => isShown(item, now.getTime())).slice(0, mostShown);
}

function isShown({ kind, starts_at, ends_at }: Announcement, now: number): boolean {
  const start = Date.parse(starts_at);
  if (ends_at !== null && Date.parse(ends_at) <= now) return false;
  if (kind === 'maintenance') return start - noticeMs <= now;
  return start <= now && (kind === 'disruption' || ends_at !== null || now < start + newsMs);
}
