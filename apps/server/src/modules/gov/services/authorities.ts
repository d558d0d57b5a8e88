import { type Outbox, unitOfWork, type WriteTx } from '../../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../../kernel/db/database.ts';
import { systemIdentity } from '../../../kernel/db/identity.ts';
import type { Job } from '../../../kernel/jobs/jobs.ts';
import { findAuthorities, releaseLostCases } from '../../authorities/index.ts';
import { events } from '../events.ts';
import { moveCases } from './store.ts';

const handOverQueue = 'gov.cases.hand_over';
const batch = 1000;

/** A job moves the cases in batches, because a popular service has too many for one transaction. */
export function handOverCases(tx: WriteTx, change: { serviceId: string; from: string; to: string }): void {
  tx.enqueue(handOverQueue, { service_id: change.serviceId, from: change.from, to: change.to });
}

export function handOverJob(deps: { database: Database; outbox: Outbox }): Job {
  return {
    name: handOverQueue,
    about: 'Moves the cases of a service to the authority that took over the service',
    run: async (data, { now }) => {
      const change = {
        serviceId: String(data['service_id']),
        from: String(data['from']),
        to: String(data['to']),
      };
      let moved = batch;
      while (moved === batch)
        moved = await unitOfWork(
          deps,
          { identity: systemIdentity, actorUserId: null, requestId: null, now },
          { what: handOverQueue, events: [events.casesHandedOver], auditRequired: (count) => count > 0 },
          async (tx) => {
            const count = await moveCases(tx, change, batch);
            if (count > 0) {
              const names = new Map(
                (await findAuthorities(tx, [change.from, change.to])).map(({ id, name }) => [id, name]),
              );
              const released = await releaseLostCases(tx, { serviceId: change.serviceId, now: tx.now });
              const nameOf = (id: string) => names.get(id) ?? id;
              tx.audit(events.casesHandedOver, {
                target: change.serviceId,
                metadata: {
                  from: nameOf(change.from),
                  to: nameOf(change.to),
                  count,
                  ...(released > 0 ? { released } : {}),
                },
              });
            }
            return count;
          },
        );
    },
  };
}
