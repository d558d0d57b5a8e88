import { type Readable, Transform } from 'node:stream';
import { type Outbox, unitOfWork } from '../../../kernel/audit/unit-of-work.ts';
import { systemIdentity } from '../../../kernel/db/identity.ts';
import { signedIn } from '../../../kernel/http/access.ts';
import type { Actor } from '../../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../../kernel/http/errors.ts';
import type { Mount } from '../../../kernel/http/row.ts';
import { type FileStorage, findStored, sendStored } from '../../files/index.ts';
import { findDocumentOfRequest } from '../document-store.ts';
import { signedName } from '../names-and-times.ts';
import { type AccessDeps, openSeat } from './access.ts';
import { events } from './events.ts';
import { markSeen } from './party-store.ts';

interface DocumentDeps extends AccessDeps {
  outbox: Outbox;
  files: FileStorage;
  now: () => Date;
}

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** A page reads a large document in many ranges. */
const notAgainWithinMs = 10 * 60_000;

export function requestDocumentMount(deps: DocumentDeps): Mount {
  return {
    id: 'sign.requests.document',
    methods: ['GET'],
    path: '/api/v1/sign/requests/:id/document',
    access: signedIn,
    summary: 'The current revision of the document of a request; a party has then seen it',
    media: { gives: ['application/pdf'] },
    handle: async (request, reply, actor) => {
      const person = actor as Actor;
      const { id } = request.params as { id: string };
      if (!uuid.test(id)) fail(kernelErrors.not_found);
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      const seat = await openSeat(deps, person, id, gone.signal);
      const own = seat.mine.map((party) => party.id);
      const stored = await unitOfWork(
        deps,
        { identity: systemIdentity, actorUserId: person.userId, requestId: request.id, now: deps.now() },
        { what: 'sign.requests.document', events: [events.read], auditRequired: () => true },
        async (tx) => {
          const entry = { target: id, metadata: { party: own.join(' ') } };
          tx.auditEach(events.read, [entry], { notAgainWithinMs });
          const copy =
            seat.request.state === 'completed'
              ? await findDocumentOfRequest(tx, id, person.userId)
              : undefined;
          const fileId = copy?.file_id ?? seat.request.file_id;
          return fileId === null ? undefined : findStored(tx, fileId);
        },
      );
      if (stored === undefined) fail(kernelErrors.not_found);
      const { filename, level } = seat.request;
      const seen = () =>
        deps.database.transaction(systemIdentity, (tx) =>
          markSeen(tx, { ids: own, userId: person.userId, fileId: stored.id, now: deps.now() }),
        );
      const files: Pick<FileStorage, 'read' | 'stateOf'> = {
        stateOf: deps.files.stateOf,
        read: async (file, range) => {
          const bytes = await deps.files.read(file, range);
          // A part of the document, its head or "not modified" is not the document.
          const isWhole = range === undefined || (range.start === 0 && range.end === file.size_bytes - 1);
          return isWhole && own.length > 0 ? beforeItsEnd(bytes, seen) : bytes;
        },
      };
      return sendStored(files, request, reply, stored, {
        name: level === null ? filename : signedName(filename),
        type: 'application/pdf',
        isOwner: seat.isSender,
      });
    },
  };
}

/** The last piece waits for the record, so that a reader who has everything can sign at once. */
function beforeItsEnd(source: Readable, record: () => Promise<unknown>): Readable {
  let last: Buffer | undefined;
  const through = new Transform({
    transform(piece: Buffer, _encoding, done) {
      const ready = last;
      last = piece;
      done(null, ready);
    },
    flush(done) {
      record().then(
        () => done(null, last),
        (error: unknown) => done(error as Error),
      );
    },
  });
  return source.once('error', (error) => through.destroy(error)).pipe(through);
}
