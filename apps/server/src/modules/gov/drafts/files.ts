import type { WriteTx } from '../../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../../kernel/db/database.ts';
import { systemIdentity } from '../../../kernel/db/identity.ts';
import { fail, kernelErrors } from '../../../kernel/http/errors.ts';
import type { Mount } from '../../../kernel/http/row.ts';
import { adoptFiles, markRemoved, removeFilesOf } from '../papers/store.ts';
import { type FileDeps, recordAdded, uploadMount } from '../papers/upload.ts';
import { requireActive } from './drafts.ts';
import { deleteUntouched, lockDraft, openDraft, touchDraft } from './store.ts';

/** A paper for an application that is still being filled in; the first one begins the draft. */
export const draftUploadMount = (deps: FileDeps): Mount =>
  uploadMount(deps, {
    id: 'gov.drafts.files.add',
    path: '/api/v1/gov/drafts/:service_id/files',
    summary: 'Add a paper to an unfinished application: the file itself as the body, its name as ?name=',
    open: async (tx, userId, serviceId) => {
      await requireActive(tx, serviceId);
      return { kind: 'draft', id: await openDraft(tx, { userId, serviceId, now: tx.now }) };
    },
    reopen: async (tx, userId, owner) => {
      if ((await touchDraft(tx, { id: owner.id, userId, now: tx.now })) === 0) fail(kernelErrors.not_found);
    },
  });

export async function removeDraftFile(
  tx: WriteTx,
  userId: string,
  call: { service_id: string; file_id: string },
): Promise<Record<string, never>> {
  const draft = (await lockDraft(tx, userId, call.service_id)) ?? fail(kernelErrors.not_found);
  if (!(await markRemoved(tx, { kind: 'draft', id: draft.id }, call.file_id))) fail(kernelErrors.not_found);
  await touchDraft(tx, { id: draft.id, userId, now: tx.now });
  return {};
}

/** What was added to a draft is recorded when it becomes part of an application, and not before. */
export async function takeOverPapers(tx: WriteTx, draftId: string, applicationId: string): Promise<void> {
  for (const file of await adoptFiles(tx, draftId, applicationId)) recordAdded(tx, applicationId, file);
}

const batch = 200;

/** Drafts that nobody touched since `before`, with their papers; the bytes are the sweep's. */
export async function dropUntouchedDrafts(database: Database, before: Date): Promise<void> {
  let dropped: number;
  do {
    dropped = await database.transaction(systemIdentity, async (tx) => {
      const ids = await deleteUntouched(tx, before, batch);
      await removeFilesOf(tx, ids);
      return ids.length;
    });
  } while (dropped === batch);
}
