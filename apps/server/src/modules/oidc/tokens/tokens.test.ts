import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, callUntil, createCaller } from '../../../../test/caller.ts';
import { changeAsSystem } from '../../../../test/citizens.ts';
import { until } from '../../../../test/until.ts';
import { createKeyring } from '../../../kernel/security/keyring.ts';
import { setActive, setRole } from '../../users/index.ts';
import { createAccessTokens, createSubjects, createTokenMemory } from '../index.ts';
import { issuer, openStage, type Stage, type TestClient } from '../test/stage.ts';

let stage: Stage;
let app: TestClient;
let machine: TestClient;
beforeAll(async () => {
  stage = await openStage();
  app = await stage.register();
  machine = await stage.register({ app_type: 'm2m', redirect_uris: [] });
});
afterAll(() => stage.world.close());

const token = (fields: Record<string, string>, by?: TestClient) => stage.form('/oauth2/token', fields, by);
const refresh = (refresh_token: string, by = app, scope?: string) =>
  token({ grant_type: 'refresh_token', refresh_token, ...(scope === undefined ? {} : { scope }) }, by);
const introspect = async (value: string, by: TestClient) =>
  (await stage.form('/oauth2/introspect', { token: value }, by)).body as Record<string, unknown>;
const errorOf = ({ status, body }: { status: number; body: { error?: string } }) => [status, body.error];
const offline = 'openid profile offline_access';
const serviceId = async (name: string) => {
  const { items } = (await stage.call('GET', '/gateway/services', undefined, stage.admin)).body.data;
  return items.find((each: { name: string }) => each.name === name).id as string;
};
const grantServices = (of: TestClient, service_ids: string[]) =>
  stage.call('PUT', `/applications/${of.id}/services`, { service_ids }, stage.admin);

describe('a refresh token', () => {
  it('is rotated on each use; a reuse ends its whole family', async () => {
    const { tokens } = await stage.signInTo(app, { scope: offline });
    const other = await stage.signInTo(app, { scope: offline });
    const second = (await refresh(tokens.refresh_token ?? '')).body as Record<string, string>;
    const third = (await refresh(second['refresh_token'] ?? '')).body as Record<string, string>;
    expect(errorOf(await refresh(tokens.refresh_token ?? ''))).toEqual([400, 'invalid_grant']);
    expect(errorOf(await refresh(third['refresh_token'] ?? ''))).toEqual([400, 'invalid_grant']);
    for (const value of [tokens.access_token, second['access_token'], third['access_token']])
      expect(await introspect(value ?? '', app)).toEqual({ active: false });
    expect((await refresh(other.tokens.refresh_token ?? '')).status).toBe(200);
    const [event] = await stage.world.database.query<{ metadata: object }>(
      `select metadata from audit_log where action = 'oidc.reuse.detected' order by id desc limit 1`,
    );
    expect(event?.metadata).toMatchObject({ client_id: app.id, kind: 'refresh_token' });
  });

  it('used ten times at once gives at most one new pair, and its family ends', async () => {
    const { tokens } = await stage.signInTo(app, { scope: offline });
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(tokens.refresh_token ?? '')));
    const won = answers.filter(({ status }) => status === 200);
    expect(won.length).toBeLessThanOrEqual(1);
    for (const { body } of won)
      expect(errorOf(await refresh((body as Record<string, string>)['refresh_token'] ?? ''))).toEqual([
        400,
        'invalid_grant',
      ]);
  });

  it('used by another client ends the family', async () => {
    const { tokens } = await stage.signInTo(app, { scope: offline });
    const thief = await stage.register();
    expect(errorOf(await refresh(tokens.refresh_token ?? '', thief))).toEqual([400, 'invalid_grant']);
    expect(errorOf(await refresh(tokens.refresh_token ?? ''))).toEqual([400, 'invalid_grant']);
    expect(await introspect(tokens.access_token, app)).toEqual({ active: false });
  });

  it('can ask for fewer scopes and never for more', async () => {
    const { tokens } = await stage.signInTo(app, { scope: 'openid profile email offline_access' });
    const less = (await refresh(tokens.refresh_token ?? '', app, 'openid email')).body as Record<
      string,
      string
    >;
    expect(less['scope']).toBe('openid email');
    const claims = JSON.parse(
      Buffer.from((less['id_token'] ?? '').split('.')[1] ?? '', 'base64url').toString(),
    );
    expect(claims).not.toHaveProperty('name');
    const { tokens: small } = await stage.signInTo(app, { scope: 'openid offline_access' });
    expect(errorOf(await refresh(small.refresh_token ?? '', app, 'openid email'))).toEqual([
      400,
      'invalid_scope',
    ]);
  });

  it('lives thirty days, and each use renews them', async () => {
    const { tokens } = await stage.signInTo(app, { scope: offline, who: await stage.newPerson() });
    const day = 24 * 3600_000;
    stage.clock.advance(29 * day);
    const renewed = (await refresh(tokens.refresh_token ?? '')).body as Record<string, string>;
    stage.clock.advance(29 * day);
    const again = await refresh(renewed['refresh_token'] ?? '');
    expect(again.status).toBe(200);
    stage.clock.advance(30 * day + 20_000);
    const last = (again.body as Record<string, string>)['refresh_token'] ?? '';
    expect(errorOf(await refresh(last))).toEqual([400, 'invalid_grant']);
    stage.clock.advance(-(88 * day + 20_000));
  });

  it('of a disabled person, or of one whose sessions were revoked, is rejected', async () => {
    for (const change of ['disable', 'role'] as const) {
      const who = await stage.newPerson();
      const { tokens } = await stage.signInTo(app, { scope: offline, who });
      stage.clock.advance(1000);
      await changeAsSystem(stage.server, stage.clock.now(), (tx) =>
        change === 'disable' ? setActive(tx, who.userId, false) : setRole(tx, who.userId, 3),
      );
      expect(errorOf(await refresh(tokens.refresh_token ?? ''))).toEqual([400, 'invalid_grant']);
      await callUntil(200, async () => {
        const answer = await stage.form('/oauth2/introspect', { token: tokens.access_token }, app);
        return { ...answer, status: (answer.body as { active?: boolean }).active === false ? 200 : 0 };
      });
    }
  });
});

