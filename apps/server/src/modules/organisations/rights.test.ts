import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, createCaller } from '../../../test/caller.ts';
import { createPhone, signIn } from '../../../test/citizens.ts';
import { type GovStage, openGov, type PersonName } from '../../../test/gov.ts';

/** Companies of the sandbox's registry, by the person who leads them. */
const numbers = { bold: '6000011', sarnai: '6000029', officer: '6000037' } as const;
const registers = { bold: 'УБ85031512', sarnai: 'УА90072324', officer: 'УЖ01250917' } as const;

let stage: GovStage;
let service: string;
beforeAll(async () => {
  stage = await openGov();
  service = await stage.publish();
});
afterAll(() => stage.world.close());
// Longer than an answer of the register about a person who acts.
beforeEach(() => stage.world.clock.advance(61_000));

const said = ({ status, body }: Answer) => [status, body.error];
const add = (who: PersonName, reg_no: string) => stage.post(who, '/org', { reg_no, name: 'Зохиосон нэр' });
const link = (who: PersonName, reg_no: string) => stage.post(who, '/users/me/eid/organizations', { reg_no });
const takeOver = (who: PersonName, reg_no: string) => stage.post(who, '/org/take-over', { reg_no });
const idOf = (who: PersonName) => stage.people[who].userId;
async function join(orgId: string, manager: PersonName, person: PersonName, role: string) {
  const invited = await stage.post(manager, `/org/${orgId}/members`, { user_id: idOf(person), role });
  expect(said(invited)).toEqual([201, undefined]);
  expect(said(await stage.post(person, `/org/invitations/${invited.body.data.id}/accept`))).toEqual([
    200,
    undefined,
  ]);
}
const partyOf = async (orgId: string) =>
  (
    await stage.world.database.query<{ id: string }>(
      'select id from acting_parties where organisation_id = $1',
      [orgId],
    )
  )[0]?.id ?? '';
/** What a person gets who acts for the organisation: to read, and to file. */
async function acting(who: PersonName, orgId: string): Promise<[unknown, unknown]> {
  const headers = { 'x-acting-for': await partyOf(orgId) };
  const { token } = stage.people[who];
  const caller = createCaller(stage.server.url);
  const read = await caller.call('GET', '/api/v1/gov/applications', { token, headers });
  const file = await caller.call('POST', '/api/v1/gov/applications', {
    token,
    headers,
    body: { service_id: service },
  });
  return [read.body.error ?? read.status, file.body.error ?? file.status];
}
const allowed = [200, 201];
const refused = ['acting_not_allowed', 'acting_not_allowed'];
const show = async (who: PersonName, orgId: string) => (await stage.get(who, `/org/${orgId}`)).body.data;
const lead = (regNo: string, national_id: string) =>
  fetch(`${stage.world.sandbox.url}/control/companies/${regNo}/leader`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ national_id }),
  });
const rolesIn = async (orgId: string) =>
  Object.fromEntries(
    (
      await stage.world.database.query<{ user_id: string; role: string }>(
        'select user_id, role from organisation_members where org_id = $1',
        [orgId],
      )
    ).map(({ user_id, role }) => [user_id, role]),
  );
const told = async (who: PersonName) => (await stage.notifications(who)).map(({ title }) => title);

