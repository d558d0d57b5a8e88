import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callUntil } from '../../../../test/caller.ts';
import type { Browser } from '../test/browser.ts';
import { authorizationRequest, callback, openStage, type Stage, type TestClient } from '../test/stage.ts';

let stage: Stage;
let app: TestClient;
beforeAll(async () => {
  stage = await openStage();
  app = await stage.register();
});
afterAll(() => stage.world.close());

const begin = async (scope = 'openid profile email', of = app, browser: Browser = stage.openBrowser()) => {
  const { url } = await authorizationRequest(await stage.clientOf(of), callback, { scope });
  const location = new URL((await browser.get(url.href)).headers.get('location') ?? '');
  return { browser, login: location.searchParams.get('login_challenge') ?? '' };
};
const accept = (page: 'login' | 'consent', challenge: string, who = stage.person, extra: object = {}) =>
  stage.call('POST', `/provider/${page}/accept`, { [`${page}_challenge`]: challenge, ...extra }, who);
/** Goes on to the consent page as the signed-in person. */
const beginConsent = async (scope?: string, of = app) => {
  const { browser, login } = await begin(scope, of);
  const resumed = await browser.get((await accept('login', login)).body.data.redirect_to);
  const location = new URL(resumed.headers.get('location') ?? '');
  return { browser, consent: location.searchParams.get('consent_challenge') ?? '' };
};
const view = (page: 'login' | 'consent', challenge: string) =>
  stage.call('GET', `/provider/${page}?${page}_challenge=${encodeURIComponent(challenge)}`);
const auditOf = (action: string) =>
  stage.world.database.query<{ actor_user_id: string; target: string; metadata: object }>(
    'select actor_user_id, target, metadata from audit_log where action = $1 order by id desc limit 1',
    [action],
  );

describe('a challenge', () => {
  it('shows the client and the requested scopes, in the names of the contract', async () => {
    const { login } = await begin('openid email');
    expect((await view('login', login)).body.data).toEqual({
      challenge: login,
      client_id: app.id,
      client_name: 'Жишээ апп',
      requested_scope: ['openid', 'email'],
      subject_type: 'public',
      subject: '',
      skip: false,
      reauthenticate: false,
      proceed: false,
      other_person: 'none',
      missing_claims: [],
    });
    const { consent } = await beginConsent('openid email');
    expect((await view('consent', consent)).body.data).toMatchObject({
      subject: stage.person.userId,
      skip: false,
    });
  });

  it('opens only for its own question, once, and for fifteen minutes', async () => {
    const { login } = await begin();
    for (const other of [`${login.slice(0, -2)}AA`, 'v1.state.AAAA', 'x'.repeat(512)])
      expect((await view('login', other)).status).toBe(404);
    expect((await view('consent', login)).status).toBe(404);
    expect((await accept('consent', login)).status).toBe(404);
    const decided = await Promise.all([accept('login', login), accept('login', login)]);
    expect(decided.map(({ status }) => status).sort()).toEqual([200, 409]);
    const over = async (challenge: string) => {
      const answers = [await view('login', challenge), await accept('login', challenge)];
      return answers.map(({ status, body }) => [status, body.error]);
    };
    expect(await over(login)).toEqual(Array(2).fill([409, 'already_decided']));
    const late = await begin();
    stage.clock.advance(15 * 60_000 + 1000);
    expect(await over(late.login)).toEqual(Array(2).fill([410, 'request_expired']));
  });

  it('is answered also after the browser has returned to the client', async () => {
    const { browser, login } = await begin();
    await browser.get((await accept('login', login)).body.data.redirect_to);
    expect((await view('login', login)).body.error).toBe('already_decided');
  });

  it('longer than 512 characters, or with an unknown field, is rejected', async () => {
    expect((await view('login', 'x'.repeat(513))).status).toBe(422);
    const { login } = await begin();
    expect((await accept('login', login, stage.person, { remember: true })).status).toBe(422);
  });

  it('of a disabled client is gone', async () => {
    const other = await stage.register();
    const { login } = await begin(undefined, other);
    await stage.change(other.id, { enabled: false });
    await callUntil(404, () => view('login', login));
    expect((await accept('login', login)).status).toBe(404);
  });
});

