import { describe, expect, it } from 'vitest';
import { sortRows } from './sort-rows.ts';

describe('sorting', () => {
  it('orders numbers by size and words by their letters, both ways, and leaves the list itself alone', () => {
    const numbers = [10, 9, 2];
    expect(sortRows(numbers, (value) => value, 'ascending')).toEqual([2, 9, 10]);
    expect(sortRows(numbers, (value) => value, 'descending')).toEqual([10, 9, 2]);
    expect(numbers).toEqual([10, 9, 2]);
    expect(sortRows(['б', 'В', 'а'], (value) => value, 'ascending')).toEqual(['а', 'б', 'В']);
  });
});
