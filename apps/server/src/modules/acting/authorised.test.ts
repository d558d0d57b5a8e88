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
beforeEach(() => stage.gov.world.clock.advance(60_000));

const call = (who: PersonName, party: string, method: string, path: string, body?: object) =>
  createCaller(stage.gov.server.url).call(method, `/api/v1${path}`, {
    token: stage.gov.people[who].token,
    headers: { 'x-acting-for': party },
    ...(body === undefined ? {} : { body }),
  });
const apply = (who: PersonName, party: string, service: string) =>
  call(who, party, 'POST', '/gov/applications', { service_id: service });
const partyOf = async (who: PersonName) =>
  (await stage.gov.get(who, '/acting/parties')).body.data.items.find(
    ({ right }: { right: string }) => right === 'authorisation',
  );
const idsOf = ({ body }: Awaited<ReturnType<typeof call>>) =>
  body.data.items.map(({ id }: { id: string }) => id);
const refusal = ({ status, body }: Awaited<ReturnType<typeof call>>) => [status, body.error];
const notAllowed = [403, 'acting_not_allowed'];

describe('a person who was authorised by another', () => {
  it('applies in their name only what the authorisation names, until it is revoked', async () => {
    const [named, other] = [await stage.gov.publish(), await stage.gov.publish()];
    const id = await stage.accepted({ purposes: ['apply'], services: [named] });
    const party = await partyOf('sarnai');
    expect(party).toMatchObject({ kind: 'person', right: 'authorisation', purposes: ['view', 'apply'] });

    const made = await apply('sarnai', party.id, named);
    expect(made.status).toBe(201);
    const { application } = made.body.data;
    expect(application.on_behalf_of).toMatchObject({ party_id: party.id, kind: 'person' });
    // The grantor sees what was done in their name; the holder only while they act.
    expect(idsOf(await stage.gov.get('bold', '/gov/applications'))).toContain(application.id);
    expect(idsOf(await stage.gov.get('sarnai', '/gov/applications'))).not.toContain(application.id);
    expect(refusal(await apply('sarnai', party.id, other))).toEqual(notAllowed);
    expect(refusal(await call('sarnai', party.id, 'PUT', `/gov/drafts/${other}`, { payload: {} }))).toEqual(
      notAllowed,
    );
    expect(refusal(await call('sarnai', party.id, 'POST', '/gov/appointments', {}))).toEqual(notAllowed);
    expect(refusal(await apply('other', party.id, named))).toEqual(notAllowed);

    await stage.gov.post('bold', `/authorisations/${id}/end`);
    expect(refusal(await apply('sarnai', party.id, named))).toEqual(notAllowed);
    expect(refusal(await call('sarnai', party.id, 'GET', `/gov/applications/${application.id}`))).toEqual(
      notAllowed,
    );
  });

  it('does not see what another holder did for the same person, nor the records of that person', async () => {
    const service = await stage.gov.publish();
    const own = (await stage.gov.apply('bold', service)).body.data.application.id;
    await stage.accepted({ purposes: ['apply'] });
    const { national_id, given_name, surname } = stage.citizens.other;
    const second = await stage.give(
      'bold',
      stage.wish({ register_number: national_id, name: `${surname} ${given_name}`, purposes: ['apply'] }),
    );
    await stage.gov.post('other', `/authorisations/${second.body.data.id}/accept`);
    const party = (await partyOf('sarnai')).id;
    expect((await partyOf('other')).id).toBe(party);

    const saved = await call('sarnai', party, 'PUT', `/gov/drafts/${service}`, { payload: { size: 'L' } });
    expect(saved.status).toBe(200);
    expect((await call('other', party, 'GET', `/gov/drafts/${service}`)).status).toBe(404);
    expect(
      (await call('other', party, 'PUT', `/gov/drafts/${service}`, { payload: { size: 'M' } })).status,
    ).toBe(200);
    const first = (await apply('sarnai', party, service)).body.data.application.id;
    const list = idsOf(await call('other', party, 'GET', '/gov/applications'));
    expect(list).not.toContain(first);
    expect(list).not.toContain(own);
    for (const path of ['', '/timeline', '/files'])
      expect((await call('other', party, 'GET', `/gov/applications/${first}${path}`)).status).toBe(404);
    expect((await call('other', party, 'GET', `/gov/drafts/${service}`)).body.data.payload).toEqual({
      size: 'M',
    });
    expect(idsOf(await call('sarnai', party, 'GET', '/gov/applications'))).toContain(first);
  });
});
