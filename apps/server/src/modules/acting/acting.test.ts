import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { COMPANIES } from '../../../../sandbox/src/state-registry/index.ts';
import { createCaller } from '../../../test/caller.ts';
import { createPhone, signIn } from '../../../test/citizens.ts';
import { type GovStage, openGov, type PersonName } from '../../../test/gov.ts';

let stage: GovStage;
let organisation: { id: string; party: string };

beforeAll(async () => {
  stage = await openGov();
  organisation = await found('bold');
});
afterAll(() => stage.world.close());
// Each test starts with a full allowance.
beforeEach(() => stage.world.clock.advance(60_000));

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\nendobj\n');

/** An organisation of the sandbox's registry, whose director has proven it. */
async function found(owner: 'bold' | 'sarnai'): Promise<{ id: string; party: string }> {
  const reg_no = { bold: '6000011', sarnai: '6000029' }[owner];
  await stage.post(owner, '/org', { reg_no, name: 'Байгууллага' });
  const made = await stage.post(owner, '/org/take-over', { reg_no });
  expect(made.body.data).toMatchObject({ named: true, blocked: null });
  const { id } = made.body.data;
  const [party] = await stage.world.database.query<{ id: string }>(
    'select id from acting_parties where organisation_id = $1',
    [id],
  );
  return { id, party: party?.id ?? '' };
}
const join = (who: PersonName, role: string, { id } = organisation) =>
  stage.world.database.query(
    `insert into organisation_members (org_id, user_id, role, created_at, appointed_by, appointed_at)
     values ($1, $2, $3, now(), $4, case when $4::uuid is not null then now() end)
     on conflict (org_id, user_id) do update set role = excluded.role, appointed_by = excluded.appointed_by,
       appointed_at = excluded.appointed_at`,
    [id, stage.people[who].userId, role, role === 'member' ? null : stage.people.bold.userId],
  );
const leave = (who: PersonName, { id } = organisation) =>
  stage.world.database.query('delete from organisation_members where org_id = $1 and user_id = $2', [
    id,
    stage.people[who].userId,
  ]);

const call = (
  who: PersonName,
  method: string,
  path: string,
  {
    party = organisation.party,
    body,
    headers = {},
  }: { party?: string; body?: object; headers?: object } = {},
) =>
  createCaller(stage.server.url).call(method, `/api/v1${path}`, {
    token: stage.people[who].token,
    headers: { 'x-acting-for': party, ...headers },
    ...(body === undefined ? {} : { body }),
  });
const apply = (who: PersonName, service: string, options = {}) =>
  call(who, 'POST', '/gov/applications', { body: { service_id: service }, ...options });
