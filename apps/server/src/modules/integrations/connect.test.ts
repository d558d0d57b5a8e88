import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStage, type Stage } from './test/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
beforeEach(async () => {
  // Each test has the whole allowance of its people.
  stage.world.clock.advance(60_000);
  await stage.signInAgain();
});
afterAll(() => stage.world.close());

const list = async (who: 'bold' | 'sarnai') => (await stage.call(who, 'GET', '')).body.data.items;

describe('connecting a service', () => {
  it.each(['google-drive', 'google-meet', 'dropbox'] as const)(
    'leads to %s and back, and keeps the connection',
    async (provider) => {
      expect(await stage.connect('bold', provider)).toBe(`?connected=${provider}`);
      expect(await list('bold')).toContainEqual({
        provider,
        connected: true,
        status: 'connected',
        expires_at: new Date(stage.world.clock.now().getTime() + 3_600_000).toISOString(),
        connected_at: stage.world.clock.now().toISOString(),
      });
      expect(await stage.audited('bold')).toContainEqual({
        action: 'integration.connect',
        target: expect.any(String),
        metadata: { provider, through: 'page' },
      });
    },
  );

  it('asks with PKCE, a state, a nonce and the narrowest scope', async () => {
    const { location, status } = await stage.start('bold', 'google-drive');
    expect(status).toBe(302);
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'openid https://www.googleapis.com/auth/drive.file',
      redirect_uri: `${stage.server.config.appOrigin}/api/v1/integrations/google-drive/callback`,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[0-9a-f]{32}$/),
      nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
      access_type: 'offline',
    });
  });

  it('stores neither tokens nor state in plain text', async () => {
    const { location } = await stage.start('bold', 'google-drive');
    await stage.connect('bold', 'google-drive');
    const token = (await stage.call('bold', 'GET', '/google-drive/token')).body.data;
    const rows = JSON.stringify([
      await stage.world.database.query('select * from integrations'),
      await stage.world.database.query('select * from integration_flows'),
      await stage.world.database.query('select * from audit_log'),
    ]);
    for (const secret of [token.access_token, token.refresh_token, location.searchParams.get('state')])
      expect(rows).not.toContain(secret);
  });

  it('says when the person refuses', async () => {
    const { location, binding } = await stage.start('sarnai', 'dropbox');
    const back = await stage.decide(location, stage.accounts[1] ?? '', 'deny');
    expect(await stage.finish('sarnai', 'dropbox', back, binding)).toBe('?error=denied');
    expect(await list('sarnai')).toEqual([]);
  });

  it('says that a provider is unknown or not set up', async () => {
    expect((await stage.start('bold', 'icloud')).location.search).toBe('?error=unknown_provider');
    const bare = await stage.startServer({ env: { GOOGLE_CLIENT_ID: 'x', DROPBOX_CLIENT_ID: 'x' } });
    for (const provider of ['google-drive', 'google-meet', 'dropbox']) {
      const { location } = await stage.start('bold', provider, {}, bare);
      expect(location.search).toBe('?error=not_configured');
    }
    expect((await stage.call('bold', 'GET', '/dropbox/files', undefined, bare)).body.error).toBe(
      'not_configured',
    );
    await bare.stop();
  });

  it('needs a session on both ways', async () => {
    for (const path of ['connect', 'callback?code=c&state=s']) {
      const answer = await fetch(`${stage.server.url}/api/v1/integrations/dropbox/${path}`, {
        redirect: 'manual',
      });
      expect(answer.status).toBe(401);
    }
  });
});

describe('the way back is refused', () => {
  const mine = async () => {
    const started = await stage.start('sarnai', 'dropbox');
    return { ...started, back: await stage.decide(started.location, stage.accounts[1] ?? '') };
  };

  it('in another browser, without a browser, and for another person', async () => {
    const { back, binding } = await mine();
    const { binding: other } = await stage.start('sarnai', 'dropbox');
    expect(await stage.finish('sarnai', 'dropbox', back, other)).toBe('?error=invalid_state');
    expect(await stage.finish('sarnai', 'dropbox', back, undefined)).toBe('?error=invalid_state');
    expect(await stage.finish('bold', 'dropbox', back, binding)).toBe('?error=invalid_state');
    // The refusals did not spend the honest flow.
    expect(await stage.finish('sarnai', 'dropbox', back, binding)).toBe('?connected=dropbox');
  });

  it('when an attacker sends their own code to the browser of another person', async () => {
    const attacker = await stage.start('bold', 'google-drive');
    const stolen = await stage.decide(attacker.location, stage.accounts[0] ?? '');
    const { binding } = await stage.start('sarnai', 'google-drive');
    expect(await stage.finish('sarnai', 'google-drive', stolen, binding)).toBe('?error=invalid_state');
  });

  it('at another provider, and with the issuer of another one', async () => {
    const { location, binding } = await stage.start('sarnai', 'google-drive');
    const back = await stage.decide(location, stage.accounts[1] ?? '');
    expect(await stage.finish('sarnai', 'google-meet', back, binding)).toBe('?error=invalid_state');
    back.searchParams.set('iss', 'https://elsewhere.example');
    expect(await stage.finish('sarnai', 'google-drive', back, binding)).toBe('?error=exchange_failed');
  });

  it('the second time, after ten minutes, without a state, and with a foreign code', async () => {
    const { back, binding } = await mine();
    expect(await stage.finish('sarnai', 'dropbox', back, binding)).toBe('?connected=dropbox');
    expect(await stage.finish('sarnai', 'dropbox', back, binding)).toBe('?error=invalid_state');
    const late = await mine();
    stage.world.clock.advance(10 * 60_000);
    expect(await stage.finish('sarnai', 'dropbox', late.back, late.binding)).toBe('?error=invalid_state');
    const bare = await mine();
    bare.back.searchParams.delete('state');
    expect(await stage.finish('sarnai', 'dropbox', bare.back, bare.binding)).toBe('?error=invalid_state');
    const foreign = await mine();
    const code = (await mine()).back.searchParams.get('code') ?? '';
    foreign.back.searchParams.set('code', code);
    expect(await stage.finish('sarnai', 'dropbox', foreign.back, foreign.binding)).toBe(
      '?error=exchange_failed',
    );
  });

  it.each(['down', 'garbage', 'redirect', 'huge'])('when the provider answers with %s', async (kind) => {
    const { back, binding } = await mine();
    await stage.control('dropbox', 'faults', { part: 'token', kind });
    expect(await stage.finish('sarnai', 'dropbox', back, binding)).toBe('?error=exchange_failed');
  });

  it('and its remains are removed by a job', async () => {
    await stage.start('sarnai', 'dropbox');
    stage.world.clock.advance(10 * 60_000);
    await stage.runJob('integrations.clean');
    expect(await stage.world.database.query('select from integration_flows')).toEqual([]);
  });
});
