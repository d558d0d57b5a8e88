import { expect, it } from 'vitest';
import { fitSize, LARGE_PHOTO_BYTES, shrinkPhoto } from './shrink-photo.ts';

it('keeps the proportions of a photo and never enlarges it', () => {
  expect(fitSize({ width: 4000, height: 3000 })).toEqual({ width: 2400, height: 1800 });
  expect(fitSize({ width: 3000, height: 4000 })).toEqual({ width: 1800, height: 2400 });
  expect(fitSize({ width: 100, height: 50 })).toEqual({ width: 100, height: 50 });
  expect(fitSize({ width: 100_000, height: 1 })).toEqual({ width: 2400, height: 1 });
});

it('leaves small photos, other files, and places that take no JPEG alone', async () => {
  const large = new Uint8Array(LARGE_PHOTO_BYTES + 1);
  for (const [file, accepts] of [
    [new File(['x'], 'small.jpg', { type: 'image/jpeg' }), ['image/jpeg']],
    [new File([large], 'long.pdf', { type: 'application/pdf' }), ['application/pdf', 'image/jpeg']],
    [new File([large], 'scan.png', { type: 'image/png' }), ['image/png']],
  ] as const)
    expect(await shrinkPhoto(file, accepts)).toBe(file);
});
