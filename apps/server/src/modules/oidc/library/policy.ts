import {
  type interactionPolicy as Interactions,
  interactionPolicy,
  type KoaContextWithOIDC,
  errors as oauth,
} from 'oidc-provider';
import { type ClientDirectory, isToolScope } from '../../oauth-clients/index.ts';
import { heldAcrs, meets } from '../assurance.ts';
import { profileMember, scopesOf, waiverMember } from './clients.ts';
import { wantedAcr } from './requests.ts';
import { needsPerson, offlineParameter, refusedObject, splitScope } from './scopes.ts';
import { signInOf } from './sign-ins.ts';

/**
 * Rejects scopes that the client may not request now. The library drops `offline_access` without
 * `prompt=consent`; here a person always consents or has consented before, so it is restored (OpenID Connect
 * Core 11 allows "other conditions").
 */
export function scopeChecker(directory: ClientDirectory) {
  return async (ctx: KoaContextWithOIDC, kept: string | undefined): Promise<void> => {
    const { params, client } = ctx.oidc;
    if (params === undefined || client === undefined) return;
    if (kept === refusedObject) throw new oauth.RequestNotSupported();
    const application = await directory.client(client.clientId);
    checkReplayProtection(ctx);
    refuseRs256(ctx);
    const allowed = new Set(application === undefined ? [] : scopesOf(application));
    const asked = new Set(splitScope(params['scope']));
    // MCP clients rarely ask for offline access and expect a refresh token; the person sees and may refuse it.
    const isAssistant = [...asked].some(isToolScope);
    if ((isAssistant || wantsOffline(ctx, kept)) && allowed.has('offline_access')) {
      asked.add('offline_access');
      params[offlineParameter] = 'yes';
    }
    if (pagelessRoutes.includes(ctx.oidc.route)) refuseTools(params, asked);
    const refused = [...asked].find((scope) => !allowed.has(scope));
    if (refused !== undefined) throw new oauth.InvalidScope(describeScope(refused), refused);
    if (asked.size === 0) throw new oauth.InvalidScope('ask for at least one scope', 'openid');
    params['scope'] = [...asked].join(' ');
  };
}

const pagelessRoutes: readonly string[] = ['device_authorization', 'backchannel_authentication'];

/** Tools act with the rights of an administrator, who allows them only on the page of the code flow. */
function refuseTools(params: Record<string, unknown>, asked: ReadonlySet<string>): void {
  if (params['resource'] !== undefined) throw new oauth.InvalidTarget('this grant is for no resource');
  const tool = [...asked].find(isToolScope);
  if (tool !== undefined) throw new oauth.InvalidScope('this grant gives no tools', tool);
}

const codeRoutes: readonly string[] = ['authorization', 'pushed_authorization_request'];

/**
 * PKCE or the nonce reveals an injected code (RFC 9700, 2.1.1). The library demands PKCE of public clients and of FAPI
 * (configuration.ts), and refuses a nonce without `openid`, which no id_token would bring back.
 */
function checkReplayProtection({ oidc: { route, params, client } }: KoaContextWithOIDC): void {
  if (!codeRoutes.includes(route) || params?.['code_challenge'] !== undefined) return;
  if (client?.[waiverMember] === true) return;
  if (params?.['nonce'] === undefined)
    throw new oauth.InvalidRequest('send code_challenge with code_challenge_method=S256 (PKCE), or nonce');
}

/** RFC 6749 allows few characters in a description; a scope is a caller's text. */
function describeScope(scope: string): string {
  const name = scope.replace(/[^a-zA-Z0-9:._-]/g, '').slice(0, 64);
  return `the application may not ask for the scope ${name}`;
}

function wantsOffline(ctx: KoaContextWithOIDC, kept: string | undefined): boolean {
  if (kept === 'yes') return true;
  // The parsed parameters no longer have it: the library drops it without prompt=consent.
  const sent: Record<string, unknown> = ctx.oidc.body ?? ctx.query;
  const { scope = sent['scope'] } = readRequestObject(ctx, 'claims');
  return splitScope(scope).includes('offline_access');
}

/** FAPI 2.0 Security Profile, 5.4.1; the keys of a client may lie at an address and name no algorithm. */
function refuseRs256(ctx: KoaContextWithOIDC): void {
  if (ctx.oidc.client?.[profileMember] !== undefined && readRequestObject(ctx, 'header')['alg'] === 'RS256')
    throw new oauth.InvalidRequestObject('the request object must be signed with PS256, ES256 or EdDSA');
}

/** The library has verified the request object before. */
function readRequestObject(ctx: KoaContextWithOIDC, part: 'header' | 'claims'): Record<string, unknown> {
  const sent: Record<string, unknown> = ctx.oidc.body ?? ctx.query;
  const object = sent['request'] ?? ctx.oidc.entities.PushedAuthorizationRequest?.request;
  if (typeof object !== 'string') return {};
  const text = object.split('.')[part === 'header' ? 0 : 1] ?? '';
  return JSON.parse(Buffer.from(text, 'base64url').toString());
}

/** Adds our conditions for asking a person to sign in or to consent. */
export function createPolicy(directory: ClientDirectory, now: () => Date): Interactions.DefaultPolicy {
  const { Check, base } = interactionPolicy;
  const policy = base();
  const login = policy.get('login')?.checks;
  login?.add(
    new Check(
      'login_ended',
      'End-User authentication is required',
      'login_required',
      (ctx) => ctx.oidc.session?.accountId !== undefined && ctx.oidc.account === undefined,
    ),
  );
  // The library's checks know one class per session and forget an essential one beside `acr_values`.
  login?.remove('essential_acrs');
  login?.remove('essential_acr');
  login?.add(
    new Check('acr', 'requested ACR could not be obtained', 'interaction_required', (ctx) =>
      asksForStepUp(ctx, now()),
    ),
  );
  const consent = policy.get('consent')?.checks;
  consent?.remove('native_client_prompt');
  // People consent to scopes; a grant covers the claims of its scopes (viewGrant in adapter.ts).
  consent?.remove('op_claims_missing');
  consent?.add(
    new Check(
      'native_client',
      'native clients require End-User interaction',
      'interaction_required',
      async (ctx) => {
        if (ctx.oidc.result?.consent !== undefined || ctx.oidc.client === undefined) return false;
        const client = await directory.client(ctx.oidc.client.clientId);
        return client !== undefined && needsPerson(client, ctx.oidc.params?.['redirect_uri']);
      },
    ),
  );
  return policy;
}

/** A wish is put to the person once, and never with `prompt=none`; an essential class until it is held. */
function asksForStepUp(ctx: KoaContextWithOIDC, now: Date): boolean {
  const wanted = wantedAcr(ctx.oidc.params ?? {});
  const signIn = signInOf(ctx);
  if (wanted === undefined || signIn === undefined || meets(heldAcrs(signIn, now), wanted)) return false;
  return wanted.essential || (!ctx.oidc.promptPending('none') && ctx.oidc.result?.login === undefined);
}
