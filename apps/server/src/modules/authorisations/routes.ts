import { signedIn } from '../../kernel/http/access.ts';
import { PreSerialized, type Row, read, write } from '../../kernel/http/row.ts';
import { ById } from '../../kernel/http/schemas.ts';
import { readPageQuery } from '../../kernel/http/time-cursor.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { eidConsoleErrors, recordsErrors } from '../eid-console/index.ts';
import { identityErrors } from '../identity/index.ts';
import { signErrors, signEvents, signStarts } from '../signing/index.ts';
import { accept, decline, end, prepareAccepting } from './answer.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { writeEvidence } from './evidence.ts';
import { type GiveDeps, give, prepareGiving, prepareSigning, startSigning } from './give.ts';
import {
  AuthorisationPage,
  AuthorisationView,
  EvidenceFile,
  GiveBody,
  ListQuery,
  SigningView,
  WishBody,
} from './schemas.ts';
import { listBox, readAuthorisation } from './views.ts';

const writes: Limit = { group: 'authorisations', perMinute: 30, burst: 15, by: 'person' };
const wishErrors = [
  errors.to_yourself,
  errors.under_age,
  errors.not_verified,
  errors.too_many,
  signErrors.no_register,
  eidConsoleErrors.not_representative,
  ...recordsErrors,
];

export const authorisationRows = (deps: GiveDeps): readonly Row[] => [
  read({
    id: 'authorisations.list',
    path: '/authorisations',
    access: signedIn,
    query: ListQuery,
    reply: AuthorisationPage,
    errors: [],
    noStore: true,
    summary: 'Authorisations that the person gave, received, or that ended, newest first',
    handler: ({ actor, db, query, request: { language, now } }) =>
      listBox(db, { box: query.box, userId: actor.userId, language, now }, readPageQuery(query)),
  }),
  write({
    id: 'authorisations.sign',
    method: 'POST',
    path: '/authorisations/sign',
    access: signedIn,
    limit: signStarts,
    body: WishBody,
    reply: SigningView,
    errors: [
      ...wishErrors,
      identityErrors.eid_rejected,
      identityErrors.eid_not_configured,
      identityErrors.upstream_unavailable,
      signErrors.document_cannot_sign,
    ],
    audit: [signEvents.initiate],
    summary: 'Begin to sign an authorisation with PIN2',
    prepare: ({ actor, body, db, request }) =>
      prepareSigning(deps, db, { userId: actor.userId, body, now: request.now, signal: request.released }),
    handler: ({ actor, prepared, tx }) => startSigning(tx, actor.userId, prepared),
  }),
  write({
    id: 'authorisations.give',
    method: 'POST',
    path: '/authorisations',
    access: signedIn,
    limit: writes,
    body: GiveBody,
    reply: AuthorisationView,
    status: 201,
    idempotent: true,
    errors: [
      ...wishErrors,
      errors.signature_mismatch,
      errors.signature_used,
      errors.signature_expired,
      signErrors.not_finished,
      signErrors.sign_rejected,
      signErrors.document_cannot_sign,
      identityErrors.eid_not_configured,
      identityErrors.upstream_failed,
      identityErrors.upstream_unavailable,
    ],
    audit: [events.given],
    summary: 'Give the signed authorisation to its receiver, who has to accept it',
    prepare: ({ actor, body, db, request }) =>
      prepareGiving(deps, db, { userId: actor.userId, body, now: request.now, signal: request.released }),
    handler: ({ prepared, request, tx }) => give(tx, request.language, prepared),
  }),
  read({
    id: 'authorisations.get',
    path: '/authorisations/:id',
    access: signedIn,
    params: ById,
    reply: AuthorisationView,
    errors: [],
    noStore: true,
    summary: 'One authorisation, for its two sides',
    handler: ({ db, params, request }) => readAuthorisation(db, params.id, request.language, request.now),
  }),
  write({
    id: 'authorisations.accept',
    method: 'POST',
    path: '/authorisations/:id/accept',
    access: signedIn,
    limit: writes,
    params: ById,
    reply: AuthorisationView,
    errors: [errors.already_answered, errors.name_differs, errors.representation_ended, ...recordsErrors],
    audit: [events.accepted],
    summary: 'Accept an authorisation; it holds from then on',
    prepare: ({ db, params, request }) =>
      prepareAccepting(deps, db, { id: params.id, now: request.now, signal: request.released }),
    handler: ({ actor, params, request, tx }) =>
      accept(tx, { id: params.id, userId: actor.userId, language: request.language }),
  }),
  write({
    id: 'authorisations.decline',
    method: 'POST',
    path: '/authorisations/:id/decline',
    access: signedIn,
    limit: writes,
    params: ById,
    reply: AuthorisationView,
    errors: [errors.already_answered],
    audit: [events.declined],
    summary: 'Decline an authorisation',
    handler: ({ actor, params, request, tx }) =>
      decline(tx, { id: params.id, userId: actor.userId, language: request.language }),
  }),
  write({
    id: 'authorisations.end',
    method: 'POST',
    path: '/authorisations/:id/end',
    access: signedIn,
    limit: writes,
    params: ById,
    reply: AuthorisationView,
    errors: [errors.already_ended],
    audit: [events.revoked, events.givenUp],
    summary: 'End an authorisation at once: the grantor revokes it, the receiver gives it up',
    handler: ({ actor, params, request, tx }) =>
      end(tx, { id: params.id, userId: actor.userId, language: request.language }),
  }),
  read({
    id: 'authorisations.evidence',
    path: '/authorisations/:id/signature/evidence',
    access: signedIn,
    params: ById,
    reply: EvidenceFile,
    raw: true,
    noStore: true,
    errors: [],
    summary: 'The signed authorisation as a file that anybody can check without Tamga',
    handler: async ({ db, params, reply, request }) => {
      const { name, text } = await writeEvidence(db, params.id, request.now);
      reply.header('content-disposition', `attachment; filename="${name}"`);
      return new PreSerialized(Buffer.from(text), 'application/json; charset=utf-8');
    },
  }),
];
