import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signIn } from '../../../test/citizens.ts';
import { type AuthorisationStage, dayMs, openAuthorisations } from './test/stage.ts';

let stage: AuthorisationStage;

beforeAll(async () => {
  stage = await openAuthorisations();
});
afterAll(() => stage.gov.world.close());
beforeEach(async () => {
  stage.gov.world.clock.advance(60_000);
  await stage.gov.signInAgain();
  await stage.gov.world.database.query('delete from authorisations');
});

const sweep = () => stage.gov.runJob('authorisations.sweep');
const wait = async (days: number) => {
  stage.gov.world.clock.advance(days * dayMs);
  await sweep();
  await stage.gov.signInAgain();
};
const titles = async () => [(await stage.titles('bold'))[0], (await stage.titles('sarnai'))[0]];
const count = async () => [(await stage.titles('bold')).length, (await stage.titles('sarnai')).length];

describe('the time of an authorisation', () => {
  it('is told to both sides a week before its end and at its end, once', async () => {
    const id = await stage.accepted({ until: stage.day(20) });
    await stage.tell();
    const before = await count();
    await wait(12);
    expect(await count()).toEqual(before);
    await wait(2);
    expect(await titles()).toEqual([
      'An authorisation ends soon: Дорж Болд – Батбаяр Сарнай',
      'An authorisation ends soon: Дорж Болд – Батбаяр Сарнай',
    ]);
    await sweep();
    expect(await count()).toEqual(before.map((number) => number + 1));
    await wait(7);
    expect(await titles()).toEqual([
      'An authorisation has expired: Дорж Болд – Батбаяр Сарнай',
      'An authorisation has expired: Дорж Болд – Батбаяр Сарнай',
    ]);
    await sweep();
    expect(await count()).toEqual(before.map((number) => number + 2));
    const [row] = await stage.gov.world.database.query<{ state: string; at_end: boolean }>(
      'select state, ended_at = valid_until as at_end from authorisations where id = $1',
      [id],
    );
    expect(row).toEqual({ state: 'expired', at_end: true });
    // An accepted one stays as evidence.
    await wait(100);
    expect((await stage.gov.get('bold', `/authorisations/${id}/signature/evidence`)).status).toBe(200);
  });

  it('is not announced right after acceptance, when it is short', async () => {
    await stage.accepted({ until: stage.day(3) });
    await stage.tell();
    const before = await count();
    await sweep();
    expect(await count()).toEqual(before);
  });

  it('ends an offer that nobody answered, and forgets it after 90 days', async () => {
    const { id } = (await stage.give('bold', stage.wish({ until: stage.day(200) }))).body.data;
    await stage.tell();
    await wait(30);
    expect((await titles())[0]).toBe('Your authorisation was not answered: Батбаяр Сарнай');
    expect((await stage.gov.get('bold', `/authorisations/${id}`)).body.data.state).toBe('expired');
    await wait(89);
    expect((await stage.gov.get('bold', `/authorisations/${id}`)).status).toBe(200);
    await wait(2);
    expect((await stage.gov.get('bold', `/authorisations/${id}`)).status).toBe(404);
  });

  it('tells a receiver after their first sign-in', async () => {
    const newcomer = await stage.phone.citizen(/^ordinary/, 4);
    await stage.give('bold', stage.wish({ register_number: newcomer.national_id, name: 'Мөнхбат' }));
    await stage.tell();
    const person = await signIn(stage.gov.server, stage.phone, newcomer);
    const read = async () =>
      (await person.caller.get('/api/v1/gov/notifications', { token: person.token })).body.data.items;
    const before = (await read()).length;
    await sweep();
    await sweep();
    const after = await read();
    expect(after).toHaveLength(before + 1);
    expect(after[0].title).toBe('Дорж Болд offers you an authorisation');
  });
});

describe('the erasure of a person', () => {
  it('ends what they gave and what they accepted, and tells the other side', async () => {
    const given = await stage.accepted();
    const own = { register_number: stage.citizens.bold.national_id, name: 'Болд' };
    const received = (await stage.give('sarnai', stage.wish(own))).body.data.id;
    await stage.gov.post('bold', `/authorisations/${received}/accept`);
    await stage.tell();
    const { database } = stage.gov.world;
    await database.query('update users set role_id = 2 where id = $1', [stage.gov.people.officer.userId]);
    await stage.gov.signInAgain();
    const { id } = (await stage.gov.post('bold', '/me/erasure', { reason: '' })).body.data.request;
    const path = `/admin/erasure-requests/${id}/decide`;
    const decided = await stage.gov.post('officer', path, { decision: 'erase', answer: 'Granted' });
    expect(decided.status).toBe(200);
    expect(await stage.held('sarnai')).toEqual([]);
    const states = await database.query<{ id: string; state: string }>(
      'select id, state from authorisations',
    );
    expect(new Map(states.map((row) => [row.id, row.state]))).toEqual(
      new Map([
        [given, 'revoked'],
        [received, 'given_up'],
      ]),
    );
    await stage.tell();
    expect((await stage.titles('sarnai')).slice(0, 2).sort()).toEqual([
      'Болд gave your authorisation up',
      'Дорж Болд ended your authorisation',
    ]);
  });
});
