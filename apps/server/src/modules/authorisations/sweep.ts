import { unitOfWork, type WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { events } from './events.ts';
import { messages, type NoticeDeps, noticeQueue, tell, tellOffered } from './notices.ts';
import { endOfPerson, forgetUnaccepted, takeEnded, takeEnding } from './sweep-store.ts';

const dayMs = 24 * 3_600_000;
const warnMs = 7 * dayMs;
/** An offer that nobody accepted proves nothing, and names a person who may not use the platform. */
const unacceptedMs = 90 * dayMs;

export function sweepJob(deps: NoticeDeps): Job {
  return {
    name: 'authorisations.sweep',
    about:
      'Ends authorisations whose time has passed, notifies both sides a week before and at the end, and deletes old ones that nobody accepted',
    schedule: '*/10 * * * *',
    run: (_data, { now }) =>
      unitOfWork(
        deps,
        { identity: systemIdentity, actorUserId: null, requestId: null, now },
        { what: 'authorisations.sweep', events: [events.expired], auditRequired: () => false },
        sweep,
      ),
  };
}

async function sweep(tx: WriteTx): Promise<void> {
  await tellOffered(tx, null);
  for (const row of await takeEnding(tx, tx.now, new Date(tx.now.getTime() + warnMs)))
    await tellBoth(tx, row, messages.ending);
  for (const row of await takeEnded(tx, tx.now)) {
    tx.audit(events.expired, { target: row.id, metadata: { accepted: row.accepted_at !== null } });
    if (row.accepted_at === null) await tell(tx, row, row.grantor_id, messages.unanswered);
    else await tellBoth(tx, row, messages.expired);
  }
  await forgetUnaccepted(tx, new Date(tx.now.getTime() - unacceptedMs));
}

async function tellBoth(
  tx: WriteTx,
  row: { id: string; canonical: string; grantor_id: string; receiver_id: string | null },
  message: (typeof messages)['expired'],
): Promise<void> {
  await tell(tx, row, row.grantor_id, message);
  await tell(tx, row, row.receiver_id, message);
}

/** For a person whose data is erased: nobody may go on acting for them. Runs as system. */
export async function endAuthorisationsOf(tx: WriteTx, userId: string): Promise<void> {
  for (const { id, state } of await endOfPerson(tx, userId, tx.now)) {
    const isRevoked = state === 'revoked';
    tx.audit(isRevoked ? events.revoked : events.givenUp, { target: id });
    tx.enqueue(noticeQueue, { kind: isRevoked ? 'revoked' : 'given_up', id });
  }
}
