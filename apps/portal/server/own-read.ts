import type { IncomingHttpHeaders } from 'node:http';

/**
 * Some reads leave an entry in somebody's access log, so a link on a foreign page could leave one in the name of
 * whoever follows it: the session cookie goes with a navigation (SameSite=Lax). A read with a session therefore has
 * to be a call of our own page. Nobody navigates to data; a file is the exception, and its address holds ids that a
 * foreign page does not know.
 */
export function isOwnRead(
  headers: IncomingHttpHeaders,
  segments: readonly string[],
  appOrigin: string,
): boolean {
  const site = headers['sec-fetch-site'];
  if (isNavigation(headers)) return isFile(segments) && (site === 'none' || comesFromUs(headers, appOrigin));
  return comesFromUs(headers, appOrigin);
}

/** Browsers before 2023 do not say where a request comes from; then the page that sent it is what its headers name. */
function comesFromUs(headers: IncomingHttpHeaders, appOrigin: string): boolean {
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

/** `…/files/{id}`, `…/{id}/document`, `…/{id}/calendar`: what our pages offer as a link to open or to keep. */
function isFile(segments: readonly string[]): boolean {
  const [parent, last = ''] = segments.slice(-2);
  return parent === 'files' || last === 'document' || last === 'calendar';
}
