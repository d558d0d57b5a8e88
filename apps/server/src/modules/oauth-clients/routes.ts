import { permission } from '../../kernel/http/access.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { type Row, read, write } from '../../kernel/http/row.ts';
import { ById, Empty } from '../../kernel/http/schemas.ts';
import {
  changeApplication,
  createApplication,
  deleteOne,
  type RegistryDeps,
  rotateOne,
  setOne,
  setServices,
} from './clients.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import {
  ApplicationBody,
  ApplicationList,
  ApplicationView,
  ByApplicationId,
  RotateBody,
  SecretBody,
  ServiceBody,
  ServiceList,
  ServicesBody,
  ServiceView,
} from './schemas.ts';
import { findApplication, listApplications } from './store.ts';
import { listServices } from './upstream-store.ts';
import { changeService, createService, removeService } from './upstreams.ts';
import { viewApplication, viewService } from './view.ts';

const manage = permission('gateway.manage');
const asSystem =
  'whoever holds gateway.manage may have a custom role, which the tables know as an ordinary person';
const bodyErrors = [
  errors.redirect_uri_required,
  errors.invalid_redirect_uri,
  errors.invalid_option,
  errors.private_address,
  errors.invalid_host,
];

export function applicationRows(deps: RegistryDeps): readonly Row[] {
  return [
    read({
      id: 'applications.list',
      path: '/applications',
      access: manage,
      reply: ApplicationList,
      errors: [],
      asSystem,
      summary: 'Every registered application, newest first',
      handler: async ({ db, request }) => {
        const items = (await listApplications(db)).map((row) => viewApplication(row, request.now));
        return { items, total: items.length };
      },
    }),
    write({
      id: 'applications.create',
      method: 'POST',
      path: '/applications',
      access: manage,
      body: ApplicationBody,
      reply: ApplicationView,
      status: 201,
      idempotent: true,
      noStore: true,
      errors: bodyErrors,
      audit: [events.applicationCreated, events.servicesSet],
      asSystem,
      summary: 'Register an application; its secret is shown in this answer alone',
      handler: ({ actor, body, tx }) => createApplication(tx, deps, actor, body),
    }),
    read({
      id: 'applications.get',
      path: '/applications/:id',
      access: manage,
      params: ByApplicationId,
      reply: ApplicationView,
      errors: [],
      asSystem,
      summary: 'One application',
      handler: async ({ params, db, request }) =>
        viewApplication((await findApplication(db, params.id)) ?? fail(kernelErrors.not_found), request.now),
    }),
    write({
      id: 'applications.change',
      method: 'PUT',
      path: '/applications/:id',
      access: manage,
      params: ByApplicationId,
      body: ApplicationBody,
      reply: ApplicationView,
      errors: [...bodyErrors, errors.app_type_fixed],
      audit: [events.applicationChanged, events.servicesSet],
      asSystem,
      summary: 'Change an application; its secret stays, and what is left out stays as it is',
      handler: ({ actor, params, body, tx }) => changeApplication(tx, deps, actor, params.id, body),
    }),
    write({
      id: 'applications.delete',
      method: 'DELETE',
      path: '/applications/:id',
      access: manage,
      params: ByApplicationId,
      reply: Empty,
      errors: [],
      audit: [events.applicationDeleted],
      asSystem,
      summary: 'Delete an application; also where there is none',
      handler: ({ actor, params, tx }) => deleteOne(tx, actor, params.id),
    }),
    write({
      id: 'applications.rotate_secret',
      method: 'POST',
      path: '/applications/:id/rotate-secret',
      access: manage,
      params: ByApplicationId,
      body: RotateBody,
      reply: ApplicationView,
      noStore: true,
      errors: [errors.public_client_has_no_secret],
      audit: [events.secretRotated],
      asSystem,
      summary: 'A new secret, shown in this answer alone; the old one ends after grace_seconds',
      handler: ({ actor, params, body, tx }) =>
        rotateOne(tx, deps, actor, params.id, body.grace_seconds ?? 0),
    }),
    write({
      id: 'applications.set_secret',
      method: 'PUT',
      path: '/applications/:id/secret',
      access: manage,
      params: ByApplicationId,
      body: SecretBody,
      reply: ApplicationView,
      noStore: true,
      errors: [errors.public_client_has_no_secret],
      audit: [events.secretSet],
      asSystem,
      summary: 'Set the secret to a chosen value; every other one ends at once',
      handler: ({ params, body, tx }) => setOne(tx, deps, params.id, body.secret),
    }),
    write({
      id: 'applications.set_services',
      method: 'PUT',
      path: '/applications/:id/services',
      access: manage,
      params: ByApplicationId,
      body: ServicesBody,
      reply: ApplicationView,
      errors: [],
      audit: [events.servicesSet],
      asSystem,
      summary: 'Replace the services an application is granted; effective at once',
      handler: ({ params, body, tx }) => setServices(tx, params.id, body.service_ids),
    }),
  ];
}

export function serviceRows({ guard }: RegistryDeps): readonly Row[] {
  const serviceErrors = [errors.code_exists, errors.private_address, errors.invalid_host];
  return [
    read({
      id: 'gateway.services.list',
      path: '/gateway/services',
      access: manage,
      reply: ServiceList,
      errors: [],
      asSystem,
      summary: 'Every service of the gateway, by name',
      handler: async ({ db }) => {
        const items = (await listServices(db)).map(viewService);
        return { items, total: items.length };
      },
    }),
    write({
      id: 'gateway.services.create',
      method: 'POST',
      path: '/gateway/services',
      access: manage,
      body: ServiceBody,
      reply: ServiceView,
      status: 201,
      idempotent: true,
      errors: serviceErrors,
      audit: [events.serviceCreated],
      asSystem,
      summary: 'Register a service; applications are granted its scope, svc: and its name',
      handler: ({ body, tx }) => createService(tx, guard, body),
    }),
    write({
      id: 'gateway.services.change',
      method: 'PUT',
      path: '/gateway/services/:id',
      access: manage,
      params: ById,
      body: ServiceBody,
      reply: ServiceView,
      errors: serviceErrors,
      audit: [events.serviceChanged],
      asSystem,
      summary: 'Replace a service; switching it off is effective at once',
      handler: ({ params, body, tx }) => changeService(tx, guard, params.id, body),
    }),
    write({
      id: 'gateway.services.delete',
      method: 'DELETE',
      path: '/gateway/services/:id',
      access: manage,
      params: ById,
      reply: Empty,
      errors: [],
      audit: [events.serviceDeleted],
      asSystem,
      summary: 'Delete a service and every grant of it',
      handler: ({ params, tx }) => removeService(tx, params.id),
    }),
  ];
}
