import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { createPhone, renewSession } from '../../../test/citizens.ts';
import { type GovStage, openGov, type PersonName } from '../../../test/gov.ts';

/** Fixture: `sarnai` leads the company 6000029, `officer` and `other` decide cases of every authority. */
const regNo = '6000029';
const own = [403, 'own_application'];
let stage: GovStage;
let service: string;
let party: string;
let national: Record<PersonName, string>;

const query = (text: string, values: unknown[] = []) =>
  stage.world.database.query<Record<string, unknown>>(text, values);
const lead = (who: PersonName) =>
  fetch(`${stage.world.sandbox.url}/control/companies/${regNo}/leader`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ national_id: national[who] }),
  });
/** An answer of the register counts for a minute. */
const later = () => stage.world.clock.advance(61_000);
const down = (count: number) => createPhone(stage.world.sandbox).fault('companies_down', count);
const file = async () =>
  (
    await createCaller(stage.server.url).call('POST', '/api/v1/gov/applications', {
      token: stage.people.sarnai.token,
      headers: { 'x-acting-for': party },
      body: { service_id: service },
    })
  ).body.data.application.id as string;
const at = (id: string, more = '') => `/gov/officer/queue/${id}${more}`;
const refusal = async (answer: ReturnType<GovStage['get']>) => {
  const { status, body } = await answer;
  return [status, body.error];
};
const inQueue = async (who: PersonName, id: string) =>
  JSON.stringify((await stage.get(who, '/gov/officer/queue?limit=200')).body.data).includes(id);
const told = async (who: PersonName, title: string) =>
  (await stage.notifications(who)).filter((each) => each.title === title).length;

beforeAll(async () => {
  stage = await openGov();
  service = await stage.publish();
  await stage.post('sarnai', '/org', { reg_no: regNo, name: 'Байгууллага' });
  const made = await stage.post('sarnai', '/org/take-over', { reg_no: regNo });
  const [found] = await query('select id from acting_parties where organisation_id = $1', [
    made.body.data.id,
  ]);
  party = String(found?.['id']);
  const people = await query('select id, national_id from users');
  national = Object.fromEntries(
    Object.entries(stage.people).map(([name, { userId }]) => [
      name,
      people.find(({ id }) => id === userId)?.['national_id'],
    ]),
  ) as Record<PersonName, string>;
});
afterAll(() => stage.world.close());

