import { request as httpRequest, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callUntil, createCaller } from '../../../test/caller.ts';
import type { TestServer } from '../../../test/server.ts';
import {
  type GatewayStage,
  openGatewayStage,
  startUpstream,
  type UpstreamServer,
} from '../gateway/test/stage.ts';
import { issuerEnv } from '../oidc/test/stage.ts';

const relayToken = 'relay-test-token-0123456789-abcdefghij';
let stage: GatewayStage;
let provider: UpstreamServer;
let relay: TestServer;
let app: { id: string; secret: string };
let appToken: string;
let serviceId: string;

beforeAll(async () => {
  stage = await openGatewayStage();
  provider = await startUpstream();
  const env = {
    ...issuerEnv,
    EID_BASE_URL: `http://127.0.0.1:${provider.port}/rp-api/v3`,
    SIGN_RELAY_TOKEN: relayToken,
    GATEWAY_ALLOWED_NETWORKS: '10.99.0.0/16',
  };
  relay = await stage.world.startServer({ env });
  const { items } = (await stage.call('GET', '/gateway/services', undefined, stage.admin)).body.data;
  serviceId = items.find(({ name }: { name: string }) => name === 'eid-sign').id;
  app = await stage.register({ app_type: 'm2m', redirect_uris: [], service_ids: [serviceId] });
  appToken = await stage.tokenOf(app);
});
afterAll(async () => {
  await stage.close();
  await provider.close();
});

const call = (method: string, path: string, token?: string, rawBody?: string, on = relay) =>
  createCaller(on.url).call(method, `/rp/sign${path}`, {
    ...(token === undefined ? {} : { token }),
    ...(rawBody === undefined ? {} : { rawBody }),
    headers: { cookie: 'a=1' },
  });

/** Sends chunks without a content-length, so that the server cannot know the size beforehand. */
function upload(bytes: number): Promise<number> {
  const { port } = new URL(relay.url);
  const piece = Buffer.alloc(1024 * 1024);
  return new Promise((resolve, reject) => {
    const asked = httpRequest({
      port,
      method: 'POST',
      path: '/rp/sign/v3/signature/stamp/x',
      headers: { authorization: `Bearer ${relayToken}`, 'transfer-encoding': 'chunked' },
    });
    asked.on('response', (answer: IncomingMessage) => {
      resolve(answer.statusCode ?? 0);
      answer.resume();
      asked.destroy();
    });
    asked.on('error', reject);
    let sent = 0;
    const more = () => {
      while (sent < bytes) {
        sent += piece.length;
        if (!asked.write(piece)) return void asked.once('drain', more);
      }
      asked.end();
    };
    more();
  });
}

