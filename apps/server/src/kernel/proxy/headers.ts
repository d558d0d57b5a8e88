import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/** RFC 9110 section 7.6.1: these belong to one connection and never pass a proxy. */
const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Credentials of the caller, names by which it could claim another address, method or host, and what we write
 * ourselves. `proxy` becomes HTTP_PROXY in a CGI program.
 */
const notPassedOn: ReadonlySet<string> = new Set([
  'authorization',
  'cf-connecting-ip',
  'client-ip',
  'content-length',
  'cookie',
  'cookie2',
  'dpop',
  'expect',
  'fastly-client-ip',
  'forwarded',
  'host',
  'proxy',
  'true-client-ip',
  'via',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-csrf-token',
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
  'x-real-ip',
  'x-request-id',
  'x-rewrite-url',
]);
const notPassedOnPrefixes = ['x-forwarded-', 'x-original-', 'x-tamga-', 'x-eid-', 'sec-websocket-'];

/**
 * What the other side says about itself, about the caller's browser or to a proxy in front of us: it would speak as
 * this origin. Its challenge (WWW-Authenticate, DPoP-Nonce) could not be answered, because credentials never reach it.
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

/** `own` is what only we may say; the rest of the caller's headers passes unless it is listed above. */
export function passedOn(incoming: IncomingHttpHeaders, own: ProxyHeaders): ProxyHeaders {
  const headers: ProxyHeaders = {};
  const perConnection = namedBy(incoming.connection);
  for (const name in incoming) {
    const value = incoming[name];
    if (value === undefined || hopByHop.has(name) || notPassedOn.has(name)) continue;
    if (perConnection?.has(name) === true) continue;
    // CGI and its heirs read `x_tamga_subject` and `x-tamga-subject` as one name.
    if (!/^[a-z0-9-]+$/.test(name) || notPassedOnPrefixes.some((prefix) => name.startsWith(prefix))) continue;
    headers[name] = value;
  }
  return Object.assign(headers, own);
}

/** `own` wins over what the other side says under the same name; both may name what the answer varies by. */
export function passedBack(answer: IncomingHttpHeaders, own: OutgoingHttpHeaders): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {};
  const perConnection = namedBy(answer.connection);
  for (const name in answer) {
    const value = answer[name];
    if (value === undefined || hopByHop.has(name) || notPassedBack.has(name)) continue;
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

function namedBy(connection: string | undefined): ReadonlySet<string> | undefined {
  if (connection === undefined || /^(keep-alive|close)$/i.test(connection)) return undefined;
  return new Set(connection.split(',').map((name) => name.trim().toLowerCase()));
}

/** A redirect to the other side itself becomes one through us; its own address is nothing a caller can use. */
export function redirectThroughUs(
  location: string,
  other: { origin: string; basePath: string; requestPath: string },
  mountedAt: string,
): string | undefined {
  const base = other.basePath.replace(/\/+$/, '');
  if (!URL.canParse(location, other.origin + other.requestPath)) return undefined;
  const target = new URL(location, other.origin + other.requestPath);
  if (target.origin !== new URL(other.origin).origin) return location;
  const path = target.pathname;
  if (path !== base && !path.startsWith(`${base}/`)) return undefined;
  return mountedAt + path.slice(base.length) + target.search + target.hash;
}
