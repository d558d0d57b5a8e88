/** RFC 9110 section 7.6.1: these headers belong to one connection, and a proxy never forwards them. */
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
 * Headers with which a caller could claim another address, method or host; only our proxies may set them.
 * `proxy` becomes HTTP_PROXY in a CGI program.
 */
const claims: ReadonlySet<string> = new Set([
  'cf-connecting-ip',
  'client-ip',
  'fastly-client-ip',
  'forwarded',
  'proxy',
  'true-client-ip',
  'via',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
  'x-real-ip',
  'x-rewrite-url',
  'x-tamga-forwarder',
]);
const claimPrefixes = ['x-forwarded-', 'x-original-', 'x-eid-'];

/** Names are lower-case, as Node gives them; the gateway, the signing relay and the portal's proxy share this. */
export function isHopByHop(name: string): boolean {
  return hopByHop.has(name);
}

export function isClaimOfCaller(name: string): boolean {
  return claims.has(name) || claimPrefixes.some((prefix) => name.startsWith(prefix));
}

/** Further headers that the Connection header limits to this connection. */
export function namedByConnection(connection: string | undefined): ReadonlySet<string> | undefined {
  if (connection === undefined || /^(keep-alive|close)$/i.test(connection)) return undefined;
  return new Set(connection.split(',').map((name) => name.trim().toLowerCase()));
}
