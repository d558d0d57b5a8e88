import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSettler } from '../../../test/bus.ts';
import type { TestServer } from '../../../test/server.ts';
import { createAddressGuard } from '../../kernel/security/address-guard.ts';
import { createKeyring } from '../../kernel/security/keyring.ts';
import { resealColumn } from '../../kernel/security/reseal.ts';
import { errorOf } from '../administration/test/people.ts';
import { type ClientDirectory, createClientDirectory, matchSecret, oauthClients } from './index.ts';
import { directoryOf, openRegistry, type Registry } from './test/registry.ts';

let registry: Registry;
let keeper: Registry['keeper'];
let second: TestServer;
let there: ClientDirectory;
let firstParty: string;
/** Waits until the second instance has received every change. */
let settle: () => Promise<void>;

beforeAll(async () => {
  registry = await openRegistry();
  keeper = registry.keeper;
  second = await registry.platform.startServer();
  firstParty = (await create()).id;
  there = directoryOf(second, [firstParty]);
  settle = createSettler(registry.platform.world, second);
});
afterAll(() => registry.platform.world.close());

const now = () => registry.platform.clock.now();
const create = async (body: object = { name: 'Worker', app_type: 'm2m' }) =>
  (await keeper.post('/applications', body)).body.data;
const matches = async (directory: ClientDirectory, id: string, secret: string) => {
  const client = await directory.client(id);
  return client !== undefined && matchSecret(client, secret, now()) !== undefined;
};
const serviceIdOf = async (name: string) =>
  (await keeper.get('/gateway/services')).body.data.items.find((each: { name: string }) => each.name === name)
    .id;

describe('a client secret', () => {
  it('matches only as a whole', async () => {
    const app = await create();
    expect(await matches(there, app.id, app.secret)).toBe(true);
    for (const wrong of [
      '',
      app.secret.slice(1),
      `${app.secret}x`,
      app.secret.toUpperCase(),
      'x'.repeat(5000),
    ])
      expect(await matches(there, app.id, wrong)).toBe(false);
  });

  it('ends at once when it is rotated without a grace period', async () => {
    const app = await create();
    expect(await matches(there, app.id, app.secret)).toBe(true);
    const { secret, ...rest } = (await keeper.post(`/applications/${app.id}/rotate-secret`, {})).body.data;
    expect(rest).not.toHaveProperty('old_secret_ends_at');
    expect(secret).not.toBe(app.secret);
    await settle();
    expect(await matches(there, app.id, app.secret)).toBe(false);
    expect(await matches(there, app.id, secret)).toBe(true);
  });

  it('stays valid beside its successor for the grace period and no longer', async () => {
    const app = await create();
    const rotated = await keeper.post(`/applications/${app.id}/rotate-secret`, { grace_seconds: 60 });
    const { secret } = rotated.body.data;
    expect(rotated.headers.get('cache-control')).toBe('no-store');
    expect(rotated.body.data.old_secret_ends_at).toBe(new Date(now().getTime() + 60_000).toISOString());
    await settle();
    expect(await matches(there, app.id, secret)).toBe(true);
    expect(await matches(there, app.id, app.secret)).toBe(true);
    registry.platform.clock.advance(59_999);
    expect(await matches(there, app.id, app.secret)).toBe(true);
    registry.platform.clock.advance(1);
    expect(await matches(there, app.id, app.secret)).toBe(false);
    expect(await matches(there, app.id, secret)).toBe(true);
    expect((await keeper.get(`/applications/${app.id}`)).body.data).not.toHaveProperty('old_secret_ends_at');
  });

  it('is one of at most two: a second rotation within the grace period ends the oldest', async () => {
    const app = await create();
    const rotate = async () =>
      (await keeper.post(`/applications/${app.id}/rotate-secret`, { grace_seconds: 600 })).body.data.secret;
    const [middle, last] = [await rotate(), await rotate()];
    await settle();
    expect(await matches(there, app.id, app.secret)).toBe(false);
    expect(await Promise.all([middle, last].map((secret) => matches(there, app.id, secret)))).toEqual([
      true,
      true,
    ]);
    const parallel = await Promise.all([rotate(), rotate(), rotate()]);
    expect(new Set(parallel).size).toBe(3);
    const [kept] = await registry.platform.world.database.query<{ count: number }>(
      'select count(*)::int as count from application_secrets where application_id = $1',
      [app.id],
    );
    expect(kept?.count).toBe(2);
  });

  it('may be set to a chosen value, which ends all others', async () => {
    const app = await create();
    await keeper.post(`/applications/${app.id}/rotate-secret`, { grace_seconds: 600 });
    const chosen = 'a-secret-from-before-1-0123456789abcdef';
    const answer = await keeper.put(`/applications/${app.id}/secret`, { secret: chosen });
    expect(answer.body.data.secret).toBe(chosen);
    await settle();
    expect(await matches(there, app.id, chosen)).toBe(true);
    expect(await matches(there, app.id, app.secret)).toBe(false);
    for (const secret of ['x'.repeat(31), 'x'.repeat(129), 'with a space in it', 'нууц-үг-нууц-үг-1'])
      expect(errorOf(await keeper.put(`/applications/${app.id}/secret`, { secret }))).toEqual([
        422,
        'validation_failed',
      ]);
    for (const grace_seconds of [-1, 604_801, 1.5])
      expect(errorOf(await keeper.post(`/applications/${app.id}/rotate-secret`, { grace_seconds }))).toEqual([
        422,
        'validation_failed',
      ]);
  });

  it('does not exist for a public client', async () => {
    const spa = await create({ name: 'SPA', app_type: 'spa', redirect_uris: ['https://spa.example.mn/cb'] });
    for (const answer of [
      await keeper.post(`/applications/${spa.id}/rotate-secret`, {}),
      await keeper.put(`/applications/${spa.id}/secret`, { secret: 'x'.repeat(32) }),
    ])
      expect(errorOf(answer)).toEqual([400, 'public_client_has_no_secret']);
    expect(await matches(there, spa.id, '')).toBe(false);
  });

  it('survives a rotation of INTEGRATION_ENC_KEY, and the removal of the old key after the nightly job', async () => {
    const app = await create();
    const { database, bus } = second.app;
    const old = second.config.INTEGRATION_ENC_KEY;
    const fresh = { id: 't2', secret: 'another-test-key-0123456789-abcdef' };
    const rotated = createKeyring([fresh, ...old]);
    const read = (keyring: ReturnType<typeof createKeyring>) =>
      matches(createClientDirectory({ database, bus, keyring, firstPartyClients: [] }), app.id, app.secret);
    expect(await read(rotated)).toBe(true);
    const guards = {
      applications: createAddressGuard('applications', []),
      gateway: createAddressGuard('gateway', []),
    };
    const [sealed] = oauthClients({ keyring: rotated, guards, platformName: 'Tamga' }).sealed ?? [];
    if (sealed === undefined) throw new Error('the module declares its sealed column');
    expect(await resealColumn(database, rotated, sealed)).toBeGreaterThan(0);
    expect(await read(createKeyring([fresh]))).toBe(true);
    await resealColumn(database, createKeyring([...old, fresh]), sealed);
  });
});

