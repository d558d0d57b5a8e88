import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { createPhone, type SignedIn, signIn } from '../../../test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';
import { createLogger } from '../../kernel/observability/logger.ts';
import { apps } from './index.ts';
import { createTestCatalogue, offer, type TestCatalogue } from './test-catalogue.ts';

let world: TestWorld;
let server: TestServer;
let shop: TestCatalogue;
let owner: SignedIn;
let org: string;
let nextRegNo = 3_000_000;

beforeAll(async () => {
  world = await openWorld();
  shop = createTestCatalogue(world.dataDir);
  server = await world.startServer({
    extraModules: ({ database, outbox }) => [
      apps({
        database,
        outbox,
        naming: { refresh: async () => undefined },
        catalogue: shop.catalogue,
        platformVersion: '0.1.0',
      }),
    ],
  });
  const phone = createPhone(world.sandbox);
  owner = await signIn(server, phone, await phone.citizen());
});
beforeEach(async () => {
  org = (await call('POST', '/org', { reg_no: String(nextRegNo++), name: 'Тест ХХК' })).body.data.id;
});
afterAll(() => world.close());

const call = (method: string, path: string, body?: unknown) =>
  createCaller(server.url).call(method, `/api/v1${path}`, {
    token: owner.token,
    headers: { 'x-org-id': org ?? '' },
    ...(body === undefined ? {} : { body }),
  });
const act = (slug: string, what: string, body?: unknown) => call('POST', `/store/apps/${slug}/${what}`, body);
const installed = async (slug: string) =>
  (await call('GET', '/installed-apps')).body.data.items.find((app: { slug: string }) => app.slug === slug);
const timeline = async (slug: string) =>
  (await call('GET', `/store/apps/${slug}/history`)).body.data.timeline.map(
    (entry: { type: string; version: string }) => `${entry.type} ${entry.version}`,
  );

/** Runs the scheduled job now, as the worker would. */
async function runAutoUpdate(): Promise<void> {
  const job = server.app.declaredJobs.find(({ name }) => name === 'apps.auto_update');
  world.clock.advance(1000);
  await job?.run({}, { now: world.clock.now(), log: createLogger('silent') });
}
async function installWithAutoUpdate(slug: string): Promise<void> {
  await act(slug, 'install');
  expect((await act(slug, 'auto-update', { enabled: true })).body.data).toEqual({ auto_update: true });
}

describe('store.apps.upgrade', () => {
  it('upgrades an app to the newest version and records it', async () => {
    shop.publish(offer('notes', '1.0.0'));
    await act('notes', 'install');
    expect((await act('notes', 'upgrade')).body.error).toBe('already_current');
    shop.publish(offer('notes', '1.1.0', { permissions: ['notes.share'] }));
    expect(await installed('notes')).toMatchObject({
      installed_version: '1.0.0',
      latest_version: '1.1.0',
      update_available: true,
    });
    world.clock.advance(1000);
    const answer = await act('notes', 'upgrade');
    expect(answer.body.data).toMatchObject({ status: 'upgraded', from: '1.0.0', to: '1.1.0' });
    expect(answer.body.data.app).toMatchObject({ installed_version: '1.1.0', update_available: false });
    const history = (await call('GET', '/store/apps/notes/history')).body.data;
    expect(history).toMatchObject({ app_id: 'mn.test.notes', installed_version: '1.1.0' });
    expect(history.timeline[0]).toEqual({
      at: world.clock.now().toISOString(),
      type: 'upgraded',
      version: '1.1.0',
      from: '1.0.0',
      actor_id: owner.userId,
      actor_name: expect.stringMatching(/\w|\p{L}/u),
      system: false,
      added: ['notes.share'],
    });
    expect(history.timeline.map((entry: { type: string }) => entry.type)).toEqual([
      'upgraded',
      'installed',
      'release',
    ]);
  });

  it('refuses an older version in the catalogue', async () => {
    shop.publish(offer('notes', '2.0.0'));
    await act('notes', 'install');
    shop.publish(offer('notes', '1.9.0'));
    expect((await act('notes', 'upgrade')).body.error).toBe('already_current');
    shop.publish();
    expect((await act('notes', 'upgrade')).body.error).toBe('already_current');
    expect(await installed('notes')).toMatchObject({ installed_version: '2.0.0', update_available: false });
  });

  it('installs new dependencies, and refuses a version that needs a newer platform', async () => {
    shop.publish(offer('notes', '1.0.0'));
    await act('notes', 'install');
    const tags = offer('tags', '1.0.0');
    shop.publish(tags, offer('notes', '2.0.0', { needs: { tags: '^1.0.0' } }));
    expect((await act('notes', 'upgrade')).status).toBe(200);
    expect(await installed('tags')).toMatchObject({ status: 'installed' });
    shop.publish(tags, offer('notes', '3.0.0', { manifest: { platform: '>=1.0.0' } }));
    expect((await act('notes', 'upgrade')).body.error).toBe('platform_too_old');
    expect(await installed('notes')).toMatchObject({ installed_version: '2.0.0' });
  });

  it('is refused while an enabled app is incompatible with the new version', async () => {
    const fan = offer('fan', '1.0.0', { needs: { notes: '^1.0.0' } });
    shop.publish(offer('notes', '1.0.0'), fan);
    await act('fan', 'install');
    shop.publish(offer('notes', '2.0.0'), fan);
    const refused = await act('notes', 'upgrade');
    expect([refused.body.error, refused.body.data]).toEqual(['app_required', { required_by: ['fan'] }]);
    await act('fan', 'disable');
    expect((await act('notes', 'upgrade')).status).toBe(200);
    expect((await act('fan', 'enable')).body.error).toBe('dependency_unmet');
  });
});

