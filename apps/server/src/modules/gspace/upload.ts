import type { FastifyRequest } from 'fastify';
import { type Outbox, unitOfWork } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { signedIn } from '../../kernel/http/access.ts';
import { type Actor, identityOf } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { stopReading } from '../../kernel/http/multipart.ts';
import type { Mount } from '../../kernel/http/row.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { events } from './events.ts';
import { readJsonUpload } from './json-body.ts';
import { openMultipart, overheadBytes } from './multipart.ts';
import { SavedFile } from './schemas.ts';
import type { Arrival, Space } from './space.ts';

export interface UploadDeps {
  database: Database;
  outbox: Outbox;
  now: () => Date;
  space: Space;
}

/** A page sends each dropped file in a request of its own, and a folder of photographs is dropped at once. */
const uploads: Limit = { group: 'gspace-uploads', perMinute: 60, burst: 100, by: 'person' };

export function uploadMount(deps: UploadDeps): Mount {
  return {
    id: 'gspace.upload',
    methods: ['POST'],
    path: '/api/v1/gspace/upload',
    access: signedIn,
    limit: uploads,
    unparsed: true,
    upload: 'stored',
    summary:
      'Save a file in the own space, or replace the one of that name: multipart/form-data with `file`, or JSON `{ name, data }` with base64',
    media: { takes: ['multipart/form-data', 'application/json'], reply: SavedFile, statuses: [200] },
    handle: async (request, reply, actor) => {
      const person = actor as Actor;
      const arrival = await receive(deps.space, request, person).catch((error: unknown) => {
        stopReading(request.raw);
        // An aborted upload is not a server error.
        if (request.raw.readableAborted) fail(kernelErrors.bad_request, { detail: 'upload broken off' });
        throw error;
      });
      try {
        const data = await unitOfWork(
          deps,
          {
            identity: identityOf(person),
            actorUserId: person.userId,
            requestId: request.id,
            now: deps.now(),
          },
          { what: 'gspace.upload', events: [events.uploaded], auditRequired: () => true },
          (tx) => deps.space.keep(tx, person.userId, arrival),
        );
        return reply.send({ status: true, message: 'OK', data, request_id: request.id });
      } catch (error) {
        await deps.space.abandon(arrival);
        throw error;
      }
    },
  };
}

async function receive(space: Space, request: FastifyRequest, actor: Actor): Promise<Arrival> {
  const person = { userId: actor.userId, identity: identityOf(actor) };
  const type = request.headers['content-type'] ?? '';
  if (/^application\/json(;|$)/i.test(type)) {
    const { name, bytes } = await readJsonUpload(request);
    return space.receive(person, { name, source: whole(bytes), announcedBytes: bytes.length });
  }
  if (!/^multipart\/form-data(;|$)/i.test(type)) fail(kernelErrors.unsupported_media_type);
  const { name, source, finish } = await openMultipart(request.raw);
  const announcedBytes = Number(request.headers['content-length'] ?? 0) - overheadBytes;
  const arrival = await space.receive(person, { name, source, announcedBytes });
  try {
    await finish();
    return arrival;
  } catch (error) {
    await space.abandon(arrival);
    throw error;
  }
}

async function* whole(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
