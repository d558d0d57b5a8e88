import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fail, startTestBackend, type TestBackend } from './test-backend.ts';
import { appOrigin, call, openBrowser, signIn, startTestPortal, type TestPortal } from './test-browser.ts';

let backend: TestBackend;
let portal: TestPortal;
let securePortal: TestPortal;

beforeAll(async () => {
  backend = await startTestBackend((request, response) => {
    if (request.url === '/api/v1/auth/eid/poll')
      response.setHeader('x-eid-known', `${'k'.repeat(22)}.${'m'.repeat(43)}`);
    if (!request.url.startsWith('/api/v1/auth/eid/start-id') || !request.headers['x-test-limited'])
      return false;
    response.setHeader('retry-after', '17');
    fail(response, 429, 'rate_limited');
    return true;
  });
  portal = await startTestPortal(backend.url);
  securePortal = await startTestPortal(backend.url, { cookieSecure: true, production: true });
});

afterAll(async () => {
  await portal.close();
  await securePortal.close();
  await backend.close();
});

const lastSeen = (path: string) => backend.seen.findLast((request) => request.url.startsWith(path));

describe('eID start', () => {
  it('binds the sign-in to the browser by an httpOnly cookie and keeps the binding out of the answer', async () => {
    const answer = await openBrowser(portal.url).call('/api/auth/eid/start', { method: 'POST' });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ ok: true, status: 200, data: { state: 'PENDING', qr: 'qr-text' } });
    expect(answer.setCookies).toHaveLength(1);
    expect(answer.setCookies[0]).toMatch(
      /^tamga_eid=[0-9a-f]{32}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(answer.headers['x-eid-binding']).toBeUndefined();
    expect(lastSeen('/api/v1/auth/eid/start')?.headers['x-eid-binding']).toBe('new');
    expect(lastSeen('/api/v1/auth/eid/start')?.body).toBe('{}');
  });

  it('replaces the binding at a second start', async () => {
    const browser = openBrowser(portal.url);
    await browser.call('/api/auth/eid/start', { method: 'POST' });
    const first = browser.jar.get('tamga_eid');
    await browser.call('/api/auth/eid/start-id', { method: 'POST', body: '{"national_id":"АБ12345678"}' });
    expect(browser.jar.get('tamga_eid')).not.toBe(first);
  });

  it('never forwards a binding that the client sent', async () => {
    const browser = openBrowser(portal.url);
    const forged = { 'x-eid-binding': 'a'.repeat(32) };
    await browser.call('/api/auth/eid/poll', { method: 'POST', body: '{"sid":"x"}', headers: forged });
    expect(lastSeen('/api/v1/auth/eid/poll')?.headers['x-eid-binding']).toBeUndefined();
    await browser.call('/api/v1/catalog/services', { headers: forged });
    expect(lastSeen('/api/v1/catalog')?.headers['x-eid-binding']).toBeUndefined();
  });

  it('keeps the proof of a known browser in an httpOnly cookie, and sends it with the next push', async () => {
    const browser = openBrowser(portal.url);
    await signIn(browser, backend.approve);
    const proof = `${'k'.repeat(22)}.${'m'.repeat(43)}`;
    expect(browser.jar.get('tamga_known')).toBe(proof);
    const forged = { 'x-eid-known': 'forged.by-the-page-aaaaaaaaaaaaaaaa' };
    await browser.call('/api/auth/eid/start-id', { method: 'POST', body: '{}', headers: forged });
    expect(lastSeen('/api/v1/auth/eid/start-id')?.headers['x-eid-known']).toBe(proof);
    await openBrowser(portal.url).call('/api/auth/eid/start-id', {
      method: 'POST',
      body: '{}',
      headers: forged,
    });
    expect(lastSeen('/api/v1/auth/eid/start-id')?.headers['x-eid-known']).toBeUndefined();
  });

  it('passes status, Retry-After and code of a rate-limited start', async () => {
    const headers = { 'x-test-limited': '1' };
    const answer = await openBrowser(portal.url).call('/api/auth/eid/start-id', {
      method: 'POST',
      body: '{}',
      headers,
    });
    expect(answer.status).toBe(429);
    expect(answer.headers['retry-after']).toBe('17');
    expect(answer.json).toMatchObject({ ok: false, status: 429, error: 'rate_limited' });
  });

  it.each<[string, Record<string, string>]>([
    ['no evidence at all', {}],
    ['another origin', { origin: 'https://evil.example' }],
    ['a cross-site fetch', { 'sec-fetch-site': 'cross-site' }],
    ['a same-site fetch of a sibling', { 'sec-fetch-site': 'same-site' }],
    ['the constant csrf value', { 'x-tamga-csrf': '1' }],
    ['an Authorization header', { authorization: 'Bearer x' }],
  ])('refuses a sign-in with %s', async (_name, headers) => {
    const before = backend.seen.length;
    for (const path of ['start', 'start-id', 'poll']) {
      const answer = await call(`${portal.url}/api/auth/eid/${path}`, { method: 'POST', headers });
      expect(answer.status).toBe(403);
      expect(answer.json).toMatchObject({ ok: false, status: 403, error: 'csrf_failed' });
      expect(answer.setCookies).toEqual([]);
    }
    expect(backend.seen).toHaveLength(before);
  });

  it.each<[string, Record<string, string>]>([
    ['our Origin', { origin: appOrigin }],
    ['a same-origin fetch', { 'sec-fetch-site': 'same-origin' }],
    ['a request typed by the person', { 'sec-fetch-site': 'none' }],
  ])('accepts a sign-in with %s', async (_name, headers) => {
    const answer = await call(`${portal.url}/api/auth/eid/start`, { method: 'POST', headers });
    expect(answer.status).toBe(200);
  });

  it('refuses a body that is not JSON and a body over 4 KiB', async () => {
    const browser = openBrowser(portal.url);
    const form = await browser.call('/api/auth/eid/start', {
      method: 'POST',
      body: 'national_id=1',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(form.status).toBe(415);
    const large = await browser.call('/api/auth/eid/start', {
      method: 'POST',
      body: JSON.stringify({ a: 'x'.repeat(5000) }),
    });
    expect(large.status).toBe(413);
    expect(large.json).toMatchObject({ ok: false, error: 'payload_too_large' });
  });
});

describe('eID poll and QR', () => {
  it('send the binding of the cookie; a browser without it gets no answer', async () => {
    const browser = openBrowser(portal.url);
    const { sid } = (await browser.call('/api/auth/eid/start', { method: 'POST' })).json.data as {
      sid: string;
    };
    const body = JSON.stringify({ sid });
    const own = await browser.call('/api/auth/eid/poll', { method: 'POST', body });
    expect(own.json).toMatchObject({ ok: true, data: { state: 'PENDING' } });
    expect((await browser.call(`/api/auth/eid/qr/${sid}`)).json).toMatchObject({
      ok: true,
      data: { qr: 'next' },
    });

    backend.approve(sid);
    const stranger = openBrowser(portal.url);
    expect((await stranger.call('/api/auth/eid/poll', { method: 'POST', body })).status).toBe(404);
    expect((await stranger.call(`/api/auth/eid/qr/${sid}`)).status).toBe(404);
    expect(stranger.jar.size).toBe(0);
  });

  it('turn COMPLETE into cookies without a token in the answer', async () => {
    const browser = openBrowser(portal.url);
    const answer = await signIn(browser, backend.approve);
    expect(answer.json).toMatchObject({ ok: true, data: { state: 'COMPLETE', full_name: 'Бат Болд' } });
    expect(Object.keys(answer.json.data as object)).not.toContain('token');
    expect(answer.text).not.toContain('refresh_token');
    for (const name of ['tamga_access', 'tamga_refresh']) {
      expect(answer.text).not.toContain(browser.jar.get(name));
    }
    expect(answer.headers['cache-control']).toBe('no-store');
    const [access, refresh, csrf, eid] = answer.setCookies;
    expect(access).toMatch(/^tamga_access=[^;]+; Max-Age=(?:900|89\d); Path=\/; HttpOnly; SameSite=Lax$/);
    expect(refresh).toMatch(/^tamga_refresh=[^;]+; Max-Age=60\d{4}; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(csrf).toMatch(/^tamga_csrf=[0-9a-f]{32}; Max-Age=60\d{4}; Path=\/; SameSite=Lax$/);
    expect(eid).toMatch(/^tamga_eid=; Max-Age=0/);
  });

  it('give each new session a new csrf value', async () => {
    const browser = openBrowser(portal.url);
    await signIn(browser, backend.approve);
    const first = browser.jar.get('tamga_csrf');
    await signIn(browser, backend.approve);
    expect(browser.jar.get('tamga_csrf')).not.toBe(first);
  });

  it('use the __Host- prefix and Secure where cookies are secure', async () => {
    const browser = openBrowser(securePortal.url);
    const answer = await signIn(browser, backend.approve);
    expect([...browser.jar.keys()].sort()).toEqual([
      '__Host-tamga_access',
      '__Host-tamga_csrf',
      '__Host-tamga_known',
      '__Host-tamga_refresh',
    ]);
    for (const line of answer.setCookies) {
      expect(line).toMatch(/; Secure/);
      expect(line).not.toMatch(/domain/i);
    }
    expect((await browser.call('/api/me')).status).toBe(200);
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });

  it('do not read cookies without the prefix where cookies are secure', async () => {
    const browser = openBrowser(portal.url);
    await signIn(browser, backend.approve);
    const planted = { cookie: [...browser.jar].map(([name, value]) => `${name}=${value}`).join('; ') };
    expect((await call(`${securePortal.url}/api/me`, { headers: planted })).status).toBe(401);
  });

  it('refuse a sid of an impossible format', async () => {
    const before = backend.seen.length;
    const answer = await openBrowser(portal.url).call('/api/auth/eid/qr/..%2f..%2fusers');
    expect(answer.status).toBe(404);
    expect(backend.seen).toHaveLength(before);
  });
});
