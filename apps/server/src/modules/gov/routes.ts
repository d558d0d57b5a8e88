import type { Logger } from 'pino';
import { signedIn } from '../../kernel/http/access.ts';
import { ownerOf } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { PreSerialized, type Row, read, write } from '../../kernel/http/row.ts';
import { ById, Empty, listOf, Type } from '../../kernel/http/schemas.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import type { FileStorage } from '../files/index.ts';
import { ReferenceView } from '../references/index.ts';
import { actsForService, actsOnApplication, actsOnDraft, actsOnEach } from './acting-rules.ts';
import * as applications from './applications.ts';
import { type ApplyDeps, apply, prepareApply } from './apply.ts';
import { EvidenceFile, SignatureView, showSignature, writeEvidence } from './decisions/evidence.ts';
import { dropDraft, saveDraft, showDraft, showDrafts } from './drafts/drafts.ts';
import { removeDraftFile } from './drafts/files.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { GrantedList, listGranted } from './granted.ts';
import { recordedBy } from './moves.ts';
import { order, prepareOrder } from './order.ts';
import { type DemoDeps, seedDemo } from './overview/demo.ts';
import { OverviewView, readOverview } from './overview/overview.ts';
import { type PartiesDeps, PartiesOverview, readPartiesOverview } from './overview/parties.ts';
import { listOwnPapers, removePaper } from './papers/files.ts';
import {
  ApplicationPage,
  ApplicationQuery,
  ApplicationView,
  ApplyBody,
  ByDraftFile,
  ByFile,
  ByService,
  CancelBody,
  DraftBody,
  DraftList,
  DraftView,
  EventView,
  FileView,
  OrderBody,
  ProvideBody,
  ServiceDetail,
  ServiceQuery,
  ServiceView,
  VersionQuery,
} from './schemas.ts';
import { viewServiceDetail } from './services/services.ts';
import { serviceAtVersion } from './services/store.ts';

export interface RouteDeps extends ApplyDeps, DemoDeps, PartiesDeps {
  demoSeed: boolean;
  logger: Logger;
  files: FileStorage;
}

const writes: Limit = { group: 'gov-applications', perMinute: 30, burst: 15 };
/** Each call may ask the eID provider and the register of children. */
const overviews: Limit = { group: 'gov-overview-parties', perMinute: 60, burst: 30, by: 'person' };
/** A payload, with note and evidence at their maximum length. */
const bodyLimitBytes = 128 * 1024;

