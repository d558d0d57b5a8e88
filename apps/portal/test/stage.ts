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
import type { Env } from '../../server/src/config.ts';
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

export interface StageOptions {
  /** A mail relay that keeps what it gets, and a worker that sends. */
  mailbox?: boolean;
  env?: Env | ((origin: string) => Env);
  /** Cookies know hosts and no ports: a second Tamga in the same browser has a host of its own. */
  host?: 'localhost' | '127.0.0.1';
}

export async function openStage(options: StageOptions = {}): Promise<Stage> {
  const world = await openWorld({ realTime: true, mailbox: options.mailbox ?? false });
  const port = await freePort();
  const origin = `http://${options.host ?? 'localhost'}:${port}`;
  const { smtpPort } = world.sandbox;
  const server = await world.startServer({
    worker: smtpPort !== null,
    env: {
      APP_ORIGIN: origin,
      ...(smtpPort === null ? {} : { MAIL_URL: `smtp://127.0.0.1:${smtpPort}` }),
      ...(typeof options.env === 'function' ? options.env(origin) : options.env),
    },
  });
  const distDir = await buildPortalIfStale({
    portalDir: join(import.meta.dirname, '..'),
    log: () => undefined,
  });
  const portal = await startPortal({
    host: '127.0.0.1',
    port,
    backendUrl: server.url,
    appOrigin: origin,
    controlPlaneHost: server.config.CONTROL_PLANE_HOST,
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
  let browser: Promise<Browser> | undefined;
  let opened = 0;
  return {
    world,
    server,
    portal,
    origin,
    openBrowser: async (options = {}) => {
      opened += 1;
      browser ??= chromium.launch({ executablePath, args: flags });
      const context = await (await browser).newContext({
        locale: 'en-US',
        viewport: { width: 1280, height: 860 },
        extraHTTPHeaders: { 'x-forwarded-for': `10.9.${Math.floor(opened / 250)}.${(opened % 250) + 1}` },
        ...options,
      });
      const page = await context.newPage();
      return { page, context, traffic: watch(page) };
    },
    close: async () => {
      await (await browser)?.close();
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
  // axe measures colours: a half-finished fade would be measured too. What turns for ever (a spinner) is not waited for.
  await page.evaluate(
    `Promise.all(
      document.getAnimations()
        .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime))
        .map((animation) => animation.finished.catch(() => undefined)))`,
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

export async function freePort(): Promise<number> {
  const { createServer } = await import('node:net');
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
