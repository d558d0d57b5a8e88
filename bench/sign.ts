import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '@tamga/sandbox';
import { createRevocationAdapter } from '../apps/server/src/adapters/revocation/index.ts';
import { createTsaAdapter } from '../apps/server/src/adapters/tsa/index.ts';
import { readTrustStore } from '../apps/server/src/kernel/pki/check-chain.ts';
import { createRenderer, type Page } from '../apps/server/src/modules/issued-documents/index.ts';
import {
  createPdfThreads,
  createPlatformSeal,
  embed,
  type PdfEngine,
  prepare,
  type RaisePorts,
  readSealSigner,
  type SealSigner,
  sealPdf,
} from '../apps/server/src/modules/signing/index.ts';
import { type Finding, round } from './report.ts';
import { buildDocument } from './sign-documents.ts';
import { measureStalls } from './sign-stall.ts';

/** Runs until the time is over; the first run warms up. CPU time does not depend on who else uses the machine. */
async function perSecond(
  seconds: number,
  work: () => Promise<unknown>,
): Promise<{ rate: number; cpuMs: number }> {
  await work();
  const startedMs = performance.now();
  const startedCpu = process.cpuUsage();
  let done = 0;
  while (performance.now() - startedMs < seconds * 1000) {
    await work();
    done += 1;
  }
  const { user, system } = process.cpuUsage(startedCpu);
  return { rate: (done * 1000) / (performance.now() - startedMs), cpuMs: (user + system) / 1000 / done };
}

async function signOnce(
  document: Uint8Array,
  signer: SealSigner,
  engine: Pick<PdfEngine, 'prepare' | 'embed'>,
) {
  const { certificate, chain } = signer;
  const prepared = await engine.prepare(document, { signerCertificate: certificate, chain, at: new Date() });
  const { state, digest } = prepared;
  const bytes = Buffer.from(state.signedAttributes, 'base64');
  const { digestAlgorithm, signatureAlgorithm } = state;
  return engine.embed(prepared, await signer.sign({ bytes, digest, digestAlgorithm, signatureAlgorithm }));
}

/** Signatures of documents: rates on this thread, the longest stall of a server, seals. */
export async function measureSign(seconds: number): Promise<Finding[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tamga-bench-sign-'));
  const now = () => new Date();
  const sandbox = await startSandbox({
    host: '127.0.0.1',
    port: 0,
    dataDir,
    environment: 'test',
    rpUuid: '7d1c2a50-7d5b-4c0e-9a53-1f1a2b3c4d5e',
    rpName: 'Tamga',
    rpSecret: 'a secret for the bench',
    smtpPort: null,
  });
  const threads = createPdfThreads();
  try {
    const answer = await fetch(`${sandbox.url}/control/seals`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ register: '9000001', name: 'Bench' }),
    });
    const signer = readSealSigner(
      (await answer.json()) as { certificate: string; chain: string; key: string },
    );
    const trust = readTrustStore(await readFile(sandbox.trustRootsPath, 'utf8'), 'TRUST_ANCHORS');
    const ports: RaisePorts = {
      timestamp: createTsaAdapter({ url: `${sandbox.url}/tsa`, trust, now }),
      revocation: createRevocationAdapter({ allowedHosts: [new URL(sandbox.url).host], now }),
      trust,
      now,
      patienceMs: 12_000,
      engine: threads,
    };
    return [
      await measureRate(1, seconds, signer),
      await measureRate(500, seconds, signer),
      ...(await measureStalls()),
      await measureSeals('B-B', seconds, signer, ports),
      await measureSeals('B-LT', seconds, signer, ports),
      await measureCertificates(seconds, signer, ports),
    ];
  } finally {
    await threads.close();
    await sandbox.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measureRate(pages: number, seconds: number, signer: SealSigner): Promise<Finding> {
  const document = await buildDocument(pages);
  const { rate, cpuMs } = await perSecond(seconds, () => signOnce(document, signer, { prepare, embed }));
  return {
    group: 'sign',
    measure: `prepare and embed, ${pages} page${pages === 1 ? '' : 's'}`,
    value: `${round(rate)}/s, ${round(cpuMs)} ms CPU`,
    figures: { rate, cpuMs, pages, bytes: document.length },
  };
}

/** A certificate from its data to the sealed file, as the queue makes them: rendered, sealed, three at a time. */
async function measureCertificates(seconds: number, signer: SealSigner, ports: RaisePorts): Promise<Finding> {
  const { render, close } = createRenderer();
  const seal = createPlatformSeal({
    source: { open: async () => signer, prepare: async () => undefined },
    remember: async () => undefined,
    ports,
  });
  const together = 3;
  const make = async () => {
    const sealed = await seal.seal(await render(certificatePage));
    if (sealed.level !== 'B-LT') throw new Error(`sealed at ${sealed.level}: ${sealed.shortfall}`);
  };
  const { rate, cpuMs } = await perSecond(seconds, () => Promise.all(Array.from({ length: together }, make)));
  await close();
  return {
    group: 'sign',
    measure: 'certificates rendered and sealed at B-LT',
    value: `${round(rate * together)}/s, ${round(cpuMs / together)} ms CPU`,
    figures: { rate: rate * together, cpuMs: cpuMs / together },
  };
}

const both = (text: string) => ({ mn: text, en: text });
const certificatePage: Page = {
  authority: { mn: 'Улсын бүртгэлийн ерөнхий газар', en: 'General Authority for State Registration' },
  title: { mn: 'Оршин суугаа хаягийн лавлагаа', en: 'Proof of residence' },
  blocks: [
    {
      table: Array.from({ length: 10 }, (_, at) => ({
        label: both(`Label ${at}`),
        value: both(`Value ${at}`),
      })),
    },
    { sentence: { mn: 'Дээрх мэдээллийг тодорхойлов.', en: 'The facts above are certified.' } },
  ],
  verification: {
    url: 'https://tamga.example/verify/REF-2026-123456?code=ABCDEF0123456789',
    instruction: { mn: 'QR кодыг уншуулна уу.', en: 'Scan the code.' },
    checkCode: 'ABCDEF0123456789',
    sealedBy: 'Bench',
    sealUrl: 'https://tamga.example/sign/verify',
  },
  number: 'REF-2026-123456',
  creator: 'Tamga',
  issuedAt: '2026-11-16T00:00:00.000Z',
};

async function measureSeals(
  target: 'B-B' | 'B-LT',
  seconds: number,
  signer: SealSigner,
  ports: RaisePorts,
): Promise<Finding> {
  const document = await buildDocument(1);
  const together = 4;
  const seal = async () => {
    const sealed = await sealPdf(document, signer, ports, { target });
    if (sealed.level !== target) throw new Error(`sealed at ${sealed.level}: ${sealed.shortfall}`);
  };
  const { rate, cpuMs } = await perSecond(seconds, () => Promise.all(Array.from({ length: together }, seal)));
  return {
    group: 'sign',
    measure: `seal at ${target}${target === 'B-LT' ? ', with its services here' : ''}`,
    value: `${round(rate * together)}/s, ${round(cpuMs / together)} ms CPU`,
    figures: { rate: rate * together, cpuMs: cpuMs / together, target },
  };
}
