import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { type Bucket, type Limit, refillMs, takeToken, waitForTokenMs } from './token-bucket.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Mulberry32: small, and the same sequence on every machine. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const limit: Limit = { group: 'test', perMinute: 60, burst: 3 };

/** Takes `times` tokens and returns the result of each attempt. */
function takeMany(
  times: number,
  at: (n: number) => number,
): { granted: boolean[]; bucket: Bucket | undefined } {
  let bucket: Bucket | undefined;
  const granted = Array.from({ length: times }, (_, n) => {
    const step = takeToken(bucket, limit, at(n));
    bucket = step.bucket;
    return step.taken.granted;
  });
  return { granted, bucket };
}

describe('takeToken', () => {
  it('grants exactly the burst at once', () => {
    expect(takeMany(5, () => 1000).granted).toEqual([true, true, true, false, false]);
  });

  it('grants one more after the refill time, and not a millisecond earlier', () => {
    const { bucket } = takeMany(3, () => 1000);
    expect(waitForTokenMs(bucket?.tokens ?? 0, limit)).toBe(1000);
    expect(takeToken(bucket, limit, 1999).taken.granted).toBe(false);
    expect(takeToken(bucket, limit, 2000).taken.granted).toBe(true);
  });

  it('never holds more than the burst, however long it is unused', () => {
    const { bucket } = takeMany(3, () => 1000);
    expect(takeToken(bucket, limit, 1e12).taken.tokens).toBe(2);
    expect(refillMs(bucket?.tokens ?? 0, limit)).toBe(3000);
  });

  it('grants nothing for a clock that goes back', () => {
    const { bucket } = takeMany(3, () => 100_000);
    const back = takeToken(bucket, limit, 0);
    expect(back.taken.granted).toBe(false);
    expect(takeToken(back.bucket, limit, 100_999).taken.granted).toBe(false);
  });

  it('agrees with the SQL function take_token over thousands of random steps', async () => {
    const random = seeded(20_261_115);
    const steps: {
      key: string;
      rate: number;
      burst: number;
      nowMs: number;
      granted: boolean;
      tokens: number;
    }[] = [];
    for (let run = 0; run < 40; run += 1) {
      const chosen: Limit = {
        group: 'random',
        perMinute: Math.ceil(random() * 600),
        burst: Math.ceil(random() * 40),
      };
      let bucket: Bucket | undefined;
      let nowMs = Math.floor(random() * 1e12);
      for (let n = 0; n < 75; n += 1) {
        // Mostly small steps around one token, with some long pauses and backward clock steps.
        const pace = (60_000 / chosen.perMinute) * (random() < 0.1 ? 50 : 1.2);
        nowMs += Math.round(random() < 0.05 ? -pace : random() * pace);
        const step = takeToken(bucket, chosen, nowMs);
        bucket = step.bucket;
        steps.push({
          key: `run-${run}`,
          rate: chosen.perMinute / 60,
          burst: chosen.burst,
          nowMs,
          ...step.taken,
        });
      }
    }
    const refusals = steps.filter((step) => !step.granted).length;
    expect(refusals).toBeGreaterThan(300);
    expect(steps.length - refusals).toBeGreaterThan(300);
    // One round trip: the loop runs in the database, in order.
    await database.query(`create function run_steps(steps jsonb) returns table (granted boolean, tokens float8)
      language plpgsql as $$ declare s jsonb; begin
        for s in select value from jsonb_array_elements(steps) with ordinality order by ordinality loop
          return query select * from tamga.take_token(s->>'key', (s->>'rate')::float8, (s->>'burst')::float8, (s->>'nowMs')::float8);
        end loop; end $$`);
    const answers = await database.query<{ granted: boolean; tokens: number }>(
      'select * from run_steps($1)',
      [JSON.stringify(steps)],
    );
    expect(answers).toEqual(steps.map(({ granted, tokens }) => ({ granted, tokens })));
  });
});
