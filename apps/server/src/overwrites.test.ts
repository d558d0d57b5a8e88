import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../test/caller.ts';
import type { SignedIn } from '../test/citizens.ts';
import { describeApp } from './generated-docs.ts';
import { isWriting, type Row, replacesRecord } from './kernel/http/row.ts';
import { errorOf, openPlatform, type Platform } from './modules/administration/test/people.ts';

const rows = describeApp().modules.flatMap((module) => module.rows);
const replacing = rows.filter((row) => row.method === 'PUT' || row.method === 'PATCH');

/** Decided: no `expected`, and why (ADR 127). */
const otherwise: Record<string, string> = {
  'registry.services.replace': 'expected_updated_at',
  'registry.services.evidences': 'expected_updated_at',
  'registry.life_events.replace': 'expected_updated_at',
  'registry.life_events.steps': 'expected_updated_at',
  'knowledge.change': 'names the version that was edited',
  'ai.prompts.put': 'names the version that was edited',
  'gov.drafts.save': 'names the revision that was edited',
  'admin_api.clients.change': 'for programs, and only the given fields change',
  'gateway.services.document.save': 'a file that is made elsewhere',
  'admin.users.change': 'one value',
  'admin.users.active.set': 'one value',
  'admin.users.role.set': 'one value, and the authorities that come with it',
  'org.members.change': 'one value',
  'themes.activate': 'one value',
  'superadmin.access_mode.set': 'one value',
  'superadmin.admins.grant': 'one value',
  'applications.set_secret': 'one value, which nobody reads',
  'ai.conversations.change_keeping': 'only the person changes it',
  'gov.notifications.change_settings': 'only the person changes it',
  'me.notification_preferences.change': 'only the person changes it',
  'me.latin_name.set': 'only the person changes it',
  'me.org_name_latin.set': 'one value',
  'me.orgstamp.set': 'one value',
  'me.signature.set': 'only the person changes it',
};

describe('a row that replaces something', () => {
  it('refuses to overwrite what the caller has not seen, or says why it does not', () => {
    const undecided = replacing.filter((row) => !replacesRecord(row) && otherwise[row.id] === undefined);
    expect(undecided.map(({ id }) => id)).toEqual([]);
    const stale = Object.keys(otherwise).filter(
      (id) => !replacing.some((row) => row.id === id && !replacesRecord(row)),
    );
    expect(stale).toEqual([]);
  });
});

type Named = Record<string, unknown>;
let platform: Platform;
let admin: SignedIn;
let owner: SignedIn;

beforeAll(async () => {
  platform = await openPlatform();
  admin = await platform.personAs('admin');
  owner = await platform.personAs('user');
});
afterAll(() => platform.world.close());

const call = (person: SignedIn, method: string, path: string, body?: object) =>
  createCaller(platform.server.url).call(method, `/api/v1${path}`, {
    token: person.token,
    ...(body === undefined ? {} : { body }),
  });
async function make(person: SignedIn, path: string, body: object): Promise<Named & { id: string }> {
  const answer = await call(person, 'POST', path, body);
  expect([path, answer.status, answer.body.error]).toEqual([path, 201, undefined]);
  return answer.body.data;
}

/** Two people load the record; the first saves `first`, and the second, who has not seen it, is refused. */
async function collide(
  id: string,
  path: string,
  load: () => Promise<Named>,
  [first, second]: [Named, Named],
  person: SignedIn = admin,
): Promise<void> {
  const row = rows.find((each) => each.id === id) as Row;
  const { properties } = row.body as unknown as { properties: Named };
  const loaded = await load();
  const known = Object.entries(loaded).filter(([name]) => name in properties);
  const expected = Object.fromEntries(known);
  const save = (body: Named) => call(person, row.method, path, { ...body, expected });
  const saved = await save(first);
  expect([id, saved.status, saved.body.error]).toEqual([id, 200, undefined]);
  const refused = await save(second);
  expect([id, ...errorOf(refused)]).toEqual([id, 409, 'changed_meanwhile']);
  const now = await load();
  for (const name of refused.body.data.changed)
    expect([id, refused.body.data.current[name]]).toEqual([id, now[name]]);
  const again = await call(person, row.method, path, { ...second, expected: refused.body.data.current });
  expect([id, again.status, again.body.error]).toEqual([id, 200, undefined]);
  expect(isWriting(row)).toBe(true);
}
const listed = async (path: string, id: string, person = admin): Promise<Named> =>
  (await call(person, 'GET', path)).body.data.items.find((each: { id: string }) => each.id === id);
const read = async (path: string, person = admin): Promise<Named> =>
  (await call(person, 'GET', path)).body.data;

