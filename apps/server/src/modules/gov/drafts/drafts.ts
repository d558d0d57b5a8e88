import { isDeepStrictEqual } from 'node:util';
import type { WriteTx } from '../../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import { type Actor, ownerOf } from '../../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../../kernel/http/errors.ts';
import type { Language } from '../../../kernel/http/language.ts';
import { type Unchanged, unchanged } from '../../../kernel/http/row.ts';
import type { FileStorage } from '../../files/index.ts';
import { requireApplicant } from '../applicant-facts.ts';
import { errors } from '../errors.ts';
import { events } from '../events.ts';
import { eraseFactsOf } from '../facts/store.ts';
import { dropPapers } from '../papers/drop.ts';
import { listFiles } from '../papers/store.ts';
import { showFile } from '../papers/upload.ts';
import { writePayload } from '../payload.ts';
import type { DraftBody, DraftList, DraftView } from '../schemas.ts';
import type { GovServiceRow } from '../services/service-fields.ts';
import { serviceById } from '../services/store.ts';
import { type DraftRow, deleteDraft, findDraft, listDrafts, lockDraft, upsertDraft } from './store.ts';

type States = Pick<FileStorage, 'stateOf'>;

/** A draft need not match the form; the form is checked when the application is sent. */
export async function saveDraft(
  files: States,
  tx: WriteTx,
  actor: Actor,
  serviceId: string,
  body: DraftBody,
  language: Language,
): Promise<DraftView | Unchanged<DraftView>> {
  const payload = writePayload(body.payload, language);
  requireApplicant(await requireActive(tx, serviceId), actor);
  const { note = '', step = 'answers', field = '', revision } = body;
  const owner = ownerOf(actor);
  // Sent or deleted elsewhere meanwhile: saving would bring a finished application back as a draft.
  if (revision !== undefined && revision > 0 && (await lockDraft(tx, owner, serviceId)) === undefined)
    fail(errors.draft_changed, { data: { draft: null } });
  const saved = await upsertDraft(tx, {
    userId: actor.userId,
    serviceId,
    serviceVersion: body.service_version ?? null,
    note,
    payload,
    step,
    field,
    revision: revision ?? null,
    now: tx.now,
  });
  if (saved === undefined) {
    const draft = await showDraft(files, tx, owner, serviceId);
    const isSame = draft.note === note && isDeepStrictEqual(draft.payload, body.payload);
    if (revision !== undefined && !isSame) fail(errors.draft_changed, { data: { draft } });
    return unchanged(draft);
  }
  recordSaved(tx, saved);
  return viewDraft(files, tx, saved);
}

export function recordSaved(tx: WriteTx, draft: Pick<DraftRow, 'id' | 'service_id' | 'revision'>): void {
  tx.audit(events.draftSaved, {
    target: draft.id,
    metadata: { service_id: draft.service_id, revision: draft.revision },
  });
}

export async function requireActive(tx: WriteTx, serviceId: string): Promise<GovServiceRow> {
  const service = (await serviceById(tx, serviceId)) ?? fail(kernelErrors.not_found);
  return service.enabled && service.lifecycle === 'active' ? service : fail(errors.service_inactive);
}

export async function showDraft(
  files: States,
  db: Reader | WriteTx,
  owner: string,
  serviceId: string,
): Promise<DraftView> {
  return viewDraft(files, db, (await findDraft(db, owner, serviceId)) ?? fail(kernelErrors.not_found));
}

export async function showDrafts(db: Reader, owner: string, language: Language): Promise<DraftList> {
  const items = (await listDrafts(db, owner)).map(({ name, name_en, ...draft }) => ({
    ...draft,
    service_name: (language === 'en' && name_en) || name,
  }));
  return { items, total: items.length };
}

async function viewDraft(
  files: States,
  db: Reader | WriteTx,
  { id, ...draft }: DraftRow,
): Promise<DraftView> {
  const papers = await listFiles(db, { kind: 'draft', id });
  return { ...draft, files: papers.map((paper) => showFile(files, paper)) };
}

export async function dropDraft(
  tx: WriteTx,
  owner: string,
  serviceId: string,
): Promise<Record<string, never>> {
  const { id } = (await deleteDraft(tx, owner, serviceId)) ?? fail(kernelErrors.not_found);
  const files = await dropPapers(tx, [id]);
  await eraseFactsOf(tx, [id], tx.now);
  tx.audit(events.draftDropped, { target: id, metadata: { service_id: serviceId, files: files.length } });
  return {};
}

/** Locks the draft that an application is made of, and refuses to send over answers that the page never saw. */
export async function requireRevision(
  files: States,
  tx: WriteTx,
  { owner, serviceId, revision }: { owner: string; serviceId: string; revision: number },
): Promise<void> {
  const isLocked = (await lockDraft(tx, owner, serviceId)) !== undefined;
  if (!isLocked && revision === 0) return;
  const draft = isLocked ? await showDraft(files, tx, owner, serviceId) : null;
  const hasNoAnswers = draft?.note === '' && isDeepStrictEqual(draft.payload, {});
  if (draft?.revision !== revision && !(revision === 0 && hasNoAnswers))
    fail(errors.draft_changed, { data: { draft } });
}
