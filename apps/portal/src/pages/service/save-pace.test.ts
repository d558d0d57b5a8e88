import { describe, expect, it } from 'vitest';
import { nextSaveIn } from './save-pace.ts';

describe('saves of a draft', () => {
  it('wait for a pause in typing and for ten seconds since the last save', () => {
    expect(nextSaveIn(100_000, Number.NEGATIVE_INFINITY)).toBe(1200);
    expect(nextSaveIn(100_000, 98_000)).toBe(8000);
    expect(nextSaveIn(100_000, 50_000)).toBe(1200);
  });
});
