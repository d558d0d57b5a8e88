import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { buildPortalIfStale } from '../apps/portal/server/build.ts';
import { startPortal } from '../apps/portal/server/index.ts';
import { chromiumFlags, findChromium } from '../scripts/chromium.mjs';
import { findFreePorts } from '../scripts/free-ports.ts';
import { measureFirstContent } from '../scripts/slow-phone.ts';
import { type Finding, round } from './report.ts';
import { openWorld } from './world.ts';

const limitMs = 1000;

/** The front page on a slow phone with an empty cache, beside a page of plain text from the same server. */
export async function measureFrontPage(rounds: number): Promise<Finding[]> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('no Chromium: `npm test` installs one');
  const portalDir = join(import.meta.dirname, '../apps/portal');
  const distDir = await buildPortalIfStale({ portalDir, log: (line) => console.error(line) });
  const world = await openWorld({ env: { GOV_DEMO_SEED: 'true' } });
  const [port = 0] = await findFreePorts(1);
  const origin = `http://localhost:${port}`;
  const portal = await startPortal({
    host: '127.0.0.1',
    port,
    backendUrl: `http://127.0.0.1:${world.port}`,
    appOrigin: origin,
    timeZone: 'Asia/Ulaanbaatar',
    cookieSecure: false,
    production: false,
    distDir,
    accessTtlSeconds: 900,
    refreshTtlSeconds: 604_800,
    trustedProxies: [],
  });
  const browser = await chromium.launch({ executablePath, args: chromiumFlags });
  try {
    const plain: number[] = [];
    const front: number[] = [];
    let bytes = 0;
    for (let turn = 0; turn < rounds; turn += 1) {
      plain.push((await measureFirstContent(browser, `${origin}/?plain=1`)).ms);
      const shown = await measureFirstContent(browser, origin);
      front.push(shown.ms);
      bytes = shown.bytes;
    }
    const typical = medianOf(front);
    return [
      {
        group: 'front-page',
        measure: 'front page on a slow phone, first content',
        value: `median ${round(typical)} ms, worst ${round(Math.max(...front))} ms`,
        bar: `< ${limitMs} ms`,
        met: typical < limitMs,
        note: `${round(bytes / 1000)} kB of document; a page of plain text takes ${round(medianOf(plain))} ms`,
        figures: { frontMs: front, plainMs: plain, bytes },
      },
    ];
  } finally {
    await browser.close();
    await portal.close();
    await world.stop();
  }
}

const medianOf = (values: readonly number[]) =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
