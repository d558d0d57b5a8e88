import { signedIn } from '../../../kernel/http/access.ts';
import { ownerOf } from '../../../kernel/http/actor.ts';
import { type Row, read, write } from '../../../kernel/http/row.ts';
import { ById } from '../../../kernel/http/schemas.ts';
import type { Limit } from '../../../kernel/http/token-bucket.ts';
import { accessEvents } from '../../audit-log/index.ts';
import { relayErrors, relayEvents } from '../../relay/index.ts';
import { actsOnApplication } from '../acting-rules.ts';
import { errors } from '../errors.ts';
import { events } from '../events.ts';
import { ByService } from '../schemas.ts';
import { accept, ask, type FactDeps, listOwnFacts, refuse, showDraftFacts } from './facts.ts';
import { AcceptBody, AskBody, ByFact, DraftFacts, FactList, FactView } from './schemas.ts';

const questions: Limit = { group: 'gov-facts', perMinute: 10, burst: 10, by: 'person' };
const decisions: Limit = { group: 'gov-facts-decide', perMinute: 30, burst: 15, by: 'person' };
/** Every statement names the caller. */
const asSystem = 'routes and requests of the relay belong to the platform';

export function factRows(deps: FactDeps): readonly Row[] {
  return [
    read({
      id: 'gov.facts.draft',
      path: '/gov/drafts/:service_id/facts',
      access: signedIn,
      asSystem,
      params: ByService,
      reply: DraftFacts,
      errors: [],
      summary: 'Papers that an agency can be asked for, and what it answered',
      handler: ({ actor, db, params, request }) =>
        showDraftFacts(deps, db, {
          userId: actor.userId,
          serviceId: params.service_id,
          language: request.language,
          now: request.now,
        }),
    }),
    write({
      id: 'gov.facts.ask',
      method: 'POST',
      path: '/gov/drafts/:service_id/facts',
      access: signedIn,
      asSystem,
      limit: questions,
      params: ByService,
      body: AskBody,
      reply: FactView,
      status: 201,
      idempotent: true,
      errors: [
        errors.service_inactive,
        errors.assurance_too_low,
        errors.not_fetchable,
        errors.person_unknown,
        errors.already_asked,
        errors.too_many_questions,
        relayErrors.not_routed,
      ],
      audit: [events.factAsked, events.draftSaved, accessEvents.personRead, relayEvents.ingested],
      summary: 'Agree that an agency is asked for a paper',
      handler: ({ actor, body, params, request, tx }) =>
        ask(deps, tx, {
          actor,
          serviceId: params.service_id,
          slot: body.slot,
          language: request.language,
        }),
    }),
    write({
      id: 'gov.facts.accept',
      method: 'POST',
      path: '/gov/drafts/:service_id/facts/:fact_id/accept',
      access: signedIn,
      limit: decisions,
      params: ByFact,
      body: AcceptBody,
      reply: FactView,
      errors: [errors.fact_gone],
      audit: [events.factAccepted],
      summary: 'Use an answer that the person has seen',
      handler: ({ actor, body, params, request, tx }) =>
        accept(tx, {
          userId: actor.userId,
          serviceId: params.service_id,
          id: params.fact_id,
          digest: body.answer_digest,
          language: request.language,
        }),
    }),
    write({
      id: 'gov.facts.refuse',
      method: 'POST',
      path: '/gov/drafts/:service_id/facts/:fact_id/refuse',
      access: signedIn,
      limit: decisions,
      params: ByFact,
      reply: FactView,
      errors: [errors.fact_gone],
      audit: [events.factRefused],
      summary: 'Refuse an answer, which erases it, or stop waiting for one',
      handler: ({ actor, params, request, tx }) =>
        refuse(tx, {
          userId: actor.userId,
          serviceId: params.service_id,
          id: params.fact_id,
          language: request.language,
        }),
    }),
    read({
      id: 'gov.facts.list',
      path: '/gov/applications/:id/facts',
      access: signedIn,
      acting: actsOnApplication('view'),
      params: ById,
      reply: FactList,
      errors: [],
      summary: 'What agencies answered for one’s own application',
      handler: ({ actor, db, params, request }) =>
        listOwnFacts(db, ownerOf(actor), params.id, { language: request.language, now: request.now }),
    }),
  ];
}