describe('client_credentials', () => {
  it('gives only the scopes of the upstreams that the client holds now', async () => {
    const ask = (scope?: string) =>
      token({ grant_type: 'client_credentials', ...(scope === undefined ? {} : { scope }) }, machine);
    expect(errorOf(await ask('svc:eid-sign'))).toEqual([400, 'invalid_scope']);
    await grantServices(machine, [await serviceId('eid-sign')]);
    const answer = await callUntil(200, () => ask('svc:eid-sign'));
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toMatchObject({ scope: 'svc:eid-sign', expires_in: 3600, token_type: 'Bearer' });
    expect(answer.body).not.toHaveProperty('refresh_token');
    expect(answer.body).not.toHaveProperty('id_token');
    const { access_token } = answer.body as unknown as { access_token: string };
    expect(await introspect(access_token, machine)).toMatchObject({
      active: true,
      scope: 'svc:eid-sign',
      client_id: machine.id,
      token_type: 'Bearer',
    });
    await grantServices(machine, []);
    await callUntil(400, () => ask('svc:eid-sign'));
  });

  it('is rejected for a client that signs people in and for a public client', async () => {
    const spa = await stage.register({ app_type: 'spa' });
    expect(errorOf(await token({ grant_type: 'client_credentials' }, app))).toEqual([
      400,
      'unauthorized_client',
    ]);
    expect(errorOf(await token({ grant_type: 'client_credentials', client_id: spa.id }))).toEqual([
      400,
      'unauthorized_client',
    ]);
    expect(errorOf(await token({ grant_type: 'password' }, app))).toEqual([400, 'unsupported_grant_type']);
  });
});

