import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPdfThreads, createVerifier } from '../index.ts';
import { joinShared } from '../shared-bytes.ts';
import { buildPdf } from './test/corpus.ts';
import { BOLD, openStage, type Stage } from './test/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

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
  });
});
