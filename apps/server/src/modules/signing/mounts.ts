import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Outbox, unitOfWork } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { signedIn } from '../../kernel/http/access.ts';
import { type Actor, identityOf, noService } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { languageOf } from '../../kernel/http/language.ts';
import type { Mount } from '../../kernel/http/row.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { type FileStorage, findStored, sendStored } from '../files/index.ts';
import { type BeginDeps, beginPdf, keepPdf, type PdfToSign } from './begin.ts';
import { checkDocument } from './check-document.ts';
import { findOwnDocument } from './document-store.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { readForm } from './form.ts';
import { signedName } from './names-and-times.ts';
import { CheckView, InitView } from './schemas.ts';
import { largestFormBytes } from './sizes.ts';
import { findOwnSession } from './store.ts';

export interface MountDeps extends BeginDeps {
  database: Database;
  outbox: Outbox;
  now: () => Date;
}

/** wire-services 1.4. */
export const starts: Limit = { group: 'sign-start', perMinute: 10, burst: 5, by: 'person' };
const sessionId = /^[0-9a-f]{32}$/;
const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const fields = ['onBehalfOf', 'mark', 'page', 'x', 'y', 'width', 'height'] as const;

export function initMount(deps: MountDeps): Mount {
  return {
    id: 'sign.init',
    methods: ['POST'],
    path: '/api/v1/sign/init',
    access: signedIn,
    acting: { act: 'sign', service: noService },
    limit: starts,
    unparsed: true,
    upload: 'spooled',
    bodyLimitBytes: largestFormBytes,
    summary:
      'Begin to sign a PDF: the field file, onBehalfOf for an organisation; mark=none, or page, x, y, width and height in points, place the mark',
    media: { takes: ['multipart/form-data'], reply: InitView, statuses: [200] },
    handle: async (request, reply, actor) => {
      const person = actor as Actor;
      const form = await readForm(request, fields);
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      const begun = await beginPdf(deps, deps.database.reader(identityOf(person)), {
        userId: person.userId,
        file: await form.file.read(),
        filename: form.filename,
        ...representedBy(person, registerOf(form.fields.get('onBehalfOf'))),
        mark: markOf(form.fields),
        language: languageOf(request),
        now: deps.now(),
        signal: gone.signal,
      });
      await unitOfWork(
        deps,
        { identity: identityOf(person), actorUserId: person.userId, requestId: request.id, now: deps.now() },
        { what: 'sign.init', events: [events.init], auditRequired: () => true },
        (tx) => keepPdf(deps, tx, person.userId, begun),
      ).catch(async (error: unknown) => {
        await deps.files.abandon(begun.prepared.id).catch(() => undefined);
        throw error;
      });
      const { id, digest, verificationCode, filename } = begun.session;
      const data = {
        session_id: id,
        document_hash: digest,
        verification_code: verificationCode,
        filename,
        warnings: begun.warnings,
      };
      return reply.code(200).send({ status: true, message: 'OK', data, request_id: request.id });
    },
  };
}

/** Reading a large document takes up to seconds of a processor. */
export const checks: Limit = { group: 'sign-check', perMinute: 20, burst: 10, by: 'person' };

/** Before the phone is asked: afterwards a warning comes late. */
export function checkMount(deps: MountDeps): Mount {
  return {
    id: 'sign.check',
    methods: ['POST'],
    openInMaintenance: true,
    path: '/api/v1/sign/check',
    access: signedIn,
    limit: checks,
    unparsed: true,
    upload: 'spooled',
    bodyLimitBytes: largestFormBytes,
    summary:
      'What to know about a PDF before it is signed: the field file. Nothing of it is kept; 400 not_signable for one that nobody can sign',
    media: { takes: ['multipart/form-data'], reply: CheckView, statuses: [200] },
    handle: async (request, reply) => {
      const { file } = await readForm(request, []);
      const warnings = await checkDocument(deps, await file.read(), {
        language: languageOf(request),
        now: deps.now(),
      });
      return reply.send({ status: true, message: 'OK', data: { warnings }, request_id: request.id });
    },
  };
}

