import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from 'playwright-core';
import { expect } from 'vitest';
import { chromiumFlags, findChromium } from '../../../scripts/chromium.mjs';
import { findFreePorts } from '../../../scripts/free-ports.ts';
import { patienceMs } from '../../../scripts/patience.ts';
import type { Env } from '../../server/src/config.ts';
import { type Citizen, createPhone } from '../../server/test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../server/test/server.ts';
import { buildPortalIfStale } from '../server/build.ts';
import { type Portal, startPortal } from '../server/index.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** How Chromium reports that a page did what its policy refuses. */
const isViolation = (line: string) => /Content Security Policy|requires 'Trusted/.test(line);

/** A complete Tamga: portal, API, sandbox, database and a real browser. */
export interface Stage {
  world: TestWorld;
  server: TestServer;
  portal: Portal;
  origin: string;
  /** Opens a browser with separate cookies, and watches its traffic. */
  openBrowser(
    options?: BrowserContextOptions & { keepsBodies?: boolean },
  ): Promise<{ page: Page; context: BrowserContext; traffic: Traffic }>;
  /** Signs in with the calls of the sign-in page but without the page, for journeys about something else. */
  signIn(context: BrowserContext, citizen: Citizen): Promise<void>;
  /** Assigns a role in the database to a signed-in person, and waits until the server has seen it. */
  giveRole(context: BrowserContext, citizen: Citizen, roleId: number): Promise<void>;
  /** Closes browsers, because an unused page still polls and renders. */
  closeBrowsers(kept?: readonly BrowserContext[]): Promise<void>;
  close(): Promise<void>;
}

export interface Traffic {
  /** Answers in JSON, only with `keepsBodies`: reading them all would slow every test down. */
  readonly bodies: string[];
  hosts: Set<string>;
  scriptBytes: () => Promise<number>;
  /** Errors of scripts. Answers with an error status are left out: many journeys provoke them. */
  problems: string[];
  /** The red lines of the console, answers with an error status included. */
  consoleErrors: string[];
}

export interface StageOptions {
  /** Starts a mail relay that stores messages, and a worker that sends them. */
  mailbox?: boolean;
  env?: Env | ((origin: string, sandboxUrl: string) => Env);
  /** Cookies are shared between ports of a host, so a second Tamga in the same browser needs another host. */
  host?: 'localhost' | '127.0.0.1';
}

