import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import type { Citizen } from '../../../test/citizens.ts';
import { bootstrapSuperadmin } from './index.ts';
import { openStage, type Stage } from './test/stage.ts';

let stage: Stage;
let people: Citizen[];
let redirectUri: string;

beforeAll(async () => {
  stage = await openStage();
  people = (await stage.phone.citizens()).filter(({ note }) => note.startsWith('ordinary'));
  redirectUri = `${stage.server.config.appOrigin}/onboarding`;
});
afterAll(() => stage.close());

const person = (index: number): Citizen => people[index] ?? expect.fail('not that many citizens');
const query = <Row extends object>(text: string, values: unknown[] = []) =>
  stage.world.database.query<Row>(text, values);
const minutes = (count: number) => stage.world.clock.advance(count * 60_000);
const outcome = async (answer: ReturnType<Stage['step']>) => {
  const { status, body } = await answer;
  return [status, body.error];
};
const prove = async (email: string, options?: { verified?: boolean }) =>
  stage.step('social', { code: await stage.socialCode(email, options), redirect_uri: redirectUri });

describe('onboarding', () => {
  it('leads through every step to an account, a session and ten recovery codes', async () => {
    const citizen = person(0);
    const before = await query('select id from users');
    await stage.invite('Bold.Owner@Example.mn');
    const begun = await prove('BOLD.OWNER@example.mn');
    expect(begun.body.data).toEqual({
      onboard_token: expect.stringMatching(/^[0-9a-f]{32}$/),
      email: 'bold.owner@example.mn',
      step: 'eid',
    });
    expect(begun.headers.get('cache-control')).toBe('no-store');
    const token = begun.body.data.onboard_token;
    const proven = await stage.approveEid(token, citizen);
    expect(proven.body.data).toEqual({ state: 'COMPLETE', step: 'email' });
    expect((await stage.step('email/send', { onboard_token: token })).body.data).toEqual({ step: 'email' });
    const code = await stage.mailedCode('bold.owner@example.mn');
    const verified = await stage.step('email/verify', { onboard_token: token, code });
    expect(verified.body.data).toEqual({ step: 'totp' });
    const first = (await stage.step('totp/init', { onboard_token: token })).body.data;
    const { secret, otpauth_url, step } = (await stage.step('totp/init', { onboard_token: token })).body.data;
    expect(step).toBe('totp');
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(secret).not.toBe(first.secret);
    expect(otpauth_url).toContain(`secret=${secret}`);
    expect(await query('select id from users')).toEqual(before);

    const wrong = await stage.step('totp/verify', {
      onboard_token: token,
      code: stage.codeNow(first.secret),
    });
    expect([wrong.status, wrong.body.error]).toEqual([400, 'invalid_code']);
    const done = await stage.step('totp/verify', { onboard_token: token, code: stage.codeNow(secret) });
    const { data } = done.body;
    expect(data).toMatchObject({
      step: 'done',
      username: `sa_${citizen.civil_id.toLowerCase()}`,
      role: 'superadmin',
      email: 'bold.owner@example.mn',
      first_name: citizen.given_name,
    });
    expect(data).not.toHaveProperty('civil_id');
    expect(new Set(data.recovery_codes).size).toBe(10);
    for (const each of data.recovery_codes) expect(each).toMatch(/^[A-Z2-7]{4}-[A-Z2-7]{4}$/);
    const me = await createCaller(stage.server.url).get('/api/v1/users/me', { token: data.token });
    expect(me.body.data.user.id).toBe(data.id);
    expect(await query('select civil_id, national_id, role_id from users where id = $1', [data.id])).toEqual([
      { civil_id: null, national_id: null, role_id: 1 },
    ]);
    const again = stage.step('totp/verify', { onboard_token: token, code: stage.codeNow(secret) });
    expect(await outcome(again)).toEqual([403, 'forbidden']);
    const stored = JSON.stringify([
      await query('select * from superadmin_accounts'),
      await query('select * from superadmin_onboardings'),
      await query('select * from audit_log'),
    ]);
    for (const hidden of [
      secret,
      token,
      code,
      ...data.recovery_codes,
      data.recovery_codes[0].replace('-', ''),
    ])
      expect(stored).not.toContain(hidden);
  });

  it('leaves the same citizen’s ordinary account untouched', async () => {
    const ordinary = await stage.signInByEid(person(0));
    expect(ordinary.body.data).toMatchObject({
      state: 'COMPLETE',
      role: 'user',
      username: `eid_${person(0).civil_id}`,
    });
  });

  it('requires an invitation and a verified address, and works once', async () => {
    await stage.invite('verified@example.mn');
    expect(await outcome(prove('verified@example.mn', { verified: false }))).toEqual([
      403,
      'email_unverified',
    ]);
    expect(await outcome(prove('stranger@example.mn'))).toEqual([403, 'not_invited']);
    expect(await outcome(prove('bold.owner@example.mn'))).toEqual([403, 'not_invited']);
    const rows = await query('select token_hash from superadmin_onboardings where email = $1', [
      'verified@example.mn',
    ]);
    expect(rows).toEqual([]);
  });

  it('accepts only a fresh code of the provider that came back to our origin', async () => {
    const used = await stage.socialCode('verified@example.mn');
    const body = (code: string, extra = {}) => ({ code, redirect_uri: redirectUri, ...extra });
    expect((await stage.step('social', body(used))).status).toBe(200);
    const elsewhere = { redirect_uri: 'https://evil.example/onboarding' };
    const fresh = () => stage.socialCode('verified@example.mn');
    for (const refusedBody of [
      body(used),
      body('made-up'),
      body(await fresh(), { redirect_uri: `${redirectUri}/other` }),
      body(await stage.socialCode('verified@example.mn', { nonce: 'n-1' }), { nonce: 'n-2' }),
    ])
      expect(await outcome(stage.step('social', refusedBody))).toEqual([400, 'exchange_failed']);
    const other = stage.step('social', body(await fresh(), elsewhere));
    expect(await outcome(other)).toEqual([400, 'other_origin']);
    const withNonce = body(await stage.socialCode('verified@example.mn', { nonce: 'n-1' }), { nonce: 'n-1' });
    expect((await stage.step('social', withNonce)).status).toBe(200);
  });

  it('refuses every step out of order', async () => {
    await stage.invite('order@example.mn');
    const token = await stage.reach('eid', 'order@example.mn', person(1));
    const calls: Record<string, [string, object][]> = {
      eid: [
        ['eid/start', {}],
        ['eid/start-id', { national_id: person(1).national_id }],
        ['eid/poll', { sid: 'x' }],
      ],
      email: [
        ['email/send', {}],
        ['email/verify', { code: '123456' }],
      ],
      totp: [
        ['totp/init', {}],
        ['totp/verify', { code: '123456' }],
      ],
    };
    const expectWrong = async (current: string) => {
      for (const [step, steps] of Object.entries(calls))
        if (step !== current)
          for (const [path, body] of steps)
            expect([path, ...(await outcome(stage.step(path, { onboard_token: token, ...body })))]).toEqual([
              path,
              400,
              'wrong_step',
            ]);
    };
    await expectWrong('eid');
    await stage.approveEid(token, person(1));
    await expectWrong('email');
    const early = stage.step('email/verify', { onboard_token: token, code: '123456' });
    expect(await outcome(early)).toEqual([400, 'wrong_step']);
    await stage.step('email/send', { onboard_token: token });
    const code = await stage.mailedCode('order@example.mn');
    await stage.step('email/verify', { onboard_token: token, code });
    await expectWrong('totp');
    const unset = stage.step('totp/verify', { onboard_token: token, code: '123456' });
    expect(await outcome(unset)).toEqual([400, 'wrong_step']);
  });

  it('answers alike for an unknown and an expired token, at every step', async () => {
    await stage.invite('late@example.mn');
    const calls: [string, object][] = [
      ['eid/start', {}],
      ['eid/start-id', { national_id: person(1).national_id }],
      ['eid/poll', { sid: 'x' }],
      ['email/send', {}],
      ['email/verify', { code: '123456' }],
      ['totp/init', {}],
      ['totp/verify', { code: '123456' }],
    ];
    const tokens = [
      'f'.repeat(32),
      await stage.reach('eid', 'late@example.mn', person(2)),
      await stage.reach('email', 'late@example.mn', person(2)),
      await stage.reach('totp', 'late@example.mn', person(2)),
    ];
    minutes(30);
    for (const token of tokens)
      for (const [path, body] of calls)
        expect([path, ...(await outcome(stage.step(path, { onboard_token: token, ...body })))]).toEqual([
          path,
          403,
          'forbidden',
        ]);
  });

  it('shows its state only to the holder of its token', async () => {
    await stage.invite('reload@example.mn');
    const token = await stage.reach('eid', 'reload@example.mn', person(2));
    const state = () => stage.step('state', { onboard_token: token });
    const expected = { email: 'reload@example.mn', expires_at: expect.any(String), code_sent: false };
    expect((await state()).body.data).toEqual({ ...expected, step: 'eid' });
    await stage.approveEid(token, person(2));
    expect((await state()).body.data).toEqual({ ...expected, step: 'email' });
    await stage.step('email/send', { onboard_token: token });
    expect((await state()).body.data).toEqual({ ...expected, step: 'email', code_sent: true });
    expect(await outcome(stage.step('state', { onboard_token: 'f'.repeat(32) }))).toEqual([403, 'forbidden']);
    minutes(30);
    expect(await outcome(state())).toEqual([403, 'forbidden']);
  });

  it('ends when its invitation is withdrawn', async () => {
    await stage.invite('gone@example.mn');
    const token = await stage.reach('email', 'gone@example.mn', person(2));
    await query('delete from superadmin_invites where email = $1', ['gone@example.mn']);
    expect(await outcome(stage.step('email/send', { onboard_token: token }))).toEqual([403, 'forbidden']);
  });
});