/** The party of the request and the field of the form must not name two different organisations. */
function representedBy({ party }: Actor, given: string | undefined): Pick<PdfToSign, 'onBehalfOf' | 'child'> {
  if (party === undefined) return { onBehalfOf: given };
  const named = party.kind === 'organisation' ? party.number : undefined;
  if (given !== undefined && given !== named) fail(kernelErrors.acting_not_taken);
  return named === undefined ? { onBehalfOf: undefined, child: party } : { onBehalfOf: named };
}

/** `NTRMN-<register>` or the bare register number. */
function registerOf(given: string | undefined): string | undefined {
  const text = given?.trim().replace(/^NTRMN-/i, '') ?? '';
  if (text === '') return undefined;
  return /^[0-9A-Za-zА-ЯЁӨҮа-яёөү-]{4,16}$/u.test(text)
    ? text
    : fail(kernelErrors.bad_request, { detail: 'onBehalfOf' });
}

function markOf(given: ReadonlyMap<string, string>): PdfToSign['mark'] {
  if (given.get('mark') === 'none') return 'none';
  const names = ['page', 'x', 'y', 'width', 'height'] as const;
  if (!names.some((name) => given.has(name))) return 'default';
  const [page, x, y, width, height] = names.map((name) => {
    const text = given.get(name) ?? '';
    const value = /^\d{1,6}(\.\d{1,4})?$/.test(text) ? Number(text) : Number.NaN;
    return Number.isNaN(value) ? fail(kernelErrors.bad_request, { detail: name }) : value;
  }) as [number, number, number, number, number];
  if (!Number.isInteger(page) || page < 1) fail(kernelErrors.bad_request, { detail: 'page' });
  return { page: page - 1, x, y, width, height };
}

interface Download {
  database: Database;
  outbox: Outbox;
  files: FileStorage;
  now: () => Date;
}

export function downloadMount(deps: Download): Mount {
  return {
    id: 'sign.download',
    methods: ['GET'],
    path: '/api/v1/sign/:id/download',
    access: signedIn,
    summary: 'The signed document',
    media: { gives: ['application/pdf'] },
    handle: async (request, reply, actor) => {
      const person = actor as Actor;
      const { id } = request.params as { id: string };
      const reader = deps.database.reader(identityOf(person));
      const session = sessionId.test(id) ? await findOwnSession(reader, id, person.userId) : undefined;
      if (session === undefined) fail(kernelErrors.not_found);
      if (session.state !== 'completed' || session.kind !== 'pdf') fail(errors.not_finished);
      if (session.signed_file === null) fail(kernelErrors.not_found);
      return send(deps, request, reply, person, {
        id,
        fileId: session.signed_file,
        name: signedName(session.filename),
      });
    },
  };
}

export function documentMount(deps: Download): Mount {
  return {
    id: 'sign.documents.download',
    methods: ['GET'],
    path: '/api/v1/sign/documents/:id/download',
    access: signedIn,
    summary: 'A signed document that the person keeps',
    media: { gives: ['application/pdf'] },
    handle: async (request, reply, actor) => {
      const person = actor as Actor;
      const { id } = request.params as { id: string };
      const reader = deps.database.reader(identityOf(person));
      const document = uuid.test(id) ? await findOwnDocument(reader, id, person.userId) : undefined;
      if (document === undefined) fail(kernelErrors.not_found);
      return send(deps, request, reply, person, { id, fileId: document.file_id, name: document.name });
    },
  };
}

async function send(
  deps: Download,
  request: FastifyRequest,
  reply: FastifyReply,
  person: Actor,
  { id, fileId, name }: { id: string; fileId: string; name: string },
): Promise<unknown> {
  const stored = await unitOfWork(
    deps,
    { identity: identityOf(person), actorUserId: person.userId, requestId: request.id, now: deps.now() },
    { what: 'sign.download', events: [events.download], auditRequired: () => true },
    async (tx) => {
      tx.audit(events.download, { target: id });
      return findStored(tx, fileId);
    },
  );
  if (stored === undefined) fail(kernelErrors.not_found);
  return sendStored(deps.files, request, reply, stored, { name, type: 'application/pdf', isOwner: true });
}
