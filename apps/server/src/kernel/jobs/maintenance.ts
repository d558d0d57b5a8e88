import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { systemIdentity } from '../db/identity.ts';
import { statement } from '../db/query.ts';
import type { Job } from './jobs.ts';

const deleteStaleBusEvents = statement(
  'bus_events.delete_stale',
  (p: { before: Date }) => sql`delete from bus_events where at < ${p.before}`,
);
const deleteStaleIdempotencyKeys = statement(
  'idempotency_keys.delete_stale',
  (p: { before: Date }) => sql`delete from idempotency_keys where created_at < ${p.before}`,
);
const deleteStaleRateBuckets = statement(
  'rate_buckets.delete_stale',
  (p: { before: number }) => sql`delete from rate_buckets where updated_ms < ${p.before}`,
);
/** Deletes expired rows of the kernel's own tables. */
export function maintenanceJobs(database: Database): readonly Job[] {
  return [
    {
      name: 'kernel.clean',
      about:
        'Removes bus events older than an hour, answers kept for repeats older than a day, and full token buckets',
      schedule: '*/5 * * * *',
      run: async (_data, { now }) => {
        const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
        await database.transaction(systemIdentity, async (tx) => {
          await tx.change(deleteStaleBusEvents({ before: ago(1) }));
          await tx.change(deleteStaleIdempotencyKeys({ before: ago(24) }));
          await tx.change(deleteStaleRateBuckets({ before: ago(1).getTime() }));
        });
      },
    },
  ];
}
