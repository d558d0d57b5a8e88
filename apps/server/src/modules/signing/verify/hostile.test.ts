import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patienceMs } from '../../../../../../scripts/patience.ts';
import { VerificationView } from './schemas.ts';
import {
  addEvidence,
  baseObjects,
  completeEvidence,
  makePdf,
  OBJECT,
  signPdf,
  update,
} from './test/pdf-maker.ts';
import { NOW } from './test/pki.ts';
import { openScene, type Scene } from './test/scene.ts';
import { createVerifier, type Verifier, VerifierBusy } from './verifier.ts';
import { viewVerification } from './view.ts';

let scene: Scene;
let verifier: Verifier;
beforeAll(async () => {
  scene = await openScene();
  verifier = createVerifier({ deadlineMs: patienceMs, threads: 2 });
});
afterAll(() => verifier.close());

const refusalOf = async (bytes: Buffer) => {
  const { indication, reason } = await scene.verify(bytes);
  return [indication, reason].join(' ');
};
const raw = (text: string) => Buffer.from(text, 'latin1');
const packed = (data: Buffer, dict: string) =>
  `<< ${dict} /Filter /FlateDecode /Length ${deflateSync(data).length} >>\nstream\n${deflateSync(data).toString('latin1')}\nendstream`;

/** A file whose only cross-reference is a stream with the given entries. */
function withXrefStream(dict: string, data: Buffer, before = ''): Buffer {
  const head = `%PDF-1.7\n${before}`;
  const body = `1 0 obj\n${packed(data, `/Type /XRef /Root 2 0 R ${dict}`)}\nendobj\n`;
  return raw(`${head}${body}startxref\n${head.length}\n%%EOF\n`);
}

describe('a file that cannot be judged', () => {
  const cases: [name: string, verdict: string, make: () => Buffer][] = [
    ['is empty', 'NOT_A_PDF', () => Buffer.alloc(0)],
    ['is not a PDF', 'NOT_A_PDF', () => raw('<html>')],
    ['has no signature', 'NO_SIGNATURE', () => makePdf()],
    ['is cut', 'UNREADABLE', () => makePdf().subarray(0, 900)],
    ['has no cross-reference', 'UNREADABLE', () => raw('%PDF-1.7\nstartxref\n99999\n%%EOF\n')],
    [
      'has cross-references in a loop',
      'UNREADABLE',
      () => {
        const one = makePdf();
        return update(one, {}, { prev: one.length });
      },
    ],
    [
      'nests arrays deeply',
      'TOO_COMPLEX',
      () =>
        makePdf({
          ...baseObjects(),
          [OBJECT.catalog]: `<< /Type /Catalog /Pages 2 0 R /X ${'['.repeat(100_000)}${']'.repeat(100_000)} >>`,
        }),
    ],
    [
      'announces millions of objects',
      'TOO_COMPLEX',
      () => {
        const text = makePdf().toString('latin1');
        return raw(text.replace('xref\n0 1\n', 'xref\n0 99999999\n'));
      },
    ],
    ['inflates to gigabytes', 'TOO_COMPLEX', () => withXrefStream('/W [1 4 1] /Size 99', deflatable(200))],
    [
      'inflates in many steps',
      'TOO_COMPLEX',
      () => {
        const objects = baseObjects();
        const bomb = deflatable(40).toString('latin1');
        for (let num = 20; num < 30; num += 1) objects[num] = packed(raw(bomb), '/Type /Metadata');
        objects[OBJECT.catalog] =
          `<< /Type /Catalog /Pages 2 0 R /AcroForm 7 0 R /DSS << /Certs [${[20, 21, 22, 23, 24, 25].map((num) => `${num} 0 R`).join(' ')}] >> >>`;
        return makePdf(objects);
      },
    ],
    [
      'is encrypted',
      'ENCRYPTED',
      () => makePdf(baseObjects(), '/Root 1 0 R /Encrypt << /Filter /Standard >>'),
    ],
    [
      'has more saves than anybody makes',
      'TOO_COMPLEX',
      () => {
        let file = makePdf();
        for (let save = 0; save < 70; save += 1) file = update(file, {});
        return file;
      },
    ],
    [
      'has a stream whose length is itself',
      'UNREADABLE',
      () => makePdf({ ...baseObjects(), [OBJECT.form]: '<< /Length 7 0 R >>\nstream\nx\nendstream' }),
    ],
    [
      'has a page tree without end',
      'NO_SIGNATURE',
      () => makePdf({ ...baseObjects(), [OBJECT.pages]: '<< /Type /Pages /Kids [2 0 R 3 0 R] /Count 9 >>' }),
    ],
    [
      'has fields in a loop',
      'NO_SIGNATURE',
      () => makePdf({ ...baseObjects(), [OBJECT.field]: '<< /T (a) /Kids [8 0 R 7 0 R] >>' }),
    ],
    [
      'lists an object twice',
      'UNREADABLE',
      () => raw(makePdf().toString('latin1').replace('\n2 1\n', '\n3 1\n')),
    ],
  ];
  const deflatable = (megabytes: number) => Buffer.alloc(megabytes * 1024 * 1024);

  it.each(cases)('because it %s: %s', async (_, reason, make) => {
    expect(await refusalOf(make())).toBe(`INDETERMINATE ${reason}`);
  });

  it('survives any single changed byte without an internal error', async () => {
    const document = await signPdf(scene.country, makePdf());
    const step = Math.floor(document.length / 15);
    for (let at = 0; at < document.length; at += step) {
      const changed = Buffer.from(document);
      changed[at] = (changed[at] ?? 0) ^ 0x11;
      const { indication } = await scene.verify(changed);
      expect(indication).not.toBe('TOTAL_PASSED');
    }
  });
});

describe('the thread', () => {
  it('gives the same answer as the function, in the form of the wire', async () => {
    const { country } = scene;
    const document = addEvidence(
      await signPdf(country, makePdf(), { timestamp: true }),
      await completeEvidence(country),
    );
    const options = { anchors: country.anchors, now: NOW };
    await verifier.verify(makePdf(), options);
    const answer = viewVerification(await verifier.verify(document, options));
    expect(answer).toEqual(viewVerification(await scene.verify(document)));
    expect(answer).toMatchObject({
      indication: 'TOTAL_PASSED',
      reason: null,
      signatures: [{ level: 'B-LT' }],
    });
    const { Value } = await import('typebox/value');
    expect([...Value.Errors(VerificationView, answer)]).toEqual([]);
  });

  it('is stopped at its deadline, and the next document gets another', async () => {
    const worker = new URL('./test/stuck-worker.ts', import.meta.url);
    const stuck = createVerifier({ worker, threads: 1, deadlineMs: 50, longestQueue: 1 });
    const options = { anchors: scene.country.anchors, now: NOW };
    const answers = [stuck.verify(makePdf(), options), stuck.verify(makePdf(), options)];
    await expect(stuck.verify(makePdf(), options)).rejects.toThrow(VerifierBusy);
    for (const answer of answers)
      expect(await answer).toMatchObject({ indication: 'INDETERMINATE', reason: 'TIMED_OUT' });
    await stuck.close();
  });

  it('shows nothing of a hostile name that could rearrange the page', async () => {
    const document = await signPdf(scene.country, makePdf(), { name: 'A\u0007\u202eB' });
    const [signature] = viewVerification(await scene.verify(document)).signatures;
    expect(signature?.field).toMatch(/^A [^\u202e]*B$/);
  });
});
