import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../../test/caller.ts';
import {
  authorizationRequest,
  callback,
  issuer,
  openStage,
  type Stage,
  type TestClient,
} from '../test/stage.ts';

const grantType = 'urn:ietf:params:oauth:grant-type:token-exchange';
const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';
let stage: Stage;
let upstream: Server;
/** The application that a person uses, and the service behind the gateway that it calls. */
let shop: TestClient;
let orders: TestClient;
const services: Record<string, string> = {};

beforeAll(async () => {
  stage = await openStage();
  upstream = createServer((request, response) => {
    const { 'x-tamga-client-id': client, 'x-tamga-subject': subject } = request.headers;
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ client, subject }));
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const { port } = upstream.address() as AddressInfo;
  for (const name of ['orders', 'addresses', 'taxes']) {
    const body = { name, protocol: 'http', host: '127.0.0.1', port };
    services[name] = (await stage.call('POST', '/gateway/services', body, stage.admin)).body.data.id;
  }
  shop = await stage.register({ name: 'Дэлгүүр', service_ids: idsOf('orders', 'addresses') });
  orders = await registerService(['addresses', 'taxes'], [shop]);
});
afterAll(async () => {
  upstream.close();
  await stage.world.close();
});

const idsOf = (...names: string[]) => names.map((name) => services[name] ?? '');
const registerService = (held: string[], from: TestClient[], fields: object = {}) =>
  stage.register({
    app_type: 'm2m',
    redirect_uris: [],
    service_ids: idsOf(...held),
    options: { grants: ['token_exchange'], exchange_from: from.map(({ id }) => id), ...fields },
  });
const scope = 'openid profile svc:orders svc:addresses';
const tokenOfPerson = async (by = shop, asked = scope) =>
  (await stage.signInTo(by, { scope: asked })).tokens.access_token;
const exchange = (subject_token: string, fields: Record<string, string> = {}, by = orders) =>
  stage.form(
    '/oauth2/token',
    {
      grant_type: grantType,
      subject_token,
      subject_token_type: accessTokenType,
      audience: 'addresses',
      ...fields,
    },
    by,
  );
const exchanged = async (subjectToken: string, by = orders) => {
  const { body, text, status } = await exchange(subjectToken, {}, by);
  if (status !== 200) throw new Error(text);
  return (body as { access_token?: string }).access_token ?? '';
};
const errorOf = ({ status, body }: { status: number; body: { error?: string } }) => [status, body.error];
const introspect = async (token: string, by = orders) =>
  (await stage.form('/oauth2/introspect', { token }, by)).body as Record<string, unknown>;
const callService = (name: string, token: string) =>
  createCaller(stage.server.url).call('GET', `/gw/${name}/`, { token });

describe('a service that was called for a person', () => {
  it('calls another service for the same person, recorded as the actor', async () => {
    const config = await stage.clientOf(orders);
    const tokens = await openid.genericGrantRequest(config, grantType, {
      subject_token: await tokenOfPerson(),
      subject_token_type: accessTokenType,
      resource: `${issuer}/gw/addresses`,
    });
    expect(tokens).toMatchObject({
      issued_token_type: accessTokenType,
      token_type: 'bearer',
      scope: 'svc:addresses',
      expires_in: 600,
    });
    expect([tokens.refresh_token, tokens.id_token]).toEqual([undefined, undefined]);
    expect(await introspect(tokens.access_token)).toMatchObject({
      active: true,
      sub: stage.person.userId,
      client_id: orders.id,
      scope: 'svc:addresses',
      act: { client_id: orders.id },
    });
    const answer = await callService('addresses', tokens.access_token);
    expect(answer.body).toEqual({ client: orders.id, subject: stage.person.userId });
    const [event] = await stage.world.database.query<{ metadata: object }>(
      "select metadata from audit_log where action = 'oidc.tokens.issued' order by id desc limit 1",
    );
    expect(event?.metadata).toEqual({
      client_id: orders.id,
      grant_type: grantType,
      scopes: ['svc:addresses'],
      subject_client_id: shop.id,
    });
  });

  it('reaches with it only the one service, and no data of the person', async () => {
    const token = await exchanged(await tokenOfPerson());
    expect((await callService('orders', token)).status).toBe(403);
    expect((await callService('taxes', token)).status).toBe(403);
    const claims = await createCaller(stage.server.url).call('GET', '/userinfo', { token });
    expect(claims.status).toBeGreaterThanOrEqual(400);
  });

  it('gets a token that ends no later than the one it was handed', async () => {
    const subject = await tokenOfPerson();
    stage.clock.advance(3_500_000);
    const { body } = await exchange(subject);
    expect((body as { expires_in?: number }).expires_in).toBeLessThanOrEqual(100);
  });
});

