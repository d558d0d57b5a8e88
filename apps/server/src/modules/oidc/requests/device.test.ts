import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedIn } from '../../../../test/citizens.ts';
import { toolScopes } from '../../oauth-clients/index.ts';
import { decodeJwt } from '../test/jwt.ts';
import { issuer, openStage, type Stage, type TestClient } from '../test/stage.ts';

let stage: Stage;
let app: TestClient;
beforeAll(async () => {
  stage = await openStage();
  app = await stage.register({ name: 'Зурагт', options: { grants: ['device_code'] } });
});
afterAll(() => stage.world.close());

const grantType = 'urn:ietf:params:oauth:grant-type:device_code';
const start = async (scope = 'openid profile', by = app, parameters: Record<string, string> = {}) => {
  const config = await stage.clientOf(by);
  return { config, asked: await openid.initiateDeviceAuthorization(config, { scope, ...parameters }) };
};
type Started = Awaited<ReturnType<typeof start>>;
/** The client waits for the named interval in real time; the server's clock does not move meanwhile. */
const finish = ({ config, asked }: Started) =>
  openid.pollDeviceAuthorizationGrant(config, { ...asked, interval: 0 });
const poll = (deviceCode: string, by = app) =>
  stage.form('/oauth2/token', { grant_type: grantType, device_code: deviceCode }, by);
const look = (userCode: string, who: SignedIn | undefined = stage.person) =>
  stage.call('GET', `/provider/device?user_code=${encodeURIComponent(userCode)}`, undefined, who);
const decide = (verb: 'accept' | 'reject', user_code: string, fields: object = {}, who = stage.person) =>
  stage.call('POST', `/provider/device/${verb}`, { user_code, ...fields }, who);
const errorOf = ({ status, body }: { status: number; body: { error?: string } }) => [status, body.error];
const introspect = async (token: string, by = app) =>
  (await stage.form('/oauth2/introspect', { token }, by)).body as Record<string, unknown>;
const lastEvent = async (action: string) =>
  (
    await stage.world.database.query<{ metadata: object; actor_user_id: string | null }>(
      'select metadata, actor_user_id from audit_log where action = $1 order by id desc limit 1',
      [action],
    )
  )[0];

