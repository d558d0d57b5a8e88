import { describe, expect, it } from 'vitest';
import { markFields } from '../../api/signing.ts';
import { cornerOf, describePlace, keepInside, placeAround } from './mark-geometry.ts';

const a4 = { width: 595.28, height: 841.89 };

describe('the place of a mark', () => {
  it('is the specified corner by default', () => {
    const corner = cornerOf(a4, 3);
    expect(corner).toMatchObject({ page: 3, y: 30, height: 84 });
    expect(corner.x).toBeCloseTo(306.2, 0);
    expect(corner.width).toBeCloseTo(259, 0);
  });

  it('stays inside the page wherever the person puts it', () => {
    for (const [x, y] of [
      [-50, -50],
      [600, 900],
      [300, 400],
    ] as const) {
      const place = placeAround({ x, y }, a4, 1);
      expect(place.x).toBeGreaterThanOrEqual(0);
      expect(place.y).toBeGreaterThanOrEqual(0);
      expect(place.x + place.width).toBeLessThanOrEqual(a4.width);
      expect(place.y + place.height).toBeLessThanOrEqual(a4.height);
    }
  });

  it('fits a page that is smaller than the mark', () => {
    const tiny = { width: 60, height: 40 };
    const place = keepInside({ page: 1, x: 10, y: 10, width: 259, height: 84 }, tiny);
    expect(place).toEqual({ page: 1, x: 0, y: 0, width: 60, height: 40 });
  });

  it('is told from the left and from the top', () => {
    const { width, height } = cornerOf(a4, 1);
    const at = (x: number, y: number) => describePlace({ page: 1, x, y, width, height }, a4);
    expect(at(0, 0)).toEqual({ left: 0, top: 100 });
    expect(at(a4.width - width, a4.height - height)).toEqual({ left: 100, top: 0 });
  });

  it('is sent as the fields of the API, and not at all for the usual corner', () => {
    expect(markFields('default')).toEqual({});
    expect(markFields('none')).toEqual({ mark: 'none' });
    expect(markFields({ page: 2, x: 10, y: 20.125, width: 200, height: 84 })).toEqual({
      page: '2',
      x: '10.00',
      y: '20.13',
      width: '200.00',
      height: '84.00',
    });
  });
});
