import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

export const csrfHeader = 'x-tamga-csrf';

export interface OriginEvidence {
  origin: string | undefined;
  fetchSite: string | undefined;
}

export interface CsrfEvidence extends OriginEvidence {
  header: string | undefined;
  cookie: string | undefined;
}

/**
 * Checks a write that the session cookies authenticate. A browser proves two things: it can read the csrf cookie (so
 * the script is ours) and its Origin is ours. The constant `1` is for cookie-jar clients that are not browsers; every
 * browser sends Origin or Sec-Fetch-Site with a write and cannot omit them.
 */
export function provesOwnWrite(evidence: CsrfEvidence, appOrigin: string): boolean {
  const { header, cookie, origin, fetchSite } = evidence;
  if (origin === undefined && fetchSite === undefined) return header === '1';
  return (
    origin === appOrigin && isCsrfValue(cookie) && isCsrfValue(header) && equalInConstantTime(header, cookie)
  );
}

/**
 * Checks a sign-in call, which has no session yet. Without this check another site could sign its visitor in to an
 * account of the attacker (login CSRF). If Origin is present, it decides alone.
 */
export function provesSameOrigin(evidence: OriginEvidence, appOrigin: string): boolean {
  if (evidence.origin !== undefined) return evidence.origin === appOrigin;
  return evidence.fetchSite === 'same-origin' || evidence.fetchSite === 'none';
}

export function readCsrfEvidence(request: FastifyRequest, cookie: string | undefined): CsrfEvidence {
  return {
    header: readHeader(request, csrfHeader),
    cookie,
    origin: readHeader(request, 'origin'),
    fetchSite: readHeader(request, 'sec-fetch-site'),
  };
}

export function isWrite(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';
}

function readHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(',') : value;
}

function isCsrfValue(value: string | undefined): value is string {
  return value !== undefined && /^[0-9a-f]{32}$/.test(value);
}

function equalInConstantTime(left: string, right: string): boolean {
  return timingSafeEqual(Buffer.from(left), Buffer.from(right));
}
