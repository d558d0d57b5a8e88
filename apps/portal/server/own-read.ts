import type { IncomingHttpHeaders } from 'node:http';

/**
 * Some reads leave an entry in a person's access log, and the session cookie goes with a navigation (SameSite=Lax),
 * so a link on a foreign page could create such an entry in the visitor's name. A read with a session therefore has
 * to be a call from our own page. Navigation is allowed to files only, whose addresses hold ids that a foreign page
 * does not know.
 */
export function isOwnRead(
  headers: IncomingHttpHeaders,
  segments: readonly string[],
  appOrigin: string,
): boolean {
  const site = headers['sec-fetch-site'];
  if (isNavigation(headers))
    return isFile(segments) && (site === 'none' || isFromOwnOrigin(headers, appOrigin));
  return isFromOwnOrigin(headers, appOrigin);
}

/** Browsers before 2023 send no Sec-Fetch-Site, so Origin or Referer decides for them. */
function isFromOwnOrigin(headers: IncomingHttpHeaders, appOrigin: string): boolean {
  const { 'sec-fetch-site': site, origin, referer } = headers;
  if (site !== undefined) return site === 'same-origin';
  return [origin, referer].every(
    (address) => address === undefined || (URL.canParse(address) && new URL(address).origin === appOrigin),
  );
}

function isNavigation(headers: IncomingHttpHeaders): boolean {
  const mode = headers['sec-fetch-mode'];
  return mode === undefined ? (headers.accept ?? '').includes('text/html') : mode === 'navigate';
}

/** Matches `…/files/{id}`, `…/{id}/document`, `…/{id}/calendar` and `…/download`, which our pages link to. */
function isFile(segments: readonly string[]): boolean {
  const [parent, last = ''] = segments.slice(-2);
  return parent === 'files' || ['document', 'calendar', 'download'].includes(last);
}
