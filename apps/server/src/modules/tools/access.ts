import type { CallerFacts, Gate } from '../../kernel/http/actor.ts';
import { bearerOf } from '../../kernel/http/bearer.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Limiter } from '../../kernel/http/limits.ts';
import { reportTaken } from '../../kernel/http/rate-headers.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { looksLikeApiKey } from '../../kernel/security/api-keys.ts';
import type { ClientDirectory } from '../oauth-clients/index.ts';
import type { AccessToken, AccessTokens } from '../oidc/index.ts';
import { errors } from './errors.ts';
import { challengeOf, type ProtectedResource } from './resource.ts';
import type { ToolCaller } from './tool.ts';

export interface ToolAccessDeps {
  readonly gate: Pick<Gate, 'authenticate'>;
  readonly accessTokens: AccessTokens;
  readonly clients: ClientDirectory;
  readonly checkKey: (presented: string) => Promise<ToolCaller | undefined>;
  readonly now: () => Date;
}

/** Decision 20: a service of this name can be granted to OAuth clients and switched off like any other. */
const service = 'tools';
const scope = 'svc:tools';
/** The format of an opaque access token; a session token contains dots. */
const opaque = /^[A-Za-z0-9_-]{43}$/;

/**
 * Only the first credential counts: a token does not make up for a wrong key. With a resource, a token of a
 * person must have been issued for it, and a refused caller learns where to get one.
 */
export function createToolAccess(
  deps: ToolAccessDeps,
  resource?: ProtectedResource,
): (caller: CallerFacts) => Promise<ToolCaller> {
  const refuse = (given: boolean): never =>
    fail(kernelErrors.unauthorized, { headers: { 'www-authenticate': challengeOf(resource, given) } });
  const byKey = async (key: string) => (await deps.checkKey(key)) ?? refuse(true);
  return async ({ headers }) => {
    const key = headers['x-api-key'];
    if (key !== undefined) return byKey(typeof key === 'string' ? key : '');
    const bearer = bearerOf(headers.authorization) ?? refuse(false);
    // Many assistants can send a key only in the Authorization header.
    if (looksLikeApiKey(bearer)) return byKey(bearer);
    if (!opaque.test(bearer)) return byPerson(deps, headers.authorization);
    const issuedFor =
      resource === undefined ? undefined : await deps.accessTokens.readFor(resource.url, bearer);
    if (issuedFor?.subject !== undefined) return byDelegate(deps, issuedFor, issuedFor.subject);
    const token = issuedFor ?? (await deps.accessTokens.read(bearer)) ?? refuse(true);
    if (resource !== undefined && token.subject !== undefined) refuse(true);
    return byApplication(deps, token);
  };
}

const mayUseTools = (roleKey: string | undefined): boolean => roleKey === 'admin' || roleKey === 'superadmin';

async function byPerson(deps: ToolAccessDeps, authorization: string | undefined): Promise<ToolCaller> {
  const actor = await deps.gate.authenticate(authorization);
  if (!mayUseTools(actor.roleKey)) fail(kernelErrors.forbidden, { detail: 'is not admin' });
  const label = `${actor.roleKey}:${actor.userId}`;
  return { kind: 'person', subject: `person:${actor.userId}`, label, userId: actor.userId };
}

/** An assistant with the token of a person: the person's role decides, the scopes narrow it. */
async function byDelegate(deps: ToolAccessDeps, token: AccessToken, userId: string): Promise<ToolCaller> {
  if (!mayUseTools(token.roleKey)) fail(kernelErrors.forbidden, { detail: 'is not admin' });
  const client = await deps.clients.client(token.clientId);
  const clientName = client?.documentUrl ?? token.clientId;
  return {
    kind: 'delegate',
    subject: `delegate:${userId}:${token.clientId}`,
    label: `${token.roleKey}:${userId} through ${clientName}`,
    userId,
    scopes: token.scopes,
  };
}

/**
 * The client's own token, issued with the scope, while the client still holds the grant, the service is on, and the
 * tools that an administrator named for it have not ended.
 */
async function byApplication(deps: ToolAccessDeps, token: AccessToken): Promise<ToolCaller> {
  const application = await deps.clients.client(token.clientId);
  const granted =
    application?.enabled === true &&
    application.scopes.includes(scope) &&
    token.scopes.includes(scope) &&
    // A token for a person carries that person's rights, and citizens have no access to the host.
    token.subject === undefined &&
    (await deps.clients.upstreamByName(service))?.enabled === true;
  if (!granted) fail(kernelErrors.forbidden, { detail: 'the application does not hold svc:tools' });
  const tools = application.options.tools ?? fail(errors.tools_not_named);
  if (tools.expiresAt !== null && tools.expiresAt <= deps.now()) fail(errors.tools_not_named);
  const label = `application:${token.clientId}`;
  return { kind: 'application', subject: label, label, userId: null, scopes: tools.scopes };
}

const limit: Limit = { group: 'tools', perMinute: 60, burst: 20 };

/** Counts calls of a credential and reports the remaining allowance on every answer. */
export async function takeAllowance(
  { limiter, now }: { limiter: Limiter; now: () => Date },
  caller: ToolCaller,
  reply: { header(name: string, value: string): unknown },
  calls = 1,
): Promise<void> {
  for (let call = 0; call < calls; call += 1)
    reportTaken(reply, limit, await limiter.take(limit, caller.subject), now());
}
