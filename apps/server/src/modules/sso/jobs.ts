import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { deleteStale } from './store.ts';

export function ssoJobs(database: Database): readonly Job[] {
  return [
    {
      name: 'sso.clean',
      about: 'Removes expired single sign-on flows and sign-out references',
      schedule: '*/10 * * * *',
      run: (_data, { now }) => database.transaction(systemIdentity, (tx) => deleteStale(tx, now)),
    },
  ];
}
