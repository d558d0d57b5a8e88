import type { Module } from '../../kernel/module.ts';
import type { RegistryDeps } from './clients.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { clientRows, upstreamRows } from './routes.ts';
import { names } from './schemas.ts';
import { secretPurpose } from './secrets.ts';

export {
  type AssistantFacts,
  clientOfDocument,
  deleteUnusedAssistants,
  documentClientId,
  isAssistantId,
  keepDocumentClient,
  readAssistantFacts,
  registerAssistant,
} from './assistants.ts';
export {
  type Client,
  type ClientDirectory,
  type ClientDirectoryDeps,
  type ClientOptions,
  clientsChannel,
  createClientDirectory,
  matchSecret,
  type RegisteredUpstream,
} from './client-directory.ts';
export {
  authMethodOf,
  defaultLimits,
  factsOf,
  ownScopesOf,
  postLogoutUrisOf,
} from './client-facts.ts';
export { optionsOf } from './client-options.ts';
export { newClientId } from './clients.ts';
export { errors as clientErrors } from './errors.ts';
export { events as clientEvents } from './events.ts';
export { cibaGrant, deviceGrant, exchangeGrant, grantTypesOf } from './grant-types.ts';
export { keyIdOf } from './key-ids.ts';
export {
  deleteOldFormerOwners,
  deleteOwner,
  insertOwner,
  isOwner,
  listInterested,
  listOwned,
  listOwners,
} from './owner-store.ts';
export { isPlatformSurface, platformHost } from './platform-surfaces.ts';
export { checkRedirectUris, originsOf } from './redirect-uris.ts';
export {
  announce as announceClient,
  type Changer,
  endOldSecret,
  lockClient,
  registerClient,
  requireClient,
  rotateSecret,
  saveClient,
  unregisterClient,
} from './registry.ts';
export { checkName, listReservedNames } from './reserved-names.ts';
export {
  type AuthMethod,
  ByClientId,
  type ClientType,
  ClientView,
  IdTokenAlg,
  Name as ClientName,
  type Profile,
  RotateBody,
  SecretMethod,
  Stage,
  Uri as ClientUri,
  Uris as ClientUris,
} from './schemas.ts';
export {
  type EndingRow,
  listEndingSecrets,
  listLiveSecrets,
  markOwnersTold,
} from './secret-store.ts';
export { askForSensitive, changesSensitive, isSensitive, sensitiveWhen } from './sensitive.ts';
export {
  askForApproval,
  type ClientFacts,
  type ClientRow,
  findClient,
  listClients,
  settleApproval,
  withdrawApprovalRequest,
} from './store.ts';
export { isToolScope, toolScopes } from './tool-scopes.ts';
export { viewClient } from './view.ts';

export function oauthClients(deps: RegistryDeps): Module {
  return {
    name: 'applications',
    rows: clientRows(deps),
    errors,
    events,
    schemas: names,
    sealed: [{ table: 'application_secrets', column: 'sealed_hash', purpose: secretPurpose }],
  };
}

/**
 * The upstreams are a separate module from the clients, so that they are disabled together with the gateway.
 */
export function gatewayUpstreams(deps: RegistryDeps): Module {
  return { name: 'gateway-services', rows: upstreamRows(deps), errors: {}, events: {} };
}