describe('an exchange is refused', () => {
  it('to an application without this grant', async () => {
    const plain = await stage.register({ app_type: 'm2m', redirect_uris: [] });
    expect(errorOf(await exchange(await tokenOfPerson(), {}, plain))).toEqual([400, 'unauthorized_client']);
  });

  it('for tokens of an application that no administrator named', async () => {
    const stranger = await stage.register({ service_ids: idsOf('addresses') });
    const subject = await tokenOfPerson(stranger, 'openid svc:addresses');
    expect(errorOf(await exchange(subject))).toEqual([400, 'invalid_request']);
    const unnamed = await registerService(['addresses'], []);
    expect(errorOf(await exchange(await tokenOfPerson(), {}, unnamed))).toEqual([400, 'invalid_request']);
  });

  it('for a service that this application does not hold, or that does not exist', async () => {
    const subject = await tokenOfPerson();
    for (const audience of ['orders', 'nothing'])
      expect(errorOf(await exchange(subject, { audience }))).toEqual([400, 'invalid_target']);
    const both = { audience: 'addresses', resource: `${issuer}/gw/taxes` };
    expect(errorOf(await exchange(subject, both))).toEqual([400, 'invalid_target']);
    const elsewhere = { audience: 'addresses', resource: 'https://other.example/gw/addresses' };
    expect(errorOf(await exchange(subject, elsewhere))).toEqual([400, 'invalid_target']);
  });

  it('for scopes that the person did not give, or beyond the service', async () => {
    // The service holds taxes, the person gave the shop nothing of it.
    const subject = await tokenOfPerson();
    expect(errorOf(await exchange(subject, { audience: 'taxes' }))).toEqual([400, 'invalid_scope']);
    expect(errorOf(await exchange(subject, { scope: 'svc:addresses openid' }))).toEqual([
      400,
      'invalid_scope',
    ]);
    const less = await tokenOfPerson(shop, 'openid svc:orders');
    expect(errorOf(await exchange(less))).toEqual([400, 'invalid_scope']);
  });

  it('after the first application lost the service', async () => {
    const short = await stage.register({ service_ids: idsOf('addresses') });
    const service = await registerService(['addresses'], [short]);
    const subject = await tokenOfPerson(short, 'openid svc:addresses');
    expect((await exchange(subject, {}, service)).status).toBe(200);
    await stage.call('PUT', `/applications/${short.id}/services`, { service_ids: [] }, stage.admin);
    expect(errorOf(await exchange(subject, {}, service))).toEqual([400, 'invalid_scope']);
  });

  it('for anything but a live access token of a person', async () => {
    const { tokens } = await stage.signInTo(shop, { scope: `${scope} offline_access` });
    const own = await stage.form('/oauth2/token', { grant_type: 'client_credentials' }, orders);
    const values = [
      'x'.repeat(43),
      tokens.refresh_token ?? '',
      tokens.id_token ?? '',
      (own.body as { access_token?: string }).access_token ?? '',
    ];
    for (const value of values) expect(errorOf(await exchange(value))).toEqual([400, 'invalid_request']);
    for (const fields of [
      { subject_token_type: 'urn:ietf:params:oauth:token-type:refresh_token' },
      { requested_token_type: 'urn:ietf:params:oauth:token-type:id_token' },
      { actor_token: 'x', actor_token_type: accessTokenType },
    ])
      expect(errorOf(await exchange(tokens.access_token, fields))).toEqual([400, 'invalid_request']);
    stage.clock.advance(3_601_000);
    expect(errorOf(await exchange(tokens.access_token))).toEqual([400, 'invalid_request']);
  });

  it('for a token that is bound to a key', async () => {
    const careful = await stage.register({ service_ids: idsOf('addresses'), options: { dpop: true } });
    const service = await registerService(['addresses'], [careful]);
    const config = await stage.clientOf(careful);
    const DPoP = openid.getDPoPHandle(config, await openid.randomDPoPKeyPair());
    const request = await authorizationRequest(config, callback, { scope: 'openid svc:addresses' });
    const returned = await stage.decide(stage.openBrowser(), request.url);
    const tokens = await openid.authorizationCodeGrant(config, returned, request.checks, undefined, { DPoP });
    expect(errorOf(await exchange(tokens.access_token, {}, service))).toEqual([400, 'invalid_request']);
  });

  it('to a service with bound tokens without a proof; with one the new token is bound', async () => {
    const service = await registerService(['addresses'], [shop], { dpop: true });
    const subject_token = await tokenOfPerson();
    expect(errorOf(await exchange(subject_token, {}, service))).toEqual([400, 'invalid_grant']);
    const config = await stage.clientOf(service);
    const DPoP = openid.getDPoPHandle(config, await openid.randomDPoPKeyPair());
    const fields = { subject_token, subject_token_type: accessTokenType, audience: 'addresses' };
    const bound = await openid.genericGrantRequest(config, grantType, fields, { DPoP });
    expect(bound.token_type).toBe('dpop');
    expect(await introspect(bound.access_token, service)).toMatchObject({ cnf: { jkt: expect.any(String) } });
    expect((await callService('addresses', bound.access_token)).status).toBe(401);
  });

  it('of a token that was exchanged twice before', async () => {
    const second = await registerService(['addresses'], [orders]);
    const third = await registerService(['addresses'], [second]);
    const deep = await exchanged(await exchanged(await tokenOfPerson()), second);
    expect(await introspect(deep, second)).toMatchObject({
      act: { client_id: second.id, act: { client_id: orders.id } },
    });
    expect(errorOf(await exchange(deep, {}, third))).toEqual([400, 'invalid_request']);
  });
});

