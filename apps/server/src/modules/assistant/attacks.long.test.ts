import { describe, expect, it } from 'vitest';
import { corpus, describeAttacks } from './test/attack-suite.ts';

describe('a model that obeys everything it reads', () => {
  it('is tried with at least a hundred attacks in both languages', () => {
    expect(corpus.length).toBeGreaterThanOrEqual(100);
    expect(new Set(corpus.map(({ text, place }) => place + text)).size).toBe(corpus.length);
    expect(corpus.filter(({ lang }) => lang === 'mn').length).toBeGreaterThan(40);
  });

  describeAttacks(() => true);
});
