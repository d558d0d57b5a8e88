import { permission } from '../../kernel/http/access.ts';
import { type Row, read, write } from '../../kernel/http/row.ts';
import { ById } from '../../kernel/http/schemas.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { accessEvents } from '../audit-log/index.ts';
import { type CertifyDeps, govErrors, recordedBy } from '../gov/index.ts';
import { identityErrors } from '../identity/index.ts';
import { signErrors, signEvents, signStarts } from '../signing/index.ts';
import type { ConflictDeps } from './conflicts.ts';
import * as decisions from './decisions.ts';
import { errors } from './errors.ts';
import * as handovers from './handovers.ts';
import { type Desk, findCases, openCase, showCases, stats } from './queue.ts';
import {
  CaseView,
  ColleagueList,
  ColleagueQuery,
  DecideBody,
  DecisionBody,
  QueueItem,
  QueuePage,
  QueueQuery,
  ReassignBody,
  ReleaseBody,
  RequestInfoBody,
  SigningView,
  StatsView,
} from './schemas.ts';
import type { SigningDeps } from './signed-decision.ts';

const access = permission('gov.review');
/** High, because all officers of an office share one address and are known by name. */
const writes: Limit = { group: 'gov-officer', perMinute: 300, burst: 100 };
/** RLS gives this role no access to people, payments or appointments. */
const asRole = 'officer';
const commonErrors = [govErrors.invalid_transition, govErrors.own_application, errors.conflict_unconfirmed];
const decisionErrors = [
  ...commonErrors,
  govErrors.reason_required,
  govErrors.payment_required,
  govErrors.not_certifiable,
  govErrors.register_unavailable,
];

export function officerRows(
  deps: CertifyDeps &
    SigningDeps &
    Pick<Desk, 'assignmentHours' | 'infoExpiryDays' | 'files'> &
    Pick<ConflictDeps, 'knowFamily'>,
): readonly Row[] {
  const { assignmentHours, infoExpiryDays, files } = deps;
  const deskOf = ({ language }: Pick<Desk, 'language'>): Desk => ({
    language,
    assignmentHours,
    infoExpiryDays,
    files,
  });
  return [
    read({
      id: 'gov.officer.stats',
      path: '/gov/officer/stats',
      access,
      asRole,
      reply: StatsView,
      errors: [],
      summary: 'Numbers of open cases, and of the caller’s own',
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
      summary:
        'Open cases by deadline, or with `state` finished ones, newest first; each applicant on the page sees the access',
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
      errors: [...commonErrors, govErrors.already_assigned, govErrors.payment_required],
      audit: recordedBy('assign'),
      summary: 'Assign a case to the caller',
      handler: ({ actor, params, request, tx }) =>
        decisions.assign(tx, { actor, id: params.id, desk: deskOf(request) }),
    }),
    read({
      id: 'gov.officer.colleagues',
      path: '/gov/officer/colleagues',
      access,
      asRole,
      query: ColleagueQuery,
      reply: ColleagueList,
      errors: [],
      summary: 'Officers who decide cases of this authority, or of any that the caller decides',
      handler: ({ actor, db, query }) => handovers.colleagues(db, actor, query.authority),
    }),
    write({
      id: 'gov.officer.reassign',
      method: 'POST',
      path: '/gov/officer/queue/:id/reassign',
      access,
      asRole,
      limit: writes,
      params: ById,
      body: ReassignBody,
      reply: QueueItem,
      errors: [
        ...commonErrors,
        govErrors.already_assigned,
        govErrors.payment_required,
        errors.not_a_colleague,
      ],
      audit: recordedBy('reassign'),
      summary: 'Give a case to a colleague who may decide it; both officers are notified',
      prepare: ({ body, db }) => handovers.knowReceiver(deps, db, body.to),
      handler: ({ actor, body, params, request, tx }) =>
        handovers.reassign(tx, { actor, id: params.id, desk: deskOf(request), body }),
    }),
    write({
      id: 'gov.officer.release',
      method: 'POST',
      path: '/gov/officer/queue/:id/release',
      access,
      asRole,
      limit: writes,
      params: ById,
      body: ReleaseBody,
      reply: QueueItem,
      errors: [...commonErrors, govErrors.already_assigned],
      audit: recordedBy('release'),
      summary: 'Give a case back, so that nobody holds it',
      handler: ({ actor, body, params, request, tx }) =>
        handovers.release(tx, { actor, id: params.id, desk: deskOf(request), body }),
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
      errors: [...commonErrors, govErrors.reason_required, govErrors.payment_required],
      audit: recordedBy('request_info'),
      summary: 'Ask the applicant for information; the deadline is suspended',
      handler: ({ actor, body, params, request, tx }) =>
        decisions.requestInfo(tx, {
          actor,
          id: params.id,
          desk: deskOf(request),
          note: body.note,
          answerBy: body.answer_by,
        }),
    }),
    write({
      id: 'gov.officer.withdraw_info',
      method: 'POST',
      path: '/gov/officer/queue/:id/withdraw-info',
      access,
      asRole,
      limit: writes,
      params: ById,
      reply: QueueItem,
      errors: commonErrors,
      audit: recordedBy('withdraw_info'),
      summary: 'Withdraw the question to the applicant; the deadline continues',
      handler: ({ actor, params, request, tx }) =>
        decisions.withdrawInfo(tx, { actor, id: params.id, desk: deskOf(request) }),
    }),
    write({
      id: 'gov.officer.sign',
      method: 'POST',
      path: '/gov/officer/queue/:id/sign',
      access,
      asRole,
      limit: signStarts,
      params: ById,
      body: DecisionBody,
      reply: SigningView,
      errors: [
        ...decisionErrors,
        errors.signature_not_required,
        signErrors.no_register,
        identityErrors.eid_rejected,
        identityErrors.eid_not_configured,
        identityErrors.upstream_unavailable,
        signErrors.document_cannot_sign,
      ],
      audit: [signEvents.initiate, accessEvents.personRead],
      summary: 'Begin to sign a decision with PIN2, where the service requires it',
      prepare: ({ actor, body, db, params, request }) =>
        decisions.prepareSigning(deps, db, {
          actor,
          id: params.id,
          body,
          now: request.now,
          language: request.language,
        }),
      handler: ({ actor, prepared, request, tx }) =>
        decisions.startSigning(tx, actor, request.language, prepared),
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
        ...decisionErrors,
        errors.signature_required,
        errors.signature_not_required,
        errors.signature_mismatch,
        errors.signature_used,
        errors.signature_expired,
        signErrors.not_finished,
        signErrors.sign_rejected,
        signErrors.document_cannot_sign,
        identityErrors.upstream_failed,
      ],
      audit: [...recordedBy('approve', 'reject'), accessEvents.personRead],
      summary: 'Grant or refuse an application',
      prepare: ({ actor, body, db, params, request }) =>
        decisions.prepareDecision(deps, db, {
          actor,
          id: params.id,
          body,
          now: request.now,
          signal: request.released,
        }),
      handler: ({ actor, body, params, prepared, request, tx }) =>
        decisions.decide(tx, { actor, id: params.id, desk: deskOf(request), body, prepared }),
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
      errors: commonErrors,
      audit: recordedBy('complete'),
      summary: 'Mark the output of a granted application as delivered',
      handler: ({ actor, params, request, tx }) =>
        decisions.complete(tx, { actor, id: params.id, desk: deskOf(request) }),
    }),
  ];
}
