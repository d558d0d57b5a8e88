import { noOutbox, unitOfWork } from '../../kernel/audit/unit-of-work.ts';
import { type VerifiedHeadDeps, verifyNewRows } from '../../kernel/audit/verified-head.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { events } from './events.ts';
import { recordDamage } from './reading.ts';

/** Runs nightly over the whole chain, so that tampering below the verified head is found within a day. */
export function verifyJob(deps: VerifiedHeadDeps): Job {
  return {
    name: 'audit.verify',
    about: 'Recomputes the whole chain of the audit log; damage becomes a critical security event',
    schedule: '10 3 * * *',
    run: async (_data, { now, log }) => {
      const report = await verifyNewRows(deps, { now, whole: true });
      if (report.ok) return;
      log.error({ broken_id: report.broken_id, reason: report.reason }, 'the audit log is damaged');
      await unitOfWork(
        { database: deps.database, outbox: noOutbox },
        { identity: systemIdentity, actorUserId: null, requestId: null, now },
        { what: 'audit.verify', events: [events.chainBroken], auditRequired: () => true },
        (tx) => recordDamage(tx, report),
      );
    },
  };
}
