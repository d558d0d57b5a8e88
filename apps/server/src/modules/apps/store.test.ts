import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { createPhone, type SignedIn, signIn } from '../../../test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';
import { joinOrganisation } from '../organisations/test/joining.ts';
import { apps } from './index.ts';
import { createTestCatalogue, offer, type TestCatalogue } from './test-catalogue.ts';

let world: TestWorld;
let server: TestServer;
let shop: TestCatalogue;
let owner: SignedIn;
let admin: SignedIn;
let member: SignedIn;
let stranger: SignedIn;
let nextRegNo = 4_000_000;

const all = [
  offer('documents', '1.4.0', { permissions: ['documents.view'] }),
  offer('people', '2.1.0', { needs: { documents: '^1.2.0' } }),
  offer('payroll', '1.0.0', { needs: { people: '>=2.0.0 <3.0.0', documents: '*' } }),
  offer('newer', '1.0.0', { manifest: { platform: '>=9.0.0' } }),
  offer('needs_newer', '1.0.0', { needs: { newer: '*' } }),
  offer('egg', '1.0.0', { needs: { hen: '*' } }),
  offer('hen', '1.0.0', { needs: { egg: '*' } }),
  offer('selfish', '1.0.0', { needs: { selfish: '*' } }),
  offer('old_fan', '1.0.0', { needs: { documents: '<1.0.0' } }),
  offer('orphan', '1.0.0', { needs: { nowhere: '*' } }),
  offer('secret', '1.0.0', { manifest: { visibility: 'private' } }),
];

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
  shop.publish(...all);
  const phone = createPhone(world.sandbox);
  const person = async (skip: number) => signIn(server, phone, await phone.citizen(/^ordinary/, skip));
  owner = await person(0);
  admin = await person(1);
  member = await person(2);
  stranger = await person(3);
});
afterAll(() => world.close());

const call = (who: SignedIn, org: string | undefined, method: string, path: string, body?: unknown) =>
  createCaller(server.url).call(method, `/api/v1${path}`, {
    token: who.token,
    ...(org === undefined ? {} : { headers: { 'x-org-id': org } }),
    ...(body === undefined ? {} : { body }),
  });
const act = (org: string, slug: string, what: string, who = owner) =>
  call(who, org, 'POST', `/store/apps/${slug}/${what}`);

/** An organisation with an owner, an administrator and a member. */
async function newOrganisation(): Promise<string> {
  // Invitations are rate limited, and one person invites for every test of this file.
  world.clock.advance(10_000);
  const body = { reg_no: String(nextRegNo++), name: 'Тест ХХК' };
  const { id } = (await call(owner, undefined, 'POST', '/org', body)).body.data;
  for (const [who, role] of [
    [admin, 'admin'],
    [member, 'member'],
  ] as const)
    await joinOrganisation(server, id, owner, who, role);
  return id;
}
/** Without the app that every organisation starts with. */
const installedOf = async (org: string) =>
  (await call(member, org, 'GET', '/installed-apps')).body.data.items
    .map((app: { slug: string; status: string }) => `${app.slug} ${app.status}`)
    .filter((app: string) => app !== 'members installed');

describe('store.apps', () => {
  it('lists installable and installed apps to members, per organisation', async () => {
    const [org, other] = [await newOrganisation(), await newOrganisation()];
    await act(org, 'documents', 'install');
    const { data } = (await call(member, org, 'GET', '/store/apps')).body;
    const listed = data.items.map((app: { slug: string }) => app.slug);
    expect([listed, data.total]).toEqual([
      all.map((app) => app.slug).filter((slug) => slug !== 'secret'),
      all.length - 1,
    ]);
    const { releases: _, ...documents } = all[0] ?? offer('', '');
    expect(data.items[0]).toEqual({
      ...documents,
      installed: true,
      enabled: true,
      installed_version: '1.4.0',
      latest_version: '1.4.0',
      update_available: false,
    });
    const elsewhere = await call(member, other, 'GET', '/store/apps/documents');
    expect(elsewhere.body.data).toMatchObject({ installed: false, enabled: false });
    expect(elsewhere.body.data).not.toHaveProperty('installed_version');
  });

  it('lists a private app once installed, and finds it by slug before', async () => {
    const org = await newOrganisation();
    const slugs = async () =>
      (await call(member, org, 'GET', '/store/apps')).body.data.items.map(
        (app: { slug: string }) => app.slug,
      );
    expect(await slugs()).not.toContain('secret');
    expect((await call(member, org, 'GET', '/store/apps/secret')).status).toBe(200);
    expect((await act(org, 'secret', 'install')).status).toBe(200);
    expect(await slugs()).toContain('secret');
  });

  it('requires an organisation, and answers 404 to a non-member', async () => {
    const org = await newOrganisation();
    await act(org, 'documents', 'install');
    for (const path of [
      '/store/apps',
      '/store/apps/documents',
      '/store/apps/documents/history',
      '/installed-apps',
    ]) {
      const unnamed = await call(owner, undefined, 'GET', path);
      expect([path, unnamed.status, unnamed.body.error]).toEqual([path, 400, 'organisation_required']);
      expect((await call(owner, 'nonsense', 'GET', path)).status).toBe(400);
      expect([path, (await call(stranger, org, 'GET', path)).status]).toEqual([path, 404]);
      expect((await createCaller(server.url).get(`/api/v1${path}`)).status).toBe(401);
    }
    expect((await call(member, org, 'GET', '/store/apps/nothing')).status).toBe(404);
    expect((await call(member, org, 'GET', '/store/apps/nothing/history')).status).toBe(404);
  });
});

