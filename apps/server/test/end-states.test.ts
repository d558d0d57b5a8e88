import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';

/** SQL as the application role: what ended does not come back, and nobody is erased at will. */

const [citizen, other, admin] = [randomUUID(), randomUUID(), randomUUID()];
let home: TestDatabase;
let app: pg.Client;

beforeAll(async () => {
  home = await createTestDatabase();
  for (const [id, name, role] of [
    [citizen, 'citizen', 'user'],
    [other, 'other', 'user'],
    [admin, 'admin', 'admin'],
  ])
    await home.query(
      `insert into users (id, username, role_id, national_id, created_at)
       values ($1, $2, (select id from roles where key = $3), null, now())`,
      [id, name, role],
    );
  await home.query(`update users set national_id = 'УБ85031512' where id = $1`, [other]);
  app = new pg.Client({ connectionString: home.appUrl, options: '-c search_path=tamga' });
  await app.connect();
});
afterAll(async () => {
  await app.end();
  await home.drop();
});

/** Runs statements in one transaction with the given identity, and rolls them back. */
async function as(identity: { userId?: string; role: string }, ...texts: string[]): Promise<object[]> {
  await app.query('begin');
  try {
    await app.query(`select set_config('app.user_id', $1, true), set_config('app.role', $2, true)`, [
      identity.userId ?? '',
      identity.role,
    ]);
    let rows: object[] = [];
    for (const text of texts) rows = (await app.query<object>(text)).rows;
    return rows;
  } finally {
    await app.query('rollback');
  }
}
const system = { role: 'system' };
const final = { code: '23001' };

describe('the application role cannot revive', () => {
  it('a session, an account, or tokens that were revoked', async () => {
    await home.query(
      `insert into sessions (id, user_id, method, current_jti, rotated_at, created_at, expires_at, ended_at)
       values (gen_random_uuid(), $1, 'eid', gen_random_uuid(), now(), now(), now() + interval '1 day', now())`,
      [citizen],
    );
    await home.query(`update users set deleted_at = now(), tokens_revoked_before = now() where id = $1`, [
      citizen,
    ]);
    for (const text of [
      'update sessions set ended_at = null',
      `update sessions set ended_at = now() + interval '1 day'`,
      'update users set deleted_at = null',
      'update users set tokens_revoked_before = null',
      `update users set tokens_revoked_before = now() - interval '1 day'`,
    ])
      await expect(as(system, text), text).rejects.toMatchObject(final);
    await as(system, `update users set tokens_revoked_before = now() + interval '1 second'`);
    await home.query('update users set deleted_at = null, tokens_revoked_before = null');
  });

  it('a key, and a used code', async () => {
    await home.query(
      `insert into api_keys (id, name, display, sealed_hash, purpose, surfaces, created_at, revoked_at)
       values (gen_random_uuid(), 'x', 'x', 'x', 'api.key', '{tools}', now(), now())`,
    );
    await expect(as(system, 'update api_keys set revoked_at = null')).rejects.toMatchObject(final);
    await as(system, 'update api_keys set last_used_at = now()');
  });

  it('an authorisation, or accept one for its receiver', async () => {
    const insert = (state: string, ended: boolean) =>
      home.query<{ id: string }>(
        `insert into authorisations (grantor_id, receiver_register, receiver_id, accepted_at, state, valid_from,
           valid_until, answer_until, sid, canonical, signature, certificates, created_at, ended_at)
         values ($1, 'УБ85031512', $2, now(), $3, now(), now() + interval '1 day', now() + interval '1 day',
           replace(gen_random_uuid()::text, '-', ''), '{}', '', '', now(), case when $4 then now() end) returning id`,
        [citizen, other, state, ended],
      );
    const receiver = { userId: other, role: 'user' };
    const grantor = { userId: citizen, role: 'user' };
    for (const state of ['revoked', 'given_up', 'expired', 'lapsed', 'declined']) {
      const [row] = await insert(state, true);
      const revive = `update authorisations set state = 'accepted', ended_at = null where id = '${row?.id}'`;
      await expect(as(system, revive), state).rejects.toMatchObject(final);
      for (const who of [receiver, grantor]) {
        const changed = await as(who, `${revive} returning id`).catch(() => []);
        expect(changed).toEqual([]);
      }
      const another = state === 'expired' ? 'lapsed' : 'expired';
      const rewrite = `update authorisations set state = '${another}' where id = '${row?.id}'`;
      await expect(as(system, rewrite)).rejects.toMatchObject(final);
    }
    const [offered] = await insert('offered', false);
    await home.query('update authorisations set receiver_id = null, accepted_at = null where id = $1', [
      offered?.id,
    ]);
    const accept = `update authorisations set state = 'accepted', receiver_id = '${other}', accepted_at = now()
      where id = '${offered?.id}'`;
    await expect(as(system, accept)).rejects.toMatchObject(final);
    await as(receiver, accept);
  });

  it('nothing through any table with an end', async () => {
    const guarded = await home.query<{ name: string }>(
      `select tgrelid::regclass::text as name from pg_trigger
       where tgfoid = 'refuse_revival'::regproc and not tgisinternal order by 1`,
    );
    expect(guarded.map(({ name }) => name)).toEqual([
      'api_keys',
      'authorisations',
      'contact_codes',
      'eid_sessions',
      'erasure_requests',
      'gov_payments',
      'oidc_requests',
      'oidc_step_ups',
      'oidc_tokens',
      'organisation_invitations',
      'role_approvals',
      'role_invitations',
      'sessions',
      'sign_request_parties',
      'sign_requests',
      'sign_sessions',
      'stored_files',
      'superadmin_invites',
      'users',
    ]);
  });
});