const upload = async (who: PersonName, path: string, headers: Record<string, string>) => {
  const answer = await fetch(`${stage.server.url}/api/v1${path}?name=charter.pdf`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${stage.people[who].token}`,
      'content-type': 'application/pdf',
      ...headers,
    },
    body: new Uint8Array(pdf),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read reply bodies without types
  return { status: answer.status, data: ((await answer.json()) as any).data };
};
const organisationsOf = async (who: PersonName) =>
  (await stage.get(who, '/acting/parties')).body.data.items.filter(
    ({ kind }: { kind: string }) => kind === 'organisation',
  );
const refusal = ({ status, body }: Awaited<ReturnType<typeof call>>) => [status, body.error];
const notAllowed = [403, 'acting_not_allowed'];

describe('whom a person may act for', () => {
  it('is an organisation that the register names them for or appointed them to, and nobody else', async () => {
    await join('sarnai', 'member');
    expect((await stage.get('bold', '/acting/parties')).body.data).toMatchObject({
      items: [
        {
          id: organisation.party,
          kind: 'organisation',
          name: 'Болд Трейд',
          name_en: 'Bold Trade',
          number: expect.any(String),
          right: 'owner',
          purposes: ['view', 'apply', 'pay', 'book', 'sign'],
          until: null,
        },
        { kind: 'child' },
      ],
      total: 2,
      incomplete: false,
    });
    expect(await organisationsOf('sarnai')).toEqual([]);
    const chosen = { name_latin: 'General Department of Taxation' };
    const { token } = stage.people.bold;
    const set = await createCaller(stage.server.url).put('/api/v1/me/org-name-latin/6000011', chosen, {
      token,
    });
    expect(set.status).toBe(200);
    for (const path of ['/users/me/eid/organizations', '/org/take-over'])
      expect((await stage.post('bold', path, { reg_no: '6000011' })).status).toBeLessThan(300);
    expect(await organisationsOf('bold')).toMatchObject([{ name: 'Болд Трейд', name_en: 'Bold Trade' }]);
    expect((await createCaller(stage.server.url).get('/api/v1/acting/parties')).status).toBe(401);
  });
});

describe('an application for an organisation', () => {
  it('belongs to the organisation, names the person who sent it, and is no application of that person', async () => {
    const service = await stage.publish();
    const made = await apply('bold', service);
    expect(made.status).toBe(201);
    const { id, on_behalf_of } = made.body.data.application;
    const [self] = await stage.world.database.query<{ name: string }>(
      `select concat_ws(' ', last_name_en, first_name_en) as name from users where id = $1`,
      [stage.people.bold.userId],
    );
    expect(on_behalf_of).toEqual({
      party_id: organisation.party,
      kind: 'organisation',
      name: 'Bold Trade',
      filed_by: self?.name,
    });
    expect(await stage.row(id)).toMatchObject({
      user_id: stage.people.bold.userId,
      party_id: organisation.party,
      applicant: { full_name: 'Болд Трейд', civil_id: null },
    });
    const opened = await stage.get('officer', `/gov/officer/queue/${id}`);
    expect(opened.body.data).toMatchObject({ register: '6000011', collection: null });
    expect((await stage.get('bold', `/gov/applications/${id}`)).status).toBe(404);
    const ids = (answer: Awaited<ReturnType<typeof call>>) =>
      answer.body.data.items.map((each: { id: string }) => each.id);
    expect(ids(await stage.get('bold', '/gov/applications'))).not.toContain(id);
    expect(ids(await call('bold', 'GET', '/gov/applications'))).toEqual([id]);
    const own = (await stage.apply('bold', service)).body.data.application;
    expect(own).not.toHaveProperty('on_behalf_of');
    expect((await call('bold', 'GET', `/gov/applications/${own.id}`)).status).toBe(404);
    const [event] = await stage.world.database.query<{ metadata: object }>(
      `select metadata from audit_log where action = 'gov.application.create' and target = $1`,
      [id],
    );
    expect(event?.metadata).toMatchObject({ acting_for: organisation.party });
  });

  it('is shared by all who may act for the organisation: answers, papers, record, withdrawal', async () => {
    await join('sarnai', 'admin');
    const service = await stage.publish();
    const draft = `/gov/drafts/${service}`;
    const saved = await call('bold', 'PUT', draft, { body: { payload: { size: 'L' } } });
    expect(saved.status).toBe(200);
    const paper = await upload('bold', `${draft}/files`, { 'x-acting-for': organisation.party });
    expect(paper.status).toBe(201);
    expect((await stage.get('sarnai', draft)).status).toBe(404);
    expect((await call('sarnai', 'GET', draft)).body.data).toMatchObject({
      payload: { size: 'L' },
      files: [{ id: paper.data.id }],
    });
    const { id } = (await apply('sarnai', service)).body.data.application;
    const at = `/gov/applications/${id}`;
    const read = (path: string, headers: Record<string, string>) =>
      fetch(`${stage.server.url}/api/v1${path}`, {
        headers: { authorization: `Bearer ${stage.people.bold.token}`, ...headers },
      });
    const acting = { 'x-acting-for': organisation.party };
    const file = `${at}/files/${paper.data.id}`;
    expect([(await read(file, acting)).status, (await read(file, {})).status]).toEqual([200, 404]);
    const record = `${at}/record/document`;
    expect([(await read(record, acting)).status, (await read(record, {})).status]).toEqual([200, 404]);
    const listed = (await call('sarnai', 'GET', `${at}/files`)).body.data.items;
    expect(listed[0].uploaded_by).toMatch(/\S/);
    expect(await refusalOf('DELETE', file)).toEqual([200, undefined]);
    expect(await refusalOf('POST', `${at}/cancel`)).toEqual([200, undefined]);
    const events = (await call('sarnai', 'GET', `${at}/timeline`)).body.data.items;
    expect(events.map(({ type }: { type: string }) => type)).toEqual(['created', 'cancelled']);
    expect(events[0].actor_name).not.toBe(events[1].actor_name);
    expect(events[1].actor_name).not.toBe('');
    await leave('sarnai');
  });
  const refusalOf = async (method: string, path: string) => refusal(await call('bold', method, path));

  it('is decided by an officer who sees both names, and the certificate names both', async () => {
    const service = await stage.publish({ output_ref_type: 'permit' });
    const { id } = (await apply('bold', service)).body.data.application;
    const opened = await stage.get('officer', `/gov/officer/queue/${id}`);
    expect(opened.body.data.application).toMatchObject({
      applicant: { full_name: 'Болд Трейд', civil_id: null },
      on_behalf_of: { name: 'Bold Trade', filed_by: expect.stringMatching(/\S/) },
    });
    await stage.post('officer', `/gov/officer/queue/${id}/assign`);
    const decided = await stage.post('officer', `/gov/officer/queue/${id}/decide`, { approve: true });
    expect([decided.status, decided.body.error]).toEqual([200, undefined]);
    const held = (await call('bold', 'GET', '/gov/references')).body.data.items;
    expect(held).toHaveLength(1);
    expect(held[0].data).toMatchObject({
      holder: { full_name: 'Болд Трейд' },
      requested_by: { full_name: expect.stringMatching(/\S/) },
    });
    expect((await stage.get('bold', '/gov/references')).body.data.items).toEqual([]);
    await stage.runQueued('acting.tell');
    const told = (await stage.notifications('bold'))[0];
    expect(told?.body).toContain(opened.body.data.application.reference_no);
    const seen = await call('bold', 'GET', '/users/me/access-log');
    expect(JSON.stringify(seen.body.data)).toContain('Bold Trade');
    expect((await stage.get('bold', '/users/me/access-log')).text).not.toContain('Bold Trade');
  });

  it('names the organisation as the register does', async () => {
    const say = (text: string) => ({ mn: text, en: text });
    const known = (name: string) => ({ type: 'string', 'x-title': say(name), 'x-prefill': name }) as const;
    const form = {
      type: 'object',
      properties: { name: known('organisation_name'), number: known('organisation_number') },
      additionalProperties: false,
      'x-sections': [{ 'x-title': say('Organisation'), fields: ['name', 'number'] }],
    };
    const service = await stage.publish({ form: form as never });
    const send = (payload: object) =>
      call('bold', 'POST', '/gov/applications', { body: { service_id: service, payload } });
    expect((await send({ name: 'Сарнай Трейд', number: '6000011' })).status).toBe(422);
    expect((await send({ name: 'Болд Трейд', number: '6000029' })).status).toBe(422);
    expect((await send({ name: 'Болд Трейд', number: '6000011' })).status).toBe(201);
  });

  it('asks no register of people', async () => {
    const service = await stage.publish({
      fulfilment: 'auto',
      has_discretion: false,
      has_assessment: false,
      sla_hours: 0,
      output_ref_type: 'residence',
    });
    const refused = await apply('bold', service);
    expect(refusal(refused)).toEqual([409, 'not_certifiable']);
    expect(refused.body.data.reason).toContain('in your own name');
  });

  it('repeats a call with its key once, and never for another party', async () => {
    const service = await stage.publish();
    const headers = { 'idempotency-key': randomUUID() };
    const first = await apply('bold', service, { headers });
    const again = await apply('bold', service, { headers });
    expect(again.body.data.application.id).toBe(first.body.data.application.id);
    const own = await createCaller(stage.server.url).post(
      '/api/v1/gov/applications',
      { service_id: service },
      { token: stage.people.bold.token, headers },
    );
    expect(refusal(own)).toEqual([409, 'idempotency_conflict']);
  });
});

describe('for an organisation', () => {
  it('is paid what it owes, and the receipt names it and the person', async () => {
    await join('sarnai', 'admin');
    const service = await stage.publish({ fee: 5000, payment_required_before: 'review' });
    const { id } = (await apply('bold', service)).body.data.application;
    const owed = async (who: PersonName) =>
      (await call(who, 'GET', '/gov/payments')).body.data.items.find(
        (each: { application_id: string }) => each.application_id === id,
      );
    expect((await stage.get('bold', '/gov/payments')).body.data.items).toEqual([]);
    const payment = await owed('sarnai');
    expect(refusal(await stage.post('bold', `/gov/payments/${payment.id}/pay`))).toEqual([404, 'not_found']);
    const begun = await call('sarnai', 'POST', `/gov/payments/${payment.id}/pay`);
    expect([begun.status, begun.body.error]).toEqual([200, undefined]);
    await fetch(begun.body.data.checkout_url, { method: 'POST', redirect: 'manual' });
    await call('sarnai', 'POST', `/gov/payments/${payment.id}/pay`);
    const receipt = await call('bold', 'GET', `/gov/payments/${payment.id}/receipt`);
    expect(receipt.body.data.payer).toMatch(/^Bold Trade \(.+\)$/);
    const asked = await stage.world.database.query<{ metadata: { acting_for: string } }>(
      `select metadata from audit_log where target = $1 and action like 'gov.payment%'`,
      [payment.id],
    );
    expect(asked.every(({ metadata }) => metadata.acting_for === organisation.party)).toBe(true);
    await leave('sarnai');
    expect(refusal(await call('sarnai', 'GET', `/gov/payments/${payment.id}/receipt`))).toEqual(notAllowed);
  });

  it('is booked and cancelled by whoever acts for it, and no appointment of the person', async () => {
    await join('sarnai', 'admin');
    const service_id = await stage.publish();
    const day = new Date(stage.world.clock.now().getTime() + 3 * 86_400_000);
    let slots: { starts_at: string }[] = [];
    for (let ahead = 0; slots.length === 0; ahead += 1) {
      const date = new Date(day.getTime() + ahead * 86_400_000).toISOString().slice(0, 10);
      const query = `date=${date}&service_id=${service_id}`;
      slots = (await call('bold', 'GET', `/gov/appointments/slots?${query}`)).body.data.items;
    }
    const body = { service_id, scheduled_at: slots[0]?.starts_at ?? '' };
    const booked = await call('bold', 'POST', '/gov/appointments', { body });
    expect([booked.status, booked.body.data.booked_by]).toEqual([201, expect.stringMatching(/\S/)]);
    expect((await stage.get('bold', '/gov/appointments')).body.data.total).toBe(0);
    const at = `/gov/appointments/${booked.body.data.id}/cancel`;
    expect((await stage.post('bold', at)).status).toBe(404);
    expect((await call('sarnai', 'POST', at)).body.data.status).toBe('cancelled');
    await leave('sarnai');
  });
});

describe('is refused', () => {
  it('a party of strangers, a guessed one, and what is no id', async () => {
    const service = await stage.publish();
    const theirs = await found('sarnai');
    for (const party of [theirs.party, theirs.id, stage.people.sarnai.userId, randomUUID(), 'Bold Trade'])
      expect([party, ...refusal(await apply('bold', service, { party }))]).toEqual([party, ...notAllowed]);
  });

  it('a member without the right, and everybody while the organisation is not verified', async () => {
    const service = await stage.publish();
    await join('sarnai', 'member');
    expect(refusal(await apply('sarnai', service))).toEqual(notAllowed);
    const verify = (verified: boolean) =>
      stage.world.database.query('update organisations set verified = $2 where id = $1', [
        organisation.id,
        verified,
      ]);
    await verify(false);
    expect(refusal(await apply('bold', service))).toEqual(notAllowed);
    expect(await organisationsOf('bold')).toEqual([]);
    await verify(true);
  });

  it('a person who left, also to read what they once sent; messages go to an owner then', async () => {
    await join('sarnai', 'admin');
    const service = await stage.publish();
    const { id, reference_no } = (await apply('sarnai', service)).body.data.application;
    await stage.runQueued('acting.tell');
    await leave('sarnai');
    const at = `/gov/applications/${id}`;
    for (const path of ['/gov/applications', at, `${at}/timeline`, `${at}/files`])
      expect(refusal(await call('sarnai', 'GET', path))).toEqual(notAllowed);
    expect((await stage.get('sarnai', at)).status).toBe(404);
    expect((await call('bold', 'GET', at)).status).toBe(200);
    await stage.post('officer', `/gov/officer/queue/${id}/assign`);
    await stage.post('officer', `/gov/officer/queue/${id}/decide`, { approve: false, note: 'Incomplete' });
    await stage.runQueued('acting.tell');
    const about = async (who: PersonName) =>
      (await stage.notifications(who)).filter(({ body }) => body.includes(reference_no)).length;
    expect([await about('bold'), await about('sarnai')]).toEqual([1, 1]);
  });

  it('a row that is only for oneself', async () => {
    for (const [method, path] of [
      ['GET', '/users/me'],
      ['GET', '/gov/notifications'],
      ['GET', '/gov/overview'],
      ['GET', '/acting/parties'],
      ['GET', '/catalog/services'],
      ['POST', '/gov/references'],
    ] as const)
      expect([path, ...refusal(await call('bold', method, path))]).toEqual([path, 422, 'acting_not_taken']);
  });

  it('an officer of the organisation: they neither see nor decide its cases', async () => {
    const service = await stage.publish();
    const { id, reference_no } = (await apply('bold', service)).body.data.application;
    await join('officer', 'member');
    const at = `/gov/officer/queue/${id}`;
    for (const [method, path, body] of [
      ['GET', at, undefined],
      ['POST', `${at}/assign`, undefined],
      ['POST', `${at}/decide`, { approve: true }],
    ] as const)
      expect(refusal(await stage.call('officer', method, path, body))).toEqual([403, 'own_application']);
    const lists = async (who: PersonName, query: string) =>
      JSON.stringify((await stage.get(who, `/gov/officer/queue?${query}`)).body.data).includes(reference_no);
    for (const query of ['limit=200', `q=${reference_no}`])
      expect([await lists('officer', query), await lists('other', query)]).toEqual([false, true]);
    // Leaving for two seconds opens nothing.
    await leave('officer');
    const decided = stage.post('officer', `${at}/decide`, { approve: true });
    expect(refusal(await decided)).toEqual([403, 'own_application']);
    await stage.world.database.query(`update former_members set ended_at = now() - interval '31 days'`);
    expect((await stage.get('officer', at)).status).toBe(200);
  });

  it('a representative whose representation ended, within a minute', async () => {
    const phone = createPhone(stage.world.sandbox);
    const citizens = (await phone.citizens()).filter(({ note }) => note.startsWith('ordinary'));
    const company = COMPANIES.find(({ ceo }) => citizens.some((each) => each.national_id === ceo.regNo));
    const leader = citizens.find(({ national_id }) => national_id === company?.ceo.regNo);
    if (company === undefined || leader === undefined) throw new Error('no citizen leads a company');
    const { token } = await signIn(stage.server, phone, leader);
    const ask = (method: string, path: string, headers: Record<string, string> = {}, body?: object) =>
      createCaller(stage.server.url).call(method, `/api/v1${path}`, {
        token,
        headers,
        ...(body === undefined ? {} : { body }),
      });
    await ask('POST', '/org/', {}, { reg_no: company.regNo, name: company.name });
    const linked = await ask('POST', '/users/me/eid/organizations', {}, { reg_no: company.regNo });
    expect(linked.status).toBe(200);
    const parties = async () => (await ask('GET', '/acting/parties')).body.data.items;
    const party = (await parties()).find(({ number }: { number: string }) => number === company.regNo);
    const list = () => ask('GET', '/gov/applications', { 'x-acting-for': party.id });
    expect((await list()).status).toBe(200);
    const ended = await ask('DELETE', `/users/me/eid/organizations/${company.regNo}`);
    expect([ended.status, ended.body.error]).toEqual([200, undefined]);
    const news = (await ask('GET', '/gov/notifications')).body.data.items;
    expect(
      news.find(({ title }: { title: string }) => title.startsWith('You no longer represent')).body,
    ).toMatch(/^You ended the link/);
    stage.world.clock.advance(61_000);
    expect(refusal(await list())).toEqual(notAllowed);
    expect((await parties()).map(({ number }: { number: string }) => number)).not.toContain(company.regNo);
  });
});
