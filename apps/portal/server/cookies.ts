import { randomBytes } from 'node:crypto';
import { fastifyCookie } from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';

const names = ['tamga_access', 'tamga_refresh', 'tamga_csrf', 'tamga_eid', 'tamga_known'] as const;
const sessionNames = ['tamga_access', 'tamga_refresh', 'tamga_csrf'] as const;
type CookieName = (typeof names)[number];

const eidTtlSeconds = 600;
const knownTtlSeconds = 365 * 24 * 3600;

export interface SessionTokens {
  access: string;
  refresh: string;
  accessExpiresAt: string;
  refreshExpiresAt: string;
}

/** The cookies of one request. A value that could not have come from us is treated as absent. */
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
  /** Set-Cookie values of a session that begins or was renewed. */
  forSession(tokens: SessionTokens, csrf: string): string[];
  forCsrf(csrf: string, refreshExpiresAt: string | undefined): string;
  forEid(binding: string): string;
  forKnown(proof: string): string;
  clearSession(): string[];
  clearEid(): string;
}

export interface CookieSettings {
  secure: boolean;
  refreshTtlSeconds: number;
  now: () => Date;
}

export function createCookies({ secure, refreshTtlSeconds, now }: CookieSettings): Cookies {
  // The prefix makes browsers refuse a cookie of this name from a sibling host or from plain HTTP.
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
  };
}

/** A token goes into a header of the call to the backend, so its alphabet is checked first. */
const tokenForm = /^[\w.~+/=-]{1,4096}$/;
const knownForm = /^[\w-]{10,60}\.[\w-]{20,80}$/;
const hex32 = /^[0-9a-f]{32}$/;

export function isEidBinding(value: unknown): value is string {
  return typeof value === 'string' && hex32.test(value);
}

export function isKnownProof(value: unknown): value is string {
  return typeof value === 'string' && knownForm.test(value);
}

export function createCsrfValue(): string {
  return randomBytes(16).toString('hex');
}

/** True for every cookie of the browser layer, with or without the prefix. */
export function isOwnCookie(name: string): boolean {
  return /^(?:__Host-|__Secure-)?tamga_/i.test(name);
}
