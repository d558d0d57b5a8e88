import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { verifyPdf } from '../apps/server/src/modules/signing/verify/index.ts';
import { type Finding, round } from './report.ts';

const corpus = join(import.meta.dirname, '../apps/server/src/modules/signing/verify/test/corpus');
/** The time inside the files of the corpus. */
const now = new Date('2031-05-06T07:08:09Z');
/** The published goal of a national service: 50 per second over three nodes. */
const barPerSecond = 17;

/** Verifications per second on one core; the stall of the server stands with the signatures. */
export async function measureVerify(seconds: number): Promise<Finding[]> {
  const anchors = await readFile(join(corpus, 'root.pem'), 'utf8');
  const findings: Finding[] = [];
  for (const [name, file] of [
    ['one signature, B-LTA', 'b-lta-object-streams.pdf'],
    ['two signatures, B-LTA', 'two-visible.pdf'],
  ] as const) {
    const bytes = await readFile(join(corpus, file));
    const check = async () => {
      const { indication } = await verifyPdf(bytes, { anchors, now });
      if (indication !== 'TOTAL_PASSED') throw new Error(`${file} is ${indication}`);
    };
    for (let warmUp = 0; warmUp < 20; warmUp += 1) await check();
    const perSecond = await countPerSecond(check, seconds);
    findings.push({
      group: 'verify',
      measure: `verify a PDF on one core: ${name}`,
      value: `${round(perSecond)}/s`,
      bar: `${barPerSecond}/s`,
      met: perSecond >= barPerSecond,
      figures: { perSecond, bytes: bytes.length },
    });
  }
  return findings;
}

/** Counted by processor time, so that other work on the machine does not matter. */
async function countPerSecond(work: () => Promise<void>, seconds: number): Promise<number> {
  const before = process.cpuUsage();
  for (let count = 0; ; ) {
    await work();
    count += 1;
    const { user, system } = process.cpuUsage(before);
    const usedSeconds = (user + system) / 1e6;
    if (usedSeconds >= seconds) return count / usedSeconds;
  }
}
