import type { Logger } from 'pino';
import { unitOfWork } from '../../../kernel/audit/unit-of-work.ts';
import { systemIdentity } from '../../../kernel/db/identity.ts';
import type { Job } from '../../../kernel/jobs/jobs.ts';
import { removeStored } from '../../files/index.ts';
import { events as signEvents } from '../events.ts';
import { LEVELS, reaches } from '../pades/level.ts';
import { neededLevel } from './append.ts';
import { expire, tellReminder } from './close.ts';
import { events } from './events.ts';
import { listParties } from './party-store.ts';
import { raiseRevision } from './raise-revision.ts';
import { finishHolder, type RequestDeps } from './sign.ts';
import { listBelow, listOverdue, purgeClosed, takeReminders } from './store.ts';

const batch = 100;
/** Long enough to look up why a request ended. */
const closedMs = 90 * 24 * 3_600_000;

export function requestJobs(deps: RequestDeps): readonly Job[] {
  return [
    {
      name: 'sign.requests',
      watchesDeadlines: true,
      about:
        'Ends requests for signatures at their deadline, reminds before it, and raises their newest signature',
      schedule: '* * * * *',
      run: async (_data, { now, log }) => {
        await expireOverdue(deps, now, log);
        await remindDue(deps, now);
        await raiseShort(deps, now, log);
      },
    },
    {
      name: 'sign.requests.sweep',
      about: 'Removes requests for signatures 90 days after they ended; documents that people keep stay',
      schedule: '30 3 * * *',
      run: async (_data, { now }) => {
        await deps.database.transaction(systemIdentity, async (tx) => {
          const gone = await purgeClosed(tx, new Date(now.getTime() - closedMs), 1000);
          await removeStored(
            tx,
            gone.flatMap(({ file_id: id }) => (id === null ? [] : [id])),
          );
        });
      },
    },
  ];
}

const context = (now: Date) => ({ identity: systemIdentity, actorUserId: null, requestId: null, now });

async function expireOverdue(deps: RequestDeps, now: Date, log: Logger): Promise<void> {
  for (const request of await listOverdue(deps.database.reader(systemIdentity), now, batch))
    try {
      await finishHolder(deps, request, undefined, now);
      await unitOfWork<boolean>(
        deps,
        context(now),
        {
          what: 'sign.requests: expire',
          events: [events.expire, signEvents.reject],
          auditRequired: (isExpired) => isExpired,
        },
        (tx) => expire(tx, request.id),
      );
    } catch (error) {
      log.warn({ err: error, request: request.id }, 'a request for signatures is not ended yet');
    }
}

const remindDue = (deps: RequestDeps, now: Date): Promise<void> =>
  unitOfWork(
    deps,
    context(now),
    { what: 'sign.requests: remind', events: [events.remind], auditRequired: () => false },
    async (tx) => {
      for (const request of await takeReminders(tx, now, batch)) {
        tx.audit(events.remind, { target: request.id, metadata: { by: 'platform' } });
        await tellReminder(tx, request, await listParties(tx, request.id));
      }
    },
  );

/** Each minute where the next party waits for it; otherwise once an hour, because a service may be away for long. */
async function raiseShort(deps: RequestDeps, now: Date, log: Logger): Promise<void> {
  const wanted = now.getUTCMinutes() === 20 ? deps.target : neededLevel(deps);
  const below = LEVELS.filter((level) => !reaches(level, wanted));
  if (below.length === 0) return;
  for (const request of await listBelow(deps.database.reader(systemIdentity), below, batch))
    await raiseRevision(deps, request, now).catch((error: unknown) =>
      log.warn({ err: error, request: request.id }, 'a signature could not be raised; it is tried again'),
    );
}