describe('a device without a keyboard', () => {
  it('gets the tokens of the person who typed its code, with the scopes that the person left', async () => {
    const started = await start('openid profile email offline_access');
    const { asked } = started;
    expect(asked).toMatchObject({
      verification_uri: `${issuer}/device`,
      verification_uri_complete: `${issuer}/device?user_code=${asked.user_code}`,
      expires_in: 600,
      interval: 5,
    });
    expect(asked.user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    const seen = await look(asked.user_code);
    expect(seen.body.data).toMatchObject({
      client_name: 'Зурагт',
      requested_scope: ['openid', 'profile', 'email', 'offline_access'],
      device: { ip: expect.stringMatching(/\S/), user_agent: expect.any(String) },
    });
    const allowed = await decide('accept', asked.user_code, { grant_scope: ['profile', 'offline_access'] });
    expect(allowed.body.data).toEqual({ client_name: 'Зурагт' });
    expect(await lastEvent('oidc.device.allowed')).toEqual({
      metadata: { client_id: app.id, scopes: ['openid', 'profile', 'offline_access'] },
      actor_user_id: stage.person.userId,
    });
    const tokens = await finish(started);
    expect(tokens.scope).toBe('openid profile offline_access');
    expect(tokens.claims()).toMatchObject({ sub: stage.person.userId, aud: app.id });
    expect(tokens.claims()).toMatchObject({
      auth_time: expect.any(Number),
      acr: 'urn:tamga:eid:pin1',
      amr: ['pop', 'pin', 'mfa'],
    });
    expect(await introspect(tokens.access_token)).toMatchObject({ active: true, sub: stage.person.userId });
    expect(await lastEvent('oidc.tokens.issued')).toMatchObject({ metadata: { grant_type: grantType } });
    const renewed = await openid.refreshTokenGrant(started.config, tokens.refresh_token ?? '');
    expect(decodeJwt(renewed.id_token ?? '').claims['sub']).toBe(stage.person.userId);
  });

  it('is listed among the consents of the person, and ends when that one is withdrawn', async () => {
    const started = await start();
    await decide('accept', started.asked.user_code);
    const { access_token } = await finish(started);
    const { items } = (await stage.call('GET', '/me/consents', undefined, stage.person)).body.data;
    expect(items.map((each: { client_id: string }) => each.client_id)).toContain(app.id);
    await stage.call('DELETE', `/me/consents/${app.id}`, undefined, stage.person);
    expect(await introspect(access_token)).toEqual({ active: false });
    expect(errorOf(await poll(started.asked.device_code))).toEqual([400, 'invalid_grant']);
  });

  it('is refused to everybody but the owners of an application on trial', async () => {
    const trial = await stage.register({ options: { grants: ['device_code'] } });
    const owner = await stage.newPerson();
    await stage.world.database.query('insert into application_owners values ($1, $2, now())', [
      trial.id,
      owner.userId,
    ]);
    await stage.world.database.query("update applications set stage = 'trial' where id = $1", [trial.id]);
    await stage.call('PUT', `/applications/${trial.id}/services`, { service_ids: [] }, stage.admin);
    const { asked } = await start('openid', trial);
    const refused = [403, 'application_on_trial'];
    expect(errorOf(await look(asked.user_code))).toEqual(refused);
    expect(errorOf(await decide('accept', asked.user_code))).toEqual(refused);
    const { items } = (await stage.call('GET', '/me/consents', undefined, stage.person)).body.data;
    expect(items.map((each: { client_id: string }) => each.client_id)).not.toContain(trial.id);
    expect((await decide('accept', asked.user_code, {}, owner)).status).toBe(200);
  });

  it('works for a client with pairwise subjects', async () => {
    const shy = await stage.register({ options: { grants: ['device_code'], subject_type: 'pairwise' } });
    const started = await start('openid', shy);
    await decide('accept', started.asked.user_code);
    const tokens = await finish(started);
    expect(tokens.claims()?.sub).not.toBe(stage.person.userId);
  });

  it('accepts a code typed in small letters, without the dash, or with look-alike Cyrillic letters', async () => {
    const { asked } = await start();
    const cyrillic: Record<string, string> = {
      B: 'В',
      C: 'С',
      H: 'Н',
      K: 'К',
      M: 'М',
      P: 'Р',
      T: 'Т',
      X: 'Х',
    };
    const typed = [...asked.user_code.toLowerCase().replace('-', ' ')]
      .map((letter) => cyrillic[letter.toUpperCase()] ?? letter)
      .join('');
    expect((await look(typed)).status).toBe(200);
  });
});

describe('a device code', () => {
  it('is pending until the decision, and slows a client down that polls too fast', async () => {
    const { asked } = await start();
    expect(errorOf(await poll(asked.device_code))).toEqual([400, 'authorization_pending']);
    stage.clock.advance(2000);
    expect(errorOf(await poll(asked.device_code))).toEqual([400, 'slow_down']);
    // The interval has grown from five to ten seconds.
    stage.clock.advance(6000);
    expect(errorOf(await poll(asked.device_code))).toEqual([400, 'slow_down']);
    stage.clock.advance(16_000);
    expect(errorOf(await poll(asked.device_code))).toEqual([400, 'authorization_pending']);
    await decide('accept', asked.user_code);
    expect((await poll(asked.device_code)).status).toBe(200);
  });

  it('is exchanged once: a replay ends the tokens', async () => {
    const started = await start();
    await decide('accept', started.asked.user_code);
    const { access_token } = await finish(started);
    expect(errorOf(await poll(started.asked.device_code))).toEqual([400, 'invalid_grant']);
    expect(await introspect(access_token)).toEqual({ active: false });
    expect(await lastEvent('oidc.reuse.detected')).toMatchObject({ metadata: { kind: 'device_code' } });
  });

  it('exchanged ten times at once gives at most one set of tokens', async () => {
    const { asked } = await start();
    await decide('accept', asked.user_code);
    const answers = await Promise.all(Array.from({ length: 10 }, () => poll(asked.device_code)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  });

  it('answers access_denied after a refusal, again and again', async () => {
    const { asked } = await start();
    await decide('reject', asked.user_code);
    expect(await lastEvent('oidc.device.refused')).toMatchObject({ metadata: { client_id: app.id } });
    expect(errorOf(await poll(asked.device_code))).toEqual([400, 'access_denied']);
    expect(errorOf(await poll(asked.device_code))).toEqual([400, 'access_denied']);
    expect((await decide('accept', asked.user_code)).status).toBe(404);
  });

  it('expires after ten minutes, for the device and for the person', async () => {
    const { asked } = await start();
    stage.clock.advance(601_000);
    expect(errorOf(await poll(asked.device_code))).toEqual([400, 'expired_token']);
    expect((await look(asked.user_code)).body.error).toBe('unknown_user_code');
    expect((await decide('accept', asked.user_code)).status).toBe(404);
  });

  it('is useless to another client, and no other client can slow its owner down', async () => {
    const { asked } = await start();
    const other = await stage.register({ options: { grants: ['device_code'] } });
    await decide('accept', asked.user_code);
    expect(errorOf(await poll(asked.device_code, other))).toEqual([400, 'invalid_grant']);
    expect((await poll(asked.device_code)).status).toBe(200);
  });

  it('is stored as a hash, and so is its user code', async () => {
    const { asked } = await start();
    const rows = await stage.world.database.query<{ text: string }>(
      'select oidc_requests::text as text from oidc_requests',
    );
    const stored = rows.map(({ text }) => text).join('\n');
    expect(stored).not.toContain(asked.device_code);
    expect(stored).not.toContain(asked.user_code.replace('-', ''));
  });
});

describe('the decision', () => {
  it('needs a signed-in person and only requested scopes', async () => {
    const { asked } = await start('openid');
    expect((await stage.call('GET', `/provider/device?user_code=${asked.user_code}`)).status).toBe(401);
    expect((await stage.call('POST', '/provider/device/accept', { user_code: asked.user_code })).status).toBe(
      401,
    );
    const more = await decide('accept', asked.user_code, { grant_scope: ['openid', 'email'] });
    expect(more.body.error).toBe('scope_not_requested');
    expect((await decide('accept', asked.user_code, { surprise: 1 })).status).toBe(422);
  });

  it('needs a recent sign-in if the device asked for one', async () => {
    const { asked } = await start('openid', app, { max_age: '60' });
    stage.clock.advance(61_000);
    expect((await decide('accept', asked.user_code)).body.error).toBe('fresh_sign_in_required');
  });

  it('is refused to a weaker sign-in than the device requires, and to another person than it names', async () => {
    const strong = { id_token: { acr: { essential: true, value: 'urn:tamga:eid:pin2' } } };
    const first = await start('openid', app, { claims: JSON.stringify(strong) });
    const weak = await decide('accept', first.asked.user_code);
    expect(weak.body.error).toBe('stronger_sign_in_required');
    const named = { id_token: { sub: { value: stage.admin.userId } } };
    const second = await start('openid', app, { claims: JSON.stringify(named) });
    const other = await decide('accept', second.asked.user_code);
    expect(other.body.error).toBe('other_person_expected');
  });

  it('covers the scopes of claims that the device names', async () => {
    const claims = JSON.stringify({ id_token: { given_name: null } });
    const started = await start('openid', app, { claims });
    const seen = (await look(started.asked.user_code)).body.data;
    expect(seen.requested_scope).toEqual(['openid', 'profile']);
    await decide('accept', started.asked.user_code);
    const tokens = await finish(started);
    expect(tokens.scope).toBe('openid');
    expect(tokens.claims()?.['given_name']).toEqual(expect.any(String));
  });

  it('is closed to a person who guessed ten codes, also for the right one, for ten minutes', async () => {
    const { asked } = await start();
    const guesser = await stage.newPerson();
    for (let tries = 0; tries < 10; tries += 1) expect((await look('BBBB-BBBB', guesser)).status).toBe(404);
    expect((await look(asked.user_code, guesser)).status).toBe(429);
    expect((await decide('accept', asked.user_code, {}, guesser)).status).toBe(429);
    expect((await look(asked.user_code)).status).toBe(200);
    stage.clock.advance(601_000);
    expect((await look('BBBB-BBBB', guesser)).status).toBe(404);
  });

  it('is limited for an address, whoever is signed in', async () => {
    const { caller, token } = await stage.newPerson();
    const statuses: number[] = [];
    for (let tries = 0; tries < 22; tries += 1)
      statuses.push(
        (await caller.call('GET', '/api/v1/provider/device?user_code=CCCC-CCCC', { token })).status,
      );
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('an application', () => {
  it('without this grant is refused at both endpoints', async () => {
    const plain = await stage.register();
    const refused = await stage.form('/oauth2/device_authorization', { scope: 'openid' }, plain);
    expect(errorOf(refused)).toEqual([400, 'unauthorized_client']);
    expect(errorOf(await poll('anything', plain))).toEqual([400, 'unauthorized_client']);
  });

  it('whose grant was withdrawn loses its open requests', async () => {
    const short = await stage.register({ options: { grants: ['device_code'] } });
    const { asked } = await start('openid', short);
    await stage.change(short.id, { options: { grants: [] } });
    expect((await look(asked.user_code)).status).toBe(404);
    expect(errorOf(await poll(asked.device_code, short))).toEqual([400, 'unauthorized_client']);
  });

  it('cannot ask for scopes that it does not hold', async () => {
    const asked = await stage.form('/oauth2/device_authorization', { scope: 'openid nationalid' }, app);
    expect(errorOf(asked)).toEqual([400, 'invalid_scope']);
  });

  it('gets no tools and no resource, which only the code flow gives', async () => {
    const [tool = ''] = toolScopes;
    const scopes = ['openid', tool];
    const handy = await stage.register({ scopes, options: { grants: ['device_code'] } });
    const ask = (fields: Record<string, string>) =>
      stage.form('/oauth2/device_authorization', { scope: 'openid', ...fields }, handy);
    expect((await ask({})).status).toBe(200);
    expect((await ask({ scope: `openid ${tool}` })).status).toBe(400);
    expect(errorOf(await ask({ resource: `${issuer}/mcp` }))).toEqual([400, 'invalid_target']);
  });

  it('finds the endpoint and the grant in discovery', async () => {
    const metadata = (await stage.clientOf(app)).serverMetadata();
    expect(metadata['device_authorization_endpoint']).toBe(`${issuer}/oauth2/device_authorization`);
    expect(metadata.grant_types_supported).toContain(grantType);
  });
});