describe('/rp/sign', () => {
  it('forwards signatures, sessions and certificates to the provider with the platform’s secret', async () => {
    for (const token of [relayToken, appToken]) {
      const answer = await call(
        'POST',
        '/v3/signature/notification/etsi/PNOMN-1?x=1',
        token,
        '{"digest":"a"}',
      );
      expect(answer.status).toBe(200);
      const seen = provider.seen.at(-1);
      expect(seen).toMatchObject({
        method: 'POST',
        url: '/rp-api/v3/signature/notification/etsi/PNOMN-1?x=1',
        body: '{"digest":"a"}',
      });
      expect(seen?.headers.authorization).toBe(`Bearer ${relay.config.EID_RP_SECRET}`);
      expect(seen?.headers.cookie).toBeUndefined();
    }
    for (const path of [
      '/v3/session/abc?timeoutMs=1000',
      '/v3/certificate/etsi/PNOMN-1',
      '/v3/certificatechoice/x',
    ])
      expect((await call('GET', path, relayToken)).status).toBe(200);
  });

  it('returns the provider’s status and body unchanged', async () => {
    provider.at('/rp-api/v3/session/gone', (_request, response) => {
      response.writeHead(404, { 'content-type': 'application/problem+json', 'set-cookie': 'x=1' });
      response.end('{"title":"no such session"}');
    });
    const answer = await call('GET', '/v3/session/gone', relayToken);
    expect([answer.status, answer.text]).toEqual([404, '{"title":"no such session"}']);
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  it('answers 401 with a challenge without either credential', async () => {
    const before = provider.seen.length;
    for (const token of [undefined, 'nonsense', relayToken.slice(1), `${relayToken}x`, stage.person.token]) {
      const answer = await call('GET', '/v3/session/x', token);
      expect([answer.status, answer.body.error]).toEqual([401, 'unauthorized']);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    }
    expect(provider.seen.length).toBe(before);
  });

  it('checks the client’s current grant', async () => {
    const grant = (ids: string[]) =>
      stage.call('PUT', `/applications/${app.id}/services`, { service_ids: ids }, stage.admin);
    await grant([]);
    const refused = await callUntil(403, () => call('GET', '/v3/session/x', appToken));
    expect(refused.body.error).toBe('service_not_granted');
    expect((await call('GET', '/v3/session/x', relayToken)).status).toBe(200);
    await grant([serviceId]);
    await callUntil(200, () => call('GET', '/v3/session/x', appToken));
  });

  it('forwards no other provider endpoint', async () => {
    const before = provider.seen.length;
    for (const path of [
      '',
      '/',
      '/v3/authentication/device-link/anonymous',
      '/v3/person/summary/etsi/PNOMN-1',
      '/v3/organization/signers/1/etsi/PNOMN-1',
      '/v3/signature/../person/summary/etsi/PNOMN-1',
      '/v3/signature/%2e%2e/person/summary',
      '/v3/session/..%2fperson',
      '/v2/signature/x',
      '/control/citizens',
    ])
      expect([path, (await call('GET', path, relayToken)).body.error]).toEqual([path, 'not_found']);
    expect(provider.seen.length).toBe(before);
  });

  it('accepts 26 MiB and no more', async () => {
    provider.at('/rp-api/v3/signature/stamp/x', (request, response) => {
      request.resume().on('end', () => response.end());
    });
    const mib = 1024 * 1024;
    expect(await upload(26 * mib)).toBe(200);
    expect(await upload(27 * mib)).toBe(413);
    const said = await createCaller(relay.url).call('POST', '/rp/sign/v3/signature/stamp/x', {
      token: relayToken,
      rawBody: 'x'.repeat(26 * mib + 1),
    });
    expect(said.body.error).toBe('payload_too_large');
  });

  it('counts the calls of a client, and none with the relay token', async () => {
    expect((await call('GET', '/v3/session/x', appToken)).headers.get('x-ratelimit-limit')).not.toBeNull();
    expect((await call('GET', '/v3/session/x', relayToken)).headers.get('x-ratelimit-limit')).toBeNull();
    const rows = await stage.logged(1, `path = '/rp/sign/v3/session/x' and application_id = '${app.id}'`);
    expect(rows[0]).toMatchObject({ service_id: serviceId });
  });

  it('is reachable through the gateway too, and counted once', async () => {
    const through = (path: string, token?: string) =>
      createCaller(relay.url).call('POST', `/gw/eid-sign${path}`, {
        rawBody: '{"digest":"b"}',
        ...(token === undefined ? {} : { token }),
      });
    const answer = await through('/v3/signature/notification/etsi/PNOMN-2?x=2', appToken);
    expect(answer.status).toBe(200);
    expect(provider.seen.at(-1)).toMatchObject({
      url: '/rp-api/v3/signature/notification/etsi/PNOMN-2?x=2',
      body: '{"digest":"b"}',
      headers: { authorization: `Bearer ${relay.config.EID_RP_SECRET}` },
    });
    const left = Number(answer.headers.get('x-ratelimit-remaining'));
    const next = await through('/v3/session/x', appToken);
    expect(left - Number(next.headers.get('x-ratelimit-remaining'))).toBe(1);
    // Each call is counted once, under the address that was called.
    expect(
      await stage.logged(
        2,
        `application_id = '${app.id}' and path ~ '/(PNOMN-2|session/x)$' and method = 'POST'`,
      ),
    ).toMatchObject([
      { path: '/gw/eid-sign/v3/signature/notification/etsi/PNOMN-2', status: 200, service_id: serviceId },
      { path: '/gw/eid-sign/v3/session/x', status: 200, service_id: serviceId },
    ]);
    // The relay token is valid for /rp/sign only.
    expect((await through('/v3/session/x', relayToken)).status).toBe(401);
    expect((await through('/v3/session/x')).status).toBe(401);
    expect((await through('/v3/person/summary/etsi/PNOMN-1', appToken)).body.error).toBe('not_found');
  });

  it('answers 503 while disabled, and during a provider outage', async () => {
    const turn = (enabled: boolean) =>
      stage.call(
        'PUT',
        `/gateway/services/${serviceId}`,
        { name: 'eid-sign', host: 'platform.internal', path: '/rp/sign', enabled },
        stage.admin,
      );
    await turn(false);
    const off = await callUntil(503, () => call('GET', '/v3/session/x', relayToken));
    expect(off.body.error).toBe('service_disabled');
    await turn(true);
    await callUntil(200, () => call('GET', '/v3/session/x', relayToken));
    await provider.close();
    const away = await call('GET', '/v3/session/x', relayToken);
    expect([502, 503]).toContain(away.status);
  });

  it('answers 404 where no provider or no credential is configured', async () => {
    const bare = await stage.world.startServer();
    for (const token of [undefined, relayToken, appToken]) {
      const answer = await call('GET', '/v3/session/x', token, undefined, bare);
      expect([answer.status, answer.body.error]).toEqual([404, 'not_found']);
    }
  });
});