describe('the eID step', () => {
  it('belongs to the onboarding that started it and issues no tokens', async () => {
    await stage.invite('mine@example.mn');
    await stage.invite('theirs@example.mn');
    const mine = await stage.reach('eid', 'mine@example.mn', person(3));
    const theirs = await stage.reach('eid', 'theirs@example.mn', person(3));
    const started = await stage.step('eid/start-id', {
      onboard_token: mine,
      national_id: person(3).national_id,
    });
    const { sid } = started.body.data;
    await stage.phone.approve(person(3));
    expect(await outcome(stage.step('eid/poll', { onboard_token: theirs, sid }))).toEqual([404, 'not_found']);
    for (const prefix of ['/api/v1']) {
      const poll = createCaller(stage.server.url).post(`${prefix}/auth/eid/poll`, { sid });
      expect(await outcome(poll)).toEqual([404, 'not_found']);
    }
    const answer = await stage.step('eid/poll', { onboard_token: mine, sid });
    expect(answer.body.data).toEqual({ state: 'COMPLETE', step: 'email' });
    expect(await outcome(stage.step('eid/poll', { onboard_token: mine, sid }))).toEqual([400, 'wrong_step']);
  });

  it('shows its QR, new each second, only to the onboarding that started it', async () => {
    await stage.invite('qr@example.mn');
    const token = await stage.reach('eid', 'qr@example.mn', person(3));
    const started = (await stage.step('eid/start', { onboard_token: token })).body.data;
    const look = (given: string) => stage.step('eid/qr', { onboard_token: given, sid: started.sid });
    stage.world.clock.advance(1000);
    const shown = (await look(token)).body.data;
    expect(shown).toEqual({ qr: expect.any(String), expires_in: expect.any(Number), scanned: false });
    expect(shown.qr).not.toBe(started.qr);
    expect(await outcome(look('f'.repeat(32)))).toEqual([404, 'not_found']);
    const citizens = createCaller(stage.server.url).get(`/api/v1/auth/eid/qr/${started.sid}`);
    expect(await outcome(citizens)).toEqual([404, 'not_found']);
    minutes(10);
    expect(await outcome(look(token))).toEqual([404, 'not_found']);
  });

  it('can be retried after a refusal on the phone', async () => {
    await stage.invite('refused@example.mn');
    const token = await stage.reach('eid', 'refused@example.mn', person(3));
    const { qr, sid } = (await stage.step('eid/start', { onboard_token: token })).body.data;
    await stage.phone.scan(qr, person(3));
    await stage.phone.act(person(3), 'refuse');
    const refusedAnswer = await stage.step('eid/poll', { onboard_token: token, sid });
    expect(refusedAnswer.body.data).toEqual({ state: 'REFUSED', step: 'eid', reason: 'user_refused' });
    expect((await stage.approveEid(token, person(3))).body.data.step).toBe('email');
  });

  it('does not give one person’s social account to another', async () => {
    await query('delete from superadmin_invites where email = $1', ['bold.owner@example.mn']);
    await stage.invite('bold.owner@example.mn');
    const token = await stage.reach('eid', 'bold.owner@example.mn', person(4));
    const answer = await stage.approveEid(token, person(4));
    expect([answer.status, answer.body.error]).toEqual([409, 'already_linked_elsewhere']);
  });
});

