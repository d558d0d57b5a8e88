import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, createCaller } from '../../../test/caller.ts';
import type { TestServer } from '../../../test/server.ts';
import { createKeyring } from '../../kernel/security/keyring.ts';
import { openStage, type Stage } from './test/stage.ts';

let stage: Stage;
let upstream: Upstream;
let server: TestServer;
let second: TestServer;

const scope = 'openid profile email offline_access svc:eid-proxy svc:eid-org-proxy';

/** The API of the upstream platform, as its eID proxies answer; it accepts the tokens of its issuer. */
interface Upstream {
  http: Server;
  mood: 'well' | 'away' | 'refusing';
  asked: string[];
  url: string;
}

const counts = { valid: 2, revoked: 0, expired: 0, suspended: 0, total: 2 };
const answers: Record<string, object> = {
  '/api/v1/eid/summary': {
    given_name: 'Болд',
    certificates: counts,
    activity: { authentication: 3, signature: 1 },
    devices_active: 1,
    devices_total: 1,
    representation_count: 1,
  },
  '/api/v1/eid/certificates': {
    counts,
    certificates: [
      {
        document_number: 'PNOMN-1',
        type: 'AUTH',
        serial_number: '0ab',
        certificate_level: 'QUALIFIED',
        status: 'VALID',
      },
    ],
  },
  '/api/v1/eid/devices': {
    devices: [{ document_number: 'PNOMN-1', platform: 'FCM', active: true }],
    active_count: 1,
    total: 1,
  },
  '/api/v1/eid/activity': {
    counts: { authentication: 3, signature: 1 },
    sessions: [{ session_id: 's', flow: 'AUTHENTICATION', outcome: 'OK' }],
    total: 4,
  },
  '/api/v1/eid-org/organizations': {
    items: [{ org_etsi: 'NTRMN-6000011', org_register: '6000011', org_name: 'Нэгдэл', right_type: 'ADMIN' }],
    total: 1,
  },
  '/api/v1/eid-org/organizations/6000011/signers': {
    items: [
      {
        person_etsi: 'PNOMN-УБ85031512',
        right_type: 'ADMIN',
        status: 'ACTIVE',
        source: 'REGISTRY',
        self: true,
      },
    ],
    total: 1,
  },
};

