import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { createPhone, type SignedIn, signIn } from '../../../test/citizens.ts';
import { createClock, openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';
import { isSlot } from './booking.ts';
import { appointments } from './index.ts';

const serviceId = '00000000-0000-4000-8000-00000000b001';
let world: TestWorld;
let server: TestServer;
let people: SignedIn[];

beforeAll(async () => {
  // A Sunday: the next day is a working one.
  world = await openWorld({ clock: createClock(new Date('2026-11-15T04:00:00Z')) });
  server = await world.startServer({
    extraModules: ({ database, outbox, now }) => [
      appointments({
        database,
        outbox,
        now,
        serviceById: async (_db, id) =>
          id === serviceId ? { name: 'Иргэний үнэмлэх', agency: 'Улсын бүртгэл' } : undefined,
      }),
    ],
  });
  const phone = createPhone(world.sandbox);
  people = [];
  for (const skip of [0, 1, 2])
    people.push(await signIn(server, phone, await phone.citizen(/^ordinary/, skip)));
});
afterAll(() => world.close());

const path = '/api/v1/gov/appointments';
const monday = '2026-11-16';
/** Nine in the morning in Ulaanbaatar. */
const nine = `${monday}T01:00:00.000Z`;
const at = (who: number) => people[who] as SignedIn;
const book = (who: number, body: object) =>
  createCaller(server.url).post(path, body, { token: at(who).token });
const slots = async (query: string) =>
  (await at(0).caller.get(`${path}/slots?${query}`, { token: at(0).token })).body.data;
const cancel = (who: number, id: string) =>
  createCaller(server.url).post(`${path}/${id}/cancel`, {}, { token: at(who).token });

describe('slots', () => {
  it('are those of the agency’s own clock, with the places left', async () => {
    const { items, total } = await slots(`date=${monday}&service_id=${serviceId}`);
    expect(total).toBe(16);
    expect(items[0]).toEqual({ starts_at: nine, minutes: 30, free: 2 });
    expect(items.at(-1).starts_at).toBe(`${monday}T08:30:00.000Z`);
  });

  it('are none on a day of rest, and none in the past', async () => {
    expect(await slots('date=2026-11-15')).toEqual({ items: [], total: 0 });
    expect(await slots('date=2026-11-13')).toEqual({ items: [], total: 0 });
  });

  it('need a day that exists and a service that exists', async () => {
    const ask = (query: string) => at(0).caller.get(`${path}/slots?${query}`, { token: at(0).token });
    expect((await ask('date=2026-99-99')).status).toBe(400);
    expect((await ask(`date=${monday}&service_id=00000000-0000-4000-8000-00000000b002`)).status).toBe(404);
  });
});

describe('booking', () => {
  it('takes a place, tells the person and fills in the agency', async () => {
    const answer = await book(0, { scheduled_at: nine, service_id: serviceId, note: 'Тэргэнцэртэй' });
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({
      status: 'booked',
      agency: 'Улсын бүртгэл',
      service_name: 'Иргэний үнэмлэх',
      scheduled_at: nine,
    });
    expect((await slots(`date=${monday}&service_id=${serviceId}`)).items[0].free).toBe(1);
    const twice = await book(0, { scheduled_at: nine, service_id: serviceId });
    expect([twice.status, twice.body.error]).toEqual([409, 'already_booked']);
  });

  it.each([
    ['the past', { scheduled_at: '2026-11-14T01:00:00Z' }, 'bad_request'],
    ['more than a year ahead', { scheduled_at: '2028-01-03T01:00:00Z' }, 'bad_request'],
    ['an odd minute', { scheduled_at: `${monday}T01:07:00Z` }, 'not_a_slot'],
    ['the night', { scheduled_at: `${monday}T15:00:00Z` }, 'not_a_slot'],
    ['a day of rest', { scheduled_at: '2026-11-21T01:00:00Z' }, 'not_a_slot'],
  ])('refuses %s', async (_name, body, error) => {
    const answer = await book(1, { ...body, service_id: serviceId });
    expect([answer.status, answer.body.error]).toEqual([400, error]);
  });

  it('gives the last place to one of fifty', async () => {
    const ten = `${monday}T02:00:00.000Z`;
    await world.database.query(
      `insert into appointment_slots (agency, starts_at, capacity, taken) values ('Улсын бүртгэл', $1, 2, 1)`,
      [ten],
    );
    // Fifty different people ask at once, straight at the statement that decides.
    const ids = await world.database.query<{ id: string }>(
      `insert into users (username, created_at) select 'crowd-' || n, now() from generate_series(1, 50) n returning id`,
    );
    const taken = await Promise.all(
      ids.map(() =>
        server.app.database.transaction({ userId: null, role: 'system' }, async (tx) => {
          const { takePlace } = await import('./store.ts');
          return takePlace(tx, { agency: 'Улсын бүртгэл', startsAt: new Date(ten), capacity: 2 });
        }),
      ),
    );
    expect(taken.filter(Boolean)).toHaveLength(1);
    const late = await book(1, { scheduled_at: ten, service_id: serviceId });
    expect([late.status, late.body.error]).toEqual([409, 'slot_taken']);
    expect((await at(1).caller.get(path, { token: at(1).token })).body.data.total).toBe(0);
  });

  it('gives a place back when it is cancelled, once, by its owner alone', async () => {
    const eleven = `${monday}T03:00:00.000Z`;
    const mine = (await book(1, { scheduled_at: eleven, service_id: serviceId })).body.data;
    await book(2, { scheduled_at: eleven, service_id: serviceId });
    expect((await book(0, { scheduled_at: eleven, service_id: serviceId })).body.error).toBe('slot_taken');
    expect((await cancel(2, mine.id)).status).toBe(404);
    expect((await cancel(1, mine.id)).body.data.status).toBe('cancelled');
    expect((await cancel(1, mine.id)).status).toBe(404);
    expect((await book(0, { scheduled_at: eleven, service_id: serviceId })).status).toBe(201);
  });
});

describe('the calendar file', () => {
  it('can be read by a calendar, by its owner alone', async () => {
    const [mine] = (await at(0).caller.get(path, { token: at(0).token })).body.data.items;
    const get = (who: number) => at(who).caller.get(`${path}/${mine.id}/calendar`, { token: at(who).token });
    const { headers, text } = await get(0);
    expect(headers.get('content-type')).toContain('text/calendar');
    expect(text).toContain('DTSTART:20261116T010000Z\r\n');
    expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    expect(text.replaceAll('\r\n ', '')).toContain('DESCRIPTION:Тэргэнцэртэй');
    expect((await get(1)).status).toBe(404);
  });
});

describe('time that has passed', () => {
  it('completes what was booked, once', async () => {
    const job = server.app.declaredJobs.find(({ name }) => name === 'appointments.complete');
    const run = () =>
      job?.run({}, { now: new Date('2026-11-17T00:00:00Z'), log: server.app.http.log as never });
    await run();
    await run();
    const [mine] = (await at(0).caller.get(path, { token: at(0).token })).body.data.items;
    expect(mine.status).toBe('completed');
    const rows = await world.database.query(
      `select id from audit_log where action = 'gov.appointment.complete'`,
    );
    expect(rows).toHaveLength(1);
  });
});

describe('isSlot', () => {
  const hours = {
    agency: '*',
    opens: '09:00:00',
    closes: '17:00:00',
    slot_minutes: 30,
    capacity: 1,
    weekdays: [1, 2, 3, 4, 5],
    timezone: 'Asia/Ulaanbaatar',
  };
  it.each([
    ['2026-11-16T01:00:00.000Z', true],
    ['2026-11-16T08:30:00.000Z', true],
    ['2026-11-16T09:00:00.000Z', false],
    ['2026-11-16T01:00:30.000Z', false],
    // Saturday there, still Friday in UTC.
    ['2026-11-20T17:00:00.000Z', false],
  ])('%s is %s', (time, expected) => expect(isSlot(hours, new Date(time))).toBe(expected));
});
