import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { type Console, errorOf, openConsole, type Person } from '../eid-console/test/console.ts';

let console: Console;
let bold: Person;
let sarnai: Person;
let temuulen: Person;

beforeAll(async () => {
  console = await openConsole();
  [bold, sarnai, temuulen] = [await console.person(0), await console.person(1), await console.person(2)];
});
afterAll(() => console.close());

const url = 'https://images.tamga.mn/bold.png';
const refused = [403, 'not_representative'];
const badUrls = [
  'http://images.tamga.mn/a.png',
  'https://bold:secret@images.tamga.mn/a.png',
  'https://10.0.0.1/a.png',
  'https://localhost/a.png',
  `https://images.tamga.mn/${'a'.repeat(1000)}`,
];

describe('me.signature', () => {
  const put = (person: Person, body: unknown) => person.call('PUT', '/me/signature', body);
  const read = async (person: Person) => (await person.call('GET', '/me/signature')).body.data;

  it('is set, replaced and removed by the person, and each change is recorded', async () => {
    expect(await read(bold)).toEqual({ url: '' });
    const set = await put(bold, { url });
    expect([set.status, set.body.data]).toEqual([200, { url }]);
    await put(bold, { url: `${url}?2` });
    expect(await read(bold)).toEqual({ url: `${url}?2` });
    const removed = await bold.call('DELETE', '/me/signature');
    expect([removed.status, removed.body.data]).toEqual([200, { url: '' }]);
    expect(await read(bold)).toEqual({ url: '' });
    expect(await console.auditOf(set)).toEqual([{ action: 'profile.signature.set', metadata: {} }]);
    expect(await console.auditOf(removed)).toEqual([{ action: 'profile.signature.removed', metadata: {} }]);
  });

  it('may be removed when there is none, without a record', async () => {
    const answer = await sarnai.call('DELETE', '/me/signature');
    expect([answer.status, answer.body.data]).toEqual([200, { url: '' }]);
    expect(await console.auditOf(answer)).toEqual([]);
  });

  it('is visible only to its person', async () => {
    await put(bold, { url });
    expect(await read(sarnai)).toEqual({ url: '' });
  });

  it.each([...badUrls, '', 'nothing', null, 5])('answers 422 to %s', async (bad) => {
    const before = await read(bold);
    const answer = await put(bold, { url: bad });
    expect(errorOf(answer)).toEqual([422, 'validation_failed']);
    expect(answer.body.data.errors[0].field).toBe('url');
    expect(await read(bold)).toEqual(before);
  });

  it('answers 422 to an unknown field and to a missing address', async () => {
    expect((await put(bold, { url, user_id: sarnai.userId })).status).toBe(422);
    expect((await put(bold, {})).status).toBe(422);
  });

  it('needs a signed-in person', async () => {
    const nobody = createCaller(console.server.url);
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect((await nobody.call(method, '/api/v1/me/signature')).status).toBe(401);
  });
});

