import { systemIdentity } from '../../kernel/db/identity.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { removeStored } from '../files/index.ts';
import { type AdvanceDeps, advanceSession } from './advance.ts';
import { maintainDocuments } from './documents.ts';
import { dropExpired, listRinging, listUnfinished } from './store.ts';

const batch = 100;
/** A poll of the person's page normally finishes the document. */
const unfinishedMs = 60_000;

export function signJobs(deps: AdvanceDeps): readonly Job[] {
  return [
    {
      name: 'sign.finish',
      about: 'Finishes signings whose phone answered while the server stopped or the page was closed',
      schedule: '* * * * *',
      run: async (_data, { now, log }) => {
        const before = new Date(now.getTime() - unfinishedMs);
        const reader = deps.database.reader(systemIdentity);
        const sessions = [
          ...(await listUnfinished(reader, before, batch)),
          ...(await listRinging(reader, batch)),
        ];
        for (const session of sessions)
          await advanceSession(deps, session).catch((error: unknown) =>
            log.warn({ err: error, session: session.id }, 'a signing is not finished yet'),
          );
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
