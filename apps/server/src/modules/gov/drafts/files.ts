import { type Outbox, unitOfWork, type WriteTx } from '../../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../../kernel/db/database.ts';
import { systemIdentity } from '../../../kernel/db/identity.ts';
import { type Actor, ownerOf } from '../../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../../kernel/http/errors.ts';
import type { Mount } from '../../../kernel/http/row.ts';
import { removeStored } from '../../files/index.ts';
import { actsOnDraft } from '../acting-rules.ts';
import { events } from '../events.ts';
import { eraseFactsOf } from '../facts/store.ts';
import { dropPapers } from '../papers/drop.ts';
import { adoptFiles, removeFile } from '../papers/store.ts';
import { type FileDeps, recordAdded, type UploadTarget, uploadMount } from '../papers/upload.ts';
import { recordSaved, requireActive } from './drafts.ts';
import { deleteUntouched, lockDraft, openDraft, touchDraft } from './store.ts';

/** The first paper creates the draft. */
export const draftUpload: UploadTarget = {
  id: 'gov.drafts.files.add',
  path: '/api/v1/gov/drafts/:service_id/files',
  summary: 'Add a paper to a draft: the file as the body, its name as ?name=, the slot of the form as ?slot=',
  acting: actsOnDraft('apply'),
  open: async (tx, { userId }, serviceId) => {
    const { form } = await requireActive(tx, serviceId);
    const { id, isNew } = await openDraft(tx, { userId, serviceId, now: tx.now });
    if (isNew) recordSaved(tx, { id, service_id: serviceId, revision: 1 });
    return { owner: { kind: 'draft', id }, form };
  },
  reopen: async (tx, actor, owner) => {
    if ((await touchDraft(tx, { id: owner.id, owner: ownerOf(actor), now: tx.now })) === 0)
      fail(kernelErrors.not_found);
  },
  record: (tx, owner, { id, type, size_bytes }) =>
    tx.audit(events.draftFileAdded, { target: id, metadata: { draft_id: owner.id, type, size_bytes } }),
  events: [events.draftSaved, events.draftFileAdded],
};

export const draftUploadMount = (deps: FileDeps): Mount => uploadMount(deps, draftUpload);

export async function removeDraftFile(
  tx: WriteTx,
  actor: Actor,
  call: { service_id: string; file_id: string },
): Promise<Record<string, never>> {
  const owner = ownerOf(actor);
  const draft = (await lockDraft(tx, owner, call.service_id)) ?? fail(kernelErrors.not_found);
  if (!(await removeFile(tx, { kind: 'draft', id: draft.id }, call.file_id))) fail(kernelErrors.not_found);
  await removeStored(tx, [call.file_id]);
  await touchDraft(tx, { id: draft.id, owner, now: tx.now });
  tx.audit(events.draftFileRemoved, { target: call.file_id, metadata: { draft_id: draft.id } });
  return {};
}

/** Papers for slots that the answers no longer require stay behind and are removed. */
export async function adoptPapers(
  tx: WriteTx,
  draftId: string,
  applicationId: string,
  unasked: readonly string[],
): Promise<void> {
  for (const file of await adoptFiles(tx, draftId, applicationId, unasked))
    recordAdded(tx, applicationId, file);
  if (unasked.length > 0) await dropPapers(tx, [draftId]);
}

const batch = 200;

export async function deleteUntouchedDrafts(
  deps: { database: Database; outbox: Outbox },
  before: Date,
  now: Date,
): Promise<void> {
  let dropped: number;
  do {
    dropped = await unitOfWork(
      deps,
      { identity: systemIdentity, actorUserId: null, requestId: null, now },
      { what: 'untouched drafts', events: [events.draftExpired], auditRequired: (count) => count > 0 },
      async (tx) => {
        const drafts = await deleteUntouched(tx, before, batch);
        const ids = drafts.map(({ id }) => id);
        const removed = await dropPapers(tx, ids);
        await eraseFactsOf(tx, ids, now);
        for (const { id, service_id } of drafts)
          tx.audit(events.draftExpired, {
            target: id,
            metadata: { service_id, files: removed.filter(({ draft_id }) => draft_id === id).length },
          });
        return drafts.length;
      },
    );
  } while (dropped === batch);
}
