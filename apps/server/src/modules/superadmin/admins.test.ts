import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, callUntil, createCaller } from '../../../test/caller.ts';
import type { Citizen } from '../../../test/citizens.ts';
import { fullPath, isWriting } from '../../kernel/http/row.ts';
import { signInAs } from './test/roles.ts';
import { type Onboarded, openStage, type Stage } from './test/stage.ts';

let stage: Stage;
let people: Citizen[];
let owner: Onboarded;
const base = '/api/v1/superadmin';

beforeAll(async () => {
  stage = await openStage();
  people = (await stage.phone.citizens()).filter(({ note }) => note.startsWith('ordinary'));
  owner = await stage.onboard('owner@example.mn', person(0));
});
afterAll(() => stage.close());

const person = (index: number): Citizen => people[index] ?? expect.fail('not that many citizens');
const call = (method: string, path: string, body?: unknown, token = owner.token): Promise<Answer> =>
  createCaller(stage.server.url).call(method, `${base}${path}`, {
    token,
    ...(body === undefined ? {} : { body }),
  });
const outcome = ({ status, body }: Answer) => [status, body.error];
const idOf = async (citizen: Citizen): Promise<string> => (await stage.signInByEid(citizen)).body.data.id;
const auditOf = (answer: Answer) =>
  stage.world.database.query<{ action: string; target: string }>(
    'select action, actor_user_id, target, metadata from audit_log where request_id = $1 order by id',
    [answer.body.request_id],
  );

describe('every row below /superadmin', () => {
  it('is closed to anonymous callers, citizens, managers and administrators alike', async () => {
    const tokens = [
      await signInAs(stage, person(1), 4),
      await signInAs(stage, person(2), 3),
      await signInAs(stage, person(3), 2),
    ];
    const rows = stage.server.app.modules
      .flatMap((module) => module.rows)
      .filter((row) => fullPath(row).startsWith(`${base}/`));
    expect(rows).toHaveLength(11);
    for (const row of rows) {
      const path = fullPath(row).replace(/:\w+/, owner.userId);
      const send = (token?: string) =>
        createCaller(stage.server.url).call(row.method, path, {
          ...(token === undefined ? {} : { token }),
          ...(isWriting(row) ? { body: {} } : {}),
        });
      expect([row.id, (await send()).status]).toEqual([row.id, 401]);
      for (const token of tokens)
        expect([row.id, ...outcome(await send(token))]).toEqual([row.id, 403, 'forbidden']);
    }
  });

  it('that changes something requires a second factor from the last fifteen minutes', async () => {
    stage.world.clock.advance(15 * 60_000 + 1);
    const { token } = await refreshed();
    const changes: [string, string, unknown][] = [
      ['POST', '/admins', { register: 'АА90010111' }],
      ['POST', '/admins/by-register', { register: person(1).national_id }],
      ['PUT', `/admins/${owner.userId}/grant`, undefined],
      ['DELETE', `/admins/${owner.userId}`, undefined],
      ['POST', '/invites', { email: 'new@example.mn' }],
      ['DELETE', '/invites/owner@example.mn', undefined],
      ['PUT', '/access-mode', { mode: 'private' }],
    ];
    for (const [method, path, body] of changes) {
      const answer = await call(method, path, body, token);
      expect([path, ...outcome(answer)]).toEqual([path, 403, 'step_up_required']);
      expect((await auditOf(answer)).map(({ action }) => action)).toEqual(['superadmin.mfa.asked_again']);
    }
    expect((await call('GET', '/access-mode', undefined, token)).body.data).toEqual({ mode: 'public' });
    expect((await call('GET', '/invites', undefined, token)).body.data.total).toBe(1);

    const refusedAnswer = await call('PUT', '/access-mode', { mode: 'public' }, token);
    const proven = await stage.mfa(refusedAnswer.body.data.mfa_token, stage.codeNow(owner.secret));
    owner = { ...owner, token: proven.body.data.token, refreshToken: proven.body.data.refresh_token };
    expect((await call('PUT', '/access-mode', { mode: 'public' })).status).toBe(200);
  });

  const refreshed = async (): Promise<{ token: string }> =>
    (await createCaller(stage.server.url).post('/api/v1/auth/refresh', { refresh_token: owner.refreshToken }))
      .body.data;
});

