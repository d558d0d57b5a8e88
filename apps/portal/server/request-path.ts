/**
 * Decodes the path of a request target into segments, or returns undefined if two programs could read it differently
 * (dot segments, doubled or encoded slashes, backslashes, control characters, broken escapes). The proxy decides by
 * these segments, so the backend must not be able to read them in another way.
 */
export function readPathSegments(target: string): string[] | undefined {
  if (!isPlainTarget(target)) return undefined;
  const path = pathOf(target);
  if (/\/\/|%2f|%5c/i.test(path)) return undefined;
  const segments: string[] = [];
  for (const part of path.split('/').slice(1)) {
    const segment = decodeSegment(part);
    if (segment === undefined || segment === '.' || segment === '..') return undefined;
    segments.push(segment);
  }
  return segments;
}

/** The weaker rule for the raw proxy, whose upstream services may use doubled and encoded slashes. */
export function isPassableTarget(target: string): boolean {
  if (!isPlainTarget(target)) return false;
  return !/(?:\/|%2f|\\|%5c)(?:\.|%2e){1,2}(?:\/|%2f|\\|%5c|$)/i.test(pathOf(target));
}

export function pathOf(target: string): string {
  const end = target.search(/[?#]/);
  return end === -1 ? target : target.slice(0, end);
}

/** Accepts origin-form only: an absolute target names another authority, and a fragment is never sent. */
export function isPlainTarget(target: string): boolean {
  return target.startsWith('/') && !/[\\#]/.test(target) && isPrintableAscii(target);
}

function isPrintableAscii(text: string): boolean {
  return /^[\x21-\x7e]*$/.test(text);
}

function decodeSegment(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
