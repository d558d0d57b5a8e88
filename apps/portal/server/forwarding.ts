import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import {
  isClaimOfCaller,
  isHopByHop,
  namedByConnection,
} from '../../server/src/kernel/proxy/connection-headers.ts';
import { isOwnCookie } from './cookies.ts';
import { csrfHeader } from './csrf.ts';

export type HeaderMap = Record<string, string | string[]>;

/** Headers that the proxy rewrites for each call, or that the backend does not need. */
const replaced = new Set(['authorization', 'content-length', 'cookie', 'expect', 'host', csrfHeader]);

const notForClients = new Set([
  'alt-svc',
  'clear-site-data',
  'server',
  'service-worker-allowed',
  'x-eid-binding',
  'x-eid-known',
  'x-oauth-binding',
  'x-powered-by',
]);

/** Proves to the backend that the forwarded addresses come from this proxy. */
export function forwarderHeaders(secret: string | undefined): Record<string, string> {
  return secret === undefined ? {} : { 'x-tamga-forwarder': secret };
}

/**
 * Copies the request headers that may pass and adds the real client address. Authorization, Cookie and Content-Length
 * are left to the caller, because they depend on the route.
 */
export function forwardRequestHeaders(request: FastifyRequest, appOrigin: string): HeaderMap {
  const headers: HeaderMap = {};
  const perConnection = namedByConnection(request.headers.connection);
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || isHopByHop(name) || perConnection?.has(name) === true) continue;
    if (isClaimOfCaller(name) || replaced.has(name)) continue;
    headers[name] = value;
  }
  const origin = new URL(appOrigin);
  headers['x-forwarded-for'] = request.ip.replace(/^::ffff:(?=\d+\.)/, '');
  headers['x-forwarded-proto'] = origin.protocol.slice(0, -1);
  headers['x-forwarded-host'] = origin.host;
  headers['x-request-id'] = request.id;
  return headers;
}

/** Drops Set-Cookie and Access-Control-* too unless the route allows them. */
export function forwardResponseHeaders(
  upstream: IncomingHttpHeaders,
  keep: { setCookie: boolean; cors: boolean },
): HeaderMap {
  const headers: HeaderMap = {};
  const perConnection = namedByConnection(upstream.connection);
  for (const [name, value] of Object.entries(upstream)) {
    if (value === undefined || isHopByHop(name) || perConnection?.has(name) === true) continue;
    if (notForClients.has(name)) continue;
    if (name === 'set-cookie') continue;
    if (name.startsWith('access-control-') && !keep.cors) continue;
    headers[name] = value;
  }
  if (keep.setCookie) {
    // An upstream must not set a session or csrf cookie of the portal.
    const foreign = readSetCookies(upstream).filter((line) => !isOwnCookie(line));
    if (foreign.length > 0) headers['set-cookie'] = foreign;
  }
  return headers;
}

/** Returns one line per cookie; undici returns a single one as a string, although its types say otherwise. */
export function readSetCookies(upstream: IncomingHttpHeaders): string[] {
  const lines: string | string[] = upstream['set-cookie'] ?? [];
  return (typeof lines === 'string' ? [lines] : lines).map((line) => line.trimStart());
}

/** Returns the Cookie header without the portal's cookies, for routes whose protocol uses cookies. */
export function foreignCookies(header: string | undefined): string | undefined {
  const foreign = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '' && !isOwnCookie(pair));
  return foreign.length > 0 ? foreign.join('; ') : undefined;
}
