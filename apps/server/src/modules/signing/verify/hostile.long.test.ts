import { afterAll, beforeAll, expect, it } from 'vitest';
import { patienceMs } from '../../../../../../scripts/patience.ts';
import { baseObjects, makePdf, OBJECT, objectText, signPdf, update } from './test/pdf-maker.ts';
import { NOW } from './test/pki.ts';
import { openScene, type Scene } from './test/scene.ts';
import { createVerifier, type Verifier } from './verifier.ts';

let scene: Scene;
let verifier: Verifier;
beforeAll(async () => {
  scene = await openScene();
  verifier = createVerifier({ deadlineMs: patienceMs, threads: 2 });
});
afterAll(() => verifier.close());

/** Signed, then saved sixty times with another default appearance of the form, or another date. */
async function manyFields(what: 'form' | 'date'): Promise<Buffer> {
  const objects = baseObjects();
  const numbers = Array.from({ length: 40_000 }, (_, at) => 1000 + at);
  for (const number of numbers) objects[number] = `<< /FT /Tx /T (f${number}) /Parent 499 0 R >>`;
  objects[500] = `[${numbers.map((number) => `${number} 0 R`).join(' ')}]`;
  objects[499] = '<< /T (all) /Kids 500 0 R >>';
  objects[OBJECT.form] = '<< /Fields [8 0 R 499 0 R] /DA (/F 12 Tf) >>';
  let file = await signPdf(scene.country, makePdf(objects));
  const form = objectText(file, OBJECT.form);
  for (let save = 10; save < 70; save += 1)
    file = update(
      file,
      what === 'form'
        ? { [OBJECT.form]: form.replace('12 Tf', `${save} Tf`) }
        : { [OBJECT.information]: `<< /Title (Contract) /ModDate (D:203101010000${save}Z) >>` },
    );
  return file;
}

it('refuses a form of many fields and saves by its budget, and meanwhile verifies for others', async () => {
  const options = { anchors: scene.country.anchors, now: NOW };
  const honest = await signPdf(scene.country, makePdf());
  const hostile = await manyFields('form');
  const order: string[] = [];
  const ask = async (client: string, name: string, document: Buffer) => {
    const { reason, detail } = await verifier.verify(document, options, client);
    order.push(name);
    return reason === 'TOO_COMPLEX' ? detail : undefined;
  };
  const asked = [ask('a', 'a1', hostile), ask('a', 'a2', honest), ask('b', 'b', honest)];
  expect(await Promise.all(asked)).toEqual(['more than 2000000 visits', undefined, undefined]);
  expect(order.indexOf('b')).toBeLessThan(order.indexOf('a2'));
  // A form whose fields no save touches is walked once.
  expect((await scene.verify(await manyFields('date'))).reason).not.toBe('TOO_COMPLEX');
});
