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

export interface Published {
  /** What visitors see now. */
  shown(now: Date): Promise<Announcement[]>;
  isReadOnly(now: Date): Promise<boolean>;
  /** Also after maintenance, for as long as it took: who had an hour left before it has one afterwards. */
  deadlinesRest(now: Date): Promise<boolean>;
}

/** Every page and every change asks: cached until an announcement changes on any instance. */
export function createPublished(database: Database, bus: Bus): Published {
  const reader = database.reader(nobody);
  const newest = createBusCache(bus, () => listAnnouncements(reader, 100));
  bus.on(changed, () => newest.forget('it'));
  const load = () => newest.load('it');
  return {
    shown: async (now) => (await load()).filter((item) => isShown(item, now.getTime())).slice(0, mostShown),
    isReadOnly: async (now) => (await load()).some((item) => isReadOnly(item, now.getTime())),
    deadlinesRest: async (now) =>
      (await load()).some((item) => isReadOnly(item, now.getTime(), lengthOf(item))),
  };
}

function isReadOnly({ read_only, starts_at, ends_at }: Announcement, now: number, longer = 0): boolean {
  if (!read_only || Date.parse(starts_at) > now) return false;
  return ends_at === null || now < Date.parse(ends_at) + longer;
}

const lengthOf = ({ starts_at, ends_at }: Announcement): number =>
  ends_at === null ? 0 : Date.parse(ends_at) - Date.parse(starts_at);

function isShown({ kind, starts_at, ends_at }: Announcement, now: number): boolean {
  const start = Date.parse(starts_at);
  if (ends_at !== null && Date.parse(ends_at) <= now) return false;
  if (kind === 'maintenance') return start - noticeMs <= now;
  return start <= now && (kind === 'disruption' || ends_at !== null || now < start + newsMs);
}
