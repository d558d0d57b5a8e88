import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import type { PersonName } from '../../../test/gov.ts';
import { type AuthorisationStage, openAuthorisations } from '../authorisations/test/stage.ts';

let stage: AuthorisationStage;
beforeAll(async () => {
  stage = await openAuthorisations();
});
afterAll(() => stage.gov.world.close());
// Each test starts with a full allowance.
beforeEach(() => stage.gov.world.clock.advance(61_000));

const call = (who: PersonName, party: string, method: string, path: string, body: object = {}) =>
  createCaller(stage.gov.server.url).call(method, `/api/v1${path}`, {
    token: stage.gov.people[who].token,
    headers: { 'x-acting-for': party },
    ...(method === 'GET' ? {} : { body }),
  });
async function apply(who: PersonName, party: string, service: string) {
  const made = await call(who, party, 'POST', '/gov/applications', { service_id: service });
  expect([made.status, made.body.error]).toEqual([201, undefined]);
  return made.body.data.application as { id: string; reference_no: string };
}
const partyOf = async (who: PersonName, right: string) =>
  (await stage.gov.get(who, '/acting/parties')).body.data.items.find(
    (each: { right: string }) => each.right === right,
  )?.id as string;
const control = (path: string, body: object) =>
  fetch(`${stage.gov.world.sandbox.url}/control/${path}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
/** What a person reads, and what their copy of the data and their letters are made of. */
async function read(who: PersonName, words: string): Promise<string[]> {
  await stage.gov.runQueued('acting.tell');
  const rows = await stage.gov.world.database.query<{ body: { en: string } }>(
    'select body from notifications where user_id = $1 order by seq',
    [stage.gov.people[who].userId],
  );
  const found = rows.map(({ body }) => body.en).filter((body) => body.includes(words));
  const shown = (await stage.gov.notifications(who)).filter(({ body }) => body.includes(words));
  expect(shown).toHaveLength(found.length);
  return found;
}
const at = (id: string) => `/gov/officer/queue/${id}`;
async function decide(id: string) {
  await stage.gov.post('officer', `${at(id)}/assign`);
  const asked = await stage.gov.post('officer', `${at(id)}/request-info`, { note: 'How much is the debt?' });
  expect(asked.status).toBe(200);
  const decided = await stage.gov.post('officer', `${at(id)}/decide`, {
    approve: false,
    note: 'The debt is old',
  });
  expect([decided.status, decided.body.error]).toEqual([200, undefined]);
}

describe('news about a case of a person', () => {
  it('reaches the person, and who filed it only while they are authorised', async () => {
    const service = await stage.gov.publish();
    const id = await stage.accepted({ services: [service] });
    const party = await partyOf('sarnai', 'authorisation');
    const open = async () =>
      (await stage.gov.get('bold', '/gov/overview')).body.data.open_applications as number;
    const before = await open();
    const made = await apply('sarnai', party, service);
    expect(await open()).toBe(before + 1);
    expect(await read('bold', made.reference_no)).toEqual([
      expect.stringContaining('Batbayar Sarnai applied in your name.'),
    ]);
    expect(await read('sarnai', made.reference_no)).toEqual([expect.stringContaining('(Dorj Bold)')]);
    await stage.gov.post('bold', `/authorisations/${id}/end`);
    await decide(made.id);
    expect(await read('bold', made.reference_no)).toEqual([
      expect.anything(),
      expect.stringContaining('How much is the debt?'),
      expect.stringContaining('The debt is old'),
    ]);
    expect(await read('sarnai', 'debt')).toEqual([]);
    const looked = async (who: PersonName) =>
      (await stage.gov.get(who, '/users/me/access-log')).text.includes(made.reference_no);
    await stage.gov.get('officer', at(made.id));
    expect([await looked('bold'), await looked('sarnai')]).toEqual([true, false]);
    expect(await read('sarnai', made.reference_no)).toHaveLength(1);
  });

  it('tells what was booked, cancelled, answered and withdrawn in their name, and by whom', async () => {
    const service = await stage.gov.publish();
    const id = await stage.accepted({ services: [service] });
    const party = await partyOf('sarnai', 'authorisation');
    let slot: string | undefined;
    for (let ahead = 3; slot === undefined; ahead += 1) {
      const query = `date=${stage.day(ahead)}&service_id=${service}`;
      const free = await call('sarnai', party, 'GET', `/gov/appointments/slots?${query}`);
      slot = free.body.data.items[0]?.starts_at;
    }
    const visit = { service_id: service, scheduled_at: slot };
    const booked = await call('sarnai', party, 'POST', '/gov/appointments', visit);
    expect(booked.status).toBe(201);
    expect(await read('bold', 'booked the appointment in your name')).toHaveLength(1);
    await call('sarnai', party, 'POST', `/gov/appointments/${booked.body.data.id}/cancel`);
    expect(await read('bold', 'cancelled the appointment in your name')).toHaveLength(1);
    const made = await apply('sarnai', party, service);
    await stage.gov.post('officer', `${at(made.id)}/assign`);
    await stage.gov.post('officer', `${at(made.id)}/request-info`, { note: 'Which one?' });
    const answered = await call('sarnai', party, 'POST', `/gov/applications/${made.id}/provide-info`, {
      note: 'This one',
    });
    expect([answered.status, answered.body.error]).toEqual([200, undefined]);
    expect(await read('bold', 'answered in your name')).toHaveLength(1);
    await call('sarnai', party, 'POST', `/gov/applications/${made.id}/cancel`);
    expect(await read('bold', 'withdrew the application in your name')).toHaveLength(1);
    expect(await read('sarnai', 'withdrew')).toEqual([]);
    await stage.gov.post('bold', `/authorisations/${id}/end`);
  });

  it('tells of a payment who may pay', async () => {
    const service = await stage.gov.publish({ fee: 5000, payment_required_before: 'review' });
    const id = await stage.accepted({ purposes: ['apply'], services: [service] });
    const made = await apply('sarnai', await partyOf('sarnai', 'authorisation'), service);
    const owed = (await stage.gov.get('bold', '/gov/payments')).body.data.items.find(
      (each: { application_id: string }) => each.application_id === made.id,
    );
    const begun = await stage.gov.post('bold', `/gov/payments/${owed.id}/pay`);
    await fetch(begun.body.data.checkout_url, { method: 'POST', redirect: 'manual' });
    await stage.gov.post('bold', `/gov/payments/${owed.id}/pay`);
    expect(await read('bold', '5000 MNT was received. Batbayar Sarnai applied in your name.')).toHaveLength(
      1,
    );
    expect(await read('sarnai', 'MNT')).toEqual([]);
    await stage.gov.post('bold', `/authorisations/${id}/end`);
  });

  it('does not reach a holder whose authorisation is for other services', async () => {
    const [first, second] = [await stage.gov.publish(), await stage.gov.publish()];
    const id = await stage.accepted({ services: [first] });
    const made = await apply('sarnai', await partyOf('sarnai', 'authorisation'), first);
    await stage.accepted({ services: [second] });
    await stage.gov.post('bold', `/authorisations/${id}/end`);
    await stage.gov.runQueued('acting.tell');
    await decide(made.id);
    expect(await read('sarnai', made.reference_no)).toEqual([]);
    expect(await read('bold', made.reference_no)).toHaveLength(3);
  });
});

describe('news about a child', () => {
  it('reaches the parents whom the register names when it is sent', async () => {
    const service = await stage.gov.publish();
    const party = await partyOf('bold', 'parent');
    expect(await partyOf('sarnai', 'parent')).toBe(party);
    const made = await apply('bold', party, service);
    expect(await read('bold', made.reference_no)).toHaveLength(1);
    expect(await read('sarnai', made.reference_no)).toEqual([
      expect.stringContaining('Dorj Bold applied in the name of Bold Temuulen.'),
    ]);
    const alone = [stage.citizens.sarnai.national_id];
    expect((await control('children/101518051417/parents', { national_ids: alone })).status).toBe(200);
    await decide(made.id);
    expect(await read('bold', made.reference_no)).toHaveLength(1);
    expect(await read('sarnai', made.reference_no)).toHaveLength(3);
  });
});

describe('news about an organisation', () => {
  it('does not reach a representative whom the register named a moment ago', async () => {
    const { gov, citizens } = stage;
    const number = '6000011';
    expect((await gov.post('bold', '/org', { reg_no: number, name: 'Болд Трейд' })).status).toBe(201);
    expect((await gov.post('bold', '/org/take-over', { reg_no: number })).status).toBe(200);
    const service = await gov.publish();
    const party = await partyOf('bold', 'owner');
    const made = await apply('bold', party, service);
    expect(await read('bold', made.reference_no)).toHaveLength(1);
    await control(`companies/${number}/leader`, { national_id: citizens.sarnai.national_id });
    await decide(made.id);
    expect(await read('bold', made.reference_no)).toHaveLength(1);

    expect((await gov.post('sarnai', '/org/take-over', { reg_no: number })).status).toBe(200);
    const second = await apply('sarnai', party, service);
    await control(`companies/${number}/leader`, { national_id: citizens.bold.national_id });
    expect((await gov.post('bold', '/org/take-over', { reg_no: number })).status).toBe(200);
    await decide(second.id);
    expect(await read('sarnai', second.reference_no)).toEqual([]);
    expect(await read('bold', second.reference_no)).toHaveLength(3);
  });
});
