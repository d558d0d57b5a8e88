import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as openid from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callUntil } from '../../../../test/caller.ts';
import type { Citizen } from '../../../../test/citizens.ts';
import { until } from '../../../../test/until.ts';
import { createLogger } from '../../../kernel/observability/logger.ts';
import { issuer, openStage, type Stage, type TestClient } from '../test/stage.ts';

let stage: Stage;
let app: TestClient;
/** The person of the stage, and the phone in their hand. */
let citizen: Citizen;
beforeAll(async () => {
  stage = await openStage();
  app = await stage.register({ name: 'Банк', options: { grants: ['ciba'] } });
  citizen = await stage.phone.citizen(/^ordinary/, 1);
});
afterAll(() => stage.world.close());
/** The allowance of three pushes to a person lasts ten minutes. */
beforeEach(() => stage.clock.advance(601_000));

const grantType = 'urn:openid:params:grant-type:ciba';
const nobody = 'ЯЯ00000001';
const ask = (fields: Record<string, string>, by = app) =>
  stage.form('/oauth2/bc-authorize', { scope: 'openid', ...fields }, by);
const start = async (fields: Record<string, string> = {}, by = app) => {
  const config = await stage.clientOf(by);
  const parameters = { scope: 'openid', login_hint: citizen.national_id, ...fields };
  return { config, asked: await openid.initiateBackchannelAuthentication(config, parameters) };
};
type Started = Awaited<ReturnType<typeof start>>;
const finish = ({ config, asked }: Started) =>
  openid.pollBackchannelAuthenticationGrant(config, { ...asked, interval: 0 });
const poll = (id: string, by = app) =>
  stage.form('/oauth2/token', { grant_type: grantType, auth_req_id: id }, by);
const errorOf = ({ status, body }: { status: number; body: { error?: string } }) => [status, body.error];
const introspect = async (token: string) =>
  (await stage.form('/oauth2/introspect', { token }, app)).body as Record<string, unknown>;

const runJob = async (name: string, data: Record<string, unknown> = {}) => {
  const job = stage.server.app.declaredJobs.find((declared) => declared.name === name);
  if (job === undefined) throw new Error(`no job named ${name}`);
  await job.run(data, { now: stage.clock.now(), log: createLogger('silent') });
};

const waiting = async (of = citizen) => {
  const query = encodeURIComponent(of.national_id);
  const answer = await fetch(`${stage.world.sandbox.url}/control/sessions?national_id=${query}`);
  return ((await answer.json()) as { items: { id: string; text: string }[] }).items;
};
/** Waits until the phone rings, and returns what it shows. */
const ringing = async (of = citizen) => {
  await until(async () => (await waiting(of)).length > 0);
  return (await waiting(of)).at(-1)?.text ?? '';
};
const approve = async (of = citizen) => {
  const text = await ringing(of);
  await stage.phone.approve(of);
  return text;
};
const stateOf = async (id: string) =>
  (
    await stage.world.database.query<{ state: string }>(
      "select state from oidc_requests where hash = sha256(convert_to($1, 'UTF8'))",
      [id],
    )
  )[0]?.state;
/** The server learns of the phone's answer a moment later. */
const decided = (id: string, state: 'allowed' | 'refused') =>
  until(async () => (await stateOf(id)) === state);
const lastEvent = async (action: string) =>
  (
    await stage.world.database.query<{ metadata: Record<string, unknown>; target: string | null }>(
      'select metadata, target from audit_log where action = $1 order by id desc limit 1',
      [action],
    )
  )[0];

