import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServer } from '../../../test/server.ts';
import { issuerEnv } from '../oidc/test/stage.ts';
import { type GatewayClient, type GatewayStage, openGatewayStage, type TestUpstream } from './test/stage.ts';

let stage: GatewayStage;
let service: TestUpstream;
/** Two more instances that share their limits. */
let sharing: TestServer[];
const startSharing = () => stage.world.startServer({ env: { ...issuerEnv, RATE_LIMIT_STORE: 'shared' } });

beforeAll(async () => {
  stage = await openGatewayStage();
  service = await stage.newUpstream();
  sharing = [await startSharing(), await startSharing()];
});
afterAll(() => stage.close());

const slow = { per_minute: 1 };

/** Makes this many concurrent calls, to one server or spread over several. */
async function callMany(app: GatewayClient, count: number, servers: readonly TestServer[] = [stage.server]) {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, call) =>
      stage.gw(app, 'GET', `${service.name}/x`, {}, servers[call % servers.length]),
    ),
  );
  return { answers, passed: answers.filter(({ status }) => status === 200).length };
}

describe('the rate limit of a client', () => {
  it('allows exactly its burst, reports what is left on every answer, and says when to retry', async () => {
    const app = await stage.newClient([service], { ...slow, burst: 25 });
    const { answers, passed } = await callMany(app, 200);
    expect(passed).toBe(25);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(175);
    expect(refused[0]?.body.error).toBe('rate_limited');
    for (const { headers } of answers) {
      expect(headers.get('x-ratelimit-limit')).toBe('25');
      expect(Number(headers.get('x-ratelimit-remaining'))).toBeLessThan(25);
      expect(Number(headers.get('x-ratelimit-reset'))).toBeGreaterThan(stage.clock.now().getTime() / 1000);
    }
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    stage.clock.advance(60_000);
    expect((await callMany(app, 5)).passed).toBe(1);
  });

  it('is separate for each client', async () => {
    const [one, two] = [
      await stage.newClient([service], { ...slow, burst: 2 }),
      await stage.newClient([service], { ...slow, burst: 2 }),
    ];
    expect((await callMany(one, 5)).passed).toBe(2);
    expect((await callMany(two, 5)).passed).toBe(2);
  });

  it('is exact across instances that share a database', async () => {
    const app = await stage.newClient([service], { ...slow, burst: 120 });
    expect((await callMany(app, 200, sharing)).passed).toBe(120);
    // Sequential calls make the instances lease blocks ahead: the total is still exact.
    const steady = await stage.newClient([service], { ...slow, burst: 40 });
    let passed = 0;
    for (let call = 0; call < 30; call += 1) passed += (await callMany(steady, 2, sharing)).passed;
    expect(passed).toBe(40);
  });
});

describe('the daily quota of a client', () => {
  const generous = { per_minute: 60_000, burst: 10_000 };
  const errorOf = async (app: GatewayClient) => {
    const { status, body, headers } = await stage.gw(app, 'GET', `${service.name}/x`);
    return { status, error: body.error, retryAfter: Number(headers.get('retry-after')) };
  };

  it('is exact across instances and resets at midnight UTC', async () => {
    const app = await stage.newClient([service], { ...generous, daily_quota: 60 });
    const day = stage.clock.now().getUTCDate();
    expect((await callMany(app, 100, [stage.server, ...sharing])).passed).toBe(60);
    const refused = await errorOf(app);
    expect(refused).toMatchObject({ status: 429, error: 'daily_quota_reached' });
    const midnight = new Date(stage.clock.now().getTime() + refused.retryAfter * 1000);
    expect(midnight.getUTCDate()).not.toBe(day);
    stage.clock.advance(refused.retryAfter * 1000);
    app.token = await stage.tokenOf(app);
    expect((await errorOf(app)).status).toBe(200);
  });

  it('of zero rejects every call, and a rate-limited call uses no quota', async () => {
    const none = await stage.newClient([service], { ...generous, daily_quota: 0 });
    expect(await errorOf(none)).toMatchObject({ status: 429, error: 'daily_quota_reached' });
    const app = await stage.newClient([service], { ...slow, burst: 3, daily_quota: 100 });
    await callMany(app, 20);
    const { body } = await stage.gw(app, 'GET', '../api/v1/gateway/usage');
    expect(body.data.quota).toMatchObject({ limit: 100, used: 3, left: 97 });
  });

  it('survives a restart', async () => {
    const app = await stage.newClient([service], { ...generous, daily_quota: 5 });
    const [first] = sharing;
    expect((await callMany(app, 3, sharing.slice(0, 1))).passed).toBe(3);
    await first?.stop();
    expect((await callMany(app, 5, [await startSharing()])).passed).toBe(2);
  });
});
