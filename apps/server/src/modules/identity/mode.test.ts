import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { createPhone, type Phone, signIn } from '../../../test/citizens.ts';
import { productionEnvOn } from '../../../test/production.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';

const sso = { SSO_ISSUER: 'https://sso.example', SSO_CLIENT_ID: 'tamga' };

let world: TestWorld;
let provider: TestServer;
let client: TestServer;
let phone: Phone;

beforeAll(async () => {
  world = await openWorld();
  provider = await world.startServer();
  client = await world.startServer({ env: { AUTH_MODE: 'client', ...sso } });
  phone = createPhone(world.sandbox);
});
afterAll(() => world.close());

describe('AUTH_MODE=client', () => {
  it.each([
    ['/api/v1/auth/eid/start', {}],
    ['/api/v1/auth/eid/start-id', { national_id: 'УБ85031512' }],
    ['/api/v1/auth/eid/start-id', { national_id: 'not a number' }],
    ['/api/v1/auth/initiate', { national_id: 'УБ85031512' }],
  ])('sends a start at %s with %j to single sign-on', async (path, body) => {
    const answer = await createCaller(client.url).post(path, body);
    expect([answer.status, answer.body.error]).toEqual([403, 'sso_required']);
    const start = new URL(answer.body.data.start_url);
    expect(start.origin).toBe(client.config.appOrigin);
  });

  it('sends no push', async () => {
    await expect(phone.approve(await phone.citizen())).rejects.toThrow('nothing is waiting');
    expect(await world.database.query('select * from eid_push_attempts')).toEqual([]);
    expect(await world.database.query('select * from eid_sessions')).toEqual([]);
  });

  it('still refreshes and ends sessions', async () => {
    const session = await signIn(provider, phone, await phone.citizen());
    const caller = createCaller(client.url);
    const refreshed = await caller.post('/api/v1/auth/refresh', { refresh_token: session.refreshToken });
    expect(refreshed.status).toBe(200);
    const { token, refresh_token } = refreshed.body.data;
    expect((await caller.get('/api/v1/users/me', { token })).status).toBe(200);
    expect((await caller.post('/api/v1/auth/logout', {}, { token })).status).toBe(200);
    expect((await caller.post('/api/v1/auth/refresh', { refresh_token })).status).toBe(401);
  });

  it('follows from a client id alone', async () => {
    const implied = await world.startServer({ env: sso });
    expect((await createCaller(implied.url).post('/api/v1/auth/eid/start')).body.error).toBe('sso_required');
  });

  it('is overridden by an explicit mode', async () => {
    const explicit = await world.startServer({ env: { AUTH_MODE: 'provider', ...sso } });
    expect((await createCaller(explicit.url).post('/api/v1/auth/eid/start')).status).toBe(200);
  });

  it('starts in production without an eID provider, and sends people upstream', async () => {
    const eid = { EID_RP_UUID: '', EID_RP_SECRET: '', EID_BASE_URL: '', EID_TRUST_ROOTS: '' };
    const upstream = { SSO_ISSUER: 'https://sso.example.mn', SSO_CLIENT_ID: 'tamga' };
    const pure = await world.startServer({ env: { ...productionEnvOn(world), ...eid, ...upstream } });
    const caller = createCaller(pure.url);
    expect((await caller.get('/health')).status).toBe(200);
    expect((await caller.post('/api/v1/auth/eid/start')).body.error).toBe('sso_required');
    await pure.stop();
  });

  it('does not start without an upstream address', async () => {
    await expect(world.startServer({ env: { AUTH_MODE: 'client' } })).rejects.toThrow('SSO_ISSUER');
  });
});
