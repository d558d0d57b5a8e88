import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fail, type SeenRequest, startTestBackend, succeed, type TestBackend } from './test-backend.ts';
import { appOrigin, type Browser, openBrowser, startTestPortal, type TestPortal } from './test-browser.ts';

const begun = {
  auth_url: 'https://provider.example/authorize?client_id=tamga&state=x',
  state: 's'.repeat(43),
  nonce: 'n'.repeat(43),
  code_verifier: 'v'.repeat(43),
};
const session = { id: 'u1', token: 'a.b.c', refresh_token: 'd.e.f' };
const secret = (letter: string) => letter.repeat(32);
const toProvider = { 'sec-fetch-site': 'cross-site' };

let backend: TestBackend;
let portal: TestPortal;
let browser: Browser;
/** Backend answers by path that differ from the default. */
let answers: Record<string, { data?: object; status?: number; error?: string }>;
let bodies: { path: string; body: Record<string, unknown> }[];

async function play(request: SeenRequest, response: ServerResponse, raw: IncomingMessage): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of raw as AsyncIterable<Buffer>) chunks.push(chunk);
  bodies.push({ path: request.url, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) });
  const { data, status, error } = answers[request.url] ?? {};
  if (status !== undefined) fail(response, status, error ?? 'internal');
  else succeed(response, data ?? {});
}

beforeAll(async () => {
  backend = await startTestBackend((request, response, raw) => {
    if (answers[request.url] === undefined) return false;
    void play(request, response, raw);
    return true;
  });
  portal = await startTestPortal(backend.url);
});
afterAll(async () => {
  await portal.close();
  await backend.close();
});
beforeEach(() => {
  browser = openBrowser(portal.url);
  bodies = [];
  answers = { '/api/v1/auth/social/start': { data: begun } };
});

const start = (search = '') => browser.call(`/api/auth/social/start${search}`);
const comeBack = (search = `?code=c-1&state=${begun.state}`) =>
  browser.callBare(`/api/auth/social/callback${search}`, { headers: toProvider });
const sentTo = (path: string) => bodies.findLast((seen) => seen.path === path)?.body;

describe('GET /api/auth/social/start', () => {
  it('redirects to the provider and keeps the flow in httpOnly cookies', async () => {
    const answer = await start('?next=/profile');
    expect([answer.status, answer.headers.location]).toEqual([302, begun.auth_url]);
    expect(answer.headers['cache-control']).toBe('no-store');
    const [state, next] = answer.setCookies;
    expect(state).toBe(
      `tamga_social_state=sign_in.${begun.state}.${begun.nonce}.${begun.code_verifier}; Max-Age=600; Path=/; HttpOnly; SameSite=Lax`,
    );
    expect(next).toBe('tamga_social_next=/profile; Max-Age=600; Path=/; HttpOnly; SameSite=Lax');
    expect(answer.text).not.toContain(begun.code_verifier);
    expect(sentTo('/api/v1/auth/social/start')).toEqual({ purpose: 'sign_in' });
  });

  it('signs in a super administrator up to the second factor, even if everybody else signs in upstream', async () => {
    answers['/api/v1/auth/social'] = { data: { mfa_required: true, mfa_token: secret('b') } };
    await start('?superadmin=1&next=/administration');
    expect(sentTo('/api/v1/auth/social/start')).toEqual({ purpose: 'superadmin' });
    expect((await comeBack()).headers.location).toBe('/login?mfa=1&next=%2Fadministration');
    answers['/api/v1/auth/social'] = { status: 403, error: 'sso_required' };
    await start('?superadmin=1');
    expect((await comeBack()).headers.location).toBe('/login?sso_error=sso_required');
  });

  it.each([
    [403, 'sso_required', 'sso_required'],
    [503, 'not_configured', 'social_disabled'],
    [502, 'upstream_failed', 'provider_unreachable'],
    [429, 'rate_limited', 'social_failed'],
  ])('reports a %d %s to the page with an error word of the contract', async (status, error, word) => {
    answers['/api/v1/auth/social/start'] = { status, error };
    const answer = await start('?next=/profile');
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      `/login?sso_error=${word}&next=%2Fprofile`,
    ]);
    expect(answer.setCookies).toEqual([]);
    expect((await start('?onboard=1')).headers.location).toBe(`/superadmin/onboarding?sso_error=${word}`);
  });

  it('refuses a start from another site and redirects to a web address only', async () => {
    for (const site of ['cross-site', 'same-site']) {
      const answer = await browser.callBare('/api/auth/social/start', {
        headers: { 'sec-fetch-site': site },
      });
      expect(answer.headers.location).toBe('/login?sso_error=stale_request');
    }
    expect(bodies).toEqual([]);
    answers['/api/v1/auth/social/start'] = { data: { ...begun, auth_url: 'javascript:alert(1)' } };
    expect((await start()).headers.location).toBe('/login?sso_error=social_failed');
  });
});

