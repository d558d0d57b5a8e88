import { isPagePath } from '../src/api/page-path.ts';

const longestNext = 2048;

/**
 * Returns the path to open after sign-in. A value that a browser could read as another origin would turn the sign-in
 * page into an open redirect, so anything but the plain absolute path of a page becomes `/`. Browsers treat `\` as
 * `/`, and remove tabs and line breaks before they parse an address: both `/\evil.example` and `/<tab>/evil.example`
 * lead to another site.
 */
export function toSafeNext(value: unknown): string {
  if (typeof value !== 'string' || value.length > longestNext) return '/';
  if (!value.startsWith('/') || value.startsWith('//') || value.startsWith('/\\')) return '/';
  if (hasControlCharacter(value)) return '/';
  return isPagePath(value) ? value : '/';
}

/**
 * The same, encoded for a Location header. Serializing an address can produce a leading double slash, so the result is
 * checked again. A path that does not fit its carrier becomes `/`.
 */
export function readNext(value: unknown, appOrigin: string, fits: (next: string) => boolean): string {
  const { pathname, search, hash } = new URL(toSafeNext(value), appOrigin);
  const next = toSafeNext(`${pathname}${search}${hash}`);
  return fits(next) ? next : '/';
}

/** An upstream's answer may be redirected to only over HTTP: a `javascript:` address would run on our origin. */
export function isWebAddress(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

function hasControlCharacter(value: string): boolean {
  for (const character of value) {
    const code = character.codePointAt(0) ?? 0;
    const isC0OrDelete = code < 0x20 || code === 0x7f;
    const isC1 = code >= 0x80 && code < 0xa0;
    const isLineSeparator = code === 0x2028 || code === 0x2029;
    if (isC0OrDelete || isC1 || isLineSeparator) return true;
  }
  return false;
}