describe('the e-mail step', () => {
  it('allows five attempts per code and five mails, and only the newest code', async () => {
    await stage.invite('codes@example.mn');
    const token = await stage.reach('email', 'codes@example.mn', person(5));
    const send = () => stage.step('email/send', { onboard_token: token });
    const verify = (code: string) => stage.step('email/verify', { onboard_token: token, code });
    await send();
    const first = await stage.mailedCode('codes@example.mn');
    for (let count = 0; count < 5; count += 1)
      expect(await outcome(verify('not it'))).toEqual([400, 'invalid_code']);
    expect(await outcome(verify(first))).toEqual([403, 'too_many_attempts']);
    await send();
    if ((await stage.mailedCode('codes@example.mn')) !== first)
      expect(await outcome(verify(first))).toEqual([400, 'invalid_code']);
    for (let count = 0; count < 3; count += 1) expect((await send()).status).toBe(200);
    expect(await outcome(send())).toEqual([403, 'too_many_attempts']);
    expect((await verify(await stage.mailedCode('codes@example.mn'))).body.data).toEqual({ step: 'totp' });
  });

  it('refuses a code after ten minutes like a wrong one', async () => {
    await stage.invite('slow@example.mn');
    const token = await stage.reach('email', 'slow@example.mn', person(5));
    await stage.step('email/send', { onboard_token: token });
    const code = await stage.mailedCode('slow@example.mn');
    const wrong = await stage.step('email/verify', { onboard_token: token, code: 'wrong!' });
    minutes(10);
    const late = await stage.step('email/verify', { onboard_token: token, code });
    expect({ ...late.body, request_id: '' }).toEqual({ ...wrong.body, request_id: '' });
  });
});

