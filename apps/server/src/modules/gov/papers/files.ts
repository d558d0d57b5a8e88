import { type Answers, type FormSchema, listMissingSlots } from '@tamga/forms';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { WriteTx } from '../../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import { signedIn } from '../../../kernel/http/access.ts';
import { type Actor, identityOf, ownerOf } from '../../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../../kernel/http/errors.ts';
import type { Mount } from '../../../kernel/http/row.ts';
import type { Job } from '../../../kernel/jobs/jobs.ts';
import {
  type FileStorage,
  findStored,
  nameFor,
  paperKinds,
  removeStored,
  sendStored,
} from '../../files/index.ts';
import { actsOnApplication } from '../acting-rules.ts';
import { deleteUntouchedDrafts } from '../drafts/files.ts';
import { errors } from '../errors.ts';
import { events } from '../events.ts';
import type { FileView } from '../schemas.ts';
import { serviceOf } from '../services/store.ts';
import { openStatuses } from '../state-machine.ts';
import { findOwnApplication } from '../store.ts';
import { isUsable } from './slots.ts';
import { findFile, listFiles, lockOwn, type PaperRow, removeFile } from './store.ts';
import { type FileDeps, recordAdded, showFile, type UploadTarget, uploadMount, uuid } from './upload.ts';

export const applicationUpload: UploadTarget = {
  id: 'gov.files.add',
  path: '/api/v1/gov/applications/:id/files',
  summary: 'Add a paper: the file as the body, its name as ?name=, the slot of the form as ?slot=',
  acting: actsOnApplication('apply'),
  open: async (tx, actor, id) => {
    const { form } = await lockOpen(tx, ownerOf(actor), id);
    return { owner: { kind: 'application', id }, form };
  },
  reopen: async (tx, actor, owner) => {
    await lockOpen(tx, ownerOf(actor), owner.id);
  },
  record: (tx, owner, file) => recordAdded(tx, owner.id, file),
  events: [events.fileAdded],
};

export const applicationUploadMount = (deps: FileDeps): Mount => uploadMount(deps, applicationUpload);

async function lockOpen(
  tx: WriteTx,
  owner: string,
  applicationId: string,
): Promise<{ form: FormSchema | null; payload: Answers }> {
  const application = (await lockOwn(tx, applicationId, owner)) ?? fail(kernelErrors.not_found);
  if (!openStatuses.includes(application.status)) fail(errors.invalid_transition);
  const service = await serviceOf(tx, application);
  return { form: service?.form ?? null, payload: application.payload };
}

export async function listPapers(
  files: FileStorage,
  db: Reader | WriteTx,
  applicationId: string,
): Promise<{ items: FileView[]; total: number }> {
  const papers = await listFiles(db, { kind: 'application', id: applicationId });
  const items = papers.map((paper) => showFile(files, paper));
  return { items, total: items.length };
}

export async function listOwnPapers(files: FileStorage, db: Reader, owner: string, applicationId: string) {
  if ((await findOwnApplication(db, applicationId, owner)) === undefined) fail(kernelErrors.not_found);
  return listPapers(files, db, applicationId);
}

export async function removePaper(
  tx: WriteTx,
  applicant: string,
  call: { id: string; file_id: string },
): Promise<Record<string, never>> {
  const { form, payload } = await lockOpen(tx, applicant, call.id);
  const owner = { kind: 'application', id: call.id } as const;
  const files = (await listFiles(tx, owner)).filter(isUsable);
  const left = files.filter(({ id }) => id !== call.file_id);
  // Otherwise an applicant could send a required paper and remove it later; the new file must be added first.
  if (listMissingSlots(form, payload, left).length > listMissingSlots(form, payload, files).length)
    fail(errors.paper_required);
  if (!(await removeFile(tx, owner, call.file_id))) fail(kernelErrors.not_found);
  await removeStored(tx, [call.file_id]);
  tx.audit(events.fileRemoved, { target: call.file_id, metadata: { application_id: call.id } });
  return {};
}

export function downloadMount(deps: FileDeps): Mount {
  return {
    id: 'gov.files.download',
    methods: ['GET'],
    path: '/api/v1/gov/applications/:id/files/:file_id',
    access: signedIn,
    acting: actsOnApplication('view'),
    summary: 'Download a paper',
    media: { gives: paperKinds },
    handle: async (request, reply, actor) => {
      const person = actor as Actor;
      const call = request.params as { id: string; file_id: string };
      const reader = deps.database.reader(identityOf(person));
      const file =
        uuid.test(call.id) && uuid.test(call.file_id)
          ? await findFile(reader, call.id, call.file_id)
          : undefined;
      if (file === undefined || (await findOwnApplication(reader, call.id, ownerOf(person))) === undefined)
        fail(kernelErrors.not_found);
      return sendPaper(deps.files, request, reply, reader, { ...file, isOwner: true });
    },
  };
}

export async function sendPaper(
  files: FileStorage,
  request: FastifyRequest,
  reply: FastifyReply,
  reader: Reader,
  file: PaperRow & { isOwner?: true },
): Promise<unknown> {
  const stored = (await findStored(reader, file.id)) ?? fail(kernelErrors.not_found);
  return sendStored(files, request, reply, stored, {
    name: nameFor(file.name, file.type),
    type: file.type,
    isOwner: file.isOwner === true,
  });
}

const dayMs = 24 * 3_600_000;

export interface FileJobDeps extends FileDeps {
  draftRetentionDays: number;
}

export function fileJobs(deps: FileJobDeps): readonly Job[] {
  return [
    {
      name: 'gov.drafts.sweep',
      watchesDeadlines: true,
      about: 'Deletes untouched drafts and their papers',
      schedule: '*/10 * * * *',
      run: (_data, { now }) =>
        deleteUntouchedDrafts(deps, new Date(now.getTime() - deps.draftRetentionDays * dayMs), now),
    },
  ];
}
