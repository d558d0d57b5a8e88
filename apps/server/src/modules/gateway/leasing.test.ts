import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function lease(key: string, demand: number, extra: number, nowMs: number, burst = 1000) {
  const [row] = await database.query<{ granted: number; remaining: number }>(
    'select granted, remaining from lease_tokens($1, 10, $2, $3, $4, $5)',
    [key, burst, demand, extra, nowMs],
  );
  return [row?.granted, row?.remaining];
}

describe('lease_tokens', () => {
  it('computes the same as take_token, one by one', async () => {
    for (const [step, nowMs] of [0, 10, 20, 30, 90, 95, 400, 1000, 1001].entries()) {
      const [one] = await database.query<{ granted: boolean; tokens: number }>(
        "select granted, tokens from take_token('one', 10, 3, $1)",
        [nowMs],
      );
      const [granted, remaining] = await lease('many', 1, 0, nowMs, 3);
      expect([step, granted === 1, remaining]).toEqual([step, one?.granted, one?.tokens]);
    }
  });

  it('leases ahead while many tokens are left, and never from the last 256', async () => {
    expect(await lease('a', 10, 64, 0)).toEqual([74, 926]);
    expect(await lease('a', 600, 64, 0)).toEqual([664, 262]);
    expect(await lease('a', 1, 64, 0)).toEqual([7, 255]);
    expect(await lease('a', 1, 64, 0)).toEqual([1, 254]);
    expect(await lease('a', 300, 64, 0)).toEqual([254, 0]);
    expect(await lease('a', 1, 0, 0)).toEqual([0, 0]);
  });

  it('takes back unused tokens, never beyond a full bucket', async () => {
    await lease('b', 10, 0, 0);
    expect(await lease('b', -4, 0, 0)).toEqual([-4, 994]);
    expect((await lease('b', -500, 0, 0))[1]).toBe(1000);
  });
});

describe('lease_quota', () => {
  const quota = async (demand: number, extra: number, limit = 400) => {
    const [row] = await database.query<{ granted: number; remaining: number }>(
      "select granted, remaining from lease_quota('app', '2026-01-01', $1, $2, $3)",
      [limit, demand, extra],
    );
    return [row?.granted, row?.remaining];
  };

  it('grants no more than the daily limit, also after the limit was lowered', async () => {
    expect(await quota(1, 64)).toEqual([65, 335]);
    expect(await quota(-60, 0)).toEqual([-60, 395]);
    expect(await quota(1000, 64)).toEqual([395, 0]);
    expect(await quota(1, 0)).toEqual([0, 0]);
    expect(await quota(1, 0, 10)).toEqual([0, 0]);
    expect(await quota(5, 0, 402)).toEqual([2, 0]);
  });
});
