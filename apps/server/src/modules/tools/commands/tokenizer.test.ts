import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenize } from './tokenizer.ts';

/**
 * An independent implementation of the same rules: a word is a sequence of pieces, each matched by one
 * expression.
 */
function reference(text: string): readonly string[] | undefined {
  if (/\0/.test(text) || /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text))
    return undefined;
  const single = /'[^']*'/u.source;
  const double = /"(?:\\["\\$`]|\\(?!["\\$`])|[^"\\])*"/u.source;
  const escaped = /\\[^\n\r]/u.source;
  const plain = /[^ \t'"\\|&;<>()$`\n\r*?[\]{}~]/u.source;
  const word = `(?:${single}|${double}|${escaped}|${plain})+`;
  if (!new RegExp(`^[ \\t]*(?:${word}(?:[ \\t]+|$))*$`, 'u').test(text)) return undefined;
  return [...text.matchAll(new RegExp(word, 'gu'))].map(([found]) =>
    found.replace(new RegExp(`${single}|${double}|${escaped}`, 'gu'), (piece) => {
      if (piece.startsWith("'")) return piece.slice(1, -1);
      if (piece.startsWith('"')) return piece.slice(1, -1).replace(/\\(["\\$`])/g, '$1');
      return piece.slice(1);
    }),
  );
}

const argvOf = (text: string) => {
  const tokens = tokenize(text);
  return tokens.ok ? tokens.argv : undefined;
};

const troubled = fc.string({
  unit: fc.constantFrom(...'ab -\'"\\\t|&;<>()$`\n\r*?[]{}~/.=é\u00a0\u202e\0', '😀', '\ud800'),
  maxLength: 24,
});

describe('the tokenizer', () => {
  it('agrees with the reference implementation on every text', () => {
    fc.assert(
      fc.property(troubled, (text) => isDeepStrictEqual(argvOf(text), reference(text))),
      { numRuns: 5000 },
    );
  });

  it('returns exactly the quoted arguments, with any content', () => {
    const argument = fc.string({ unit: 'binary', maxLength: 20 }).filter((text) => !text.includes('\0'));
    const single = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
    const double = (text: string) => `"${text.replace(/["\\$`]/g, '\\$&')}"`;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(argument, fc.constantFrom(single, double)), { maxLength: 6 }),
        (given) => {
          const text = given.map(([value, quote]) => quote(value)).join(' \t');
          return isDeepStrictEqual(
            argvOf(text),
            given.map(([value]) => value),
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  it('rejects every unquoted shell character', () => {
    for (const character of '|&;<>()$`\n\r*?[]{}~')
      for (const text of [`ls ${character}`, `ls a${character}b`, character, `${character}ls`])
        expect(tokenize(text)).toMatchObject({ ok: false, code: 'shell_syntax' });
  });

  it('accepts placeholders only in templates, and no other braces', () => {
    expect(tokenize('ls {{dir}} --x={{n}}', { placeholders: true })).toEqual({
      ok: true,
      argv: ['ls', '{{dir}}', '--x={{n}}'],
    });
    for (const text of ['ls {dir}', 'ls {{a b}}', 'ls {{{a}}}', 'ls {{a}', 'ls {{"a"}}', 'ls }}'])
      expect(tokenize(text, { placeholders: true })).toMatchObject({ ok: false });
    expect(tokenize('ls {{dir}}')).toMatchObject({ ok: false, code: 'shell_syntax' });
  });
});