describe('an officer whom the register names for the applicant', () => {
  let id: string;

  it('cannot be ruled out while the register is away: nothing is decided, and reading goes on', async () => {
    id = await file();
    expect((await stage.post('officer', at(id, '/assign'))).status).toBe(200);
    for (const [path, body] of [
      ['/decide', { approve: true }],
      ['/request-info', { note: 'More' }],
      ['/release', {}],
      ['/assign', {}],
    ] as const) {
      later();
      await down(1);
      expect(await refusal(stage.post('officer', at(id, path), body))).toEqual([503, 'conflict_unconfirmed']);
    }
    await down(1);
    expect((await stage.get('officer', at(id))).status).toBe(200);
    expect(await stage.row(id)).toMatchObject({ assigned_to: stage.people.officer.userId });
  });

  it('decides nothing though no member here, and the case goes back to the queue', async () => {
    later();
    expect((await stage.get('officer', at(id))).status).toBe(200);
    // Within the minute in which the last answer counts for reading.
    expect((await lead('officer')).status).toBe(200);
    expect(await refusal(stage.post('officer', at(id, '/decide'), { approve: true }))).toEqual(own);
    expect(await stage.row(id)).toMatchObject({ status: 'in_review', assigned_to: null });
    expect((await stage.timeline(id)).at(-1)).toMatchObject({ type: 'released' });
    const [entry] = await query(`select metadata from audit_log where action = 'officer.conflict.release'`);
    expect(entry?.['metadata']).toMatchObject({ taken_from: stage.people.officer.userId });
    expect(await told('officer', 'Your case was given back to the queue')).toBe(1);
    for (const path of ['', '/replies'])
      expect(await refusal(stage.get('officer', at(id, path)))).toEqual(own);
    expect([await inQueue('officer', id), await inQueue('other', id)]).toEqual([false, true]);
    const given = stage.post('other', at(id, '/reassign'), { to: stage.people.officer.userId });
    expect(await refusal(given)).toEqual([409, 'not_a_colleague']);
  });

  it('stays one for 30 days after the register named another', async () => {
    await lead('sarnai');
    later();
    expect(await refusal(stage.post('officer', at(id, '/assign')))).toEqual(own);
    await query(`update register_ties set named_at = now() - interval '31 days' where user_id = $1`, [
      stage.people.officer.userId,
    ]);
    expect((await stage.post('officer', at(id, '/assign'))).status).toBe(200);
  });

  it('is found behind a company that owns the applicant', async () => {
    const [owned] = await query(
      `insert into organisations (reg_no, name, created_by, created_at)
       values ('6000116', 'Говийн Салхи Эрчим', $1, now()) returning id`,
      [stage.people.bold.userId],
    );
    const [found] = await query('select id from acting_parties where organisation_id = $1', [owned?.['id']]);
    const placed = await stage.place('bold', 'registered', { party_id: found?.['id'] });
    // The holding that founded this company names `other` as a member of its board.
    expect(await refusal(stage.post('other', at(placed, '/decide'), { approve: true }))).toEqual(own);
    expect((await stage.get('officer', at(placed))).status).toBe(200);
  });

  it('loses a case that they hold when they join the applicant, at the next run of the job', async () => {
    await query(
      `insert into organisation_members (org_id, user_id, role, created_at)
       select organisation_id, $2, 'member', now() from acting_parties where id = $1`,
      [party, stage.people.officer.userId],
    );
    await stage.runJob('officer.conflicts');
    expect(await stage.row(id)).toMatchObject({ assigned_to: null });
    await query('delete from organisation_members where user_id = $1', [stage.people.officer.userId]);
    expect(await refusal(stage.get('officer', at(id)))).toEqual(own);
    await query('delete from former_members');
    expect((await stage.get('officer', at(id))).status).toBe(200);
  });

  it('was a parent less than 30 days ago: the case of the child stays closed', async () => {
    const child = (await stage.apply('bold', service)).body.data.application.id;
    const keep = (civilIds: string[]) =>
      query('update known_children set civil_ids = $2 where user_id = $1', [
        stage.people.officer.userId,
        civilIds,
      ]);
    await keep(['101485031512']);
    expect(await refusal(stage.get('officer', at(child)))).toEqual(own);
    await keep([]);
    expect(await refusal(stage.get('officer', at(child)))).toEqual(own);
    await query(`update former_children set ended_at = now() - interval '31 days'`);
    expect((await stage.get('officer', at(child))).status).toBe(200);
    await stage.runJob('officer.conflicts');
    expect(await query('select from former_children')).toEqual([]);
  });
});

describe('an officer who signs for the applicant with eID', () => {
  const signers = `/users/me/eid/organizations/${regNo}/signers`;
  const forget = () => query(`update register_ties set named_at = now() - interval '31 days'`);
  let id: string;

  it('decides while the right is only offered, and loses the case once they confirmed it', async () => {
    id = await file();
    const added = await stage.post('sarnai', signers, { signer_reg_no: national.other });
    expect(added.status).toBe(200);
    expect((await stage.post('other', at(id, '/assign'))).status).toBe(200);
    const phone = createPhone(stage.world.sandbox);
    const citizen = (await phone.citizens()).find(({ national_id }) => national_id === national.other);
    if (citizen === undefined) throw new Error('the officer has no phone');
    await phone.approve(citizen, citizen.pin2);
    expect(await refusal(stage.post('other', at(id, '/decide'), { approve: true }))).toEqual(own);
    expect(await stage.row(id)).toMatchObject({ assigned_to: null });
    expect(await refusal(stage.post('other', at(id, '/assign')))).toEqual(own);
    expect(await refusal(stage.get('other', at(id)))).toEqual(own);
    expect([await inQueue('other', id), await inQueue('officer', id)]).toEqual([false, true]);
  });

  it('stays tied for 30 days after the right ended', async () => {
    const ended = await stage.call(
      'sarnai',
      'DELETE',
      `${signers}?signer=${encodeURIComponent(national.other)}`,
    );
    expect(ended.status).toBe(200);
    later();
    expect(await refusal(stage.post('other', at(id, '/assign')))).toEqual(own);
    await forget();
    expect((await stage.post('other', at(id, '/assign'))).status).toBe(200);
  });

  it('cannot be ruled out while the provider is away: nothing is changed, and reading goes on', async () => {
    await createPhone(stage.world.sandbox).fault('error', 20, { status: 503 });
    const unconfirmed = [503, 'conflict_unconfirmed'];
    expect(await refusal(stage.post('other', at(id, '/decide'), { approve: true }))).toEqual(unconfirmed);
    expect(await refusal(stage.post('other', at(id, '/release')))).toEqual(unconfirmed);
    later();
    expect((await stage.get('other', at(id))).status).toBe(200);
    await fetch(`${stage.world.sandbox.url}/control/faults`, { method: 'DELETE' });
    // Past the pause of the circuit breaker.
    later();
    expect((await stage.post('other', at(id, '/release'))).status).toBe(200);
  });

  it('is known by a signature in its name, also where the provider no longer says so', async () => {
    await query(
      `insert into sign_sessions (id, user_id, kind, digest, verification_code, on_behalf_of, sealed_expires_at,
         created_at, expires_at) values (repeat('a', 32), $1, 'pdf', 'x', '1234', $2, now(), now(), now())`,
      [stage.people.other.userId, regNo],
    );
    await query('delete from sign_sessions');
    expect(await refusal(stage.post('other', at(id, '/assign')))).toEqual(own);
    await forget();
    expect((await stage.post('other', at(id, '/assign'))).status).toBe(200);
  });
});