describe('an exchanged token ends', () => {
  it('when the person withdraws the consent to the first application', async () => {
    const token = await exchanged(await tokenOfPerson());
    expect(await introspect(token)).toMatchObject({ active: true });
    await stage.call('DELETE', `/me/consents/${shop.id}`, undefined, stage.person);
    expect(await introspect(token)).toEqual({ active: false });
    expect((await callService('addresses', token)).status).toBe(401);
  });

  it('when the service revokes it, which leaves the first token alone', async () => {
    const subject = await tokenOfPerson();
    const token = await exchanged(subject);
    expect((await stage.form('/oauth2/revoke', { token }, orders)).status).toBe(200);
    expect(await introspect(token)).toEqual({ active: false });
    expect(await introspect(subject, shop)).toMatchObject({ active: true });
  });

  it('as a right when the service loses the right to call', async () => {
    const service = await registerService(['addresses'], [shop]);
    const token = await exchanged(await tokenOfPerson(), service);
    expect((await callService('addresses', token)).status).toBe(200);
    await stage.call('PUT', `/applications/${service.id}/services`, { service_ids: [] }, stage.admin);
    expect((await callService('addresses', token)).status).toBe(403);
  });
});

describe('an administrator', () => {
  it('names the applications whose tokens may be exchanged; others and public clients cannot', async () => {
    const view = (await stage.call('GET', `/applications/${orders.id}`, undefined, stage.admin)).body.data;
    expect(view.options).toMatchObject({ grants: ['token_exchange'], exchange_from: [shop.id] });
    const body = { name: 'Page', app_type: 'spa', redirect_uris: ['https://page.example.mn/'] };
    const options = { exchange_from: [shop.id] };
    const answer = await stage.call('POST', '/applications', { ...body, options }, stage.admin);
    expect(errorOf(answer)).toEqual([422, 'invalid_option']);
  });

  it('sees the grant in discovery', async () => {
    const metadata = (await stage.clientOf(orders)).serverMetadata();
    expect(metadata.grant_types_supported).toContain(grantType);
  });
});