describe('client authentication', () => {
  const ask = (by?: TestClient, fields: Record<string, string> = {}) =>
    token({ grant_type: 'client_credentials', ...fields }, by);

  it('accepts two secrets during a rotation, sent either way unless the client is narrowed to one', async () => {
    const own = await stage.register({ app_type: 'm2m', redirect_uris: [] });
    const rotated = await stage.call(
      'POST',
      `/applications/${own.id}/rotate-secret`,
      { grace_seconds: 60 },
      stage.admin,
    );
    const fresh = { id: own.id, secret: rotated.body.data.secret as string };
    await callUntil(200, () => ask(fresh));
    expect((await ask(own)).status).toBe(200);
    stage.clock.advance(61_000);
    expect(errorOf(await ask(own))).toEqual([401, 'invalid_client']);
    expect((await ask(fresh)).status).toBe(200);
    const post = () => ask(undefined, { client_id: fresh.id, client_secret: fresh.secret });
    expect((await post()).status).toBe(200);
    await stage.change(own.id, { options: { token_endpoint_auth_method: 'client_secret_basic' } });
    const posted = await callUntil(401, post);
    expect(posted.body).toMatchObject({ error: 'invalid_client' });
    expect(posted.headers.get('www-authenticate')).toMatch(/^Basic /);
    await stage.change(own.id, { options: { token_endpoint_auth_method: 'client_secret_post' } });
    await callUntil(200, post);
    expect(errorOf(await ask(fresh))).toEqual([401, 'invalid_client']);
  });

  it('refuses further secrets from an address that sent ten wrong ones, and nobody else', async () => {
    const own = await stage.register({ app_type: 'm2m', redirect_uris: [] });
    const from = (caller: Caller, path: string, secret: string) =>
      caller.call('POST', path, {
        rawBody: 'grant_type=client_credentials&token=x',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          authorization: `Basic ${Buffer.from(`${own.id}:${secret}`).toString('base64')}`,
        },
      });
    const attacker = createCaller(stage.server.url);
    for (let times = 0; times < 10; times += 1)
      expect(errorOf(await from(attacker, '/oauth2/token', 'x'.repeat(43)))).toEqual([401, 'invalid_client']);
    for (const path of ['token', 'introspect', 'revoke', 'par', 'device_authorization', 'bc-authorize'])
      for (const secret of ['x'.repeat(43), own.secret]) {
        const refused = await from(attacker, `/oauth2/${path}`, secret);
        expect([path, ...errorOf(refused)]).toEqual([path, 429, 'invalid_client']);
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      }
    const elsewhere = createCaller(stage.server.url);
    expect((await from(elsewhere, '/oauth2/token', own.secret)).status).toBe(200);
    stage.clock.advance(6_000);
    expect((await from(attacker, '/oauth2/token', own.secret)).status).toBe(200);
  });

  it('rejects a wrong secret, an unknown client and a disabled client in the same way', async () => {
    const own = await stage.register({ app_type: 'm2m', redirect_uris: [] });
    const wrong = await ask({ ...own, secret: 'x'.repeat(43) });
    const unknown = await ask({ id: 'app-0000000000000000', secret: own.secret });
    await stage.change(own.id, { enabled: false });
    const disabled = await callUntil(401, () => ask(own));
    for (const answer of [wrong, unknown, disabled]) {
      expect(answer.body).toEqual(wrong.body);
      expect(answer.status).toBe(401);
    }
  });
});

