import { isLoopback } from './loopback.ts';

const MOST_COOKIES = 100;

interface Cookie {
  name: string;
  value: string;
  domain: string;
  isHostOnly: boolean;
  path: string;
  isSecure: boolean;
}

/** The cookies of one browser (RFC 6265, 5.3 and 5.4), as far as a sign-in needs them. */
export function createCookieJar() {
  const cookies = new Map<string, Cookie>();
  return {
    store(url: URL, headers: readonly string[]): void {
      for (const header of headers) {
        const { cookie, isOver } = parseCookie(url, header);
        if (cookie === null) continue;
        const key = `${cookie.domain};${cookie.path};${cookie.name}`;
        if (isOver) cookies.delete(key);
        else if (cookies.size < MOST_COOKIES || cookies.has(key)) cookies.set(key, cookie);
      }
    },
    headerFor(url: URL): string {
      // As in browsers, loopback counts as secure.
      const isSafe = url.protocol === 'https:' || isLoopback(url.hostname);
      return [...cookies.values()]
        .filter((cookie) => isForHost(cookie, url.hostname) && isForPath(cookie.path, url.pathname))
        .filter(({ isSecure }) => isSafe || !isSecure)
        .sort((a, b) => b.path.length - a.path.length)
        .map(({ name, value }) => `${name}=${value}`)
        .join('; ');
    },
  };
}

function parseCookie(url: URL, header: string): { cookie: Cookie | null; isOver: boolean } {
  const [pair = '', ...rest] = header.split(';').map((part) => part.trim());
  const attributes = new Map(
    rest.map((part) => {
      const [name = '', ...value] = part.split('=');
      return [name.toLowerCase(), value.join('=')];
    }),
  );
  const at = pair.indexOf('=');
  const domain = (attributes.get('domain') ?? '').replace(/^\./, '').toLowerCase();
  if (at < 1 || (domain !== '' && !isWithin(url.hostname, domain))) return { cookie: null, isOver: false };
  const path = attributes.get('path') ?? '';
  const cookie = {
    name: pair.slice(0, at),
    value: pair.slice(at + 1),
    domain: domain === '' ? url.hostname : domain,
    isHostOnly: domain === '',
    path: path.startsWith('/') ? path : url.pathname.replace(/\/[^/]*$/, '') || '/',
    isSecure: attributes.has('secure'),
  };
  const maxAge = attributes.get('max-age');
  const expires = Date.parse(attributes.get('expires') ?? '');
  const isOver = maxAge === undefined ? expires <= Date.now() : Number(maxAge) <= 0;
  return { cookie, isOver };
}

function isForHost({ domain, isHostOnly }: Cookie, hostname: string): boolean {
  return isHostOnly ? hostname === domain : isWithin(hostname, domain);
}

function isWithin(hostname: string, domain: string): boolean {
  return hostname === domain || hostname.endsWith(`.${domain}`);
}

function isForPath(path: string, pathname: string): boolean {
  return pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
}
