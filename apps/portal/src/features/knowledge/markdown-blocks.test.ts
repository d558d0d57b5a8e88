import { describe, expect, it } from 'vitest';
import { readBlocks } from './markdown-blocks.ts';

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