describe('introspection, revocation and userinfo', () => {
  it('reveal nothing about another client’s token, and cannot revoke it', async () => {
    const { tokens } = await stage.signInTo(app);
    const other = await stage.register();
    expect(await introspect(tokens.access_token, other)).toEqual({ active: false });
    expect(await introspect('x'.repeat(43), app)).toEqual({ active: false });
    const revoked = await stage.form('/oauth2/revoke', { token: tokens.access_token }, other);
    expect([revoked.status, revoked.text]).toEqual([200, '']);
    expect(await introspect(tokens.access_token, app)).toMatchObject({
      active: true,
      sub: stage.person.userId,
      client_id: app.id,
    });
  });

  it('revoke an access token alone, and a refresh token with its family', async () => {
    const { tokens } = await stage.signInTo(app, { scope: offline });
    const end = (value: string) => stage.form('/oauth2/revoke', { token: value }, app);
    await end(tokens.access_token);
    expect(await introspect(tokens.access_token, app)).toEqual({ active: false });
    const next = (await refresh(tokens.refresh_token ?? '')).body as Record<string, string>;
    await end(next['refresh_token'] ?? '');
    expect(await introspect(next['access_token'] ?? '', app)).toEqual({ active: false });
    expect(errorOf(await refresh(next['refresh_token'] ?? ''))).toEqual([400, 'invalid_grant']);
  });

  it('accept neither an expired token nor a Tamga session token', async () => {
    const { tokens, config } = await stage.signInTo(app);
    const info = (value: string) =>
      createCaller(stage.server.url).get('/userinfo', { headers: { authorization: `Bearer ${value}` } });
    expect((await info(tokens.access_token)).status).toBe(200);
    const refused = await info(stage.person.token);
    expect(errorOf(refused)).toEqual([401, 'invalid_token']);
    expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer /);
    expect(
      (await stage.call('GET', '/users/me', undefined, { ...stage.person, token: tokens.access_token }))
        .status,
    ).toBe(401);
    stage.clock.advance(3600_000 + 16_000);
    expect((await info(tokens.access_token)).status).toBe(401);
    expect(await introspect(tokens.access_token, app)).toEqual({ active: false });
    await expect(openid.fetchUserInfo(config, tokens.access_token, stage.person.userId)).rejects.toThrow();
  });

  it('omit a scope withdrawn from the client from the next token on', async () => {
    const own = await stage.register({ service_ids: [await serviceId('eid-proxy')] });
    const { tokens } = await stage.signInTo(own, { scope: 'openid svc:eid-proxy offline_access' });
    expect(tokens['scope']).toBe('openid svc:eid-proxy offline_access');
    await grantServices(own, []);
    let next: Record<string, unknown> = tokens;
    await callUntil(200, async () => {
      const answer = await refresh(String(next['refresh_token']), own);
      next = answer.body as Record<string, unknown>;
      return { ...answer, status: String(next['scope']).includes('svc:eid-proxy') ? 0 : answer.status };
    });
    expect(next['scope']).toBe('openid offline_access');
  });
});

describe('the access tokens that other modules read', () => {
  it('name the person and the scopes until they end, on every instance', async () => {
    const second = await stage.world.startServer({ env: stage.env });
    const { database, bus } = second.app;
    const reader = createAccessTokens({
      database,
      keyring: createKeyring(second.config.INTEGRATION_ENC_KEY),
      origin: issuer,
      tokens: createTokenMemory({ database, bus }),
      directory: stage.directoryOf(second),
      subjects: createSubjects({ database, keyring: createKeyring(second.config.INTEGRATION_ENC_KEY) }),
      readCertificate: () => undefined,
      now: stage.clock.now,
    });
    const { tokens } = await stage.signInTo(app, { scope: 'openid email' });
    const read = () => reader.read(tokens.access_token);
    expect(await read()).toEqual({
      clientId: app.id,
      subject: stage.person.userId,
      roleKey: 'user',
      sub: stage.person.userId,
      scopes: ['openid', 'email'],
      expiresAt: expect.any(Date),
    });
    expect(await reader.read('nonsense')).toBeUndefined();
    await stage.form('/oauth2/revoke', { token: tokens.access_token }, app);
    await until(async () => (await read()) === undefined);
  });

  it('are stored as hashes: the database holds no readable token, code or secret', async () => {
    const { tokens, returned, browser } = await stage.signInTo(app, { scope: offline });
    const secrets = [
      tokens.access_token,
      tokens.refresh_token,
      returned.searchParams.get('code'),
      ...browser.cookies().map(({ value }) => value),
    ].filter((value): value is string => typeof value === 'string' && value.length > 20);
    const rows = await stage.world.database.query<{ text: string }>(
      `select t::text as text from oidc_tokens t union all select s::text from oidc_states s
       union all select g::text from oidc_grants g`,
    );
    expect(rows.length).toBeGreaterThan(3);
    for (const secret of secrets) expect(rows.some(({ text }) => text.includes(secret))).toBe(false);
  });
});
