import { permission } from '../../kernel/http/access.ts';
import { type Actor, roleIds } from '../../kernel/http/actor.ts';
import { kernelErrors } from '../../kernel/http/errors.ts';
import { type Row, read, write } from '../../kernel/http/row.ts';
import { ById, Empty } from '../../kernel/http/schemas.ts';
import { authorityErrors } from '../authorities/index.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import {
  archivePassport,
  createPassport,
  listPassports,
  readPassport,
  removePassport,
  replaceEvidences,
  replacePassport,
} from './passports.ts';
import { previewPublishing, publishPassport, restorePassport } from './publish.ts';
import { readVersion } from './reports.ts';
import {
  ByVersion,
  CreateService,
  LinksBody,
  PublishBody,
  PublishPreview,
  RegistryService,
  RegistryVersion,
  ReplaceService,
  RestoreQuery,
  ServiceList,
  ServicesQuery,
} from './schemas.ts';

const view = permission('registry.view');
const manage = permission('registry.manage');
/** RLS shows this role the passports of the caller's authorities alone. */
export const asRole = 'registrar';

const isConfirmed = (actor: Actor, { confirm_unattended: given }: { confirm_unattended?: boolean }) =>
  given === true && actor.roleId <= roleIds.admin;

export const serviceRows: readonly Row[] = [
  read({
    id: 'registry.services.list',
    path: '/registry/services',
    access: view,
    asRole,
    query: ServicesQuery,
    reply: ServiceList,
    errors: [],
    summary: 'Service passports in every state; without evidences and form',
    handler: ({ db, query, request }) => listPassports(db, query, request.language),
  }),
  read({
    id: 'registry.services.get',
    path: '/registry/services/:id',
    access: view,
    asRole,
    params: ById,
    reply: RegistryService,
    errors: [],
    summary: 'The working copy of a service passport',
    handler: ({ db, params }) => readPassport(db, params.id),
  }),
  read({
    id: 'registry.services.version',
    path: '/registry/services/:id/versions/:version',
    access: view,
    asRole,
    params: ByVersion,
    reply: RegistryVersion,
    errors: [],
    summary: 'One published version',
    handler: ({ db, params }) => readVersion(db, params.id, params.version),
  }),
  write({
    id: 'registry.services.create',
    method: 'POST',
    path: '/registry/services',
    access: manage,
    asRole,
    body: CreateService,
    reply: RegistryService,
    status: 201,
    idempotent: true,
    errors: [errors.not_automatable, errors.code_exists],
    audit: [events.serviceCreated],
    summary: 'Create a service passport',
    handler: ({ body, request, tx }) => createPassport(tx, body, request.language),
  }),
  write({
    id: 'registry.services.replace',
    method: 'PUT',
    path: '/registry/services/:id',
    access: manage,
    asRole,
    params: ById,
    body: ReplaceService,
    reply: RegistryService,
    errors: [errors.not_automatable, errors.archived, kernelErrors.changed_meanwhile],
    audit: [events.serviceChanged],
    summary: 'Replace a passport; citizens see the change after publishing',
    handler: ({ body, params, request, tx }) => replacePassport(tx, params.id, body, request.language),
  }),
  write({
    id: 'registry.services.delete',
    method: 'DELETE',
    path: '/registry/services/:id',
    access: manage,
    asRole,
    params: ById,
    reply: Empty,
    errors: [errors.published],
    audit: [events.serviceDeleted],
    summary: 'Delete a passport that is not published',
    handler: async ({ params, tx }) => {
      await removePassport(tx, params.id);
      return {};
    },
  }),
  write({
    id: 'registry.services.publish',
    method: 'POST',
    path: '/registry/services/:id/publish',
    access: manage,
    asRole,
    params: ById,
    body: PublishBody,
    reply: RegistryVersion,
    idempotent: true,
    errors: [
      errors.archived,
      errors.once_only_violation,
      errors.conflict,
      errors.translation_missing,
      errors.time_missing,
      authorityErrors.authority_unattended,
      errors.code_exists,
    ],
    audit: [events.servicePublished],
    summary: 'Publish the passport as its next version',
    handler: ({ actor, body, params, tx }) =>
      publishPassport(tx, params.id, {
        userId: actor.userId,
        changeNote: body.change_note ?? '',
        confirmed: isConfirmed(actor, body),
      }),
  }),
  read({
    id: 'registry.services.publish_preview',
    path: '/registry/services/:id/publish-preview',
    access: view,
    asRole,
    params: ById,
    reply: PublishPreview,
    errors: [],
    summary: 'How many cases publishing would move, and how many officers would decide them',
    handler: ({ db, params }) => previewPublishing(db, params.id),
  }),
  write({
    id: 'registry.services.archive',
    method: 'POST',
    path: '/registry/services/:id/archive',
    access: manage,
    asRole,
    params: ById,
    reply: RegistryService,
    errors: [],
    audit: [events.serviceArchived],
    summary: 'Archive a service; it can be restored',
    handler: ({ params, tx }) => archivePassport(tx, params.id),
  }),
  write({
    id: 'registry.services.restore',
    method: 'POST',
    path: '/registry/services/:id/restore',
    access: manage,
    asRole,
    params: ById,
    query: RestoreQuery,
    reply: RegistryService,
    errors: [errors.code_exists, authorityErrors.authority_unattended],
    audit: [events.serviceRestored],
    summary: 'Restore an archived service to its earlier state; a published version is shown again',
    handler: ({ actor, params, query, tx }) =>
      restorePassport(tx, params.id, { confirmed: isConfirmed(actor, query) }),
  }),
  write({
    id: 'registry.services.evidences',
    method: 'PUT',
    path: '/registry/services/:id/evidences',
    access: manage,
    asRole,
    params: ById,
    body: LinksBody,
    reply: RegistryService,
    errors: [errors.archived, kernelErrors.changed_meanwhile],
    audit: [events.evidencesSet],
    summary: 'Replace the evidences of a service',
    handler: ({ body, params, tx }) => replaceEvidences(tx, params.id, body),
  }),
];