describe('superadmin.admins', () => {
  it('pre-registers an administrator, who joins by eID', async () => {
    const citizen = person(4);
    const body = {
      register: ` ${citizen.national_id.toLowerCase()} `,
      first_name: 'Нэр',
      email: 'Admin@Example.mn',
    };
    const made = await call('POST', '/admins', body);
    expect(made.status).toBe(201);
    expect(made.body.data).toEqual({
      id: expect.any(String),
      username: `reg_${citizen.national_id.toLowerCase()}`,
      first_name: 'Нэр',
      last_name: '',
      full_name: 'Нэр',
      full_name_en: '',
      email: 'admin@example.mn',
      role_id: 2,
      role: 'admin',
      active: true,
      created_at: stage.world.clock.now().toISOString(),
      updated_at: null,
    });
    expect(await auditOf(made)).toMatchObject([
      { action: 'users.registered' },
      { action: 'superadmin.create_admin', actor_user_id: owner.userId, target: made.body.data.id },
    ]);
    expect(outcome(await call('POST', '/admins', body))).toEqual([409, 'conflict']);
    const joined = await stage.signInByEid(citizen);
    expect(joined.body.data).toMatchObject({ id: made.body.data.id, role: 'admin' });
    // An eID sign-in proves the person, but not an address that an administrator typed.
    expect(
      await stage.world.database.query('select email, email_verified from users where id = $1', [
        made.body.data.id,
      ]),
    ).toEqual([{ email: 'admin@example.mn', email_verified: false }]);
  });

  it('refuses an invalid register number', async () => {
    expect(outcome(await call('POST', '/admins', { register: 'AB12345678' }))).toEqual([
      400,
      'invalid_national_id',
    ]);
    expect(outcome(await call('POST', '/admins', { register: 'АА1' }))).toEqual([422, 'validation_failed']);
    const password = await call('POST', '/admins', { register: 'АА90010111', password: 'x' });
    expect(outcome(password)).toEqual([422, 'validation_failed']);
  });

  it('lists super administrators and administrators', async () => {
    const { items, total } = (await call('GET', '/admins')).body.data;
    expect(total).toBe(items.length);
    expect(items[0]).toMatchObject({ id: owner.userId, role: 'superadmin' });
    expect(new Set(items.map(({ role_id }: { role_id: number }) => role_id))).toEqual(new Set([1, 2]));
    expect(JSON.stringify(items)).not.toContain(person(4).national_id);
  });

  it('previews by register number without a change, and grants to people who have signed in', async () => {
    const citizen = person(5);
    const path = `/admins/by-register?register=${encodeURIComponent(citizen.national_id)}`;
    expect(outcome(await call('GET', path))).toEqual([404, 'not_found']);
    const grant = () => call('POST', '/admins/by-register', { register: citizen.national_id });
    expect(outcome(await grant())).toEqual([404, 'not_found']);
    const session = (await stage.signInByEid(citizen)).body.data;
    expect((await call('GET', path)).body.data).toMatchObject({ id: session.id, role: 'user' });
    stage.world.clock.advance(1);
    const granted = await grant();
    expect(granted.body.data).toMatchObject({ id: session.id, role_id: 2 });
    expect((await auditOf(granted)).map(({ action }) => action)).toContain('superadmin.grant_admin');
    expect(outcome(await grant())).toEqual([409, 'already_admin']);
    await callUntil(401, () =>
      createCaller(stage.server.url).get('/api/v1/users/me', { token: session.token }),
    );
  });

  it("answers 404 for a pre-registered row before its person's first sign-in", async () => {
    await call('POST', '/admins', { register: person(6).national_id });
    const path = `/admins/by-register?register=${encodeURIComponent(person(6).national_id)}`;
    expect(outcome(await call('GET', path))).toEqual([404, 'not_found']);
  });

  it('grants by id and revokes, and both end the sessions of the person', async () => {
    const citizen = person(1);
    const me = (token: string) => createCaller(stage.server.url).get('/api/v1/users/me', { token });
    const before = (await stage.signInByEid(citizen)).body.data;
    stage.world.clock.advance(1);
    const granted = await call('PUT', `/admins/${before.id}/grant`);
    expect(granted.body.data).toMatchObject({ role: 'admin' });
    await callUntil(401, () => me(before.token));
    expect(outcome(await call('PUT', `/admins/${before.id}/grant`))).toEqual([409, 'already_admin']);
    stage.world.clock.advance(1);
    const asAdmin = (await stage.signInByEid(citizen)).body.data;
    expect(asAdmin.role).toBe('admin');
    stage.world.clock.advance(1);
    const revoked = await call('DELETE', `/admins/${before.id}`);
    expect(revoked.body.data).toMatchObject({ role: 'user' });
    expect((await auditOf(revoked)).map(({ action }) => action)).toContain('superadmin.revoke_admin');
    await callUntil(401, () => me(asAdmin.token));
    expect(outcome(await call('DELETE', `/admins/${before.id}`))).toEqual([400, 'not_an_admin']);
  });

  it('refuses super administrators and the caller, and answers 404 for an unknown person', async () => {
    const nobody = '11111111-2222-4333-8444-555555555555';
    const other = await stage.onboard('second@example.mn', person(7));
    expect(outcome(await call('DELETE', `/admins/${owner.userId}`))).toEqual([403, 'forbidden']);
    expect(outcome(await call('DELETE', `/admins/${other.userId}`))).toEqual([403, 'role_protected']);
    expect(outcome(await call('PUT', `/admins/${other.userId}/grant`))).toEqual([409, 'already_admin']);
    for (const id of [nobody, 'not-an-id']) {
      expect(outcome(await call('PUT', `/admins/${id}/grant`))).toEqual([404, 'not_found']);
      expect(outcome(await call('DELETE', `/admins/${id}`))).toEqual([404, 'not_found']);
    }
    const gone = await idOf(person(2));
    await stage.world.database.query('update users set deleted_at = now() where id = $1', [gone]);
    expect(outcome(await call('PUT', `/admins/${gone}/grant`))).toEqual([404, 'not_found']);
  });
});

