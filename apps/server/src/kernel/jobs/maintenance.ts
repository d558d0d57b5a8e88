import type { Database } from '../db/database.ts';
import { systemIdentity } from '../db/identity.ts';
import { raw } from '../db/query.ts';
import type { Job } from './jobs.ts';

/** What the kernel's own tables need: everything here is past its use. */
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
          await tx.change(raw('delete from bus_events where at < $1', [ago(1)]));
          await tx.change(raw('delete from idempotency_keys where created_at < $1', [ago(24)]));
          await tx.change(raw('delete from rate_buckets where updated_ms < $1', [ago(1).getTime()]));
        });
      },
    },
  ];
}
