import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testConfig } from '../../../test/config.ts';
import { createKeyring } from '../../kernel/security/keyring.ts';
import { resealColumn } from '../../kernel/security/reseal.ts';
import { openStage, type Stage } from './test/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
beforeEach(async () => {
  await stage.world.database.query('delete from integrations');
  // Each test has the whole allowance of its people.
  stage.world.clock.advance(60_000);
  await stage.signInAgain();
});
afterAll(() => stage.world.close());

const given = { provider: 'dropbox', access_token: 'a-1' };
const put = (body: object) => stage.call('bold', 'POST', '', body);
const token = (provider = 'dropbox', who: 'bold' | 'sarnai' = 'bold') =>
  stage.call(who, 'GET', `/${provider}/token`);

describe('POST /integrations', () => {
  it('keeps tokens of a server-side caller, one row for each person and provider', async () => {
    const first = await put({ ...given, refresh_token: 'r-1', expires_at_ms: 4_102_444_800_000 });
    expect([first.status, first.body.data]).toEqual([
      200,
      {
        provider: 'dropbox',
        connected: true,
        status: 'connected',
        expires_at: '2100-01-01T00:00:00.000Z',
        connected_at: stage.world.clock.now().toISOString(),
      },
    ]);
    expect((await token()).body.data).toEqual({
      access_token: 'a-1',
      refresh_token: 'r-1',
      expires_at_ms: 4_102_444_800_000,
    });
    await put({ ...given, access_token: 'a-2', expires_at_ms: 0 });
    expect((await token()).body.data).toEqual({ access_token: 'a-2', refresh_token: '', expires_at_ms: 0 });
    const { items, total } = (await stage.call('bold', 'GET', '')).body.data;
    expect([items.length, total, items[0].expires_at]).toEqual([1, 1, undefined]);
    expect(JSON.stringify(items)).not.toContain('a-2');
    expect((await stage.audited('bold')).slice(-4).map(({ action }) => action)).toEqual([
      'integration.connect',
      'integration.token_read',
      'integration.connect',
      'integration.token_read',
    ]);
  });

  it.each([
    [{ ...given, provider: 'icloud' }],
    [{ provider: 'dropbox' }],
    [{ ...given, access_token: '' }],
    [{ ...given, access_token: 'x'.repeat(4097) }],
    [{ ...given, refresh_token: 'x'.repeat(4097) }],
    [{ ...given, expires_at_ms: -1 }],
    [{ ...given, expires_at_ms: Number.MAX_SAFE_INTEGER }],
    [{ ...given, scope: 'all' }],
  ])('answers 422 to %o', async (body) => {
    expect((await put(body)).status).toBe(422);
  });
});

describe('other people and unknown providers', () => {
  it("never see, use or remove a person's connection", async () => {
    await put(given);
    expect((await token('dropbox', 'sarnai')).status).toBe(404);
    expect((await stage.call('sarnai', 'GET', '')).body.data).toEqual({ items: [], total: 0 });
    expect((await stage.call('sarnai', 'DELETE', '/dropbox')).status).toBe(200);
    expect((await token()).status).toBe(200);
  });

  it('an unknown provider is 422, and nobody without a session gets anything', async () => {
    for (const [method, path] of [
      ['GET', '/icloud/token'],
      ['DELETE', '/icloud'],
      ['GET', '/icloud/files'],
    ] as const) {
      expect((await stage.call('bold', method, path)).body.error).toBe('validation_failed');
      const url = `${stage.server.url}/api/v1/integrations/dropbox${path.slice(7)}`;
      expect((await fetch(url, { method })).status).toBe(401);
    }
  });
});

describe('GET /integrations/{provider}/token', () => {
  it.each([
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://page.example' },
    { 'x-forwarded-host': 'localhost:3000' },
  ])('is not there for a browser or through the portal: %o', async (headers: Record<string, string>) => {
    await put(given);
    expect(new URL(stage.server.config.appOrigin).host).toBe('localhost:3000');
    const answer = await stage.people.bold.caller.get('/api/v1/integrations/dropbox/token', {
      token: stage.people.bold.token,
      headers,
    });
    expect([answer.status, answer.body.error]).toEqual([404, 'not_found']);
  });

  it('is never stored by a cache', async () => {
    await put(given);
    expect((await token()).headers.get('cache-control')).toBe('no-store');
  });
});

describe('the tokens at rest', () => {
  it('follow a new key', async () => {
    await stage.connect('bold', 'dropbox');
    const before = (await token()).body.data;
    const next = { id: 'next', secret: 'next-key-0123456789-abcdefghijklmnop' };
    const { INTEGRATION_ENC_KEY: keys } = testConfig();
    const keyring = createKeyring([next, ...keys]);
    const { sealed = [] } = stage.server.app.modules.find(({ name }) => name === 'integrations') ?? {};
    expect(sealed).toHaveLength(3);
    for (const column of sealed) await resealColumn(stage.server.app.database, keyring, column);
    const rows = await stage.world.database.query<{ sealed_tokens: string }>('select * from integrations');
    expect(rows[0]?.sealed_tokens).toMatch(/^v1\.next\./);
    const later = await stage.startServer({
      env: {
        INTEGRATION_ENC_KEY: `${next.id}:${next.secret},${keys.map(({ id, secret }) => `${id}:${secret}`)}`,
      },
    });
    expect((await stage.call('bold', 'GET', '/dropbox/token', undefined, later)).body.data).toEqual(before);
    await later.stop();
  });
});