describe('an application asks, and the phone rings', () => {
  it('rings nobody but its owners while it is on trial', async () => {
    const trial = await stage.register({ options: { grants: ['ciba'] } });
    await stage.world.database.query("update applications set stage = 'trial' where id = $1", [trial.id]);
    for (const login_hint of [citizen.national_id, nobody]) {
      const answer = await ask({ login_hint }, trial);
      expect([answer.status, answer.body.error]).toEqual([400, 'access_denied']);
      expect(answer.body).toMatchObject({ error_description: expect.stringContaining('on_trial') });
    }
    expect(await waiting()).toEqual([]);
    await stage.world.database.query('insert into application_owners values ($1, $2, now())', [
      trial.id,
      stage.person.userId,
    ]);
    const { asked } = await start({}, trial);
    await approve();
    await decided(asked.auth_req_id, 'allowed');
  });

  it('gets tokens of the person who approved, with scopes of an earlier consent alone', async () => {
    await stage.signInTo(app, { scope: 'openid profile' });
    const started = await start({ scope: 'openid profile email', binding_message: 'Шилжүүлэг 4711' });
    expect(started.asked).toMatchObject({ expires_in: 180, interval: 5 });
    expect(await approve()).toBe('«Банк» апп: Шилжүүлэг 4711');
    await decided(started.asked.auth_req_id, 'allowed');
    const tokens = await finish(started);
    expect(tokens.scope).toBe('openid profile');
    expect(tokens.claims()).toMatchObject({ sub: stage.person.userId, aud: app.id });
    expect(tokens.claims()).toMatchObject({
      auth_time: Math.floor(Date.now() / 1000),
      acr: 'urn:tamga:eid:pin1',
      amr: ['pop', 'pin', 'mfa'],
    });
    expect(await introspect(tokens.access_token)).toMatchObject({ active: true, scope: 'openid profile' });
    expect(await lastEvent('oidc.ciba.allowed')).toMatchObject({
      metadata: { client_id: app.id, scopes: ['openid', 'profile'] },
    });
    expect(await lastEvent('oidc.tokens.issued')).toMatchObject({ metadata: { grant_type: grantType } });
  });

  it('gets the identification alone without a consent, which the person can withdraw', async () => {
    const fresh = await stage.register({ options: { grants: ['ciba'] } });
    const claims = JSON.stringify({ id_token: { given_name: null }, userinfo: { email: null } });
    const started = await start({ scope: 'openid profile offline_access', claims }, fresh);
    expect(await approve()).toBe('«Жишээ апп» апп таныг нэвтрүүлэх үү? App sign-in?');
    await decided(started.asked.auth_req_id, 'allowed');
    const tokens = await finish(started);
    expect([tokens.scope, tokens.refresh_token]).toEqual(['openid', undefined]);
    expect(tokens.claims()?.['given_name']).toBeUndefined();
    const withdrawn = await stage.call('DELETE', `/me/consents/${fresh.id}`, undefined, stage.person);
    expect(withdrawn.status).toBe(200);
    const answer = await stage.form('/oauth2/introspect', { token: tokens.access_token }, fresh);
    expect(answer.body).toEqual({ active: false });
  });

  it('gets all scopes as a first-party client', async () => {
    const house = await stage.registerFirstParty();
    await stage.change(house.id, { options: { grants: ['ciba'] } });
    const started = await start({ scope: 'openid profile nationalid' }, house);
    await approve();
    await decided(started.asked.auth_req_id, 'allowed');
    expect((await finish(started)).scope).toBe('openid profile nationalid');
  });

  it('finds the person by sub and by id_token_hint too', async () => {
    const bySub = await start({ login_hint: stage.person.userId });
    await approve();
    await decided(bySub.asked.auth_req_id, 'allowed');
    const { id_token } = await finish(bySub);
    const answer = await ask({ id_token_hint: id_token ?? '' });
    expect(answer.status).toBe(200);
    await approve();
    await decided((answer.body as { auth_req_id?: string }).auth_req_id ?? '', 'allowed');
  });

  it('shows a long name shortened before the message, never the message alone', async () => {
    const long = await stage.register({ name: 'Ө'.repeat(100), options: { grants: ['ciba'] } });
    await start({ binding_message: 'Tamga security check 12345678' }, long);
    const text = await ringing();
    expect([...text].length).toBe(60);
    expect(text).toMatch(/^«Ө{22}…» апп: Tamga security check 12345678$/);
    await stage.phone.act(citizen, 'refuse');
  });
});

