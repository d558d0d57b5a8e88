import type { Reader } from '../../kernel/db/database.ts';
import type { Activity } from './activity.ts';
import type { SignInsView } from './schemas.ts';
import type { UsageRange } from './usage-range.ts';
import { readPoints, readRefusals } from './usage-store.ts';

export async function readSignIns(
  activity: Activity,
  db: Reader,
  clientId: string,
  range: UsageRange,
): Promise<SignInsView> {
  await activity.flush();
  const [items, refusals] = await Promise.all([
    readPoints(db, clientId, range),
    readRefusals(db, clientId, range),
  ]);
  return { bucket_seconds: range.bucketSeconds, items, total: items.length, refusals };
}