describe('the client directory of another instance', () => {
  it('learns from the bus of granted and withdrawn upstreams, and of a deleted upstream', async () => {
    const [proxy, sign] = [await serviceIdOf('eid-proxy'), await serviceIdOf('eid-sign')];
    const app = await create();
    const scopes = async () => (await there.client(app.id))?.scopes;
    expect(await scopes()).toEqual([]);
    await registry.admin.put(`/applications/${app.id}/services`, { service_ids: [proxy, sign] });
    await settle();
    expect(await scopes()).toEqual(['svc:eid-proxy', 'svc:eid-sign']);
    await registry.admin.put(`/applications/${app.id}/services`, { service_ids: [sign] });
    await settle();
    expect(await scopes()).toEqual(['svc:eid-sign']);
    expect(
      errorOf(
        await registry.admin.put(`/applications/${app.id}/services`, {
          service_ids: [proxy, '11111111-2222-4333-8444-555555555555'],
        }),
      ),
    ).toEqual([422, 'validation_failed']);
    expect(await scopes()).toEqual(['svc:eid-sign']);
    const made = (await keeper.post('/gateway/services', { name: 'short-lived', host: 'api.example.mn' }))
      .body.data;
    await registry.admin.put(`/applications/${app.id}/services`, { service_ids: [made.id] });
    await settle();
    expect(await scopes()).toEqual(['svc:short-lived']);
    expect(await there.upstreamByName('short-lived')).toMatchObject({ id: made.id, enabled: true });
    await keeper.remove(`/gateway/services/${made.id}`);
    await settle();
    expect(await scopes()).toEqual([]);
    expect(await there.upstreamByName('short-lived')).toBeUndefined();
  });

  it('learns from the bus that a client was disabled, enabled or deleted', async () => {
    const app = await create();
    const body = { name: 'Worker', app_type: 'm2m' };
    expect(await matches(there, app.id, app.secret)).toBe(true);
    await keeper.put(`/applications/${app.id}`, { ...body, enabled: false });
    await settle();
    expect(await matches(there, app.id, app.secret)).toBe(false);
    expect(await there.client(app.id)).toMatchObject({ enabled: false });
    await keeper.put(`/applications/${app.id}`, { ...body, enabled: true });
    await settle();
    expect(await matches(there, app.id, app.secret)).toBe(true);
    await keeper.remove(`/applications/${app.id}`);
    await settle();
    expect(await there.client(app.id)).toBeUndefined();
  });

  it('asks the database while the bus is down', async () => {
    const app = await create();
    const { database } = second.app;
    const nothing = () => undefined;
    const deaf = { live: () => false, check: async () => false, on: nothing, onGap: nothing };
    const directory = createClientDirectory({
      database,
      bus: { ...deaf, announced: nothing, start: async () => undefined, stop: async () => undefined },
      keyring: createKeyring(second.config.INTEGRATION_ENC_KEY),
      firstPartyClients: [],
    });
    expect(await matches(directory, app.id, app.secret)).toBe(true);
    await keeper.remove(`/applications/${app.id}`);
    expect(await directory.client(app.id)).toBeUndefined();
    const { items } = (await keeper.get('/gateway/services')).body.data;
    for (const { name, id } of items) expect((await directory.upstreamByName(name))?.id).toBe(id);
  });

  it('marks first-party clients from the settings and carries every option', async () => {
    expect(await there.client(firstParty)).toMatchObject({ firstParty: true });
    const app = await create({
      name: 'All',
      app_type: 'web',
      redirect_uris: ['https://all.example.mn/cb'],
      options: {
        require_par: true,
        dpop: true,
        backchannel_logout_uri: 'https://all.example.mn/logout',
        limits: { per_minute: 5, burst: 2, daily_quota: 9 },
      },
    });
    expect(await there.client(app.id)).toMatchObject({
      firstParty: false,
      authMethod: 'client_secret_basic',
      postLogoutRedirectUris: ['https://all.example.mn'],
      options: {
        requirePar: true,
        dpop: true,
        backchannelLogoutUri: 'https://all.example.mn/logout',
        nationalId: false,
      },
      limits: { perMinute: 5, burst: 2, dailyQuota: 9 },
    });
  });
});
