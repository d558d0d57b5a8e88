import { role, signedIn } from '../../kernel/http/access.ts';
import { type Row, read, unchanged, write } from '../../kernel/http/row.ts';
import { ById, Empty } from '../../kernel/http/schemas.ts';
import { readPageQuery } from '../../kernel/http/time-cursor.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { accessEvents, recordListed } from '../audit-log/index.ts';
import { authorisationEvents } from '../authorisations/index.ts';
import { superadminErrors, superadminEvents } from '../superadmin/index.ts';
import {
  askErasure,
  decideErasure,
  type ErasureDeps,
  readErasures,
  takeErasureBack,
  viewErasure,
} from './erasure.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { askExport } from './exports.ts';
import {
  DecisionBody,
  ErasureBody,
  ErasurePage,
  ErasureQuery,
  ErasureView,
  ExportList,
  ExportView,
} from './schemas.ts';
import { listExports } from './store.ts';

const writes: Limit = { group: 'me', perMinute: 30, burst: 15 };
const { step_up_required } = superadminErrors;
const { stepUpAsked } = superadminEvents;

export const personalDataRows = (deps: ErasureDeps): readonly Row[] => [
  read({
    id: 'me.data_exports',
    path: '/me/data-exports',
    access: signedIn,
    reply: ExportList,
    errors: [],
    noStore: true,
    summary: 'Copies of the own data, newest first, with their progress',
    handler: async ({ actor, db }) => {
      const items = await listExports(db, actor.userId);
      return { items, total: items.length };
    },
  }),
  write({
    id: 'me.data_exports.ask',
    method: 'POST',
    path: '/me/data-exports',
    access: signedIn,
    limit: writes,
    reply: ExportView,
    status: 202,
    errors: [errors.export_running],
    audit: [events.asked],
    summary: 'Ask for a copy of all own data; a job makes it',
    handler: ({ actor, tx }) => askExport(tx, actor.userId),
  }),
  write({
    id: 'me.data_exports.prove',
    method: 'POST',
    path: '/me/data-exports/prove',
    access: signedIn,
    limit: writes,
    reply: Empty,
    errors: [step_up_required],
    audit: [stepUpAsked],
    summary: 'Whether the sign-in is fresh enough for the download; says how to renew it',
    freshProof: 'always',
    handler: async () => unchanged({}),
  }),
  read({
    id: 'me.erasure',
    path: '/me/erasure',
    access: signedIn,
    reply: ErasureView,
    errors: [],
    noStore: true,
    summary: 'What can be erased, what has to stay and why, and the newest request',
    handler: ({ actor, db, request }) => viewErasure(db, actor.userId, request.language),
  }),
  write({
    id: 'me.erasure.ask',
    method: 'POST',
    path: '/me/erasure',
    access: signedIn,
    limit: writes,
    body: ErasureBody,
    reply: ErasureView,
    status: 201,
    idempotent: true,
    errors: [errors.erasure_open, errors.staff_account, step_up_required],
    audit: [events.erasureAsked, stepUpAsked],
    summary: 'Ask to erase the own data',
    freshProof: 'always',
    handler: ({ actor, body, request, tx }) => askErasure(tx, actor, body.reason, request.language),
  }),
  write({
    id: 'me.erasure.withdraw',
    method: 'DELETE',
    path: '/me/erasure',
    access: signedIn,
    limit: writes,
    reply: ErasureView,
    errors: [],
    audit: [events.erasureWithdrawn],
    summary: 'Take the open request to erase back',
    handler: ({ actor, request, tx }) => takeErasureBack(tx, actor, request.language),
  }),
  write({
    id: 'admin.erasures.list',
    method: 'GET',
    path: '/admin/erasure-requests',
    access: role('admin'),
    query: ErasureQuery,
    reply: ErasurePage,
    errors: [],
    audit: [accessEvents.personRead],
    summary: 'Requests to erase, newest first; each read is recorded for everyone shown',
    prepare: ({ db, query }) => readErasures(db, readPageQuery(query)),
    handler: async ({ actor, tx, prepared }) => {
      const shown = prepared.items.map(({ user_id }) => ({ personId: user_id }));
      const { recorded } = recordListed(tx, { actor, row: 'admin.erasures.list' }, shown);
      return recorded ? prepared : unchanged(prepared);
    },
  }),
  write({
    id: 'admin.erasures.decide',
    method: 'POST',
    path: '/admin/erasure-requests/:id/decide',
    access: role('admin'),
    params: ById,
    body: DecisionBody,
    reply: Empty,
    asSystem: 'the notification and the consents belong to another person',
    errors: [errors.erasure_decided, errors.staff_account, step_up_required],
    audit: [
      events.erased,
      events.erasureRefused,
      authorisationEvents.revoked,
      authorisationEvents.givenUp,
      stepUpAsked,
    ],
    summary: 'Grant or refuse a request to erase; granting erases at once',
    freshProof: 'always',
    handler: ({ actor, body, params, tx }) => decideErasure(deps, tx, actor, params.id, body),
  }),
];
