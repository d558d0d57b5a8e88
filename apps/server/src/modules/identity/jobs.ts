import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { raw } from '../../kernel/db/query.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { deleteStale } from './store.ts';

export function identityJobs(database: Database, retentionMonths: number): readonly Job[] {
  return [
    {
      name: 'identity.clean',
      about: 'Removes ended sign-ins, spent push counts and sessions that ran out a week ago',
      schedule: '*/10 * * * *',
      run: (_data, { now }) => database.transaction(systemIdentity, (tx) => deleteStale(tx, now)),
    },
    {
      name: 'identity.partitions',
      about: 'Makes room for the coming months of sign-in history and drops what is past its retention',
      schedule: '15 3 * * *',
      run: async () => {
        await database
          .reader(systemIdentity)
          .run(raw("select ensure_month_partitions('login_events', 2, $1)", [retentionMonths]));
      },
    },
  ];
}