describe('a request', () => {
  it('is pending until the answer, and slows a client down that polls too fast', async () => {
    const { asked } = await start();
    expect(errorOf(await poll(asked.auth_req_id))).toEqual([400, 'authorization_pending']);
    expect(errorOf(await poll(asked.auth_req_id))).toEqual([400, 'slow_down']);
    stage.clock.advance(11_000);
    expect(errorOf(await poll(asked.auth_req_id))).toEqual([400, 'authorization_pending']);
    await ringing();
    await stage.phone.act(citizen, 'refuse');
    await decided(asked.auth_req_id, 'refused');
  });

  it('refused on the phone is access_denied, and no failed sign-in that could lock the person', async () => {
    const { asked } = await start();
    await ringing();
    await stage.phone.act(citizen, 'refuse');
    await decided(asked.auth_req_id, 'refused');
    expect(errorOf(await poll(asked.auth_req_id))).toEqual([400, 'access_denied']);
    expect(await lastEvent('oidc.ciba.refused')).toMatchObject({
      metadata: { client_id: app.id, reason: 'user_refused' },
    });
    const [user] = await stage.world.database.query<{ failed_logins: number }>(
      'select failed_logins from users where id = $1',
      [stage.person.userId],
    );
    expect(user?.failed_logins).toBe(0);
  });

  it('approved by another person gives nothing', async () => {
    await stage.phone.fault('wrong_person', 1);
    const { asked } = await start();
    await approve();
    await decided(asked.auth_req_id, 'refused');
    expect(errorOf(await poll(asked.auth_req_id))).toEqual([400, 'access_denied']);
  });

  it('expires at the requested time, also if the phone answers later', async () => {
    const { asked } = await start({ requested_expiry: '30' });
    expect(asked.expires_in).toBe(30);
    await ringing();
    stage.clock.advance(31_000);
    await stage.phone.approve(citizen);
    await until(async () => (await lastEvent('oidc.ciba.refused'))?.metadata['reason'] === 'expired');
    expect(errorOf(await poll(asked.auth_req_id))).toEqual([400, 'expired_token']);
  });

  it('is exchanged once, and only by its own client', async () => {
    const other = await stage.register({ options: { grants: ['ciba'] } });
    const started = await start();
    await approve();
    const id = started.asked.auth_req_id;
    await decided(id, 'allowed');
    expect(errorOf(await poll(id, other))).toEqual([400, 'invalid_grant']);
    const { access_token } = await finish(started);
    expect(errorOf(await poll(id))).toEqual([400, 'invalid_grant']);
    expect(await introspect(access_token)).toEqual({ active: false });
    expect(await lastEvent('oidc.reuse.detected')).toMatchObject({ metadata: { kind: 'ciba' } });
  });

  it('for an unknown person looks like any other, and expires', async () => {
    const known = await ask({ login_hint: citizen.national_id });
    const unknown = await ask({ login_hint: nobody });
    const shapes = [known, unknown].map(({ status, headers, body }) => [
      status,
      [...headers.keys()],
      { ...body, auth_req_id: '' },
    ]);
    expect(shapes[1]).toEqual(shapes[0]);
    const id = (unknown.body as { auth_req_id?: string }).auth_req_id ?? '';
    expect(id).toMatch(/^[\w-]{43}$/);
    expect(errorOf(await poll(id))).toEqual([400, 'authorization_pending']);
    stage.clock.advance(181_000);
    expect(errorOf(await poll(id))).toEqual([400, 'expired_token']);
    expect((await ask({ login_hint: '00000000-0000-4000-8000-000000000000' })).status).toBe(200);
  });
});

describe('a person', () => {
  it('is asked three times in ten minutes at most, by whatever client, known or not', async () => {
    const other = await stage.register({ options: { grants: ['ciba'] } });
    for (const login_hint of [citizen.national_id, nobody]) {
      for (const by of [app, other, app]) expect((await ask({ login_hint }, by)).status).toBe(200);
      const refused = await ask({ login_hint }, other);
      expect(errorOf(refused)).toEqual([429, 'temporarily_unavailable']);
      expect(refused.headers.get('retry-after')).toBe('600');
    }
    expect(errorOf(await ask({ login_hint: stage.person.userId }))).toEqual([429, 'temporarily_unavailable']);
  });

  it('is not asked for a client whose pushes were refused or ignored a hundred times in a quarter hour', async () => {
    const pest = await stage.register({ options: { grants: ['ciba'] } });
    await stage.world.database.query(
      `insert into eid_sessions (sid_hash, purpose, verification_code, state, asker_network, created_at, expires_at)
       select $1 || number, 'ciba', '0000', 'refused', $2, $3, $3 from generate_series(1, 100) as number`,
      [pest.id, `client ${pest.id}`, stage.clock.now()],
    );
    const refused = await ask({ login_hint: citizen.national_id }, pest);
    expect(errorOf(refused)).toEqual([429, 'temporarily_unavailable']);
    expect((await ask({ login_hint: citizen.national_id })).status).toBe(200);
  });

  it('who needs a second factor, or whose account is disabled, is not asked', async () => {
    const chief = await stage.newPerson();
    const chiefCitizen = await stage.phone.citizen(/^ordinary/, 2);
    const { database } = stage.world;
    await database.query('update users set role_id = 1 where id = $1', [chief.userId]);
    expect((await ask({ login_hint: chiefCitizen.national_id })).status).toBe(200);
    await database.query('update users set role_id = 4, active = false where id = $1', [chief.userId]);
    expect((await ask({ login_hint: chiefCitizen.national_id })).status).toBe(200);
    // Whether a phone is called is decided before the answer, so by now it would ring.
    await start();
    await approve();
    expect(await waiting(chiefCitizen)).toEqual([]);
  });
});

