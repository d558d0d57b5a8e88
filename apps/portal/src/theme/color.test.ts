import { describe, expect, it } from 'vitest';
import { fitContrast, measureContrast, mixColors, readHex } from './color.ts';

describe('colours of a site', () => {
  it('accepts hex colours only', () => {
    expect(readHex('#143F78')).toBe('#143f78');
    expect(readHex('#abc')).toBe('#aabbcc');
    for (const value of ['red', 'url(//x)', '#12345', '#1234567', '#fff;}body{', '', null, 7, {}])
      expect(readHex(value)).toBeNull();
  });

  it('measures contrast as WCAG does', () => {
    expect(measureContrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(measureContrast('#ffffff', '#000000')).toBeCloseTo(21, 5);
    expect(measureContrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  });

  it('mixes by share', () => {
    expect(mixColors('#000000', '#ffffff', 0)).toBe('#000000');
    expect(mixColors('#000000', '#ffffff', 0.5)).toBe('#808080');
  });

  it('keeps a readable colour and adjusts an unreadable one', () => {
    expect(fitContrast('#143f78', '#ffffff', 4.5)).toBe('#143f78');
    for (const background of ['#ffffff', '#141e2e', '#808080', '#ffe600'])
      for (const color of ['#ffe600', '#ffffff', '#000000', '#143f78', background])
        expect(measureContrast(fitContrast(color, background, 4.5), background)).toBeGreaterThanOrEqual(4.5);
  });
});