describe('changing apps', () => {
  it('is allowed to owners and administrators; a member gets 403, a stranger 404', async () => {
    const org = await newOrganisation();
    await act(org, 'documents', 'install');
    const changes: [string, object | undefined][] = [
      ['people/install', undefined],
      ['documents/upgrade', undefined],
      ['documents/disable', undefined],
      ['documents/enable', undefined],
      ['documents/auto-update', { enabled: true }],
    ];
    for (const [path, body] of changes) {
      const as = async (who: SignedIn, org_: string | undefined) =>
        (await call(who, org_, 'POST', `/store/apps/${path}`, body)).status;
      expect([path, await as(member, org), await as(stranger, org)]).toEqual([path, 403, 404]);
      expect([path, await as(owner, undefined)]).toEqual([path, 400]);
    }
    expect(await installedOf(org)).toEqual(['documents installed']);
    expect((await act(org, 'people', 'install', admin)).status).toBe(200);
  });
});

describe('store.apps.install', () => {
  it('installs dependencies first and records them in history and audit', async () => {
    const org = await newOrganisation();
    const answer = await act(org, 'payroll', 'install');
    expect(answer.body.data).toMatchObject({
      status: 'installed',
      app: { slug: 'payroll', installed_version: '1.0.0', status: 'installed', auto_update: false },
    });
    const order = await world.database.query<{ slug: string; reason: string | null }>(
      'select slug, reason from app_history where org_id = $1 order by id',
      [org],
    );
    expect(order).toEqual([
      { slug: 'members', reason: 'default' },
      { slug: 'documents', reason: 'needed by payroll' },
      { slug: 'people', reason: 'needed by payroll' },
      { slug: 'payroll', reason: null },
    ]);
    const events = await world.database.query<{ action: string; metadata: { app: string } }>(
      'select action, metadata from audit_log where request_id = $1 order by id',
      [answer.body.request_id],
    );
    expect(events.map(({ action, metadata }) => `${action} ${metadata.app}`)).toEqual([
      'apps.installed documents',
      'apps.installed people',
      'apps.installed payroll',
    ]);
  });

  it.each([
    ['an app that is not in the catalogue', 'nothing', 404, 'not_found'],
    ['an app for a newer platform', 'newer', 400, 'platform_too_old'],
    ['an app that needs one for a newer platform', 'needs_newer', 400, 'platform_too_old'],
    ['apps that need each other', 'egg', 409, 'dependency_cycle'],
    ['an app that needs itself', 'selfish', 409, 'dependency_cycle'],
    ['a dependency on a version that is not offered', 'old_fan', 409, 'dependency_unmet'],
    ['a dependency that is not offered', 'orphan', 409, 'dependency_unmet'],
  ])('rejects %s and installs nothing', async (_what, slug, status, error) => {
    const org = await newOrganisation();
    const answer = await act(org, slug, 'install');
    expect([answer.status, answer.body.error]).toEqual([status, error]);
    expect(await installedOf(org)).toEqual([]);
  });

  it('installs once under concurrent requests', async () => {
    const org = await newOrganisation();
    const answers = await Promise.all([act(org, 'people', 'install'), act(org, 'people', 'install', admin)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const again = await act(org, 'documents', 'install');
    expect([again.status, again.body.error]).toEqual([409, 'already_installed']);
  });
});

describe('store.apps.enable and store.apps.disable', () => {
  it('keep an app that an enabled app needs; both can be disabled and enabled in order', async () => {
    const org = await newOrganisation();
    await act(org, 'people', 'install');
    const refused = await act(org, 'documents', 'disable');
    expect([refused.status, refused.body.error, refused.body.data]).toEqual([
      409,
      'app_required',
      { required_by: ['people'] },
    ]);
    expect((await act(org, 'people', 'disable')).body.data).toEqual({ status: 'disabled' });
    expect((await act(org, 'documents', 'disable')).status).toBe(200);
    expect(await installedOf(org)).toEqual(['documents disabled', 'people disabled']);
    const early = await act(org, 'people', 'enable');
    expect([early.status, early.body.error]).toEqual([409, 'dependency_unmet']);
    const needing = await act(org, 'payroll', 'install');
    expect([needing.status, needing.body.error]).toEqual([409, 'dependency_unmet']);
    expect((await act(org, 'documents', 'enable')).body.data).toEqual({ status: 'enabled' });
    expect((await act(org, 'people', 'enable')).status).toBe(200);
    expect(await installedOf(org)).toEqual(['documents installed', 'people installed']);
  });

  it('are idempotent: a repeat changes and records nothing', async () => {
    const org = await newOrganisation();
    await act(org, 'documents', 'install');
    const again = await act(org, 'documents', 'enable');
    expect([again.status, again.body.data]).toEqual([200, { status: 'enabled' }]);
    expect(
      await world.database.query('select 1 from audit_log where request_id = $1', [again.body.request_id]),
    ).toEqual([]);
  });

  it('reject an app that is not installed', async () => {
    const org = await newOrganisation();
    for (const what of ['enable', 'disable', 'upgrade'])
      expect((await act(org, 'documents', what)).status).toBe(404);
  });
});
