import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail, type SeenRequest, startTestBackend, succeed, type TestBackend } from './test-backend.ts';
import {
  type Answer,
  type Browser,
  openBrowser,
  signIn,
  startTestPortal,
  type TestPortal,
} from './test-browser.ts';

const binding = 'b'.repeat(32);
const ref = 'e'.repeat(32);
const state = 'a'.repeat(32);
const authUrl = `https://sso.example/authorize?state=${state}`;
const logoutUrl = 'https://sso.example/logout?id_token_hint=x';
const later = new Date(Date.now() + 3_600_000).toISOString();
const session = {
  token: 'access-token',
  refresh_token: 'refresh-token',
  access_expires_at: later,
  refresh_expires_at: later,
  sso_logout_ref: ref,
  user_id: 'u1',
  username: 'sso_0',
  next: '/profile',
};

let backend: TestBackend;
let portal: TestPortal;
let browser: Browser;
/** Backend answers below /api/v1/sso. */
let answers: Record<string, (response: ServerResponse) => void>;

beforeEach(async () => {
  answers = {
    start: (response) => {
      response.setHeader('x-sso-binding', binding);
      succeed(response, { auth_url: authUrl });
    },
    callback: (response) => succeed(response, session),
    native: (response) => succeed(response, { ...session, user: { id: 'u1' } }),
    logout: (response) => succeed(response, { sso_logout_url: logoutUrl }),
  };
  backend = await startTestBackend((seen, response, raw) => {
    const answer = answers[/^\/api\/v1\/sso\/(\w+)$/.exec(seen.url)?.[1] ?? ''];
    if (answer === undefined) return false;
    raw.setEncoding('utf8').on('data', (part: string) => {
      seen.body += part;
    });
    raw.on('end', () => answer(response));
    return true;
  });
  portal = await startTestPortal(backend.url);
  browser = openBrowser(portal.url);
});
afterEach(async () => {
  await portal.close();
  await backend.close();
});

const start = (query = '') => browser.callBare(`/api/auth/sso/start${query}`);
const comeBack = (query = `?code=c&state=${state}`) => browser.callBare(`/sso/callback${query}`);
const sentTo = (path: string): SeenRequest[] =>
  backend.seen.filter(({ url }) => url === `/api/v1/sso/${path}`);
const targetOf = ({ status, headers }: Answer) => [status, headers.location];
const cookieLine = (answer: Answer, name: string) =>
  answer.setCookies.find((line) => line.startsWith(`${name}=`)) ?? '';

