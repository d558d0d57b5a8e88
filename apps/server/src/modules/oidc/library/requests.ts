import { type KoaContextWithOIDC, errors as oauth } from 'oidc-provider';
import type { Client } from '../../oauth-clients/index.ts';
import { isKnownAcr, type WantedAcr } from '../assurance.ts';
import { scopeOfClaim } from './claims.ts';
import { scopesOf } from './clients.ts';
import { splitScope } from './scopes.ts';

const maxClaimsLength = 4096;

interface ClaimsRequest {
  readonly id_token?: Readonly<Record<string, unknown>>;
  readonly userinfo?: Readonly<Record<string, unknown>>;
}

/** The library has checked the form. */
function claimsRequest(params: Readonly<Record<string, unknown>>): ClaimsRequest {
  return typeof params['claims'] === 'string' ? JSON.parse(params['claims']) : {};
}

/** Refuses a `claims` parameter that can never be answered. */
export function checkClaimsRequest(ctx: KoaContextWithOIDC): void {
  const params = ctx.oidc.params ?? {};
  if (String(params['claims']).length > maxClaimsLength)
    throw new oauth.InvalidRequest('the claims parameter is too long');
  const acr = acrRequest(params);
  if (acr?.values !== undefined && !isTextList(acr.values))
    throw new oauth.InvalidRequest('claims.id_token.acr.values must be a list of strings');
  const wanted = wantedAcr(params);
  if (wanted?.essential === true && !wanted.values.some(isKnownAcr))
    throw new oauth.UnmetAuthenticationRequirements('none of the requested ACRs is supported');
}

interface AcrRequest {
  readonly essential?: unknown;
  readonly value?: unknown;
  readonly values?: unknown;
}

function acrRequest(params: Readonly<Record<string, unknown>>): AcrRequest | undefined {
  const asked = claimsRequest(params).id_token?.['acr'];
  return typeof asked === 'object' && asked !== null ? asked : undefined;
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((member) => typeof member === 'string');
}

/**
 * What the request says about `acr`: the claims parameter is more exact than `acr_values`, which the library
 * would let win. A wish for classes that do not exist here is no wish.
 */
export function wantedAcr(params: Readonly<Record<string, unknown>>): WantedAcr | undefined {
  const asked = acrRequest(params);
  const listed = isTextList(asked?.values) ? asked.values : [];
  const named = typeof asked?.value === 'string' ? [asked.value, ...listed] : listed;
  const essential = named.length > 0 && asked?.essential === true;
  const values = named.length > 0 ? named : splitScope(params['acr_values']);
  return essential || values.some(isKnownAcr) ? { values, essential } : undefined;
}

/**
 * The scopes that a person is asked about: those of the request, and those of claims that it names, as far as
 * the client may ask for them. The tokens carry only the former.
 */
export function askedScopes(params: Readonly<Record<string, unknown>>, client: Client): string[] {
  const { id_token = {}, userinfo = {} } = claimsRequest(params);
  const allowed = scopesOf(client);
  const ofClaims = [...Object.keys(id_token), ...Object.keys(userinfo)]
    .map(scopeOfClaim)
    .filter((scope) => scope !== undefined && scope !== 'openid' && allowed.includes(scope)) as string[];
  return [...new Set([...splitScope(params['scope']), ...ofClaims])];
}

/** The first supported language of `ui_locales`. */
export function pageLanguage(params: Readonly<Record<string, unknown>> | undefined): 'mn' | 'en' | undefined {
  for (const tag of splitScope(params?.['ui_locales'])) {
    const primary = tag.toLowerCase().split('-')[0];
    if (primary === 'mn' || primary === 'en') return primary;
  }
  return undefined;
}
