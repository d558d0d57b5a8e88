import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callUntil } from '../../../test/caller.ts';
import { changeAsSystem } from '../../../test/citizens.ts';
import { setActive } from '../users/index.ts';
import type { Browser } from './test/browser.ts';
import {
  authorizationRequest,
  callback,
  issuer,
  openStage,
  type Stage,
  type TestClient,
} from './test/stage.ts';

let stage: Stage;
let app: TestClient;
beforeAll(async () => {
  stage = await openStage();
  app = await stage.register();
});
afterAll(() => stage.world.close());

const requestFor = async (
  of: TestClient,
  parameters: Record<string, string> = {},
  redirectUri = callback,
): Promise<URL> => {
  const { scope, ...others } = parameters;
  const config = await stage.clientOf(of);
  const options = { parameters: others, ...(scope === undefined ? {} : { scope }) };
  return (await authorizationRequest(config, redirectUri, options)).url;
};
const ask = async (url: URL, browser: Browser = stage.openBrowser()) => browser.get(url.href);
/** The error code of the redirect back to the client, or null. */
const errorInRedirect = (answer: { headers: Headers }) => {
  const location = answer.headers.get('location') ?? '';
  return location.startsWith(callback)
    ? new URL(location).searchParams.get('error')
    : `not a redirect to the client: ${location}`;
};
const challengeOf = async (url: URL, browser: Browser) => {
  const location = new URL((await ask(url, browser)).headers.get('location') ?? '');
  return location.searchParams.get('login_challenge') ?? '';
};