describe('GET /api/auth/social/callback', () => {
  it('exchanges the code with the flow of the cookies, and turns tokens into a session', async () => {
    answers['/api/v1/auth/social'] = { data: { linked: true, user: session } };
    await start('?next=/profile%3Ftab%3D1');
    const answer = await comeBack();
    expect([answer.status, answer.headers.location]).toEqual([303, '/profile?tab=1']);
    expect(sentTo('/api/v1/auth/social')).toEqual({
      code: 'c-1',
      redirect_uri: `${appOrigin}/api/auth/social/callback`,
      code_verifier: begun.code_verifier,
      nonce: begun.nonce,
    });
    expect([...browser.jar.keys()].sort()).toEqual(['tamga_access', 'tamga_csrf', 'tamga_refresh']);
    expect(answer.text).not.toContain(session.token);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect((await comeBack()).headers.location).toBe('/login?sso_error=stale_request');
  });

  it('keeps the token of an unlinked account and sends it once, with the next eID sign-in', async () => {
    answers['/api/v1/auth/social'] = {
      data: { linked: false, link_token: secret('a'), email: 'a@example.mn' },
    };
    await start('?next=/profile');
    const answer = await comeBack();
    expect(answer.headers.location).toBe('/login?slink=1&next=%2Fprofile');
    expect(answer.setCookies.at(-1)).toBe(
      `tamga_social_link=${secret('a')}; Max-Age=900; Path=/; HttpOnly; SameSite=Lax`,
    );
    expect(answer.text + answer.headers.location).not.toContain('example.mn');
    answers['/api/v1/auth/eid/poll'] = { data: { state: 'PENDING' } };
    const poll = () => browser.call('/api/auth/eid/poll', { method: 'POST', body: '{"sid":"s-1"}' });
    await poll();
    expect(sentTo('/api/v1/auth/eid/poll')).toEqual({ sid: 's-1', link_token: secret('a') });
    answers['/api/v1/auth/eid/poll'] = { data: { state: 'COMPLETE', social_link: 'linked', ...session } };
    expect((await poll()).json).toMatchObject({ data: { state: 'COMPLETE', social_link: 'linked' } });
    expect(browser.jar.has('tamga_social_link')).toBe(false);
    await poll();
    expect(sentTo('/api/v1/auth/eid/poll')).toEqual({ sid: 's-1' });
  });

  it('forgets an account that waits for eID if a person opens the plain sign-in page', async () => {
    answers['/api/v1/auth/social'] = { data: { linked: false, link_token: secret('a'), email: 'a@b.mn' } };
    await start();
    await comeBack();
    await browser.call('/login?slink=1');
    expect(browser.jar.has('tamga_social_link')).toBe(true);
    await browser.call('/login?next=/profile');
    expect(browser.jar.has('tamga_social_link')).toBe(false);
  });

  it('keeps the token of the first factor and adds it to the second', async () => {
    answers['/api/v1/auth/social'] = { data: { mfa_required: true, mfa_token: secret('b') } };
    await start();
    const answer = await comeBack();
    expect(answer.headers.location).toBe('/login?mfa=1');
    expect(answer.setCookies.at(-1)).toBe(
      `tamga_mfa=${secret('b')}; Max-Age=300; Path=/; HttpOnly; SameSite=Lax`,
    );
    answers['/api/v1/auth/eid/poll'] = {
      data: { state: 'COMPLETE', mfa_required: true, mfa_token: secret('c') },
    };
    const polled = await browser.call('/api/auth/eid/poll', { method: 'POST', body: '{"sid":"s"}' });
    expect(polled.json.data).toEqual({ state: 'COMPLETE', mfa_required: true });
    expect(browser.jar.get('tamga_mfa')).toBe(secret('c'));

    const path = '/api/v1/auth/superadmin/mfa';
    const prove = (body: object) =>
      browser.call('/api/auth/superadmin/mfa', { method: 'POST', body: JSON.stringify(body) });
    answers[path] = { status: 400, error: 'invalid_code' };
    expect((await prove({ code: '1' })).status).toBe(400);
    expect(sentTo(path)).toEqual({ code: '1', mfa_token: secret('c') });
    expect(browser.jar.has('tamga_mfa')).toBe(true);
    await prove({ code: '1', mfa_token: secret('d') });
    expect(sentTo(path)).toEqual({ code: '1', mfa_token: secret('d') });
    answers[path] = { data: { ...session, used_recovery_code: false } };
    const passed = await prove({ code: '2' });
    expect(passed.json.data).toEqual({ id: 'u1', used_recovery_code: false });
    expect([...browser.jar.keys()].sort()).toEqual(['tamga_access', 'tamga_csrf', 'tamga_refresh']);
  });

  it.each([
    [400, 'exchange_failed', 'exchange_failed'],
    [403, 'account_disabled', 'account_disabled'],
    [403, 'account_locked', 'account_locked'],
    [403, 'domain_not_allowed', 'domain_not_allowed'],
    [502, 'upstream_failed', 'provider_unreachable'],
    [500, '<b>made up</b>', 'social_failed'],
  ])('reports a %d %s to the page with an error word of the contract', async (status, error, word) => {
    answers['/api/v1/auth/social'] = { status, error };
    await start();
    const answer = await comeBack();
    expect(answer.headers.location).toBe(`/login?sso_error=${word}`);
    expect(browser.jar.size).toBe(0);
  });

  it('refuses a return that this browser did not start, and keeps the running flow', async () => {
    expect((await comeBack()).headers.location).toBe('/login?sso_error=stale_request');
    await start();
    for (const search of ['?code=c-1&state=forged', '?code=c-1', `?code=c-1&state=${begun.state}&state=x`])
      expect((await comeBack(search)).headers.location).toBe('/login?sso_error=state_mismatch');
    expect(sentTo('/api/v1/auth/social')).toBeUndefined();
    answers['/api/v1/auth/social'] = { data: { linked: true, user: session } };
    expect((await comeBack()).headers.location).toBe('/');
  });

  it('distinguishes a refusal at the provider from a failure, and never shows the provider’s text', async () => {
    for (const [error, word] of [
      ['access_denied', 'social_cancelled'],
      ['server_error<script>', 'social_failed'],
    ]) {
      await start();
      const search = `?error=${error}&error_description=Hello&state=${begun.state}`;
      expect((await comeBack(search)).headers.location).toBe(`/login?sso_error=${word}`);
      expect(browser.jar.size).toBe(0);
    }
    await start();
    expect((await comeBack(`?state=${begun.state}`)).headers.location).toBe('/login?sso_error=no_code');
  });

  it.each([
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['https://evil.example/', '/'],
    ['/..//evil.example', '/'],
    ['/./%09/evil.example', '/%09/evil.example'],
    ['/\t/evil.example', '/'],
    ['/search?q=a%26b%2Fc', '/search?q=a%26b%2Fc'],
    [`/${'x'.repeat(1500)}`, '/'],
    ['/хайлт?q=а', '/%D1%85%D0%B0%D0%B9%D0%BB%D1%82?q=%D0%B0'],
  ])('redirects for next=%s to %s', async (next, expected) => {
    answers['/api/v1/auth/social'] = { data: { linked: true, user: session } };
    await start(`?next=${encodeURIComponent(next)}`);
    expect((await comeBack()).headers.location).toBe(expected);
    await start();
    browser.jar.set('tamga_social_next', encodeURIComponent(next));
    expect((await comeBack()).headers.location).toBe(expected);
  });
});

