import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { createPhone, signIn } from '../../../test/citizens.ts';
import { type GovStage, openGov } from '../../../test/gov.ts';
import type { TestServer } from '../../../test/server.ts';

let stage: GovStage;
let second: TestServer;
let service: string;

beforeAll(async () => {
  stage = await openGov();
  second = await stage.world.startServer();
  await stage.world.database.query(
    `update users set role_id = (select id from roles where key = 'admin') where id = $1`,
    [stage.people.sarnai.userId],
  );
  await stage.signInAgain();
  service = await stage.publish();
});
afterAll(() => stage.world.close());
beforeEach(async () => {
  await stage.signInAgain();
  const { items } = (await stage.get('sarnai', '/admin/announcements')).body.data;
  for (const { id } of items) await stage.call('sarnai', 'DELETE', `/admin/announcements/${id}`);
});

const hours = (count: number) =>
  new Date(stage.world.clock.now().getTime() + count * 3_600_000).toISOString();
const maintenance = (given: object = {}) => ({
  kind: 'maintenance',
  title: 'Төлөвлөсөн засвар',
  title_en: 'Planned maintenance',
  body: '',
  body_en: '',
  starts_at: hours(0),
  ends_at: hours(2),
  read_only: true,
  ...given,
});
const announce = (given: object = {}) => stage.post('sarnai', '/admin/announcements', maintenance(given));
const apply = () => stage.apply('bold', service);

describe('read-only maintenance', () => {
  it('refuses what changes something on every instance, and lets people sign in and read', async () => {
    expect((await announce()).status).toBe(201);
    const refused = await apply();
    expect([refused.status, refused.body.error, refused.headers.get('retry-after')]).toEqual([
      503,
      'maintenance',
      '600',
    ]);
    const there = () =>
      createCaller(second.url).post(
        '/api/v1/gov/applications',
        { service_id: service },
        { token: stage.people.bold.token },
      );
    await expect.poll(async () => (await there()).status).toBe(503);
    for (const path of ['/gov/applications', '/users/me', '/catalogue/services'])
      expect([path, (await stage.get('bold', path)).status < 500]).toEqual([path, true]);
    await stage.signInAgain();
    expect((await stage.post('bold', '/me/sessions/end-others')).status).toBe(200);
    expect((await stage.post('bold', '/auth/logout')).status).toBe(200);
    await stage.signInAgain();
  });

  it('refuses an upload before its body, and without looking at who sends it', async () => {
    await announce();
    const answer = await createCaller(stage.server.url).post('/api/v1/gspace/upload', {});
    expect([answer.status, answer.body.error]).toEqual([503, 'maintenance']);
  });

  it('begins and ends by itself, or when an administrator ends it', async () => {
    const { id } = (await announce({ starts_at: hours(1) })).body.data;
    expect((await apply()).status).toBe(201);
    stage.world.clock.advance(3_601_000);
    await stage.signInAgain();
    expect((await apply()).status).toBe(503);
    const end = () => stage.post('sarnai', `/admin/announcements/${id}/end`);
    expect((await stage.post('bold', `/admin/announcements/${id}/end`)).status).toBe(403);
    const ended = await end();
    expect([ended.status, ended.body.data.ends_at]).toEqual([200, hours(0)]);
    expect((await apply()).status).toBe(201);
    const again = await end();
    expect([again.status, again.body.error]).toEqual([409, 'not_running']);
  });

  it('needs an end within 72 hours, and a fresh proof to begin or to last longer', async () => {
    for (const ends_at of [null, hours(72.1)]) {
      const refused = await announce({ ends_at });
      expect([refused.status, refused.body.error]).toEqual([422, 'read_only_needs_end']);
    }
    const { id } = (await announce({ starts_at: hours(1), ends_at: hours(3) })).body.data;
    const change = async (given: object) =>
      (await stage.call('sarnai', 'PUT', `/admin/announcements/${id}`, maintenance(given))).status;
    const times = { starts_at: hours(1), ends_at: hours(3) };
    await stage.world.database.query('update sessions set created_at = $2 where user_id = $1', [
      stage.people.sarnai.userId,
      new Date(hours(-0.25)),
    ]);
    expect(await change({ ...times, ends_at: hours(4) })).toBe(403);
    expect(await change({ ...times, starts_at: hours(0) })).toBe(403);
    const refused = await announce();
    expect([refused.status, refused.body.error, refused.body.data.method]).toEqual([
      403,
      'step_up_required',
      'eid',
    ]);
    expect(await change({ ...times, title: 'Засвар' })).toBe(200);
    expect(await change({ starts_at: times.starts_at, ends_at: hours(2) })).toBe(200);
    expect(await change({ ...times, read_only: false })).toBe(200);
    expect(await change({ ...times, ends_at: hours(2) })).toBe(403);
  });

  it('lets no deadline pass, neither meanwhile nor for as long again', async () => {
    const id = await stage.place('bold', 'in_review', {
      due_at: new Date(hours(1)),
      tacit_allowed: true,
    });
    await announce();
    const statusAfter = async (count: number) => {
      stage.world.clock.advance(count * 3_600_000);
      await stage.sweep();
      return (await stage.row(id))['status'];
    };
    expect(await statusAfter(1.5)).toBe('in_review');
    expect(await statusAfter(1)).toBe('in_review');
    expect(await statusAfter(2)).not.toBe('in_review');
  });

  it('is for maintenance only', async () => {
    const refused = await announce({ kind: 'disruption' });
    expect([refused.status, refused.body.error]).toEqual([422, 'only_maintenance_is_read_only']);
    expect((await stage.post('bold', '/admin/announcements', maintenance())).status).toBe(403);
  });

  it('is shown to visitors and recorded', async () => {
    const { id } = (await announce()).body.data;
    const { body } = await createCaller(stage.server.url).get('/api/v1/site/announcements');
    expect(body.data.items).toMatchObject([{ id, read_only: true }]);
    const [event] = await stage.world.database.query<{ metadata: object }>(
      `select metadata from audit_log where action = 'announcements.create' and target = $1`,
      [id],
    );
    expect(event?.metadata).toMatchObject({ read_only: true });
  });

  it('lets a person who signs in for the first time in', async () => {
    await announce();
    const phone = createPhone(stage.world.sandbox);
    const { token } = await signIn(stage.server, phone, await phone.citizen(/^ordinary/, 7));
    expect(token).not.toBe('');
  });
});
