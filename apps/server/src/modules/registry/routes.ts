import { permission } from '../../kernel/http/access.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { type Row, read, write } from '../../kernel/http/row.ts';
import { ById, Empty } from '../../kernel/http/schemas.ts';
import { AuthorityNames, listOwnAuthorities, worksEverywhere } from '../authorities/index.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { readSteps, replaceSteps } from './guide-steps.ts';
import { removeLifeEvent, replaceLifeEvent } from './publish.ts';
import { readOverview } from './report-store.ts';
import { readVersions, readViolations, reportOnceOnly } from './reports.ts';
import {
  AuthorityQuery,
  CreateEvidence,
  CreateLifeEvent,
  EvidenceList,
  LifeEventList,
  OnceOnlyReport,
  Overview,
  RegistryEvidence,
  RegistryGuide,
  RegistryLifeEvent,
  ReplaceEvidence,
  ReplaceLifeEvent,
  StepsBody,
  VersionList,
  ViolationList,
} from './schemas.ts';
import { asRole, serviceRows } from './service-routes.ts';
import {
  createEvidence,
  createLifeEvent,
  readEvidences,
  readLifeEvents,
  removeEvidence,
  replaceEvidence,
} from './vocabulary.ts';
import { listEvidences } from './vocabulary-store.ts';

const view = permission('registry.view');
const manage = permission('registry.manage');

/** The specification names these two under both paths. */
const underBothPaths: readonly Row[] = ['/registry/services', '/registry'].flatMap((base) => {
  const alias = base === '/registry' ? '.alias' : '';
  return [
    read({
      id: `registry.services.versions${alias}`,
      path: `${base}/:id/versions`,
      access: view,
      asRole,
      params: ById,
      reply: VersionList,
      errors: [],
      summary: 'Published versions of a service, newest first, compared with the first',
      handler: ({ db, params }) => readVersions(db, params.id),
    }),
    read({
      id: `registry.services.once_only${alias}`,
      path: `${base}/:id/once-only`,
      access: view,
      asRole,
      params: ById,
      reply: OnceOnlyReport,
      errors: [],
      summary: 'Evidences that one service asks from citizens although the state has them',
      handler: ({ db, params }) => reportOnceOnly(db, params.id),
    }),
  ];
});