describe('a squatter', () => {
  it('has nothing left in a company once its director proved it, and is told', async () => {
    const made = await add('other', numbers.bold);
    const { id } = made.body.data;
    expect(made.body.data).toMatchObject({
      verified: false,
      my_role: 'owner',
      blocked: 'unproven',
      named: false,
    });
    expect(await acting('other', id)).toEqual(refused);
    await join(id, 'other', 'sarnai', 'admin');
    await join(id, 'other', 'bold', 'owner');
    const open = await stage.post('other', `/org/${id}/invitations`, { role: 'admin' });

    expect((await link('bold', numbers.bold)).status).toBe(200);
    expect(await rolesIn(id)).toEqual({
      [idOf('bold')]: 'owner',
      [idOf('other')]: 'member',
      [idOf('sarnai')]: 'member',
    });
    for (const who of ['other', 'sarnai'] as const) {
      expect(await acting(who, id)).toEqual(refused);
      expect((await show(who, id)).blocked).toBe('not_appointed');
      expect(await told(who)).toContain('A representative has taken over “Болд Трейд”');
      for (const [method, path, body] of [
        ['POST', `/org/${id}/members`, { user_id: idOf('officer') }],
        ['POST', `/org/${id}/invitations`, {}],
        ['GET', `/org/${id}/invitations`, undefined],
        ['PUT', `/org/${id}/members/${idOf(who)}`, { role: 'admin' }],
        ['DELETE', `/org/${id}/members/${idOf('bold')}`, undefined],
      ] as const)
        expect([path, (await stage.call(who, method, path, body)).status]).toEqual([path, 403]);
    }
    const token = String(open.body.data.link).split('/').at(-1);
    expect((await stage.post('officer', '/org/invitations/accept', { token })).status).toBe(404);
    expect(await acting('bold', id)).toEqual(allowed);
    expect(await show('bold', id)).toMatchObject({
      named: true,
      blocked: null,
      checked_at: expect.any(String),
    });
    const [event] = await stage.world.database.query<{ metadata: object }>(
      `select metadata from audit_log where action = 'organisations.taken_over' and target = $1`,
      [id],
    );
    expect(event?.metadata).toMatchObject({ new_owner: idOf('bold'), reset: 2, withdrawn: 1 });
  });

  it('acts after a person whom the register names has appointed them, and cannot appoint others', async () => {
    const id = (await stage.get('bold', '/org')).body.data.items[0].id;
    const appointed = await stage.call('bold', 'PUT', `/org/${id}/members/${idOf('sarnai')}`, {
      role: 'admin',
    });
    expect(appointed.body.data).toMatchObject({
      role: 'admin',
      named_since: null,
      appointed_at: expect.any(String),
    });
    expect(appointed.body.data.appointed_by).toContain('Болд');
    expect(await acting('sarnai', id)).toEqual(allowed);
    for (const [method, path, body] of [
      ['PUT', `/org/${id}/members/${idOf('other')}`, { role: 'admin' }],
      ['POST', `/org/${id}/members`, { user_id: idOf('officer'), role: 'admin' }],
    ] as const)
      expect(said(await stage.call('sarnai', method, path, body))).toEqual([403, 'named_only']);
    await join(id, 'sarnai', 'officer', 'member');
    await stage.call('sarnai', 'DELETE', `/org/${id}/members/${idOf('officer')}`);
    expect(await acting('other', id)).toEqual(refused);
  });
});