describe('oidc.authorize', () => {
  it('sends the browser to the portal with a challenge and its own cookies', async () => {
    const browser = stage.openBrowser();
    const answer = await ask(await requestFor(app), browser);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toMatch(
      new RegExp(`^${issuer}/oauth/login\\?login_challenge=[A-Za-z0-9._-]{1,512}$`),
    );
    expect(answer.headers.get('x-frame-options')).toBe('DENY');
    const names = browser.cookies().map(({ name }) => name.replace(/\.sig$/, ''));
    expect(new Set(names)).toEqual(new Set(['tamga_op_interaction', 'tamga_op_resume']));
    for (const { attributes } of browser.cookies()) expect(attributes).toMatch(/samesite=lax; httponly/i);
  });

  it.each([
    ['a redirect address that differs by one character', { redirect_uri: `${callback}/` }, 'redirect_uri'],
    ['a redirect address in other letters', { redirect_uri: callback.toUpperCase() }, 'redirect_uri'],
    ['an unknown client', { client_id: 'app-nobody' }, undefined],
  ])('answers %s with 400 and never with a redirect', async (_case, changed, reason) => {
    const error = reason === undefined ? 'invalid_client' : 'invalid_request';
    const page = `error=${error}${reason === undefined ? '' : `&amp;reason=${reason}`}&amp;request_id=`;
    const url = await requestFor(app);
    for (const [name, value] of Object.entries(changed)) url.searchParams.set(name, value);
    for (const accept of ['application/json', 'text/html']) {
      const answer = await stage.openBrowser().get(url.href, { accept });
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
      if (accept === 'text/html') expect(answer.text).toContain(`${issuer}/oauth/error?${page}`);
      else expect(answer.body.error).toBe(error);
    }
    url.searchParams.delete('redirect_uri');
    expect([(await ask(url)).status, (await ask(url)).headers.get('location')]).toEqual([400, null]);
  });

  it('shows a page for a failure on our side, and JSON to a program', async () => {
    const url = await requestFor(app);
    const rename = (from: string, to: string) =>
      stage.world.database.query(`alter table ${from} rename to ${to}`);
    await rename('oidc_states', 'oidc_states_away');
    try {
      const page = await ask(url);
      expect([page.status, page.headers.get('location')]).toEqual([500, null]);
      expect(page.text).toContain(`${issuer}/oauth/error?error=server_error&amp;request_id=`);
      const data = await stage.openBrowser().get(url.href, { accept: 'application/json' });
      expect([data.status, data.body.error]).toEqual([500, 'server_error']);
    } finally {
      await rename('oidc_states_away', 'oidc_states');
    }
  });

  it.each([
    ['GET', '/oauth2/auth'],
    ['POST', '/oauth2/token'],
    ['POST', '/oauth2/par'],
    ['POST', '/oauth2/introspect'],
    ['POST', '/oauth2/revoke'],
    ['POST', '/oauth2/device_authorization'],
    ['POST', '/oauth2/bc-authorize'],
    ['GET', '/oauth2/sessions/logout'],
  ])('answers 400 to a client id that no database stores, at %s %s', async (method, path) => {
    const fields = new URLSearchParams({
      client_id: 'app\0',
      grant_type: 'client_credentials',
      token: 'x',
      client_secret: 'x',
    });
    const basic = { authorization: `Basic ${Buffer.from('a%00b:c').toString('base64')}` };
    const answers =
      method === 'GET'
        ? [await fetch(`${stage.server.url}${path}?${fields}`, { redirect: 'manual' })]
        : [
            await fetch(`${stage.server.url}${path}`, { method, body: fields }),
            await fetch(`${stage.server.url}${path}`, {
              method,
              body: 'token=x&grant_type=x',
              headers: { ...basic, 'content-type': 'application/x-www-form-urlencoded' },
            }),
          ];
    for (const answer of answers)
      expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([
        400,
        'invalid_request',
      ]);
  });

  it('rejects a disabled client at once', async () => {
    const other = await stage.register();
    const url = await requestFor(other);
    expect((await ask(url)).status).toBe(302);
    await stage.change(other.id, { enabled: false });
    const refused = await callUntil(400, () => ask(url));
    expect(refused.headers.get('location')).toBeNull();
  });

  it.each([
    [
      'neither PKCE nor a nonce',
      { code_challenge: '', code_challenge_method: '', nonce: '' },
      'invalid_request',
    ],
    ['PKCE that is not S256', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no response type', { response_type: '' }, 'invalid_request'],
    ['another response type', { response_type: 'none' }, 'unsupported_response_type'],
    ['another response mode', { response_mode: 'query.jwt' }, 'unsupported_response_mode'],
    ['a scope the application does not hold', { scope: 'openid nationalid' }, 'invalid_scope'],
    ['the scope of a service it was not granted', { scope: 'openid svc:eid-proxy' }, 'invalid_scope'],
    ['an unknown scope', { scope: 'openid everything' }, 'invalid_scope'],
    ['no scope at all', { scope: '', nonce: '' }, 'invalid_scope'],
    ['a request object', { request: 'eyJhbGciOiJub25lIn0.e30.' }, 'request_not_supported'],
  ])('reports %s to the client', async (_case, changed, error) => {
    const url = await requestFor(app);
    for (const [name, value] of Object.entries(changed))
      if (value === '') url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    expect(errorInRedirect(await ask(url))).toBe(error);
  });

  it.each([
    ['token', {}],
    ['id_token', { response_mode: 'fragment' }],
    ['code token', { response_mode: 'query' }],
  ])('answers response_type=%s with unsupported_response_type', async (type, more) => {
    const url = await requestFor(app, more);
    url.searchParams.set('response_type', type);
    const location = new URL((await ask(url)).headers.get('location') ?? '');
    expect(location.href).toMatch(/^https:\/\/app\.example\.mn\/callback[?#]/);
    const answered = new URLSearchParams(location.search + location.hash.replace('#', '&'));
    expect(answered.get('error')).toBe('unsupported_response_type');
    expect(answered.get('error_description')).toBe('only response_type=code is supported');
  });

  it('with prompt=none needs an existing sign-in and consent', async () => {
    const browser = stage.openBrowser();
    const own = await stage.register();
    const silent = async (scope = 'openid') =>
      errorInRedirect(await ask(await requestFor(own, { prompt: 'none', scope }), browser));
    expect(await silent()).toBe('login_required');
    await stage.signInTo(own, { scope: 'openid', browser });
    expect(await silent('openid email')).toBe('consent_required');
    const answer = await ask(await requestFor(own, { prompt: 'none', scope: 'openid' }), browser);
    expect(new URL(answer.headers.get('location') ?? '').searchParams.get('code')).toMatch(/^.{43}$/);
  });

  it('does not sign a person in silently after they signed out of Tamga', async () => {
    const who = await stage.newPerson();
    const browser = stage.openBrowser();
    await stage.signInTo(app, { browser, who });
    const silent = async () => ask(await requestFor(app, { prompt: 'none' }), browser);
    expect(errorInRedirect(await silent())).toBeNull();
    await stage.call('POST', '/auth/logout', {}, who);
    expect(errorInRedirect(await silent())).toBe('login_required');
  });

  it('skips consent for a first-party client only', async () => {
    const own = await stage.registerFirstParty();
    const pages: string[] = [];
    const onPage = async (page: string) => void pages.push(page);
    await stage.decide(
      stage.openBrowser(),
      await requestFor(own, { scope: 'openid profile' }),
      stage.person,
      { onPage },
    );
    expect(pages).toEqual(['login']);
    pages.length = 0;
    const stranger = await stage.register();
    await stage.decide(stage.openBrowser(), await requestFor(stranger), stage.person, { onPage });
    expect(pages).toEqual(['login', 'consent']);
  });

  it('asks for a fresh sign-in if the client requires one', async () => {
    const who = await stage.newPerson();
    stage.clock.advance(5000);
    for (const parameters of [{ prompt: 'login' }, { max_age: '2' }] as const) {
      const challenge = await challengeOf(await requestFor(app, { ...parameters }), stage.openBrowser());
      const view = (await stage.call('GET', `/provider/login?login_challenge=${challenge}`)).body.data;
      expect(view.reauthenticate).toBe(true);
      const refused = await stage.call('POST', '/provider/login/accept', { login_challenge: challenge }, who);
      expect([refused.status, refused.body.error]).toEqual([403, 'fresh_sign_in_required']);
      const fresh = await stage.newPerson();
      expect(
        (await stage.call('POST', '/provider/login/accept', { login_challenge: challenge }, fresh)).status,
      ).toBe(200);
    }
  });

  it('releases the national id only to an approved client', async () => {
    const approved = await stage.register({ options: { national_id: true } });
    const { config, tokens } = await stage.signInTo(approved, { scope: 'openid nationalid' });
    const info = await openid.fetchUserInfo(config, tokens.access_token, stage.person.userId);
    const [row] = await stage.world.database.query<{ national_id: string; civil_id: string }>(
      'select national_id, civil_id from users where id = $1',
      [stage.person.userId],
    );
    expect(info).toMatchObject({ national_id: row?.national_id, register_number: row?.civil_id });
    const refused = await ask(await requestFor(app, { scope: 'openid nationalid' }));
    expect(errorInRedirect(refused)).toBe('invalid_scope');
  });

  it('always asks the person for a native client, and matches its redirect URIs exactly', async () => {
    const own = 'mn.example.app:/callback';
    const loopback = 'http://127.0.0.1:7777/callback';
    const native = await stage.register({ app_type: 'native', redirect_uris: [own, loopback] });
    const browser = stage.openBrowser();
    for (let times = 0; times < 2; times += 1) {
      const pages: string[] = [];
      const onPage = async (page: string) => void pages.push(page);
      const url = await requestFor(native, {}, own);
      const returned = await stage.decide(browser, url, stage.person, { onPage });
      expect(returned.href).toMatch(/^mn\.example\.app:\/callback\?code=/);
      expect(pages).toContain('consent');
    }
    expect(errorInRedirect(await ask(await requestFor(native, { prompt: 'none' }, own), browser))).toMatch(
      /error=(consent|interaction)_required/,
    );
    const other = await ask(await requestFor(native, {}, 'http://127.0.0.1:7778/callback'));
    expect([other.status, other.headers.get('location')]).toEqual([400, null]);
  });

  it('cannot be decided by a person whose account was disabled', async () => {
    const who = await stage.newPerson();
    const challenge = await challengeOf(await requestFor(app), stage.openBrowser());
    await changeAsSystem(stage.server, stage.clock.now(), (tx) => setActive(tx, who.userId, false));
    const refused = await callUntil(403, () =>
      stage.call('POST', '/provider/login/accept', { login_challenge: challenge }, who),
    );
    expect(refused.body.error).toBe('account_disabled');
  });
});
