import { type Outbox, unitOfWork } from '../../kernel/audit/unit-of-work.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import type { Module } from '../../kernel/module.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { type LetterDeps, letterJob } from './letter.ts';
import { rows } from './routes.ts';
import { names } from './schemas.ts';
import { deleteOldCases } from './store.ts';

export interface SupportDeps extends LetterDeps {
  outbox: Outbox;
  retentionMonths: number;
}

/** Questions to the people who run the platform, and their answers. */
export const support = (deps: SupportDeps): Module => ({
  name: 'support',
  rows,
  errors,
  events,
  schemas: names,
  jobs: [letterJob(deps), forgetJob(deps)],
});

function forgetJob(deps: SupportDeps): Job {
  return {
    name: 'support.forget',
    about: 'Deletes cases of support that nobody has touched since their retention',
    schedule: '50 3 * * *',
    run: async (_data, { now }) => {
      const before = new Date(now);
      before.setUTCMonth(before.getUTCMonth() - deps.retentionMonths);
      await unitOfWork(
        deps,
        { identity: systemIdentity, actorUserId: null, requestId: null, now },
        { what: 'support.forget', events: [events.deleted], auditRequired: (count: number) => count > 0 },
        async (tx) => {
          const count = await deleteOldCases(tx, before);
          if (count > 0) tx.audit(events.deleted, { metadata: { count } });
          return count;
        },
      );
    },
  };
}