describe('superadmin.invites', () => {
  it('are created once per address, listed newest first and withdrawn', async () => {
    stage.world.clock.advance(1000);
    const made = await call('POST', '/invites', { email: 'Next.Owner@Example.mn' });
    expect(made.status).toBe(201);
    expect(made.body.data).toEqual({
      email: 'next.owner@example.mn',
      invited_by: owner.userId,
      created_at: stage.world.clock.now().toISOString(),
      accepted_at: null,
      pending: true,
    });
    expect(await auditOf(made)).toMatchObject([
      { action: 'superadmin.create_invite', target: 'next.owner@example.mn' },
    ]);
    expect(outcome(await call('POST', '/invites', { email: 'next.owner@example.mn' }))).toEqual([
      409,
      'conflict',
    ]);
    expect(outcome(await call('POST', '/invites', { email: 'no address' }))).toEqual([
      422,
      'validation_failed',
    ]);
    const { items } = (await call('GET', '/invites')).body.data;
    expect(items[0].email).toBe('next.owner@example.mn');
    expect(items.at(-1)).toMatchObject({ email: 'owner@example.mn', pending: false });
    const gone = await call('DELETE', `/invites/${encodeURIComponent('Next.Owner@example.mn')}`);
    expect([gone.status, gone.body.data]).toEqual([200, {}]);
    expect((await auditOf(gone)).map(({ action }) => action)).toEqual(['superadmin.delete_invite']);
    expect(outcome(await call('DELETE', '/invites/next.owner@example.mn'))).toEqual([404, 'not_found']);
  });
});

describe('superadmin.access_mode', () => {
  it('closes the platform to unknown people, and opens it again', async () => {
    const stranger = await stage.phone.citizen(/^ordinary/, people.length - 1);
    const set = await call('PUT', '/access-mode', { mode: 'private' });
    expect(set.body.data).toEqual({ mode: 'private' });
    expect(await auditOf(set)).toMatchObject([
      { action: 'superadmin.set_access_mode', metadata: { mode: 'private' } },
    ]);
    expect((await call('GET', '/access-mode')).body.data).toEqual({ mode: 'private' });
    expect(outcome(await stage.signInByEid(stranger))).toEqual([403, 'private_platform']);
    expect((await stage.signInByEid(person(4))).body.data.state).toBe('COMPLETE');
    await call('PUT', '/access-mode', { mode: 'public' });
    expect((await stage.signInByEid(stranger)).body.data.state).toBe('COMPLETE');
    expect(outcome(await call('PUT', '/access-mode', { mode: 'closed' }))).toEqual([
      422,
      'validation_failed',
    ]);
  });

  it('shows an unknown value by its effect: private', async () => {
    await stage.world.database.query(
      `update platform_settings set value = '"odd"' where key = 'access_mode'`,
    );
    expect((await call('GET', '/access-mode')).body.data).toEqual({ mode: 'private' });
  });
});
