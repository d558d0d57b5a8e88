import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { signedIn } from '../../kernel/http/access.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { type RequestFacts, type Row, read, unchanged, write } from '../../kernel/http/row.ts';
import { ById, Empty, listOf } from '../../kernel/http/schemas.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { type AdvanceDeps, observe, type Progress, settle, settleEvents } from './advance.ts';
import { type BeginDeps, beginForeignDigest, keepDigest } from './begin.ts';
import { dropDocument, keepDocument, showDocuments } from './documents.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { starts } from './mounts.ts';
import type { Level } from './pades/level.ts';
import {
  BySession,
  BySid,
  DocumentView,
  InitiateBody,
  InitiatedView,
  SessionView,
  SignerOrganisation,
  StatusView,
} from './schemas.ts';
import { findOwnSession, type SessionRow } from './store.ts';

export type RouteDeps = BeginDeps & AdvanceDeps;

const polls: Limit = { group: 'sign-poll', perMinute: 60, burst: 30, by: 'person' };

const settledAsSystem = 'the signature of a party changes a request, which belongs to its sender';

const statusWords = {
  running: 'RUNNING',
  completed: 'CONFIRMED',
  rejected: 'REFUSED',
  failed: 'TIMEOUT',
  expired: 'TIMEOUT',
} as const;

interface Seen {
  session: SessionRow;
  progress: Progress;
}

export function signRows(deps: RouteDeps): readonly Row[] {
  /** Asks the phone once. */
  const look = async (db: Reader, actor: Actor, id: string, request: RequestFacts): Promise<Seen> => {
    const session = (await findOwnSession(db, id, actor.userId)) ?? fail(kernelErrors.not_found);
    const context = { signal: request.released, requestId: request.id };
    return { session, progress: await observe(deps, session, context) };
  };
  const settled = async <View>(tx: WriteTx, seen: Seen, view: (session: SessionRow) => View) => {
    const { session, isChanged } = await settle(deps, tx, seen.session, seen.progress);
    return isChanged ? view(session) : unchanged(view(session));
  };
  return [
    write({
      id: 'sign.initiate',
      method: 'POST',
      path: '/sign/initiate',
      access: signedIn,
      limit: starts,
      body: InitiateBody,
      reply: InitiatedView,
      errors: [errors.no_register, errors.document_cannot_sign],
      audit: [events.initiate],
      summary: 'Begin to sign a digest',
      prepare: ({ actor, body, db, request }) =>
        beginForeignDigest(deps, db, actor.userId, body, request.now),
      handler: async ({ actor, prepared, tx }) => {
        await keepDigest(tx, actor.userId, prepared);
        return {
          sid: prepared.id,
          state: 'RUNNING' as const,
          verification_code: prepared.verificationCode,
        };
      },
    }),
    write({
      id: 'sign.status',
      method: 'GET',
      path: '/sign/status/:sid',
      access: signedIn,
      limit: polls,
      params: BySid,
      reply: StatusView,
      errors: [],
      asSystem: settledAsSystem,
      audit: settleEvents,
      summary: 'The state of a signing, in the words of the eID provider',
      prepare: ({ actor, db, params, request }) => look(db, actor, params.sid, request),
      handler: ({ prepared, tx }) =>
        settled(tx, prepared, ({ id, state }) => ({ sid: id, state: statusWords[state] })),
    }),
    read({
      id: 'sign.organisations',
      path: '/sign/organisations',
      access: signedIn,
      limit: polls,
      reply: listOf(SignerOrganisation),
      errors: [],
      summary: 'Organisations that the person represents and that have the signing app',
      handler: async ({ actor, db, request }) => {
        const found = await deps.representationsOf(db, actor.userId, request.released);
        const items = found.map(({ regNo, name, nameEn, role }) => ({
          org_register: regNo,
          org_name: name,
          org_name_en: nameEn,
          role,
        }));
        return { items, total: items.length };
      },
    }),
    read({
      id: 'sign.documents.list',
      path: '/sign/documents',
      access: signedIn,
      reply: listOf(DocumentView),
      errors: [],
      summary: 'Signed documents that the person keeps, newest first',
      handler: ({ actor, db }) => showDocuments(db, actor.userId),
    }),
    write({
      id: 'sign.documents.remove',
      method: 'DELETE',
      path: '/sign/documents/:id',
      access: signedIn,
      params: ById,
      reply: Empty,
      errors: [],
      asSystem: 'the file goes with the last person who keeps it, and nobody sees who else does',
      audit: [events.remove],
      summary: 'Remove a signed document',
      handler: ({ actor, params, tx }) => dropDocument(tx, actor.userId, params.id),
    }),
    write({
      id: 'sign.session',
      method: 'GET',
      path: '/sign/:id',
      access: signedIn,
      limit: polls,
      params: BySession,
      reply: SessionView,
      errors: [],
      asSystem: settledAsSystem,
      audit: settleEvents,
      summary: 'A signing; asks the phone once',
      prepare: ({ actor, db, params, request }) => look(db, actor, params.id, request),
      handler: ({ prepared, tx }) => settled(tx, prepared, (session) => viewSession(session, deps.target)),
    }),
    write({
      id: 'sign.cancel',
      method: 'DELETE',
      path: '/sign/:id',
      access: signedIn,
      params: BySession,
      reply: SessionView,
      errors: [],
      asSystem: settledAsSystem,
      audit: [events.reject],
      summary: 'Stop a signing that waits for the phone; one that is already approved goes on',
      handler: async ({ actor, params, tx }) => {
        const running = (await findOwnSession(tx, params.id, actor.userId)) ?? fail(kernelErrors.not_found);
        const { session, isChanged } = await settle(deps, tx, running, {
          kind: 'ended',
          state: 'rejected',
          reason: 'cancelled',
        });
        const data = viewSession(session, deps.target);
        return isChanged ? data : unchanged(data);
      },
    }),
    write({
      id: 'sign.keep',
      method: 'POST',
      path: '/sign/:id/keep',
      access: signedIn,
      params: BySession,
      reply: DocumentView,
      status: 201,
      idempotent: true,
      errors: [errors.not_finished, errors.document_limit],
      audit: [events.keep],
      summary: 'Keep the signed document; otherwise it is removed after a day',
      handler: ({ actor, params, tx }) => keepDocument(tx, actor.userId, params.id, deps.target),
    }),
  ];
}

function viewSession(session: SessionRow, target: Level): SessionView {
  const isDone = session.state === 'completed';
  const isAsked = session.state === 'running' && session.signature === null;
  return {
    session_id: session.id,
    state: session.state,
    filename: session.filename,
    document_hash: session.digest,
    verification_code: session.verification_code,
    expires_at: session.expires_at,
    ...(isAsked && session.sealed_expires_at !== null ? { confirm_by: session.sealed_expires_at } : {}),
    ...(session.reason === '' ? {} : { reason: session.reason }),
    ...(isDone ? { signer_name: session.signer_name } : {}),
    ...(isDone && session.on_behalf_of_name !== '' ? { on_behalf_of_name: session.on_behalf_of_name } : {}),
    ...(session.level === null ? {} : { level: session.level, target }),
    ...(session.shortfall === '' ? {} : { shortfall: session.shortfall }),
    ...(session.request_id === null ? {} : { request_id: session.request_id }),
    ...(session.completed_at === null ? {} : { completed_at: session.completed_at }),
  };
}