describe('onboarding of a super administrator', () => {
  const path = '/api/v1/auth/superadmin/onboard';
  const post = (step: string, body = '{}') =>
    browser.call(`/api/auth/superadmin/onboard/${step}`, { method: 'POST', body });

  it('starts with the social account and ends with a session, without a token on the page', async () => {
    answers[`${path}/social`] = {
      data: { onboard_token: secret('e'), email: 'a@example.mn', step: 'eid' },
    };
    await start('?onboard=1&next=/elsewhere');
    expect(sentTo('/api/v1/auth/social/start')).toEqual({ purpose: 'onboarding' });
    const answer = await comeBack();
    expect([answer.status, answer.headers.location]).toEqual([303, '/superadmin/onboarding']);
    expect(answer.setCookies.at(-1)).toBe(
      `tamga_onboard=${secret('e')}; Max-Age=1800; Path=/; HttpOnly; SameSite=Lax`,
    );
    expect(sentTo(`${path}/social`)).toMatchObject({ code: 'c-1', nonce: begun.nonce });

    answers[`${path}/eid/poll`] = { data: { state: 'PENDING', step: 'eid' } };
    expect((await post('eid/poll', '{"sid":"s-1"}')).json.data).toEqual({ state: 'PENDING', step: 'eid' });
    expect(sentTo(`${path}/eid/poll`)).toEqual({ sid: 's-1', onboard_token: secret('e') });
    answers[`${path}/totp/verify`] = { data: { ...session, recovery_codes: ['AAAA-BBBB'], step: 'done' } };
    const done = await post('totp/verify', '{"code":"123456"}');
    expect(done.json.data).toEqual({ id: 'u1', recovery_codes: ['AAAA-BBBB'], step: 'done' });
    expect([...browser.jar.keys()].sort()).toEqual(['tamga_access', 'tamga_csrf', 'tamga_refresh']);
  });

  it('may be started by the page, which never receives the token', async () => {
    answers[`${path}/social`] = { data: { onboard_token: secret('e'), email: 'a@b.mn', step: 'eid' } };
    const answer = await post('social', '{"code":"c","redirect_uri":"x"}');
    expect(answer.json.data).toEqual({ email: 'a@b.mn', step: 'eid' });
    expect(browser.jar.get('tamga_onboard')).toBe(secret('e'));
  });

  it('forgets a token that the backend no longer knows', async () => {
    browser.jar.set('tamga_onboard', secret('e'));
    answers[`${path}/email/send`] = { status: 403, error: 'forbidden' };
    expect((await post('email/send')).status).toBe(403);
    expect(browser.jar.has('tamga_onboard')).toBe(false);
  });

  it('redirects a failure to the onboarding page', async () => {
    answers[`${path}/social`] = { status: 403, error: 'not_invited' };
    await start('?onboard=1');
    expect((await comeBack()).headers.location).toBe('/superadmin/onboarding?sso_error=not_invited');
  });

  it('accepts only known steps, and only from our own pages', async () => {
    const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    for (const step of ['superadmin/mfa', 'superadmin/onboard/totp/init']) {
      const forged = await browser.callBare(`/api/auth/${step}`, { method: 'POST', headers: evil });
      expect([forged.status, forged.json.error]).toEqual([403, 'csrf_failed']);
    }
    for (const step of ['..%2fmfa', 'a/b/c', 'EID']) expect((await post(step)).status).toBe(404);
    expect(bodies).toEqual([]);
  });
});

describe('GET and DELETE /api/v1/auth/social/link', () => {
  it('answer pages, and the rest of social sign-in answers 404', async () => {
    for (const method of ['GET', 'DELETE'])
      expect((await browser.call('/api/v1/auth/social/link', { method })).status).toBe(200);
    for (const path of ['social', 'social/start', 'social/link'])
      expect((await browser.call(`/api/v1/auth/${path}`, { method: 'POST', body: '{}' })).status).toBe(404);
  });
});
