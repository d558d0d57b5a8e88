import type { Logger } from 'pino';
import { type Outbox, unitOfWork, type WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { type CertifyDeps, certifyApplication } from './certificates.ts';
import { notifyApplicant, recordedBy, tryMove } from './moves.ts';
import { findTransition } from './state-machine.ts';
import { findApplication, postponeIssue } from './store.ts';
import { listDue } from './sweep-store.ts';

export interface IssueDeps extends CertifyDeps {
  database: Database;
  outbox: Outbox;
}

export const issueQueue = 'gov.applications.issue';
const batch = 200;
const budgetMs = 20_000;

interface Run {
  now: Date;
  log: Logger;
}

/** Runs at once after a payment, and every minute for the rest. */
export function issueJobs(deps: IssueDeps): readonly Job[] {
  return [
    {
      name: issueQueue,
      about: 'Requests waiting certificates from the state registers and issues them',
      schedule: '* * * * *',
      run: async ({ application_id: id }, run) => {
        if (typeof id === 'string') {
          await issueOne(deps, id, run);
          return;
        }
        const endMs = performance.now() + budgetMs;
        // Ask a register that is down only once per run, not once per waiting application.
        const away = new Set<string>();
        const due = await listDue(deps.database.reader(systemIdentity), 'unissued', {
          before: run.now,
          after: undefined,
          limit: batch,
        });
        for (const { id: each } of due) {
          if (performance.now() > endMs) return;
          await issueOne(deps, each, run, away).catch((error: unknown) =>
            run.log.error({ err: error }, 'a certificate could not be issued'),
          );
        }
      },
    },
  ];
}

/** The register is asked first; one conditional statement then decides whether the application still waits. */
async function issueOne(
  deps: IssueDeps,
  id: string,
  { now, log }: Run,
  away: Set<string> = new Set(),
): Promise<void> {
  const reader = deps.database.reader(systemIdentity);
  const row = await findApplication(reader, id);
  if (row === undefined || row.status !== 'submitted' || row.fulfilment !== 'auto') return;
  if (row.fee > 0 && row.payment !== 'paid') return;
  const certified = away.has(row.output_ref_type)
    ? { outcome: 'unavailable' as const }
    : await certifyApplication({ ...deps, logger: log }, reader, row, now);
  if (certified?.outcome === 'unavailable') away.add(row.output_ref_type);
  await runAsSystem(deps, now, async (tx) => {
    if (certified?.outcome === 'unavailable') await postpone(tx, id);
    else if (certified?.outcome === 'contradicted')
      await tryMove(tx, {
        transition: findTransition('refuse'),
        id,
        actorId: null,
        // One text holds both languages, because the reader's language is unknown here.
        detail: `${certified.reason.mn} / ${certified.reason.en}`,
      });
    else
      await tryMove(tx, {
        transition: findTransition('fulfil'),
        id,
        actorId: null,
        certificate: certified?.certificate,
      });
  });
}

/** The applicant is notified only at the first postponement. */
async function postpone(tx: WriteTx, id: string): Promise<void> {
  const row = await postponeIssue(tx, id, tx.now);
  if (row?.issue_tries === 1 && row.fee > 0) await notifyApplicant(tx, row, 'register_away');
}

function runAsSystem(deps: IssueDeps, now: Date, work: (tx: WriteTx) => Promise<void>): Promise<void> {
  return unitOfWork(
    deps,
    { identity: systemIdentity, actorUserId: null, requestId: null, now },
    // A postponed attempt changes nothing visible, so it needs no audit entry.
    { what: issueQueue, events: recordedBy('fulfil', 'refuse'), auditRequired: () => false },
    work,
  );
}
