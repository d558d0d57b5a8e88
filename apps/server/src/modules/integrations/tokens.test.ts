import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestServer } from '../../../test/server.ts';
import { until } from '../../../test/until.ts';
import { openStage, type Stage } from './test/stage.ts';

const hourMs = 3_600_000;
let stage: Stage;
let second: TestServer;

beforeAll(async () => {
  stage = await openStage();
  second = await stage.startServer();
});
beforeEach(async () => {
  await stage.world.database.query('delete from integrations');
  for (const provider of ['google', 'dropbox'] as const)
    await fetch(`${stage.world.sandbox.url}/control/cloud/${provider}/faults`, { method: 'DELETE' });
  stage.world.clock.advance(60_000);
  await stage.signInAgain();
});
afterAll(() => stage.world.close());

const token = (at?: TestServer) => stage.call('bold', 'GET', '/dropbox/token', undefined, at);
const status = async () => (await stage.call('bold', 'GET', '')).body.data.items[0]?.status;
const grant = async () => (await stage.account('dropbox')).grants.at(-1);
/** Moves to some seconds before the end of the access token. */
async function wait(secondsBeforeEnd: number): Promise<void> {
  stage.world.clock.advance(hourMs - secondsBeforeEnd * 1000);
  await stage.signInAgain();
}
const fault = (part: string, kind: string, count = 1) =>
  stage.control('dropbox', 'faults', { part, kind, count });

describe('an access token', () => {
  it('is renewed a minute before its end, and the rotated refresh token is kept', async () => {
    await stage.connect('bold', 'dropbox');
    const first = (await token()).body.data;
    await wait(61);
    expect((await token()).body.data).toEqual(first);
    stage.world.clock.advance(1000);
    const renewed = (await token()).body.data;
    expect(renewed.access_token).not.toBe(first.access_token);
    expect(renewed.refresh_token).not.toBe(first.refresh_token);
    expect(renewed.expires_at_ms).toBe(stage.world.clock.now().getTime() + hourMs);
    await wait(0);
    expect((await token()).status).toBe(200);
    expect(await grant()).toMatchObject({ live: true, refreshes: 2, reuses: 0 });
  });

  it('is renewed once, however many calls at several instances need it', async () => {
    await stage.connect('bold', 'dropbox');
    await wait(0);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => token(index % 2 === 0 ? stage.server : second)),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(({ body }) => body.data.access_token)).size).toBe(1);
    expect(await grant()).toMatchObject({ live: true, refreshes: 1, reuses: 0 });
  });

  it('serves until its end while the provider does not renew it', async () => {
    await stage.connect('bold', 'dropbox');
    const first = (await token()).body.data;
    await wait(30);
    await fault('token', 'down');
    expect((await token()).body.data).toEqual(first);
    stage.world.clock.advance(30_000);
    await fault('token', 'garbage');
    const answer = await token();
    expect([answer.status, answer.body.error]).toEqual([503, 'upstream_unavailable']);
    expect(await status()).toBe('connected');
    expect((await token()).status).toBe(200);
  });

  it('of an instance that died while it renewed is renewed by another after the lease', async () => {
    await stage.connect('bold', 'dropbox');
    await wait(0);
    const until = new Date(stage.world.clock.now().getTime() + 15_000);
    await stage.world.database.query('update integrations set renewing_until = $1', [until]);
    stage.world.clock.advance(15_000);
    expect((await token(second)).status).toBe(200);
  });

  it('without a refresh token ends the connection at its end', async () => {
    const end = stage.world.clock.now().getTime() + 30_000;
    await stage.call('bold', 'POST', '', { provider: 'dropbox', access_token: 'a', expires_at_ms: end });
    expect((await token()).body.data.access_token).toBe('a');
    stage.world.clock.advance(30_000);
    expect((await token()).body.error).toBe('provider_grant_invalid');
    expect(await status()).toBe('reconnect');
  });

  it('is not renewed into a connection that was removed meanwhile: the new tokens are revoked', async () => {
    await stage.connect('bold', 'dropbox');
    await wait(0);
    await fault('token', 'held');
    const waiting = token();
    await until(async () => {
      const rows = await stage.world.database.query<{ renewing_until: string | null }>(
        'select renewing_until from integrations',
      );
      return rows[0]?.renewing_until !== null;
    });
    await stage.call('bold', 'DELETE', '/dropbox');
    await stage.control('dropbox', 'release');
    expect((await waiting).body.error).toBe('not_connected');
    expect(await stage.world.database.query('select from integration_revocations')).toHaveLength(2);
    await stage.runJob('integrations.revoke');
    expect(await stage.world.database.query('select from integration_revocations')).toEqual([]);
    expect((await grant())?.live).toBe(false);
  });
});

