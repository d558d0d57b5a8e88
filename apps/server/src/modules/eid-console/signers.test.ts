import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { type Console, errorOf, openConsole, type Person } from './test/console.ts';

let console: Console;
let bold: Person;
let sarnai: Person;
let temuulen: Person;
let regNo: string;

beforeAll(async () => {
  console = await openConsole();
  [bold, sarnai, temuulen] = [await console.person(0), await console.person(1), await console.person(2)];
});
afterAll(() => console.close());
beforeEach(async () => {
  regNo = console.organisation({ ceo: bold, founder: temuulen });
  await link(bold);
});

const numberOf = (person: Person) => person.citizen.national_id;
const link = (person: Person) => person.call('POST', '/users/me/eid/organizations', { reg_no: regNo });
const path = () => `/users/me/eid/organizations/${regNo}/signers`;
const list = (person: Person) => person.call('GET', path());
const add = (person: Person, signer: Person, headers?: Record<string, string>) =>
  person.call('POST', path(), { signer_reg_no: numberOf(signer), role: 'Нягтлан' }, headers);
const remove = (person: Person, signer: string) =>
  person.call('DELETE', `${path()}?signer=${encodeURIComponent(signer)}`);
const resend = (person: Person, signer: string) =>
  person.call('POST', `${path()}/resend?signer=${encodeURIComponent(signer)}`);
const confirm = (person: Person) => console.phone.approve(person.citizen, person.citizen.pin2);
const statuses = async (asker = bold) =>
  (await list(asker)).body.data.items.map(
    (signer: { reg_no: string; right_type: string; status: string }) =>
      `${signer.reg_no} ${signer.right_type} ${signer.status}`,
  );
const admin = (person: Person) => `${numberOf(person)} ADMIN ACTIVE`;

describe('eid.signers.add', () => {
  it('adds a MANAGER who is PENDING until that person confirms with PIN2', async () => {
    const answer = await add(bold, sarnai);
    expect(answer.status).toBe(200);
    expect(answer.body.data.signers).toContainEqual({
      person_etsi: `PNOMN-${numberOf(sarnai)}`,
      reg_no: numberOf(sarnai),
      role: 'Нягтлан',
      right_type: 'MANAGER',
      status: 'PENDING',
      source: 'APPOINTED',
      self: false,
    });
    expect(answer.body.data.pending_confirmation).toEqual({
      signer_etsi: `PNOMN-${numberOf(sarnai)}`,
      signer_reg_no: numberOf(sarnai),
      session_id: expect.any(String),
    });
    expect(errorOf(await list(sarnai))).toEqual([403, 'not_representative']);

    await expect(console.phone.approve(sarnai.citizen, sarnai.citizen.pin1)).rejects.toThrow('PIN2');
    expect(await statuses()).toEqual([admin(bold), `${numberOf(sarnai)} MANAGER PENDING`]);
    await confirm(sarnai);
    expect(await statuses(sarnai)).toEqual([admin(bold), `${numberOf(sarnai)} MANAGER ACTIVE`]);
    const self = (await list(sarnai)).body.data.items.filter((signer: { self: boolean }) => signer.self);
    expect(self).toMatchObject([{ reg_no: numberOf(sarnai) }]);
  });

  it('is undone when the person refuses', async () => {
    await add(bold, sarnai);
    await console.phone.act(sarnai.citizen, 'refuse');
    expect(await statuses()).toEqual([admin(bold)]);
  });

  it('is recorded without any register number', async () => {
    const answer = await add(bold, sarnai);
    const { session_id } = answer.body.data.pending_confirmation;
    const records = await console.auditOf(answer);
    expect(records).toEqual([
      {
        action: 'eid.signer.added',
        metadata: { reg_no: regNo, signer_hash: expect.stringMatching(/^[0-9a-f]{32}$/), session_id },
      },
    ]);
    expect(JSON.stringify(records)).not.toContain(numberOf(sarnai));
  });

  it('replays the first answer under the same Idempotency-Key and sends one phone request', async () => {
    const first = await add(bold, sarnai, { 'idempotency-key': `key-${regNo}` });
    const second = await add(bold, sarnai, { 'idempotency-key': `key-${regNo}` });
    expect(second.body.data).toEqual(first.body.data);
    const phone = await console.sandbox(
      'GET',
      `/sessions?national_id=${encodeURIComponent(numberOf(sarnai))}`,
    );
    const { items } = (await phone.json()) as { items: { id: string; kind: string }[] };
    const { session_id: id } = first.body.data.pending_confirmation;
    expect(items.filter((session) => session.id === id)).toMatchObject([{ kind: 'sign' }]);
    expect(items.map((session) => session.id).at(-1)).toBe(id);
    expect(errorOf(await add(bold, sarnai))).toEqual([409, 'signer_exists']);
  });

  it('accepts a register number in lower case', async () => {
    const small = { signer_reg_no: numberOf(sarnai).toLowerCase() };
    expect((await bold.call('POST', path(), small)).status).toBe(200);
    expect(errorOf(await add(bold, sarnai))).toEqual([409, 'signer_exists']);
  });

  it('answers 404 for a person without eID, and 409 for oneself', async () => {
    const nobody = { signer_reg_no: 'ӨӨ00000000' };
    expect(errorOf(await bold.call('POST', path(), nobody))).toEqual([404, 'person_not_enrolled']);
    const withoutDevice = await console.phone.citizen(/no device/);
    const body = { signer_reg_no: withoutDevice.national_id };
    expect(errorOf(await bold.call('POST', path(), body))).toEqual([404, 'person_not_enrolled']);
    expect(errorOf(await add(bold, bold))).toEqual([409, 'signer_exists']);
  });

  it.each([
    ['no number', {}],
    ['a short number', { signer_reg_no: 'УБ12345' }],
    ['a number with a slash', { signer_reg_no: 'УБ/85031512' }],
    ['a long role', { signer_reg_no: 'УБ85031512', role: 'р'.repeat(101) }],
    ['a chosen right', { signer_reg_no: 'УБ85031512', right_type: 'ADMIN' }],
  ])('answers 422 to %s', async (_what, body) => {
    expect(errorOf(await bold.call('POST', path(), body))).toEqual([422, 'validation_failed']);
  });
});

