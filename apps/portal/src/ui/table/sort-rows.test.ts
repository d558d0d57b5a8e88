import { describe, expect, it } from 'vitest';
import { sortRows } from './sort-rows.ts';

describe('sorting', () => {
  it('orders numbers by size and words alphabetically, in both directions, without changing the list', () => {
    const numbers = [10, 9, 2];
    expect(sortRows(numbers, (value) => value, 'ascending')).toEqual([2, 9, 10]);
    expect(sortRows(numbers, (value) => value, 'descending')).toEqual([10, 9, 2]);
    expect(numbers).toEqual([10, 9, 2]);
    expect(sortRows(['б', 'В', 'а'], (value) => value, 'ascending')).toEqual(['а', 'б', 'В']);
  });
});
