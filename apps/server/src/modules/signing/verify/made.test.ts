import { afterAll, beforeAll, expect, it } from 'vitest';
import { LEVELS, readSealSigner, sealPdf } from '../index.ts';
import { BOLD, openStage, SARNAI, type Stage } from '../pades/test/stage.ts';
import { makePdf } from './test/pdf-maker.ts';
import { sum } from './test/scene.ts';
import { verifyPdf } from './verify-pdf.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const verify = (bytes: Uint8Array) => verifyPdf(bytes, { anchors: stage.rootPem, now: stage.now() });

it.each(LEVELS)('finds the level %s that the platform made', async (level) => {
  const { bytes } = await stage.sign(makePdf(), level);
  const result = await verify(bytes);
  const isComplete = level === 'B-LT' || level === 'B-LTA';
  expect(sum(result)).toMatchObject({
    verdict: isComplete ? 'TOTAL_PASSED' : 'INDETERMINATE TRY_LATER',
    refused: [],
    ...(isComplete ? { level } : {}),
  });
  expect(result.signatures[0]?.signer).toMatchObject({ name: 'Dorj Bold', civilId: '101485031512' });
});

it('accepts two signatures that the platform made', async () => {
  const first = await stage.sign(makePdf(), 'B-LT', { by: BOLD });
  const second = await stage.sign(first.bytes, 'B-LTA', { by: SARNAI });
  const result = await verify(second.bytes);
  expect(result.signatures.map(({ indication, level }) => [indication, level])).toEqual([
    ['TOTAL_PASSED', 'B-LTA'],
    ['TOTAL_PASSED', 'B-LTA'],
  ]);
});

it('reads the role that the platform put under the signature', async () => {
  const { bytes } = await stage.sign(makePdf(), 'B-LT', { role: 'Захирал' });
  expect((await verify(bytes)).signatures[0]).toMatchObject({ signer: { role: 'Захирал' }, level: 'B-LT' });
});

it("names the organisation of the platform's seal", async () => {
  const seal = readSealSigner(await stage.seal());
  const { bytes } = await sealPdf(makePdf(), seal, stage.ports());
  expect((await verify(bytes)).signatures[0]).toMatchObject({
    indication: 'TOTAL_PASSED',
    level: 'B-LT',
    signer: { organisation: { name: 'Tamga platform', registerNumber: '9000001' } },
  });
});
