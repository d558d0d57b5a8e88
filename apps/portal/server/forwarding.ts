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

/** Rewritten by the proxy for each call, or of no use to the backend. */
const replaced = new Set(['authorization', 'content-length', 'cookie', 'expect', 'host', csrfHeader]);

const notForClients = new Set([
  'alt-svc',
  'clear-site-data',
  'server',
  'service-worker-allowed',
  'x-eid-binding',
  'x-eid-known',
  'x-powered-by',
]);

/** Proves to the backend that the forwarded addresses come from this proxy. */
export function forwarderHeaders(secret: string | undefined): Record<string, string> {
  return secret === undefined ? {} : { 'x-tamga-forwarder': secret };
}

/**
 * What passes of a request's headers, plus who really called. Authorization, Cookie and Content-Length are
 * left to the caller, because whether they pass depends on the route.
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

/** Set-Cookie and Access-Control-* are dropped too unless the route says otherwise. */
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
    // Nothing behind the proxy may plant a session or a csrf value of its choice.
    const foreign = readSetCookies(upstream).filter((line) => !isOwnCookie(line));
    if (foreign.length > 0) headers['set-cookie'] = foreign;
  }
  return headers;
}

/** One line for each cookie. The HTTP client gives a single one as a string, whatever its types say. */
export function readSetCookies(upstream: IncomingHttpHeaders): string[] {
  const lines: string | string[] = upstream['set-cookie'] ?? [];
  return (typeof lines === 'string' ? [lines] : lines).map((line) => line.trimStart());
}

/** The Cookie header without the session, for routes whose own protocol uses cookies. */
export function foreignCookies(header: string | undefined): string | undefined {
  const foreign = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '' && !isOwnCookie(pair));
  return foreign.length > 0 ? foreign.join('; ') : undefined;
}
