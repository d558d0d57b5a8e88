import type { Logger } from 'pino';
import { unitOfWork } from '../../kernel/audit/unit-of-work.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { removeStored } from '../files/index.ts';
import { raiseStored } from '../signing/index.ts';
import { currentForm, type DocumentDeps, nextCheck, purposeOf, targetLevel } from './documents.ts';
import { events } from './events.ts';
import { type IssuedRow, listDue, replaceIssued } from './store.ts';

const batch = 200;
/** After as many failures in a row the service is still away, and the next run tries again. */
const mostFailures = 3;

export function documentJobs(deps: DocumentDeps): readonly Job[] {
  return [
    {
      name: 'documents.raise',
      about: 'Raises documents that were sealed while a timestamp or revocation service was away',
      schedule: '*/10 * * * *',
      run: async (_data, { now, log }) => {
        let failures = 0;
        for (const row of await listDue(deps.database.reader(systemIdentity), now, batch)) {
          failures = (await raiseOne(deps, row, now, log)) ? 0 : failures + 1;
          if (failures >= mostFailures) return;
        }
      },
    },
  ];
}

/** False when the document stays below its target. */
async function raiseOne(deps: DocumentDeps, row: IssuedRow, now: Date, log: Logger): Promise<boolean> {
  const { kind, subject_id: id, file_id: from, level } = row;
  if (level === null) return true;
  try {
    const found = await raiseStored(
      { ...deps, ports: deps.seal.ports },
      { ...row, level, target: targetLevel },
      { purpose: purposeOf(kind), isOurs: true },
    );
    const raised = found ?? { file: undefined, level, shortfall: 'file_lost' };
    const { file } = raised;
    // A seal that was revoked before anything proved its time is worth nothing: the next download makes another one.
    const isLost = found === undefined || raised.shortfall === 'certificate_revoked';
    await unitOfWork(
      deps,
      { identity: systemIdentity, actorUserId: null, requestId: null, now },
      { what: 'documents.raise', events: [events.raise], auditRequired: () => file !== undefined || isLost },
      async (tx) => {
        const isOurs = await replaceIssued(tx, {
          kind,
          id,
          from,
          to: file?.id ?? from,
          form: isLost ? 'lost' : currentForm,
          level: raised.level,
          shortfall: raised.shortfall ?? '',
          checkAt: isLost ? null : nextCheck(raised.level, now),
        });
        if (file === undefined && !isLost) return;
        const { level: reached, shortfall } = raised;
        tx.audit(events.raise, {
          target: id,
          metadata: { kind, level: reached, shortfall: shortfall ?? '' },
        });
        if (!isOurs) return fail(kernelErrors.conflict);
        if (file === undefined) return;
        if (!(await deps.files.claim(tx, file))) return fail(kernelErrors.conflict);
        await removeStored(tx, [from]);
      },
    ).catch(async (error: unknown) => {
      if (file !== undefined) await deps.files.abandon(file.id);
      throw error;
    });
    return raised.shortfall === null || isLost;
  } catch (err) {
    log.warn({ err, kind, id }, 'a document could not be raised; it is tried again');
    return false;
  }
}
