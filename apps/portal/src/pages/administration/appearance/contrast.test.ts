import { describe, expect, it } from 'vitest';
import { findContrastFaults } from './contrast.ts';

describe('contrast of a theme', () => {
  it('finds unreadable colours against the theme’s own backgrounds', () => {
    const faults = findContrastFaults(
      { bg: '#ffffff', surface: '#ffffff', fg: '#cccccc', primary: '#143f78' },
      'light',
    );
    expect(Object.keys(faults)).toEqual(['fg']);
    expect(faults.fg?.needed).toBe(4.5);
    expect(faults.fg?.ratio).toBeCloseTo(1.6, 1);
  });

  it('measures against the portal’s background if the theme has none', () => {
    expect(findContrastFaults({ fg: '#eeeeee' }, 'light')).toHaveProperty('fg');
    expect(findContrastFaults({ fg: '#eeeeee' }, 'dark')).toEqual({});
  });

  it('ignores ornaments and backgrounds', () => {
    expect(findContrastFaults({ gold: '#ffffff', bg: '#ffffff', border: '#ffffff' }, 'light')).toEqual({});
  });
});
