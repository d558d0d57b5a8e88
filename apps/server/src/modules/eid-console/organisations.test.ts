import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { type Console, errorOf, openConsole, type Person } from './test/console.ts';

let console: Console;
let bold: Person;
let sarnai: Person;
let temuulen: Person;

beforeAll(async () => {
  console = await openConsole();
  [bold, sarnai, temuulen] = [await console.person(0), await console.person(1), await console.person(2)];
});
afterAll(() => console.close());

const base = '/users/me/eid/organizations';
const link = (person: Person, reg_no: string) => person.call('POST', base, { reg_no });
const unlink = (person: Person, regNo: string) => person.call('DELETE', `${base}/${regNo}`);
const numbersOf = async (person: Person) =>
  (await person.call('GET', base)).body.data.items.map((item: { org_register: string }) => item.org_register);

describe('eid.organizations.link', () => {
  it('links an organisation for its chief executive, lists it and records it', async () => {
    const regNo = console.organisation({ ceo: bold });
    const answer = await link(bold, regNo);
    expect(answer.status).toBe(200);
    expect(answer.body.data.total).toBe(answer.body.data.items.length);
    expect(answer.body.data.items).toContainEqual({
      org_etsi: `NTRMN-${regNo}`,
      org_register: regNo,
      org_name: 'Мөнх Тэнгэр ХХК',
      role: 'Захирал',
      right_type: 'ADMIN',
      valid_from: expect.any(String),
    });
    expect((await bold.call('GET', base)).body.data).toEqual(answer.body.data);
    expect(await console.auditOf(answer)).toEqual([
      { action: 'eid.organization.linked', metadata: { reg_no: regNo } },
    ]);
    expect((await bold.call('GET', '/users/me/eid/summary')).body.data.representation_count).toBe(1);
    expect(console.linked).toEqual([regNo]);
  });

  it('links an organisation for a founder', async () => {
    const regNo = console.organisation({ ceo: bold, founder: sarnai });
    expect((await link(sarnai, regNo)).status).toBe(200);
    expect(await numbersOf(sarnai)).toContain(regNo);
  });

  it('rejects a stakeholder and a stranger, and links nothing', async () => {
    const regNo = console.organisation({ ceo: bold, stakeholder: sarnai });
    for (const person of [sarnai, temuulen]) {
      const answer = await link(person, regNo);
      expect(errorOf(answer)).toEqual([403, 'not_representative']);
      expect(await numbersOf(person)).not.toContain(regNo);
      expect(await console.auditOf(answer)).toEqual([]);
      expect(console.linked).not.toContain(regNo);
    }
  });

  it('answers 404 to a number the registry does not know', async () => {
    const unknown = await link(bold, '9999999');
    expect(errorOf(unknown)).toEqual([404, 'organisation_unknown']);
    expect(unknown.body.data).toEqual({ field: 'reg_no' });
  });

  it('distinguishes an unavailable, a failing and an unconfigured registry', async () => {
    const regNo = console.organisation({ ceo: bold });
    console.registry.mood = 'failing';
    expect(errorOf(await link(bold, regNo))).toEqual([503, 'upstream_unavailable']);
    console.registry.mood = 'babbling';
    expect(errorOf(await link(bold, regNo))).toEqual([502, 'upstream_failed']);
    console.registry.mood = 'absent';
    expect(errorOf(await link(bold, regNo))).toEqual([503, 'not_configured']);
    console.registry.mood = 'well';
    expect((await link(bold, regNo)).status).toBe(200);
  });

  it('records a change that the provider did not answer', async () => {
    const regNo = console.organisation({ ceo: bold });
    await console.phone.fault('drop', 1);
    const answer = await link(bold, regNo);
    expect(errorOf(answer)).toEqual([503, 'upstream_unavailable']);
    expect(await console.auditOf(answer)).toEqual([
      { action: 'eid.change.unconfirmed', metadata: { change: 'organization.link', reg_no: regNo } },
    ]);
  });

  it.each([
    ['nothing', {}],
    ['three characters', { reg_no: '123' }],
    ['seventeen characters', { reg_no: '1'.repeat(17) }],
    ['a path', { reg_no: '../../x' }],
    ['an unknown field', { reg_no: '1234567', right_type: 'ADMIN' }],
  ])('answers 422 to %s', async (_what, body) => {
    expect(errorOf(await bold.call('POST', base, body))).toEqual([422, 'validation_failed']);
  });

  it('allows fifteen changes at once from one address', async () => {
    const caller = createCaller(console.server.url);
    const post = () => caller.post(`/api/v1${base}`, {});
    const answers = await Promise.all(Array.from({ length: 15 }, post));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    expect((await post()).status).toBe(429);
    expect((await caller.call('DELETE', '/api/v1/me/signature')).status).toBe(429);
  });
});

describe('eid.organizations.unlink', () => {
  it('removes the organisation from the list and records it', async () => {
    const regNo = console.organisation({ ceo: bold });
    await link(bold, regNo);
    const answer = await unlink(bold, regNo);
    expect(answer.status).toBe(200);
    expect(answer.body.data.items.map((item: { org_register: string }) => item.org_register)).not.toContain(
      regNo,
    );
    expect(await numbersOf(bold)).not.toContain(regNo);
    expect(await console.auditOf(answer)).toEqual([
      { action: 'eid.organization.unlinked', metadata: { reg_no: regNo } },
    ]);
    expect((await unlink(bold, regNo)).status).toBe(404);
  });

  it('rejects a MANAGER, and answers 404 to others', async () => {
    const regNo = console.organisation({ ceo: bold });
    await link(bold, regNo);
    await bold.call('POST', `${base}/${regNo}/signers`, { signer_reg_no: sarnai.citizen.national_id });
    await console.phone.approve(sarnai.citizen, sarnai.citizen.pin2);
    expect(await numbersOf(sarnai)).toContain(regNo);
    expect(errorOf(await unlink(sarnai, regNo))).toEqual([403, 'not_representative']);
    expect(errorOf(await unlink(temuulen, regNo))).toEqual([404, 'not_found']);
    expect(await numbersOf(bold)).toContain(regNo);
  });

  it.each(['abc', '1'.repeat(17), '..%2F..%2Fx', '12%2034'])(
    'answers 404 to the number %s',
    async (regNo) => {
      expect((await unlink(bold, regNo)).status).toBe(404);
    },
  );
});
