import { listServicePapers } from '@tamga/forms';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { bilingualNames, completeFields } from '../../kernel/http/fields.ts';
import { type Unchanged, unchanged } from '../../kernel/http/row.ts';
import { countOfficers, requireOfficer } from '../authorities/index.ts';
import { countDrafts, findProjected, projectService } from '../gov/index.ts';
import { announceChange } from './changes.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { lockLifeEvent } from './guide-store.ts';
import { lifeEventFields, passportFields } from './passport-fields.ts';
import { lockEditable, refuseShared } from './passports.ts';
import type {
  PublishPreview,
  RegistryLifeEvent,
  RegistryService,
  RegistryVersion,
  ReplaceLifeEvent,
} from './schemas.ts';
import {
  type Baseline,
  findBaseline,
  findService,
  findVersion,
  insertVersion,
  lockServicesOfEvent,
  markPublished,
  readPublished,
  restoreService,
} from './store.ts';
import { deleteLifeEvent, listLifeEvents, updateLifeEvent } from './vocabulary-store.ts';

/** CPSV-AP 3.2 requires these of every public service. */
const mandatory = ['code', 'name', 'description', 'authority'] as const;
/** Texts for citizens: in both languages or in neither. */
const inTwoLanguages = bilingualNames(passportFields);

/** The highest level that a service may declare while it asks citizens for data that the state has. */
export const eligibleProactivity = (service: Pick<RegistryService, 'evidences'>) =>
  service.evidences.some((link) => link.once_only_violation) ? 'online' : 'proactive';

/**
 * The version, the passport and the published service change together or not at all. The lock on the passport
 * makes concurrent publishing give consecutive versions.
 */
export async function publishPassport(
  tx: WriteTx,
  id: string,
  by: { userId: string | null; changeNote: string; confirmed: boolean },
): Promise<RegistryVersion> {
  const draft = await lockEditable(tx, id);
  checkPublishable(draft);
  await requireDesk(tx, draft, by);
  const version = draft.version + 1;
  const snapshot: RegistryService = {
    ...draft,
    status: 'published',
    version,
    published_at: tx.now.toISOString(),
  };
  await markPublished(tx, id, version, tx.now);
  const measured = measure(draft);
  const baseline = await findBaseline(tx, id);
  const kept = await insertVersion(tx, {
    service_id: id,
    version,
    snapshot,
    change_note: by.changeNote,
    is_baseline: baseline === undefined,
    ...measured,
    ...deltasOf(measured, baseline ?? measured),
    published_at: tx.now.toISOString(),
    published_by: by.userId,
  });
  if (kept === undefined) throw new Error('a version was not kept');
  await project(tx, snapshot, await listLifeEvents(tx));
  tx.audit(events.servicePublished, { target: id, metadata: { code: draft.code, version } });
  announceChange(tx);
  return kept;
}

/** A service that takes applications for the first time, again, or at another authority needs somebody who reads them. */
async function requireDesk(
  tx: WriteTx,
  { id, authority_id: authorityId, fulfilment }: RegistryService,
  { confirmed }: { confirmed: boolean },
): Promise<void> {
  if (fulfilment !== 'manual') return;
  const current = await findProjected(tx, id);
  if (current?.enabled === true && current.authority_id === authorityId) return;
  await requireOfficer(tx, { authorityId, cases: current?.waiting ?? 0, confirmed });
}

export async function previewPublishing(db: Reader, id: string): Promise<PublishPreview> {
  const draft = (await findService(db, id)) ?? fail(kernelErrors.not_found);
  const current = await findProjected(db, id);
  return {
    cases: current?.waiting ?? 0,
    drafts: current === undefined ? 0 : await countDrafts(db, current.id),
    moves: current !== undefined && current.authority_id !== draft.authority_id,
    authority: draft.authority,
    authority_en: draft.authority_en,
    officers: await countOfficers(db, draft.authority_id),
  };
}

function checkPublishable(draft: RegistryService): void {
  const declaresMore = draft.proactivity === 'once_only' || draft.proactivity === 'proactive';
  if (declaresMore && eligibleProactivity(draft) === 'online')
    fail(errors.once_only_violation, {
      data: {
        violations: draft.evidences.filter((link) => link.once_only_violation).map((link) => link.code),
        eligible_proactivity: 'online',
      },
    });
  const empty = mandatory.find((field) => draft[field].trim() === '');
  if (empty !== undefined) fail(errors.conflict, { data: { field: empty } });
  // Citizens would read "up to 0 days".
  if (draft.fulfilment === 'manual' && draft.max_days === 0)
    fail(errors.time_missing, { data: { field: 'max_days' } });
  const untranslated = findUntranslated(draft);
  if (untranslated.length > 0) fail(errors.translation_missing, { data: { fields: untranslated } });
}

