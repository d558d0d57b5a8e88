import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askTarget, malformedTargets } from '../../server/test/malformed-targets.ts';
import { startPortal } from './index.ts';
import { startTestBackend, type TestBackend } from './test-backend.ts';
import { call, startTestPortal, type TestPortal } from './test-browser.ts';

let backend: TestBackend;
let portal: TestPortal;
let productionPortal: TestPortal;

beforeAll(async () => {
  backend = await startTestBackend();
  portal = await startTestPortal(backend.url);
  productionPortal = await startTestPortal(backend.url, { production: true });
});

afterAll(async () => {
  await portal.close();
  await productionPortal.close();
  await backend.close();
});

const page = '<!doctype html><title>portal</title>';

describe('the app', () => {
  it.each([
    '/',
    '/login?next=/a',
    '/oauth/login?login_challenge=x',
    '/auth/eid/callback?sessionId=x',
    '/applications/42',
    '/Applications/42/',
    '/registry',
    '/registry/services/42',
    '/console/organisations',
  ])('serves the page for %s', async (path) => {
    const answer = await call(`${portal.url}${encodeURI(path)}`);
    expect(answer).toMatchObject({ status: 200, text: page });
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.setCookies).toEqual([]);
  });

  it.each(['/apiary', '/мэдэгдэл', '/applications/42/43', '/console/nowhere', '//evil'])(
    'answers 404 with the page for %s, also to a browser with a cached page',
    async (path) => {
      const { etag } = (await call(`${portal.url}/`)).headers;
      const answer = await call(`${portal.url}${encodeURI(path)}`, {
        headers: { 'if-none-match': etag ?? '' },
      });
      expect(answer).toMatchObject({ status: 404, text: page });
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.headers['content-security-policy']).toContain("default-src 'self'");
    },
  );

  it.each(malformedTargets)('answers the target %j without failing or leading elsewhere', async (target) => {
    const { status, location } = await askTarget(portal.url, target);
    expect(location).toBeUndefined();
    expect([200, 400, 404]).toContain(status);
    // Only a query of a known page is read as it can be.
    if (status === 200) expect(target).toMatch(/^\/services\?/);
  });

  it('recognizes every route of the app', async () => {
    const routes = await readFile(new URL('../src/app.tsx', import.meta.url), 'utf8');
    // A path that is missing from shell/places.ts would be a page that answers 404.
    expect(routes.match(/path[:=] ?['"][^'"]*['"]/g)).toEqual([`path: '*'`]);
  });

  it.each([
    '/api',
    '/api/unknown',
    '/api/v2/users',
    '/assets/missing-1.js',
    '/assets/',
    '/missing.png',
    '/.env',
    '/assets/../index.html',
    '/assets/..%2findex.html',
  ])('answers 404 for %s', async (path) => {
    const answer = await call(`${portal.url}${path}`);
    expect(answer.status).toBe(404);
    expect(answer.json).toMatchObject({ status: false, error: 'not_found' });
    expect(answer.text).not.toContain('<title>');
  });

  it('answers 404 for a write to a page', async () => {
    expect((await call(`${portal.url}/login`, { method: 'POST', body: 'a=b' })).status).toBe(404);
  });

  it('caches hashed assets for ever and revalidates other files', async () => {
    const asset = await call(`${portal.url}/assets/app-1a2b3c.js`);
    expect(asset.text).toBe('export {};');
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(asset.headers['content-type']).toMatch(/javascript/);
    const icon = await call(`${portal.url}/favicon.svg`);
    expect(icon.headers['cache-control']).toBe('no-cache');
    const again = await call(`${portal.url}/favicon.svg`, {
      headers: { 'if-none-match': icon.headers.etag ?? '' },
    });
    expect(again.status).toBe(304);
  });

  it('sends the compressed copies of the build', async () => {
    for (const [encoding, bytes] of [
      ['br', 'brotli bytes'],
      ['gzip', 'gzip bytes'],
    ] as const) {
      const answer = await call(`${portal.url}/assets/app-1a2b3c.js`, {
        headers: { 'accept-encoding': encoding },
      });
      expect(answer.text).toBe(bytes);
      expect(answer.headers).toMatchObject({
        'content-encoding': encoding,
        'content-type': expect.stringMatching(/javascript/),
      });
      expect(answer.headers.vary).toMatch(/accept-encoding/i);
    }
  });

  it('sends strict security headers with pages and assets', async () => {
    for (const path of ['/', '/assets/app-1a2b3c.js', '/favicon.svg']) {
      const { headers } = await call(`${portal.url}${path}`);
      expect(headers).toMatchObject({
        'content-security-policy':
          "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; font-src 'self'; connect-src 'self'; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'; trusted-types default",
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': expect.stringMatching(/camera=\(\).*microphone=\(self\)/),
      });
      expect(headers['strict-transport-security']).toBeUndefined();
    }
    const production = await call(`${productionPortal.url}/`);
    expect(production.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });

  it('answers /health without the backend', async () => {
    const before = backend.seen.length;
    expect(await call(`${portal.url}/health`)).toMatchObject({ status: 200, json: { status: 'ok' } });
    expect(backend.seen).toHaveLength(before);
  });

  it('refuses to start without a built app, and says what to do', async () => {
    const start = startPortal({
      host: '127.0.0.1',
      port: 0,
      backendUrl: backend.url,
      appOrigin: 'http://localhost:3000',
      cookieSecure: false,
      production: false,
      distDir: '/nowhere',
      accessTtlSeconds: 900,
      refreshTtlSeconds: 900,
      trustedProxies: [],
    });
    await expect(start).rejects.toThrow(/no built portal in \/nowhere: build it first/);
  });
});
