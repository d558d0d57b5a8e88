import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { createPhone, type Phone, type SignedIn, signIn } from '../../../test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';

let world: TestWorld;
let server: TestServer;
let phone: Phone;
let sarnai: SignedIn;

beforeAll(async () => {
  world = await openWorld();
  server = await world.startServer();
  phone = createPhone(world.sandbox);
  sarnai = await signIn(server, phone, await phone.citizen(/^ordinary/, 1));
});
afterAll(() => world.close());

const bold = async (): Promise<SignedIn> => {
  world.clock.advance(1000);
  return signIn(server, phone, await phone.citizen());
};
const sessions = async (who: SignedIn) =>
  (await who.caller.get('/api/v1/me/sessions', { token: who.token })).body.data;
const history = async (who: SignedIn, query = '') =>
  (await who.caller.get(`/api/v1/me/security-history${query}`, { token: who.token })).body.data;
const isSignedIn = async (who: SignedIn) =>
  (await who.caller.get('/api/v1/users/me', { token: who.token })).status === 200;

describe('own sessions', () => {
  it('are listed with the current one marked, and end one at a time', async () => {
    const [first, second] = [await bold(), await bold()];
    const { items, total } = await sessions(second);
    expect(total).toBe(2);
    const current = items.filter((each: { current: boolean }) => each.current);
    expect(current).toHaveLength(1);
    expect(items[0]).toMatchObject({ current: true, method: 'eid', ip: second.caller.ip });
    const other = items.find((each: { current: boolean }) => !each.current);
    const end = (who: SignedIn, id: string) =>
      who.caller.call('DELETE', `/api/v1/me/sessions/${id}`, { token: who.token });
    expect((await end(sarnai, other.id)).status).toBe(404);
    expect(await isSignedIn(first)).toBe(true);
    expect((await end(second, other.id)).status).toBe(200);
    expect(await isSignedIn(first)).toBe(false);
    expect((await end(second, other.id)).status).toBe(404);
    const refresh = await createCaller(server.url).post('/api/v1/auth/refresh', {
      refresh_token: first.refreshToken,
    });
    expect(refresh.status).toBe(401);
    expect((await sessions(second)).total).toBe(1);
  });

  it('end all but the one in use, and nobody else’s', async () => {
    const [stolen, mine] = [await bold(), await bold()];
    const before = (await sessions(mine)).total;
    const ended = await mine.caller.post('/api/v1/me/sessions/end-others', undefined, { token: mine.token });
    expect(ended.body.data).toEqual({ ended: before - 1 });
    expect([await isSignedIn(stolen), await isSignedIn(mine), await isSignedIn(sarnai)]).toEqual([
      false,
      true,
      true,
    ]);
    const again = await mine.caller.post('/api/v1/me/sessions/end-others', undefined, { token: mine.token });
    expect(again.body.data).toEqual({ ended: 0 });
  });

  it('name the browser and the system', async () => {
    const { describeAgent } = await import('./user-agent.ts');
    expect(
      describeAgent(
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0',
      ),
    ).toEqual({ browser: 'Edge', system: 'Windows' });
    expect(
      describeAgent(
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Safari/604',
      ),
    ).toEqual({ browser: 'Safari', system: 'iPhone' });
    expect(describeAgent(null)).toEqual({ browser: '', system: '' });
  });
});

describe('the security history', () => {
  it('tells sign-ins, failures and changes in order, by cursor, to their owner only', async () => {
    const who = await bold();
    world.clock.advance(1000);
    await bold();
    world.clock.advance(1000);
    await who.caller.post('/api/v1/me/sessions/end-others', undefined, { token: who.token });
    const all = await history(who, '?limit=100');
    expect(all.items[0]).toMatchObject({ kind: 'sessions_ended' });
    expect(all.items[1]).toMatchObject({ kind: 'sign_in', method: 'eid' });
    const first = await history(who, '?limit=1');
    const second = await history(who, `?limit=1&cursor=${first.next}`);
    expect([first.items[0].id, second.items[0].id]).toEqual([all.items[0].id, all.items[1].id]);
    const others = await history(sarnai);
    expect(others.items.map(({ kind }: { kind: string }) => kind)).toEqual(['sign_in']);
  });

  it('shows a refused request on the phone', async () => {
    const citizen = await phone.citizen();
    const caller = createCaller(server.url);
    const started = await caller.post('/api/v1/auth/eid/start-id', { national_id: citizen.national_id });
    world.clock.advance(1000);
    await phone.act(citizen, 'refuse');
    await caller.post('/api/v1/auth/eid/poll', { sid: started.body.data.sid });
    const who = await bold();
    const { items } = await history(who);
    expect(items[1]).toMatchObject({ kind: 'sign_in_failed', ip: caller.ip });
    expect(items[1].reason).toBeTruthy();
  });

  it('is closed to visitors', async () => {
    for (const path of ['sessions', 'security-history'])
      expect((await sarnai.caller.get(`/api/v1/me/${path}`)).status).toBe(401);
  });
});
