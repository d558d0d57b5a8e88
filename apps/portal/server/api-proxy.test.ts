import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestBackend, succeed, type TestBackend } from './test-backend.ts';
import {
  appOrigin,
  type Browser,
  call,
  openBrowser,
  signIn,
  startTestPortal,
  type TestPortal,
} from './test-browser.ts';

let backend: TestBackend;
let portal: TestPortal;
let behindProxy: TestPortal;
let browser: Browser;

const tokens = {
  token: 'secret-a',
  data: [{ refresh_token: 'secret-b', deep: { access_token: 'secret-c', kept: 1 } }],
};

beforeAll(async () => {
  backend = await startTestBackend((request, response) => {
    switch (request.url.split('?')[0]) {
      case '/api/v1/leak':
        response.setHeader('set-cookie', ['tamga_csrf=planted; Path=/', 'other=1']);
        response.setHeader('access-control-allow-origin', 'https://other.example');
        succeed(response, tokens);
        return true;
      case '/api/v1/broken':
        response.setHeader('content-type', 'application/json');
        response.end('{"token":"secret-a"');
        return true;
      case '/api/v1/file':
        response.setHeader('content-type', 'application/pdf');
        response.setHeader('content-disposition', 'attachment; filename="a.pdf"');
        response.setHeader('x-hop', 'internal');
        response.setHeader('connection', 'x-hop');
        response.end('%PDF "token"');
        return true;
      case '/api/v1/events':
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('data: first\n\n');
        return true;
      case '/api/v1/nothing':
        response.writeHead(204).end();
        return true;
      default:
        return false;
    }
  });
  portal = await startTestPortal(backend.url);
  behindProxy = await startTestPortal(backend.url, { trustedProxies: ['127.0.0.1'] });
  browser = openBrowser(portal.url);
  await signIn(browser, backend.approve);
});

afterAll(async () => {
  await portal.close();
  await behindProxy.close();
  await backend.close();
});

function lastSeen() {
  const seen = backend.seen.at(-1);
  if (!seen) throw new Error('the backend saw nothing');
  return seen;
}