describe('two people who change one record', () => {
  it('do not overwrite each other: applications, services, webhooks', async () => {
    const application = {
      name: 'Shop',
      app_type: 'web',
      redirect_uris: ['https://shop.example.mn/callback'],
    };
    const { id } = await make(admin, '/applications', application);
    const path = `/applications/${id}`;
    const { redirect_uris } = application;
    await collide('applications.change', path, () => read(path), [
      { ...application, name: 'Shop A' },
      { ...application, redirect_uris: [...redirect_uris, 'https://shop.example.mn/other'] },
    ]);
    const service = { name: 'prices', host: 'api.example.mn' };
    const { id: serviceId } = await make(admin, '/gateway/services', service);
    await collide(
      'gateway.services.change',
      `/gateway/services/${serviceId}`,
      () => listed('/gateway/services', serviceId),
      [
        { ...service, retries: 2 },
        { ...service, enabled: false },
      ],
    );
    await collide('applications.set_services', `${path}/services`, () => read(path), [
      { service_ids: [serviceId] },
      { service_ids: [] },
    ]);
    const hook = { url: 'https://hooks.example.mn/a', events: ['person.account_erased'], description: '' };
    const { id: hookId } = await make(admin, `${path}/webhooks`, hook);
    await collide(
      'applications.webhooks.change',
      `${path}/webhooks/${hookId}`,
      () => listed(`${path}/webhooks`, hookId),
      [
        { ...hook, description: 'A' },
        { ...hook, events: [...hook.events, 'application.consent_given'] },
      ],
    );
    const own = await make(owner, '/me/applications', { ...application, name: 'Trial' });
    const ownPath = `/me/applications/${own.id}`;
    await collide(
      'me.applications.change',
      ownPath,
      () => read(ownPath, owner),
      [
        { name: 'Trial A', redirect_uris },
        { name: 'Trial', redirect_uris: [...redirect_uris, 'https://shop.example.mn/b'] },
      ],
      owner,
    );
    const stranger = { name: 'x', redirect_uris, expected: { name: 'Trial' } };
    expect((await call(admin, 'PUT', ownPath, stranger)).status).toBe(404);
  });

  it('do not overwrite each other: announcements, looks, evidences, authorities of a person', async () => {
    const news = {
      kind: 'news',
      title: 'Мэдээ',
      title_en: 'News',
      body: 'А',
      body_en: 'A',
      starts_at: '2026-01-01T00:00:00.000Z',
      ends_at: null,
    };
    const { id: newsId } = await make(admin, '/admin/announcements', news);
    await collide(
      'announcements.change',
      `/admin/announcements/${newsId}`,
      () => listed('/admin/announcements', newsId),
      [
        { ...news, title: 'Өөр' },
        { ...news, body: 'Б' },
      ],
    );
    const look = { accent: '#112233', font: 'inter', style: 'compact', theme: 'light' };
    expect((await call(admin, 'PUT', '/site/appearance', look)).status).toBe(200);
    // Its readers get a published copy, which follows a moment later.
    const stored = async () => {
      const text = "select value from platform_settings where key = 'appearance'";
      return (await platform.world.database.query<{ value: Named }>(text))[0]?.value ?? {};
    };
    await collide('site.appearance.set', '/site/appearance', stored, [
      { ...look, font: 'serif' },
      { ...look, theme: 'dark' },
    ]);
    const theme = await make(admin, '/themes', { name: 'Spring', config: {} });
    await collide('themes.change', `/themes/${theme.id}`, () => listed('/themes', theme.id), [
      { name: 'Summer' },
      { name: 'Autumn' },
    ]);
    const paper = { name: 'Баримт', name_en: 'Paper' };
    const evidence = await make(admin, '/registry/evidences', { ...paper, code: 'OV-PAPER' });
    await collide(
      'registry.evidences.replace',
      `/registry/evidences/${evidence.id}`,
      () => listed('/registry/evidences', evidence.id),
      [
        { ...paper, holder_agency: 'А' },
        { ...paper, description: 'Б' },
      ],
    );
    const peer = { code: 'ov-peer', name: 'Peer', enabled: true };
    const { id: peerId } = await make(admin, '/relay/platforms', peer);
    await collide(
      'relay.platforms.update',
      `/relay/platforms/${peerId}`,
      () => listed('/relay/platforms', peerId),
      [{ name: 'Peer A' }, { name: 'Peer', enabled: false }],
    );
    const [one, other] = [
      await make(admin, '/admin/authorities', { name: 'Нэгдүгээр газар', name_en: 'First authority' }),
      await make(admin, '/admin/authorities', { name: 'Хоёрдугаар газар', name_en: 'Second authority' }),
    ];
    const officer = await platform.plant('officer');
    const people = `/admin/users/${officer}/authorities`;
    expect((await call(admin, 'PUT', people, { authorities: [one.id] })).status).toBe(200);
    const worksFor = async () => ({ authorities: (await read(`/admin/users/${officer}`))['authority_ids'] });
    await collide('admin.users.authorities.set', people, worksFor, [
      { authorities: [one.id, other.id] },
      { authorities: [other.id] },
    ]);
  });
});
