import { describe, expect, it } from 'vitest';
import { readValidity } from './validity.ts';

describe('readValidity', () => {
  it('warns in the last thirty days and recognizes the end', () => {
    const end = '2031-03-05T00:00:00Z';
    const endMs = Date.parse(end);
    const day = 24 * 60 * 60_000;
    expect(readValidity(end, endMs - 31 * day)).toBe('fine');
    expect(readValidity(end, endMs - 29 * day)).toBe('soon');
    expect(readValidity(end, endMs + 1)).toBe('expired');
    expect(readValidity(undefined, endMs)).toBe('fine');
  });
});
