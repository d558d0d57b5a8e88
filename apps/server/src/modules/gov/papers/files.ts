import { randomUUID } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { type Outbox, unitOfWork, type WriteTx } from '../../../kernel/audit/unit-of-work.ts';
import type { Database, Reader } from '../../../kernel/db/database.ts';
import { systemIdentity } from '../../../kernel/db/identity.ts';
import { signedIn } from '../../../kernel/http/access.ts';
import { type Actor, identityOf } from '../../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../../kernel/http/errors.ts';
import type { Mount } from '../../../kernel/http/row.ts';
import type { Job } from '../../../kernel/jobs/jobs.ts';
import { errors } from '../errors.ts';
import { events } from '../events.ts';
import { type FileStore, FileTooLarge } from '../file-store-port.ts';
import type { FileView } from '../schemas.ts';
import { openStatuses } from '../state-machine.ts';
import { findOwnApplication } from '../store.ts';
import { disposition, FileRefused, inspect, nameFor, tidyName } from './kind.ts';
import {
  findFile,
  forgetFile,
  insertArriving,
  listFiles,
  listUnsettled,
  lockOwn,
  markKept,
  markRemoved,
} from './store.ts';

export interface FileDeps {
  database: Database;
  outbox: Outbox;
  now: () => Date;
  files: FileStore;
  fileMaxBytes: number;
}

export const maxFiles = 20;
const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * A paper for an application, streamed to where files are kept. The row comes first and is confirmed last, each in its
 * own short transaction: no connection waits for somebody's slow line, and whatever goes wrong the sweep finds.
 */
export function uploadMount(deps: FileDeps): Mount {
  return {
    id: 'gov.files.add',
    methods: ['POST'],
    path: '/api/v1/gov/applications/:id/files',
    access: signedIn,
    unparsed: true,
    summary: 'Add a paper: the file itself as the body, its name as ?name=',
    handle: async (request, reply, actor) => {
      const person = actor as Actor;
      const { id } = request.params as { id: string };
      if (!uuid.test(id)) fail(kernelErrors.not_found);
      const given = (request.query as { name?: unknown }).name;
      const name = tidyName(typeof given === 'string' ? given : '');
      if (name === '') fail(errors.name_required);
      if (Number(request.headers['content-length'] ?? 0) > deps.fileMaxBytes) refuseLarge(reply);
      const work = <T>(what: (tx: WriteTx) => Promise<T>, audited: boolean) =>
        unitOfWork(
          deps,
          {
            identity: identityOf(person),
            actorUserId: person.userId,
            requestId: request.id,
            now: deps.now(),
          },
          { what: 'gov.files.add', events: [events.fileAdded], auditRequired: () => audited },
          what,
        );
      const fileId = randomUUID();
      await work((tx) => expect(tx, person.userId, { applicationId: id, fileId, name }), false);
      try {
        const { source, found } = inspect(request.raw);
        const sizeBytes = await deps.files.put(fileId, source, deps.fileMaxBytes);
        const file = { id: fileId, applicationId: id, sizeBytes, ...found() };
        const view = await work((tx) => keep(tx, person.userId, file), true);
        const data = showFile(view);
        return reply.code(201).send({ status: true, message: 'OK', data, request_id: request.id });
      } catch (error) {
        await work((tx) => markRemoved(tx, id, fileId), false);
        if (error instanceof FileTooLarge) refuseLarge(reply);
        if (error instanceof FileRefused) fail(errors.file_refused);
        throw error;
      }
    },
  };
}

/** The rest of the body is not waited for: the connection ends with the answer. */
function refuseLarge(reply: FastifyReply): never {
  reply.header('connection', 'close');
  fail(kernelErrors.payload_too_large);
}

async function lockOpen(tx: WriteTx, userId: string, applicationId: string): Promise<void> {
  const application = (await lockOwn(tx, applicationId, userId)) ?? fail(kernelErrors.not_found);
  if (!openStatuses.includes(application.status)) fail(errors.invalid_transition);
}

