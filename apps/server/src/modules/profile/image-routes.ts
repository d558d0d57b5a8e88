import type { FastifyRequest } from 'fastify';
import type { AuditEvent } from '../../kernel/audit/events.ts';
import type { AuditFields } from '../../kernel/audit/unit-of-work.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { signedIn } from '../../kernel/http/access.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { type Mount, type Row, unchanged, write } from '../../kernel/http/row.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import {
  ByRegNo,
  eidConsoleErrors,
  isRegNo,
  type RightsDeps,
  type RightType,
  recordsErrors,
  requireRight,
} from '../eid-console/index.ts';
import { sendStored } from '../files/index.ts';
import { events } from './events.ts';
import { type ImagePlace, signaturePlace, stampPlace } from './image-store.ts';
import { findImage, type ImageDeps, imageBytes, readImage, removeImage, storeImage } from './images.ts';
import { ImageFileView } from './schemas.ts';

export type ImageRouteDeps = ImageDeps & RightsDeps;

const uploads: Limit = { group: 'me-images', perMinute: 10, burst: 10, by: 'person' };
const ownWrites: Limit = { group: 'me', perMinute: 30, burst: 15 };
const kinds = ['image/png', 'image/jpeg'];
/** The provider of the right answers within this, or the upload fails. */
const rightMs = 15_000;

/** An image of a person or an organisation, and the right that its change and its sight need. */
interface ImageSort {
  id: string;
  path: string;
  purpose: 'signature' | 'stamp';
  what: string;
  set: AuditEvent;
  /** Checks the right, then gives the place and the fields of its audit events. */
  open(
    request: FastifyRequest,
    person: Actor,
    right: RightType,
  ): Promise<{ place: ImagePlace; fields: AuditFields }>;
}

const signature: ImageSort = {
  id: 'me.signature.file',
  path: '/me/signature/file',
  purpose: 'signature',
  what: 'the person’s signature',
  set: events.signatureSet,
  open: async (_request, { userId }) => ({ place: signaturePlace(userId), fields: { target: userId } }),
};

const stampOf = (deps: ImageRouteDeps): ImageSort => ({
  id: 'me.orgstamp.file',
  path: '/me/orgstamp/:regNo/file',
  purpose: 'stamp',
  what: 'an organisation’s stamp',
  set: events.stampSet,
  open: async (request, { userId }, right) => {
    const regNo = (request.params as { regNo: string }).regNo.toUpperCase();
    if (!isRegNo(regNo)) fail(kernelErrors.not_found);
    const signal = AbortSignal.timeout(rightMs);
    await requireRight(deps, deps.database.reader(systemIdentity), { userId, regNo, signal }, right);
    return { place: stampPlace(regNo, userId), fields: { metadata: { reg_no: regNo } } };
  },
});

export const imageMounts = (deps: ImageRouteDeps): readonly Mount[] =>
  [signature, stampOf(deps)].flatMap((sort) => [uploadMount(deps, sort), showMount(deps, sort)]);

const uploadMount = (deps: ImageDeps, { id, path, purpose, what, set, open }: ImageSort): Mount => ({
  id: `${id}.set`,
  methods: ['PUT'],
  path: `/api/v1${path}`,
  access: signedIn,
  limit: uploads,
  unparsed: true,
  upload: 'spooled',
  bodyLimitBytes: imageBytes,
  summary: `Upload the image of ${what}: a PNG or JPEG of at most 6 MiB as the body`,
  media: { takes: kinds, reply: ImageFileView, statuses: [201] },
  handle: async (request, reply, actor) => {
    const person = actor as Actor;
    const { place, fields } = await open(request, person, 'ADMIN').catch((error: unknown) => {
      request.raw.resume();
      throw error;
    });
    const image = await storeImage(
      deps,
      place,
      { bytes: await readImage(request, reply), purpose, userId: person.userId, requestId: request.id },
      { what: `${id}.set`, events: [set], audit: (tx) => tx.audit(set, fields) },
    );
    return reply.code(201).send({ status: true, message: 'OK', data: { image }, request_id: request.id });
  },
});

/** Nobody but the person, or a representative, sees it; a document that is signed shows it then. */
const showMount = (deps: ImageDeps, { id, path, purpose, what, open }: ImageSort): Mount => ({
  id,
  methods: ['GET'],
  path: `/api/v1${path}`,
  access: signedIn,
  summary: `The uploaded image of ${what}`,
  media: { gives: kinds },
  handle: async (request, reply, actor) => {
    const { place } = await open(request, actor as Actor, 'MANAGER');
    const file = (await findImage(deps.database, place)) ?? fail(kernelErrors.not_found);
    const ending = file.type === 'image/png' ? 'png' : 'jpg';
    // A stamp may reach a representative who did not upload it.
    const isOwner = purpose === 'signature';
    const shown = { name: `${purpose}.${ending}`, type: file.type, isOwner };
    return sendStored(deps.files, request, reply, file, shown);
  },
});

export function imageRows(deps: ImageRouteDeps): readonly Row[] {
  return [
    write({
      id: 'me.signature.file.remove',
      method: 'DELETE',
      path: '/me/signature/file',
      access: signedIn,
      limit: ownWrites,
      reply: ImageFileView,
      errors: [],
      audit: [events.signatureRemoved],
      summary: 'Remove the uploaded image of the person’s signature',
      handler: async ({ actor, tx }) => {
        if (!(await removeImage(tx, signaturePlace(actor.userId)))) return unchanged({});
        tx.audit(events.signatureRemoved, { target: actor.userId });
        return {};
      },
    }),
    write({
      id: 'me.orgstamp.file.remove',
      method: 'DELETE',
      path: '/me/orgstamp/:regNo/file',
      access: signedIn,
      asSystem: 'another representative may have uploaded the stamp',
      limit: ownWrites,
      params: ByRegNo,
      reply: ImageFileView,
      errors: [eidConsoleErrors.not_representative, eidConsoleErrors.managed_upstream, ...recordsErrors],
      audit: [events.stampRemoved],
      summary: 'Remove the uploaded stamp of an organisation',
      prepare: async ({ actor, params, db, request }) => {
        const regNo = params.regNo.toUpperCase();
        await requireRight(deps, db, { userId: actor.userId, regNo, signal: request.released }, 'ADMIN');
        return regNo;
      },
      handler: async ({ actor, tx, prepared: regNo }) => {
        if (!(await removeImage(tx, stampPlace(regNo, actor.userId)))) return unchanged({});
        tx.audit(events.stampRemoved, { metadata: { reg_no: regNo } });
        return {};
      },
    }),
  ];
}
