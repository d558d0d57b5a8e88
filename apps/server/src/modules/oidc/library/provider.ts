import { timingSafeEqual } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import Provider, { type KoaContextWithOIDC } from 'oidc-provider';
import { DatabaseUnavailable, UnstorableText } from '../../../kernel/db/database.ts';
import { askToSignOut } from '../challenges/logout.ts';
import type { SigningKey } from '../keys/keys.ts';
import { pollSeconds } from '../requests/store.ts';
import { commitIssue } from '../tokens/issue.ts';
import { hashOf } from '../tokens/store.ts';
import { keepBuiltClients } from './adapter.ts';
import { keepUpstreamScopes, overrideClientChecks } from './client-checks.ts';
import { reportEvent, reportKeyUse } from './client-reports.ts';
import { profileMember } from './clients.ts';
import { configure, type ProviderDeps } from './configuration.ts';
import { publishDiscovery } from './discovery.ts';
import { allowFormScript } from './form-post.ts';
import { explainRefusals } from './grant-errors.ts';
import { originOf } from './origin.ts';
import { endOtherSession } from './other-session.ts';
import { showFailure } from './pages.ts';
import { paths } from './paths.ts';
import { recordProblems } from './problems.ts';
import { offlineParameter, refusedObject } from './scopes.ts';
import { reportSignIns } from './sign-ins.ts';
import { registerTokenExchange } from './token-exchange.ts';

export type { ProviderDeps } from './configuration.ts';

/** One provider per set of keys: the library takes keys only at construction. */
export function createProvider(deps: ProviderDeps, keys: readonly SigningKey[]): Provider {
  const provider = new Provider(deps.issuer, configure(deps, keys));
  // Every answer names the issuer's address, whatever host was called; mounts.ts sets the headers that are
  // read.
  provider.proxy = true;
  overrideClientChecks(provider, deps);
  keepBuiltClients(provider, deps);
  keepUpstreamScopes(provider);
  reportSignIns(provider, deps.now);
  provider.use((ctx, next) => wrapRequest(deps, provider, ctx as unknown as KoaContextWithOIDC, next));
  const report = (error: Error) => {
    if (!(error instanceof UnstorableText)) deps.onFailure(error);
  };
  provider.on('server_error', (ctx, error) => {
    failures.set(ctx, error);
    report(error);
  });
  registerTokenExchange(provider, deps);
  recordProblems(provider, deps);
  explainRefusals(provider);
  provider.on('authorization.success', (ctx) => reportEvent(deps, ctx, 'sign_in'));
  (provider as EventEmitter).on('error', report);
  return provider;
}

const failures = new WeakMap<object, Error>();
const credentialRoutes: readonly string[] = [
  'token',
  'introspection',
  'revocation',
  'pushed_authorization_request',
  'device_authorization',
  'backchannel_authentication',
];

/** Their answers name the interval of polling, which the library leaves out. */
const polledRoutes: readonly string[] = ['device_authorization', 'backchannel_authentication'];

/** Wraps the library. A server-side error replaces the answer that was prepared. */
async function wrapRequest(
  deps: ProviderDeps,
  provider: Provider,
  ctx: KoaContextWithOIDC,
  next: () => Promise<unknown>,
): Promise<void> {
  try {
    await answer(deps, provider, ctx, next);
  } catch (error) {
    failures.set(ctx, error as Error);
    if (!(error instanceof UnstorableText)) deps.onFailure(error as Error);
  }
  const failure = failures.get(ctx);
  if (failure === undefined) return;
  if (failure instanceof UnstorableText) {
    ctx.remove('location');
    ctx.status = 400;
    const error_description = 'a parameter contains a character that no text may have';
    return showFailure(ctx, { error: 'invalid_request', error_description }, deps.issuer);
  }
  const isUnavailable = failure instanceof DatabaseUnavailable;
  ctx.remove('location');
  ctx.status = isUnavailable ? 503 : 500;
  if (isUnavailable) ctx.set('retry-after', '2');
  const error = isUnavailable ? 'temporarily_unavailable' : 'server_error';
  const error_description = 'something went wrong on our side; try again shortly';
  showFailure(ctx, { error, error_description }, deps.issuer);
}