describe('the assets of an organisation', () => {
  let regNo: string;
  const stamp = (person: Person, method: string, body?: object, number = regNo) =>
    person.call(method, `/me/orgstamp/${number}`, body);
  const name = (person: Person, body: object) => person.call('PUT', `/me/org-name-latin/${regNo}`, body);
  const stored = async () =>
    (await console.world.database.query('select name_latin from organisation_assets where reg_no = $1', [
      regNo,
    ])) as { name_latin: string }[];

  /** Bold is ADMIN, Sarnai a confirmed MANAGER, Temuulen a signer who has not confirmed. */
  beforeEach(async () => {
    regNo = console.organisation({ ceo: bold });
    await bold.call('POST', '/users/me/eid/organizations', { reg_no: regNo });
    const signers = `/users/me/eid/organizations/${regNo}/signers`;
    for (const { citizen } of [sarnai, temuulen])
      await bold.call('POST', signers, { signer_reg_no: citizen.national_id });
    await console.phone.approve(sarnai.citizen, sarnai.citizen.pin2);
  });

  it('the stamp is set and removed by an ADMIN and visible to every representative', async () => {
    expect((await stamp(bold, 'GET')).body.data).toEqual({ url: '' });
    const set = await stamp(bold, 'PUT', { url });
    expect([set.status, set.body.data]).toEqual([200, { url }]);
    expect((await stamp(sarnai, 'GET')).body.data).toEqual({ url });
    const removed = await stamp(bold, 'DELETE');
    expect(removed.body.data).toEqual({ url: '' });
    expect((await stamp(sarnai, 'GET')).body.data).toEqual({ url: '' });
    const again = await stamp(bold, 'DELETE');
    expect(again.status).toBe(200);
    expect(await console.auditOf(set)).toEqual([
      { action: 'profile.orgstamp.set', metadata: { reg_no: regNo } },
    ]);
    expect(await console.auditOf(removed)).toEqual([
      { action: 'profile.orgstamp.removed', metadata: { reg_no: regNo } },
    ]);
    expect(await console.auditOf(again)).toEqual([]);
  });

  it('cannot be changed by a MANAGER, a pending signer or a stranger', async () => {
    await stamp(bold, 'PUT', { url });
    const stranger = await console.person(4);
    for (const person of [sarnai, temuulen, stranger]) {
      expect(errorOf(await stamp(person, 'PUT', { url: `${url}?x` }))).toEqual(refused);
      expect(errorOf(await stamp(person, 'DELETE'))).toEqual(refused);
      expect(errorOf(await name(person, { name_latin: 'Stolen LLC' }))).toEqual(refused);
    }
    for (const person of [temuulen, stranger]) expect(errorOf(await stamp(person, 'GET'))).toEqual(refused);
    expect((await stamp(bold, 'GET')).body.data).toEqual({ url });
  });

  it('are inaccessible as soon as the right is withdrawn', async () => {
    await stamp(bold, 'PUT', { url });
    const signer = encodeURIComponent(sarnai.citizen.national_id);
    await bold.call('DELETE', `/users/me/eid/organizations/${regNo}/signers?signer=${signer}`);
    expect(errorOf(await stamp(sarnai, 'GET'))).toEqual(refused);
  });

  it('are separate for each organisation', async () => {
    await stamp(bold, 'PUT', { url });
    const other = console.organisation({ ceo: bold });
    await bold.call('POST', '/users/me/eid/organizations', { reg_no: other });
    expect((await stamp(bold, 'GET', undefined, other)).body.data).toEqual({ url: '' });
  });

  it.each(badUrls)('the stamp cannot be at %s', async (bad) => {
    expect(errorOf(await stamp(bold, 'PUT', { url: bad }))).toEqual([422, 'validation_failed']);
  });

  it('cannot be changed while the right cannot be checked', async () => {
    await console.phone.fault('drop', 1);
    expect(errorOf(await stamp(bold, 'PUT', { url }))).toEqual([503, 'upstream_unavailable']);
    await console.phone.fault('error', 1, { status: 500 });
    expect(errorOf(await stamp(bold, 'PUT', { url }))).toEqual([502, 'upstream_failed']);
    expect((await stamp(bold, 'GET')).body.data).toEqual({ url: '' });
  });

  it('the Latin name is sent to the provider and stored here', async () => {
    const answer = await name(bold, { name_latin: 'Munkh Tenger LLC' });
    expect([answer.status, answer.body.data]).toEqual([200, { name_latin: 'Munkh Tenger LLC' }]);
    const { items } = (await sarnai.call('GET', '/users/me/eid/organizations')).body.data;
    expect(items).toContainEqual(
      expect.objectContaining({ org_register: regNo, org_name_en: 'Munkh Tenger LLC' }),
    );
    expect(await stored()).toEqual([{ name_latin: 'Munkh Tenger LLC' }]);
    expect(await console.auditOf(answer)).toEqual([
      { action: 'profile.org_name_latin.set', metadata: { reg_no: regNo } },
    ]);
    expect((await name(bold, {})).body.data).toEqual({ name_latin: '' });
    expect(await stored()).toEqual([{ name_latin: '' }]);
  });

  it.each(['Мөнх Тэнгэр', ' LLC', 'LLC\n', '<b>', 'a'.repeat(201)])('answers 422 to %j', async (bad) => {
    expect(errorOf(await name(bold, { name_latin: bad }))).toEqual([422, 'validation_failed']);
  });

  it.each(['abc', '1'.repeat(17), '..%2Fx'])('answers 404 to the number %s', async (number) => {
    expect((await stamp(bold, 'GET', undefined, number)).status).toBe(404);
    expect((await bold.call('PUT', `/me/org-name-latin/${number}`, {})).status).toBe(404);
  });

  it('need a signed-in person', async () => {
    const nobody = createCaller(console.server.url);
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect((await nobody.call(method, `/api/v1/me/orgstamp/${regNo}`)).status).toBe(401);
    expect((await nobody.put(`/api/v1/me/org-name-latin/${regNo}`)).status).toBe(401);
  });

  it('and signatures are invisible under RLS to a query without an identity', async () => {
    await stamp(bold, 'PUT', { url });
    const reader = console.server.app.database.reader({ userId: null, role: 'none' });
    for (const table of ['organisation_assets', 'signature_images'])
      expect(await reader.run({ text: `select * from ${table}`, values: [] })).toEqual([]);
  });
});
