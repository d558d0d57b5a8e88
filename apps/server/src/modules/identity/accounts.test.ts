import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { type Citizen, createPhone, type Phone, pollToEnd, runQr } from '../../../test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';

let world: TestWorld;
let server: TestServer;
let phone: Phone;
let people: Citizen[];

beforeAll(async () => {
  world = await openWorld();
  server = await world.startServer();
  phone = createPhone(world.sandbox);
  people = (await phone.citizens()).filter(({ note }) => note.startsWith('ordinary'));
});
afterAll(() => world.close());

const person = (index: number): Citizen => {
  const found = people[index];
  if (found === undefined) throw new Error('there are not that many ordinary citizens');
  return found;
};
const signInBy = async (citizen: Citizen, on = server) =>
  (await runQr(createCaller(on.url), phone, citizen)).final;

interface UserRow {
  id: string;
  username: string;
  first_name: string;
  first_name_en: string;
  last_name_en: string;
  role_id: number;
  civil_id: string | null;
  national_id: string | null;
  cert_serial: string | null;
  document_number: string | null;
  active: boolean;
  updated_at: Date | null;
}
const rowsOf = (citizen: Citizen) =>
  world.database.query<UserRow>('select * from users where civil_id = $1 or national_id = $2', [
    citizen.civil_id,
    citizen.national_id,
  ]);
const change = (citizen: Citizen, set: string) =>
  world.database.query(`update users set ${set} where civil_id = $1`, [citizen.civil_id]);
const register = async (username: string, columns: Record<string, unknown>): Promise<string> => {
  const names = ['username', 'created_at', ...Object.keys(columns)];
  const values = [username, world.clock.now(), ...Object.values(columns)];
  const [row] = await world.database.query<{ id: string }>(
    `insert into users (${names.join(', ')}) values (${values.map((_, at) => `$${at + 1}`).join(', ')}) returning id`,
    values,
  );
  return row?.id ?? '';
};

describe('the account of a citizen', () => {
  it('is created at the first sign-in and found at the next', async () => {
    const citizen = person(0);
    const first = await signInBy(citizen);
    const again = await signInBy(citizen);
    expect(again.body.data.id).toBe(first.body.data.id);
    expect(await rowsOf(citizen)).toMatchObject([
      { username: `eid_${citizen.civil_id}`, role_id: 4, national_id: citizen.national_id },
    ]);
  });

  it('is created once, also when two browsers sign a new person in concurrently', async () => {
    const citizen = person(1);
    const second = await world.startServer();
    const callers = [createCaller(server.url), createCaller(second.url)];
    const sids: string[] = [];
    for (const caller of callers) {
      const { sid, qr } = (await caller.post('/api/v1/auth/eid/start')).body.data;
      await phone.scan(qr, citizen);
      await phone.approve(citizen);
      sids.push(sid);
    }
    const answers = await Promise.all(callers.map((caller, at) => pollToEnd(caller, sids[at] ?? '')));
    expect(answers.map(({ body }) => body.data.state)).toEqual(['COMPLETE', 'COMPLETE']);
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect(await rowsOf(citizen)).toHaveLength(1);
    await second.stop();
  });

  it('takes names and certificate from every sign-in', async () => {
    const citizen = person(0);
    const [before] = await rowsOf(citizen);
    await change(
      citizen,
      `first_name = 'Хуучин', cert_serial = '0', document_number = 'old', kyc_level = 'QSCD'`,
    );
    await signInBy(citizen);
    const [after] = await rowsOf(citizen);
    expect(after).toMatchObject({
      first_name: citizen.given_name,
      cert_serial: before?.cert_serial,
      document_number: citizen.document_number,
      kyc_level: 'QUALIFIED',
    });
    expect(after?.updated_at).not.toBeNull();
  });

  it('keeps the spelling the person chose, and takes from eID what is empty or another name', async () => {
    const citizen = person(0);
    const chosen = citizen.given_name_en.toUpperCase();
    await change(citizen, `first_name_en = '${chosen}', last_name_en = ''`);
    const latin = { first_name_en: chosen, last_name_en: citizen.surname_en };
    expect((await signInBy(citizen)).body.data).toMatchObject(latin);
    await change(citizen, `last_name_en = 'Another'`);
    expect((await signInBy(citizen)).body.data).toMatchObject(latin);
  });

  it('never changes its role at sign-in', async () => {
    const citizen = person(0);
    await change(citizen, 'role_id = 3');
    expect((await signInBy(citizen)).body.data).toMatchObject({ role_id: 3, role: 'manager' });
    await change(citizen, 'role_id = 4');
    expect((await signInBy(citizen)).body.data).toMatchObject({ role_id: 4, role: 'user' });
  });

  it('joins a row registered by register number, with its role', async () => {
    const citizen = person(2);
    const id = await register('reg_before', { national_id: citizen.national_id, role_id: 3 });
    const final = await signInBy(citizen);
    expect(final.body.data).toMatchObject({
      id,
      role: 'manager',
      civil_id: citizen.civil_id,
      username: 'reg_before',
    });
    expect(await rowsOf(citizen)).toHaveLength(1);
  });

  it('does not take over another person’s account with the same register number', async () => {
    const citizen = person(3);
    const other = await register('somebody', {
      national_id: citizen.national_id,
      civil_id: 'another-person',
    });
    const final = await signInBy(citizen);
    expect(final.body.data).toMatchObject({ state: 'COMPLETE', civil_id: citizen.civil_id });
    expect(final.body.data.id).not.toBe(other);
    const rows = await rowsOf(citizen);
    expect(rows.find(({ id }) => id === other)).toMatchObject({ civil_id: 'another-person' });
    expect(rows.find(({ id }) => id !== other)).toMatchObject({ national_id: null });
  });

  it('still opens when another row has its register number meanwhile', async () => {
    const citizen = person(4);
    const id = await register('without_number', { civil_id: citizen.civil_id });
    await register('reg_later', { national_id: citizen.national_id });
    expect((await signInBy(citizen)).body.data).toMatchObject({ state: 'COMPLETE', id });
    expect(await rowsOf(citizen)).toHaveLength(2);
  });

  it('shows ge_id when there is one and omits it otherwise', async () => {
    const citizen = person(0);
    expect((await signInBy(citizen)).body.data).not.toHaveProperty('ge_id');
    await change(citizen, `ge_id = 'GE-1'`);
    expect((await signInBy(citizen)).body.data.ge_id).toBe('GE-1');
  });

  it('remembers the browsers it was used from', async () => {
    const citizen = person(5);
    const run = async (agent: string) => {
      const caller = createCaller(server.url);
      const headers = { 'user-agent': agent };
      const { sid, qr } = (await caller.post('/api/v1/auth/eid/start', {}, { headers })).body.data;
      await phone.scan(qr, citizen);
      await phone.approve(citizen);
      await caller.post('/api/v1/auth/eid/poll', { sid }, { headers });
      const [event] = await world.database.query<{ outcome: string; is_new_device: boolean }>(
        'select outcome, is_new_device from login_events where ip = $1',
        [caller.ip],
      );
      return event;
    };
    expect(await run('one')).toEqual({ outcome: 'success', is_new_device: true });
    expect(await run('one')).toEqual({ outcome: 'success', is_new_device: false });
    expect(await run('two')).toEqual({ outcome: 'success', is_new_device: true });
  });
});

