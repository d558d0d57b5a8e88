import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../server/test/until.ts';
import { fail, startTestBackend, type TestBackend } from './test-backend.ts';
import { type Browser, call, openBrowser, signIn, startTestPortal, type TestPortal } from './test-browser.ts';

let backend: TestBackend;
let portal: TestPortal;
let browser: Browser;
let slowGate: Promise<void> = Promise.resolve();

beforeEach(async () => {
  backend = await startTestBackend((request, response) => {
    if (request.url === '/api/v1/needs-sso') {
      fail(response, 401, 'reauth_required');
      return true;
    }
    if (request.url === '/api/v1/cached') {
      response.setHeader('cache-control', 'public, max-age=60');
      response.end('for all');
      return true;
    }
    if (request.url === '/api/v1/slow') {
      void slowGate.then(() => response.end('done'));
      return true;
    }
    return false;
  });
  portal = await startTestPortal(backend.url);
  browser = openBrowser(portal.url);
  await signIn(browser, backend.approve);
});

afterEach(async () => {
  await portal.close();
  await backend.close();
});

function createGate(): { opened: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

/** Waits until the backend has received `count` requests for a path. */
const untilSeen = (path: string, count: number) =>
  until(() => backend.seen.filter((request) => request.url.startsWith(path)).length >= count);

describe('GET /api/me', () => {
  it('answers the user and the end of the session', async () => {
    const answer = await browser.call('/api/me');
    expect(answer.json).toMatchObject({ ok: true, status: 200, data: { user: { id: 'u1' } } });
    const { session } = answer.json.data as { session: Record<string, string> };
    expect(Object.keys(session).sort()).toEqual(['access_expires_at', 'refresh_expires_at']);
  });

  it('answers 401 without asking the backend when there are no cookies', async () => {
    const before = backend.seen.length;
    const answer = await call(`${portal.url}/api/me`, { headers: { 'accept-language': 'mn' } });
    expect(answer.status).toBe(401);
    expect(answer.json).toMatchObject({
      ok: false,
      status: 401,
      error: 'unauthorized',
      message: expect.stringMatching(/нэвтрээгүй/),
    });
    expect(backend.seen).toHaveLength(before);
  });

  it('restores a lost csrf cookie', async () => {
    browser.jar.delete('tamga_csrf');
    await browser.call('/api/me');
    expect(browser.jar.get('tamga_csrf')).toMatch(/^[0-9a-f]{32}$/);
    expect((await browser.call('/api/v1/private/thing', { method: 'POST', body: '{}' })).status).toBe(200);
  });

  it('treats a cookie with an impossible token as absent', async () => {
    browser.jar.set('tamga_access', 'a b;c');
    browser.jar.delete('tamga_refresh');
    expect((await browser.call('/api/me')).status).toBe(401);
  });
});

describe('refresh', () => {
  it('runs once after a 401, and the call is repeated with its body', async () => {
    const csrf = browser.jar.get('tamga_csrf');
    backend.expireAccessTokens();
    const answer = await browser.call('/api/v1/private/thing', { method: 'POST', body: '{"a":1}' });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ status: true, data: { body: '{"a":1}' } });
    expect(backend.refreshes).toBe(1);
    expect(answer.setCookies.map((line) => line.split('=')[0])).toEqual([
      'tamga_access',
      'tamga_refresh',
      'tamga_csrf',
    ]);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(browser.jar.get('tamga_csrf')).toBe(csrf);
    expect(backend.isLive(browser.jar.get('tamga_refresh') ?? '')).toBe(true);
  });

  it('marks an answer that sets cookies as no-store', async () => {
    expect((await browser.call('/api/v1/cached')).headers['cache-control']).toBe('public, max-age=60');
    browser.jar.delete('tamga_access');
    const renewed = await browser.call('/api/v1/cached');
    expect(renewed.setCookies).not.toEqual([]);
    expect(renewed.headers['cache-control']).toBe('no-store');
  });

  it('runs in advance if only the refresh cookie is left', async () => {
    browser.jar.delete('tamga_access');
    expect((await browser.call('/api/me')).status).toBe(200);
    expect(browser.jar.has('tamga_access')).toBe(true);
    expect(backend.seen.filter((request) => request.url === '/api/v1/users/me')).toHaveLength(1);
  });

  it('is shared by 20 requests at once, and the refresh token is never used twice', async () => {
    backend.expireAccessTokens();
    const gate = createGate();
    backend.refreshGate = gate.opened;
    const cookie = [...browser.jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const calls = Array.from({ length: 20 }, (_, index) =>
      call(`${portal.url}/api/v1/private/thing-${index}`, { headers: { cookie } }),
    );
    await untilSeen('/api/v1/auth/refresh', 1);
    gate.open();
    const answers = await Promise.all(calls);
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(backend.refreshes).toBe(1);
    expect(backend.reuses).toBe(0);
    // A second may pass between two answers.
    const cookies = answers.map(({ setCookies }) => JSON.stringify(setCookies).replace(/Max-Age=\d+/g, ''));
    expect(new Set(cookies).size).toBe(1);
  });

  it('also serves requests with the old cookies shortly after it', async () => {
    const old = new Map(browser.jar);
    backend.expireAccessTokens();
    await browser.call('/api/me');
    const late = openBrowser(portal.url);
    for (const [name, value] of old) late.jar.set(name, value);
    expect((await late.call('/api/me')).status).toBe(200);
    expect(late.jar.get('tamga_refresh')).toBe(browser.jar.get('tamga_refresh'));
    expect(backend).toMatchObject({ refreshes: 1, reuses: 0 });
  });

  it('passes a replaced token to the backend after the grace period', async () => {
    const thief = openBrowser(portal.url);
    for (const [name, value] of browser.jar) thief.jar.set(name, value);
    backend.expireAccessTokens();
    await browser.call('/api/me');
    portal.advance(30_000);
    expect((await thief.call('/api/me')).status).toBe(401);
    expect(backend.reuses).toBe(1);
    expect((await browser.call('/api/me')).status).toBe(401);
    expect(browser.jar.size).toBe(0);
  });

  it('continues after the client has left, so that its result is not lost', async () => {
    backend.expireAccessTokens();
    const gate = createGate();
    backend.refreshGate = gate.opened;
    const cookie = [...browser.jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const controller = new AbortController();
    const left = fetch(`${portal.url}/api/me`, { headers: { cookie }, signal: controller.signal });
    await untilSeen('/api/v1/auth/refresh', 1);
    controller.abort();
    await expect(left).rejects.toThrow();
    gate.open();
    expect((await browser.call('/api/me')).status).toBe(200);
    expect(backend).toMatchObject({ refreshes: 1, reuses: 0 });
  });

  it('clears the cookies when the session has ended', async () => {
    backend.endSessions();
    const answer = await browser.call('/api/me');
    expect(answer.status).toBe(401);
    expect(answer.json).toMatchObject({ ok: false, error: 'unauthorized' });
    expect(browser.jar.size).toBe(0);
  });

  it('still serves public data to an ended session', async () => {
    backend.endSessions();
    browser.jar.delete('tamga_access');
    const answer = await browser.call('/api/v1/catalog/services');
    expect(answer.status).toBe(200);
    expect(browser.jar.size).toBe(0);
  });

  it.each([500, 503, 429])('keeps the cookies and answers 503 when refresh answers %i', async (status) => {
    const before = new Map(browser.jar);
    backend.expireAccessTokens();
    backend.refreshStatus = status;
    for (const path of ['/api/me', '/api/v1/private/thing']) {
      const answer = await browser.call(path);
      expect(answer.status).toBe(503);
      expect(answer.json).toMatchObject({ error: 'upstream_unavailable' });
      expect(answer.headers['retry-after']).toBe('2');
    }
    expect(browser.jar).toEqual(before);
    backend.refreshStatus = undefined;
    expect((await browser.call('/api/me')).status).toBe(200);
    expect(backend.reuses).toBe(0);
  });

  it('does not run for a 401 that does not concern the session', async () => {
    const answer = await browser.call('/api/v1/needs-sso');
    expect(answer.status).toBe(401);
    expect(answer.json).toMatchObject({ status: false, error: 'reauth_required' });
    expect(backend.refreshes).toBe(0);
    expect(browser.jar.has('tamga_access')).toBe(true);
  });

  it('never sets tokens that were replaced during a slow answer', async () => {
    const gate = createGate();
    slowGate = gate.opened;
    const cookies = new Map(browser.jar);
    cookies.delete('tamga_access');
    const slow = openBrowser(portal.url);
    for (const [name, value] of cookies) slow.jar.set(name, value);
    const pending = slow.call('/api/v1/slow');
    await untilSeen('/api/v1/slow', 1);
    browser.jar.delete('tamga_access');
    await browser.call('/api/me');
    portal.advance(11_000);
    await browser.call('/api/auth/extend', { method: 'POST' });
    gate.open();
    await pending;
    expect(slow.jar.get('tamga_refresh')).toBe(browser.jar.get('tamga_refresh'));
    expect(backend.isLive(slow.jar.get('tamga_refresh') ?? '')).toBe(true);
    expect(backend).toMatchObject({ refreshes: 2, reuses: 0 });
  });
});

describe('POST /api/auth/extend', () => {
  it('renews the session and answers its end, without tokens', async () => {
    const before = browser.jar.get('tamga_refresh');
    const answer = await browser.call('/api/auth/extend', { method: 'POST' });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.json.data as object).sort()).toEqual([
      'access_expires_at',
      'refresh_expires_at',
    ]);
    expect(browser.jar.get('tamga_refresh')).not.toBe(before);
    expect((await browser.call('/api/me')).status).toBe(200);
  });

  it('is refused without csrf proof, and answers 401 without a session', async () => {
    expect(
      (await browser.call('/api/auth/extend', { method: 'POST', headers: { 'x-tamga-csrf': 'x' } })).status,
    ).toBe(403);
    expect(backend.refreshes).toBe(0);
    expect((await openBrowser(portal.url).call('/api/auth/extend', { method: 'POST' })).status).toBe(401);
  });
});

