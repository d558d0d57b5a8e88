import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClock } from '../../../test/server.ts';
import { roleIds } from '../../kernel/http/actor.ts';
import { type Receiver, startReceiver, status } from './test/receiver.ts';
import { type Agency, openAdministrator, openAgency } from './test/stage.ts';

let agency: Agency;
let receiver: Receiver;
let desk: string;
let peer: string;
const clock = createClock(new Date('2026-11-16T04:30:00Z'));
const minute = 60_000;
const day = 24 * 60 * minute;

beforeAll(async () => {
  agency = await openAgency('ministry', clock);
  receiver = await startReceiver();
  desk = (await agency.addPlatform('desk')).id;
  peer = (await agency.addPlatform('peer', { endpoint_url: receiver.url })).id;
  await agency.addRoute('by-desk', desk, { sla_minutes: 30 });
  await agency.addRoute('by-peer', peer, { sla_minutes: 30 });
});
afterAll(async () => {
  await agency.world.close();
  await receiver.close();
});

const ask = async (more: object = {}): Promise<string> => {
  const { status: code, body } = await agency.call('POST', '/requests', { service_code: 'by-desk', ...more });
  expect(code).toBe(201);
  return body.data.id;
};
const answer = async (id: string) => {
  const { assignments } = await agency.see(`/requests/${id}`);
  const done = await agency.call('POST', `/assignments/${assignments[0].id}/respond`, { status: 'done' });
  expect(done.status).toBe(200);
};
const titles = async (query: string) =>
  (await agency.see(`/requests?${query}`)).items.map(({ title }: { title: string }) => title).toSorted();

describe('the overview of a period', () => {
  it('counts days of the platform’s calendar, and what was answered in time', async () => {
    // 16:30 UTC is past midnight in Ulaanbaatar.
    const before = await ask({ title: 'on time' });
    await answer(before);
    const late = await ask({ title: 'late' });
    clock.advance(40 * minute);
    await answer(late);
    clock.advance(12 * 60 * minute - 40 * minute);
    await ask({ title: 'waits', source_platform: 'elsewhere' });

    const { period } = await agency.see('/overview?days=7');
    expect(period).toMatchObject({ days: 7, step: 'day' });
    expect(period.points).toHaveLength(7);
    expect(period.points.at(-2)).toEqual({
      at: '2026-11-15T16:00:00.000Z',
      received: 2,
      settled: 2,
      on_time: 1,
    });
    expect(period.points.at(-1)).toEqual({
      at: '2026-11-16T16:00:00.000Z',
      received: 1,
      settled: 0,
      on_time: 0,
    });
    const deskOf = (platforms: { platform_id: string }[]) =>
      platforms.find(({ platform_id }) => platform_id === desk);
    expect(deskOf(period.platforms)).toMatchObject({ total: 3, done: 2, pending: 1, compliance_pct: 0.5 });

    const hours = (await agency.see('/overview?days=1')).period;
    expect([hours.step, hours.points.length, hours.points.at(-1).received]).toEqual(['hour', 24, 1]);
    expect((await agency.see('/overview')).period).toBeUndefined();
    for (const days of ['0', '91', 'x'])
      expect((await agency.call('GET', `/overview?days=${days}`)).status).toBe(422);
  });

  it('leaves out what is older', async () => {
    clock.advance(8 * day);
    const { period, total } = await agency.see('/overview?days=7');
    expect(period.points.every(({ received }: { received: number }) => received === 0)).toBe(true);
    expect(period.platforms.every((each: { total: number }) => each.total === 0)).toBe(true);
    expect(total).toBe(3);
    const { recent_events: events } = await agency.see('/overview');
    expect(events).toContainEqual(expect.objectContaining({ type: 'responded', platform_name: 'desk' }));
  });
});

describe('the list of requests', () => {
  it('is found by platform, by where it was asked, and by a missed deadline', async () => {
    await ask({ title: 'to peer', service_code: 'by-peer' });
    expect(await titles(`platform_id=${peer}`)).toEqual(['to peer']);
    expect(await titles(`platform_id=${desk}`)).toEqual(['late', 'on time', 'waits']);
    expect(await titles('direction=in')).toEqual(['waits']);
    expect(await titles('direction=out')).toEqual(['late', 'on time', 'to peer']);
    // Also what was answered after its deadline, and what still waits.
    expect(await titles('overdue=true')).toEqual(['late', 'waits']);
    expect(await titles(`overdue=true&platform_id=${peer}`)).toEqual([]);
    expect((await agency.call('GET', '/requests?direction=up')).status).toBe(422);
  });

  it('is sorted by arrival or deadline, and pages across equal moments', async () => {
    const idsBy = async (order: string) =>
      (
        await agency.world.database.query<{ id: string }>(`select id from relay_requests order by ${order}`)
      ).map(({ id }) => id);
    await agency.world.database.query(
      `update relay_requests set due_at = timestamptz '2027-01-01' - (seq % 2) * interval '1 day'`,
    );
    const readOn = async (sort: string) => {
      const seen: string[] = [];
      let more = '';
      do {
        const { data } = (await agency.call('GET', `/requests?limit=1${sort}${more}`)).body;
        seen.push(...data.items.map(({ id }: { id: string }) => id));
        more = data.next === undefined ? '' : `&cursor=${data.next}`;
      } while (more !== '');
      return seen;
    };
    expect(await readOn('')).toEqual(await idsBy('received_at desc, seq desc'));
    expect(await readOn('&sort=received_at')).toEqual(await idsBy('received_at, seq'));
    expect(await readOn('&sort=due_at')).toEqual(await idsBy('due_at, seq'));
    expect(await readOn('&sort=-due_at')).toEqual(await idsBy('due_at desc, seq desc'));
    const { next } = (await agency.call('GET', '/requests?limit=1&sort=due_at')).body.data;
    for (const query of [`cursor=${next}`, `sort=-due_at&cursor=${next}`, 'cursor=1-1', 'sort=title'])
      expect((await agency.call('GET', `/requests?${query}`)).status).toBe(422);
  });
});

