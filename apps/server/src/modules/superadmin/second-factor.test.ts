import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, createCaller } from '../../../test/caller.ts';
import type { Citizen } from '../../../test/citizens.ts';
import { createKeyring } from '../../kernel/security/keyring.ts';
import { resealColumn } from '../../kernel/security/reseal.ts';
import { giveCivilId } from './test/roles.ts';
import { type Onboarded, openStage, type Stage } from './test/stage.ts';

let stage: Stage;
let citizen: Citizen;
let owner: Onboarded;

beforeAll(async () => {
  stage = await openStage();
  citizen = await stage.phone.citizen();
  owner = await stage.onboard('owner@example.mn', citizen);
  await giveCivilId(stage, owner, citizen);
});
afterAll(() => stage.close());

const seconds = (count: number) => stage.world.clock.advance(count * 1000);
const outcome = ({ status, body }: Answer) => [status, body.error];
const ask = async (server = stage.server): Promise<string> =>
  (await stage.signInByEid(citizen, server)).body.data.mfa_token;
/** An unused code: each time step is accepted once. */
const nextCode = () => {
  seconds(60);
  return stage.codeNow(owner.secret);
};
const unlock = () =>
  stage.world.database.query(
    'update superadmin_accounts set mfa_failures = 0, mfa_failed_since = null, mfa_locked_until = null',
  );

