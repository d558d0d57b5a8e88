import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPdfThreads, type PdfThreads, raise, readSealSigner, sealPdf } from '../index.ts';
import { buildPdf } from './test/corpus.ts';
import { BOLD, openStage, type Stage } from './test/stage.ts';
import { createTools } from './test/tools.ts';

let stage: Stage;
let threads: PdfThreads;
beforeAll(async () => {
  stage = await openStage();
  threads = createPdfThreads({ threads: 1 });
});
afterAll(async () => {
  await threads.close();
  await stage.close();
});

describe('on a separate thread', () => {
  it('a document is prepared, signed and raised as here', async () => {
    const person = await stage.person(BOLD);
    const pdf = buildPdf();
    const prepared = await threads.prepare(pdf, {
      signerCertificate: person.certificate,
      chain: person.chain,
      at: stage.now(),
    });
    const signed = await threads.embed(prepared, await person.approve(prepared.digest));
    const raised = await raise(signed, 'B-LTA', stage.ports({ engine: threads }));
    expect(raised).toMatchObject({ level: 'B-LTA', shortfall: null });
    const tools = createTools(stage.dir, stage.trustPath);
    expect(await tools.pdfsig(raised.bytes)).toEqual(['valid', 'timestamp']);
    // The caller keeps its document: only results move between threads.
    expect(pdf.length).toBeGreaterThan(0);
  });

  it('a refusal keeps its reason', async () => {
    const { certificate } = await stage.person(BOLD);
    const request = { signerCertificate: certificate, at: stage.now() };
    await expect(threads.prepare(Buffer.from('no'), request)).rejects.toMatchObject({ reason: 'not_a_pdf' });
    const prepared = await threads.prepare(buildPdf(), request);
    await expect(threads.embed(prepared, new Uint8Array(64))).rejects.toMatchObject({
      reason: 'signature_invalid',
    });
  });

  it('several documents wait for their turn', async () => {
    const signer = readSealSigner(await stage.seal());
    const ports = stage.ports({ engine: threads });
    const sealed = await Promise.all(
      Array.from({ length: 5 }, () => sealPdf(buildPdf(), signer, ports, { target: 'B-B' })),
    );
    expect(sealed.map(({ level }) => level)).toEqual(Array(5).fill('B-B'));
  });

  it('a job that takes too long ends alone, and the next one is done', async () => {
    const hasty = createPdfThreads({ threads: 1, timeoutMs: 1 });
    await expect(hasty.inspect(buildPdf())).rejects.toThrow('timed out');
    await expect(hasty.inspect(buildPdf())).rejects.toThrow('timed out');
    await hasty.close();
    await expect(hasty.inspect(buildPdf())).rejects.toThrow('closed');
  });
});