describe('an application', () => {
  it('without this grant is refused at both endpoints', async () => {
    const plain = await stage.register();
    expect(errorOf(await ask({ login_hint: nobody }, plain))).toEqual([400, 'unauthorized_client']);
    expect(errorOf(await poll('anything', plain))).toEqual([400, 'unauthorized_client']);
  });

  it.each([
    ['no hint', {}, 'invalid_request'],
    ['two hints', { login_hint: nobody, id_token_hint: 'x' }, 'invalid_request'],
    ['a hint that is no number', { login_hint: 'somebody' }, 'invalid_request'],
    ['a hint token', { login_hint_token: 'x' }, 'invalid_request'],
    ['a forged id_token_hint', { id_token_hint: 'a.b.c' }, 'invalid_request'],
    ['a long message', { login_hint: nobody, binding_message: 'x'.repeat(31) }, 'invalid_binding_message'],
    ['a turned message', { login_hint: nobody, binding_message: 'a\u202Eb' }, 'invalid_binding_message'],
    ['a foreign scope', { login_hint: nobody, scope: 'openid nationalid' }, 'invalid_scope'],
    [
      'a class that the phone cannot give',
      { login_hint: nobody, claims: '{"id_token":{"acr":{"essential":true,"value":"urn:tamga:eid:pin2"}}}' },
      'unmet_authentication_requirements',
    ],
    ['a resource', { login_hint: nobody, resource: `${issuer}/mcp` }, 'invalid_target'],
    ['a bad expiry', { login_hint: nobody, requested_expiry: '-1' }, 'invalid_request'],
  ])('is refused with %s', async (_case, fields: Record<string, string>, error) => {
    expect(errorOf(await ask(fields))).toEqual([400, error]);
  });

  it('with pairwise subjects asks by register number, and gets its own sub', async () => {
    const shy = await stage.register({ options: { grants: ['ciba'], subject_type: 'pairwise' } });
    expect(errorOf(await ask({ login_hint: stage.person.userId }, shy))).toEqual([400, 'invalid_request']);
    const started = await start({}, shy);
    await approve();
    await decided(started.asked.auth_req_id, 'allowed');
    const { sub } = (await finish(started)).claims() ?? {};
    expect(sub).not.toBe(stage.person.userId);
  });

  it('finds the endpoint and the modes in discovery', async () => {
    const metadata = (await stage.clientOf(app)).serverMetadata();
    expect(metadata).toMatchObject({
      backchannel_authentication_endpoint: `${issuer}/oauth2/bc-authorize`,
      backchannel_token_delivery_modes_supported: ['poll', 'ping'],
      backchannel_user_code_parameter_supported: false,
    });
    expect(metadata.grant_types_supported).toContain(grantType);
  });
});

