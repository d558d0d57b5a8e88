import { permission } from '../../kernel/http/access.ts';
import { type Row, read, write } from '../../kernel/http/row.ts';
import { ById } from '../../kernel/http/schemas.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { accessEvents } from '../audit-log/index.ts';
import { type CertifyDeps, govErrors, recordedBy } from '../gov/index.ts';
import * as decisions from './decisions.ts';
import { type Desk, findCases, openCase, showCases, stats } from './queue.ts';
import {
  CaseView,
  DecideBody,
  QueueItem,
  QueuePage,
  QueueQuery,
  RequestInfoBody,
  StatsView,
} from './schemas.ts';

const access = permission('gov.review');
/** All officers of an office come from its one address, and are known by name. */
const writes: Limit = { group: 'gov-officer', perMinute: 300, burst: 100 };
/** In the database an officer is nothing else: no policy lets this role read people, payments or appointments. */
const asRole = 'officer';
const usual = [govErrors.invalid_transition, govErrors.own_application];

export function officerRows(deps: CertifyDeps & Pick<Desk, 'assignmentHours'>): readonly Row[] {
  const { assignmentHours } = deps;
  const deskOf = ({ language }: Pick<Desk, 'language'>): Desk => ({ language, assignmentHours });
  return [
    read({
      id: 'gov.officer.stats',
      path: '/gov/officer/stats',
      access,
      asRole,
      reply: StatsView,
      errors: [],
      summary: 'How much waits, and how much of it is the caller’s',
      handler: ({ actor, db, request }) => stats(db, actor, request.now),
    }),
    write({
      id: 'gov.officer.queue',
      method: 'GET',
      path: '/gov/officer/queue',
      access,
      asRole,
      query: QueueQuery,
      reply: QueuePage,
      errors: [],
      audit: [accessEvents.personRead],
      summary: 'What waits for a decision, by what is due first; everybody whom the page shows may see that',
      prepare: ({ actor, db, query, request }) => findCases(db, actor, query, request.now),
      handler: async ({ actor, tx, prepared, request }) => showCases(tx, actor, prepared, deskOf(request)),
    }),
    write({
      id: 'gov.officer.case',
      method: 'GET',
      path: '/gov/officer/queue/:id',
      access,
      asRole,
      params: ById,
      reply: CaseView,
      errors: [govErrors.own_application],
      audit: [accessEvents.personRead],
      summary: 'One case with its service, timeline and papers',
      handler: ({ actor, params, request, tx }) => openCase(tx, actor, params.id, deskOf(request)),
    }),
    write({
      id: 'gov.officer.assign',
      method: 'POST',
      path: '/gov/officer/queue/:id/assign',
      access,
      asRole,
      limit: writes,
      params: ById,
      reply: QueueItem,
      errors: [...usual, govErrors.already_assigned, govErrors.payment_required],
      audit: recordedBy('assign'),
      summary: 'Take a case',
      handler: ({ actor, params, request, tx }) =>
        decisions.assign(tx, { actor, id: params.id, desk: deskOf(request) }),
    }),
    write({
      id: 'gov.officer.request_info',
      method: 'POST',
      path: '/gov/officer/queue/:id/request-info',
      access,
      asRole,
      limit: writes,
      params: ById,
      body: RequestInfoBody,
      reply: QueueItem,
      errors: [...usual, govErrors.reason_required, govErrors.payment_required],
      audit: recordedBy('request_info'),
      summary: 'Ask the applicant for more; the clock stops',
      handler: ({ actor, body, params, request, tx }) =>
        decisions.requestInfo(tx, { actor, id: params.id, desk: deskOf(request), note: body.note }),
    }),
    write({
      id: 'gov.officer.decide',
      method: 'POST',
      path: '/gov/officer/queue/:id/decide',
      access,
      asRole,
      limit: writes,
      params: ById,
      body: DecideBody,
      reply: QueueItem,
      errors: [
        ...usual,
        govErrors.reason_required,
        govErrors.payment_required,
        govErrors.not_certifiable,
        govErrors.register_unavailable,
      ],
      audit: [...recordedBy('approve', 'reject'), accessEvents.personRead],
      summary: 'Grant or refuse',
      prepare: ({ actor, body, db, params, request }) =>
        decisions.prepareDecision(deps, db, { actor, id: params.id, body, now: request.now }),
      handler: ({ actor, body, params, prepared, request, tx }) =>
        decisions.decide(tx, {
          actor,
          id: params.id,
          desk: deskOf(request),
          body,
          certified: prepared,
        }),
    }),
    write({
      id: 'gov.officer.complete',
      method: 'POST',
      path: '/gov/officer/queue/:id/complete',
      access,
      asRole,
      limit: writes,
      params: ById,
      reply: QueueItem,
      errors: usual,
      audit: recordedBy('complete'),
      summary: 'What was granted was handed over',
      handler: ({ actor, params, request, tx }) =>
        decisions.complete(tx, { actor, id: params.id, desk: deskOf(request) }),
    }),
  ];
}
