import { type Outbox, unitOfWork } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { isNotRepresentative } from './answer.ts';
import { events } from './events.ts';
import { messages, tell } from './notices.ts';
import { type CheckedRow, lapse, listToCheck, markChecked } from './representation-store.ts';
import { readStatement } from './statement.ts';
import type { TermsDeps } from './terms.ts';

export interface RepresentationDeps extends Pick<TermsDeps, 'confirmRepresentative'> {
  database: Database;
  outbox: Outbox;
}

const callMs = 10_000;
/** The provider answers each within a second, so a run ends before the next one. */
const perRun = 200;
/** In a row; then the provider is away, and the next run asks again. */
const mostFailures = 3;

/** `authorisation_holds` sees what changes here; only the provider knows that a representative left. */
export function representationJob(deps: RepresentationDeps): Job {
  return {
    name: 'authorisations.representation',
    about:
      'Asks the eID provider whether signers still represent their organisations, and ends authorisations of others',
    schedule: '*/10 * * * *',
    run: async (_data, { now, log }) => {
      let failed = 0;
      for (const row of await listToCheck(deps.database.reader(systemIdentity), perRun)) {
        const represents = await isRepresentative(deps, row).catch((error: unknown) => {
          log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'representation unknown');
          return undefined;
        });
        // An unanswered question goes to the end of the queue, so that it does not hold up the others.
        await settle(deps, row, represents ?? true, now);
        failed = represents === undefined ? failed + 1 : 0;
        if (failed === mostFailures) return;
      }
    },
  };
}

async function isRepresentative(deps: RepresentationDeps, row: CheckedRow): Promise<boolean> {
  if (!row.entitled) return false;
  const { register_number: regNo } = readStatement(row.canonical).grantor;
  const call = { userId: row.grantor_id, regNo, signal: AbortSignal.timeout(callMs) };
  return deps.confirmRepresentative(deps.database.reader(systemIdentity), call).then(
    () => true,
    (error: unknown) => {
      if (isNotRepresentative(error)) return false;
      throw error;
    },
  );
}

const settle = (deps: RepresentationDeps, row: CheckedRow, represents: boolean, now: Date): Promise<void> =>
  unitOfWork(
    deps,
    { identity: systemIdentity, actorUserId: null, requestId: null, now },
    { what: 'authorisations.representation', events: [events.lapsed], auditRequired: () => false },
    async (tx) => {
      if (represents) return markChecked(tx, row.id, now);
      if (!(await lapse(tx, row.id, now))) return;
      tx.audit(events.lapsed, { target: row.id, metadata: { organisation_id: row.organisation_id } });
      await tell(tx, row, row.grantor_id, messages.lapsed);
      await tell(tx, row, row.receiver_id, messages.lapsed);
    },
  );
