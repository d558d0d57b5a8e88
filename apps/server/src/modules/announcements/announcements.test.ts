import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { createPhone, type SignedIn, signIn } from '../../../test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';
import type { AnnouncementBody } from './schemas.ts';

let world: TestWorld;
let server: TestServer;
let second: TestServer;
let citizen: SignedIn;
let admin: SignedIn;

beforeAll(async () => {
  world = await openWorld();
  server = await world.startServer();
  second = await world.startServer();
  const phone = createPhone(world.sandbox);
  citizen = await signIn(server, phone, await phone.citizen(/^ordinary/, 0));
  const person = await phone.citizen(/^ordinary/, 1);
  const { userId } = await signIn(server, phone, person);
  await world.database.query(
    `update users set role_id = (select id from roles where key = 'admin') where id = $1`,
    [userId],
  );
  admin = await signIn(server, phone, person);
});
afterAll(() => world.close());

const path = '/api/v1/admin/announcements';
const hours = (count: number) => new Date(world.clock.now().getTime() + count * 3_600_000).toISOString();
const write = (given: Partial<AnnouncementBody> = {}): AnnouncementBody => ({
  kind: 'disruption',
  title: 'Төлбөр түр ажиллахгүй байна',
  title_en: 'Payments are not available',
  body: '',
  body_en: '',
  starts_at: hours(0),
  ends_at: null,
  ...given,
});
const add = (given: Partial<AnnouncementBody>, who = admin) =>
  who.caller.post(path, write(given), { token: who.token });
const shown = async (at = server): Promise<string[]> =>
  (await createCaller(at.url).get('/api/v1/site/announcements')).body.data.items.map(
    (item: AnnouncementBody) => item.title_en,
  );

describe('announcements', () => {
  it('reach every visitor of every instance at once, and leave with their deletion', async () => {
    expect(await shown(second)).toEqual([]);
    const { id } = (await add({ title_en: 'Everywhere' })).body.data;
    expect(await shown()).toEqual(['Everywhere']);
    await expect.poll(() => shown(second)).toEqual(['Everywhere']);
    const changed = await admin.caller.call('PUT', `${path}/${id}`, {
      body: write({ title_en: 'Mended' }),
      token: admin.token,
    });
    expect([changed.status, changed.body.data.title_en]).toEqual([200, 'Mended']);
    await expect.poll(() => shown(second)).toEqual(['Mended']);
    const removed = await admin.caller.call('DELETE', `${path}/${id}`, { token: admin.token });
    expect(removed.status).toBe(200);
    expect(await shown()).toEqual([]);
    const trail = await world.database.query(`select action from audit_log where target = $1 order by id`, [
      id,
    ]);
    expect(trail.map((row) => (row as { action: string }).action)).toEqual([
      'announcements.create',
      'announcements.change',
      'announcements.delete',
    ]);
  });

  it('answer 304 to a page that has them already', async () => {
    const ask = (headers: Record<string, string>) =>
      fetch(`${server.url}/api/v1/site/announcements`, { headers });
    const again = await ask({ 'if-none-match': (await ask({})).headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
  });

  it('are written by those who manage the settings only', async () => {
    expect((await add({}, citizen)).status).toBe(403);
    expect((await createCaller(server.url).get(path)).status).toBe(401);
  });

  it.each([{ title: ' ' }, { title_en: '' }, { kind: 'rumour' as 'news' }, { starts_at: 'tomorrow' }])(
    'refuse %j',
    async (given) => {
      expect((await add(given)).status).toBe(422);
    },
  );

  it('refuse a text of more than 2000 characters', async () => {
    expect((await add({ body: 'x'.repeat(2001) })).status).toBe(422);
  });

  it('refuse an end before the start, and say so', async () => {
    const answer = await add({ starts_at: hours(2), ends_at: hours(1) });
    expect([answer.status, answer.body.error]).toEqual([422, 'ends_before_start']);
  });

  it('are shown in their time: maintenance a week before, news for sixty days, the rest until their end', async () => {
    await add({
      kind: 'maintenance',
      title_en: 'Night work',
      starts_at: hours(8 * 24),
      ends_at: hours(8 * 24 + 4),
    });
    await add({ kind: 'news', title_en: 'New service' });
    await add({ kind: 'news', title_en: 'Tomorrow', starts_at: hours(24), ends_at: hours(48) });
    await add({ kind: 'disruption', title_en: 'Slow', ends_at: hours(2) });
    expect((await shown()).toSorted()).toEqual(['New service', 'Slow']);
    world.clock.advance(25 * 3_600_000);
    expect((await shown()).toSorted()).toEqual(['New service', 'Night work', 'Tomorrow']);
    world.clock.advance(61 * 24 * 3_600_000);
    expect(await shown()).toEqual([]);
  });
});