describe('a blocked account', () => {
  const expectShut = async (citizen: Citizen, error: string, on = server) => {
    const caller = createCaller(on.url);
    const { sid, final } = await runQr(caller, phone, citizen);
    expect([final.status, final.body.error]).toEqual([403, error]);
    expect(final.text).not.toContain('token');
    expect((await caller.post('/api/v1/auth/eid/poll', { sid })).body.error).toBe('already_consumed');
    const events = await world.database.query('select outcome, reason from login_events where ip = $1', [
      caller.ip,
    ]);
    expect(events).toEqual([{ outcome: 'failure', reason: error }]);
    const audit = await world.database.query(
      'select action, actor_user_id, metadata from audit_log where request_id = $1',
      [final.body.request_id],
    );
    expect(audit).toEqual([
      { action: 'auth.eid.failed', actor_user_id: null, metadata: { state: 'refused', reason: error } },
    ]);
  };

  it('is rejected while disabled, and stays disabled', async () => {
    const citizen = person(0);
    await change(citizen, `active = false, first_name = 'Хуучин'`);
    await expectShut(citizen, 'account_disabled');
    expect(await rowsOf(citizen)).toMatchObject([{ active: false, first_name: 'Хуучин' }]);
    await change(citizen, 'active = true');
  });

  it('is rejected after deletion, and is not created again', async () => {
    const citizen = person(1);
    await change(citizen, 'deleted_at = now()');
    await expectShut(citizen, 'account_disabled');
    expect(await rowsOf(citizen)).toHaveLength(1);
  });

  it('of a super administrator is rejected on this sign-in method', async () => {
    const citizen = person(2);
    await change(citizen, 'role_id = 1');
    await expectShut(citizen, 'mfa_unavailable');
  });

  it('is not created on a private platform, where known people can still sign in', async () => {
    const closed = await world.startServer({ env: { PLATFORM_ACCESS_MODE: 'private' } });
    const stranger = person(6);
    const registered = person(7);
    await expectShut(stranger, 'private_platform', closed);
    expect(await rowsOf(stranger)).toEqual([]);
    await register('reg_invited', { national_id: registered.national_id });
    for (const citizen of [registered, person(0)])
      expect((await signInBy(citizen, closed)).body.data.state).toBe('COMPLETE');
  });

  it('follows the stored access mode rather than the setting at start', async () => {
    const stranger = person(6);
    const set = (mode: string) =>
      world.database.query(
        `insert into platform_settings (key, value, updated_at) values ('access_mode', to_jsonb($1::text), now())
         on conflict (key) do update set value = excluded.value`,
        [mode],
      );
    await set('private');
    await expectShut(stranger, 'private_platform');
    await set('a word nobody knows');
    await expectShut(stranger, 'private_platform');
    await set('public');
    const closed = await world.startServer({ env: { PLATFORM_ACCESS_MODE: 'private' } });
    expect((await signInBy(stranger, closed)).body.data.state).toBe('COMPLETE');
  });
});
