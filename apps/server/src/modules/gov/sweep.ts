import type { Logger } from 'pino';
import { type Outbox, unitOfWork, type WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { type Certified, type CertifyDeps, certifyApplication } from './certificates.ts';
import { events } from './events.ts';
import { notifyApplicant, recordedBy, tryMove } from './moves.ts';
import { type Action, findTransition } from './state-machine.ts';
import { appendEvent, findApplication, postponeIssue } from './store.ts';
import { flagBreach, type Kind, listDue } from './sweep-store.ts';

export interface SweepDeps extends CertifyDeps {
  database: Database;
  outbox: Outbox;
  /** 0: no limit. */
  infoExpiryDays: number;
}

const batch = 200;
const budgetMs = 20_000;
const dayMs = 24 * 3_600_000;

/** Rolls back this row's transaction after a lost race. */
class LostRace extends Error {}

/** Safe for any number of workers: the conditional statement of each row decides. */
export function sweepJobs(deps: SweepDeps): readonly Job[] {
  return [
    {
      name: 'gov.applications.sweep',
      watchesDeadlines: true,
      about:
        'Flags passed deadlines, grants tacitly where the law says so, and expires unanswered and unpaid applications',
      schedule: '* * * * *',
      run: async (_data, { now, log }) => {
        const endMs = performance.now() + budgetMs;
        const run: Run = { now, log, inTime: () => performance.now() < endMs };
        await sweep(deps, run, { kind: 'unregistered', before: now, step: advance('register') });
        await sweep(deps, run, { kind: 'breached', before: now, step: breach });
        await sweep(deps, run, { kind: 'silent', before: now, step: grantTacitly, gather: true });
        await sweep(deps, run, { kind: 'unpaid', before: now, step: advance('expire_unpaid', now) });
        await sweep(deps, run, { kind: 'unanswered', before: now, step: advance('expire', now) });
        // Questions from before they had a day.
        if (deps.infoExpiryDays === 0) return;
        const before = new Date(now.getTime() - deps.infoExpiryDays * dayMs);
        await sweep(deps, run, { kind: 'forgotten', before, step: advance('expire', before) });
      },
    },
  ];
}

interface Run {
  now: Date;
  log: Logger;
  inTime: () => boolean;
}

interface Pass {
  kind: Kind;
  before: Date;
  step: (tx: WriteTx, id: string, certified: Certified | undefined) => Promise<boolean>;
  /** Asks the state register before the transaction. */
  gather?: true;
}

/** One transaction per row, so that a failing row does not block the others. */
async function sweep(
  deps: SweepDeps,
  { now, log, inTime }: Run,
  { kind, before, step, gather }: Pass,
): Promise<void> {
  let after: string | undefined;
  while (inTime()) {
    const due = await listDue(deps.database.reader(systemIdentity), kind, { before, after, limit: batch });
    for (const { id } of due) {
      if (!inTime()) return;
      const certified = gather === true ? await certifyDue(deps, id, { now, log }) : undefined;
      await unitOfWork(
        deps,
        { identity: systemIdentity, actorUserId: null, requestId: null, now },
        {
          what: 'gov.applications.sweep',
          events: recorded,
          auditRequired: () => certified === undefined || certified.outcome === 'certified',
        },
        async (tx) => {
          if (!(await step(tx, id, certified))) throw new LostRace();
        },
      ).catch((error: unknown) => {
        if (!(error instanceof LostRace)) log.error({ err: error }, 'an application could not be swept');
      });
    }
    if (due.length < batch) return;
    after = due.at(-1)?.id;
  }
}

async function certifyDue(
  deps: SweepDeps,
  id: string,
  { now, log }: Pick<Run, 'now' | 'log'>,
): Promise<Certified | undefined> {
  const reader = deps.database.reader(systemIdentity);
  const row = await findApplication(reader, id);
  return row === undefined ? undefined : certifyApplication({ ...deps, logger: log }, reader, row, now);
}

/** Silence must not certify a false fact: during a register outage or against the register, an officer has to decide. */
const grantTacitly: Pass['step'] = async (tx, id, certified) => {
  if (certified !== undefined && certified.outcome !== 'certified')
    return (await postponeIssue(tx, id, tx.now)) !== undefined;
  return (
    (await tryMove(tx, {
      transition: findTransition('approve_tacitly'),
      id,
      actorId: null,
      before: tx.now,
      certificate: certified?.certificate,
    })) !== undefined
  );
};

const recorded = [events.breach, ...recordedBy('register', 'approve_tacitly', 'expire', 'expire_unpaid')];

const advance =
  (action: Action, before?: Date): Pass['step'] =>
  async (tx, id) =>
    (await tryMove(tx, {
      transition: findTransition(action),
      id,
      actorId: null,
      ...(before === undefined ? {} : { before }),
    })) !== undefined;

/** A latch: set once, never cleared, and notified once. */
async function breach(tx: WriteTx, id: string): Promise<boolean> {
  const row = await flagBreach(tx, id, tx.now);
  if (row === undefined) return false;
  await appendEvent(tx, row, {
    actor: 'system',
    actorId: null,
    type: 'sla_breached',
    detail: '',
    now: tx.now,
  });
  tx.audit(events.breach, { target: id, metadata: { due_at: row.due_at } });
  await notifyApplicant(tx, row, 'breached');
  return true;
}
