import { describe, expect, it } from 'vitest';
import { findRuns, findTop, listTicks, placeValue } from './scale.ts';

describe('the scale of a chart', () => {
  it('ends at a round number above every value', () => {
    expect([0, 1, 3, 7, 10, 11, 480, 501].map(findTop)).toEqual([1, 1, 3, 8, 10, 20, 500, 600]);
  });

  it('marks whole numbers only', () => {
    expect(listTicks(1)).toEqual([1, 0]);
    expect(listTicks(5)).toEqual([5, 0]);
    expect(listTicks(20)).toEqual([20, 10, 0]);
  });

  it('places zero at the bottom and the maximum at the top', () => {
    expect([placeValue(0, 10), placeValue(5, 10), placeValue(10, 10)]).toEqual([100, 50, 0]);
  });

  it('does not connect points across a gap', () => {
    expect(findRuns([false, true, true, false, true])).toEqual([
      { from: 1, to: 2 },
      { from: 4, to: 4 },
    ]);
    expect(findRuns([])).toEqual([]);
  });
});
