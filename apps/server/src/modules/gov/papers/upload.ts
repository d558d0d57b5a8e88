import type { FormSchema } from '@tamga/forms';
import type { FastifyReply } from 'fastify';
import type { AuditEvent } from '../../../kernel/audit/events.ts';
import { type Outbox, unitOfWork, type WriteTx } from '../../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../../kernel/db/database.ts';
import { signedIn } from '../../../kernel/http/access.ts';
import { type ActingRule, type Actor, identityOf } from '../../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../../kernel/http/errors.ts';
import { once, repeatableCall } from '../../../kernel/http/idempotency.ts';
import type { Mount } from '../../../kernel/http/row.ts';
import type { Limit } from '../../../kernel/http/token-bucket.ts';
import type { Keyring } from '../../../kernel/security/keyring.ts';
import {
  type ArrivedFile,
  explain,
  FileRefused,
  type FileStorage,
  FileTooLarge,
  nameFor,
  type PaperKind,
  paperKinds,
  sanitizeName,
} from '../../files/index.ts';
import { errors } from '../errors.ts';
import { events } from '../events.ts';
import { FileView, UploadQuery } from '../schemas.ts';
import { acceptedKinds } from './slots.ts';
import { countFiles, insertFile, type Owner, type PaperRow } from './store.ts';

export interface FileDeps {
  database: Database;
  outbox: Outbox;
  now: () => Date;
  files: FileStorage;
  keyring: Keyring;
  fileMaxBytes: number;
}

export const maxFiles = 20;
/** One full application at once, with room for repeated uploads. */
export const uploads: Limit = { group: 'gov-files', perMinute: 30, burst: 30, by: 'person' };
export const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

export interface UploadTarget {
  id: string;
  path: string;
  summary: string;
  acting: ActingRule;
  /** Locks the owner while papers are counted; fails when it is not the person's own or accepts no papers. */
  open(tx: WriteTx, actor: Actor, id: string): Promise<{ owner: Owner; form: FormSchema | null }>;
  /** Checks again after the upload: the owner may have ended meanwhile. */
  reopen(tx: WriteTx, actor: Actor, owner: Owner): Promise<void>;
  record(tx: WriteTx, owner: Owner, file: FileView): void;
  /** Events of `open` and `record`. */
  events: readonly AuditEvent[];
}

/** The owner and the kinds that the slot takes; fails when there is no room for one more paper. */
export async function admitPaper(
  tx: WriteTx,
  target: UploadTarget,
  call: { actor: Actor; id: string; slot: string | null },
): Promise<{ owner: Owner; accepts: readonly PaperKind[] }> {
  const { owner, form } = await target.open(tx, call.actor, call.id);
  const accepts = acceptedKinds(form, call.slot);
  if ((await countFiles(tx, owner)) >= maxFiles) fail(errors.too_many_files);
  return { owner, accepts };
}

/** In the transaction that checked the owner. */
export async function addPaper(
  tx: WriteTx,
  files: FileStorage,
  target: UploadTarget,
  paper: { userId: string; owner: Owner; name: string; slot: string | null; arrived: ArrivedFile },
): Promise<FileView> {
  const { userId, owner, name, slot, arrived } = paper;
  if (!(await files.claim(tx, arrived))) fail(errors.file_missing);
  const row = { id: arrived.id, userId, name, slot, now: tx.now };
  if (!(await insertFile(tx, owner, row, maxFiles))) fail(errors.too_many_files);
  const file = showFile(files, {
    id: arrived.id,
    name,
    slot,
    type: arrived.type as PaperKind,
    size_bytes: arrived.sizeBytes,
    sha256: arrived.sha256,
    scan: arrived.scan,
    scan_note: '',
    uploaded_by: '',
    created_at: tx.now.toISOString(),
  });
  target.record(tx, owner, file);
  return file;
}

