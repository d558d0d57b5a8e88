import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { createSsoAdapter } from '../../adapters/sso/index.ts';
import { openStage, type Stage } from './test/stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
beforeEach(async () => {
  await fetch(`${stage.world.sandbox.url}/control/upstream-sso/misdeeds`, { method: 'DELETE' });
});
afterAll(() => stage.world.close());

const count = async (table: string) => (await stage.world.database.query(`select from ${table}`)).length;
const lastLogin = async () =>
  (
    await stage.world.database.query<{ method: string; outcome: string; reason: string | null }>(
      'select method, outcome, reason from login_events order by id desc limit 1',
    )
  )[0];

describe('sso.start', () => {
  it('sends the browser to the upstream with PKCE, a nonce and a state of which only a hash is stored', async () => {
    const { authUrl, answer } = await stage.start({ next: '/profile' });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(authUrl.href.startsWith(`${stage.issuer}/authorize?`)).toBe(true);
    const asked = Object.fromEntries(authUrl.searchParams);
    expect(asked).toMatchObject({
      client_id: 'tamga',
      response_type: 'code',
      redirect_uri: `${stage.server.config.appOrigin}/sso/callback`,
      scope: 'openid profile email nationalid offline_access',
      state: expect.stringMatching(/^[0-9a-f]{32}$/),
      nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    const kept = JSON.stringify(await stage.world.database.query('select * from sso_flows'));
    expect(kept).not.toContain(asked['state']);
    expect(kept).not.toContain(asked['nonce']);
  });

  it('answers 503 when no upstream is set up', async () => {
    const bare = await stage.world.startServer();
    for (const [path, body] of [
      ['start', {}],
      ['callback', { state: 's', code: 'c' }],
      ['native', { code: 'c', code_verifier: 'v'.repeat(43), redirect_uri: 'x:/y' }],
    ] as const) {
      const answer = await stage.post(path, body, {}, bare);
      expect([answer.status, answer.body.error]).toEqual([503, 'not_configured']);
    }
    expect((await stage.post('logout', {}, {}, bare)).body.data).toEqual({ sso_logout_url: '' });
    await bare.stop();
  });

  it('allows five calls a minute from one address', async () => {
    const caller = createCaller(stage.server.url);
    for (let call = 0; call < 5; call += 1) expect((await caller.post('/api/v1/sso/start')).status).toBe(200);
    expect((await caller.post('/api/v1/sso/start')).status).toBe(429);
  });
});

describe('sso.callback', () => {
  it('returns tokens, the person, the next page, and a sign-out reference', async () => {
    const { sub } = await stage.person({ email: 'new@upstream.example', email_verified: true });
    const { authUrl } = await stage.start({ next: '/profile?tab=1' });
    const answer = await stage.post('callback', await stage.visit(authUrl, sub));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { data } = answer.body;
    expect(data).toMatchObject({
      token: expect.any(String),
      refresh_token: expect.any(String),
      access_expires_at: expect.stringMatching(/Z$/),
      refresh_expires_at: expect.stringMatching(/Z$/),
      sso_logout_ref: expect.stringMatching(/^[0-9a-f]{32}$/),
      user_id: data.user.id,
      username: expect.stringMatching(/^sso_[0-9a-f]{20}$/),
      next: '/profile?tab=1',
      user: { first_name: 'Болд', last_name: 'Бат', email: 'new@upstream.example', role: 'user' },
    });
    expect(data.user).not.toHaveProperty('token');
    const me = await createCaller(stage.server.url).get('/api/v1/users/me', { token: data.token });
    expect(me.body.data.user).toEqual(data.user);
    expect(await lastLogin()).toEqual({ method: 'sso', outcome: 'success', reason: null });
    expect((await stage.audited(answer)).map(({ action, target }) => [action, target])).toEqual([
      ['sso.identity.bound', data.user_id],
      ['sso.login', data.user_id],
    ]);
  });

  it('stores the offline_access tokens sealed', async () => {
    const { sub } = await stage.person();
    await stage.signIn(sub);
    const [row] = await stage.world.database.query<{ sealed_tokens: string }>(
      'select sealed_tokens from sso_identities where subject = $1',
      [sub],
    );
    expect(row?.sealed_tokens).toMatch(/^v1\.t1\./);
  });

  it('accepts a state once, and answers alike for an unknown, used or expired one', async () => {
    const { sub } = await stage.person();
    const first = await stage.start();
    const back = await stage.visit(first.authUrl, sub);
    expect((await stage.post('callback', back)).status).toBe(200);
    const late = await stage.visit((await stage.start()).authUrl, sub);
    stage.world.clock.advance(10 * 60_000);
    const answers = [
      await stage.post('callback', back),
      await stage.post('callback', { ...back, state: 'f'.repeat(32) }),
      await stage.post('callback', late),
    ];
    for (const answer of answers) {
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_state']);
      expect(answer.body.message).toBe(answers[0]?.body.message);
    }
  });

  it('admits one of two concurrent calls with the same state', async () => {
    const { sub } = await stage.person();
    const back = await stage.visit((await stage.start()).authUrl, sub);
    const answers = await Promise.all([stage.post('callback', back), stage.post('callback', back)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it("refuses another browser's state, and leaves it to its owner", async () => {
    const { sub } = await stage.person();
    const { authUrl, answer } = await stage.start({}, { 'x-sso-binding': 'new' });
    const binding = answer.headers.get('x-sso-binding') ?? '';
    expect(binding).toMatch(/^[0-9a-f]{32}$/);
    const back = await stage.visit(authUrl, sub);
    for (const headers of [{}, { 'x-sso-binding': '0'.repeat(32) }]) {
      const foreign = await stage.post('callback', back, headers);
      expect([foreign.status, foreign.body.error]).toEqual([400, 'invalid_state']);
    }
    expect((await stage.post('callback', back, { 'x-sso-binding': binding })).status).toBe(200);
  });

  it('keeps the binding that a browser already has, so that two tabs both come back', async () => {
    const { sub } = await stage.person();
    const one = await stage.start({}, { 'x-sso-binding': 'new' });
    const binding = one.answer.headers.get('x-sso-binding') ?? '';
    const two = await stage.start({}, { 'x-sso-binding': binding });
    expect(two.answer.headers.get('x-sso-binding')).toBe(binding);
    for (const { authUrl } of [one, two]) {
      const back = await stage.visit(authUrl, sub);
      expect((await stage.post('callback', back, { 'x-sso-binding': binding })).status).toBe(200);
    }
  });

  it('refuses a code that was already used, and a code of another sign-in', async () => {
    const { sub } = await stage.person();
    const used = await stage.visit((await stage.start()).authUrl, sub);
    await stage.post('callback', used);
    const other = await stage.visit((await stage.start()).authUrl, sub);
    for (const code of [used.code, other.code]) {
      const state = (await stage.start()).authUrl.searchParams.get('state');
      const answer = await stage.post('callback', { code, state });
      expect([answer.status, answer.body.error]).toEqual([400, 'exchange_failed']);
    }
  });

  it.each([
    'wrong_nonce',
    'wrong_audience',
    'wrong_issuer',
    'wrong_signature',
    'unknown_key',
    'no_signature',
    'expired',
    'no_id_token',
    'other_userinfo',
  ])('rejects an answer with %s', async (misdeed) => {
    const { sub } = await stage.person();
    const before = [await count('users'), await count('sessions')];
    await stage.misbehave(misdeed);
    const answer = await stage.signIn(sub);
    expect([answer.status, answer.body.error]).toEqual([400, 'exchange_failed']);
    expect([await count('users'), await count('sessions')]).toEqual(before);
    expect(await lastLogin()).toEqual({ method: 'sso', outcome: 'failure', reason: 'exchange_failed' });
  });

  it('rejects an answer that names another issuer', async () => {
    const { sub } = await stage.person();
    const back = await stage.visit((await stage.start()).authUrl, sub);
    const answer = await stage.post('callback', { ...back, iss: 'https://elsewhere.example' });
    expect(answer.body.error).toBe('exchange_failed');
  });

  it.each([
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['https://evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['', '/'],
    ['/api/auth/expired', '/'],
    ['/%61pi/me', '/'],
    ['/a/../oauth2/auth', '/'],
    ['/a/b?c=d#e', '/a/b?c=d#e'],
  ])('reads the next page %j as %j', async (next, safe) => {
    const { sub } = await stage.person();
    const { authUrl } = await stage.start({ next });
    expect((await stage.post('callback', await stage.visit(authUrl, sub))).body.data.next).toBe(safe);
  });

  it.each([
    [{ code: 'c' }],
    [{ state: 's' }],
    [{ state: 's', code: 'c'.repeat(4097) }],
    [{ state: 's'.repeat(257), code: 'c' }],
    [{ state: 's', code: 'c', next: '/' }],
  ])('answers 422 to %o', async (body) => {
    expect((await stage.post('callback', body)).status).toBe(422);
  });
});

describe('an upstream outage', () => {
  it('answers 503 when it is down, at the start and at the end', async () => {
    const { sub } = await stage.person();
    const back = await stage.visit((await stage.start()).authUrl, sub);
    await stage.misbehave('down');
    const answer = await stage.post('callback', back);
    expect([answer.status, answer.body.error]).toEqual([503, 'upstream_unavailable']);
    const lost = await stage.startServer({ env: { SSO_ISSUER: 'http://127.0.0.1:9' } });
    expect((await stage.post('start', {}, {}, lost)).body.error).toBe('upstream_unavailable');
    await lost.stop();
  });

  it('times out when it does not answer', async () => {
    const { sub } = await stage.person();
    const { config } = stage.server;
    const impatient = createSsoAdapter({
      issuer: stage.issuer,
      web: {
        clientId: 'tamga',
        clientSecret: config.SSO_CLIENT_SECRET,
        redirectUri: `${config.appOrigin}/sso/callback`,
        scope: config.SSO_SCOPE,
      },
      native: undefined,
      postLogoutRedirectUri: config.appOrigin,
      allowLoopback: true,
      timeoutSeconds: 0.5,
      now: stage.world.clock.now,
    });
    const server = await stage.startServer({ outside: { sso: impatient } });
    const begun = await stage.post('start', {}, {});
    const back = await stage.visit(new URL(begun.body.data.auth_url), sub);
    await stage.misbehave('silent');
    const answer = await stage.post('callback', back, {}, server);
    expect([answer.status, answer.body.error]).toEqual([503, 'upstream_unavailable']);
    await server.stop();
  });
});
