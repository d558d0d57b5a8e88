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
  it('goes on with the host and the origin of the browser, and with the console’s cookie alone', async () => {
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

  it('reads nothing for a link of another site', async () => {
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

  it('brings back the console’s cookie alone, never to be stored', async () => {
    const answer = await ask(apart, consoleHost, '/api/platform/v1/me');
    expect(answer.setCookies).toEqual([`cp_session=${session}; Path=/; HttpOnly; SameSite=Strict`]);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('brings back a cookie that came alone', async () => {
    const answer = await ask(apart, consoleHost, '/api/platform/v1/session?alone');
    expect(answer.setCookies).toEqual(['cp_session=; Max-Age=0']);
  });

  it('from another host reaches the backend as that host, which refuses and records it', async () => {
    await ask(apart, 'portal.test', '/api/platform/v1/me');
    expect(backend.seen.at(-1)?.headers.host).toBe('portal.test');
  });

  it('is refused when it is larger than any two hundred organisations', async () => {
    const answer = await call(`${apart.url}/api/platform/v1/tenants/bulk`, {
      method: 'POST',
      headers: { host: consoleHost, 'content-type': 'application/json' },
      body: 'x'.repeat(1024 * 1024 + 1),
    });
    expect(answer.status).toBe(413);
  });

  it('passes no path that two programs could read differently', async () => {
    const answer = await ask(apart, consoleHost, '/api/platform/v1/..%2f..%2fv1/users/me');
    expect(answer.status).toBe(404);
  });
});

describe('a call of a citizen', () => {
  it('never carries the console’s cookie, and cannot be given one', async () => {
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

  it('are all on one host while the console has none of its own', async () => {
    expect(await isPage(open, 'portal.test', '/console/organisations')).toBe(true);
    expect(await isPage(open, 'portal.test', '/login')).toBe(true);
  });

  it.each(['/console', '/console/organisations', '/Console', '/%63onsole', '//console'])(
    'of the console answer on its host alone: %s',
    async (path) => {
      expect(await isPage(apart, consoleHost, path)).toBe(true);
      expect(await isPage(apart, `${consoleHost}:3000`, path)).toBe(true);
      expect(await ask(apart, 'portal.test', path)).toMatchObject({ status: 404 });
      expect(await ask(off, 'portal.test', path)).toMatchObject({ status: 404 });
    },
  );

  it.each(['/login', '/home', '/oauth2/auth', '/api/v1/users/me', '/api/me', '/api/auth/eid/start', '/gw/x'])(
    'and calls of citizens do not answer on the console’s host: %s',
    async (path) => {
      const before = backend.seen.length;
      expect(await ask(apart, consoleHost, path)).toMatchObject({ status: 404 });
      expect(backend.seen.length).toBe(before);
    },
  );

  it('begin at the console on its host, with the files that every page needs', async () => {
    expect(await ask(apart, consoleHost, '/')).toMatchObject({
      status: 302,
      headers: expect.objectContaining({ location: '/console' }),
    });
    for (const path of ['/assets/app-1a2b3c.js', '/favicon.svg', '/health'])
      expect((await ask(apart, consoleHost, path)).status).toBe(200);
  });

  it('are chosen by the Host header, never by a forwarded one', async () => {
    const answer = await call(`${apart.url}/console`, {
      headers: { host: 'portal.test', 'x-forwarded-host': consoleHost },
    });
    expect(answer.status).toBe(404);
  });
});
