import { describe, expect, it } from 'vitest';
import { findBacktracking, findPatterns } from './patterns.ts';

const isSlow = (pattern: RegExp) => findBacktracking(pattern) !== undefined;

describe('the check of patterns', () => {
  it.each([
    /^(#{1,4})\s+(.+?)\s*#*\s*$/,
    /^(a+)+$/,
    /^\s*\d*\s*$/,
    /\s+$/,
    /[a-z]+@[a-z]+/,
    /\[([^\]]*)\]\(/,
    /!\[([^\]]*)\]/,
    /<!--[\s\S]*-->/,
    /^(?:x|(?<name>[^,]*),)*;$/,
  ])('refuses %s', (pattern) => {
    expect(isSlow(pattern)).toBe(true);
  });

  it.each([
    /^(#{1,4})\s/,
    /^[a-z]+(?:-[a-z]+)*$/,
    /(?<!\s)\s+$/,
    /\[([^[\]]*)\]\(/,
    /!\[([^[\]]*)\]/,
    /<!--.{0,500}-->/,
    /^[\p{L}\p{N} -]{1,80}$/u,
  ])('accepts %s', (pattern) => {
    expect(isSlow(pattern)).toBe(false);
  });

  it('finds literals, constructors and schemas, also through constants', () => {
    const text = String.raw`
      const word = '[a-z]+';
      export const number = /\d+/;
      const a = /x/giu, b = new RegExp('y', 'i'), c = RegExp(${'`'}^${'$'}{word}${'$'}{number.source}$${'`'});
      const Name = Type.String({ pattern: word, maxLength: 9 });
      const of = (given: string) => new RegExp(given);`;
    expect(findPatterns(text, false)).toEqual({
      patterns: [
        { source: String.raw`\d+`, flags: '' },
        { source: 'x', flags: 'giu' },
        { source: 'y', flags: 'i' },
        { source: String.raw`^[a-z]+\d+$`, flags: '' },
        { source: '[a-z]+', flags: 'u' },
      ],
      built: 1,
    });
  });
});