describe('GET /api/auth/sso/start', () => {
  it('redirects to the upstream and binds the sign-in to this browser', async () => {
    const answer = await start('?next=%2Fprofile');
    expect(targetOf(answer)).toEqual([302, authUrl]);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(cookieLine(answer, 'tamga_sso')).toMatch(/Max-Age=600;.*HttpOnly;.*SameSite=Lax/);
    const [sent] = sentTo('start');
    expect([sent?.headers['x-sso-binding'], sent?.body]).toEqual(['new', '{"next":"/profile"}']);
  });

  it('keeps the binding of another tab', async () => {
    await start();
    await start();
    expect(sentTo('start')[1]?.headers['x-sso-binding']).toBe(binding);
  });

  it.each([
    ['https://evil.example', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/.//evil.example', '/'],
    ['/\t/evil.example', '/'],
    [`/${'a'.repeat(600)}`, '/'],
    ['/хуудас?q=1', '/%D1%85%D1%83%D1%83%D0%B4%D0%B0%D1%81?q=1'],
  ])('asks the backend to return from next=%j to %j', async (next, safe) => {
    await start(`?next=${encodeURIComponent(next)}`);
    expect(JSON.parse(sentTo('start')[0]?.body ?? '')).toEqual({ next: safe });
  });

  it.each([
    [503, 'not_configured', 'provider_unreachable'],
    [503, 'upstream_unavailable', 'provider_unreachable'],
    [429, 'rate_limited', 'session_failed'],
    [500, 'internal', 'session_failed'],
  ])('shows an error on the sign-in page if the backend answers %i %s', async (status, code, word) => {
    answers.start = (response) => fail(response, status, code);
    expect(targetOf(await start('?next=/a'))).toEqual([303, `/login?sso_error=${word}&next=%2Fa`]);
  });

  it('shows an error on the sign-in page if the backend is unreachable', async () => {
    answers.start = (response) => response.destroy();
    expect(targetOf(await start())).toEqual([303, '/login?sso_error=session_failed']);
  });

  it('redirects to a web address only', async () => {
    answers.start = (response) => {
      response.setHeader('x-sso-binding', binding);
      succeed(response, { auth_url: 'javascript:alert(1)' });
    };
    expect(targetOf(await start())).toEqual([303, '/login?sso_error=session_failed']);
  });
});

describe('GET /sso/callback', () => {
  beforeEach(async () => {
    await start();
  });

  it('keeps the tokens in cookies and redirects to the requested page', async () => {
    const answer = await comeBack(`?code=c&state=${state}&iss=https%3A%2F%2Fsso.example`);
    expect(targetOf(answer)).toEqual([303, '/profile']);
    expect(answer.text).not.toContain('token');
    expect(cookieLine(answer, 'tamga_access')).toMatch(/HttpOnly/);
    expect(cookieLine(answer, 'tamga_refresh')).toMatch(/HttpOnly/);
    expect(cookieLine(answer, 'tamga_sso_logout')).toMatch(/Max-Age=604800;.*HttpOnly/);
    expect(browser.jar.get('tamga_csrf')).toMatch(/^[0-9a-f]{32}$/);
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
    const [sent] = sentTo('callback');
    expect(sent?.headers['x-sso-binding']).toBe(binding);
    expect(JSON.parse(sent?.body ?? '')).toEqual({ code: 'c', state, iss: 'https://sso.example' });
  });

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example', '/.//evil.example', undefined])(
    'redirects to the start page instead of %j',
    async (next) => {
      answers.callback = (response) => succeed(response, { ...session, next });
      expect(targetOf(await comeBack())).toEqual([303, '/']);
    },
  );

  it('refuses a sign-in that this browser did not start', async () => {
    browser.jar.clear();
    expect(targetOf(await comeBack())).toEqual([303, '/login?sso_error=state_mismatch']);
    expect(sentTo('callback')).toEqual([]);
  });

  it('reads the binding from the cookie only', async () => {
    browser.jar.delete('tamga_sso');
    const answer = await browser.callBare(`/sso/callback?code=c&state=${state}`, {
      headers: { 'x-sso-binding': binding },
    });
    expect(targetOf(answer)).toEqual([303, '/login?sso_error=state_mismatch']);
  });

  it.each([
    ['?error=access_denied&error_description=<b>', 'access_denied'],
    ['?error=temporarily_unavailable', 'provider_unreachable'],
    ['?error=%22%3E%3Cscript%3E', 'exchange_failed'],
    ['?error=a&error=b', 'exchange_failed'],
    [`?state=${state}`, 'no_code'],
    [`?code=&state=${state}`, 'no_code'],
    ['?code=c', 'state_mismatch'],
    ['?code=c&state=a&state=b', 'state_mismatch'],
  ])('answers %s with %s, without the provider’s text', async (query, word) => {
    expect(targetOf(await comeBack(query))).toEqual([303, `/login?sso_error=${word}`]);
    expect(sentTo('callback')).toEqual([]);
  });

  it.each([
    [400, 'invalid_state', 'stale_request'],
    [400, 'exchange_failed', 'exchange_failed'],
    [422, 'validation_failed', 'exchange_failed'],
    [403, 'private_platform', 'private_platform'],
    [403, 'account_disabled', 'account_disabled'],
    [403, 'account_locked', 'account_locked'],
    [403, 'mfa_unavailable', 'session_failed'],
    [503, 'upstream_unavailable', 'provider_unreachable'],
    [500, 'internal', 'session_failed'],
  ])('turns %i %s into %s', async (status, code, word) => {
    answers.callback = (response) => fail(response, status, code);
    const answer = await comeBack();
    expect(targetOf(answer)).toEqual([303, `/login?sso_error=${word}`]);
    expect(cookieLine(answer, 'tamga_access')).toBe('');
  });

  it('shows an error if the answer contains no session', async () => {
    answers.callback = (response) => succeed(response, { user_id: 'u1' });
    expect(targetOf(await comeBack())).toEqual([303, '/login?sso_error=session_failed']);
  });

  it('stops a super administrator at the second factor', async () => {
    const mfa = { mfa_required: true, mfa_token: 'd'.repeat(32), sso_logout_ref: ref, next: '/admin' };
    answers.callback = (response) => succeed(response, mfa);
    const answer = await comeBack();
    expect(targetOf(answer)).toEqual([303, '/login?mfa=1&next=%2Fadmin']);
    expect(cookieLine(answer, 'tamga_mfa')).toMatch(/^tamga_mfa=d{32}; Max-Age=300;.*HttpOnly/);
    expect(browser.jar.has('tamga_access')).toBe(false);
    expect(browser.jar.get('tamga_sso_logout')).toBe(ref);
  });
});

