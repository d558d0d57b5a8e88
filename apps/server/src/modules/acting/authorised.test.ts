import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import type { PersonName } from '../../../test/gov.ts';
import { fullPath } from '../../kernel/http/row.ts';
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

  it('states what the eID of that person proves, and nothing else', async () => {
    const say = (text: string) => ({ mn: text, en: text });
    const form = {
      type: 'object',
      properties: { number: { type: 'string', 'x-title': say('Number'), 'x-prefill': 'national_id' } },
      additionalProperties: false,
      'x-sections': [{ 'x-title': say('Person'), fields: ['number'] }],
    };
    const service = await stage.gov.publish({ form: form as never });
    await stage.accepted({ purposes: ['apply'], services: [service] });
    const party = await partyOf('sarnai');
    const { bold, sarnai } = stage.citizens;
    expect(party.facts.national_id).toBe(bold.national_id);
    const send = (number: string) =>
      call('sarnai', party.id, 'POST', '/gov/applications', { service_id: service, payload: { number } });
    expect((await send(sarnai.national_id)).status).toBe(422);
    expect((await send(bold.national_id)).status).toBe(201);
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

describe('every row that acts', () => {
  /** An authorisation for everything, under which each kind of record is made for the other service. */
  async function recordsOf(service: string) {
    const party = (await partyOf('sarnai')).id;
    const id = (await apply('sarnai', party, service)).body.data.application.id;
    const paper = await fetch(`${stage.gov.server.url}/api/v1/gov/applications/${id}/files?name=a.pdf`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${stage.gov.people.sarnai.token}`,
        'content-type': 'application/pdf',
        'x-acting-for': party,
      },
      body: new Uint8Array(Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\nendobj\n')),
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests read reply bodies without types
    const file = ((await paper.json()) as any).data.id;
    await call('sarnai', party, 'PUT', `/gov/drafts/${service}`, { payload: { size: 'L' } });
    const payment = (await call('sarnai', party, 'GET', '/gov/payments')).body.data.items[0].id;
    let slots: { starts_at: string }[] = [];
    for (let ahead = 3; slots.length < 2; ahead += 1) {
      const query = `date=${stage.day(ahead)}&service_id=${service}`;
      slots = (await call('sarnai', party, 'GET', `/gov/appointments/slots?${query}`)).body.data.items;
    }
    const at = (slot: number) => ({ service_id: service, scheduled_at: slots[slot]?.starts_at });
    const appointment = (await call('sarnai', party, 'POST', '/gov/appointments', at(0))).body.data.id;
    const [reference] = await stage.gov.world.database.query<{ id: string }>(
      `insert into gov_references (user_id, party_id, type, title, reference_no, check_code, issued_at, data, application_id)
       values ($1, $2, 'permit', '{"mn":"x","en":"x"}', 'REF-2026-999999', repeat('a', 16), now(),
         '{"holder":{"full_name":"x","full_name_en":"","civil_id":null},"facts":[],"sources":[]}', $3) returning id`,
      [stage.gov.people.sarnai.userId, party, id],
    );
    return { party, id, file, payment, appointment, reference: reference?.id ?? '', slot: at(1) };
  }

  it('names its service, and refuses one that the authorisation does not name', async () => {
    const [named, other] = [await stage.gov.publish(), await stage.gov.publish({ fee: 5000 })];
    for (const { id } of await stage.list('bold', 'given'))
      await stage.gov.post('bold', `/authorisations/${id}/end`);
    const all = await stage.accepted();
    const made = await recordsOf(other);
    const ids = [made.id, made.payment, made.appointment, made.reference, other];
    await stage.gov.post('bold', `/authorisations/${all}/end`);
    await stage.accepted({ services: [named] });
    stage.gov.world.clock.advance(60_000);
    const { party } = made;

    const bodies: Record<string, object> = {
      'gov.applications.apply': { service_id: other },
      'gov.applications.provide_info': { note: 'Here', payload: {} },
      'gov.applications.cancel': {},
      'gov.drafts.save': { payload: {} },
      'gov.files.add_from_space': { name: 'a.pdf' },
      'gov.drafts.files.add_from_space': { name: 'a.pdf' },
      'gov.appointments.book': made.slot,
    };
    const fill = (path: string) =>
      path
        .replace('/gov/payments/:id', `/gov/payments/${made.payment}`)
        .replace('/gov/appointments/:id', `/gov/appointments/${made.appointment}`)
        .replace('/gov/references/:id', `/gov/references/${made.reference}`)
        .replace(':service_id', other)
        .replace(':file_id', made.file)
        .replace(':id', made.id);
    const { modules } = stage.gov.server.app;
    const rows = modules.flatMap((module) => [
      ...module.rows.map((row) => ({ ...row, path: fullPath(row), methods: [row.method] })),
      ...(module.mounts ?? []),
    ]);
    const acting = rows.flatMap(({ acting: rule, id, methods, path }) =>
      rule === undefined ? [] : [{ id, rule, method: methods[0] ?? '', path }],
    );
    expect(acting.length).toBeGreaterThan(25);
    const answers: [string, string][] = [];
    for (const { id, rule, method, path } of acting) {
      const query = id === 'gov.appointments.slots' ? `?date=${stage.day(3)}&service_id=${other}` : '';
      const answer = await createCaller(stage.gov.server.url).call(method, `${fill(path)}${query}`, {
        token: stage.gov.people.sarnai.token,
        headers: { 'x-acting-for': party },
        ...(method === 'GET' || method === 'DELETE' ? {} : { body: bodies[id] ?? {} }),
      });
      if (rule.service === 'each') {
        expect([id, answer.status, ids.filter((each) => answer.text.includes(each))]).toEqual([id, 200, []]);
        continue;
      }
      answers.push([id, `${answer.status} ${answer.body.error}`]);
    }
    const wrong = answers.filter(([, said]) => said !== '403 acting_not_allowed' && said !== '404 not_found');
    expect(wrong).toEqual([]);
    // What the authorisation does name goes on working.
    expect((await apply('sarnai', party, named)).status).toBe(201);
    const hall = { scheduled_at: made.slot.scheduled_at };
    expect(refusal(await call('sarnai', party, 'POST', '/gov/appointments', hall))).toEqual(notAllowed);
    const booked = await call('sarnai', party, 'POST', '/gov/appointments', { ...hall, service_id: named });
    expect([booked.status, booked.body.error]).toEqual([201, undefined]);
    expect(idsOf(await call('sarnai', party, 'GET', '/gov/appointments'))).toEqual([booked.body.data.id]);
  });

  it('pays what the grantor owes for a named service, and sees nothing else of them', async () => {
    const fee = { fee: 7000, payment_required_before: 'review' } as const;
    const [paid, other] = [await stage.gov.publish(fee), await stage.gov.publish(fee)];
    for (const { id } of await stage.list('bold', 'given'))
      await stage.gov.post('bold', `/authorisations/${id}/end`);
    const owedFor = async (service: string) => {
      const made = await stage.gov.post('bold', '/gov/applications', { service_id: service });
      const { id } = made.body.data.application;
      const { items } = (await stage.gov.get('bold', '/gov/payments')).body.data;
      return { id, payment: items.find((each: { application_id: string }) => each.application_id === id).id };
    };
    const [due, hidden] = [await owedFor(paid), await owedFor(other)];
    await stage.accepted({ services: [paid], purposes: ['pay'] });
    const party = (await partyOf('sarnai')).id;
    const pay = (id: string) => call('sarnai', party, 'POST', `/gov/payments/${id}/pay`);
    const listed = idsOf(await call('sarnai', party, 'GET', '/gov/payments'));
    expect(listed).toContain(due.payment);
    expect(listed).not.toContain(hidden.payment);
    expect(refusal(await pay(hidden.payment))).toEqual(notAllowed);
    expect([403, 404]).toContain((await call('sarnai', party, 'GET', `/gov/applications/${due.id}`)).status);
    expect(refusal(await stage.gov.post('sarnai', `/gov/payments/${due.payment}/pay`))).toEqual([
      404,
      'not_found',
    ]);
    const begun = await pay(due.payment);
    expect([begun.status, begun.body.error]).toEqual([200, undefined]);
    for (const { id } of await stage.list('bold', 'given'))
      await stage.gov.post('bold', `/authorisations/${id}/end`);
    expect(refusal(await pay(due.payment))).toEqual(notAllowed);
  });

  it('pays under an authorisation for a named service', async () => {
    const paid = await stage.gov.publish({ fee: 7000, payment_required_before: 'review' });
    await stage.accepted({ services: [paid], purposes: ['apply', 'pay'] });
    const party = (await partyOf('sarnai')).id;
    const { id } = (await apply('sarnai', party, paid)).body.data.application;
    const owed = (await call('sarnai', party, 'GET', '/gov/payments')).body.data.items.find(
      (each: { application_id: string }) => each.application_id === id,
    );
    const begun = await call('sarnai', party, 'POST', `/gov/payments/${owed.id}/pay`);
    expect([begun.status, begun.body.error]).toEqual([200, undefined]);
  });
});