describe('a super administrator who lost everything', () => {
  it('recovers by a new invitation: new secrets, and every old session ends', async () => {
    const old = await stage.onboard('lost@example.mn', person(6));
    await query('delete from superadmin_invites where email = $1', ['lost@example.mn']);
    minutes(1);
    const back = await stage.onboard('lost@example.mn', person(6));
    expect(back.userId).toBe(old.userId);
    expect(back.secret).not.toBe(old.secret);
    const me = (token: string) => createCaller(stage.server.url).get('/api/v1/users/me', { token });
    expect((await me(old.token)).status).toBe(401);
    expect((await me(back.token)).status).toBe(200);
  });

  it('cannot recover while the account is disabled', async () => {
    await query(`update users set active = false where username = $1`, [`sa_${person(6).civil_id}`]);
    await query('delete from superadmin_invites where email = $1', ['lost@example.mn']);
    await expect(stage.onboard('lost@example.mn', person(6))).rejects.toThrow('account_disabled');
    await query(`update users set active = true where username = $1`, [`sa_${person(6).civil_id}`]);
  });
});

describe('bootstrap', () => {
  it('invites the configured address once, and only while there is no super administrator', async () => {
    const { database, outbox } = stage.server.app;
    const boot = (email: string | undefined) =>
      bootstrapSuperadmin({ database, outbox, now: stage.world.clock.now, email });
    expect(await boot('Late.Owner@example.mn')).toBe('unchanged');
    await query('update users set active = false where role_id = 1');
    expect(await boot('Late.Owner@example.mn')).toBe('invited');
    expect(await boot('late.owner@example.mn')).toBe('unchanged');
    expect(await boot(undefined)).toBe('unchanged');
    expect(
      await query(`select actor_user_id, metadata from audit_log where target = 'late.owner@example.mn'`),
    ).toEqual([{ actor_user_id: null, metadata: { by: 'setting' } }]);
    await query('update users set active = true where role_id = 1');
  });
});
