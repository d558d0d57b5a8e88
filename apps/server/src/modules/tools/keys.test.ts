import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { callAs, openPlatform, type Platform } from '../administration/test/people.ts';
import { asEnvelope } from './test/stage.ts';

let platform: Platform;
let root: Awaited<ReturnType<Platform['personAs']>>;

beforeAll(async () => {
  platform = await openPlatform();
  root = await platform.personAs('superadmin');
});
afterAll(() => platform.world.close());

const as = (person: typeof root) => callAs(platform.server, person);
const withKey = (key: string) => ({ headers: { 'x-api-key': key } });
const useTool = async (key: string) =>
  asEnvelope(await createCaller(platform.server.url).post('/api/v1/tools/host_status', {}, withKey(key)));
const useAdminApi = (key: string) =>
  createCaller(platform.server.url).post(
    '/admin/api/v1/clients',
    { client_name: 'Portal', redirect_uris: ['https://portal.example.mn/callback'] },
    withKey(key),
  );

type Person = typeof root;
const ends: Record<string, (maker: Person) => Promise<{ status: number }>> = {
  'loses the role': ({ userId }) => as(root).put(`/admin/users/${userId}/role`, { role_id: 4 }),
  'is disabled': ({ userId }) => as(root).put(`/admin/users/${userId}/active`, { active: false }),
  'is deleted': ({ userId }) => as(root).remove(`/admin/users/${userId}`),
};

it.each(Object.keys(ends))('a key ends when its maker %s', async (what) => {
  const maker = await platform.personAs('admin');
  const colleague = await platform.personAs('admin');
  const name = `key of one who ${what}`;
  const body = { name, surfaces: ['admin', 'tools'], scopes: ['tools:host_status'] };
  const { key } = (await as(maker).post('/admin/tools/keys', body)).body.data;
  expect((await useTool(key)).status).toBe(200);
  expect((await useAdminApi(key)).status).toBe(201);

  expect((await ends[what]?.(maker))?.status).toBe(200);
  const refused = await useTool(key);
  expect(refused).toMatchObject({ status: 403, error: expect.stringMatching(/^key_lost_maker: /) });
  const there = await useAdminApi(key);
  expect([there.status, there.body]).toEqual([403, { error: 'key_lost_maker' }]);

  const { items } = (await as(colleague).get('/gov/notifications')).body.data;
  expect(items[0]).toMatchObject({
    title: expect.stringContaining('API'),
    body: expect.stringContaining(name),
  });
  const [event] = await platform.world.database.query<{ metadata: object }>(
    "select metadata from audit_log where target = $1 and metadata ? 'ended_keys' order by id desc limit 1",
    [maker.userId],
  );
  expect(event?.metadata).toMatchObject({ ended_keys: [name] });

  // An end is final: the role may come back, the key does not.
  await platform.world.database.query(
    'update users set role_id = 2, active = true, deleted_at = null where id = $1',
    [maker.userId],
  );
  expect((await useTool(key)).status).toBe(401);
});

it('a key stops with the right of its maker, whichever statement took it', async () => {
  const maker = await platform.personAs('admin');
  const { key } = (await as(maker).post('/admin/tools/keys', { name: 'bare', scopes: ['tools:host_status'] }))
    .body.data;
  expect((await useTool(key)).status).toBe(200);
  await platform.world.database.query('update users set role_id = 3 where id = $1', [maker.userId]);
  expect((await useTool(key)).status).toBe(403);
});
