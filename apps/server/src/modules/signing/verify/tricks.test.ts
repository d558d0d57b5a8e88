import { beforeAll, expect, it } from 'vitest';
import type { ByItext } from './test/by-itext.ts';
import { addDocumentTimestamp, signPdf } from './test/pdf-maker.ts';
import { openScene, type Scene } from './test/scene.ts';
import { signContract } from './test/tricks/contract.ts';
import { signAsItext } from './test/tricks/defaults.ts';
import { tricks } from './test/tricks/index.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});

it('accepts the contract that the tricks are made from, with all that may follow', async () => {
  const { country, verify } = scene;
  const second = await signPdf(country, await signContract(scene), {
    signer: country.saruul,
    timestamp: true,
    rect: '300 40 500 90',
    appearance: '0.2 0.4 0.6 rg 0 0 100 50 re f',
  });
  const { indication, signatures } = await verify(await addDocumentTimestamp(country, second));
  expect({ indication, pictures: signatures.map(({ picture }) => picture) }).toEqual({
    indication: 'TOTAL_PASSED',
    pictures: [
      { status: 'marked', pages: 2, compared: 2, changedPages: [1] },
      { status: 'same', pages: 2, compared: 2, changedPages: [] },
    ],
  });
});

it.each<[string, ByItext]>([
  ['with fonts and its form', {}],
  ['without resources', { resources: '<< >>', form: '/DA (/Helv 0 Tf 0 g )' }],
  ['without a border', { widget: '/BS << /W 0 >> /Border [0 0 0] /H /N' }],
  ['of version 2.0', { version: '/2.0' }],
])('accepts a second signature as iText writes it, %s', async (_, given) => {
  const { indication, signatures } = await scene.verify(await signAsItext(scene, given));
  const refused = signatures.flatMap(({ changes }) => changes.filter(({ isAllowed }) => !isAllowed));
  expect([indication, refused]).toEqual(['TOTAL_PASSED', []]);
});

it.each(tricks.filter(({ isQuick }) => isQuick).map((trick) => [trick.kind, trick.name, trick] as const))(
  'refuses %s: %s',
  async (_, __, { make, victim = 0, isSealed = false }) => {
    const { indication, signatures } = await scene.verify(await make(scene), { isSealed });
    expect([indication, signatures[victim]?.indication]).toEqual(['TOTAL_FAILED', 'TOTAL_FAILED']);
  },
);
