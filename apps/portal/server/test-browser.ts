import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Agent } from 'undici';
import { type Portal, type PortalOptions, startPortal } from './index.ts';

export const appOrigin = 'http://portal.test';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  setCookies: string[];
  text: string;
  /** The parsed body, or an empty object if it is not JSON. */
  json: { [name: string]: unknown };
}

export interface CallOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer | Readable;
}

/** A cookie jar and the headers that every browser adds. */
export interface Browser {
  jar: Map<string, string>;
  /** Calls like one of our pages: Origin, Sec-Fetch-Site and the csrf header. */
  call(path: string, options?: CallOptions): Promise<Answer>;
  /** Sends only the given headers, and the cookies. */
  callBare(path: string, options?: CallOptions): Promise<Answer>;
}

export function openBrowser(portalUrl: string): Browser {
  const jar = new Map<string, string>();

  async function callBare(path: string, options: CallOptions = {}): Promise<Answer> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await call(`${portalUrl}${path}`, {
      ...options,
      headers: { ...(cookie !== '' && { cookie }), ...options.headers },
    });
    for (const line of answer.setCookies) {
      const [pair = ''] = line.split(';');
      const name = pair.slice(0, pair.indexOf('='));
      if (/max-age=0\b/i.test(line)) jar.delete(name);
      else jar.set(name, pair.slice(name.length + 1));
    }
    return answer;
  }

  return {
    jar,
    callBare,
    call: (path, options = {}) => {
      const csrf = jar.get('tamga_csrf') ?? jar.get('__Host-tamga_csrf');
      const isRead = (options.method ?? 'GET') === 'GET';
      return callBare(path, {
        ...options,
        headers: {
          'sec-fetch-site': 'same-origin',
          ...(!isRead && { origin: appOrigin }),
          ...(!isRead && csrf !== undefined && { 'x-tamga-csrf': csrf }),
          ...(typeof options.body === 'string' && { 'content-type': 'application/json' }),
          ...options.headers,
        },
      });
    },
  };
}

/** Sends one request over a new connection, without added headers. */
export async function call(url: string, options: CallOptions = {}): Promise<Answer> {
  const dispatcher = new Agent();
  try {
    const { origin } = new URL(url);
    const answer = await dispatcher.request({
      origin,
      path: url.slice(origin.length),
      method: options.method ?? 'GET',
      headers: options.headers ?? {},
      body: options.body ?? null,
    });
    const text = await answer.body.text();
    const setCookie = answer.headers['set-cookie'] ?? [];
    return {
      status: answer.statusCode,
      headers: answer.headers,
      setCookies: Array.isArray(setCookie) ? setCookie : [setCookie],
      text,
      json: parse(text),
    };
  } finally {
    await dispatcher.close();
  }
}

function parse(text: string): { [name: string]: unknown } {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** Signs in with eID as the page does. */
export async function signIn(browser: Browser, approve: (sid: string) => void): Promise<Answer> {
  const started = await browser.call('/api/auth/eid/start', { method: 'POST', body: '{}' });
  const { sid } = started.json.data as { sid: string };
  approve(sid);
  return browser.call('/api/auth/eid/poll', { method: 'POST', body: JSON.stringify({ sid }) });
}

export interface TestPortal extends Portal {
  /** Moves the portal's clock. */
  advance(ms: number): void;
}

export async function startTestPortal(
  backendUrl: string,
  changes: Partial<PortalOptions> = {},
): Promise<TestPortal> {
  const distDir = await createDist();
  let offsetMs = 0;
  const portal = await startPortal({
    host: '127.0.0.1',
    port: 0,
    backendUrl,
    appOrigin,
    cookieSecure: false,
    production: false,
    distDir,
    accessTtlSeconds: 900,
    refreshTtlSeconds: 604_800,
    trustedProxies: [],
    now: () => new Date(Date.now() + offsetMs),
    ...changes,
  });
  return {
    url: portal.url,
    advance: (ms) => {
      offsetMs += ms;
    },
    close: async () => {
      await portal.close();
      await rm(distDir, { recursive: true, force: true });
    },
  };
}

async function createDist(): Promise<string> {
  const distDir = await mkdtemp(join(tmpdir(), 'tamga-portal-'));
  await mkdir(join(distDir, 'assets'));
  await writeFile(join(distDir, 'index.html'), '<!doctype html><title>portal</title>');
  await writeFile(join(distDir, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(distDir, 'assets', 'app-1a2b3c.js'), 'export {};');
  await writeFile(join(distDir, 'assets', 'app-1a2b3c.js.br'), 'brotli bytes');
  await writeFile(join(distDir, 'assets', 'app-1a2b3c.js.gz'), 'gzip bytes');
  return distDir;
}