describe('automatic updates', () => {
  it('run only where allowed, with the platform as the actor', async () => {
    shop.publish(offer('asked', '1.0.0'), offer('auto', '1.0.0'));
    await act('asked', 'install');
    await installWithAutoUpdate('auto');
    shop.publish(offer('asked', '1.1.0'), offer('auto', '1.1.0'));
    await runAutoUpdate();
    expect((await installed('asked')).installed_version).toBe('1.0.0');
    expect((await installed('auto')).installed_version).toBe('1.1.0');
    const { timeline: entries } = (await call('GET', '/store/apps/auto/history')).body.data;
    expect(entries[0]).toMatchObject({ type: 'upgraded', version: '1.1.0', system: true });
    expect(entries[0]).not.toHaveProperty('actor_id');
    const events = await world.database.query(
      `select actor_user_id, metadata from audit_log where action = 'apps.upgraded' and target = $1`,
      [org],
    );
    expect(events).toEqual([
      { actor_user_id: null, metadata: { app: 'auto', from: '1.0.0', version: '1.1.0', added: [] } },
    ]);
    await act('auto', 'auto-update', { enabled: false });
    shop.publish(offer('auto', '1.2.0'));
    await runAutoUpdate();
    expect((await installed('auto')).installed_version).toBe('1.1.0');
  });

  it.each([
    ['asks for another permission', { permissions: ['a', 'b'] }, ['b']],
    [
      'gives a permission to more people',
      {
        manifest: {
          permissions: [{ code: 'a', name: 'a', admin_only: false, default_roles: ['manager', 'user'] }],
        },
      },
      ['a'],
    ],
    [
      'requests another scope of an external app',
      {
        permissions: ['a'],
        manifest: {
          type: 'external',
          external: { launch_url: 'https://x.mn/', scopes: ['email'], embed: 'iframe' },
        },
      },
      ['scope:email'],
    ],
  ] as const)('hold an update that %s, once, until an administrator upgrades', async (_what, more, added) => {
    const slug = `held${nextRegNo}`;
    shop.publish(offer(slug, '1.0.0', { permissions: ['a'] }));
    await installWithAutoUpdate(slug);
    shop.publish(offer(slug, '1.1.0', more as Parameters<typeof offer>[2]));
    await runAutoUpdate();
    await runAutoUpdate();
    expect(await installed(slug)).toMatchObject({
      installed_version: '1.0.0',
      held_for: '1.1.0',
      held_reason: 'adds_permissions',
    });
    expect(await timeline(slug)).toEqual(['held 1.1.0', 'installed 1.0.0', 'release 1.1.0']);
    const { timeline: entries } = (await call('GET', `/store/apps/${slug}/history`)).body.data;
    expect(entries[0]).toMatchObject({ reason: 'adds_permissions', added, system: true });

    expect((await act(slug, 'upgrade')).body.data).toMatchObject({ from: '1.0.0', to: '1.1.0' });
    const after = await installed(slug);
    expect([after.installed_version, after.held_for, after.held_reason]).toEqual([
      '1.1.0',
      undefined,
      undefined,
    ]);
  });

  it('hold an update that adds a dependency', async () => {
    shop.publish(offer('lone', '1.0.0'));
    await installWithAutoUpdate('lone');
    shop.publish(offer('lone', '1.1.0', { needs: { friend: '*' } }), offer('friend', '1.0.0'));
    await runAutoUpdate();
    expect(await installed('lone')).toMatchObject({ held_for: '1.1.0', held_reason: 'adds_dependencies' });
    expect(await installed('friend')).toBeUndefined();
  });

  it('skip an update that cannot be installed and continue with the others', async () => {
    shop.publish(offer('blocked', '1.0.0'), offer('free', '1.0.0'));
    await installWithAutoUpdate('blocked');
    await installWithAutoUpdate('free');
    shop.publish(offer('blocked', '1.1.0', { manifest: { platform: '>=9.0.0' } }), offer('free', '1.1.0'));
    await runAutoUpdate();
    expect((await installed('blocked')).installed_version).toBe('1.0.0');
    expect((await installed('free')).installed_version).toBe('1.1.0');
  });
});
