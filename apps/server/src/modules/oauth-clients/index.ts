import type { Module } from '../../kernel/module.ts';
import type { RegistryDeps } from './clients.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { applicationRows, serviceRows } from './routes.ts';
import { names } from './schemas.ts';
import { secretPurpose } from './secrets.ts';

export {
  defaultLimits,
  grantTypesOf,
  ownScopesOf,
  pairwiseOf,
  postLogoutUrisOf,
} from './client-facts.ts';
export { newClientId } from './clients.ts';
export {
  applicationsChannel,
  type Client,
  type ClientOptions,
  createDirectory,
  type Directory,
  type DirectoryDeps,
  type Service,
  secretMatches,
} from './directory.ts';
export { errors as applicationErrors } from './errors.ts';
export { events as applicationEvents } from './events.ts';
export { checkRedirectUris, originsOf } from './redirect-uris.ts';
export {
  addApplication,
  type Changer,
  lockApplication,
  readApplication,
  removeApplication,
  rotateSecret,
  writeApplication,
} from './registry.ts';
export { type ApplicationType, type AuthMethod, Name as ApplicationName } from './schemas.ts';
export {
  type ApplicationFacts,
  type ApplicationRow,
  findApplication,
  listApplications,
} from './store.ts';

export function applications(deps: RegistryDeps): Module {
  return {
    name: 'applications',
    rows: applicationRows(deps),
    errors,
    events,
    schemas: names,
    sealed: [{ table: 'application_secrets', column: 'sealed_hash', purpose: secretPurpose }],
  };
}

/** The services behind the gateway: apart from the applications, so that they are switched off with the gateway. */
export function gatewayServices(deps: RegistryDeps): Module {
  return { name: 'gateway-services', rows: serviceRows(deps), errors: {}, events: {} };
}