describe('erase_person', () => {
  const refused = { code: '42501' };
  const erase = (request: string, decider: string) =>
    `select erase_person('${request}', '${decider}', '', now()) as erased`;
  const boss = { userId: admin, role: 'admin' };
  const prove = (minutes: number) =>
    home.query(
      `insert into sessions (id, user_id, method, current_jti, rotated_at, created_at, expires_at)
       values (gen_random_uuid(), $1, 'eid', gen_random_uuid(), now(), now() - make_interval(mins => $2),
         now() + interval '1 day')`,
      [admin, minutes],
    );
  const request = async (): Promise<string> => {
    const [row] = await home.query<{ id: string }>(
      `insert into erasure_requests (user_id, reason, created_at) values ($1, '', now()) returning id`,
      [citizen],
    );
    return row?.id ?? '';
  };

  it('needs a request that the person made, with its event in the audit log', async () => {
    await expect(as(boss, erase(randomUUID(), admin))).rejects.toMatchObject(refused);
    for (const identity of [boss, system])
      await expect(
        as(
          identity,
          `insert into erasure_requests (user_id, reason, created_at) values ('${citizen}', '', now())`,
        ),
      ).rejects.toThrow('row-level security');
    const id = await request();
    await prove(1);
    await expect(as(boss, erase(id, admin))).rejects.toThrow('no open request');
    await home.query(
      `insert into audit_log (occurred_at, actor_user_id, action, category, target)
       values (now(), $1, 'account.erasure.asked', 'personal-data', $2)`,
      [citizen, citizen],
    );
    const asked = await as(system, erase(id, admin));
    expect(asked).toEqual([{ erased: expect.anything() }]);
  });

  it('needs another person as administrator, with a fresh proof, and the present time', async () => {
    const [row] = await home.query<{ id: string }>('select id from erasure_requests');
    const id = row?.id ?? '';
    for (const decider of [citizen, other, randomUUID()])
      await expect(as(system, erase(id, decider))).rejects.toThrow('no administrator');
    await home.query(`update sessions set created_at = now() - interval '16 minutes' where user_id = $1`, [
      admin,
    ]);
    await expect(as(system, erase(id, admin))).rejects.toThrow('no administrator');
    await expect(
      as(system, `select erase_person('${id}', '${admin}', '', now() - interval '10 minutes')`),
    ).rejects.toThrow('no administrator');
    await expect(as(system, `update erasure_requests set state = 'done'`)).rejects.toMatchObject(final);
    await home.query(`update erasure_requests set state = 'refused'`);
    await expect(as(system, `update erasure_requests set state = 'open'`)).rejects.toMatchObject(final);
    await expect(as(system, erase(id, admin))).rejects.toMatchObject(refused);
  });

  it('erases nobody with a role', async () => {
    await home.query(
      `update users set role_id = (select id from roles where key = 'officer') where id = $1`,
      [citizen],
    );
    await home.query(`update sessions set created_at = now() where user_id = $1`, [admin]);
    const id = await request();
    await home.query(
      `insert into audit_log (occurred_at, actor_user_id, action, category, target)
       values (now(), $1, 'account.erasure.asked', 'personal-data', $2)`,
      [citizen, citizen],
    );
    await expect(as(system, erase(id, admin))).rejects.toThrow('with a role');
  });
});
