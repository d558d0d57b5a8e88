import { unitOfWork } from '../../kernel/audit/unit-of-work.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { removeStored } from '../files/index.ts';
import { type AdvanceDeps, observe, settle } from './advance.ts';
import { maintainDocuments } from './documents.ts';
import { events } from './events.ts';
import { dropExpired, listUnfinished } from './store.ts';

const batch = 100;
/** A poll of the person's page normally finishes the document. */
const unfinishedMs = 60_000;

export function signJobs(deps: AdvanceDeps): readonly Job[] {
  return [
    {
      name: 'sign.finish',
      about: 'Finishes documents whose signature was given while the server stopped or the page was closed',
      schedule: '* * * * *',
      run: async (_data, { now, log }) => {
        const before = new Date(now.getTime() - unfinishedMs);
        const reader = deps.database.reader(systemIdentity);
        for (const session of await listUnfinished(reader, before, batch)) {
          try {
            const signal = new AbortController().signal;
            const progress = await observe(deps, session, { signal, requestId: null });
            await unitOfWork<Awaited<ReturnType<typeof settle>>>(
              deps,
              { identity: systemIdentity, actorUserId: session.user_id, requestId: null, now },
              {
                what: 'sign.finish',
                events: [events.finish, events.reject],
                auditRequired: ({ isChanged }) => isChanged,
              },
              (tx) => settle(deps, tx, session, progress),
            );
          } catch (error) {
            log.warn({ err: error, session: session.id }, 'a signed document is not finished yet');
          }
        }
      },
    },
    {
      name: 'sign.sweep',
      about: 'Removes signings that are over, with documents that nobody kept',
      schedule: '*/5 * * * *',
      run: async (_data, { now }) => {
        await deps.database.transaction(systemIdentity, async (tx) => {
          const dropped = await dropExpired(tx, now, batch);
          await removeStored(
            tx,
            dropped.flatMap((row) => [row.prepared_file, row.signed_file]).filter((id) => id !== null),
          );
        });
      },
    },
    {
      name: 'sign.documents',
      about: 'Raises kept documents to their level, and stamps them again before their last stamp ends',
      schedule: '20 * * * *',
      run: (_data, { now, log }) => maintainDocuments(deps, now, log),
    },
  ];
}
