/** Decoded again and again, as servers behind several layers do; more layers than this are refused. */
const deepestEncoding = 4;

/**
 * Where a call goes on the other side: everything it may reach lies under `basePath`. `rest` is what followed the
 * mount in the address as it came, query included, and is passed on byte for byte. Undefined when it could lead out.
 */
export function joinTarget(basePath: string, rest: string): string | undefined {
  if (/[^\x21-\x7e]|#/.test(rest)) return undefined;
  const queryAt = rest.indexOf('?');
  const path = queryAt < 0 ? rest : rest.slice(0, queryAt);
  if (path !== '' && !path.startsWith('/')) return undefined;
  if (!path.split('/').every(staysInside)) return undefined;
  const base = basePath.replace(/\/+$/, '');
  return (base === '' && path === '' ? '/' : base + path) + (queryAt < 0 ? '' : rest.slice(queryAt));
}

/** A segment that no server, however often it decodes and whatever it takes for a separator, reads as a step up. */
function staysInside(segment: string): boolean {
  let text = segment;
  for (let depth = 0; depth < deepestEncoding; depth += 1) {
    // Some servers cut a segment at `;` and take `\` for `/`: `..;` and `..\` climb there.
    if (/^\.{1,2}(;|$)/.test(text) || /[/\\\p{Cc}]/u.test(text)) return false;
    // A percent sign that encodes nothing is itself, once a first decoding brought it out (`100%25`).
    const decoded = decodeOnce(depth === 0 ? text : text.replace(loosePercent, '%25'));
    // Bytes that are no UTF-8 are decoded by servers that work byte by byte, and hide what stands beside them here.
    if (decoded === undefined) return false;
    if (decoded === text) return true;
    text = decoded;
  }
  return false;
}

/** Neither an escape nor the `%u002e` of some servers, which stays undecodable. */
const loosePercent = /%(?![0-9a-f]{2}|u[0-9a-f]{4})/gi;

function decodeOnce(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/**
 * The name of the mount's first segment and what follows it. Read from the raw address: the router's own view is
 * decoded, and an absolute form (`GET http://elsewhere/…`) or a doubled slash would have been tidied away.
 */
export function splitTarget(url: string, prefix: string): { name: string; rest: string } | undefined {
  if (!url.startsWith(prefix)) return undefined;
  const after = url.slice(prefix.length);
  const end = after.search(/[/?]/);
  const name = decodeOnce(end < 0 ? after : after.slice(0, end));
  return name === undefined || name === '' ? undefined : { name, rest: end < 0 ? '' : after.slice(end) };
}
