import { open, permission, signedIn } from '../../kernel/http/access.ts';
import { type Row, read, write } from '../../kernel/http/row.ts';
import { ById } from '../../kernel/http/schemas.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { accessEvents } from '../audit-log/index.ts';
import { openCase, showOwnCase, showOwnCases, writeMore } from './cases.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import * as queue from './queue.ts';
import { listStaff } from './queue-store.ts';
import {
  AnswerBody,
  AssignBody,
  MessageBody,
  OwnQuery,
  QueuedCaseDetail,
  QueuedCasePage,
  QueueQuery,
  SupportCase,
  SupportCaseBody,
  SupportCaseDetail,
  SupportCasePage,
  SupportStaffList,
  VisitorCase,
  VisitorCaseBody,
} from './schemas.ts';

/** A whole office may share one address, so a few at once; nobody writes to support every minute. */
const visitorWrites: Limit = { group: 'support-visitor', perMinute: 0.5, burst: 5 };
const ownWrites: Limit = { group: 'support-own', perMinute: 1, burst: 10, by: 'person' };
const staffWrites: Limit = { group: 'support-staff', perMinute: 120, burst: 60, by: 'person' };

const manage = permission('support.manage');
const asSystem = 'cases belong to their senders; the permission decides';
const staffErrors = [errors.own_case, errors.case_closed, errors.case_full];

export const rows: readonly Row[] = [
  write({
    id: 'support.contact',
    method: 'POST',
    path: '/help/contact',
    access: open('a person who cannot sign in must be able to ask for help'),
    asSystem: 'a visitor has no identity, and cannot read the case afterwards',
    limit: visitorWrites,
    body: VisitorCaseBody,
    reply: VisitorCase,
    status: 201,
    idempotent: true,
    errors: [],
    audit: [events.opened],
    summary: 'Write to support without signing in; the number is shown once and mailed to nobody',
    handler: async ({ body: { email, ...body }, request, tx }) => {
      const { number } = await openCase(tx, { userId: null, email, language: request.language }, body);
      return { number };
    },
  }),
  write({
    id: 'support.cases.create',
    method: 'POST',
    path: '/support/cases',
    access: signedIn,
    limit: ownWrites,
    body: SupportCaseBody,
    reply: SupportCase,
    status: 201,
    idempotent: true,
    errors: [],
    audit: [events.opened],
    summary: 'Write to support',
    handler: ({ actor, body, request, tx }) =>
      openCase(tx, { userId: actor.userId, email: '', language: request.language }, body),
  }),
  read({
    id: 'support.cases.list',
    path: '/support/cases',
    access: signedIn,
    query: OwnQuery,
    reply: SupportCasePage,
    errors: [],
    summary: 'Own cases, last changed first',
    handler: ({ actor, db, query }) => showOwnCases(db, actor.userId, query),
  }),
  read({
    id: 'support.cases.show',
    path: '/support/cases/:id',
    access: signedIn,
    params: ById,
    reply: SupportCaseDetail,
    errors: [],
    summary: 'One own case with its messages',
    handler: ({ actor, db, params }) => showOwnCase(db, actor.userId, params.id),
  }),
  write({
    id: 'support.cases.write',
    method: 'POST',
    path: '/support/cases/:id/messages',
    access: signedIn,
    limit: ownWrites,
    params: ById,
    body: MessageBody,
    reply: SupportCaseDetail,
    errors: [errors.case_closed, errors.case_full],
    audit: [events.written],
    idempotent: true,
    summary: 'Add a message to an own case',
    handler: ({ actor, body, params, tx }) => writeMore(tx, actor.userId, params.id, body.text),
  }),
  write({
    id: 'support.queue.list',
    method: 'GET',
    path: '/support/queue',
    access: manage,
    asSystem,
    query: QueueQuery,
    reply: QueuedCasePage,
    errors: [],
    audit: [accessEvents.personRead],
    summary:
      'Cases of everybody, last changed first unless `sort` says otherwise; each sender on the page sees the access',
    prepare: ({ actor, db, query }) => queue.findQueue(db, actor, query),
    handler: async ({ actor, prepared, tx }) => queue.showQueue(tx, actor, prepared),
  }),
  read({
    id: 'support.staff',
    path: '/support/staff',
    access: manage,
    asSystem,
    reply: SupportStaffList,
    errors: [],
    summary: 'People who may be given a case',
    handler: async ({ db }) => {
      const items = await listStaff(db);
      return { items, total: items.length };
    },
  }),
  write({
    id: 'support.queue.show',
    method: 'GET',
    path: '/support/queue/:id',
    access: manage,
    asSystem,
    params: ById,
    reply: QueuedCaseDetail,
    errors: [],
    audit: [accessEvents.personRead],
    summary: 'One case with its messages; the sender sees the access',
    handler: ({ actor, params, tx }) => queue.openQueued(tx, actor, params.id),
  }),
  write({
    id: 'support.queue.answer',
    method: 'POST',
    path: '/support/queue/:id/answer',
    access: manage,
    asSystem,
    limit: staffWrites,
    params: ById,
    body: AnswerBody,
    reply: QueuedCaseDetail,
    errors: staffErrors,
    audit: [events.answered],
    idempotent: true,
    summary: 'Answer a case, and close it if asked; the sender is notified',
    handler: ({ actor, body, params, tx }) => queue.answer(tx, actor, params.id, body),
  }),
  write({
    id: 'support.queue.assign',
    method: 'POST',
    path: '/support/queue/:id/assign',
    access: manage,
    asSystem,
    limit: staffWrites,
    params: ById,
    body: AssignBody,
    reply: QueuedCaseDetail,
    errors: [...staffErrors, errors.not_support_staff],
    audit: [events.assigned],
    summary: 'Give a case to a member of support, or release it',
    handler: ({ actor, body, params, tx }) => queue.assign(tx, actor, params.id, body.to),
  }),
  write({
    id: 'support.queue.close',
    method: 'POST',
    path: '/support/queue/:id/close',
    access: manage,
    asSystem,
    limit: staffWrites,
    params: ById,
    reply: QueuedCaseDetail,
    errors: staffErrors,
    audit: [events.closed],
    summary: 'Close a case without an answer',
    handler: ({ actor, params, tx }) => queue.close(tx, actor, params.id),
  }),
  write({
    id: 'support.queue.reopen',
    method: 'POST',
    path: '/support/queue/:id/reopen',
    access: manage,
    asSystem,
    limit: staffWrites,
    params: ById,
    reply: QueuedCaseDetail,
    errors: [...staffErrors, errors.case_not_closed],
    audit: [events.reopened],
    summary: 'Open a closed case again',
    handler: ({ actor, params, tx }) => queue.reopen(tx, actor, params.id),
  }),
];
