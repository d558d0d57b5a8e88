import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createVerifier, verifyPdf } from '../apps/server/src/modules/signing/verify/index.ts';
import { type Finding, round } from './report.ts';

const corpus = join(import.meta.dirname, '../apps/server/src/modules/signing/verify/test/corpus');
/** The time inside the files of the corpus. */
const now = new Date('2031-05-06T07:08:09Z');
/** The published goal of a national service: 50 per second over three nodes. */
const barPerSecond = 17;
const stallBarMs = 50;
const largeBytes = 25 * 1024 * 1024;

/** Verifications per second on one core, and the stall of the event loop while a thread verifies a large file. */
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
  return [...findings, await measureStall(anchors)];
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

async function measureStall(anchors: string): Promise<Finding> {
  const verifier = createVerifier();
  try {
    const small = await readFile(join(corpus, 'two-visible.pdf'));
    await verifier.verify(small, { anchors, now });
    const large = withUnusedBytes(small);
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const startedMs = performance.now();
    const { reason } = await verifier.verify(large, { anchors, now });
    const tookMs = performance.now() - startedMs;
    delay.disable();
    if (reason === 'TIMED_OUT') throw new Error('the large file timed out');
    const stallMs = delay.max / 1e6;
    return {
      group: 'verify',
      measure: 'longest stall while 25 MiB are verified',
      value: `${round(stallMs)} ms`,
      bar: `${stallBarMs} ms`,
      met: stallMs < stallBarMs,
      figures: { stallMs, tookMs, bytes: large.length },
    };
  } finally {
    await verifier.close();
  }
}

/** An update that adds one large stream, like a scan: every byte of it is hashed and compared. */
function withUnusedBytes(pdf: Buffer): Buffer {
  const text = pdf.toString('latin1');
  const prev = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1];
  const root = /\/Root (\d+ \d+ R)/.exec(text)?.[1];
  const head = Buffer.from(`900 0 obj\n<< /Length ${largeBytes} >>\nstream\n`);
  const tail = '\nendstream\nendobj\n';
  const at = pdf.length + head.length + largeBytes + tail.length;
  const place = String(pdf.length).padStart(10, '0');
  const end = `xref\n900 1\n${place} 00000 n \ntrailer\n<< /Size 901 /Prev ${prev} /Root ${root} >>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([pdf, head, Buffer.alloc(largeBytes, 0x20), Buffer.from(tail + end)]);
}
