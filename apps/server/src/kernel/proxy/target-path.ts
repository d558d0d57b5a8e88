/** Paths are decoded repeatedly, as servers behind several layers do; deeper encodings are refused. */
const deepestEncoding = 4;

/**
 * The upstream path of a call, which always stays under `basePath`. `rest` is the raw address after the mount,
 * query included, and is forwarded byte for byte. Undefined when it could lead out.
 */
export function joinTarget(basePath: string, rest: string): string | undefined {
  if (/[^\x21-\x7e]|#/.test(rest)) return undefined;
  const queryAt = rest.indexOf('?');
  const path = queryAt < 0 ? rest : rest.slice(0, queryAt);
  if (path !== '' && !path.startsWith('/')) return undefined;
  if (!path.split('/').every(staysInside)) return undefined;
  const base = basePath.replace(/(?<!\/)\/+$/, '');
  return (base === '' && path === '' ? '/' : base + path) + (queryAt < 0 ? '' : rest.slice(queryAt));
}

/** True when no server reads the segment as a step up, however often it decodes and with any separator. */
function staysInside(segment: string): boolean {
  let text = segment;
  for (let depth = 0; depth < deepestEncoding; depth += 1) {
    // Some servers cut a segment at `;` and read `\` as `/`: `..;` and `..\` climb there.
    if (/^\.{1,2}(;|$)/.test(text) || /[/\\\p{Cc}]/u.test(text)) return false;
    // A percent sign that encodes nothing is literal after the first decoding (`100%25`).
    const decoded = decodeOnce(depth === 0 ? text : text.replace(loosePercent, '%25'));
    // Servers that work byte by byte decode bytes that are not UTF-8, which could hide a step up here.
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
 * The name in the mount's first segment and the rest, read from the raw address: the router decodes, and would
 * normalise an absolute form (`GET http://elsewhere/…`) or a doubled slash.
 */
export function splitTarget(url: string, prefix: string): { name: string; rest: string } | undefined {
  if (!url.startsWith(prefix)) return undefined;
  const after = url.slice(prefix.length);
  const end = after.search(/[/?]/);
  const name = decodeOnce(end < 0 ? after : after.slice(0, end));
  return name === undefined || name === '' ? undefined : { name, rest: end < 0 ? '' : after.slice(end) };
}
