import type { WriteTx } from '../../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import { signedIn } from '../../../kernel/http/access.ts';
import { type Actor, identityOf } from '../../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../../kernel/http/errors.ts';
import { type Row, write } from '../../../kernel/http/row.ts';
import { ById, type Static } from '../../../kernel/http/schemas.ts';
import {
  type ArrivedFile,
  explain,
  FileRefused,
  FileTooLarge,
  fileErrors,
  type PaperKind,
  paperKinds,
  type StoredFile,
} from '../../files/index.ts';
import { draftUpload } from '../drafts/files.ts';
import { errors } from '../errors.ts';
import { ByService, FileView, FromSpaceBody } from '../schemas.ts';
import { applicationUpload } from './files.ts';
import type { Owner } from './store.ts';
import { addPaper, admitPaper, type FileDeps, refuseKind, type UploadTarget, uploads } from './upload.ts';

export interface FromSpaceDeps extends FileDeps {
  /** A person's own file by its name. */
  findInSpace: (
    db: Reader,
    userId: string,
    name: string,
  ) => Promise<{ name: string; stored: StoredFile } | undefined>;
}

interface Copied {
  name: string;
  file: ArrivedFile;
}

interface Call {
  actor: Actor;
  body: Static<typeof FromSpaceBody>;
  tx: WriteTx;
  prepared: Copied;
}

export function fromSpaceRows(deps: FromSpaceDeps): readonly Row[] {
  const add = async (target: UploadTarget, id: string, { actor, body, tx, prepared }: Call) => {
    const slot = body.slot ?? null;
    const owner = await admit(tx, target, { actor, id, slot, copied: prepared }).catch((error: unknown) => {
      // Not awaited: a second connection inside a transaction would starve the pool. The sweep does it otherwise.
      deps.files.abandon(prepared.file.id).catch(() => undefined);
      throw error;
    });
    return addPaper(tx, deps.files, target, {
      userId: actor.userId,
      owner,
      name: prepared.name,
      slot,
      arrived: prepared.file,
    });
  };
  const shared = {
    method: 'POST',
    access: signedIn,
    limit: uploads,
    body: FromSpaceBody,
    reply: FileView,
    status: 201,
    idempotent: true,
    errors: [
      errors.file_refused,
      errors.paper_kind_refused,
      errors.too_many_files,
      errors.invalid_transition,
      errors.service_inactive,
      errors.file_missing,
      fileErrors.storage_unavailable,
      fileErrors.file_damaged,
      fileErrors.file_infected,
      fileErrors.file_unscannable,
    ],
  } as const;
  return [
    write({
      ...shared,
      id: 'gov.files.add_from_space',
      path: '/gov/applications/:id/files/from-space',
      params: ById,
      acting: applicationUpload.acting,
      audit: applicationUpload.events,
      summary: 'Add a copy of a file of the own space as a paper',
      prepare: ({ actor, body, db }) => copy(deps, db, actor, body.name),
      handler: (call) => add(applicationUpload, call.params.id, call),
    }),
    write({
      ...shared,
      id: 'gov.drafts.files.add_from_space',
      path: '/gov/drafts/:service_id/files/from-space',
      params: ByService,
      acting: draftUpload.acting,
      audit: draftUpload.events,
      summary: 'Add a copy of a file of the own space as a paper of a draft',
      prepare: ({ actor, body, db }) => copy(deps, db, actor, body.name),
      handler: (call) => add(draftUpload, call.params.service_id, call),
    }),
  ];
}

async function admit(
  tx: WriteTx,
  target: UploadTarget,
  call: { actor: Actor; id: string; slot: string | null; copied: Copied },
): Promise<Owner> {
  const { owner, accepts } = await admitPaper(tx, target, call);
  if (!accepts.includes(call.copied.file.type as PaperKind)) refuseKind(accepts);
  return owner;
}

/** A copy with a key of its own: deleting the file from the space later takes nothing from the application. */
async function copy(
  deps: FromSpaceDeps,
  db: Reader,
  actor: Parameters<typeof identityOf>[0],
  name: string,
): Promise<Copied> {
  const found = (await deps.findInSpace(db, actor.userId, name)) ?? fail(kernelErrors.not_found);
  if (deps.files.stateOf(found.stored) === 'infected') fail(fileErrors.file_infected);
  if (!paperKinds.includes(found.stored.type as PaperKind)) fail(errors.file_refused);
  if (found.stored.size_bytes > deps.fileMaxBytes) fail(kernelErrors.payload_too_large);
  const file = await deps.files
    .receive({
      purpose: 'paper',
      userId: actor.userId,
      identity: identityOf(actor),
      source: await deps.files.read(found.stored).catch(explain),
      limitBytes: deps.fileMaxBytes,
      accepts: paperKinds,
    })
    .catch((error: unknown) => {
      if (error instanceof FileTooLarge) fail(kernelErrors.payload_too_large);
      if (error instanceof FileRefused) fail(errors.file_refused);
      return explain(error);
    });
  return { name: found.name, file };
}