describe('calls of a page', () => {
  it('carry the session without cookies, and the backend’s envelope comes back unchanged', async () => {
    const answer = await browser.call('/api/v1/private/thing?q=%D0%B0');
    expect(answer.json).toMatchObject({ status: true, message: 'ok', request_id: 'from-backend' });
    expect(lastSeen().url).toBe('/api/v1/private/thing?q=%D0%B0');
    expect(lastSeen().headers.authorization).toBe(`Bearer ${browser.jar.get('tamga_access')}`);
    expect(lastSeen().headers.cookie).toBeUndefined();
    expect(lastSeen().headers['x-tamga-csrf']).toBeUndefined();
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('never bring a token to the page, whatever the backend answers', async () => {
    const answer = await browser.call('/api/v1/leak');
    expect(answer.json.data).toEqual({ data: [{ deep: { kept: 1 } }] });
    expect(answer.text).not.toContain('secret');
    expect(answer.setCookies).toEqual([]);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('answer 502 if tokens cannot be removed from the body', async () => {
    const answer = await browser.call('/api/v1/broken');
    expect(answer.status).toBe(502);
    expect(answer.json).toMatchObject({ status: false, error: 'upstream_failed' });
    expect(answer.text).not.toContain('secret');
  });

  it('stream files unchanged, with headers that prevent them from running as a page', async () => {
    const answer = await browser.call('/api/v1/file');
    expect(answer.text).toBe('%PDF "token"');
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="a.pdf"',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    expect(answer.headers['x-hop']).toBeUndefined();
  });

  it('stream events as they happen, and shutdown does not wait for the stream', async () => {
    const own = await startTestPortal(backend.url);
    const listener = openBrowser(own.url);
    await signIn(listener, backend.approve);
    const cookie = [...listener.jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const stream = await fetch(`${own.url}/api/v1/events`, {
      headers: { cookie, accept: 'text/event-stream' },
    });
    const reader = stream.body?.getReader();
    const first = await reader?.read();
    expect(new TextDecoder().decode(first?.value)).toBe('data: first\n\n');
    await own.close();
    await expect(reader?.read()).rejects.toThrow();
  });

  it('pass answers without a body and answers to HEAD', async () => {
    expect(await browser.call('/api/v1/nothing')).toMatchObject({ status: 204, text: '' });
    expect(await browser.call('/api/v1/private/x', { method: 'HEAD' })).toMatchObject({
      status: 200,
      text: '',
    });
  });
});

describe('CSRF protection of /api/v1', () => {
  const csrf = () => browser.jar.get('tamga_csrf') ?? '';
  const own = () => ({ origin: appOrigin, 'x-tamga-csrf': csrf() });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('accepts %s from our own page', async (method) => {
    const answer = await browser.callBare('/api/v1/private/x', { method, headers: own() });
    expect(answer.status).toBe(200);
  });

  it.each<[string, () => Record<string, string>]>([
    ['nothing', () => ({})],
    ['our Origin alone', () => ({ origin: appOrigin })],
    ['the header alone', () => ({ 'x-tamga-csrf': csrf() })],
    ['another value', () => ({ ...own(), 'x-tamga-csrf': 'f'.repeat(32) })],
    ['another Origin', () => ({ ...own(), origin: 'https://evil.example' })],
    ['1 beside Origin', () => ({ origin: appOrigin, 'x-tamga-csrf': '1' })],
    ['1 beside Sec-Fetch-Site', () => ({ 'sec-fetch-site': 'same-origin', 'x-tamga-csrf': '1' })],
  ])('refuses every write with %s', async (_name, headers) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await browser.callBare('/api/v1/private/x', { method, headers: headers() });
      expect(answer.status).toBe(403);
      expect(answer.json).toMatchObject({ status: false, error: 'csrf_failed' });
      // The write itself never reaches the backend; only the attempt is reported, in the person's name.
      await expect.poll(() => lastSeen().url).toBe('/api/v1/security/events');
      expect(lastSeen().headers.authorization).toBe(`Bearer ${browser.jar.get('tamga_access')}`);
      expect(JSON.parse(lastSeen().body)).toEqual({
        kind: 'forged_write',
        severity: 'high',
        source: 'portal',
        detail: { method },
      });
      backend.seen.length = 0;
    }
  });

  it('accepts the constant 1 from a cookie-jar client that is not a browser', async () => {
    const answer = await browser.callBare('/api/v1/private/x', {
      method: 'POST',
      headers: { 'x-tamga-csrf': '1' },
    });
    expect(answer.status).toBe(200);
  });

  it('also protects a session with only the refresh cookie', async () => {
    const cookie = `tamga_refresh=${browser.jar.get('tamga_refresh')}`;
    const answer = await call(`${portal.url}/api/v1/private/x`, { method: 'POST', headers: { cookie } });
    expect(answer.status).toBe(403);
  });

  const navigated = { 'sec-fetch-mode': 'navigate', accept: 'text/html' };
  const paper = '/api/v1/gov/officer/queue/1/files/2';

  it.each<[string, string, Record<string, string>]>([
    [
      'a link of another site',
      '/api/v1/core/users?search_text=x',
      { 'sec-fetch-site': 'cross-site', ...navigated },
    ],
    [
      'a call of a sibling site',
      '/api/v1/audit/',
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' },
    ],
    ['a link of another site to a file', paper, { 'sec-fetch-site': 'cross-site', ...navigated }],
    ['a link of our own page to data', '/api/v1/audit/', { 'sec-fetch-site': 'same-origin', ...navigated }],
    ['an older browser that follows a link', '/api/v1/audit/', { accept: 'text/html,*/*' }],
    ['an older browser on another page', paper, { accept: 'text/html', referer: 'https://evil.example/' }],
    ['another page without navigating', '/api/v1/audit/', { origin: 'null' }],
  ])('refuses and reports a read with the session by %s (403)', async (_name, path, headers) => {
    const answer = await browser.callBare(path, { headers });
    expect([answer.status, answer.json.error]).toEqual([403, 'csrf_failed']);
    await expect.poll(() => lastSeen().url).toBe('/api/v1/security/events');
    expect(JSON.parse(lastSeen().body)).toMatchObject({ kind: 'forged_read', severity: 'medium' });
  });

  it('refuses a typed-in data address without a report', async () => {
    backend.seen.length = 0;
    const headers = { 'sec-fetch-site': 'none', ...navigated };
    expect((await browser.callBare('/api/v1/audit/', { headers })).status).toBe(403);
    expect(backend.seen).toEqual([]);
  });

  it.each([
    ['from our page', paper, { 'sec-fetch-site': 'same-origin', ...navigated }],
    ['from our page, in an older browser', paper, { accept: 'text/html', referer: `${appOrigin}/officer` }],
    ['kept as a bookmark', '/api/v1/gov/references/1/document', { 'sec-fetch-site': 'none', ...navigated }],
    [
      'as evidence of a decision',
      '/api/v1/gov/applications/1/signature/evidence',
      { 'sec-fetch-site': 'same-origin', ...navigated },
    ],
  ])('allows a file opened %s', async (_name, path, headers) => {
    expect((await browser.callBare(path, { headers })).status).not.toBe(403);
    expect(lastSeen().url).toBe(path);
  });

  it('skips the check for reads outside a browser, calls without a session and calls with a token', async () => {
    const foreign = { 'sec-fetch-site': 'cross-site', ...navigated };
    expect((await call(`${portal.url}/api/v1/catalog/services`, { headers: foreign })).status).not.toBe(403);
    expect((await browser.callBare('/api/v1/private/x')).status).toBe(200);
    expect((await call(`${portal.url}/api/v1/public/ai/chat`, { method: 'POST' })).status).toBe(200);
    const authorization = `Bearer ${browser.jar.get('tamga_access')}`;
    expect(
      (await browser.callBare('/api/v1/private/x', { method: 'POST', headers: { authorization } })).status,
    ).toBe(200);
  });
});

describe('a call with a token', () => {
  it('passes unchanged, without a session added', async () => {
    const answer = await browser.callBare('/api/v1/leak', {
      headers: { authorization: 'Bearer of-a-client' },
    });
    expect(answer.json.data).toEqual(tokens);
    expect(lastSeen().headers.authorization).toBe('Bearer of-a-client');
    expect(lastSeen().headers.cookie).toBeUndefined();
    expect(answer.headers['access-control-allow-origin']).toBe('https://other.example');
    expect(answer.setCookies).toEqual([]);
  });

  it('may carry an assistant’s key, which replaces the session', async () => {
    const answer = await browser.callBare('/api/v1/leak', { method: 'POST', headers: { 'x-api-key': 'k' } });
    expect(answer.json.data).toEqual(tokens);
    expect(lastSeen().headers).toMatchObject({ 'x-api-key': 'k' });
    expect(lastSeen().headers.authorization).toBeUndefined();
    expect(lastSeen().headers.cookie).toBeUndefined();
  });

  it('receives its 401 unchanged, without a refresh', async () => {
    const before = backend.refreshes;
    const answer = await browser.callBare('/api/v1/private/x', {
      headers: { authorization: 'Bearer wrong' },
    });
    expect(answer.status).toBe(401);
    expect(backend.refreshes).toBe(before);
  });
});

describe('sign-in endpoints of the API', () => {
  const paths = [
    'auth/eid/poll',
    'auth/eid/start',
    'auth/refresh',
    'auth/status/0123456789abcdef0123456789abcdef',
    'auth/logout',
    'auth/initiate',
    'auth/social',
    'auth/superadmin/mfa',
    'sso/callback',
    'sso/native',
    '%61uth/refresh',
    'AUTH/refresh',
    '/auth/refresh',
    'x/../auth/refresh',
    'x/%2e%2e/auth/refresh',
    'auth%2frefresh',
    './auth/refresh',
  ];

  it.each(paths)('answer 404 to a page: %s', async (path) => {
    const before = backend.seen.length;
    for (const method of ['GET', 'POST']) {
      const answer = await browser.call(`/api/v1/${path}`, { method });
      expect(answer.status).toBe(404);
      const pretended = await browser.call(`/api/v1/${path}`, {
        method,
        headers: { authorization: 'Bearer x' },
      });
      expect(pretended.status).toBe(404);
    }
    expect(backend.seen).toHaveLength(before);
  });

  it('pass for a program with its own token; unlinking also passes for a page', async () => {
    const headers = { authorization: 'Bearer x', 'content-type': 'application/json' };
    await call(`${portal.url}/api/v1/auth/logout`, { method: 'POST', headers, body: '{}' });
    expect(lastSeen().url).toBe('/api/v1/auth/logout');
    const answer = await browser.call('/api/v1/auth/social/link?provider=x', { method: 'DELETE' });
    expect(answer.status).toBe(200);
  });
});

describe('forwarded headers', () => {
  const forged = {
    'x-forwarded-for': '6.6.6.6',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'gopher',
    'x-forwarded-user': 'root',
    forwarded: 'for=6.6.6.6',
    'x-real-ip': '6.6.6.6',
    'cf-connecting-ip': '6.6.6.6',
    'true-client-ip': '6.6.6.6',
    'x-original-url': '/admin',
    'x-http-method-override': 'DELETE',
    via: '1.1 evil',
    proxy: 'http://evil.example',
    'http2-settings': 'evil',
    'x-eid-binding': 'evil',
  };

  it('carry the real client address and ignore the client’s claims', async () => {
    await browser.call('/api/v1/private/x', { headers: forged });
    const { headers } = lastSeen();
    expect(headers['x-forwarded-for']).toBe('127.0.0.1');
    expect(headers['x-forwarded-host']).toBe('portal.test');
    expect(headers['x-forwarded-proto']).toBe('http');
    expect(JSON.stringify(headers)).not.toMatch(/6\.6\.6\.6|evil|gopher|root|\/admin|DELETE/);
  });

  it('trust X-Forwarded-For from a trusted proxy, up to the first untrusted hop', async () => {
    await call(`${behindProxy.url}/api/v1/x`, { headers: { 'x-forwarded-for': '6.6.6.6, 203.0.113.7' } });
    expect(lastSeen().headers['x-forwarded-for']).toBe('203.0.113.7');
  });

  it('keep language, agent and request id, and drop hop-by-hop headers', async () => {
    const answer = await browser.call('/api/v1/private/x', {
      headers: {
        'accept-language': 'mn',
        'user-agent': 'test',
        'x-request-id': 'abc-123',
        te: 'trailers',
        'proxy-authorization': 'x',
      },
    });
    expect(lastSeen().headers).toMatchObject({
      'accept-language': 'mn',
      'user-agent': 'test',
      'x-request-id': 'abc-123',
    });
    expect(lastSeen().headers.te).toBeUndefined();
    expect(lastSeen().headers['proxy-authorization']).toBeUndefined();
    expect(answer.headers['x-request-id']).toBe('abc-123');
  });

  it('replace an invalid request id', async () => {
    const answer = await browser.call('/api/v1/private/x', { headers: { 'x-request-id': 'a b' } });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(lastSeen().headers['x-request-id']).toBe(answer.headers['x-request-id']);
  });
});

describe('request bodies', () => {
  const large = Buffer.alloc(1024 * 1024 + 1, 'a');
  const csrf = () => ({ origin: appOrigin, 'x-tamga-csrf': browser.jar.get('tamga_csrf') ?? '' });
  const bearer = { authorization: 'Bearer x' };

  it('pass up to one mebibyte', async () => {
    const body = large.subarray(1);
    expect(
      (await browser.callBare('/api/v1/private/x', { method: 'PUT', headers: csrf(), body })).status,
    ).toBe(200);
    expect((await call(`${portal.url}/api/v1/x`, { method: 'PUT', headers: bearer, body })).status).toBe(200);
    expect(lastSeen().body).toHaveLength(body.length);
  });

  it('stream larger files once: after an expired session the page has to send the file again', async () => {
    const file = Buffer.alloc(3 * 1024 * 1024, 'x');
    const headers = { 'content-type': 'application/octet-stream' };
    const own = openBrowser(portal.url);
    await signIn(own, backend.approve);
    const sent = await own.call('/api/v1/private/x', { method: 'POST', body: file, headers });
    expect([sent.status, backend.seen.at(-1)?.body.length]).toEqual([200, file.length]);
    backend.expireAccessTokens();
    const late = await own.call('/api/v1/private/x', { method: 'POST', body: file, headers });
    expect(late.status).toBe(503);
    expect((await own.call('/api/v1/private/x', { method: 'POST', body: file, headers })).status).toBe(200);
  });

  it('over the limit answer 413, announced or not, with a session or a token', async () => {
    for (const body of [
      () => large,
      () => Readable.from([large.subarray(0, 600_000), large.subarray(0, 600_000)]),
    ]) {
      const paged = await browser.callBare('/api/v1/private/x', {
        method: 'PUT',
        headers: csrf(),
        body: body(),
      });
      expect(paged).toMatchObject({ status: 413, json: { status: false, error: 'payload_too_large' } });
      const borne = await call(`${portal.url}/api/v1/x`, { method: 'PUT', headers: bearer, body: body() });
      expect(borne).toMatchObject({ status: 413, json: { status: false, error: 'payload_too_large' } });
    }
  });
});
