import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Client, Directory, Service } from '../applications/index.ts';
import type { AccessToken, AccessTokens } from '../oidc/index.ts';
import { errors } from './errors.ts';

/** A registered application that calls with an access token: its own, or that of a person who signed in there. */
export interface ApplicationCaller {
  readonly application: Client;
  readonly token: AccessToken;
  /** As presented, so that it can be looked at again while a long answer runs. */
  readonly bearer: string;
}

export interface AdmissionDeps {
  tokens: AccessTokens;
  clients: Directory;
}

export interface Admission {
  /** 401 with a challenge for everything that is not a live token of an application that is switched on. */
  authenticate(authorization: string | undefined): Promise<ApplicationCaller>;
  /** Whether the same token would be admitted to the same service at this moment. Throws where nothing can tell. */
  stillHolds(caller: ApplicationCaller, service: Pick<Service, 'name' | 'scope'>): Promise<boolean>;
}

/** RFC 6750 section 3: a request without a token is told how to ask, one with a bad token what was wrong. */
export function refuseToken(presented: boolean): never {
  fail(kernelErrors.unauthorized, {
    headers: { 'www-authenticate': presented ? 'Bearer error="invalid_token"' : 'Bearer' },
  });
}

export function bearerOf(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : /^Bearer +(\S{1,4096}) *$/i.exec(authorization)?.[1];
}

export function createAdmission({ tokens, clients }: AdmissionDeps): Admission {
  return {
    authenticate: async (authorization) => {
      const bearer = bearerOf(authorization) ?? refuseToken(false);
      const token = (await tokens.read(bearer)) ?? refuseToken(true);
      const application = await clients.client(token.clientId);
      return application?.enabled === true ? { application, token, bearer } : refuseToken(true);
    },
    stillHolds: async ({ bearer }, { name, scope }) => {
      const token = await tokens.read(bearer);
      if (token === undefined) return false;
      const application = await clients.client(token.clientId);
      const service = await clients.serviceByName(name);
      return application?.enabled === true && service?.enabled === true && holds(application, token, scope);
    },
  };
}

/**
 * The application's grant of this moment decides, whatever its token was issued with. Where it acts for a person, that
 * person must have allowed it as well: the token says so.
 */
function holds(application: Client, token: AccessToken, scope: string): boolean {
  return application.scopes.includes(scope) && (token.subject === undefined || token.scopes.includes(scope));
}

export function requireGrant(
  { application, token }: Pick<ApplicationCaller, 'application' | 'token'>,
  scope: string,
): void {
  if (!holds(application, token, scope)) fail(errors.service_not_granted, { detail: scope });
}

export async function requireService(
  clients: Directory,
  caller: ApplicationCaller,
  name: string,
): Promise<Service> {
  const service = (await clients.serviceByName(name)) ?? fail(kernelErrors.not_found);
  if (!service.enabled) fail(errors.service_disabled);
  requireGrant(caller, service.scope);
  return service;
}