describe('a grant that the provider withdrew', () => {
  it('is shown as "connect again", answers 400, and works after connecting again', async () => {
    await stage.connect('bold', 'dropbox');
    const [account = ''] = stage.accounts;
    await stage.control('dropbox', `accounts/${account}/withdraw`);
    const answer = await stage.call('bold', 'GET', '/dropbox/files');
    expect([answer.status, answer.body.error]).toEqual([400, 'provider_grant_invalid']);
    expect(await status()).toBe('reconnect');
    expect((await token()).body.error).toBe('provider_grant_invalid');
    expect((await stage.audited('bold')).at(-1)).toMatchObject({
      action: 'integration.grant_ended',
      metadata: { provider: 'dropbox' },
    });
    expect(await stage.connect('bold', 'dropbox')).toBe('?connected=dropbox');
    expect([await status(), (await stage.call('bold', 'GET', '/dropbox/files')).status]).toEqual([
      'connected',
      200,
    ]);
  });

  it('is found at the renewal too', async () => {
    await stage.connect('bold', 'google-drive');
    await stage.control('google', `accounts/${stage.accounts[0]}/withdraw`);
    await wait(0);
    const answer = await stage.call('bold', 'GET', '/google-drive/token');
    expect([answer.status, answer.body.error]).toEqual([400, 'provider_grant_invalid']);
    expect(await status()).toBe('reconnect');
  });

  it('is not assumed when only one access token is refused: it is renewed once', async () => {
    await stage.connect('bold', 'google-drive');
    await stage.control('google', 'faults', { part: 'list', kind: 'unauthorized' });
    expect((await stage.call('bold', 'GET', '/google-drive/files')).status).toBe(200);
    expect(await status()).toBe('connected');
  });

  it('is not assumed when our own client is refused', async () => {
    await stage.connect('bold', 'dropbox');
    await wait(0);
    const wrong = await stage.startServer({ env: { DROPBOX_CLIENT_SECRET: 'wrong' } });
    expect((await token(wrong)).body.error).toBe('upstream_unavailable');
    expect(await status()).toBe('connected');
    await wrong.stop();
  });
});

describe('disconnecting', () => {
  it.each([
    ['dropbox', 'dropbox'],
    ['google-drive', 'google'],
  ] as const)('removes %s at once and revokes it at the provider', async (provider, name) => {
    await stage.connect('bold', provider);
    expect((await stage.call('bold', 'DELETE', `/${provider}`)).body.data).toEqual({});
    expect(await status()).toBeUndefined();
    await stage.runJob('integrations.revoke');
    expect((await stage.account(name)).grants.at(-1)?.live).toBe(false);
    expect(await stage.world.database.query('select from integration_revocations')).toEqual([]);
    expect((await stage.audited('bold')).at(-1)).toMatchObject({
      action: 'integration.disconnect',
      metadata: { provider },
    });
    expect((await stage.call('bold', 'DELETE', `/${provider}`)).status).toBe(200);
  });

  it('waits for no provider: a revocation is repeated until it is confirmed', async () => {
    await stage.connect('bold', 'dropbox');
    await wait(0);
    await fault('revoke', 'down');
    await fault('token', 'down');
    expect((await stage.call('bold', 'DELETE', '/dropbox')).status).toBe(200);
    await stage.runJob('integrations.revoke');
    expect((await grant())?.live).toBe(true);
    await stage.runJob('integrations.revoke_again');
    expect((await grant())?.live).toBe(true);
    stage.world.clock.advance(60_000);
    await stage.runJob('integrations.revoke_again', second);
    expect((await grant())?.live).toBe(true);
    stage.world.clock.advance(120_000);
    await stage.runJob('integrations.revoke_again', second);
    expect((await grant())?.live).toBe(false);
    expect(await stage.world.database.query('select from integration_revocations')).toEqual([]);
  });

  it('keeps the other connection to the same Google account, which a revocation would end too', async () => {
    await stage.connect('bold', 'google-drive');
    await stage.connect('bold', 'google-meet');
    await stage.call('bold', 'DELETE', '/google-meet');
    await stage.runJob('integrations.revoke');
    expect((await stage.call('bold', 'GET', '/google-drive/files')).status).toBe(200);
    await stage.call('bold', 'DELETE', '/google-drive');
    await stage.runJob('integrations.revoke');
    expect((await stage.account('google')).grants.every(({ live }) => !live)).toBe(true);
  });
});