async function expect(
  tx: WriteTx,
  userId: string,
  file: { applicationId: string; fileId: string; name: string },
): Promise<void> {
  await lockOpen(tx, userId, file.applicationId);
  const { fileId, applicationId, name } = file;
  if (!(await insertArriving(tx, { id: fileId, applicationId, userId, name, now: tx.now }, maxFiles)))
    fail(errors.too_many_files);
}

async function keep(
  tx: WriteTx,
  userId: string,
  file: { id: string; applicationId: string; type: FileView['type']; sizeBytes: number; sha256: string },
): Promise<FileView> {
  await lockOpen(tx, userId, file.applicationId);
  const view = (await markKept(tx, file)) ?? fail(errors.file_missing);
  tx.audit(events.fileAdded, {
    target: file.id,
    metadata: {
      application_id: file.applicationId,
      type: file.type,
      size_bytes: file.sizeBytes,
      sha256: file.sha256,
    },
  });
  return view;
}

const showFile = (file: FileView): FileView => ({ ...file, name: nameFor(file.name, file.type) });

export async function listPapers(
  db: Reader | WriteTx,
  applicationId: string,
): Promise<{ items: FileView[]; total: number }> {
  const items = (await listFiles(db, applicationId)).map(showFile);
  return { items, total: items.length };
}

export async function listOwnPapers(db: Reader, userId: string, applicationId: string) {
  if ((await findOwnApplication(db, applicationId, userId)) === undefined) fail(kernelErrors.not_found);
  return listPapers(db, applicationId);
}

export async function removePaper(
  tx: WriteTx,
  userId: string,
  call: { id: string; file_id: string },
): Promise<Record<string, never>> {
  await lockOpen(tx, userId, call.id);
  if ((await findFile(tx, call.id, call.file_id)) === undefined) fail(kernelErrors.not_found);
  await markRemoved(tx, call.id, call.file_id);
  tx.audit(events.fileRemoved, { target: call.file_id, metadata: { application_id: call.id } });
  return {};
}

/** A paper as the applicant gave it, to themselves. */
export function downloadMount(deps: FileDeps): Mount {
  return {
    id: 'gov.files.download',
    methods: ['GET'],
    path: '/api/v1/gov/applications/:id/files/:file_id',
    access: signedIn,
    summary: 'The paper itself',
    handle: async (request, reply, actor) => {
      const person = actor as Actor;
      const call = request.params as { id: string; file_id: string };
      const file =
        uuid.test(call.id) && uuid.test(call.file_id)
          ? await findFile(deps.database.reader(identityOf(person)), call.id, call.file_id)
          : undefined;
      if (file?.user_id !== person.userId) fail(kernelErrors.not_found);
      return sendFile(deps.files, reply, file);
    },
  };
}

/** Never shown in place, never guessed at: what people send is saved, and opened by a program of the reader's choice. */
export async function sendFile(files: FileStore, reply: FastifyReply, file: FileView): Promise<unknown> {
  const stream = (await files.get(file.id)) ?? fail(errors.file_missing);
  return reply
    .header('content-type', file.type)
    .header('content-length', String(file.size_bytes))
    .header('content-disposition', disposition(nameFor(file.name, file.type)))
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .send(stream);
}

const arrivalMs = 3_600_000;
const sweepBatch = 200;

export function fileJobs(deps: FileDeps): readonly Job[] {
  return [
    {
      name: 'gov.files.sweep',
      about: 'Removes papers that were taken back, and what an upload that never ended left behind',
      schedule: '*/10 * * * *',
      run: async (_data, { now, log }) => {
        const unsettled = await listUnsettled(
          deps.database.reader(systemIdentity),
          new Date(now.getTime() - arrivalMs),
          sweepBatch,
        );
        for (const { id } of unsettled) {
          try {
            await deps.files.remove(id);
            await deps.database.transaction(systemIdentity, (tx) => forgetFile(tx, id));
          } catch (error) {
            log.warn({ err: error }, 'a file was not removed; the next sweep tries again');
          }
        }
      },
    },
  ];
}
