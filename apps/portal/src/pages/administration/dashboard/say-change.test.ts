import { describe, expect, it } from 'vitest';
import { sayChange } from './say-change.ts';

describe('the change since the period before', () => {
  it('has a sign, and is missing where nothing can be compared', () => {
    expect([sayChange(112, 100), sayChange(50, 100), sayChange(7, 7), sayChange(3, 0)]).toEqual([
      '+12%',
      '−50%',
      '±0%',
      '',
    ]);
  });
});
