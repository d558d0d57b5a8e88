import { systemIdentity } from '../../../kernel/db/identity.ts';
import { signedIn } from '../../../kernel/http/access.ts';
import { type Actor, identityOf } from '../../../kernel/http/actor.ts';
import { AppError } from '../../../kernel/http/errors.ts';
import { type Row, read, write } from '../../../kernel/http/row.ts';
import { ById, Empty } from '../../../kernel/http/schemas.ts';
import { cutPage, readPageQuery, writePlace } from '../../../kernel/http/time-cursor.ts';
import type { Limit } from '../../../kernel/http/token-bucket.ts';
import { findUser } from '../../users/index.ts';
import { checkDocument } from '../check-document.ts';
import { errors as signErrors } from '../errors.ts';
import { events as signEvents } from '../events.ts';
import { checks, starts } from '../mounts.ts';
import { CheckView } from '../schemas.ts';
import { openSeat, organisationsOf } from './access.ts';
import { decline, openToClose, remind, withdraw } from './close.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { BegunView, DeclineBody, ListQuery, RequestPage, RequestView, SignBody } from './schemas.ts';
import { beginParty, keepParty, type RequestDeps, readRevision } from './sign.ts';
import { listRequests } from './store.ts';
import { viewItem, viewRequest } from './views.ts';

/** Lists and details may ask the eID provider for organisations of the caller. */
const reads: Limit = { group: 'sign-request-read', perMinute: 120, burst: 60, by: 'person' };
const answers: Limit = { group: 'sign-request-answer', perMinute: 20, burst: 10, by: 'person' };
const asSystem = 'a request belongs to several people, who are admitted one by one';

export function requestRows(deps: RequestDeps): readonly Row[] {
  return [
    read({
      id: 'sign.requests.list',
      path: '/sign/requests',
      access: signedIn,
      limit: reads,
      query: ListQuery,
      reply: RequestPage,
      errors: [],
      summary: 'Requests for signatures that the caller sent or received, newest first',
      handler: ({ actor, query, request }) => list(deps, actor, query, request.released),
    }),
    read({
      id: 'sign.requests.one',
      path: '/sign/requests/:id',
      access: signedIn,
      limit: reads,
      params: ById,
      reply: RequestView,
      errors: [],
      summary: 'A request for signatures with its parties',
      handler: async ({ actor, params, request }) =>
        viewRequest(
          await openSeat(deps, actor, params.id, request.released),
          actor.userId,
          deps.database.reader(systemIdentity),
          request.now,
        ),
    }),
    read({
      id: 'sign.requests.check',
      path: '/sign/requests/:id/check',
      access: signedIn,
      limit: checks,
      params: ById,
      reply: CheckView,
      errors: [signErrors.not_signable],
      summary: 'What to know about the current revision before it is signed',
      handler: async ({ actor, params, request }) => {
        const { request: asked } = await openSeat(deps, actor, params.id, request.released);
        const { language, now } = request;
        return { warnings: await checkDocument(deps, await readRevision(deps, asked), { language, now }) };
      },
    }),
    write({
      id: 'sign.requests.sign',
      method: 'POST',
      path: '/sign/requests/:id/sign',
      access: signedIn,
      limit: starts,
      params: ById,
      body: SignBody,
      reply: BegunView,
      asSystem,
      errors: [
        errors.request_closed,
        errors.not_your_turn,
        errors.already_answered,
        errors.document_not_seen,
        errors.signing_busy,
        errors.timestamp_missing,
        signErrors.no_register,
        signErrors.not_signable,
        signErrors.document_cannot_sign,
      ],
      audit: [signEvents.init, events.begin],
      summary: 'Begin to sign the current revision; `/sign/{session_id}` tells how it goes on',
      prepare: ({ actor, params, body, request }) =>
        beginParty(deps, { actor, id: params.id, body, request }),
      handler: async ({ actor, prepared, tx }) => {
        await keepParty(deps, tx, actor.userId, prepared);
        const { session, warnings } = prepared.begun;
        return {
          session_id: session.id,
          verification_code: session.verificationCode,
          document_hash: session.digest,
          expires_at: session.sealedExpiresAt.toISOString(),
          warnings,
        };
      },
    }),
    write({
      id: 'sign.requests.decline',
      method: 'POST',
      path: '/sign/requests/:id/decline',
      access: signedIn,
      limit: answers,
      params: ById,
      body: DeclineBody,
      reply: Empty,
      asSystem,
      errors: [errors.request_closed, errors.already_answered, errors.signing_busy],
      audit: [events.decline, signEvents.reject],
      summary: 'Decline to sign, with a reason; this ends the request',
      prepare: ({ actor, params, request }) =>
        openToClose(deps, { actor, id: params.id, now: request.now, signal: request.released }),
      handler: async ({ actor, body, prepared, tx }) => {
        await decline(tx, prepared, actor.userId, body);
        return {};
      },
    }),
    write({
      id: 'sign.requests.withdraw',
      method: 'POST',
      path: '/sign/requests/:id/withdraw',
      access: signedIn,
      limit: answers,
      params: ById,
      reply: Empty,
      asSystem,
      errors: [errors.request_closed, errors.signing_busy],
      audit: [events.withdraw, signEvents.reject],
      summary: 'Withdraw a request that the caller sent',
      prepare: ({ actor, params, request }) =>
        openToClose(deps, { actor, id: params.id, now: request.now, signal: request.released }),
      handler: async ({ prepared, tx }) => {
        await withdraw(tx, prepared);
        return {};
      },
    }),
    write({
      id: 'sign.requests.remind',
      method: 'POST',
      path: '/sign/requests/:id/remind',
      access: signedIn,
      limit: answers,
      params: ById,
      reply: Empty,
      asSystem,
      errors: [errors.request_closed, errors.reminded_recently],
      audit: [events.remind],
      summary: 'Remind everybody who can sign now; once a day',
      prepare: ({ actor, params, request }) => openSeat(deps, actor, params.id, request.released),
      handler: async ({ prepared, tx }) => {
        await remind(tx, prepared);
        return {};
      },
    }),
  ];
}

async function list(deps: RequestDeps, actor: Actor, query: ListQuery, signal: AbortSignal) {
  const own = deps.database.reader(identityOf(actor));
  const national = (await findUser(own, actor.userId))?.national_id ?? '';
  const organisations = query.box === 'sent' ? [] : await knownOrganisations(deps, actor, signal);
  const to = { national, organisations: organisations ?? [] };
  // No row admits a representative, so their list is read as system, with the same conditions.
  const reader = to.organisations.length > 0 ? deps.database.reader(systemIdentity) : own;
  const page = { ...readPageQuery(query), box: query.box, state: query.state, userId: actor.userId, to };
  const cut = cutPage(await listRequests(reader, page), page.limit, (row) =>
    writePlace(row.created_at, row.seq),
  );
  return {
    ...cut,
    items: cut.items.map((row) => viewItem(row, actor.userId)),
    ...(organisations === undefined ? { organisations_unavailable: true as const } : {}),
  };
}

/** Undefined while the provider is away: the list without organisations is more use than none. */
const knownOrganisations = (deps: RequestDeps, actor: Actor, signal: AbortSignal) =>
  organisationsOf(deps, actor, signal).catch((error: unknown) => {
    if (error instanceof AppError) return undefined;
    throw error;
  });