describe('POST /api/auth/sso/native', () => {
  const body = '{"code":"c"}';
  const json = { 'content-type': 'application/json' };

  it('sets cookies and passes the rest without tokens', async () => {
    const answer = await browser.callBare('/api/auth/sso/native', {
      method: 'POST',
      body,
      headers: { ...json, 'x-tamga-csrf': '1' },
    });
    expect(answer.json).toMatchObject({ ok: true, status: 200, data: { user: { id: 'u1' } } });
    expect(answer.text).not.toMatch(/access-token|refresh-token|e{32}/);
    expect([...browser.jar.keys()]).toEqual(
      expect.arrayContaining(['tamga_access', 'tamga_refresh', 'tamga_csrf', 'tamga_sso_logout']),
    );
    expect(sentTo('native')[0]?.body).toBe(body);
  });

  it('passes a refusal on and sets no cookie', async () => {
    answers.native = (response) => fail(response, 400, 'exchange_failed');
    const answer = await browser.call('/api/auth/sso/native', { method: 'POST', body });
    expect(answer.json).toMatchObject({ ok: false, status: 400, error: 'exchange_failed' });
    expect(answer.setCookies).toEqual([]);
  });

  it.each([
    ['nothing that tells where it comes from', {}],
    ['a browser on another site', { origin: 'https://evil.example', 'x-tamga-csrf': '1' }],
    ['a browser that hides its origin', { 'sec-fetch-site': 'cross-site', 'x-tamga-csrf': '1' }],
  ])('refuses %s', async (_what, headers) => {
    const answer = await browser.callBare('/api/auth/sso/native', {
      method: 'POST',
      body,
      headers: { ...json, ...headers },
    });
    expect([answer.status, answer.json.error]).toEqual([403, 'csrf_failed']);
    expect(sentTo('native')).toEqual([]);
  });
});

describe('POST /api/auth/logout', () => {
  const logout = () => browser.call('/api/auth/logout', { method: 'POST' });

  it('answers the upstream’s logout address and clears the reference', async () => {
    await signIn(browser, backend.approve);
    browser.jar.set('tamga_sso_logout', ref);
    const answer = await logout();
    expect(answer.json.data).toEqual({ revoked: true, sso_logout_url: logoutUrl });
    expect(sentTo('logout')[0]?.body).toBe(JSON.stringify({ ref }));
    expect(browser.jar.has('tamga_sso_logout')).toBe(false);
  });

  it('signs out without the upstream if it has no logout page or does not answer', async () => {
    for (const answer of [
      (response: ServerResponse) => succeed(response, { sso_logout_url: '' }),
      (response: ServerResponse) => succeed(response, { sso_logout_url: 'javascript:alert(1)' }),
      (response: ServerResponse) => fail(response, 500, 'internal'),
      (response: ServerResponse) => response.destroy(),
    ]) {
      answers.logout = answer;
      await signIn(browser, backend.approve);
      browser.jar.set('tamga_sso_logout', ref);
      expect((await logout()).json.data).toEqual({ revoked: true });
      expect(browser.jar.has('tamga_access')).toBe(false);
    }
  });

  it('does not call the upstream for a local session or without a session', async () => {
    await signIn(browser, backend.approve);
    await logout();
    browser.jar.set('tamga_sso_logout', ref);
    const answer = await browser.callBare('/api/auth/logout', {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
    });
    expect(answer.json.data).toEqual({ revoked: true });
    expect(sentTo('logout')).toEqual([]);
  });
});
