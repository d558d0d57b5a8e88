import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { PassThrough } from 'node:stream';
import { Agent } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestBackend, type TestBackend } from './test-backend.ts';
import { appOrigin, call, openBrowser, signIn, startTestPortal, type TestPortal } from './test-browser.ts';

let backend: TestBackend;
let portal: TestPortal;
const client = new Agent();

beforeAll(async () => {
  backend = await startTestBackend((request, response, raw) => {
    switch (request.url.split('?')[0]) {
      case '/gw/echo':
        // Echoes each chunk as it arrives, so that a proxy that buffers the whole body never finishes.
        response.flushHeaders();
        raw.pipe(response);
        return true;
      case '/gw/page':
        response.setHeader('content-type', 'text/html');
        response.setHeader('set-cookie', 'planted=1');
        response.setHeader('service-worker-allowed', '/');
        response.end('<script>alert(1)</script>');
        return true;
      case '/gw/breaks':
        response.setHeader('content-length', '100');
        response.write('half');
        setImmediate(() => response.destroy());
        return true;
      case '/oauth2/auth':
        response.statusCode = 303;
        response.setHeader('location', '/oauth/login?login_challenge=x');
        response.setHeader('set-cookie', [
          'tamga_op_resume=abc; Path=/oauth2; HttpOnly',
          'tamga_csrf=planted',
          '__Host-tamga_access=x',
        ]);
        response.end();
        return true;
      case '/oauth2/token':
        response.setHeader('content-type', 'application/json');
        response.end('{"access_token":"opaque","refresh_token":"r"}');
        return true;
      default:
        return false;
    }
  });
  portal = await startTestPortal(backend.url);
});

afterAll(async () => {
  await client.close();
  await portal.close();
  await backend.close();
});

