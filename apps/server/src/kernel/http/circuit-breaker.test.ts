import { describe, expect, it } from 'vitest';
import { createCircuitBreaker } from './circuit-breaker.ts';

function breakerAt(startMs: number) {
  const clock = { ms: startMs };
  return { clock, breaker: createCircuitBreaker(() => new Date(clock.ms)) };
}

function failTimes(breaker: ReturnType<typeof createCircuitBreaker>, times: number) {
  for (let i = 0; i < times; i++) breaker.observe().failed();
}

describe('the circuit breaker', () => {
  it('opens after five consecutive failures, not after five with a success between', () => {
    const { breaker } = breakerAt(0);
    failTimes(breaker, 4);
    breaker.observe().succeeded();
    failTimes(breaker, 4);
    expect(breaker.admit()).toBeDefined();
    failTimes(breaker, 1);
    expect(breaker.admit()).toBeUndefined();
  });

  it('admits exactly one trial after ten seconds', () => {
    const { breaker, clock } = breakerAt(0);
    failTimes(breaker, 5);
    clock.ms = 9_999;
    expect(breaker.admit()).toBeUndefined();
    clock.ms = 10_000;
    const trial = breaker.admit();
    expect(trial).toBeDefined();
    expect(breaker.admit()).toBeUndefined();
    trial?.succeeded();
    expect(breaker.admit()).toBeDefined();
  });

  it('stays open when the trial fails, and tries again when the trial is undecided', () => {
    const { breaker, clock } = breakerAt(0);
    failTimes(breaker, 5);
    clock.ms = 10_000;
    breaker.admit()?.failed();
    expect(breaker.admit()).toBeUndefined();
    clock.ms = 20_000;
    breaker.admit()?.undecided();
    expect(breaker.admit()).toBeDefined();
  });

  it('is not kept open by calls that continue to fail', () => {
    const { breaker, clock } = breakerAt(0);
    failTimes(breaker, 5);
    clock.ms = 9_000;
    failTimes(breaker, 1_000);
    clock.ms = 10_000;
    expect(breaker.admit()).toBeDefined();
  });
});
