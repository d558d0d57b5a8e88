import { describe, expect, it } from 'vitest';
import { joinTarget, splitTarget } from './target-path.ts';

describe('joinTarget', () => {
  it('keeps every byte of a harmless path', () => {
    expect(joinTarget('/', '')).toBe('/');
    expect(joinTarget('/', '/a')).toBe('/a');
    expect(joinTarget('/base/', '/a?b=..')).toBe('/base/a?b=..');
    expect(joinTarget('/base', '')).toBe('/base');
    expect(joinTarget('', '?q')).toBe('/?q');
    expect(joinTarget('/base', '/%D1%8D/%25/a;v=1/...')).toBe('/base/%D1%8D/%25/a;v=1/...');
    expect(joinTarget('/base', '/100%25/50%2525/a%25zz')).toBe('/base/100%25/50%2525/a%25zz');
  });

  it('refuses every path that some server could read as a step up, or as two paths', () => {
    const climbing = [
      '/..',
      '/a/..',
      '/.',
      '/..;x=1/admin',
      '/%2e%2e',
      '/%252e%252e/x',
      '/%25252e%25252e/x',
      '/a%2fb',
      '/a%5Cb',
      '/a\\b',
      '/a%252fb',
      '/%00',
      '/%zz',
      '/a b',
      '/a#b',
      '/ы',
      'a',
      '/%2525252525252e',
      '/%2e%2e%252fadmin%25ff',
      '/%2e%2e%252fadmin%25',
      '/%252e%252e%252fadmin%25ff',
      '/%ff',
      '/%25ff',
      '/%25c0%25ae%25c0%25ae',
      '/%25u002e%25u002e',
      '/%u002e',
    ];
    expect(climbing.filter((rest) => joinTarget('/base', rest) !== undefined)).toEqual([]);
  });
});

describe('splitTarget', () => {
  it('reads the name from the raw address', () => {
    expect(splitTarget('/gw/weather/today?x', '/gw/')).toEqual({ name: 'weather', rest: '/today?x' });
    expect(splitTarget('/gw/we%61ther', '/gw/')).toEqual({ name: 'weather', rest: '' });
    expect(splitTarget('/gw/weather?x', '/gw/')).toEqual({ name: 'weather', rest: '?x' });
    for (const url of ['/gw/', '/gw', 'http://x/gw/weather', '//gw/weather', '/gw/%zz'])
      expect(splitTarget(url, '/gw/')).toBeUndefined();
  });
});