describe('the only officer of an authority', () => {
  const warning = 'A case has no officer who may decide it';
  const unattended = async () => (await stage.get('bold', '/admin/figures')).body.data.unattended;
  let filed: string;

  beforeAll(async () => {
    await query('update users set role_id = 2 where id = $1', [stage.people.bold.userId]);
    await query('delete from officer_authorities where user_id = $1', [stage.people.other.userId]);
    stage.world.clock.advance(1000);
    await stage.signInAgain();
    await query(`update gov_applications set status = 'cancelled'`);
  });

  it('does not attend their own case: administrators are told, once', async () => {
    expect((await unattended()).cases).toBe(0);
    filed = (await stage.apply('officer', service)).body.data.application.id;
    expect(await unattended()).toMatchObject({ cases: 1, authorities: [{ cases: 1 }] });
    await stage.runJob('officer.conflicts');
    await stage.runJob('officer.conflicts');
    expect(await told('bold', warning)).toBe(1);
  });

  it('is not left alone with it by taking the colleague away', async () => {
    await query('insert into officer_authorities (user_id, granted_at) values ($1, now())', [
      stage.people.other.userId,
    ]);
    expect((await unattended()).cases).toBe(0);
    const { userId } = stage.people.other;
    const refused = await stage.call('bold', 'PUT', `/admin/users/${userId}/active`, { active: false });
    expect([refused.status, refused.body.error, refused.body.data.cases]).toEqual([
      409,
      'cases_unattended',
      1,
    ]);
  });

  it('is made an administrator only with a word about the cases', async () => {
    const [made] = await query(
      `with made as (insert into users (username, role_id, created_at) values ('sa_x', 1, now()) returning id),
       bound as (insert into superadmin_accounts (user_id, civil_id, email, email_verified, social_issuer,
           social_subject, mfa_enabled, totp_secret, totp_last_step, recovery_codes, onboarded_at)
         select id, '109999999999', 'sa@example.mn', true, 'i', 's', true, 'x', 0, '[]', now() from made)
       select id from made`,
    );
    const { token } = await renewSession(stage.world, stage.server, { userId: String(made?.['id']) });
    await query(
      `insert into superadmin_mfa_proofs (session_id, user_id, proven_at)
       select id, user_id, $2 from sessions where user_id = $1`,
      [made?.['id'], stage.world.clock.now()],
    );
    const asSuper = (method: string, path: string, body?: object) =>
      createCaller(stage.server.url).call(method, `/api/v1/superadmin/admins${path}`, {
        token,
        ...(body === undefined ? {} : { body }),
      });
    const { userId } = stage.people.other;
    const register = national.other;
    for (const call of [asSuper('PUT', `/${userId}/grant`), asSuper('POST', '/by-register', { register })])
      expect(await refusal(call)).toEqual([409, 'cases_unattended']);
    const confirmed = await asSuper('PUT', `/${userId}/grant?confirm_unattended=true`);
    expect([confirmed.status, confirmed.body.data.role]).toEqual([200, 'admin']);
    expect((await unattended()).cases).toBe(1);
    expect(await stage.row(filed)).toMatchObject({ assigned_to: null });
  });
});