describe('ping mode', () => {
  let endpoint: Server;
  let origin: string;
  let statuses: number[] = [];
  const calls: { path: string; authorization: string | undefined; body: string }[] = [];
  beforeAll(async () => {
    endpoint = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        calls.push({ path: request.url ?? '', authorization: request.headers.authorization, body });
        response.writeHead(statuses.shift() ?? 204, { location: `${origin}/elsewhere` }).end();
      });
    });
    await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}`;
  });
  afterAll(() => endpoint.close());
  const registerPing = (uri = `${origin}/ping`) =>
    stage.register({ options: { grants: ['ciba'], backchannel_client_notification_endpoint: uri } });
  const token = 'notify-0123456789';
  /** Runs the job of this request as a worker does; a failure is what the queue tries again. */
  const tell = async (id: string): Promise<'told' | 'failed'> => {
    const request = createHash('sha256').update(id).digest('base64url');
    const jobs = await stage.world.database.query<{ data: Record<string, unknown> }>(
      "select data from pgboss.job where name = 'oidc.ciba_ping' and data->>'request' = $1",
      [request],
    );
    expect(jobs).toEqual([{ data: { request } }]);
    return runJob('oidc.ciba_ping', { request }).then(
      () => 'told',
      () => 'failed',
    );
  };

  it('announces an approval and a refusal to the client with its own token', async () => {
    const client = await registerPing();
    const started = await start({ client_notification_token: token }, client);
    const id = started.asked.auth_req_id;
    await approve();
    const told = {
      path: '/ping',
      authorization: `Bearer ${token}`,
      body: JSON.stringify({ auth_req_id: id }),
    };
    await decided(id, 'allowed');
    expect(await tell(id)).toBe('told');
    expect(calls).toEqual([told]);
    expect((await finish(started)).scope).toBe('openid');
    const second = await start({ client_notification_token: token }, client);
    await ringing();
    await stage.phone.act(citizen, 'refuse');
    await decided(second.asked.auth_req_id, 'refused');
    expect(await tell(second.asked.auth_req_id)).toBe('told');
    expect(calls.at(-1)?.body).toContain(second.asked.auth_req_id);
    expect(errorOf(await poll(second.asked.auth_req_id, client))).toEqual([400, 'access_denied']);
  });

  it('tries again when the endpoint fails, and follows no redirect', async () => {
    const client = await registerPing();
    statuses = [500, 302];
    const { asked } = await start({ client_notification_token: token }, client);
    await approve();
    const mine = () => calls.filter(({ body }) => body.includes(asked.auth_req_id));
    await decided(asked.auth_req_id, 'allowed');
    const outcomes = [];
    for (let tries = 0; tries < 3; tries += 1) outcomes.push(await tell(asked.auth_req_id));
    expect(outcomes).toEqual(['failed', 'failed', 'told']);
    expect(mine().map(({ path }) => path)).toEqual(['/ping', '/ping', '/ping']);
    // A client that hears nothing may poll.
    expect((await poll(asked.auth_req_id, client)).status).toBe(200);
    expect(await tell(asked.auth_req_id)).toBe('told');
    expect(mine()).toHaveLength(3);
  });

  it('fails without an answer when nothing listens, and the client can still poll', async () => {
    const client = await registerPing('http://127.0.0.1:1/ping');
    const { asked } = await start({ client_notification_token: token }, client);
    await approve();
    await decided(asked.auth_req_id, 'allowed');
    expect(await tell(asked.auth_req_id)).toBe('failed');
    expect((await poll(asked.auth_req_id, client)).status).toBe(200);
  });

  it('needs a notification token, and an endpoint on the public internet', async () => {
    const client = await registerPing();
    expect(errorOf(await ask({ login_hint: nobody }, client))).toEqual([400, 'invalid_request']);
    const answer = await stage.call(
      'PUT',
      `/applications/${client.id}`,
      {
        name: 'Банк',
        app_type: 'web',
        redirect_uris: ['https://app.example.mn/callback'],
        options: { backchannel_client_notification_endpoint: 'https://10.0.0.1/ping' },
      },
      stage.admin,
    );
    expect(errorOf(answer)).toEqual([422, 'private_address']);
  });
});

describe('an instance that stops', () => {
  it('leaves its open requests to another one', async () => {
    const second = await stage.world.startServer({ env: stage.env });
    const asked = await stage.form(
      '/oauth2/bc-authorize',
      { scope: 'openid', login_hint: citizen.national_id },
      app,
      second,
    );
    const id = (asked.body as { auth_req_id?: string }).auth_req_id ?? '';
    await ringing();
    await second.stop();
    await stage.phone.approve(citizen);
    stage.clock.advance(46_000);
    await callUntil(200, async () => {
      stage.clock.advance(10_000);
      await runJob('oidc.ciba_watch');
      return poll(id);
    });
  });
});
