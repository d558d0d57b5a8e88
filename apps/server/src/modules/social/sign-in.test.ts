import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, createCaller } from '../../../test/caller.ts';
import type { Citizen } from '../../../test/citizens.ts';
import { changeAsSystem } from '../../../test/citizens.ts';
import { createSocialAdapter } from '../../adapters/social/index.ts';
import { setActive } from '../users/index.ts';
import { openSocialFlow, type SocialFlow } from './test/social-flow.ts';

let flow: SocialFlow;
let people: Citizen[];

beforeAll(async () => {
  flow = await openSocialFlow();
  people = (await flow.stage.phone.citizens()).filter(({ note }) => note.startsWith('ordinary'));
});
afterAll(() => flow.stage.close());

const person = (index: number): Citizen => people[index] ?? expect.fail('not that many citizens');
const query = <Row extends object>(text: string, values: unknown[] = []) =>
  flow.stage.world.database.query<Row>(text, values);
const outcome = ({ status, body }: Answer) => [status, body.error];
const lastAttempt = async () =>
  (
    await query(
      'select user_id, method, outcome, reason from login_events order by created_at desc, id desc limit 1',
    )
  )[0];
const me = (token: string) => createCaller(flow.stage.server.url).get('/api/v1/users/me', { token });

describe('auth.social', () => {
  it('links an unknown account after eID, and from then on signs its person in', async () => {
    const first = await flow.bySocial('Bold@example.mn');
    expect(first.body.data).toEqual({
      linked: false,
      link_token: expect.stringMatching(/^[0-9a-f]{32}$/),
      email: 'Bold@example.mn',
    });
    expect(first.headers.get('cache-control')).toBe('no-store');
    const proven = await flow.byEid(person(0), first.body.data.link_token);
    expect(proven.body.data).toMatchObject({ state: 'COMPLETE', social_link: 'linked' });

    const again = await flow.bySocial('Bold@example.mn');
    expect(again.body.data).toMatchObject({ linked: true, user: { id: proven.body.data.id, role: 'user' } });
    expect(again.body.data).not.toHaveProperty('link_token');
    expect((await me(again.body.data.user.token)).body.data.user.id).toBe(proven.body.data.id);
    expect(await lastAttempt()).toEqual({
      user_id: proven.body.data.id,
      method: 'social',
      outcome: 'success',
      reason: null,
    });
    const methods = await query('select method from sessions order by method');
    expect(methods).toEqual([{ method: 'eid' }, { method: 'social' }]);
  });

  it('never matches by e-mail address: another account with the same address is unknown', async () => {
    await query(`update users set email = 'taken@example.mn' where civil_id = $1`, [person(0).civil_id]);
    expect((await flow.bySocial('taken@example.mn')).body.data).toMatchObject({ linked: false });
  });

  it('accepts a code once, from our own address, with its verifier and its nonce', async () => {
    const used = await flow.goToProvider('bold@example.mn');
    expect((await flow.exchange(used)).status).toBe(200);
    expect(outcome(await flow.exchange(used))).toEqual([400, 'exchange_failed']);
    expect(await lastAttempt()).toMatchObject({
      method: 'social',
      outcome: 'failure',
      reason: 'exchange_failed',
    });
    for (const change of [
      { code: 'made-up' },
      { redirect_uri: 'https://evil.example/api/auth/social/callback' },
      { redirect_uri: `${used.redirect_uri}/` },
      { code_verifier: 'w'.repeat(43) },
      { nonce: 'another' },
    ]) {
      const brought = await flow.goToProvider('bold@example.mn');
      expect(outcome(await flow.exchange({ ...brought, ...change }))).toEqual([400, 'exchange_failed']);
    }
    const fresh = await flow.goToProvider('bold@example.mn');
    for (const missing of ['code_verifier', 'nonce', 'redirect_uri'])
      expect(outcome(await flow.exchange({ ...fresh, [missing]: undefined }))).toEqual([
        422,
        'validation_failed',
      ]);
    expect(outcome(await flow.exchange({ ...fresh, provider: 'elsewhere.example' }))).toEqual([
      503,
      'not_configured',
    ]);
    const provider = new URL(flow.stage.outsideUrl).host;
    expect((await flow.exchange({ ...fresh, provider })).status).toBe(200);
  });

  it('refuses a disabled and a locked account, with and without a link', async () => {
    const linked = await flow.link('closed@example.mn', person(1));
    const userId = linked.body.data.id;
    const { server, world } = flow.stage;
    await changeAsSystem(server, world.clock.now(), (tx) => setActive(tx, userId, false));
    expect(outcome(await flow.bySocial('closed@example.mn'))).toEqual([403, 'account_disabled']);
    expect(await lastAttempt()).toMatchObject({ user_id: userId, reason: 'account_disabled' });
    await changeAsSystem(server, world.clock.now(), (tx) => setActive(tx, userId, true));
    await query('update users set locked_until = $2 where id = $1', [
      userId,
      new Date(world.clock.now().getTime() + 60_000),
    ]);
    expect(outcome(await flow.bySocial('closed@example.mn'))).toEqual([403, 'account_locked']);
    world.clock.advance(60_001);
    expect((await flow.bySocial('closed@example.mn')).body.data.linked).toBe(true);
  });

  it('stops a super administrator at the second factor', async () => {
    const owner = await flow.stage.onboard('owner@example.mn', person(2));
    const answer = await flow.bySocial('owner@example.mn');
    expect(answer.body.data).toEqual({
      mfa_required: true,
      mfa_token: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    flow.stage.world.clock.advance(30_000);
    const passed = await flow.stage.mfa(answer.body.data.mfa_token, flow.stage.codeNow(owner.secret));
    expect(passed.body.data).toMatchObject({ id: owner.userId, role: 'superadmin' });
  });

  it('on a private platform admits linked people, and links only registered people', async () => {
    await flow.link('inside@example.mn', person(3));
    await query(
      `insert into platform_settings (key, value, updated_at) values ('access_mode', '"private"', now())`,
    );
    expect((await flow.bySocial('inside@example.mn')).body.data.linked).toBe(true);
    const stranger = (await flow.bySocial('outside@example.mn')).body.data.link_token;
    expect(outcome(await flow.byEid(person(4), stranger))).toEqual([403, 'private_platform']);
    expect((await flow.bySocial('outside@example.mn')).body.data.linked).toBe(false);
    await query(`insert into users (username, national_id, created_at) values ('reg_known', $1, now())`, [
      person(5).national_id,
    ]);
    const known = await flow.link('known@example.mn', person(5));
    expect(known.body.data).toMatchObject({ username: 'reg_known', social_link: 'linked' });
    await query(`delete from platform_settings where key = 'access_mode'`);
  });
});

describe('settings of social sign-in', () => {
  it('refuse addresses of other domains, and unverified addresses', async () => {
    const server = await flow.stage.startServer({ env: { SOCIAL_ALLOWED_DOMAINS: 'Agency.mn' } });
    expect((await flow.bySocial('a@agency.mn', { server })).body.data.linked).toBe(false);
    for (const [email, verified] of [
      ['a@example.mn', true],
      ['a@notagency.mn', true],
      ['a@agency.mn', false],
      ['bold@example.mn', true],
    ] as const)
      expect(outcome(await flow.bySocial(email, { server, verified }))).toEqual([403, 'domain_not_allowed']);
    expect((await flow.bySocial('owner@example.mn', { server })).body.data.mfa_required).toBe(true);
    await server.stop();
  });

  it('in mode client send people upstream, and leave onboarding open', async () => {
    const brought = await flow.goToProvider('bold@example.mn');
    const server = await flow.stage.startServer({
      env: { AUTH_MODE: 'client', SSO_ISSUER: 'https://sso.example', SSO_CLIENT_ID: 'tamga' },
    });
    const start_url = `${server.config.appOrigin}/api/auth/sso/start`;
    const post = (path: string, body: object) => createCaller(server.url).post(`/api/v1/auth/${path}`, body);
    for (const answer of [await flow.exchange(brought, server), await post('social/start', {})]) {
      expect(outcome(answer)).toEqual([403, 'sso_required']);
      expect(answer.body.data).toEqual({ start_url });
    }
    expect(outcome(await flow.exchange({ ...brought, code: 'made-up' }, server))).toEqual([
      403,
      'sso_required',
    ]);
    expect((await post('social/start', { purpose: 'onboarding' })).status).toBe(200);
    await server.stop();
  });

  it('in mode client let a super administrator sign in again, by social account and second factor', async () => {
    const { secret, userId } = await flow.stage.onboard('mender@example.mn', person(6));
    const server = await flow.stage.startServer({
      env: { AUTH_MODE: 'client', SSO_ISSUER: 'https://sso.example', SSO_CLIENT_ID: 'tamga' },
    });
    const start = await createCaller(server.url).post('/api/v1/auth/social/start', { purpose: 'superadmin' });
    expect(start.status).toBe(200);
    flow.stage.world.clock.advance(60_000);
    const first = await flow.exchange(await flow.goToProvider('mender@example.mn'), server);
    expect(first.body.data).toEqual({ mfa_required: true, mfa_token: expect.any(String) });
    const passed = await flow.stage.mfa(first.body.data.mfa_token, flow.stage.codeNow(secret), server);
    expect(passed.body.data).toMatchObject({ id: userId, role: 'superadmin' });
    const me = await createCaller(server.url).get('/api/v1/users/me', { token: passed.body.data.token });
    expect(me.status).toBe(200);
    await server.stop();
  });

  it('that are missing and a provider outage have distinct errors', async () => {
    const { now } = flow.stage.world.clock;
    const brought = await flow.goToProvider('bold@example.mn');
    const startAt = (issuer: string | undefined) =>
      flow.stage.startServer({
        outside: { social: createSocialAdapter({ issuer, clientId: 'x', clientSecret: 'y', now }) },
      });
    const unset = await startAt(undefined);
    const silent = await startAt('http://127.0.0.1:9');
    for (const [server, expected] of [
      [unset, [503, 'not_configured']],
      [silent, [502, 'upstream_failed']],
    ] as const) {
      expect(outcome(await flow.exchange(brought, server))).toEqual(expected);
      const started = await createCaller(server.url).post('/api/v1/auth/social/start');
      expect(outcome(started)).toEqual(expected);
      await server.stop();
    }
  });
});
