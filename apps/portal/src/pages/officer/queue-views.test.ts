import { describe, expect, it } from 'vitest';
import { readSearch, readViewKey, VIEWS } from './queue-views.ts';

describe('the named views', () => {
  it('each have a separate figure', () => {
    const counts = Object.values(VIEWS).flatMap(({ count }) => count ?? []);
    expect(new Set(counts).size).toBe(counts.length);
  });

  it('fall back to all open cases for an unknown view', () => {
    expect(readViewKey('mine')).toBe('mine');
    expect(readViewKey('constructor')).toBe('open');
  });
});

describe('a search', () => {
  it('starts with the second character, not counting spaces', () => {
    expect(['', ' ', 'б', ' б '].map(readSearch)).toEqual(['', '', '', '']);
    expect(readSearch(' ба ')).toBe('ба');
  });
});
