import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { openStage, type Stage } from './test/stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
beforeEach(async () => {
  await fetch(`${stage.world.sandbox.url}/control/upstream-sso/misdeeds`, { method: 'DELETE' });
});
afterAll(() => stage.world.close());

describe('sso.native', () => {
  it('signs in a person of the mobile application, to the same account as in the browser', async () => {
    const { sub } = await stage.person();
    const web = await stage.signIn(sub);
    const answer = await stage.native(sub);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      token: expect.any(String),
      refresh_token: expect.any(String),
      user: { id: web.body.data.user_id },
    });
    const { token } = answer.body.data;
    expect((await createCaller(stage.server.url).get('/api/v1/users/me', { token })).status).toBe(200);
  });

  it("does not store the application's own refresh token", async () => {
    const { sub } = await stage.person();
    await stage.native(sub);
    const rows = await stage.world.database.query(
      'select sealed_tokens from sso_identities where subject = $1',
      [sub],
    );
    expect(rows).toEqual([{ sealed_tokens: null }]);
  });

  it('refuses a verifier other than the one the application began with', async () => {
    const { sub } = await stage.person();
    const answer = await stage.native(sub, { code_verifier: 'v'.repeat(43) });
    expect([answer.status, answer.body.error]).toEqual([400, 'exchange_failed']);
  });

  it.each(['https://evil.example/cb', 'mn.tamga.app:/sso/', 'mn.tamga.app:/SSO', 'mn.tamga.app:/sso?x=1'])(
    'refuses the return address %s, before the upstream gets the code',
    async (redirectUri) => {
      const { sub } = await stage.person();
      const answer = await stage.native(sub, { redirect_uri: redirectUri });
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_redirect_uri']);
    },
  );

  it('compares the nonce that the application sends', async () => {
    const { sub } = await stage.person();
    expect((await stage.native(sub, { nonce: 'n-7' }, 'n-7')).status).toBe(200);
    expect((await stage.native(sub, { nonce: 'n-8' }, 'n-7')).body.error).toBe('exchange_failed');
    expect((await stage.native(sub, { nonce: 'n-8' }, '')).body.error).toBe('exchange_failed');
    expect((await stage.native(sub, {}, '')).status).toBe(200);
  });

  it.each(['wrong_audience', 'wrong_issuer', 'wrong_signature', 'no_signature', 'expired', 'no_id_token'])(
    'rejects an answer with %s',
    async (misdeed) => {
      const { sub } = await stage.person();
      await stage.misbehave(misdeed);
      const answer = await stage.native(sub);
      expect([answer.status, answer.body.error]).toEqual([400, 'exchange_failed']);
    },
  );

  it('does not exchange a code of the browser', async () => {
    const { sub } = await stage.person();
    const { code } = await stage.visit((await stage.start()).authUrl, sub);
    expect((await stage.native(sub, { code })).body.error).toBe('exchange_failed');
  });

  it.each([
    [{ code_verifier: 'v'.repeat(42) }],
    [{ code_verifier: 'v'.repeat(129) }],
    [{ code_verifier: `${'v'.repeat(42)} ` }],
    [{ redirect_uri: 'x'.repeat(401) }],
    [{ state: 's' }],
  ])('answers 422 to %o', async (change) => {
    const { sub } = await stage.person();
    expect((await stage.native(sub, change)).status).toBe(422);
  });
});

describe('sso.logout', () => {
  it('returns once the address where the session ends upstream', async () => {
    const { sub } = await stage.person();
    const { sso_logout_ref: ref, user_id: userId } = (await stage.signIn(sub)).body.data;
    const answer = await stage.post('logout', { ref });
    const url = new URL(answer.body.data.sso_logout_url);
    expect(url.href.startsWith(`${stage.issuer}/logout?`)).toBe(true);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'tamga',
      post_logout_redirect_uri: `${stage.server.config.appOrigin}/`,
      id_token_hint: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    });
    expect(await stage.audited(answer)).toEqual([{ action: 'sso.logout', target: userId, metadata: {} }]);
    expect((await stage.post('logout', { ref })).body.data).toEqual({ sso_logout_url: '' });
    const back = await fetch(url, { redirect: 'manual' });
    expect(back.headers.get('location')).toBe(`${stage.server.config.appOrigin}/`);
  });

  it('names the mobile client to the upstream, when the session is its own', async () => {
    const { sso_logout_ref: ref } = (await stage.native((await stage.person()).sub)).body.data;
    const url = new URL((await stage.post('logout', { ref })).body.data.sso_logout_url);
    expect(url.searchParams.get('client_id')).toBe('tamga-native');
    expect(url.searchParams.has('post_logout_redirect_uri')).toBe(false);
  });

  it('gives the address to one of two concurrent calls', async () => {
    const { sso_logout_ref: ref } = (await stage.signIn((await stage.person()).sub)).body.data;
    const answers = await Promise.all([stage.post('logout', { ref }), stage.post('logout', { ref })]);
    const given = answers.filter(({ body }) => body.data.sso_logout_url !== '');
    expect(given).toHaveLength(1);
  });

  it('answers nothing for an unknown, missing or expired reference', async () => {
    const { sso_logout_ref: ref } = (await stage.signIn((await stage.person()).sub)).body.data;
    stage.world.clock.advance(7 * 24 * 3_600_000);
    for (const body of [{}, { ref: '' }, { ref: 'f'.repeat(32) }, { ref }]) {
      const answer = await stage.post('logout', body);
      expect([answer.status, answer.body.data]).toEqual([200, { sso_logout_url: '' }]);
    }
    expect((await stage.post('logout', { ref: 'f'.repeat(65) })).status).toBe(422);
  });

  it('stores neither the reference nor its id_token in plain text', async () => {
    const { sso_logout_ref: ref } = (await stage.signIn((await stage.person()).sub)).body.data;
    const rows = JSON.stringify(await stage.world.database.query('select * from sso_logouts'));
    expect(rows).not.toContain(ref);
    expect(rows).not.toMatch(/eyJ[\w-]+\.eyJ/);
  });
});

describe('expired rows', () => {
  it('are removed by the job, and nothing else', async () => {
    const { sub } = await stage.person();
    await stage.start();
    await stage.signIn(sub);
    stage.world.clock.advance(10 * 60_000);
    await stage.start();
    const job = stage.server.app.declaredJobs.find(({ name }) => name === 'sso.clean');
    const logouts = await stage.world.database.query('select from sso_logouts');
    await job?.run({}, { now: stage.world.clock.now() } as never);
    expect(await stage.world.database.query('select from sso_flows')).toHaveLength(1);
    expect((await stage.world.database.query('select from sso_logouts')).length).toBeLessThanOrEqual(
      logouts.length,
    );
    expect(await stage.world.database.query('select from sso_logouts')).not.toEqual([]);
  });
});
