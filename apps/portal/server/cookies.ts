import { randomBytes } from 'node:crypto';
import { fastifyCookie } from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';

const sessionNames = ['tamga_access', 'tamga_refresh', 'tamga_csrf'] as const;
type CookieName = (typeof sessionNames)[number] | 'tamga_eid' | 'tamga_known' | StepName;

/** Lifetime in seconds of the cookies that a sign-in needs between two steps. */
const stepTtlSeconds = {
  tamga_social_state: 600,
  tamga_social_next: 600,
  tamga_social_link: 900,
  tamga_mfa: 300,
  tamga_onboard: 1800,
  tamga_sso: 600,
  tamga_sso_logout: 7 * 24 * 3600,
  'tamga_oauth_google-drive': 600,
  tamga_oauth_dropbox: 600,
  'tamga_oauth_google-meet': 600,
} as const;
export type StepName = keyof typeof stepTtlSeconds;

const eidTtlSeconds = 600;
const knownTtlSeconds = 365 * 24 * 3600;

export interface SessionTokens {
  access: string;
  refresh: string;
  accessExpiresAt: string;
  refreshExpiresAt: string;
}

/** Cookies of one request; a value that the portal could not have set is treated as absent. */
export interface RequestCookies {
  access: string | undefined;
  refresh: string | undefined;
  csrf: string | undefined;
  eid: string | undefined;
  /** Proof that this browser once completed a sign-in; outlives the session. */
  known: string | undefined;
}

export interface Cookies {
  read(request: FastifyRequest): RequestCookies;
  /** Set-Cookie values of a new or renewed session. */
  forSession(tokens: SessionTokens, csrf: string): string[];
  forCsrf(csrf: string, refreshExpiresAt: string | undefined): string;
  forEid(binding: string): string;
  forKnown(proof: string): string;
  clearSession(): string[];
  clearEid(): string;
  /** Reads the cookie of a sign-in step; it holds a secret that no script may see. */
  readStep(request: FastifyRequest, name: StepName): string | undefined;
  forStep(name: StepName, value: string): string;
  clearStep(name: StepName): string;
}

export interface CookieSettings {
  secure: boolean;
  refreshTtlSeconds: number;
  now: () => Date;
}

export function createCookies({ secure, refreshTtlSeconds, now }: CookieSettings): Cookies {
  // With the prefix, browsers refuse a cookie of this name from a sibling host or from plain HTTP.
  const prefix = secure ? '__Host-' : '';

  function serialize(name: CookieName, value: string, maxAge: number): string {
    return fastifyCookie.serialize(`${prefix}${name}`, value, {
      path: '/',
      sameSite: 'lax',
      secure,
      httpOnly: name !== 'tamga_csrf',
      maxAge,
    });
  }

  function secondsUntil(timestamp: string): number {
    return Math.max(0, Math.floor((Date.parse(timestamp) - now().getTime()) / 1000));
  }

  function readCookie(request: FastifyRequest, name: CookieName, form: RegExp): string | undefined {
    const value = request.cookies[`${prefix}${name}`];
    return value !== undefined && form.test(value) ? value : undefined;
  }

  return {
    read: (request) => ({
      access: readCookie(request, 'tamga_access', tokenForm),
      refresh: readCookie(request, 'tamga_refresh', tokenForm),
      csrf: readCookie(request, 'tamga_csrf', hex32),
      eid: readCookie(request, 'tamga_eid', hex32),
      known: readCookie(request, 'tamga_known', knownForm),
    }),
    forSession: (tokens, csrf) => [
      serialize('tamga_access', tokens.access, secondsUntil(tokens.accessExpiresAt)),
      serialize('tamga_refresh', tokens.refresh, secondsUntil(tokens.refreshExpiresAt)),
      serialize('tamga_csrf', csrf, secondsUntil(tokens.refreshExpiresAt)),
    ],
    forCsrf: (csrf, refreshExpiresAt) =>
      serialize('tamga_csrf', csrf, refreshExpiresAt ? secondsUntil(refreshExpiresAt) : refreshTtlSeconds),
    forEid: (binding) => serialize('tamga_eid', binding, eidTtlSeconds),
    forKnown: (proof) => serialize('tamga_known', proof, knownTtlSeconds),
    clearSession: () => sessionNames.map((name) => serialize(name, '', 0)),
    clearEid: () => serialize('tamga_eid', '', 0),
    readStep: (request, name) => readCookie(request, name, stepForms[name]),
    forStep: (name, value) => serialize(name, value, stepTtlSeconds[name]),
    clearStep: (name) => serialize(name, '', 0),
  };
}

/** A token goes into a header of the call to the backend, so its alphabet is checked first. */
const tokenForm = /^[\w.~+/=-]{1,4096}$/;
const knownForm = /^[\w-]{10,60}\.[\w-]{20,80}$/;
const hex32 = /^[0-9a-f]{32}$/;
const stepForms: Record<StepName, RegExp> = {
  tamga_social_state: /^(?:sign_in|superadmin|onboarding)(?:\.[\w-]{16,128}){3}$/,
  tamga_social_next: /^\/[^\r\n]{0,1000}$/,
  tamga_social_link: hex32,
  tamga_mfa: hex32,
  tamga_onboard: hex32,
  tamga_sso: hex32,
  tamga_sso_logout: hex32,
  'tamga_oauth_google-drive': hex32,
  tamga_oauth_dropbox: hex32,
  'tamga_oauth_google-meet': hex32,
};

export function isEidBinding(value: unknown): value is string {
  return typeof value === 'string' && hex32.test(value);
}

/** The format of every secret that the backend issues between two steps of a sign-in. */
export const isStepSecret = isEidBinding;

export function isKnownProof(value: unknown): value is string {
  return typeof value === 'string' && knownForm.test(value);
}

export function createCsrfValue(): string {
  return randomBytes(16).toString('hex');
}

/**
 * True for every cookie of the browser layer and of the operator console, with or without the prefix. Cookies of the
 * OIDC provider (`tamga_op_*`) are excluded: only the provider sets and reads them.
 */
export function isOwnCookie(name: string): boolean {
  return /^(?:__Host-|__Secure-)?(?:tamga_(?!op_)|cp_)/i.test(name);
}
