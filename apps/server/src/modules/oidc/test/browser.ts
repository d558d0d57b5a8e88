import { type Answer, createCaller } from '../../../../test/caller.ts';

/** A minimal browser with its own cookie jar; it follows no redirect by itself. */
export interface Browser {
  get(url: string, headers?: Record<string, string>): Promise<Answer>;
  cookies(): { name: string; value: string; path: string; attributes: string }[];
  /** From now on sends its cookies to another instance. */
  moveTo(serverUrl: string): void;
}

export function createBrowser(serverUrl: string, issuer: string): Browser {
  const jar = new Map<string, { name: string; value: string; path: string; attributes: string }>();
  let url = serverUrl;
  const ip = createCaller(serverUrl).ip;
  const keep = (line: string) => {
    const [pair = '', ...attributes] = line.split('; ');
    const at = pair.indexOf('=');
    const name = pair.slice(0, at);
    const path = attributes.find((part) => /^path=/i.test(part))?.slice(5) ?? '/';
    const ended = attributes.some((part) => /^expires=Thu, 01 Jan 1970/i.test(part));
    if (ended) jar.delete(`${name} ${path}`);
    else
      jar.set(`${name} ${path}`, {
        name,
        path,
        value: pair.slice(at + 1),
        attributes: attributes.join('; '),
      });
  };
  return {
    cookies: () => [...jar.values()],
    moveTo: (next) => {
      url = next;
    },
    get: async (address, headers = {}) => {
      const target = new URL(address, issuer);
      const cookie = [...jar.values()]
        .filter(
          ({ path }) => path === '/' || target.pathname === path || target.pathname.startsWith(`${path}/`),
        )
        .map(({ name, value }) => `${name}=${value}`)
        .join('; ');
      const response = await fetch(`${url}${target.pathname}${target.search}`, {
        redirect: 'manual',
        headers: { 'x-forwarded-for': ip, accept: 'text/html', ...(cookie && { cookie }), ...headers },
      });
      for (const line of response.headers.getSetCookie()) keep(line);
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.includes('json') === true;
      return {
        status: response.status,
        headers: response.headers,
        text,
        body: isJson ? JSON.parse(text) : { message: text },
      };
    },
  };
}
