import { describe, expect, it } from 'vitest';
import { readSearch, readViewKey, VIEWS } from './queue-views.ts';

describe('the named views', () => {
  it('each has a figure of its own', () => {
    const counts = Object.values(VIEWS).map(({ count }) => count);
    expect(new Set(counts).size).toBe(counts.length);
  });

  it('an unknown view is all that is open', () => {
    expect(readViewKey('mine')).toBe('mine');
    expect(readViewKey('constructor')).toBe('open');
  });
});

describe('a search', () => {
  it('begins with the second character, blanks apart', () => {
    expect(['', ' ', 'б', ' б '].map(readSearch)).toEqual(['', '', '', '']);
    expect(readSearch(' ба ')).toBe('ба');
  });
});
