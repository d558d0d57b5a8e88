import { PDF } from '@libpdf/core';
import { expect, it } from 'vitest';
import { drawMark, type Mark } from './mark.ts';

const mark: Mark = {
  kind: 'signature',
  name: { mn: 'Дорж Болд', en: 'Dorj Bold' },
  time: '2026-11-16 16:00',
  verifyUrl: 'https://tamga.example/sign/verify',
};

it.each([
  ['a4', 'portrait'],
  ['a4', 'landscape'],
  ['letter', 'portrait'],
] as const)('stacks the default marks of 20 people on %s %s, none over another', (size, orientation) => {
  const pdf = PDF.create();
  pdf.addPage({ size, orientation });
  const rects = Array.from({ length: 20 }, (_, slot) => drawMark(pdf, { ...mark, slot }).rect);
  for (const [at, [left, bottom, right, top]] of rects.entries())
    for (const [otherLeft, otherBottom, otherRight, otherTop] of rects.slice(at + 1)) {
      const isApart = right <= otherLeft || otherRight <= left || top <= otherBottom || otherTop <= bottom;
      expect(isApart).toBe(true);
    }
  const [corner] = rects;
  expect(corner?.slice(0, 2)).toEqual(drawMark(pdf, mark).rect.slice(0, 2));
});