async function answer(
  deps: ProviderDeps,
  provider: Provider,
  ctx: KoaContextWithOIDC,
  next: () => Promise<unknown>,
): Promise<void> {
  if (ctx.path.startsWith(`${paths.authorization}/`) && !(await mayResume(provider, ctx))) {
    ctx.status = 400;
    const error_description = 'the decision was made in another browser';
    const failure = { error: 'invalid_request', error_description, reason: 'other_browser' } as const;
    return showFailure(ctx, failure, deps.issuer);
  }
  await refuseRequestObject(deps, ctx);
  await next();
  const route = (ctx as { oidc?: { route?: string } }).oidc?.route ?? '';
  if (credentialRoutes.includes(route)) await reportKeyUse(deps, ctx);
  if (route === 'token' && (await commitIssue(deps, ctx, originOf(ctx))) === 'refused') {
    ctx.status = 400;
    ctx.body = { error: 'invalid_grant', error_description: 'the code or token was already used' };
  }
  if (route === 'token' && ctx.status === 200) reportEvent(deps, ctx, 'token');
  if (polledRoutes.includes(route) && ctx.status === 200)
    ctx.body = { ...(ctx.body as object), interval: pollSeconds };
  if (route === 'discovery' || route === 'jwks') publishDiscovery(ctx, route, deps);
  if (route === 'end_session' && ctx.status === 200) await askToSignOut(deps, ctx);
  if (route === 'resume' && ctx.status === 200) await endOtherSession(deps, ctx);
  allowFormScript(ctx);
  // The contract names 302; FAPI 2.0 (5.3.2.2) requires 303.
  if (ctx.status === 303 && ctx.oidc?.client?.[profileMember] === undefined) ctx.status = 302;
  if (ctx.status === 401 && credentialRoutes.includes(route)) challengeClient(deps.issuer, ctx);
}

/** RFC 6749, appendix A.8. */
const notQuotable = /[^ !#-[\]-~]/g;

/** Some libraries show their developer the challenge instead of the body, so both say the same. */
function challengeClient(issuer: string, ctx: KoaContextWithOIDC): void {
  const { error, error_description: description = '' } = Object(ctx.body) as Record<string, string>;
  const told = `error="${error}", error_description="${description.replace(notQuotable, "'")}"`;
  ctx.set('www-authenticate', `Basic realm="${issuer}", ${told}`);
}

/**
 * A decision must return in the browser in which it was made. The library's cookie proves where the request
 * began, the proof where the person decided. Without the proof an attacker could send their own sign-in to a
 * victim, have the victim agree, and continue as the victim in the attacker's browser.
 */
async function mayResume(provider: Provider, ctx: KoaContextWithOIDC): Promise<boolean> {
  const id = ctx.cookies.get(provider.cookieName('resume'), { signed: true });
  const wanted = ctx.path.split('/')[3] ?? '';
  // Without the cookie the library refuses, and calls it expired: true only if the request no longer exists.
  if (id === undefined) return (await provider.Interaction.find(wanted)) === undefined;
  if (wanted !== id) return false;
  const interaction = await provider.Interaction.find(id);
  const expected = (interaction?.result as { proof?: string } | undefined)?.proof;
  if (interaction?.result === undefined) return true;
  if (expected === undefined || typeof ctx.query['proof'] !== 'string') return false;
  return timingSafeEqual(hashOf(ctx.query['proof']), Buffer.from(expected, 'base64url'));
}

/**
 * Only a client with its own key can sign a request object; to every other client they are not supported (OpenID
 * Connect Core 6). The object is taken out before the library reads it, and scopeChecker reports it to the client.
 */
async function refuseRequestObject(deps: ProviderDeps, ctx: KoaContextWithOIDC): Promise<void> {
  if (ctx.path !== paths.authorization || ctx.query['request'] === undefined) return;
  const client = await deps.directory.client(String(ctx.query['client_id']));
  if ((client?.options.jwks ?? client?.options.jwksUri) !== undefined) return;
  const { request: _, ...rest } = ctx.query;
  ctx.query = { ...rest, [offlineParameter]: refusedObject };
}
