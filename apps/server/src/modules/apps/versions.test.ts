import { describe, expect, it } from 'vitest';
import { isConstraint, isNewer, isVersion, satisfies } from './versions.ts';

describe('versions', () => {
  it('follow the precedence example of Semantic Versioning, section 11', () => {
    const inOrder = [
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-alpha.beta',
      '1.0.0-beta',
      '1.0.0-beta.2',
      '1.0.0-beta.11',
      '1.0.0-rc.1',
      '1.0.0',
      '1.0.1',
      '1.2.0',
      '1.10.0',
      '2.0.0',
    ];
    for (const [at, earlier] of inOrder.entries())
      for (const later of inOrder.slice(at + 1)) {
        expect([earlier, later, isNewer(earlier, later)]).toEqual([earlier, later, true]);
        expect(isNewer(later, earlier)).toBe(false);
      }
  });

  it('ignore build metadata', () => {
    expect([isVersion('1.0.0+1'), isNewer('1.0.0+1', '1.0.0+2'), isNewer('1.0.0+2', '1.0.0+1')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it.each([
    '',
    '1',
    '1.2',
    'v1.2.3',
    '01.2.3',
    '1.2.3-',
    '1.2.3.4',
    '1.2.x',
    ' 1.2.3',
    '=1.2.3',
    '1'.repeat(70),
  ])('reject "%s"', (text) => {
    expect(isVersion(text)).toBe(false);
    expect(isNewer('0.0.1', text)).toBe(false);
  });
});

describe('constraints', () => {
  it.each([
    ['*', ['0.0.1', '9.9.9'], []],
    ['1.2.3', ['1.2.3'], ['1.2.4', '1.2.3-rc.1']],
    ['=1.2.3', ['1.2.3'], ['1.2.2']],
    ['>=1.2.0 <2.0.0', ['1.2.0', '1.99.0'], ['1.1.9', '2.0.0']],
    ['>1.0.0', ['1.0.1'], ['1.0.0']],
    ['<=1.0.0', ['1.0.0', '0.1.0'], ['1.0.1']],
    ['^1.2.0', ['1.2.0', '1.9.9', '1.5.0-beta'], ['1.2.0-beta', '1.1.9', '2.0.0', '2.0.0-beta']],
    ['^0.2.3', ['0.2.3', '0.2.9'], ['0.3.0', '0.2.2']],
    ['^0.0.3', ['0.0.3'], ['0.0.4']],
    ['~1.2.3', ['1.2.3', '1.2.99'], ['1.3.0', '1.2.2', '1.3.0-alpha']],
    ['  >=1.0.0   <1.5.0 ', ['1.4.0'], ['1.5.0']],
  ])('%s', (constraint, fitting, others) => {
    expect(fitting.filter((version) => !satisfies(version, constraint))).toEqual([]);
    expect(others.filter((version) => satisfies(version, constraint))).toEqual([]);
  });

  it.each(['', 'latest', '>=1', '1.x', '^1.0.0 || ^2.0.0', '>= 1.0.0', '=>1.0.0'])(
    'reject the invalid constraint "%s"',
    (constraint) => {
      expect(isConstraint(constraint)).toBe(false);
      expect(satisfies('1.0.0', constraint)).toBe(false);
    },
  );
});
