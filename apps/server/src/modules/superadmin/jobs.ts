import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { deleteStale } from './account-store.ts';

export function superadminJobs(database: Database): readonly Job[] {
  return [
    {
      name: 'superadmin.clean',
      about: 'Removes expired onboardings and second-factor tokens',
      schedule: '*/10 * * * *',
      run: (_data, { now }) => database.transaction(systemIdentity, (tx) => deleteStale(tx, now)),
    },
  ];
}