describe('the raw proxy', () => {
  it.each([
    '/oauth2/x',
    '/.well-known/openid-configuration',
    '/userinfo',
    '/verify/abc',
    '/gw/weather/today',
    '/rp/sign/v3/x',
    '/mcp',
    '/swagger/doc.json',
  ])('passes %s with its query and Authorization, and never adds the session', async (path) => {
    const browser = openBrowser(portal.url);
    await signIn(browser, backend.approve);
    const answer = await browser.callBare(`${path}?a=1`, {
      method: 'POST',
      headers: { authorization: 'Basic abc' },
    });
    expect(answer.status).toBe(200);
    const seen = backend.seen.at(-1);
    expect(seen).toMatchObject({ method: 'POST', url: `${path}?a=1` });
    expect(seen?.headers.authorization).toBe('Basic abc');
    expect(seen?.headers.cookie).toBeUndefined();
    const anonymous = await browser.callBare(path);
    expect(anonymous.status).toBe(200);
    expect(backend.seen.at(-1)?.headers.authorization).toBeUndefined();
  });

  it('serves the page of /verify to browsers and the data to programs', async () => {
    const address = `${portal.url}/verify/REF-2026-123456?code=AB`;
    const before = backend.seen.length;
    const page = await call(address, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
    expect([page.status, page.headers.vary, page.text]).toEqual([
      200,
      expect.stringContaining('accept'),
      expect.stringContaining('<title>portal</title>'),
    ]);
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    expect(backend.seen.length).toBe(before);
    await call(address, { headers: { accept: 'application/json' } });
    expect(backend.seen.at(-1)?.url).toBe('/verify/REF-2026-123456?code=AB');
  });

  it('passes a body for the gateway that takes many minutes, whatever its type', async () => {
    const passed = new PassThrough();
    const answer = client.request({
      origin: portal.url,
      path: '/gw/echo',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: passed,
    });
    const echoed = (async () => {
      const parts = (await answer).body[Symbol.asyncIterator]();
      let text = '';
      return async (wanted: string) => {
        while (text.length < wanted.length) text += (await parts.next()).value;
        expect(text === wanted).toBe(true);
      };
    })();
    const piece = (at: number) => String(at).repeat(40_000);
    let all = '';
    // A body that never arrives: once the portal has cut it, it has looked at all other bodies too.
    const headers = { expect: '100-continue' };
    const stalled = request(`${portal.url}/userinfo`, { method: 'POST', agent: false, headers });
    stalled.on('error', () => undefined).flushHeaders();
    await once(stalled, 'continue');
    const isCut = once(stalled, 'response') as Promise<[IncomingMessage]>;
    for (let at = 1; at <= 4; at += 1) {
      all += piece(at);
      passed.write(piece(at));
      await (await echoed)(all);
      portal.advance(25_000);
    }
    expect((await isCut)[0].statusCode).toBe(408);
    passed.write(piece(5));
    await (await echoed)(all + piece(5));
    passed.end();
  });

  it('passes tokens of the OIDC provider to the client unchanged', async () => {
    const answer = await call(`${portal.url}/oauth2/token`, { method: 'POST', body: 'grant_type=x' });
    expect(answer.json).toEqual({ access_token: 'opaque', refresh_token: 'r' });
  });

  it('passes cookies of the OIDC provider both ways, and never the portal’s cookies', async () => {
    const answer = await call(`${portal.url}/oauth2/auth`, {
      headers: {
        cookie:
          'tamga_access=a; tamga_op_session=s; tamga_op_session.sig=t; __Host-tamga_refresh=b; cp_session=c',
      },
    });
    expect(backend.seen.at(-1)?.headers.cookie).toBe('tamga_op_session=s; tamga_op_session.sig=t');
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe('/oauth/login?login_challenge=x');
    expect(answer.setCookies).toEqual(['tamga_op_resume=abc; Path=/oauth2; HttpOnly']);
  });

  it('removes our own Origin and passes every other one', async () => {
    const from = async (origin: string) => {
      await call(`${portal.url}/oauth2/token`, { method: 'POST', headers: { origin } });
      return backend.seen.at(-1)?.headers.origin;
    };
    expect(await from(appOrigin)).toBeUndefined();
    expect(await from('https://app.example.mn')).toBe('https://app.example.mn');
  });

  it('prevents content of an upstream service from running as a page of this origin', async () => {
    const answer = await call(`${portal.url}/gw/page`, { headers: { cookie: 'a=1' } });
    expect(answer.headers['content-security-policy']).toBe("default-src 'none'; sandbox");
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.headers['service-worker-allowed']).toBeUndefined();
    expect(answer.setCookies).toEqual([]);
    expect(backend.seen.at(-1)?.headers.cookie).toBeUndefined();
  });

  it('streams both ways, chunk by chunk', async () => {
    const body = new PassThrough();
    body.write('one');
    const answer = await client.request({ origin: portal.url, path: '/gw/echo', method: 'POST', body });
    answer.body.setEncoding('utf8');
    expect(await once(answer.body, 'data')).toEqual(['one']);
    body.write('two');
    expect(await once(answer.body, 'data')).toEqual(['two']);
    body.end();
    await once(answer.body.resume(), 'end');
  });

  it('has no size limit for a body to an upstream service', async () => {
    const body = Buffer.alloc(3 * 1024 * 1024, 'a');
    const answer = await call(`${portal.url}/gw/echo`, { method: 'POST', body });
    expect(answer.text).toHaveLength(body.length);
  });

  it('closes the connection where the backend’s answer broke off', async () => {
    await expect(call(`${portal.url}/gw/breaks`)).rejects.toThrow();
  });

  it('refuses paths that leave their prefix', async () => {
    const before = backend.seen.length;
    for (const path of [
      '/gw/../api/v1/auth/refresh',
      '/gw/%2e%2e/api/v1/auth/refresh',
      '/oauth2/x/..%2f..%2fapi',
    ]) {
      expect((await call(`${portal.url}${path}`, { method: 'POST' })).status).toBe(404);
    }
    expect(backend.seen).toHaveLength(before);
  });
});
