import { sql } from 'kysely';
import { type Outbox, unitOfWork } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { statement } from '../../kernel/db/query.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { events } from './events.ts';
import { recordFailedAttempt } from './failed-attempts.ts';
import type { SessionDeps } from './sessions.ts';
import { deleteStale, finishEidSession, listAbandonedPushes } from './store.ts';

export interface IdentityJobDeps extends Pick<SessionDeps, 'raiseAlarm'> {
  database: Database;
  outbox: Outbox;
  loginEventRetentionMonths: number;
}

/** Gives a browser that still polls time to get the end from the provider. */
const gracePeriodMs = 60_000;
const batchSize = 200;

const identityIdentityJobs = statement(
  'identity.identity_jobs',
  (p: { loginEventRetentionMonths: number }) => sql`
    select ensure_month_partitions('login_events', 2, ${p.loginEventRetentionMonths})`,
);
export function identityJobs(deps: IdentityJobDeps): readonly Job[] {
  const { database } = deps;
  return [
    {
      name: 'identity.clean',
      about: 'Deletes ended sign-ins, old push counts, and sessions that expired a week ago',
      schedule: '*/10 * * * *',
      run: (_data, { now }) => database.transaction(systemIdentity, (tx) => deleteStale(tx, now)),
    },
    {
      name: 'identity.abandoned_pushes',
      about: 'Notifies people of sign-in requests that the requester abandoned',
      schedule: '* * * * *',
      run: (_data, { now }) => settleAbandoned(deps, now),
    },
    {
      name: 'identity.partitions',
      about: 'Creates partitions for the coming months of sign-in history and drops those past retention',
      schedule: '15 3 * * *',
      run: async () => {
        await database
          .reader(systemIdentity)
          .run(identityIdentityJobs({ loginEventRetentionMonths: deps.loginEventRetentionMonths }));
      },
    },
  ];
}

async function settleAbandoned(deps: IdentityJobDeps, now: Date): Promise<void> {
  const before = new Date(now.getTime() - gracePeriodMs);
  const reader = deps.database.reader(systemIdentity);
  for (const { sid_hash } of await listAbandonedPushes(reader, before, batchSize))
    await unitOfWork<boolean>(
      deps,
      { identity: systemIdentity, actorUserId: null, requestId: null, now },
      {
        what: 'identity.abandoned_pushes',
        events: [events.signInFailed],
        auditRequired: (ended) => ended,
      },
      async (tx) => {
        const push = await finishEidSession(tx, sid_hash, { state: 'expired', reason: 'timeout' });
        if (push === undefined) return false;
        const nobody = { ip: '', userAgent: '' };
        await recordFailedAttempt(deps, tx, { state: 'EXPIRED', reason: 'timeout' }, push, nobody);
        return true;
      },
    );
}