describe('provider.login.accept', () => {
  it('needs a signed-in person', async () => {
    const { login } = await begin();
    expect((await stage.call('POST', '/provider/login/accept', { login_challenge: login })).status).toBe(401);
  });

  it('can be resumed only in the browser in which the person decided', async () => {
    // The attacker starts a sign-in and makes the victim agree to it.
    const attacker = await begin();
    const { redirect_to } = (await accept('login', attacker.login)).body.data;
    const without = new URL(redirect_to);
    without.search = '';
    const page = 'error?error=invalid_request&amp;reason=other_browser';
    for (const url of [without.href, `${without.href}?proof=guess`]) {
      const answer = await attacker.browser.get(url);
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
      expect(answer.text).toContain(page);
    }
    // The victim's browser did not start this sign-in.
    const victim = await stage.openBrowser().get(redirect_to);
    expect([victim.status, victim.headers.get('location')]).toEqual([400, null]);
    expect(victim.text).toContain(page);
    // Once the request no longer exists, no browser is the right one.
    stage.clock.advance(15 * 60_000 + 1000);
    expect((await attacker.browser.get(redirect_to)).text).toContain('reason=request_expired');
    expect(attacker.browser.cookies().some(({ name }) => name === 'tamga_op_session')).toBe(false);
  });

  it('does not take over another person’s session in the same browser', async () => {
    const other = await stage.newPerson();
    const browser = stage.openBrowser();
    await stage.signInTo(app, { browser });
    const { url } = await authorizationRequest(await stage.clientOf(app), callback, {
      parameters: { prompt: 'login' },
    });
    stage.clock.advance(2000);
    const fresh = await stage.newPerson();
    const returned = await stage.decide(browser, url, fresh);
    expect(returned.searchParams.get('code')).not.toBeNull();
    expect(other.userId).not.toBe(fresh.userId);
    const [kept] = await auditOf('oidc.login.accepted');
    expect(kept).toMatchObject({ actor_user_id: fresh.userId, metadata: { client_id: app.id } });
  });
});

describe('provider.consent.accept', () => {
  it('needs the person who signed in, and otherwise leaves the question open for them', async () => {
    const { consent } = await beginConsent('openid profile', await stage.register());
    const other = await stage.newPerson();
    const refused = await accept('consent', consent, other);
    expect([refused.status, refused.body.error]).toEqual([403, 'forbidden']);
    expect((await accept('consent', consent)).status).toBe(200);
  });

  it('allows a subset of the requested scopes and nothing else', async () => {
    const own = await stage.register();
    const { browser, consent } = await beginConsent('openid profile email', own);
    const more = await accept('consent', consent, stage.person, { grant_scope: ['openid', 'nationalid'] });
    expect([more.status, more.body.error]).toEqual([400, 'scope_not_requested']);
    const { redirect_to } = (
      await accept('consent', consent, stage.person, { grant_scope: ['openid', 'email'] })
    ).body.data;
    expect((await browser.get(redirect_to)).headers.get('location')).toMatch(/[?&]code=/);
    const { tokens } = await stage.signInTo(own, { scope: 'openid profile email', grantScope: [] });
    expect(tokens['scope']).toBe('openid');
    const [given] = await auditOf('oidc.consent.given');
    expect(given).toMatchObject({ target: own.id, metadata: { client_id: own.id, scopes: ['openid'] } });
  });
});

describe('a rejection', () => {
  it.each(['login', 'consent'] as const)(
    'of the %s is told as access_denied, without the reason',
    async (page) => {
      const own = await stage.register();
      const { url, checks } = await authorizationRequest(await stage.clientOf(own), callback);
      const returned = await stage.decide(stage.openBrowser(), url, stage.person, { reject: page });
      expect(returned.searchParams.get('error')).toBe('access_denied');
      expect(returned.searchParams.get('state')).toBe(checks.expectedState);
      expect((await auditOf(`oidc.${page}.rejected`))[0]).toMatchObject({ target: own.id });
    },
  );
});

describe('me.consents', () => {
  const mine = async (who = stage.person) =>
    (await stage.call('GET', '/me/consents', undefined, who)).body.data.items as { client_id: string }[];

  it('are remembered for thirty days, and more scopes are asked for again', async () => {
    const own = await stage.register();
    const pages: string[] = [];
    const onPage = async (page: string) => void pages.push(page);
    const go = async (scope: string) => {
      pages.length = 0;
      const { url } = await authorizationRequest(await stage.clientOf(own), callback, { scope });
      await stage.decide(stage.openBrowser(), url, stage.person, { onPage });
      return pages.includes('consent');
    };
    expect(await go('openid profile')).toBe(true);
    expect(await go('openid')).toBe(false);
    expect(await go('openid email')).toBe(true);
    expect(await go('openid profile email')).toBe(false);
    expect(await mine()).toContainEqual(
      expect.objectContaining({ client_id: own.id, client_name: 'Жишээ апп' }),
    );
    expect(await mine(await stage.newPerson())).toEqual([]);
  });

  it('when withdrawn end the client’s tokens at once, and the client must ask again', async () => {
    const own = await stage.register();
    const { tokens } = await stage.signInTo(own, { scope: 'openid offline_access' });
    const other = await stage.newPerson();
    const withdraw = (who = stage.person) => stage.call('DELETE', `/me/consents/${own.id}`, undefined, who);
    expect((await withdraw(other)).status).toBe(404);
    expect((await withdraw()).status).toBe(200);
    expect((await withdraw()).status).toBe(404);
    const refreshed = await stage.form(
      '/oauth2/token',
      { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' },
      own,
    );
    expect([refreshed.status, refreshed.body.error]).toEqual([400, 'invalid_grant']);
    const browser = stage.openBrowser();
    await callUntil(401, () => browser.get('/userinfo', { authorization: `Bearer ${tokens.access_token}` }));
    expect((await mine()).map(({ client_id }) => client_id)).not.toContain(own.id);
    expect((await auditOf('oidc.consent.withdrawn'))[0]).toMatchObject({ target: own.id });
  });
});