async function startUpstream(issuer: string): Promise<Upstream> {
  const http = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://upstream');
    upstream.asked.push(`${request.method} ${pathname}${search}`);
    const { authorization = '' } = request.headers;
    const { status } = await fetch(`${issuer}/userinfo`, { headers: { authorization } });
    const data = answers[pathname];
    response.statusCode =
      upstream.mood === 'away'
        ? 503
        : status !== 200
          ? 401
          : upstream.mood === 'refusing'
            ? 403
            : data
              ? 200
              : 404;
    response.end(JSON.stringify({ status: true, message: 'OK', data }));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/api/v1`;
  return { http, mood: 'well', asked: [], url };
}

beforeAll(async () => {
  stage = await openStage(scope);
  upstream = await startUpstream(stage.issuer);
  const env = { AUTH_MODE: 'client', SSO_EID_PROXY_BASE_URL: upstream.url };
  [server, second] = await Promise.all([stage.startServer({ env }), stage.startServer({ env })]);
});
afterAll(async () => {
  upstream.http.closeAllConnections();
  upstream.http.close();
  await stage.world.close();
});

async function newPerson(): Promise<{ token: string; sub: string }> {
  const { sub } = await stage.person();
  const { token } = (await stage.signIn(sub, server)).body.data;
  return { token, sub };
}
const read = (token: string, path: string, on = server): Promise<Answer> =>
  createCaller(on.url).get(`/api/v1/users/me/eid/${path}`, { token });
const errorOf = ({ status, body }: Answer) => [status, body.error];
const sealedOf = async (sub: string) =>
  (
    await stage.world.database.query<{ sealed_tokens: string | null }>(
      'select sealed_tokens from sso_identities where subject = $1',
      [sub],
    )
  )[0]?.sealed_tokens ?? null;
/** The session's own token lives for a quarter of an hour, the upstream's for an hour. */
const laterToken = async (sub: string, ms: number): Promise<string> => {
  const before = await sealedOf(sub);
  stage.world.clock.advance(ms);
  const { token } = (await stage.signIn(sub, server)).body.data;
  await stage.world.database.query('update sso_identities set sealed_tokens = $2 where subject = $1', [
    sub,
    before,
  ]);
  return token;
};

describe('the eID console in mode client', () => {
  it('shows the records of the upstream, requested with the person’s upstream token', async () => {
    const { token } = await newPerson();
    expect((await read(token, 'summary')).body.data).toMatchObject({ given_name: 'Болд', devices_active: 1 });
    expect((await read(token, 'certificates')).body.data.certificates).toMatchObject([
      { document_number: 'PNOMN-1', serial_number: 'ab', status: 'VALID' },
    ]);
    expect((await read(token, 'devices')).body.data).toMatchObject({ active_count: 1, total: 1 });
    expect((await read(token, 'activity?limit=5&offset=10')).body.data).toMatchObject({ total: 4 });
    expect(upstream.asked.at(-1)).toBe('GET /api/v1/eid/activity?limit=5&offset=10');
    expect((await read(token, 'organizations')).body.data).toMatchObject({
      items: [{ org_register: '6000011', right_type: 'ADMIN' }],
      total: 1,
    });
    expect((await read(token, 'organizations/6000011/signers')).body.data.items).toMatchObject([
      { person_etsi: 'PNOMN-УБ85031512', self: true },
    ]);
    const me = await createCaller(server.url).get('/api/v1/users/me', { token });
    expect(me.body.data.user.eid_proxy).toBe(true);
  });

  it('answers that changes are made at the upstream', async () => {
    const { token } = await newPerson();
    const signer = { signer_reg_no: 'УА90072324' };
    const path = '/api/v1/users/me/eid/organizations/6000011';
    const answers = [
      await createCaller(server.url).post(`${path}/signers`, signer, { token }),
      await createCaller(server.url).call('DELETE', path, { token }),
    ];
    for (const answer of answers) expect(errorOf(answer)).toEqual([403, 'managed_upstream']);
  });

  it('renews the upstream token once, for all calls on all instances', async () => {
    const { sub } = await newPerson();
    const token = await laterToken(sub, 3_600_000);
    const sealed = await sealedOf(sub);
    const all = await Promise.all([server, second, server, second].map((on) => read(token, 'summary', on)));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const renewed = await sealedOf(sub);
    expect(renewed).not.toBe(sealed);
    expect((await read(token, 'summary', second)).status).toBe(200);
    expect(await sealedOf(sub)).toBe(renewed);
  });

  it('asks for a new sign-in when the upstream no longer accepts the token', async () => {
    const { sub } = await newPerson();
    const token = await laterToken(sub, 3_600_000);
    const keyring = createKeyring(server.config.INTEGRATION_ENC_KEY);
    const { refreshToken } = JSON.parse(keyring.open((await sealedOf(sub)) ?? '', 'sso-tokens'));
    const spent = await fetch(`${stage.issuer}/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`tamga:${stage.env['SSO_CLIENT_SECRET']}`).toString('base64')}`,
      },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    });
    expect(spent.status).toBe(200);
    for (let times = 0; times < 2; times += 1)
      expect(errorOf(await read(token, 'summary'))).toEqual([401, 'reauth_required']);
    const again = (await stage.signIn(sub, server)).body.data.token;
    expect((await read(again, 'summary')).status).toBe(200);
  });

  it('distinguishes an upstream outage from a refusal', async () => {
    const { token } = await newPerson();
    upstream.mood = 'refusing';
    expect(errorOf(await read(token, 'summary'))).toEqual([403, 'pki_read_not_granted']);
    expect(errorOf(await read(token, 'organizations/6000011/signers'))).toEqual([403, 'not_representative']);
    upstream.mood = 'away';
    expect(errorOf(await read(token, 'summary'))).toEqual([503, 'upstream_unavailable']);
    upstream.mood = 'well';
  });
});
