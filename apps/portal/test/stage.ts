import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { findChromium } from '../../../scripts/chromium.mjs';
import { openWorld, type TestServer, type TestWorld } from '../../server/test/server.ts';
import { buildPortalIfStale } from '../server/build.ts';
import { type Portal, startPortal } from '../server/index.ts';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A whole Tamga as a person meets it: portal, API, sandbox, database and a real browser. */
export interface Stage {
  world: TestWorld;
  server: TestServer;
  portal: Portal;
  origin: string;
  /** A browser of its own, with its own cookies; everything it is told over the network is kept for inspection. */
  openBrowser(
    options?: BrowserContextOptions,
  ): Promise<{ page: Page; context: BrowserContext; traffic: Traffic }>;
  close(): Promise<void>;
}

export interface Traffic {
  bodies: string[];
  hosts: Set<string>;
  scriptBytes: () => Promise<number>;
  problems: string[];
}

export async function openStage(): Promise<Stage> {
  const world = await openWorld({ realTime: true });
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const server = await world.startServer({ env: { APP_ORIGIN: origin } });
  const distDir = await buildPortalIfStale({
    portalDir: join(import.meta.dirname, '..'),
    log: () => undefined,
  });
  const portal = await startPortal({
    host: '127.0.0.1',
    port,
    backendUrl: server.url,
    appOrigin: origin,
    cookieSecure: false,
    production: false,
    distDir,
    accessTtlSeconds: 900,
    refreshTtlSeconds: 604800,
    // Each browser of a test names an address of its own, so that one journey does not use up another's allowance.
    trustedProxies: ['127.0.0.1'],
  });
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('no Chromium: `npm test` installs one');
  const browser: Browser = await chromium.launch({ executablePath, args: flags });
  let opened = 0;
  return {
    world,
    server,
    portal,
    origin,
    openBrowser: async (options = {}) => {
      opened += 1;
      const context = await browser.newContext({
        locale: 'en-US',
        viewport: { width: 1280, height: 860 },
        extraHTTPHeaders: { 'x-forwarded-for': `10.9.${Math.floor(opened / 250)}.${(opened % 250) + 1}` },
        ...options,
      });
      const page = await context.newPage();
      return { page, context, traffic: watch(page) };
    },
    close: async () => {
      await browser.close();
      await portal.close();
      await world.close();
    },
  };
}

function watch(page: Page): Traffic {
  const scripts = new Map<string, Promise<number>>();
  const traffic: Traffic = {
    bodies: [],
    hosts: new Set(),
    problems: [],
    scriptBytes: async () => (await Promise.all(scripts.values())).reduce((sum, bytes) => sum + bytes, 0),
  };
  page.on('request', (request) => traffic.hosts.add(new URL(request.url()).host));
  page.on('pageerror', (error) => traffic.problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      traffic.problems.push(message.text());
  });
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? '';
    // What the browser kept from before costs nothing again.
    if (type.includes('javascript') && response.status() === 200) {
      const length = response.headers()['content-length'];
      const bytes =
        length === undefined ? response.body().then((body) => body.length) : Promise.resolve(Number(length));
      bytes.catch(() => undefined);
      scripts.set(response.url(), bytes);
    }
    if (type.includes('json'))
      response.text().then(
        (text) => traffic.bodies.push(text),
        () => undefined,
      );
  });
  return traffic;
}

/** The findings of axe for WCAG 2.2 AA, each with the element it is about. */
export async function findBarriers(page: Page): Promise<string[]> {
  // axe measures colours: a half-finished fade would be measured too.
  await page.evaluate(
    'Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)))',
  );
  await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
    const { violations } = await axe.run({ runOnly: { type: 'tag', values: tags } });
    return violations.map((violation) => `${violation.id}: ${violation.nodes[0]?.html ?? ''}`);
  });
}

async function freePort(): Promise<number> {
  const { createServer } = await import('node:net');
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
