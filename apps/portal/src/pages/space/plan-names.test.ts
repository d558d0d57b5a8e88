import { describe, expect, it } from 'vitest';
import { renameAll, splitByClash } from './plan-names.ts';

const file = (name: string) => new File(['x'], name);
const names = (files: readonly { name: string }[]) => files.map(({ name }) => name);

describe('splitByClash', () => {
  it('finds names that the space or an earlier chosen file has', () => {
    const { free, clashing } = splitByClash(
      [file('a.pdf'), file('b.pdf'), file('b.pdf'), file('й.txt'.normalize('NFD'))],
      new Set(['a.pdf', 'й.txt']),
    );
    expect(names(free)).toEqual(['b.pdf']);
    expect(names(clashing)).toEqual(['a.pdf', 'b.pdf', 'й.txt']);
  });
});

describe('renameAll', () => {
  it('numbers names until they are free, before the ending', () => {
    const chosen = ['a.pdf', 'a.pdf', '.profile', 'b'].map((name) => ({ file: file(name), name }));
    const fresh = renameAll(chosen, new Set(['a.pdf', 'a (2).pdf', '.profile', 'b']));
    expect(names(fresh)).toEqual(['a (3).pdf', 'a (4).pdf', '.profile (2)', 'b (2)']);
  });

  it('shortens a long name, so that the number is not cut off', () => {
    const name = `${'ө'.repeat(186)}.pdf`;
    const [fresh] = renameAll([{ file: file(name), name }], new Set([name]));
    expect(fresh?.name).toMatch(/ө \(2\)\.pdf$/);
    expect([...(fresh?.name ?? '')].length).toBe(190);
  });
});