export const rows: readonly Row[] = [
  read({
    id: 'registry.overview',
    path: '/registry/overview',
    access: view,
    asRole,
    reply: Overview,
    errors: [],
    summary: 'The registry in figures',
    handler: async ({ db }) => ({ ...(await readOverview(db)), manages_shared: await worksEverywhere(db) }),
  }),
  read({
    id: 'registry.once_only',
    path: '/registry/once-only',
    access: view,
    asRole,
    query: AuthorityQuery,
    reply: ViolationList,
    errors: [],
    summary: 'Evidences asked from citizens although the state has them, the most frequent first',
    handler: ({ db, query }) => readViolations(db, query.authority),
  }),
  ...serviceRows,
  ...underBothPaths,
  read({
    id: 'registry.evidences.list',
    path: '/registry/evidences',
    access: view,
    asRole,
    reply: EvidenceList,
    errors: [],
    summary: 'Kinds of evidence',
    handler: ({ db, request }) => readEvidences(db, request.language),
  }),
  write({
    id: 'registry.evidences.create',
    method: 'POST',
    path: '/registry/evidences',
    access: manage,
    asRole,
    body: CreateEvidence,
    reply: RegistryEvidence,
    status: 201,
    idempotent: true,
    errors: [errors.shared_vocabulary, errors.exchange_code_required, errors.code_exists],
    audit: [events.evidenceCreated],
    summary: 'Add a kind of evidence',
    handler: ({ body, tx }) => createEvidence(tx, body),
  }),
  write({
    id: 'registry.evidences.replace',
    method: 'PUT',
    path: '/registry/evidences/:id',
    access: manage,
    asRole,
    params: ById,
    body: ReplaceEvidence,
    reply: RegistryEvidence,
    errors: [errors.shared_vocabulary, errors.exchange_code_required],
    audit: [events.evidenceChanged],
    summary: 'Change a kind of evidence',
    current: async ({ params, tx }) =>
      (await listEvidences(tx)).find(({ id }) => id === params.id.toLowerCase()),
    handler: ({ body, params, tx }) => replaceEvidence(tx, params.id, body),
  }),
  write({
    id: 'registry.evidences.delete',
    method: 'DELETE',
    path: '/registry/evidences/:id',
    access: manage,
    asRole,
    params: ById,
    reply: Empty,
    errors: [errors.shared_vocabulary, errors.in_use],
    audit: [events.evidenceDeleted],
    summary: 'Delete a kind of evidence that no service asks for',
    handler: async ({ params, tx }) => {
      await removeEvidence(tx, params.id);
      return {};
    },
  }),
  read({
    id: 'registry.authorities',
    path: '/registry/authorities',
    access: view,
    asRole,
    reply: AuthorityNames,
    errors: [],
    summary: 'Authorities whose services the caller may describe',
    handler: async ({ db }) => {
      const items = await listOwnAuthorities(db);
      return { items, total: items.length };
    },
  }),
  read({
    id: 'registry.life_events.list',
    path: '/registry/life-events',
    access: view,
    asRole,
    reply: LifeEventList,
    errors: [],
    summary: 'Life and business events',
    handler: ({ db }) => readLifeEvents(db),
  }),
  write({
    id: 'registry.life_events.create',
    method: 'POST',
    path: '/registry/life-events',
    access: manage,
    asRole,
    body: CreateLifeEvent,
    reply: RegistryLifeEvent,
    status: 201,
    idempotent: true,
    errors: [errors.shared_vocabulary, errors.code_exists],
    audit: [events.lifeEventCreated],
    summary: 'Add a life or business event',
    handler: ({ body, tx }) => createLifeEvent(tx, body),
  }),
  read({
    id: 'registry.life_events.get',
    path: '/registry/life-events/:id',
    access: view,
    asRole,
    params: ById,
    reply: RegistryGuide,
    errors: [],
    summary: 'One event with the ordered steps of its guide',
    handler: ({ db, params }) => readSteps(db, params.id),
  }),
  write({
    id: 'registry.life_events.replace',
    method: 'PUT',
    path: '/registry/life-events/:id',
    access: manage,
    asRole,
    params: ById,
    body: ReplaceLifeEvent,
    reply: RegistryLifeEvent,
    errors: [errors.shared_vocabulary, kernelErrors.changed_meanwhile, errors.code_exists],
    audit: [events.lifeEventChanged],
    summary: 'Change an event; citizens see it at once',
    handler: ({ body, params, tx }) => replaceLifeEvent(tx, params.id, body),
  }),
  write({
    id: 'registry.life_events.steps',
    method: 'PUT',
    path: '/registry/life-events/:id/steps',
    access: manage,
    asRole,
    params: ById,
    body: StepsBody,
    reply: RegistryGuide,
    errors: [errors.shared_vocabulary, kernelErrors.changed_meanwhile],
    audit: [events.stepsSet],
    summary: 'Replace the steps of an event; citizens see them at once',
    handler: ({ body, params, tx }) => replaceSteps(tx, params.id, body),
  }),
  write({
    id: 'registry.life_events.delete',
    method: 'DELETE',
    path: '/registry/life-events/:id',
    access: manage,
    asRole,
    params: ById,
    reply: Empty,
    errors: [errors.shared_vocabulary, errors.code_exists],
    audit: [events.lifeEventDeleted],
    summary: 'Delete an event; services lose their link to it',
    handler: async ({ params, tx }) => {
      if ((await removeLifeEvent(tx, params.id)) === undefined) fail(kernelErrors.not_found);
      return {};
    },
  }),
];