/** Two short transactions, before and after the bytes: a slow upload holds no database connection. */
export function uploadMount(deps: FileDeps, target: UploadTarget): Mount {
  return {
    id: target.id,
    methods: ['POST'],
    path: target.path,
    access: signedIn,
    acting: target.acting,
    limit: uploads,
    unparsed: true,
    upload: 'stored',
    idempotent: true,
    summary: target.summary,
    media: { query: UploadQuery, takes: paperKinds, reply: FileView, statuses: [201] },
    handle: async (request, reply, actor) => {
      const person = actor as Actor;
      const [given = ''] = Object.values(request.params as Record<string, string>);
      if (!uuid.test(given)) fail(kernelErrors.not_found);
      const { name: called, slot: asked } = request.query as { name?: unknown; slot?: unknown };
      const name = sanitizeName(typeof called === 'string' ? called : '');
      if (name === '') fail(errors.name_required);
      const slot = asked === undefined ? null : String(asked);
      if (Number(request.headers['content-length'] ?? 0) > deps.fileMaxBytes) refuseLarge(reply);
      const work = <T>(what: (tx: WriteTx) => Promise<T>, isAudited: (result: T) => boolean) =>
        unitOfWork<T>(
          deps,
          {
            identity: identityOf(person),
            actorUserId: person.userId,
            requestId: request.id,
            now: deps.now(),
          },
          { what: target.id, events: target.events, auditRequired: isAudited },
          what,
        );
      const { owner, accepts } = await work(
        (tx) => admitPaper(tx, target, { actor: person, id: given, slot }),
        () => false,
      );
      const arrived = await deps.files
        .receive({
          purpose: 'paper',
          userId: person.userId,
          identity: identityOf(person),
          source: request.raw.iterator({ destroyOnReturn: false }),
          limitBytes: deps.fileMaxBytes,
          accepts,
        })
        .catch((error: unknown) => {
          // An unread half of a body would block its sender, the connection and a server shutdown.
          request.raw.resume();
          // An aborted upload is not a server error.
          if (request.raw.readableAborted) fail(kernelErrors.bad_request, { detail: 'upload broken off' });
          if (error instanceof FileTooLarge) refuseLarge(reply);
          if (error instanceof FileRefused) refuseKind(accepts);
          return explain(error);
        });
      try {
        const repeat = repeatableCall(request.headers, {
          scope: person.userId,
          rowId: target.id,
          body: [given, name, slot, arrived.sha256, person.party?.id],
          now: deps.now(),
        });
        const { data, isRepeat } = await work(
          (tx) =>
            once(tx, deps.keyring, repeat, async () => {
              await target.reopen(tx, person, owner);
              return addPaper(tx, deps.files, target, { userId: person.userId, owner, name, slot, arrived });
            }),
          (made) => !made.isRepeat,
        );
        if (isRepeat) await deps.files.abandon(arrived.id);
        return reply.code(201).send({ status: true, message: 'OK', data, request_id: request.id });
      } catch (error) {
        await deps.files.abandon(arrived.id);
        throw error;
      }
    },
  };
}

/** Closes the connection with the answer instead of reading the rest of the body. */
function refuseLarge(reply: FastifyReply): never {
  reply.header('connection', 'close');
  fail(kernelErrors.payload_too_large);
}

export function refuseKind(accepts: readonly PaperKind[]): never {
  if (accepts.length === paperKinds.length) fail(errors.file_refused);
  fail(errors.paper_kind_refused, { data: { accepts } });
}

/** The reason stands beside a paper that nobody can open. */
export function showFile(files: Pick<FileStorage, 'stateOf'>, paper: PaperRow): FileView {
  const { scan, scan_note: reason, uploaded_by, ...file } = paper;
  const name = nameFor(file.name, file.type);
  return {
    ...file,
    name,
    state: files.stateOf({ scan }),
    ...(reason === '' ? {} : { reason }),
    ...(uploaded_by === '' ? {} : { uploaded_by }),
  };
}

export function recordAdded(
  tx: WriteTx,
  applicationId: string,
  file: Pick<FileView, 'id' | 'type' | 'size_bytes' | 'sha256'>,
): void {
  tx.audit(events.fileAdded, {
    target: file.id,
    metadata: {
      application_id: applicationId,
      type: file.type,
      size_bytes: file.size_bytes,
      sha256: file.sha256,
    },
  });
}
