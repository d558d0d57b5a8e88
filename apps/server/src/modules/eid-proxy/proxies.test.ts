import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, callUntil, createCaller } from '../../../test/caller.ts';
import { type GatewayStage, openGatewayStage } from '../gateway/test/stage.ts';

let stage: GatewayStage;
let app: { id: string; secret: string };
let token: string;
let ids: Record<string, string>;

beforeAll(async () => {
  stage = await openGatewayStage();
  const { items } = (await stage.call('GET', '/gateway/services', undefined, stage.admin)).body.data;
  ids = Object.fromEntries(items.map(({ name, id }: { name: string; id: string }) => [name, id]));
  app = await stage.register({ service_ids: [ids['eid-proxy'], ids['eid-org-proxy']] });
  token = (await stage.signInTo(app, { scope: 'openid svc:eid-proxy svc:eid-org-proxy' })).tokens
    .access_token;
});
afterAll(() => stage.close());

const paths = [
  '/eid/summary',
  '/eid/certificates',
  '/eid/devices',
  '/eid/activity',
  '/eid-org/organizations',
];
const call = (path: string, bearer?: string): Promise<Answer> =>
  createCaller(stage.server.url).get(`/api/v1${path}`, bearer === undefined ? {} : { token: bearer });
const own = (path: string) => stage.call('GET', `/users/me${path}`, undefined, stage.person);
const grant = (names: string[]) =>
  stage.call(
    'PUT',
    `/applications/${app.id}/services`,
    { service_ids: names.map((name) => ids[name]) },
    stage.admin,
  );
const errorOf = ({ status, body }: Answer) => [status, body.error];

describe('the eID proxies', () => {
  it('show a client the same records as its user sees', async () => {
    for (const path of paths) {
      const answer = await call(path, token);
      expect([path, answer.status]).toEqual([path, 200]);
      const seen = await own(path.replace('/eid-org/', '/eid/'));
      expect(answer.body.data).toEqual(seen.body.data);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
    expect((await call('/eid/summary', token)).body.data.certificates.total).toBeGreaterThan(0);
    expect((await call('/eid/activity?limit=1&offset=0', token)).body.data.sessions.length).toBeLessThan(2);
  });

  it('are reachable through the gateway too', async () => {
    const through = (path: string) => createCaller(stage.server.url).get(`/gw${path}`, { token });
    expect((await through('/eid-proxy/summary')).body.data).toEqual(
      (await call('/eid/summary', token)).body.data,
    );
    expect(errorOf(await through('/eid-org-proxy/organizations/1234567/signers'))).toEqual([
      403,
      'not_representative',
    ]);
    expect(errorOf(await through('/tools'))).toEqual([403, 'service_not_granted']);
  });

  it('show no signers of an organisation that the user does not represent', async () => {
    expect(errorOf(await call('/eid-org/organizations/1234567/signers', token))).toEqual([
      403,
      'not_representative',
    ]);
  });

  it('answer 401 with a challenge without a token, to a person’s session and to a client without a user', async () => {
    const machine = await stage.register({
      app_type: 'm2m',
      redirect_uris: [],
      service_ids: [ids['eid-proxy'], ids['eid-org-proxy']],
    });
    const alone = await stage.tokenOf(machine);
    for (const path of [...paths, '/eid-org/organizations/1234567/signers'])
      for (const bearer of [undefined, 'nonsense', stage.person.token, alone]) {
        const answer = await call(path, bearer);
        expect(errorOf(answer)).toEqual([401, 'unauthorized']);
        expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
      }
  });

  it('require the person’s consent, not only the client’s grant', async () => {
    const { tokens } = await stage.signInTo(app, { scope: 'openid' });
    expect(errorOf(await call('/eid/summary', tokens.access_token))).toEqual([403, 'service_not_granted']);
  });

  it('check the current grant, each proxy separately', async () => {
    await grant(['eid-org-proxy']);
    const refused = await callUntil(403, () => call('/eid/summary', token));
    expect(refused.body.error).toBe('service_not_granted');
    expect((await call('/eid-org/organizations', token)).status).toBe(200);
    await grant([]);
    await callUntil(403, () => call('/eid-org/organizations', token));
    await grant(['eid-proxy', 'eid-org-proxy']);
    await callUntil(200, () => call('/eid/summary', token));
  });

  it('answer 503 while disabled, before the token is checked', async () => {
    const turn = (enabled: boolean) =>
      stage.call(
        'PUT',
        `/gateway/services/${ids['eid-proxy']}`,
        { name: 'eid-proxy', host: 'platform.internal', path: '/api/v1/eid', enabled },
        stage.admin,
      );
    expect((await turn(false)).status).toBe(200);
    const off = await callUntil(503, () => call('/eid/summary', token));
    expect(off.body.error).toBe('service_disabled');
    expect((await call('/eid/summary')).body.error).toBe('service_disabled');
    expect((await call('/eid-org/organizations', token)).status).toBe(200);
    await turn(true);
    await callUntil(200, () => call('/eid/summary', token));
  });

  it('count as gateway traffic of the calling client', async () => {
    const rows = await stage.logged(1, `path = '/api/v1/eid/devices' and status = 200`);
    expect(rows[0]).toMatchObject({ application_id: app.id, service_id: ids['eid-proxy'] });
  });

  it('report a provider outage', async () => {
    await stage.world.sandbox.close();
    expect(errorOf(await call('/eid/summary', token))).toEqual([503, 'upstream_unavailable']);
  });
});
