import { type Outbox, unitOfWork } from '../../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../../kernel/db/database.ts';
import { systemIdentity } from '../../../kernel/db/identity.ts';
import type { Job } from '../../../kernel/jobs/jobs.ts';
import { events } from '../events.ts';
import { expireFacts } from './store.ts';

const batch = 200;

export function factJob(deps: { database: Database; outbox: Outbox }): Job {
  return {
    name: 'gov.facts.sweep',
    about: 'Erases answers of agencies that were not used in time',
    schedule: '*/10 * * * *',
    run: async (_data, { now }) => {
      let expired: number;
      do {
        expired = await unitOfWork(
          deps,
          { identity: systemIdentity, actorUserId: null, requestId: null, now },
          { what: 'unused answers', events: [events.factExpired], auditRequired: (count) => count > 0 },
          async (tx) => {
            const facts = await expireFacts(tx, now, batch);
            for (const { id, evidence_code } of facts)
              tx.audit(events.factExpired, { target: id, metadata: { evidence: evidence_code } });
            return facts.length;
          },
        );
      } while (expired === batch);
    },
  };
}