describe('superadmin.mfa', () => {
  it('is required after every eID sign-in of a super administrator', async () => {
    const first = await stage.signInByEid(citizen);
    expect(first.body.data).toEqual({
      state: 'COMPLETE',
      mfa_required: true,
      mfa_token: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    const sessions = () => stage.world.database.query('select id from sessions');
    const before = await sessions();
    const passed = await stage.mfa(first.body.data.mfa_token, nextCode());
    expect(passed.body.data).toMatchObject({
      id: owner.userId,
      role: 'superadmin',
      used_recovery_code: false,
      recovery_codes_left: 10,
    });
    expect(passed.headers.get('cache-control')).toBe('no-store');
    expect(await sessions()).toHaveLength(before.length + 1);
    const me = await createCaller(stage.server.url).get('/api/v1/users/me', {
      token: passed.body.data.token,
    });
    expect(me.status).toBe(200);
    const events = await stage.world.database.query(
      'select action, actor_user_id, metadata from audit_log where request_id = $1',
      [passed.body.request_id],
    );
    expect(events).toMatchObject([
      { action: 'superadmin.mfa.passed', actor_user_id: owner.userId, metadata: { recovery_code: false } },
    ]);
  });

  it('opens a session that ends after twelve hours, however often it is refreshed', async () => {
    const { data } = (await stage.mfa(await ask(), nextCode())).body;
    const hours = (count: number) => seconds(count * 3600);
    const left = ({ refresh_expires_at }: { refresh_expires_at: string }) =>
      Math.ceil((Date.parse(refresh_expires_at) - stage.world.clock.now().getTime()) / 3_600_000);
    const refresh = (refresh_token: string) =>
      createCaller(stage.server.url).post('/api/v1/auth/refresh', { refresh_token });
    expect(left(data)).toBe(12);
    hours(11);
    const later = (await refresh(data.refresh_token)).body.data;
    expect(left(later)).toBe(1);
    hours(1);
    expect((await refresh(later.refresh_token)).status).toBe(401);
  });

  it('accepts a token once and within five minutes', async () => {
    const token = await ask();
    expect((await stage.mfa(token, nextCode())).status).toBe(200);
    expect(outcome(await stage.mfa(token, nextCode()))).toEqual([403, 'mfa_invalid']);
    const late = await ask();
    seconds(300);
    expect(outcome(await stage.mfa(late, nextCode()))).toEqual([403, 'mfa_invalid']);
    expect(outcome(await stage.mfa('0'.repeat(32), nextCode()))).toEqual([403, 'mfa_invalid']);
    const kept = await stage.world.database.query('select token_hash from superadmin_mfa_tokens');
    expect(JSON.stringify(kept)).not.toContain(late);
  });

  it('never accepts the same time step twice, nor an earlier one', async () => {
    const code = nextCode();
    expect((await stage.mfa(await ask(), code)).status).toBe(200);
    expect(outcome(await stage.mfa(await ask(), code))).toEqual([400, 'invalid_code']);
    seconds(30);
    expect(outcome(await stage.mfa(await ask(), code))).toEqual([400, 'invalid_code']);
    expect((await stage.mfa(await ask(), stage.codeNow(owner.secret))).status).toBe(200);
    const replays = await stage.world.database.query<{ severity: string }>(
      `select severity from security_events where kind = 'totp_replay'`,
    );
    expect(replays).toEqual([{ severity: 'high' }, { severity: 'high' }]);
    await unlock();
  });

  it('admits one of two concurrent calls with the same code', async () => {
    const tokens = [await ask(), await ask()];
    const code = nextCode();
    const answers = await Promise.all(tokens.map((token) => stage.mfa(token, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    await unlock();
  });

  it('allows one step of clock drift either way and no more', async () => {
    seconds(120);
    const now = stage.codeNow(owner.secret);
    seconds(30);
    expect((await stage.mfa(await ask(), now)).status).toBe(200);
    seconds(120);
    const old = stage.codeNow(owner.secret);
    seconds(60);
    expect(outcome(await stage.mfa(await ask(), old))).toEqual([400, 'invalid_code']);
    await unlock();
  });

  it('accepts each recovery code once, in any spelling, and counts the rest', async () => {
    const [code = '', other = ''] = owner.codes;
    const used = await stage.mfa(await ask(), ` ${code.toLowerCase().replace('-', '')} `);
    expect(used.body.data).toMatchObject({ used_recovery_code: true, recovery_codes_left: 9 });
    const again = await stage.mfa(await ask(), code);
    const wrongTotp = await stage.mfa(await ask(), '000000');
    expect(outcome(again)).toEqual([400, 'invalid_code']);
    expect({ ...again.body, request_id: '' }).toEqual({ ...wrongTotp.body, request_id: '' });
    const tokens = [await ask(), await ask()];
    const answers = await Promise.all(tokens.map((token) => stage.mfa(token, other)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    await unlock();
  });

  it('locks after five wrong codes in fifteen minutes, for the right code too, and then unlocks', async () => {
    const token = await ask();
    for (let count = 0; count < 5; count += 1)
      expect(outcome(await stage.mfa(token, 'wrong'))).toEqual([400, 'invalid_code']);
    expect(outcome(await stage.mfa(token, nextCode()))).toEqual([403, 'too_many_attempts']);
    expect(outcome(await stage.mfa(await ask(), owner.codes[2] ?? ''))).toEqual([403, 'too_many_attempts']);
    const locked = await stage.world.database.query(
      `select target from audit_log where action = 'superadmin.mfa.locked'`,
    );
    expect(locked).toEqual([{ target: owner.userId }]);
    const failures = await stage.world.database.query<{ reason: string }>(
      `select reason from login_events where user_id = $1 and method = 'mfa' and outcome = 'failure'
       order by id desc limit 3`,
      [owner.userId],
    );
    expect(failures.map(({ reason }) => reason)).toEqual([
      'too_many_attempts',
      'too_many_attempts',
      'invalid_code',
    ]);
    seconds(15 * 60);
    const fresh = await ask();
    expect(outcome(await stage.mfa(fresh, 'wrong'))).toEqual([400, 'invalid_code']);
    expect((await stage.mfa(fresh, nextCode())).status).toBe(200);
  });

  it('refuses a person who is no longer a super administrator', async () => {
    const token = await ask();
    await stage.world.database.query('update users set role_id = 4 where id = $1', [owner.userId]);
    expect(outcome(await stage.mfa(token, nextCode()))).toEqual([403, 'mfa_invalid']);
    await stage.world.database.query('update users set role_id = 1 where id = $1', [owner.userId]);
  });

  it('refuses a disabled account after the right code', async () => {
    const token = await ask();
    await stage.world.database.query('update users set active = false where id = $1', [owner.userId]);
    expect(outcome(await stage.mfa(token, nextCode()))).toEqual([403, 'account_disabled']);
    await stage.world.database.query('update users set active = true where id = $1', [owner.userId]);
  });

  it('cannot be skipped: a super administrator without a second factor is refused', async () => {
    const other = await stage.phone.citizen(/^ordinary/, 1);
    const { id } = (await stage.signInByEid(other)).body.data;
    await stage.world.database.query('update users set role_id = 1 where id = $1', [id]);
    expect(outcome(await stage.signInByEid(other))).toEqual([403, 'mfa_unavailable']);
    await stage.world.database.query('update users set role_id = 4 where id = $1', [id]);
  });
});

describe('INTEGRATION_ENC_KEY', () => {
  it('rotates without loss: the old key opens, the job reseals, then the new key alone is enough', async () => {
    const previous = 't1:seal-test-key-0123456789-abcdefgh';
    const next = 't2:seal-next-key-9876543210-hgfedcba';
    const both = await stage.startServer({ env: { INTEGRATION_ENC_KEY: `${next},${previous}` } });
    expect((await stage.mfa(await ask(both), nextCode(), both)).status).toBe(200);

    const module = both.app.modules.find(({ name }) => name === 'superadmin');
    const keyring = createKeyring(both.config.INTEGRATION_ENC_KEY);
    for (const column of module?.sealed ?? []) await resealColumn(both.app.database, keyring, column);
    const alone = await stage.startServer({ env: { INTEGRATION_ENC_KEY: next } });
    expect((await stage.mfa(await ask(alone), nextCode(), alone)).status).toBe(200);
    const recovered = await stage.mfa(await ask(alone), owner.codes[5] ?? '', alone);
    expect(recovered.body.data).toMatchObject({ used_recovery_code: true, recovery_codes_left: 7 });
  });
});
