import { describe, expect, it } from 'vitest';
import { readBlocks, readInline } from './blocks.ts';

describe('the blocks of an article', () => {
  it('are headings, paragraphs, lists and code', () => {
    expect(readBlocks('# One\nfirst\nsecond\n\n- a\n- b\n  more\n1. c\n\n```\n# no heading\n```')).toEqual([
      { kind: 'heading', level: 1, text: 'One' },
      { kind: 'paragraph', text: 'first second' },
      { kind: 'list', isOrdered: false, items: ['a', 'b more'] },
      { kind: 'list', isOrdered: true, items: ['c'] },
      { kind: 'code', text: '# no heading' },
    ]);
  });

  it('keep what they do not know as text', () => {
    const hostile = '<img src=x onerror=alert(1)> ![a](https://example.org/a.png)';
    expect(readBlocks(hostile)).toEqual([{ kind: 'paragraph', text: hostile }]);
    expect(readBlocks('```\nopen')).toEqual([{ kind: 'code', text: 'open' }]);
    expect(readBlocks('')).toEqual([]);
  });
});

describe('a link', () => {
  const linksOf = (text: string) =>
    readInline(text).flatMap((part) => (part.kind === 'link' ? [part.url] : []));

  it('leads to this platform or, with https, elsewhere', () => {
    expect(linksOf('[a](/help?x=1#y) [b](https://example.org/a) [c](/мэдээ)')).toEqual([
      '/help?x=1#y',
      'https://example.org/a',
      '/мэдээ',
    ]);
  });

  it.each([
    '/\\evil.com',
    '/\\/evil.com',
    '//evil.com',
    '/a\\..\\b',
    '/\u0001/evil.com',
    '/\u200b/evil.com',
    'https://platform@evil.com/',
    'https://[',
    'https:evil.com',
    'http://evil.com',
    'javascript:alert(1)',
    'data:text/html,x',
  ])('is text if it is %j', (url) => {
    expect(linksOf(`[k](${url})`)).toEqual([]);
    expect(readInline(`[k](${url}) and **more**`).at(-1)).toEqual({ kind: 'strong', text: 'more' });
  });
});

describe('hostile text', () => {
  const length = 20_000;
  /** The best of several runs: only a busy machine makes one longer. */
  const shortest = (text: string) =>
    Math.min(
      ...Array.from({ length: 7 }, () => {
        const begun = performance.now();
        for (const block of readBlocks(text)) if ('text' in block) readInline(block.text);
        return performance.now() - begun;
      }),
    );
  it.each([
    ['blanks after a heading', `# a${' '.repeat(length)}b`],
    ['marks after a heading', `# a${' #'.repeat(length / 2)}b`],
    ['blanks before an item', `${' '.repeat(length)}x`],
    ['brackets', '['.repeat(length)],
    ['beginnings of links', '[a](/'.repeat(length / 5)],
    ['stars', '*a'.repeat(length / 2)],
  ])('of %s takes no more than a small multiple of the time of a benign text', (_, text) => {
    const benign = 'One word of *many* and [a link](/help). '.repeat(length / 40);
    expect(shortest(text)).toBeLessThan(20 * shortest(benign) + 1);
  });

  it('keeps its headings', () => {
    expect(readBlocks('## Two ##\n# #\n#\n#x\n###   Three #4 # ')).toEqual([
      { kind: 'heading', level: 2, text: 'Two' },
      { kind: 'heading', level: 1, text: '#' },
      { kind: 'paragraph', text: '# #x' },
      { kind: 'heading', level: 3, text: 'Three #4' },
    ]);
  });
});