describe('an ill platform', () => {
  it('shows its circuit, each attempt, and after that it recovered', async () => {
    receiver.answer(status(503));
    const id = await ask({ service_code: 'by-peer', title: 'heavy' });
    const seen = async () =>
      (await agency.see('/platforms')).items.find((each: { id: string }) => each.id === peer);
    expect(await seen()).toMatchObject({ circuit: 'closed', failures: 0, health: 'unknown' });
    for (let n = 0; n < 4; n += 1) {
      await agency.runJob('relay.deliver');
      clock.advance(60 * minute);
    }
    const ill = await seen();
    expect(ill).toMatchObject({ health: 'ill', circuit: 'half_open' });
    await agency.runJob('relay.deliver');
    expect(await seen()).toMatchObject({ circuit: 'open', open_until: expect.any(String) });
    const { items } = await agency.see(`/requests/${id}/deliveries`);
    expect(items[0].timeline.length).toBeGreaterThan(2);
    expect(items[0].timeline[0]).toMatchObject({ attempt: 1, status: 503, answer: 'no' });

    receiver.answer((response) => response.end('{}'));
    await agency.call('POST', `/platforms/${peer}/pause`, { paused: false });
    await agency.runJob('relay.deliver');
    expect(await seen()).toMatchObject({
      health: 'recovered',
      circuit: 'closed',
      recovered_at: expect.any(String),
      delivered_at: expect.any(String),
    });
  });
});

describe('dead letters', () => {
  it('say why they were given up, and a replay tells the result of each', async () => {
    receiver.answer(status(409));
    await ask({ service_code: 'by-peer', title: 'refused' });
    await agency.runJob('relay.deliver');
    const [letter] = (await agency.see('/dead-letters')).items;
    expect(letter).toMatchObject({
      title: 'refused',
      service_code: 'by-peer',
      last: { attempt: 1, status: 409, answer: 'no' },
    });
    receiver.answer((response) => response.end('{}'));
    const replay = () => agency.call('POST', '/dead-letters/replay', { ids: [letter.id] });
    expect((await replay()).body.data.items).toEqual([{ id: letter.id, replayed: true }]);
    const state = async () => (await agency.see(`/deliveries?ids=${letter.id}`)).items[0].state;
    expect(await state()).toBe('waiting');
    await agency.runJob('relay.deliver');
    expect(await state()).toBe('delivered');
    expect((await agency.call('GET', '/deliveries?ids=1')).status).toBe(422);
    expect((await replay()).body.data).toEqual({ replayed: 0, items: [{ id: letter.id, replayed: false }] });
  });
});

describe('the stream of the portal', () => {
  const follow = async (token: string) => {
    const abort = new AbortController();
    const stream = await fetch(`${agency.server.url}/api/v1/gov/notifications/stream`, {
      headers: { authorization: `Bearer ${token}` },
      signal: abort.signal,
    });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const until = async (wanted: string | null) => {
      while (wanted === null || !text.includes(wanted)) {
        const part = await reader?.read();
        if (part === undefined || part.done) break;
        text += part.value;
      }
      return text;
    };
    return { until, close: () => abort.abort() };
  };

  it('tells people who may see the relay that it changed, and nobody else', async () => {
    const { config } = agency.server;
    const citizen = await openAdministrator(agency.world.database, clock.now, config, roleIds.user);
    const mine = await follow(await agency.token());
    const theirs = await follow(await citizen.token());
    await mine.until('event: unread');
    await theirs.until('event: unread');
    await ask({ title: 'seen at once' });
    const told = await mine.until('event: relay');
    expect(told).toContain('event: relay');
    expect(told).not.toContain('seen at once');
    // The end of the session ends the stream, at a check after the one that would have told the change.
    clock.advance(16 * minute);
    expect(await theirs.until(null)).not.toContain('event: relay');
    mine.close();
    theirs.close();
  });
});

describe('the demonstration', () => {
  it('is loaded by a button only in its mode, once', async () => {
    expect((await agency.see('/overview')).may_seed).toBe(false);
    expect((await agency.call('POST', '/demo')).body.error).toBe('not_seeded');
    const demo = await openAgency('demo', clock, { env: { RELAY_DEMO_MODE: 'true' } });
    expect((await demo.see('/overview')).may_seed).toBe(true);
    const seeded = await demo.call('POST', '/demo');
    expect([seeded.status, seeded.body.data]).toEqual([201, { platforms: 5 }]);
    expect((await demo.see('/overview')).may_seed).toBe(false);
    expect((await demo.call('POST', '/demo')).status).toBe(409);
    expect((await demo.see('/routes')).items).toHaveLength(4);
    await demo.world.close();
  });
});
