import { type Outbox, unitOfWork, type WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { fail } from '../../kernel/http/errors.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { notify } from '../notifications/index.ts';
import { listAdministrators } from '../users/index.ts';
import { findTouched, listRegistrars, releaseConflicted, takeUntold } from './conflict-store.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { hasConflict } from './handover-store.ts';

export interface ConflictDeps {
  database: Database;
  outbox: Outbox;
  now: () => Date;
  /** The database hides cases of the officer's own children. */
  knowFamily: (officerId: string) => Promise<void>;
  /** The database hides cases of organisations for which the register names the officer, or for which they sign. */
  ties: {
    know(call: { organisationId: string; officerId: string; isChange: boolean }): Promise<boolean>;
    refresh(): Promise<void>;
  };
}

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const perRun = 500;

/**
 * Before every row of the desk: asks the registers and the eID provider what the database compares. Without an answer about
 * the applicant organisation nobody changes its case; reading goes on with the last answer.
 */
export async function knowConflicts(
  deps: ConflictDeps,
  call: { officerId: string; caseId: unknown; isChange: boolean },
): Promise<void> {
  const { officerId, caseId } = call;
  await deps.knowFamily(officerId);
  if (typeof caseId !== 'string' || !uuid.test(caseId)) return;
  const db = deps.database.reader(systemIdentity);
  const found = await findTouched(db, officerId, caseId);
  if (found === undefined) return;
  const { organisation_id: organisationId } = found;
  const isKnown =
    organisationId === null || (await deps.ties.know({ organisationId, officerId, isChange: call.isChange }));
  if (found.held && (await hasConflict(db, officerId, caseId))) await settleConflicts(deps, officerId);
  if (!isKnown && call.isChange) fail(errors.conflict_unconfirmed, { retryAfterSeconds: 30 });
}

/** Conflicts that arise elsewhere, such as by joining an organisation, take effect at once and free the case here. */
export const conflictJob = (deps: ConflictDeps): Job => ({
  name: 'officer.conflicts',
  about:
    'Asks the state register whom it names for applicant organisations, takes cases from officers with an interest in them, and tells administrators about cases that no officer may decide',
  schedule: '*/5 * * * *',
  run: async () => {
    await deps.ties.refresh();
    await settleConflicts(deps, null);
  },
});

const settleConflicts = (deps: ConflictDeps, userId: string | null): Promise<void> =>
  unitOfWork(
    deps,
    { identity: systemIdentity, actorUserId: null, requestId: null, now: deps.now() },
    { what: 'officer.conflicts', events: [events.conflictReleased], auditRequired: () => false },
    async (tx) => {
      for (const { id, holder, reference_no, service_name } of await releaseConflicted(tx, {
        userId,
        now: tx.now,
      })) {
        tx.audit(events.conflictReleased, { target: id, metadata: { taken_from: holder } });
        await notify(tx, {
          userId: holder,
          category: 'info',
          title: { mn: 'Таны хариуцсан хүсэлтийг чөлөөллөө', en: 'Your case was given back to the queue' },
          body: {
            mn: `${service_name.mn} (${reference_no}). Та энэ хүсэлттэй холбоотой тул өөр ажилтан шийдвэрлэнэ.`,
            en: `${service_name.en} (${reference_no}). You have an interest in this case, so a colleague decides it.`,
          },
          link: '/officer',
        });
      }
      await tellUnattended(tx);
    },
  );

async function tellUnattended(tx: WriteTx): Promise<void> {
  const found = await takeUntold(tx, tx.now, perRun);
  if (found.length === 0) return;
  const administrators = await listAdministrators(tx);
  for (const { authority_id: authorityId, reference_no, service_name } of found) {
    const told = new Set([...administrators, ...(await listRegistrars(tx, authorityId))].map(({ id }) => id));
    for (const userId of told)
      await notify(tx, {
        userId,
        category: 'warning',
        title: { mn: 'Хүсэлтийг шийдвэрлэх ажилтан алга', en: 'A case has no officer who may decide it' },
        body: {
          mn: `${service_name.mn} (${reference_no}). Байгууллагын бүх ажилтан энэ хүсэлттэй холбоотой. Өөр ажилтан томилно уу.`,
          en: `${service_name.en} (${reference_no}). Every officer of the authority has an interest in it. Appoint another officer.`,
        },
        link: '/administration/authorities',
      });
  }
}