export function govRows(deps: RouteDeps): readonly Row[] {
  return [
    read({
      id: 'gov.services.list',
      path: '/gov/services',
      access: signedIn,
      query: ServiceQuery,
      reply: listOf(ServiceView),
      errors: [],
      summary: 'Active services, by category and name',
      handler: async ({ query, request }) => {
        if (Object.keys(query).length === 0)
          return new PreSerialized(await deps.services.whole(request.language));
        const items = await deps.services.list(query, request.language);
        return { items, total: items.length };
      },
    }),
    read({
      id: 'gov.services.show',
      path: '/gov/services/:id',
      access: signedIn,
      params: ById,
      query: VersionQuery,
      reply: ServiceDetail,
      errors: [],
      summary: 'One service with its form, including withdrawn services and earlier versions',
      handler: async ({ db, params, query: { version }, request }) => {
        const known = await deps.services.find(params.id);
        const isCurrent = version === undefined || version === known?.passport_version;
        // An applicant still needs the form of a withdrawn service to read and change their answers.
        const found = isCurrent && known ? known : await serviceAtVersion(db, params.id, version ?? null);
        const service = found ?? fail(kernelErrors.not_found);
        if (version !== undefined && service.passport_version !== version) fail(kernelErrors.not_found);
        return viewServiceDetail(service, request.language);
      },
    }),
    read({
      id: 'gov.overview',
      path: '/gov/overview',
      access: signedIn,
      reply: OverviewView,
      errors: [],
      summary: 'Counts and recent items of the person',
      handler: async ({ actor, db, request }) => {
        const first = await readOverview(db, actor.userId, request);
        const seeded =
          first.untouched && deps.demoSeed && (await seedDemo(deps, actor.userId, request.now, deps.logger));
        return (seeded ? await readOverview(db, actor.userId, request) : first).view;
      },
    }),
    read({
      id: 'gov.overview.parties',
      path: '/gov/overview/parties',
      access: signedIn,
      limit: overviews,
      reply: PartiesOverview,
      errors: [],
      summary: 'What waits for the organisations, children and people that the caller may act for now',
      handler: ({ actor, request }) => readPartiesOverview(deps, actor.userId, request),
    }),
    read({
      id: 'gov.applications.list',
      path: '/gov/applications',
      access: signedIn,
      acting: actsOnEach,
      query: ApplicationQuery,
      reply: ApplicationPage,
      errors: [],
      summary: 'Own applications, newest first',
      handler: ({ actor, db, query, request }) =>
        applications.list(db, ownerOf(actor), query, request.language),
    }),
    read({
      id: 'gov.services.granted',
      path: '/gov/granted-services',
      access: signedIn,
      reply: GrantedList,
      errors: [],
      summary: 'Services that the person was granted, each with its newest application',
      handler: ({ actor, db }) => listGranted(db, actor.userId),
    }),
    write({
      id: 'gov.applications.apply',
      method: 'POST',
      path: '/gov/applications',
      access: signedIn,
      acting: actsForService,
      limit: writes,
      bodyLimitBytes,
      body: ApplyBody,
      reply: Type.Object({
        application: ApplicationView,
        reference: Type.Union([ReferenceView, Type.Null()]),
        auto_issued: Type.Boolean(),
      }),
      status: 201,
      idempotent: true,
      errors: [
        errors.service_inactive,
        errors.assurance_too_low,
        errors.not_for_applicant,
        errors.not_certifiable,
        errors.fact_gone,
        errors.draft_changed,
        errors.service_changed,
      ],
      audit: [...recordedBy('apply'), events.fileAdded, events.factUsed],
      summary: 'Apply for a service',
      prepare: ({ actor, body, db, request }) =>
        prepareApply(deps, db, { actor, body, language: request.language, now: request.now }),
      handler: ({ actor, body, prepared, request, tx }) =>
        apply(deps, tx, { actor, body, language: request.language, prepared }),
    }),
    write({
      id: 'gov.references.order',
      method: 'POST',
      path: '/gov/references',
      access: signedIn,
      limit: { group: 'gov-references', perMinute: 30, burst: 15 },
      body: OrderBody,
      reply: ReferenceView,
      status: 201,
      idempotent: true,
      errors: [
        errors.apply_instead,
        errors.not_offered,
        errors.not_certifiable,
        errors.register_unavailable,
        errors.service_inactive,
        errors.assurance_too_low,
        errors.not_for_applicant,
      ],
      audit: [...recordedBy('apply'), events.fileAdded],
      summary: 'Get a certificate that a service gives automatically and free of charge',
      prepare: ({ actor, body, db, request }) =>
        prepareOrder(deps, db, { actor, type: body.type, language: request.language, now: request.now }),
      handler: ({ actor, prepared, request, tx }) =>
        order(deps, tx, { actor, language: request.language }, prepared),
    }),
    read({
      id: 'gov.applications.show',
      path: '/gov/applications/:id',
      access: signedIn,
      acting: actsOnApplication('view'),
      params: ById,
      reply: ApplicationView,
      errors: [],
      summary: 'One of one’s own applications',
      handler: ({ actor, db, params, request }) =>
        applications.show(db, ownerOf(actor), params.id, request.language),
    }),
    read({
      id: 'gov.applications.timeline',
      path: '/gov/applications/:id/timeline',
      access: signedIn,
      acting: actsOnApplication('view'),
      params: ById,
      reply: listOf(EventView),
      errors: [],
      summary: 'Events of an application, oldest first',
      handler: ({ actor, db, params }) => applications.timeline(db, ownerOf(actor), params.id),
    }),
    read({
      id: 'gov.applications.signature',
      path: '/gov/applications/:id/signature',
      access: signedIn,
      acting: actsOnApplication('view'),
      params: ById,
      reply: SignatureView,
      errors: [],
      summary: 'The officer who signed the decision; 404 where nobody did',
      handler: ({ actor, db, params, request }) =>
        showSignature(db, ownerOf(actor), params.id, request.language),
    }),
    read({
      id: 'gov.applications.evidence',
      path: '/gov/applications/:id/signature/evidence',
      access: signedIn,
      acting: actsOnApplication('view'),
      params: ById,
      reply: EvidenceFile,
      raw: true,
      noStore: true,
      errors: [],
      summary: 'The signed decision as a file that anybody can check without Tamga',
      handler: async ({ actor, db, params, reply }) => {
        const { name, text } = await writeEvidence(db, ownerOf(actor), params.id);
        reply.header('content-disposition', `attachment; filename="${name}"`);
        return new PreSerialized(Buffer.from(text), 'application/json; charset=utf-8');
      },
    }),
    write({
      id: 'gov.applications.provide_info',
      method: 'POST',
      path: '/gov/applications/:id/provide-info',
      access: signedIn,
      acting: actsOnApplication('apply'),
      limit: writes,
      bodyLimitBytes,
      params: ById,
      body: ProvideBody,
      reply: ApplicationView,
      errors: [errors.invalid_transition],
      audit: recordedBy('provide_info'),
      summary: 'Answer a request for information',
      handler: ({ actor, body, params, request, tx }) =>
        applications.provideInfo(tx, actor, params.id, body, request.language),
    }),
    write({
      id: 'gov.applications.cancel',
      method: 'POST',
      path: '/gov/applications/:id/cancel',
      access: signedIn,
      acting: actsOnApplication('apply'),
      limit: writes,
      params: ById,
      body: CancelBody,
      reply: ApplicationView,
      errors: [errors.invalid_transition],
      audit: recordedBy('cancel'),
      summary: 'Cancel an application',
      handler: ({ actor, body, params, request, tx }) =>
        applications.cancel(tx, actor, {
          id: params.id,
          reason: body.reason ?? '',
          language: request.language,
        }),
    }),
    read({
      id: 'gov.files.list',
      path: '/gov/applications/:id/files',
      access: signedIn,
      acting: actsOnApplication('view'),
      params: ById,
      reply: listOf(FileView),
      errors: [],
      summary: 'Papers of one’s own application',
      handler: ({ actor, db, params }) => listOwnPapers(deps.files, db, ownerOf(actor), params.id),
    }),
    write({
      id: 'gov.files.remove',
      method: 'DELETE',
      path: '/gov/applications/:id/files/:file_id',
      access: signedIn,
      acting: actsOnApplication('apply'),
      limit: writes,
      params: ByFile,
      reply: Empty,
      errors: [errors.invalid_transition, errors.paper_required],
      audit: [events.fileRemoved],
      summary: 'Remove a paper while the application is open',
      handler: ({ actor, params, tx }) => removePaper(tx, ownerOf(actor), params),
    }),
    read({
      id: 'gov.drafts.list',
      path: '/gov/drafts',
      access: signedIn,
      acting: actsOnEach,
      reply: DraftList,
      errors: [],
      summary: 'Own drafts, latest first',
      handler: ({ actor, db, request }) => showDrafts(db, ownerOf(actor), request.language),
    }),
    read({
      id: 'gov.drafts.show',
      path: '/gov/drafts/:service_id',
      access: signedIn,
      acting: actsOnDraft('view'),
      params: ByService,
      reply: DraftView,
      errors: [],
      summary: 'The draft for a service',
      handler: ({ actor, db, params }) => showDraft(deps.files, db, ownerOf(actor), params.service_id),
    }),
    write({
      id: 'gov.drafts.save',
      method: 'PUT',
      path: '/gov/drafts/:service_id',
      access: signedIn,
      acting: actsOnDraft('apply'),
      limit: { group: 'gov-drafts', perMinute: 60, burst: 30 },
      bodyLimitBytes,
      params: ByService,
      body: DraftBody,
      reply: DraftView,
      errors: [errors.draft_changed, errors.not_for_applicant, errors.service_inactive],
      audit: [events.draftSaved],
      summary: 'Save a draft',
      handler: ({ actor, body, params, request, tx }) =>
        saveDraft(deps.files, tx, actor, params.service_id, body, request.language),
    }),
    write({
      id: 'gov.drafts.drop',
      method: 'DELETE',
      path: '/gov/drafts/:service_id',
      access: signedIn,
      acting: actsOnDraft('apply'),
      limit: writes,
      params: ByService,
      reply: Empty,
      errors: [],
      audit: [events.draftDropped],
      summary: 'Delete a draft with its papers',
      handler: ({ actor, params, tx }) => dropDraft(tx, ownerOf(actor), params.service_id),
    }),
    write({
      id: 'gov.drafts.files.remove',
      method: 'DELETE',
      path: '/gov/drafts/:service_id/files/:file_id',
      access: signedIn,
      acting: actsOnDraft('apply'),
      limit: writes,
      params: ByDraftFile,
      reply: Empty,
      errors: [],
      audit: [events.draftFileRemoved],
      summary: 'Remove a paper from a draft',
      handler: ({ actor, params, tx }) => removeDraftFile(tx, actor, params),
    }),
  ];
}