describe('a former representative', () => {
  it('and everybody they appointed stop when the register names another, who takes over in one step', async () => {
    const id = (await stage.get('bold', '/org')).body.data.items[0].id;
    const signers = `/users/me/eid/organizations/${numbers.bold}/signers`;
    const phone = createPhone(stage.world.sandbox);
    const signer = await phone.citizen(/^ordinary/, 3);
    expect((await stage.post('bold', signers, { signer_reg_no: signer.national_id })).status).toBe(200);
    await phone.approve(signer, signer.pin2);
    expect(said(await takeOver('officer', numbers.bold))).toEqual([403, 'not_representative']);
    await lead(numbers.bold, registers.officer);
    expect(await acting('bold', id)).toEqual(refused);
    expect(await acting('sarnai', id)).toEqual(refused);
    expect((await show('sarnai', id)).blocked).toBe('nobody_named');
    expect(await told('bold')).toContain('You no longer represent “Болд Трейд”');
    expect(await told('sarnai')).toContain('Nobody can act for “Болд Трейд” at present');
    const invite = await stage.post('sarnai', `/org/${id}/members`, { user_id: idOf('other') });
    expect(invite.status).toBe(403);
    // The provider still has the link; signing, stamps and signers ask the registry as well.
    expect(said(await stage.get('bold', signers))).toEqual([403, 'not_representative']);
    const still = await stage.post('bold', `/org/${id}/check`);
    expect(still.body.data).toMatchObject({ named: false, blocked: 'nobody_named' });
    const [event] = await stage.world.database.query<{ metadata: object }>(
      `select metadata from audit_log where action = 'organisations.representation_ended' and target = $1`,
      [id],
    );
    expect(event?.metadata).toEqual({ user_id: idOf('bold'), named_left: 0 });

    const taken = await takeOver('officer', numbers.bold);
    expect(taken.body.data).toMatchObject({ id, my_role: 'owner', named: true, blocked: null });
    expect(await rolesIn(id)).toEqual({ [idOf('officer')]: 'owner' });
    expect(await acting('officer', id)).toEqual(allowed);
    expect(await acting('bold', id)).toEqual(refused);
    expect((await stage.get('bold', `/org/${id}`)).status).toBe(404);

    // The provider decides who signs; the new representative is told who can, and ends it.
    await stage.runQueued('organisations.tell_signers');
    const check = 'Check who can sign for “Болд Трейд”';
    const message = (await stage.notifications('officer')).find(({ title }) => title === check);
    expect(message?.body).toContain(signer.given_name);
    for (const who of ['bold', 'other', 'sarnai'] as const) expect(await told(who)).not.toContain(check);
    const remove = `${signers}?signer=${encodeURIComponent(signer.national_id)}`;
    expect(said(await stage.call('bold', 'DELETE', remove))).toEqual([403, 'not_representative']);
    expect((await stage.get('other', '/users/me/eid/organizations')).body.data.items).toHaveLength(1);
    expect((await stage.call('officer', 'DELETE', remove)).status).toBe(200);
    expect((await stage.get('other', '/users/me/eid/organizations')).body.data.items).toEqual([]);
    await lead(numbers.bold, registers.bold);
  });

  it('leaves nothing behind that makes others act: neither an appointment nor an invitation', async () => {
    const { id } = (await takeOver('bold', numbers.bold)).body.data;
    await join(id, 'bold', 'sarnai', 'admin');
    const invited = await stage.post('bold', `/org/${id}/members`, { user_id: idOf('other'), role: 'owner' });
    const linked = await stage.post('bold', `/org/${id}/invitations`, { role: 'owner' });
    const token = String(linked.body.data.link).split('/').at(-1);
    const accept = async () => [
      (await stage.post('other', `/org/invitations/${invited.body.data.id}/accept`)).status,
      (await stage.post('officer', '/org/invitations/accept', { token })).status,
    ];
    // Within the minute in which the last answer counts for reading.
    await lead(numbers.bold, registers.officer);
    expect(await accept()).toEqual([404, 404]);
    expect(await acting('sarnai', id)).toEqual(refused);
    await lead(numbers.bold, registers.bold);
    expect((await stage.post('bold', `/org/${id}/check`)).body.data.named).toBe(true);
    // The same person is named again: what they gave before stays ended.
    expect(await acting('bold', id)).toEqual(allowed);
    expect(await acting('sarnai', id)).toEqual(refused);
    expect((await show('sarnai', id)).blocked).toBe('not_appointed');
    expect(await accept()).toEqual([404, 404]);
    const appoint = (role: string) =>
      stage.call('bold', 'PUT', `/org/${id}/members/${idOf('sarnai')}`, { role });
    expect((await appoint('admin')).status).toBe(200);
    expect(await acting('sarnai', id)).toEqual(allowed);
    await lead(numbers.bold, registers.officer);
    for (const [method, path, body] of [
      ['POST', `/org/${id}/members`, { user_id: idOf('officer'), role: 'owner' }],
      ['POST', `/org/${id}/invitations`, { role: 'admin' }],
      ['DELETE', `/org/${id}/members/${idOf('sarnai')}`, undefined],
      ['PUT', `/org/${id}/members/${idOf('sarnai')}`, { role: 'admin' }],
    ] as const) {
      await lead(numbers.bold, registers.bold);
      await takeOver('bold', numbers.bold);
      await lead(numbers.bold, registers.officer);
      expect([path, (await stage.call('bold', method, path, body)).status]).toEqual([path, 403]);
    }
    await lead(numbers.bold, registers.bold);
    expect((await takeOver('bold', numbers.bold)).status).toBe(200);
    expect((await stage.call('bold', 'DELETE', `/org/${id}/members/${idOf('sarnai')}`)).status).toBe(200);
  });

  it('is found by the job, without anybody acting', async () => {
    const { id } = (await add('sarnai', numbers.sarnai)).body.data;
    await takeOver('sarnai', numbers.sarnai);
    await join(id, 'sarnai', 'other', 'admin');
    expect(await acting('other', id)).toEqual(allowed);
    await lead(numbers.sarnai, registers.officer);
    await stage.runJob('organisations.check_representatives');
    expect((await show('sarnai', id)).named).toBe(true);
    stage.world.clock.advance(31 * 60_000);
    await stage.signInAgain();
    await stage.runJob('organisations.check_representatives');
    expect(await show('sarnai', id)).toMatchObject({
      named: false,
      my_role: 'member',
      blocked: 'nobody_named',
    });
    expect(await acting('other', id)).toEqual(refused);
    await lead(numbers.sarnai, registers.sarnai);
    // The same person comes back, and appoints again.
    expect((await stage.post('sarnai', `/org/${id}/check`)).body.data).toMatchObject({
      named: true,
      blocked: null,
    });
    expect(await acting('other', id)).toEqual(refused);
  });

  it('who leaves takes the rights of the appointed along', async () => {
    const { id } = (await stage.get('sarnai', '/org')).body.data.items[0];
    await join(id, 'sarnai', 'bold', 'owner');
    expect(await acting('bold', id)).toEqual(allowed);
    expect((await stage.call('sarnai', 'DELETE', `/org/${id}/members/${idOf('sarnai')}`)).status).toBe(200);
    expect(await show('bold', id)).toMatchObject({ my_role: 'member', blocked: 'nobody_named' });
    expect(await acting('bold', id)).toEqual(refused);
    expect((await stage.post('bold', `/org/${id}/members`, { user_id: idOf('officer') })).status).toBe(403);
    expect((await takeOver('sarnai', numbers.sarnai)).body.data).toMatchObject({ id, named: true });
    await join(id, 'sarnai', 'other', 'admin');
  });

  it('cannot wait for an outage: the last answer counts for a day, then nobody acts or manages', async () => {
    const { id } = (await stage.get('sarnai', '/org')).body.data.items[0];
    const away = () =>
      fetch(`${stage.world.sandbox.url}/control/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ kind: 'error', count: 20, status: 503 }),
      });
    const back = () => fetch(`${stage.world.sandbox.url}/control/faults`, { method: 'DELETE' });
    await away();
    expect(await acting('sarnai', id)).toEqual(['acting_unconfirmed', 'acting_unconfirmed']);
    const appoint = await stage.call('sarnai', 'PUT', `/org/${id}/members/${idOf('other')}`, {
      role: 'admin',
    });
    expect(said(appoint)).toEqual([503, 'representation_unconfirmed']);
    expect(await acting('other', id)).toEqual(allowed);
    await back();
    stage.world.clock.advance(25 * 3_600_000);
    await stage.signInAgain();
    await away();
    expect(await acting('other', id)).toEqual(['acting_unconfirmed', 'acting_unconfirmed']);
    expect((await show('other', id)).blocked).toBe('unconfirmed');
    const invite = await stage.post('other', `/org/${id}/members`, { user_id: idOf('officer') });
    expect(said(invite)).toEqual([503, 'representation_unconfirmed']);
    await back();
    // Past the pause of the circuit breaker.
    stage.world.clock.advance(61_000);
    expect(await acting('other', id)).toEqual(allowed);
  });
});

describe('whatever the order', () => {
  it('linked first, then added: the organisation is proven at once', async () => {
    expect((await link('officer', numbers.officer)).status).toBe(200);
    const made = await add('officer', numbers.officer);
    expect([made.status, made.body.data]).toMatchObject([
      201,
      { verified: true, named: true, blocked: null },
    ]);
    expect(await acting('officer', made.body.data.id)).toEqual(allowed);
  });

  it('linked first, then added what a squatter holds: it is taken over', async () => {
    const { id } = (await stage.get('officer', '/org')).body.data.items.find(
      ({ reg_no }: { reg_no: string }) => reg_no === numbers.officer,
    );
    await stage.world.database.query(
      `update organisation_members set user_id = $2, proven_at = null, checked_at = null where org_id = $1`,
      [id, idOf('other')],
    );
    await stage.world.database.query(
      'update organisations set verified = false, named_until = null where id = $1',
      [id],
    );
    const made = await add('officer', numbers.officer);
    expect([made.status, made.body.data]).toMatchObject([201, { id, verified: true, named: true }]);
    expect(await rolesIn(id)).toEqual({ [idOf('officer')]: 'owner' });
  });

  it('a second representative joins a proven organisation, and the first stays', async () => {
    const { id } = (await stage.get('officer', '/org')).body.data.items.find(
      ({ reg_no }: { reg_no: string }) => reg_no === numbers.officer,
    );
    expect(said(await takeOver('other', numbers.officer))).toEqual([403, 'not_representative']);
    expect(said(await takeOver('bold', '9999999'))).toEqual([404, 'not_found']);
    const phone = createPhone(stage.world.sandbox);
    const founder = await signIn(stage.server, phone, await phone.citizen(/born 2003/));
    const answer = await createCaller(stage.server.url).post(
      '/api/v1/org/take-over',
      { reg_no: numbers.officer },
      { token: founder.token },
    );
    expect([answer.status, answer.body.data]).toMatchObject([
      200,
      { my_role: 'owner', named: true, blocked: null },
    ]);
    expect(await rolesIn(id)).toEqual({ [idOf('officer')]: 'owner', [founder.userId]: 'owner' });
    // A right ends with the person who gave it, though the other one is still named.
    await join(id, 'officer', 'bold', 'admin');
    expect(await acting('bold', id)).toEqual(allowed);
    await lead(numbers.officer, registers.sarnai);
    // Reading counts on an answer of the last minute, filing asks now.
    expect(await acting('bold', id)).toEqual([200, 'acting_not_allowed']);
    expect(await acting('bold', id)).toEqual(refused);
    expect((await show('bold', id)).blocked).toBe('not_appointed');
    expect(await told('bold')).toContainEqual(expect.stringContaining('Your right to act for'));
    expect((await createCaller(stage.server.url).post('/api/v1/org/take-over', { reg_no: '1' })).status).toBe(
      401,
    );
  });
});
