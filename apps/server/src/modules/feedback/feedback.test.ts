import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { createPhone, type SignedIn, signIn } from '../../../test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';
import { localDay } from '../../kernel/local-day.ts';
import { feedback } from './index.ts';

let world: TestWorld;
let server: TestServer;
let citizen: SignedIn;
let admin: SignedIn;

beforeAll(async () => {
  world = await openWorld();
  server = await world.startServer();
  const phone = createPhone(world.sandbox);
  citizen = await signIn(server, phone, await phone.citizen(/^ordinary/, 0));
  const person = await phone.citizen(/^ordinary/, 1);
  const { userId } = await signIn(server, phone, person);
  await world.database.query(`update users set role_id = 2 where id = $1`, [userId]);
  admin = await signIn(server, phone, person);
});
afterAll(() => world.close());

const day = (plus = 0) => localDay(new Date(world.clock.now().getTime() + plus * 24 * 3_600_000));
const vote = (page: string, helpful: boolean, caller = createCaller(server.url)) =>
  caller.post('/api/v1/site/feedback', { page, helpful });
const say = (body: object) => createCaller(server.url).post('/api/v1/site/feedback/comments', body);
const report = async (from = day(), to = day()) =>
  (await admin.caller.get(`/api/v1/admin/feedback?from=${from}&to=${to}`, { token: admin.token })).body.data
    .items;
const comments = async (query = '') =>
  (
    await admin.caller.get(`/api/v1/admin/feedback/comments?from=${day()}&to=${day()}${query}`, {
      token: admin.token,
    })
  ).body.data.items;

describe('feedback on pages', () => {
  it('is counted by page and period, the least helpful first', async () => {
    await vote('/help/no-eid', true);
    await vote('/applications/:id', false);
    await vote('/applications/:id', false);
    await vote('/', true);
    expect(await report()).toEqual([
      { page: '/applications/:id', helpful: 0, unhelpful: 2, comments: 0 },
      { page: '/', helpful: 1, unhelpful: 0, comments: 0 },
      { page: '/help/no-eid', helpful: 1, unhelpful: 0, comments: 0 },
    ]);
    expect(await report(day(1), day(2))).toEqual([]);
  });

  it('keeps a sentence without numbers and addresses of a person, and without the person', async () => {
    const text = 'Миний УБ99112233, 99112233, bat@example.mn дээр алдаа гарлаа.\nЗасна уу';
    expect((await say({ page: '/payments', helpful: false, text })).status).toBe(200);
    const [kept] = await comments('&page=/payments');
    expect(kept).toMatchObject({ page: '/payments', helpful: false, day: day() });
    expect(kept.text).toContain('алдаа гарлаа. Засна уу');
    expect(kept.text).not.toMatch(/\d{4}|@/);
    // A sentence that was only a number leaves nothing.
    expect((await say({ page: '/verify', helpful: false, text: 'УБ99112233' })).status).toBe(200);
    expect(await comments('&page=/verify')).toEqual([]);
    const columns = await world.database.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_name in ('page_feedback', 'page_comments')`,
    );
    expect(columns.map(({ name }) => name)).not.toEqual(expect.arrayContaining(['user_id']));
  });

  it.each([
    { page: 'help' },
    { page: '/applications/APP-2026-123456' },
    { page: '/x?national_id=1' },
    { page: `/${'x'.repeat(100)}` },
    { helpful: 'yes' },
    { text: 'x'.repeat(501) },
    { text: '  ' },
    { user_id: crypto.randomUUID() },
  ])('refuses %j', async (wrong) => {
    expect((await say({ page: '/help', helpful: true, text: 'good', ...wrong })).status).toBe(422);
  });

  it('is stopped when one address sends too much', async () => {
    const caller = createCaller(server.url);
    const statuses: number[] = [];
    for (let count = 0; count < 13; count += 1) statuses.push((await vote('/status', true, caller)).status);
    expect(statuses).toEqual([...Array(12).fill(200), 429]);
  });

  it('is read by administrators only', async () => {
    for (const path of ['feedback', 'feedback/comments']) {
      const at = `/api/v1/admin/${path}?from=${day()}&to=${day()}`;
      expect((await citizen.caller.get(at, { token: citizen.token })).status).toBe(403);
      expect((await createCaller(server.url).get(at)).status).toBe(401);
    }
  });

  it('is deleted when its retention ends', async () => {
    await vote('/terms', true);
    const [forget] =
      feedback({ database: server.app.database, retentionMonths: 24, redact: (text) => text }).jobs ?? [];
    const later = world.clock.now();
    later.setUTCMonth(later.getUTCMonth() + 23);
    await forget?.run({}, { now: later, log: undefined as never });
    expect(await report()).not.toEqual([]);
    later.setUTCMonth(later.getUTCMonth() + 2);
    await forget?.run({}, { now: later, log: undefined as never });
    expect(await report()).toEqual([]);
  });
});