describe('the signers of an organisation', () => {
  it('are managed only by an ADMIN: not by a MANAGER, a pending signer, a stranger or without a session', async () => {
    await add(bold, sarnai);
    const refused = [403, 'not_representative'];
    const tryAll = async (person: Person) => [
      errorOf(await add(person, temuulen)),
      errorOf(await remove(person, numberOf(bold))),
      errorOf(await resend(person, numberOf(sarnai))),
    ];
    expect(await tryAll(sarnai)).toEqual([refused, refused, refused]);
    await confirm(sarnai);
    expect(await tryAll(sarnai)).toEqual([refused, refused, refused]);
    expect(await tryAll(temuulen)).toEqual([refused, refused, refused]);
    expect(errorOf(await list(temuulen))).toEqual(refused);
    expect((await createCaller(console.server.url).get(`/api/v1${path()}`)).status).toBe(401);
    expect(await statuses()).toEqual([admin(bold), `${numberOf(sarnai)} MANAGER ACTIVE`]);
  });

  it('are invisible for an organisation that is not linked', async () => {
    const answer = await bold.call('GET', '/users/me/eid/organizations/7777777/signers');
    expect(errorOf(answer)).toEqual([403, 'not_representative']);
  });
});

describe('eid.signers.remove', () => {
  it.each([
    ['a register number', (person: Person) => numberOf(person)],
    ['an ETSI id', (person: Person) => `PNOMN-${numberOf(person)}`],
  ])('accepts %s and ends the right at once', async (_what, name) => {
    await add(bold, sarnai);
    await confirm(sarnai);
    const answer = await remove(bold, name(sarnai));
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({ items: [{ self: true }], total: 1 });
    expect(errorOf(await list(sarnai))).toEqual([403, 'not_representative']);
    expect(await console.auditOf(answer)).toEqual([
      { action: 'eid.signer.removed', metadata: { reg_no: regNo, signer_hash: expect.any(String) } },
    ]);
  });

  it('keeps the last ADMIN, and removes one of two', async () => {
    expect(errorOf(await remove(bold, numberOf(bold)))).toEqual([409, 'last_admin']);
    await add(bold, sarnai);
    await confirm(sarnai);
    expect(errorOf(await remove(bold, numberOf(bold)))).toEqual([409, 'last_admin']);
    await link(temuulen);
    expect((await remove(bold, numberOf(bold))).status).toBe(200);
    expect(errorOf(await remove(temuulen, numberOf(temuulen)))).toEqual([409, 'last_admin']);
  });

  it('answers 404 to a person who is no signer, and 422 without a signer', async () => {
    expect(errorOf(await remove(bold, numberOf(sarnai)))).toEqual([404, 'not_found']);
    expect((await bold.call('DELETE', path())).status).toBe(422);
    expect((await remove(bold, 'x')).status).toBe(422);
  });
});

describe('eid.signers.resend', () => {
  it('sends a new request, and the newest request confirms', async () => {
    const first = (await add(bold, sarnai)).body.data.pending_confirmation.session_id;
    await console.phone.act(sarnai.citizen, 'timeout');
    const answer = await resend(bold, numberOf(sarnai));
    const second = answer.body.data.pending_confirmation.session_id;
    expect(second).not.toBe(first);
    expect(await console.auditOf(answer)).toMatchObject([
      { action: 'eid.signer.asked_again', metadata: { session_id: second } },
    ]);
    await confirm(sarnai);
    expect(await statuses()).toContain(`${numberOf(sarnai)} MANAGER ACTIVE`);
  });

  it('answers 409 for a confirmed signer, and 404 for a person who is no signer', async () => {
    expect(errorOf(await resend(bold, numberOf(sarnai)))).toEqual([404, 'not_found']);
    await add(bold, sarnai);
    await confirm(sarnai);
    expect(errorOf(await resend(bold, numberOf(sarnai)))).toEqual([409, 'signer_not_pending']);
    expect(errorOf(await resend(bold, numberOf(bold)))).toEqual([409, 'signer_not_pending']);
  });
});
