import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { createPhone, type SignedIn, signIn } from '../../../test/citizens.ts';
import { openCrowd } from '../../../test/crowd.ts';
import { createClock, openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';
import { isSlot } from './booking.ts';
import { appointments } from './index.ts';

const serviceId = '00000000-0000-4000-8000-00000000b001';
const archiveId = '00000000-0000-4000-8000-00000000b003';
const registration = '00000000-0000-4000-8000-00000000a001';
const archive = '00000000-0000-4000-8000-00000000a003';
const everybody = ['person', 'organisation', 'child'];
const services = new Map([
  [
    serviceId,
    {
      name: 'Иргэний үнэмлэх',
      name_en: 'Identity card',
      authority_id: registration,
      agency: 'Улсын бүртгэл',
      agency_en: 'State registration',
      applicants: everybody,
    },
  ],
  [
    archiveId,
    {
      name: 'Архивын лавлагаа',
      name_en: '',
      authority_id: archive,
      agency: 'Архив',
      agency_en: '',
      applicants: everybody,
    },
  ],
]);
let world: TestWorld;
let server: TestServer;
let people: SignedIn[];

beforeAll(async () => {
  // A Sunday, so that the next day is a working day.
  world = await openWorld({ clock: createClock(new Date('2026-11-15T04:00:00Z')) });
  server = await world.startServer({
    extraModules: ({ database, outbox, now }) => [
      appointments({
        database,
        outbox,
        now,
        serviceById: async (_db, id) => services.get(id),
        collectionOf: async () => undefined,
        requireApplicant: () => undefined,
        applicantErrors: [],
      }),
    ],
  });
  await world.database.query(
    `insert into authorities (id, name, name_en)
     values ($1, 'Улсын бүртгэл', 'State registration'), ($2, 'Архив', '')`,
    [registration, archive],
  );
  const phone = createPhone(world.sandbox);
  people = [];
  for (const skip of [0, 1, 2])
    people.push(await signIn(server, phone, await phone.citizen(/^ordinary/, skip)));
});
afterAll(() => world.close());

const path = '/api/v1/gov/appointments';
const monday = '2026-11-16';
const tuesday = '2026-11-17';
/** 09:00 in Ulaanbaatar. */
const nine = `${monday}T01:00:00.000Z`;
const at = (who: number) => people[who] as SignedIn;
const book = (who: number, body: object) =>
  createCaller(server.url).post(path, body, { token: at(who).token });
const slots = async (query: string) =>
  (await at(0).caller.get(`${path}/slots?${query}`, { token: at(0).token })).body.data;
const cancel = (who: number, id: string) =>
  createCaller(server.url).post(`${path}/${id}/cancel`, {}, { token: at(who).token });

describe('slots', () => {
  it('follow the agency’s time zone and show the places left', async () => {
    const { items, total } = await slots(`date=${monday}&service_id=${serviceId}`);
    expect(total).toBe(16);
    expect(items[0]).toEqual({ starts_at: nine, minutes: 30, free: 2 });
    expect(items.at(-1).starts_at).toBe(`${monday}T08:30:00.000Z`);
  });

  it('are empty on a day off and in the past', async () => {
    expect(await slots('date=2026-11-15')).toEqual({ items: [], total: 0 });
    expect(await slots('date=2026-11-13')).toEqual({ items: [], total: 0 });
    expect(await slots('date=0000-01-03')).toEqual({ items: [], total: 0 });
    // More than a year ahead.
    expect(await slots('date=2028-01-03')).toEqual({ items: [], total: 0 });
  });

  it('reject a date that does not exist and an unknown service', async () => {
    const ask = (query: string) => at(0).caller.get(`${path}/slots?${query}`, { token: at(0).token });
    expect((await ask('date=2026-99-99')).status).toBe(400);
    // JavaScript Date reads it as a Monday; the database rejects it.
    expect((await ask('date=2027-02-29')).body.error).toBe('bad_request');
    expect((await ask(`date=${monday}&service_id=00000000-0000-4000-8000-00000000b002`)).status).toBe(404);
  });
});

describe('booking', () => {
  it('takes a place, notifies the person and fills in the agency', async () => {
    const answer = await book(0, { scheduled_at: nine, service_id: serviceId, note: 'Тэргэнцэртэй' });
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({
      status: 'booked',
      agency: 'State registration',
      service_name: 'Identity card',
      scheduled_at: nine,
    });
    const inMongolian = { token: at(0).token, headers: { 'accept-language': 'mn' } };
    expect((await createCaller(server.url).get(path, inMongolian)).body.data.items[0]).toMatchObject({
      agency: 'Улсын бүртгэл',
      service_name: 'Иргэний үнэмлэх',
    });
    const news = await createCaller(server.url).get('/api/v1/gov/notifications', inMongolian);
    expect(news.body.data.items[0]).toMatchObject({
      title: 'Цаг захиалагдлаа',
      body: 'Улсын бүртгэл: 2026 оны 11-р сарын 16, 09:00',
    });
    expect((await slots(`date=${monday}&service_id=${serviceId}`)).items[0].free).toBe(1);
    const twice = await book(0, { scheduled_at: nine, service_id: serviceId });
    expect([twice.status, twice.body.error]).toEqual([409, 'already_booked']);
  });

  it.each([
    ['the past', { scheduled_at: '2026-11-14T01:00:00Z' }, 'bad_request'],
    ['more than a year ahead', { scheduled_at: '2028-01-03T01:00:00Z' }, 'bad_request'],
    ['a value that is no time', { scheduled_at: 'tomorrow' }, 'bad_request'],
    ['a day that does not exist', { scheduled_at: '2026-11-31T25:00:00Z' }, 'bad_request'],
    ['a time without a zone', { scheduled_at: `${monday}T01:00:00` }, 'bad_request'],
    ['an odd minute', { scheduled_at: `${monday}T01:07:00Z` }, 'not_a_slot'],
    ['the night', { scheduled_at: `${monday}T15:00:00Z` }, 'not_a_slot'],
    ['a day off', { scheduled_at: '2026-11-21T01:00:00Z' }, 'not_a_slot'],
  ])('rejects %s', async (_name, body, error) => {
    const answer = await book(1, { ...body, service_id: serviceId });
    expect([answer.status, answer.body.error]).toEqual([400, error]);
  });

  it('rejects text that cannot be stored', async () => {
    for (const extra of [{ note: 'a\u0000b' }, { location: '\ud800' }])
      expect((await book(1, { scheduled_at: nine, service_id: serviceId, ...extra })).status).toBe(422);
  });

  it('rejects overlapping appointments, also with agencies of other slot lengths', async () => {
    await world.database.query(
      `insert into agency_hours (authority_id, opens, closes, slot_minutes, capacity, weekdays, timezone)
       values ($1, '09:00', '17:00', 60, 5, '{1,2,3,4,5}', 'Asia/Ulaanbaatar')`,
      [archive],
    );
    const at15 = `${monday}T07:00:00.000Z`;
    const at1530 = `${monday}T07:30:00.000Z`;
    const hour = (await book(1, { scheduled_at: at15, service_id: archiveId })).body.data;
    expect(hour.minutes).toBe(60);
    expect((await book(1, { scheduled_at: at1530, service_id: serviceId })).body.error).toBe(
      'already_booked',
    );
    expect((await cancel(1, hour.id)).status).toBe(200);
    const half = await book(1, { scheduled_at: at1530, service_id: serviceId });
    expect(half.status).toBe(201);
    expect((await book(1, { scheduled_at: at15, service_id: archiveId })).body.error).toBe('already_booked');
    expect((await book(1, { scheduled_at: `${monday}T08:00:00Z`, service_id: archiveId })).status).toBe(201);
  });

  it('rejects overlapping appointments under concurrent requests', async () => {
    const at1130 = { scheduled_at: `${tuesday}T03:30:00.000Z`, service_id: serviceId };
    const at11 = { scheduled_at: `${tuesday}T03:00:00.000Z`, service_id: archiveId };
    for (let times = 0; times < 5; times += 1) {
      const answers = await Promise.all([book(2, at1130), book(2, at11)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
      const won = answers.find(({ status }) => status === 201);
      expect((await cancel(2, won?.body.data.id)).status).toBe(200);
    }
  });

  it('limits how many places of an agency one person can book', async () => {
    const [token = ''] = await openCrowd(world, server, 1);
    const slotsOf = async (day: string) =>
      (await slots(`date=${day}&service_id=${serviceId}`)).items as { starts_at: string }[];
    const times = [...(await slotsOf('2026-11-18')), ...(await slotsOf('2026-11-19'))].slice(0, 21);
    const statuses: number[] = [];
    for (const { starts_at } of times)
      statuses.push(
        (
          await createCaller(server.url).post(
            path,
            { scheduled_at: starts_at, service_id: serviceId },
            { token, headers: { 'x-forwarded-for': `10.1.0.${statuses.length + 1}` } },
          )
        ).status,
      );
    expect(statuses).toEqual([...Array<number>(20).fill(201), 409]);
  });

  it('gives the last place to one of fifty concurrent requests', async () => {
    const ten = `${monday}T02:00:00.000Z`;
    await world.database.query(
      `insert into appointment_slots (authority_id, starts_at, capacity, taken) values ($2, $1, 2, 1)`,
      [ten, registration],
    );
    const crowd = await openCrowd(world, server, 50);
    const answers = await Promise.all(
      crowd.map((token, n) =>
        createCaller(server.url).post(
          path,
          { scheduled_at: ten, service_id: serviceId },
          { token, headers: { 'x-forwarded-for': `10.2.0.${n + 1}` } },
        ),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.error === 'slot_taken')).toHaveLength(49);
    const [slot] = await world.database.query<{ taken: number }>(
      'select taken from appointment_slots where starts_at = $1',
      [ten],
    );
    expect(slot?.taken).toBe(2);
  });

  it('frees a cancelled place once, and only for its owner', async () => {
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
  it('is valid iCalendar, readable only by its owner', async () => {
    const [mine] = (await at(0).caller.get(path, { token: at(0).token })).body.data.items;
    const get = (who: number) => at(who).caller.get(`${path}/${mine.id}/calendar`, { token: at(who).token });
    const { headers, text } = await get(0);
    expect(headers.get('content-type')).toContain('text/calendar');
    expect(text).toContain('DTSTART;TZID=Asia/Ulaanbaatar:20261116T090000\r\n');
    expect(text).toContain('BEGIN:VTIMEZONE\r\nTZID:Asia/Ulaanbaatar\r\n');
    expect(text).toContain('TZOFFSETTO:+0800\r\n');
    expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    expect(text.replaceAll('\r\n ', '')).toContain('DESCRIPTION:Тэргэнцэртэй');
    expect((await get(1)).status).toBe(404);
  });

  it('escapes line breaks in notes, and marks a cancelled appointment as cancelled', async () => {
    const note = 'нэг, хоёр; гурав\\\rBEGIN:VALARM\r\nдөрөв\u2028тав 👨‍👩‍👧';
    const place = { scheduled_at: `${monday}T05:00:00Z`, service_id: serviceId };
    expect((await book(0, { ...place, note: 'хонх\u0007' })).status).toBe(422);
    const { id } = (await book(0, { ...place, note })).body.data;
    const get = () => at(0).caller.get(`${path}/${id}/calendar`, { token: at(0).token });
    const { headers, text } = await get();
    expect(headers.get('content-type')).toContain('method=PUBLISH');
    expect(headers.get('cache-control')).toContain('no-store');
    expect(text.replaceAll('\r\n ', '')).toContain(
      'DESCRIPTION:нэг\\, хоёр\\; гурав\\\\\\nBEGIN:VALARM\\nдөрөв\\nтав 👨‍👩‍👧\r\n',
    );
    expect(text.split(/[\r\n\u2028]+/)).not.toContain('BEGIN:VALARM');
    expect(text).toContain('SEQUENCE:0\r\n');
    await cancel(0, id);
    const gone = (await get()).text;
    expect(gone).toContain('STATUS:CANCELLED\r\n');
    expect(gone).toContain('SEQUENCE:1\r\n');
  });
});

describe('past appointments', () => {
  it('are completed once', async () => {
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
    // Saturday in Ulaanbaatar, still Friday in UTC.
    ['2026-11-20T17:00:00.000Z', false],
  ])('%s is %s', (time, expected) => expect(isSlot(hours, new Date(time))).toBe(expected));
});