/** Fields with a text in only one language; those of an evidence begin with `evidences.<code>`. */
function findUntranslated(draft: RegistryService): string[] {
  const missing = (path: string, mn: string, en: string) => {
    if ((mn.trim() === '') === (en.trim() === '')) return [];
    return [mn.trim() === '' ? path : `${path}_en`];
  };
  return [
    ...missing('authority', draft.authority, draft.authority_en),
    ...inTwoLanguages.flatMap((field) => missing(field, draft[field], draft[`${field}_en`])),
    ...draft.evidences.flatMap((link) => [
      ...missing(`evidences.${link.code}.name`, link.name, link.name_en),
      ...missing(`evidences.${link.code}.note`, link.note, link.note_en),
    ]),
  ];
}

/**
 * Undoes archiving: a draft is a draft again, and a published service shows its newest version again. No
 * version is created, so a passport in one language can be restored too.
 */
export async function restorePassport(
  tx: WriteTx,
  id: string,
  by: { confirmed: boolean },
): Promise<RegistryService | Unchanged<RegistryService>> {
  const read = async () => (await findService(tx, id)) ?? fail(kernelErrors.not_found);
  const restored = await restoreService(tx, id);
  const passport = await read();
  if (restored === undefined) return unchanged(passport);
  if (restored.status === 'published') {
    const newest = await findVersion(tx, id, passport.version);
    if (newest === undefined) throw new Error('a published passport has no version');
    await requireDesk(tx, newest.snapshot, by);
    await project(tx, newest.snapshot, await listLifeEvents(tx));
  }
  tx.audit(events.serviceRestored, { target: id, metadata: restored });
  announceChange(tx);
  return passport;
}

function measure(service: RegistryService): Baseline {
  return {
    steps_count: service.steps_count,
    documents_count: service.evidences.filter((link) => link.from_citizen).length,
    max_days: service.max_days,
    fee: service.fee,
  };
}

/** Negative is better: fewer steps, papers, days or money than in the first version. */
function deltasOf(now: Baseline, then: Baseline) {
  return {
    delta_steps: now.steps_count - then.steps_count,
    delta_documents: now.documents_count - then.documents_count,
    delta_days: now.max_days - then.max_days,
    delta_fee: now.fee - then.fee,
  };
}

async function project(
  tx: WriteTx,
  service: RegistryService,
  lifeEvents: readonly RegistryLifeEvent[],
): Promise<void> {
  const asked = listServicePapers(service).filter(({ isFetched }) => !isFetched);
  const { outcome } = await projectService(tx, {
    ...service,
    passport_id: service.id,
    passport_version: service.version,
    processing_days: service.max_days,
    evidence: asked.map(({ title }) => title.mn),
    evidence_en: asked.map(({ title }) => title.en || title.mn),
    life_events: lifeEvents
      .filter((event) => service.life_event_ids.includes(event.id))
      .sort((a, b) => a.sort_order - b.sort_order)
      .map(({ code, name, kind, eu_code, en_label }) => ({ code, name, kind, eu_code, en_label })),
    online: service.online || service.channels.some((word) => word === 'e-mongolia' || word === 'portal'),
  });
  if (outcome === 'code_exists') fail(errors.code_exists);
}

/** The published services show the event, so they are written again with it. */
export async function replaceLifeEvent(
  tx: WriteTx,
  id: string,
  { expected_updated_at: expected, ...body }: ReplaceLifeEvent,
): Promise<RegistryLifeEvent> {
  await refuseShared(tx);
  await lockServicesOfEvent(tx, id);
  const before = (await lockLifeEvent(tx, id)) ?? fail(kernelErrors.not_found);
  const instant = (time: string | null) => (time === null ? null : Date.parse(time));
  if (expected !== undefined && instant(expected) !== instant(before.updated_at))
    fail(kernelErrors.changed_meanwhile);
  const facts = completeFields(lifeEventFields, body);
  const changed = (await updateLifeEvent(tx, id, facts, tx.now)) ?? fail(kernelErrors.not_found);
  const lifeEvents = await listLifeEvents(tx);
  const affected = (await readPublished(tx)).filter((service) => service.life_event_ids.includes(id));
  for (const service of affected) await project(tx, service, lifeEvents);
  tx.audit(events.lifeEventChanged, { target: id, metadata: { code: changed.code } });
  announceChange(tx);
  return changed;
}

/** Services and their published versions lose the link in the same transaction. */
export async function removeLifeEvent(tx: WriteTx, id: string): Promise<{ code: string } | undefined> {
  await refuseShared(tx);
  await lockServicesOfEvent(tx, id);
  const removed = await deleteLifeEvent(tx, id);
  if (removed === undefined) return undefined;
  const left = await listLifeEvents(tx);
  const affected = (await readPublished(tx)).filter((service) => service.life_event_ids.includes(id));
  for (const service of affected) await project(tx, service, left);
  tx.audit(events.lifeEventDeleted, { target: id, metadata: removed });
  announceChange(tx);
  return removed;
}
