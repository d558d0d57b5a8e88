import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestBackend, succeed, type TestBackend } from './test-backend.ts';
import { call, startTestPortal, type TestPortal } from './test-browser.ts';

const consoleHost = 'console.test';
const session = 'a'.repeat(64);

let backend: TestBackend;
let open: TestPortal;
let apart: TestPortal;
let off: TestPortal;

beforeAll(async () => {
  backend = await startTestBackend((request, response, raw) => {
    if (!request.url.startsWith('/api/platform/v1/') && !request.url.startsWith('/oauth2/')) return false;
    if (request.url.endsWith('?alone')) response.setHeader('set-cookie', 'cp_session=; Max-Age=0');
    else
      response.setHeader('set-cookie', [
        `cp_session=${session}; Path=/; HttpOnly; SameSite=Strict`,
        'tamga_csrf=planted; Path=/',
        'other=1',
      ]);
    let body = '';
    raw.on('data', (chunk) => {
      body += chunk;
    });
    raw.on('end', () => succeed(response, { body }));
    return true;
  });
  open = await startTestPortal(backend.url);
  apart = await startTestPortal(backend.url, { controlPlaneHost: consoleHost });
  off = await startTestPortal(backend.url, { production: true });
});

afterAll(async () => {
  for (const portal of [open, apart, off]) await portal?.close();
  await backend?.close();
});

const ask = (portal: TestPortal, host: string, path: string) =>
  call(`${portal.url}${path}`, { headers: { host } });

describe('a call of the operator console', () => {
  it('is forwarded with the browser’s Host and Origin and only the console’s cookie', async () => {
    const answer = await call(`${apart.url}/api/platform/v1/tenants/bulk?x=1`, {
      method: 'POST',
      headers: {
        host: consoleHost,
        origin: `http://${consoleHost}`,
        cookie: `tamga_access=a.b.c; cp_session=${session}; other=2; tamga_csrf=${'b'.repeat(32)}`,
        authorization: 'Bearer a.b.c',
        'content-type': 'application/json',
        'x-forwarded-host': 'evil.test',
        'x-eid-binding': 'stolen',
      },
      body: '{"organisations":[]}',
    });
    expect(answer.status).toBe(200);
    const seen = backend.seen.at(-1);
    expect(seen).toMatchObject({ method: 'POST', url: '/api/platform/v1/tenants/bulk?x=1' });
    expect(answer.json.data).toEqual({ body: '{"organisations":[]}' });
    expect(seen?.headers).toMatchObject({
      host: consoleHost,
      origin: `http://${consoleHost}`,
      cookie: `cp_session=${session}`,
      'x-forwarded-host': consoleHost,
    });
    expect(seen?.headers).not.toHaveProperty('authorization');
    expect(seen?.headers).not.toHaveProperty('x-eid-binding');
  });

  it('is refused if a link on another site triggers it', async () => {
    const path = '/api/platform/v1/directory/person?register=x';
    const cookie = `cp_session=${session}`;
    backend.seen.length = 0;
    for (const site of ['same-site', 'cross-site', 'none']) {
      const headers = { host: consoleHost, cookie, 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' };
      expect((await call(`${apart.url}${path}`, { headers })).status).toBe(403);
    }
    expect(backend.seen).toEqual([]);
    const own = { host: consoleHost, cookie, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };
    expect((await call(`${apart.url}${path}`, { headers: own })).status).toBe(200);
  });

  it('returns only the console’s cookie, with no-store', async () => {
    const answer = await ask(apart, consoleHost, '/api/platform/v1/me');
    expect(answer.setCookies).toEqual([`cp_session=${session}; Path=/; HttpOnly; SameSite=Strict`]);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('returns the cookie if the backend sets only one', async () => {
    const answer = await ask(apart, consoleHost, '/api/platform/v1/session?alone');
    expect(answer.setCookies).toEqual(['cp_session=; Max-Age=0']);
  });

  it('keeps a wrong Host, so that the backend refuses and records it', async () => {
    await ask(apart, 'portal.test', '/api/platform/v1/me');
    expect(backend.seen.at(-1)?.headers.host).toBe('portal.test');
  });

  it('is refused if its body is over the limit (413)', async () => {
    const answer = await call(`${apart.url}/api/platform/v1/tenants/bulk`, {
      method: 'POST',
      headers: { host: consoleHost, 'content-type': 'application/json' },
      body: 'x'.repeat(1024 * 1024 + 1),
    });
    expect(answer.status).toBe(413);
  });

  it('is refused if two programs could read its path differently', async () => {
    const answer = await ask(apart, consoleHost, '/api/platform/v1/..%2f..%2fv1/users/me');
    expect(answer.status).toBe(404);
  });
});

describe('a call of a citizen', () => {
  it('never carries or receives the console’s cookie', async () => {
    for (const path of ['/oauth2/auth', '/api/v1/me']) {
      const answer = await call(`${open.url}${path}`, {
        headers: { cookie: `cp_session=${session}; __Host-cp_session=${session}` },
      });
      expect(backend.seen.at(-1)?.headers.cookie).toBeUndefined();
      expect(answer.setCookies.join()).not.toContain('cp_session');
    }
  });
});

describe('the pages', () => {
  const isPage = async (portal: TestPortal, host: string, path: string) =>
    (await ask(portal, host, path)).text.includes('<title>portal');

  it('are all on one host if the console has no separate host', async () => {
    expect(await isPage(open, 'portal.test', '/console/organisations')).toBe(true);
    expect(await isPage(open, 'portal.test', '/login')).toBe(true);
  });

  it.each(['/console', '/console/organisations', '/Console', '/%63onsole', '//console'])(
    'of the console answer on the console’s host only: %s',
    async (path) => {
      expect(await isPage(apart, consoleHost, path)).toBe(true);
      expect(await isPage(apart, `${consoleHost}:3000`, path)).toBe(true);
      expect(await ask(apart, 'portal.test', path)).toMatchObject({ status: 404 });
      expect(await ask(off, 'portal.test', path)).toMatchObject({ status: 404 });
    },
  );

  it.each(['/login', '/home', '/oauth2/auth', '/api/v1/users/me', '/api/me', '/api/auth/eid/start', '/gw/x'])(
    'and endpoints of citizens answer 404 on the console’s host: %s',
    async (path) => {
      const before = backend.seen.length;
      expect(await ask(apart, consoleHost, path)).toMatchObject({ status: 404 });
      expect(backend.seen.length).toBe(before);
    },
  );

  it('start at the console on its host, with the files that every page needs', async () => {
    expect(await ask(apart, consoleHost, '/')).toMatchObject({
      status: 302,
      headers: expect.objectContaining({ location: '/console' }),
    });
    for (const path of ['/assets/app-1a2b3c.js', '/favicon.svg', '/health'])
      expect((await ask(apart, consoleHost, path)).status).toBe(200);
  });

  it('are chosen by the Host header, never by X-Forwarded-Host', async () => {
    const answer = await call(`${apart.url}/console`, {
      headers: { host: 'portal.test', 'x-forwarded-host': consoleHost },
    });
    expect(answer.status).toBe(404);
  });
});