describe('POST /api/auth/logout', () => {
  it('ends the session at the backend and clears every cookie', async () => {
    const refresh = browser.jar.get('tamga_refresh') ?? '';
    const answer = await browser.call('/api/auth/logout', { method: 'POST' });
    expect(answer.json).toMatchObject({ ok: true, status: 200, data: { revoked: true } });
    expect(browser.jar.size).toBe(0);
    expect(answer.setCookies.map((line) => line.split('=')[0]).sort()).toEqual([
      'tamga_access',
      'tamga_csrf',
      'tamga_eid',
      'tamga_mfa',
      'tamga_refresh',
      'tamga_social_link',
      'tamga_sso_logout',
    ]);
    expect(backend.isLive(refresh)).toBe(false);
  });

  it('clears the cookies even if the backend is down, and reports the failed call', async () => {
    await backend.close();
    const answer = await browser.call('/api/auth/logout', { method: 'POST' });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      ok: true,
      message:
        'You are signed out in this browser, but we could not reach the server. Your session there ends when it expires.',
      data: { revoked: false },
    });
    expect(browser.jar.size).toBe(0);
    backend = await startTestBackend();
  });

  it('revokes the successor of a token that was just replaced', async () => {
    const stale = openBrowser(portal.url);
    for (const [name, value] of browser.jar) stale.jar.set(name, value);
    await browser.call('/api/auth/extend', { method: 'POST' });
    await stale.call('/api/auth/logout', { method: 'POST' });
    expect(backend.isLive(browser.jar.get('tamga_refresh') ?? '')).toBe(false);
    expect(backend.reuses).toBe(0);
  });

  it('waits for a running refresh and revokes its tokens', async () => {
    backend.expireAccessTokens();
    const gate = createGate();
    backend.refreshGate = gate.opened;
    const late = openBrowser(portal.url);
    for (const [name, value] of browser.jar) late.jar.set(name, value);
    const renewing = late.call('/api/me');
    await untilSeen('/api/v1/auth/refresh', 1);
    const leaving = browser.call('/api/auth/logout', { method: 'POST' });
    gate.open();
    await Promise.all([renewing, leaving]);
    expect(backend.isLive(late.jar.get('tamga_refresh') ?? '')).toBe(false);
    expect((await late.call('/api/me')).status).toBe(401);
    expect(late.jar.size).toBe(0);
    expect(backend.reuses).toBe(0);
  });

  it('blocks a renewal of the session during the backend call', async () => {
    const late = openBrowser(portal.url);
    for (const [name, value] of browser.jar) late.jar.set(name, value);
    late.jar.delete('tamga_access');
    const gate = createGate();
    backend.logoutGate = gate.opened;
    const leaving = browser.call('/api/auth/logout', { method: 'POST' });
    await untilSeen('/api/v1/auth/logout', 1);
    expect((await late.call('/api/me')).status).toBe(401);
    gate.open();
    expect((await leaving).json).toMatchObject({ ok: true, data: { revoked: true } });
    expect(backend.refreshes).toBe(0);
    expect(late.jar.size).toBe(0);
  });

  it('works without a session, and is refused for another site', async () => {
    expect((await openBrowser(portal.url).call('/api/auth/logout', { method: 'POST' })).status).toBe(200);
    const forged = await browser.call('/api/auth/logout', {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
    });
    expect(forged.status).toBe(403);
    expect(forged.json).toMatchObject({ ok: false, error: 'csrf_failed' });
    expect((await browser.call('/api/me')).status).toBe(200);
  });
});

describe('GET /api/auth/expired', () => {
  it('clears the cookies and redirects to sign-in with the return path', async () => {
    const answer = await browser.call('/api/auth/expired?next=%2Fapplications%3Fa%3D1');
    expect(answer.status).toBe(307);
    expect(answer.headers.location).toBe('/login?next=%2Fapplications%3Fa%3D1&notice=expired');
    expect(browser.jar.size).toBe(0);
  });

  it.each(['//evil.example', 'https://evil.example', '/%5Cevil.example', '%0A//evil.example', '', '/api/me'])(
    'never redirects to another site for next=%s',
    async (next) => {
      const answer = await call(`${portal.url}/api/auth/expired?next=${next}`);
      expect(answer.headers.location).toBe('/login?next=%2F&notice=expired');
    },
  );

  it('does not sign out a person who followed a link from another site', async () => {
    for (const site of ['cross-site', 'same-site'])
      await browser.callBare('/api/auth/expired', { headers: { 'sec-fetch-site': site } });
    expect((await browser.call('/api/me')).status).toBe(200);
  });
});
