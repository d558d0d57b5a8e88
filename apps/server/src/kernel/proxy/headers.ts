import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { isClaimOfCaller, isHopByHop, namedByConnection } from './connection-headers.ts';

/** Credentials of the caller, and headers that we set ourselves. */
const notPassedOn: ReadonlySet<string> = new Set([
  'authorization',
  'content-length',
  'cookie',
  'cookie2',
  'dpop',
  'expect',
  'host',
  'x-csrf-token',
  'x-request-id',
]);
const notPassedOnPrefixes = ['x-tamga-', 'sec-websocket-'];

/**
 * Headers with which the upstream would speak as this origin: about itself, to the caller's browser or to a
 * proxy in front of us. The caller could not answer its challenge (WWW-Authenticate, DPoP-Nonce), because
 * credentials never reach the upstream.
 */
const notPassedBack: ReadonlySet<string> = new Set([
  'alt-svc',
  'clear-site-data',
  'content-security-policy-report-only',
  'dpop-nonce',
  'nel',
  'origin-agent-cluster',
  'p3p',
  'public-key-pins',
  'refresh',
  'report-to',
  'reporting-endpoints',
  'server',
  'server-timing',
  'service-worker-allowed',
  'set-cookie',
  'set-cookie2',
  'sourcemap',
  'strict-transport-security',
  'via',
  'www-authenticate',
  'x-aspnet-version',
  'x-lighttpd-send-file',
  'x-powered-by',
  'x-request-id',
  'x-runtime',
  'x-sendfile',
]);
const notPassedBackPrefixes = ['access-control-', 'x-accel-', 'x-ratelimit-', 'x-tamga-'];

export type ProxyHeaders = Record<string, string | string[]>;

/** `own` holds headers that only we may set; other headers of the caller pass unless listed above. */
export function passedOn(incoming: IncomingHttpHeaders, own: ProxyHeaders): ProxyHeaders {
  const headers: ProxyHeaders = {};
  const perConnection = namedByConnection(incoming.connection);
  for (const name in incoming) {
    const value = incoming[name];
    if (value === undefined || isHopByHop(name) || isClaimOfCaller(name) || notPassedOn.has(name)) continue;
    if (perConnection?.has(name) === true) continue;
    // CGI and its successors read `x_tamga_subject` and `x-tamga-subject` as one name.
    if (!/^[a-z0-9-]+$/.test(name) || notPassedOnPrefixes.some((prefix) => name.startsWith(prefix))) continue;
    headers[name] = value;
  }
  return Object.assign(headers, own);
}

/** `own` wins over the upstream's headers of the same name; Vary is merged. */
export function passedBack(answer: IncomingHttpHeaders, own: OutgoingHttpHeaders): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {};
  const perConnection = namedByConnection(answer.connection);
  for (const name in answer) {
    const value = answer[name];
    if (value === undefined || isHopByHop(name) || notPassedBack.has(name)) continue;
    if (perConnection?.has(name) === true) continue;
    if (notPassedBackPrefixes.some((prefix) => name.startsWith(prefix))) continue;
    headers[name] = value;
  }
  const vary = headers['vary'];
  Object.assign(headers, own);
  if (vary !== undefined && own['vary'] !== undefined)
    headers['vary'] = [vary, own['vary']].flat().join(', ');
  return headers;
}

/**
 * Rewrites a redirect to the upstream itself into one through us, because a caller cannot use the upstream's
 * address.
 */
export function redirectThroughUs(
  location: string,
  other: { origin: string; basePath: string; requestPath: string },
  mountedAt: string,
): string | undefined {
  const base = other.basePath.replace(/(?<!\/)\/+$/, '');
  if (!URL.canParse(location, other.origin + other.requestPath)) return undefined;
  const target = new URL(location, other.origin + other.requestPath);
  if (target.origin !== new URL(other.origin).origin) return location;
  const path = target.pathname;
  if (path !== base && !path.startsWith(`${base}/`)) return undefined;
  return mountedAt + path.slice(base.length) + target.search + target.hash;
}