export async function openStage(options: StageOptions = {}): Promise<Stage> {
  const world = await openWorld({ realTime: true, mailbox: options.mailbox ?? false });
  const [port = 0] = await findFreePorts(1);
  const origin = `http://${options.host ?? 'localhost'}:${port}`;
  const { smtpPort } = world.sandbox;
  const server = await world.startServer({
    worker: smtpPort !== null,
    env: {
      APP_ORIGIN: origin,
      ...(smtpPort === null ? {} : { MAIL_URL: `smtp://127.0.0.1:${smtpPort}` }),
      ...(typeof options.env === 'function' ? options.env(origin, world.sandbox.url) : options.env),
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
    timeZone: server.config.TIME_ZONE,
    controlPlaneHost: server.config.CONTROL_PLANE_HOST,
    cookieSecure: false,
    production: false,
    distDir,
    accessTtlSeconds: 900,
    refreshTtlSeconds: 604800,
    // Each test browser has a distinct address, so that journeys do not share a rate limit.
    trustedProxies: ['127.0.0.1'],
  });
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('no Chromium: `npm test` installs one');
  let browser: Promise<Browser> | undefined;
  let opened = 0;
  const contexts = new Set<BrowserContext>();
  const violations: string[] = [];
  const phone = createPhone(world.sandbox);
  return {
    world,
    server,
    portal,
    origin,
    openBrowser: async ({ keepsBodies = false, ...options } = {}) => {
      opened += 1;
      browser ??= chromium.launch({ executablePath, args: chromiumFlags });
      const context = await (await browser).newContext({
        locale: 'en-US',
        // Waiting for a dialogue to fade in proves nothing.
        reducedMotion: 'reduce',
        viewport: { width: 1280, height: 860 },
        extraHTTPHeaders: { 'x-forwarded-for': `10.9.${Math.floor(opened / 250)}.${(opened % 250) + 1}` },
        ...options,
      });
      context.setDefaultTimeout(patienceMs);
      contexts.add(context);
      const page = await context.newPage();
      page.on('console', (message) => {
        if (isViolation(message.text())) violations.push(`${message.text()} at ${page.url()}`);
      });
      return { page, context, traffic: watch(page, keepsBodies) };
    },
    signIn: async ({ request }, citizen) => {
      const post = async (path: string, data: object) => {
        const answer = await request.post(`${origin}/api/auth/eid/${path}`, { data, headers: { origin } });
        if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
        return ((await answer.json()) as { data: Record<string, string> }).data;
      };
      const { sid, qr = '' } = await post('start', {});
      const scanned = await phone.scan(qr, citizen);
      if (!scanned.ok) throw new Error(`the phone cannot read the code: ${await scanned.text()}`);
      await phone.approve(citizen, citizen.pin1, ((await scanned.json()) as { id: string }).id);
      let { state } = await post('poll', { sid });
      while (state === 'PENDING') ({ state } = await post('poll', { sid }));
      if (state !== 'COMPLETE') throw new Error(`the sign-in ended with ${state}`);
    },
    giveRole: async ({ request }, { civil_id }, roleId) => {
      await world.database.query(
        `with changed as (update users set role_id = $2 where civil_id = $1 returning id)
         insert into bus_events (channel, payload)
           select 'user.changed', jsonb_build_object('user_id', id) from changed`,
        [civil_id, roleId],
      );
      // A row without an authority stands for every one.
      await world.database.query(
        `insert into officer_authorities (user_id, granted_at)
         select distinct u.id, now() from users u join role_permissions p on p.role_id = u.role_id
         where u.civil_id = $1 and p.permission in ('gov.review', 'registry.view') on conflict do nothing`,
        [civil_id],
      );
      const readRole = async () => {
        const answer = await request.get(`${origin}/api/v1/rbac/me`);
        return ((await answer.json()) as { data?: { role_id: number } }).data?.role_id;
      };
      await expect.poll(readRole).toBe(roleId);
    },
    closeBrowsers: async (kept = []) => {
      const left = [...contexts].filter((context) => !kept.includes(context));
      for (const context of left) contexts.delete(context);
      await Promise.all(left.map((context) => context.close()));
    },
    close: async () => {
      await (await browser)?.close();
      await portal.close();
      await world.close();
      expect(violations).toEqual([]);
    },
  };
}

function watch(page: Page, keepsBodies: boolean): Traffic {
  watchRequests(page);
  const scripts = new Map<string, Promise<number>>();
  const bodies: string[] = [];
  const traffic: Traffic = {
    get bodies() {
      if (!keepsBodies) throw new Error('this browser was opened without keepsBodies');
      return bodies;
    },
    hosts: new Set(),
    problems: [],
    consoleErrors: [],
    scriptBytes: async () => (await Promise.all(scripts.values())).reduce((sum, bytes) => sum + bytes, 0),
  };
  page.on('request', (request) => traffic.hosts.add(new URL(request.url()).host));
  page.on('pageerror', (error) => {
    traffic.problems.push(error.message);
    traffic.consoleErrors.push(error.message);
  });
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    traffic.consoleErrors.push(`${message.text()} ${message.location().url}`);
    if (!/Failed to load resource/.test(message.text())) traffic.problems.push(message.text());
  });
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? '';
    // Cached scripts are not counted.
    if (type.includes('javascript') && response.status() === 200) {
      const length = response.headers()['content-length'];
      const bytes =
        length === undefined ? response.body().then((body) => body.length) : Promise.resolve(Number(length));
      bytes.catch(() => undefined);
      scripts.set(response.url(), bytes);
    }
    if (keepsBodies && type.includes('json'))
      response.text().then(
        (text) => bodies.push(text),
        () => undefined,
      );
  });
  return traffic;
}

/** Requests of a page without an answer; an event stream or a held poll does not count. */
const asked = new WeakMap<Page, Set<Request>>();

function watchRequests(page: Page): void {
  const pending = new Set<Request>();
  asked.set(page, pending);
  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource' && !request.url().endsWith('/poll')) pending.add(request);
  });
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
}

/** Waits until every requested resource has loaded and rendered, and animations have ended. */
export async function waitUntilDrawn(page: Page): Promise<void> {
  do {
    await page.waitForLoadState('load');
    await page.locator('[data-testid=loading], [aria-busy=true]').first().waitFor({ state: 'detached' });
    // Endless animations (a spinner) are not awaited; two frames let the last content render.
    await page.evaluate(
      `Promise.all(
        document.getAnimations()
          .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime))
          .map((animation) => animation.finished.catch(() => undefined)))
        .then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))`,
    );
  } while ((asked.get(page)?.size ?? 0) > 0);
}

/** axe findings for WCAG 2.2 AA, each with its element. */
export async function findBarriers(page: Page): Promise<string[]> {
  await waitUntilDrawn(page);
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
    const { violations } = await axe.run({
      runOnly: { type: 'tag', values: tags },
      resultTypes: ['violations'],
    });
    return violations.map((violation) => `${violation.id}: ${violation.nodes[0]?.html ?? ''}`);
  });
}

/** Sets the device's colour scheme; the page follows a moment later. */
export async function showScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
}

/** Checks light, then dark in the other language, without a reload; restores the page afterwards. */
export async function findBarriersBothWays(page: Page): Promise<string[]> {
  const html = page.locator('html');
  const scheme = await html.getAttribute('data-mantine-color-scheme');
  const language = await html.getAttribute('lang');
  await showScheme(page, 'light');
  const light = await findBarriers(page);
  await showScheme(page, 'dark');
  await page.getByTestId('language').click();
  await page.locator(`html:not([lang=${language}])`).waitFor();
  const dark = await findBarriers(page);
  await page.getByTestId('language').click();
  await page.locator(`html[lang=${language}]`).waitFor();
  await showScheme(page, scheme === 'dark' ? 'dark' : 'light');
  return [...light, ...dark.map((barrier) => `dark, not in ${language}: ${barrier}`)];
}
