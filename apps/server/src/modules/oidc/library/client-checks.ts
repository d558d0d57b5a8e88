import Provider, { type KoaContextWithOIDC, errors as oauth } from 'oidc-provider';
import { limitSubject } from '../../../kernel/http/limit-subject.ts';
import {
  type ClientDirectory,
  cibaGrant,
  deviceGrant,
  isAssistantId,
  matchSecret,
} from '../../oauth-clients/index.ts';
import { isLoopbackOf } from './client-documents.ts';
import { type CredentialReport, reportUse } from './client-reports.ts';
import { grantsMember } from './clients.ts';
import { originOf } from './origin.ts';
import type { SecretFailures } from './secret-failures.ts';

/**
 * Overrides methods where the library is laxer than the contract. Its documentation names this for hashed
 * secrets and stricter redirect URIs.
 */
export function overrideClientChecks(
  provider: Provider,
  deps: {
    directory: ClientDirectory;
    now: () => Date;
    onCredentialUse: CredentialReport;
    secretFailures: SecretFailures;
  },
): void {
  const { prototype } = provider.Client;
  // Two secrets may be live during a rotation. Either way to send one is accepted unless the client is narrowed.
  prototype.compareClientSecret = async function compare(presented: string) {
    const client = await deps.directory.client(this.clientId);
    if (client === undefined) return false;
    const address = limitSubject(originOf(Provider.ctx).ip);
    refuseBlocked(deps.secretFailures.blockedFor(client.id, address));
    const used =
      Provider.ctx?.headers.authorization === undefined ? 'client_secret_post' : 'client_secret_basic';
    const isAccepted = used === (client.options.secretMethod ?? used);
    const secret = isAccepted ? matchSecret(client, presented, deps.now()) : undefined;
    if (secret === undefined) await deps.secretFailures.failed(client.id, address);
    else reportUse(deps, Provider.ctx, client.id, secret);
    return secret !== undefined;
  };
  // Exact match also for native clients, where the library would accept another port.
  prototype.redirectUriAllowed = function isRegistered(uri: string) {
    const registered = this.redirectUris ?? [];
    return registered.includes(uri) || (isAssistantId(this.clientId) && isLoopbackOf(registered, uri));
  };
  prototype.postLogoutRedirectUriAllowed = function isRegistered(uri: string) {
    // Libraries disagree whether the root of a site ends with a slash; it is the same page.
    const bare = (address: string) => (isRoot(address) ? address.replace(/\/$/, '') : address);
    return (this.postLogoutRedirectUris ?? []).some((registered) => bare(registered) === bare(uri));
  };
  // The library checks the response mode before the response type: without this override an unsupported flow
  // would get the wrong error.
  const { responseModeAllowed } = prototype;
  prototype.responseModeAllowed = function isServed(mode, type, profile) {
    // Without a type there is no mode either; the library reports the missing type next.
    if (type === undefined && mode === undefined) return true;
    if (type !== undefined && type !== 'code')
      throw new oauth.UnsupportedResponseType('only response_type=code is supported');
    if (responseModeAllowed.call(this, mode, type, profile)) return true;
    // The error goes by the default mode: the client has said that it cannot receive the one it asked for.
    const params = Provider.ctx?.oidc.params;
    if (params !== undefined) params['response_mode'] = undefined;
    throw new oauth.UnsupportedResponseMode();
  };
  prototype.responseTypeAllowed = function isRegistered(type) {
    if (!(this.responseTypes ?? []).includes(type))
      throw new oauth.UnauthorizedClient('this application does not use this flow');
    return true;
  };
  prototype.grantTypeAllowed = function isRegistered(type) {
    const special = (this[grantsMember] ?? []) as readonly string[];
    const allowed = [...(this.grantTypes ?? []), ...special].includes(type);
    const oidc = Provider.ctx?.oidc;
    const isAsked = oidc?.route === 'token' && oidc.params?.['grant_type'] === type;
    if (!allowed && (isAsked || (oidc !== undefined && grantByRoute[oidc.route] === type)))
      throw new oauth.UnauthorizedClient('this application does not use this grant type');
    return allowed;
  };
}

const isRoot = (address: string) => /^https?:\/\/[^/?#]+\/?$/.test(address);
/** Before the comparison: a right guess must not stand out either. RFC 6749, 5.2 names the code, RFC 6585 the status. */
function refuseBlocked(seconds: number | undefined): void {
  if (seconds === undefined) return;
  Provider.ctx?.set('retry-after', String(seconds));
  const error = new oauth.InvalidClientAuth('too many wrong secrets');
  throw Object.assign(error, {
    statusCode: 429,
    status: 429,
    error_description: 'too many wrong secrets from this address; try again later',
  });
}

const grantByRoute: Readonly<Record<string, string>> = {
  device_authorization: deviceGrant,
  backchannel_authentication: cibaGrant,
};

/**
 * The library silently drops scopes that discovery does not list. Upstream scopes change at runtime, so
 * nothing is dropped here, and each scope is checked against the client's grants (policy.ts, configuration.ts).
 */
export function keepUpstreamScopes(provider: Provider): void {
  Object.defineProperty(provider.OIDCContext.prototype, 'requestParamOIDCScopes', {
    get(this: KoaContextWithOIDC['oidc']) {
      return this.requestParamScopes;
    },
  });
}
