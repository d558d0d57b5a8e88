import { expect, it } from 'vitest';
import { makePdf, signPdf } from './test/pdf-maker.ts';
import { openScene } from './test/scene.ts';

it('survives any single changed byte without an internal error', async () => {
  const scene = await openScene();
  const document = await signPdf(scene.country, makePdf());
  const step = Math.floor(document.length / 600);
  for (let at = 0; at < document.length; at += step) {
    const changed = Buffer.from(document);
    changed[at] = (changed[at] ?? 0) ^ 0x11;
    const { indication } = await scene.verify(changed);
    expect(indication).not.toBe('TOTAL_PASSED');
  }
});
