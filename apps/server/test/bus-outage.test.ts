import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from './caller.ts';
import { createPhone, type Phone, type SignedIn, signIn } from './citizens.ts';
import { openWorld, type TestServer, type TestWorld } from './server.ts';
import { startProxy, type TcpProxy } from './tcp-proxy.ts';
import { until } from './until.ts';

let world: TestWorld;
let proxy: TcpProxy;
/** Reaches the database through the proxy. */
let behind: TestServer;
let healthy: TestServer;
let phone: Phone;

beforeAll(async () => {
  world = await openWorld();
  proxy = await startProxy(world.database);
  behind = await world.startServer({ databaseUrl: proxy.url });
  healthy = await world.startServer();
  phone = createPhone(world.sandbox);
});
afterAll(async () => {
  proxy.restore();
  await world.close();
  await proxy.close();
});

const profile = (person: SignedIn, server = behind) =>
  createCaller(server.url).get('/api/v1/users/me', { token: person.token });
const signOut = async (person: SignedIn) => {
  const answer = await createCaller(healthy.url).post('/api/v1/auth/logout', {}, { token: person.token });
  expect(answer.status).toBe(200);
};

describe('an instance that receives no revocations', () => {
  it('receives one from another instance while the bus is up', async () => {
    const person = await signIn(healthy, phone, await phone.citizen());
    expect((await profile(person)).status).toBe(200);
    await signOut(person);
    await until(async () => (await profile(person)).status === 401);
  });

  it('reads the database instead of its cache, and refuses when the database is down too', async () => {
    const leaving = await signIn(healthy, phone, await phone.citizen());
    const staying = await signIn(healthy, phone, await phone.citizen(/^ordinary/, 1));
    for (const person of [leaving, staying]) expect((await profile(person)).status).toBe(200);

    proxy.stall('tamga-bus');
    await signOut(leaving);
    await until(() => !behind.app.bus.live());
    expect((await profile(leaving)).status).toBe(401);
    expect((await profile(staying)).status).toBe(200);
    expect((await createCaller(behind.url).get('/ready')).body).toMatchObject({
      status: false,
      checks: { database: 'ok', bus: 'unreachable' },
    });

    proxy.cut();
    for (const person of [leaving, staying]) {
      const answer = await profile(person);
      expect([answer.status, answer.body.error]).toEqual([503, 'session_store_unavailable']);
      expect(answer.body).toMatchObject({
        status: false,
        message: expect.any(String),
        request_id: expect.any(String),
      });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }

    proxy.restore();
    await until(() => behind.app.bus.live());
    expect([(await profile(leaving)).status, (await profile(staying)).status]).toEqual([401, 200]);
    await until(async () => (await createCaller(behind.url).get('/ready')).status === 200);
  });

  it('admits no revoked token later than one second after the bus went silent', async () => {
    const person = await signIn(healthy, phone, await phone.citizen());
    expect((await profile(person)).status).toBe(200);
    proxy.stall('tamga-bus');
    await signOut(person);
    const endedAtMs = performance.now();
    let lastAdmittedMs = 0;
    await until(async () => {
      const askedAtMs = performance.now();
      const { status } = await profile(person);
      if (status === 200) lastAdmittedMs = askedAtMs - endedAtMs;
      // From here on the database is read, so no cached value can admit the token again.
      return status === 401 && !behind.app.bus.live();
    });
    expect(lastAdmittedMs).toBeLessThan(1000);
    proxy.restore();
    await until(() => behind.app.bus.live());
  });
});
