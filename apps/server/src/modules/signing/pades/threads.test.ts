import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createPdfThreads,
  createVerifier,
  type PdfThreads,
  raise,
  readSealSigner,
  sealPdf,
} from '../index.ts';
import { joinShared } from '../shared-bytes.ts';
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

describe('25 MiB', () => {
  const cpuMs = (since?: NodeJS.CpuUsage) => {
    const { user, system } = process.threadCpuUsage(since);
    return (user + system) / 1000;
  };
  const timed = (work: () => unknown): number => {
    const before = process.threadCpuUsage();
    work();
    return cpuMs(before);
  };
  /** CPU time of the longest turn of this thread: other work on the machine does not count. */
  async function longestTurn(work: () => Promise<unknown>): Promise<number> {
    let [isOver, longest, before] = [false, 0, process.threadCpuUsage()];
    const turn = () => {
      longest = Math.max(longest, cpuMs(before));
      before = process.threadCpuUsage();
      if (!isOver) setImmediate(turn);
    };
    turn();
    await work();
    isOver = true;
    return longest;
  }

  it('never hold up the event loop for as long as one copy and one hash of them would', async () => {
    const document = buildPdf({ ballast: 25 * 1024 * 1024 });
    const parts = Array.from({ length: Math.ceil(document.length / 65_536) }, (_, at) =>
      document.slice(at * 65_536, (at + 1) * 65_536),
    );
    const person = await stage.person(BOLD);
    const request = { signerCertificate: person.certificate, chain: person.chain, at: stage.now() };
    const verifier = createVerifier({ deadlineMs: 300_000 });
    const patient = createPdfThreads({ threads: 1, timeoutMs: 300_000 });
    const handle = async () => {
      const whole = await joinShared(parts);
      const prepared = await patient.prepare(whole, request);
      expect(prepared.sourceSha256).toBe(sha256);
      await patient.inspect(prepared.bytes);
      await verifier.verify(prepared.bytes, { anchors: stage.rootPem, now: stage.now() });
    };
    const sha256 = createHash('sha256').update(document).digest('hex');
    const rounds: number[] = [];
    for (let count = 0; count < 4; count += 1) {
      const floor = timed(() =>
        createHash('sha256')
          .update(structuredClone(Buffer.concat(parts)))
          .digest(),
      );
      rounds.push((await longestTurn(handle)) / floor);
    }
    await Promise.all([verifier.close(), patient.close()]);
    // The best round: a collection of garbage may fall into any turn.
    expect(Math.min(...rounds)).toBeLessThan(0.5);
  }, 300_000);
});
