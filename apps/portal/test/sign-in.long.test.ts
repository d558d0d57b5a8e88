import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPhone, type Phone } from '../../server/test/citizens.ts';
import { approve, pasteLink, scan, scanAndApprove, takePhone } from './phone-page.ts';
import { findBarriers, openStage, type Stage, showScheme, waitUntilDrawn } from './stage.ts';

let stage: Stage;
let phone: Phone;

beforeAll(async () => {
  stage = await openStage();
  phone = createPhone(stage.world.sandbox);
});
afterEach(() => stage.closeBrowsers());
afterAll(() => stage?.close());

const currentQr = async (page: Page): Promise<string> => {
  const qr = page.getByTestId('qr');
  await qr.waitFor();
  return (await qr.getAttribute('data-qr')) ?? '';
};

describe('signing in', () => {
  it('works with the phone page beside the portal, and signs out again', async () => {
    const citizen = await phone.citizen();
    const { page, context, traffic } = await stage.openBrowser({ locale: 'mn-MN', keepsBodies: true });
    const hand = await stage.openBrowser({ viewport: { width: 390, height: 844 } });
    await takePhone(hand.page, stage.world.sandbox.url, citizen);

    await page.goto(`${stage.origin}/login`);
    await pasteLink(hand.page, await currentQr(page));
    await hand.page.getByTestId('request').waitFor();
    await page.locator('[data-testid=state][data-state=scanned]').waitFor();
    await expect.poll(() => page.getByTestId('qr').count()).toBe(0);
    await approve(hand.page, citizen.pin1);

    await page.waitForURL('**/home');
    await expect
      .poll(() => page.getByTestId('user-name').first().textContent())
      .toContain(citizen.given_name);

    // No token reaches a script: not in a cookie, not in storage, not in a body.
    const cookies = await context.cookies();
    const access = cookies.find((cookie) => cookie.name === 'tamga_access')?.value ?? '';
    expect(access.split('.')).toHaveLength(3);
    expect(cookies.filter((cookie) => !cookie.httpOnly).map((cookie) => cookie.name)).toEqual(['tamga_csrf']);
    const reachable = await page.evaluate<string>(
      'JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }])',
    );
    for (const secret of cookies.filter((cookie) => cookie.httpOnly).map((cookie) => cookie.value)) {
      expect(reachable).not.toContain(secret);
      expect(traffic.bodies.join('\n')).not.toContain(secret);
    }
    expect(traffic.bodies.join('\n')).not.toMatch(/"(token|refresh_token|access_token)"/);
    expect([...traffic.hosts]).toEqual([new URL(stage.origin).host]);

    await page.evaluate(`sessionStorage.setItem('tamga-reply:somebody:something', '{}')`);
    await page.getByTestId('user-name').first().click();
    await page.getByTestId('sign-out').click();
    await page.waitForURL((url) => !url.pathname.startsWith('/home'));
    // An unsent reply must not stay in a tab for the next person; the page may still be loading.
    const kept = () =>
      page.evaluate<string>('Object.keys(sessionStorage).join()').catch(() => 'tamga-reply?');
    await expect.poll(kept).not.toContain('tamga-reply');
    const after = await context.cookies();
    expect(after.map((cookie) => cookie.name)).not.toContain('tamga_access');
    const replay = await fetch(`${stage.server.url}/api/v1/users/me`, {
      headers: { authorization: `Bearer ${access}` },
    });
    expect(replay.status).toBe(401);
    expect(traffic.problems).toEqual([]);
  });

  it('works by push, with the same code on the screen and the phone', async () => {
    const citizen = await phone.citizen(/^ordinary/, 1);
    const { page } = await stage.openBrowser();
    const hand = await stage.openBrowser({ viewport: { width: 390, height: 844 } });
    await takePhone(hand.page, stage.world.sandbox.url, citizen);
    await page.goto(`${stage.origin}/login`);
    await page.getByTestId('tab-push').click();
    await page.getByTestId('national-id').fill(citizen.national_id);
    await page.getByTestId('push-submit').click();
    const digits = async (from: Page) =>
      ((await from.getByTestId('verification-code').textContent()) ?? '').replace(/\D/g, '');
    await page.getByTestId('verification-code').waitFor();
    await hand.page.getByTestId('request').waitFor();
    expect(await digits(hand.page)).toBe(await digits(page));
    await approve(hand.page, citizen.pin1);
    await page.waitForURL('**/home');
  });

  it('works on one device: the link opens the phone and returns to the session', async () => {
    const citizen = await phone.citizen(/^ordinary/, 2);
    const { page, context } = await stage.openBrowser({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await page.goto(`${stage.origin}/login`);
    const link = page.locator('[data-testid=deep-link][href]');
    await link.waitFor();
    const href = (await link.getAttribute('href')) ?? '';
    const app = await context.newPage();
    await app.goto(href);
    await app.getByTestId(`citizen-${citizen.national_id}`).click();
    await approve(app, citizen.pin1);
    await app.waitForURL('**/home');
    await app.getByTestId('user-name').first().waitFor();
  });

  it('explains a refusal and offers a retry that works', async () => {
    const citizen = await phone.citizen(/^ordinary/, 3);
    const { page } = await stage.openBrowser();
    await page.goto(`${stage.origin}/login`);
    await scan(page, phone, citizen);
    await phone.act(citizen, 'refuse');
    await page.locator('[data-testid=state][data-state=refused]').waitFor();
    await page.getByTestId('retry').click();
    await scanAndApprove(page, phone, citizen);
    await page.waitForURL('**/home');
  });

  it('gives no session to another browser with the same sid', async () => {
    const { page, traffic } = await stage.openBrowser({ keepsBodies: true });
    await page.goto(`${stage.origin}/login`);
    await currentQr(page);
    const readSid = () => /"sid":"([0-9a-f]{32})"/.exec(traffic.bodies.join('\n'))?.[1] ?? '';
    await expect.poll(readSid).toHaveLength(32);
    const sid = readSid();
    const stranger = await stage.openBrowser();
    await stranger.page.goto(`${stage.origin}/`);
    const status = await stranger.page.evaluate(async (stolen) => {
      const answer = await fetch('/api/auth/eid/poll', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ sid: stolen }),
      });
      return answer.status;
    }, sid);
    expect(status).toBe(404);
  });

  it('works without a mouse', async () => {
    const citizen = await phone.citizen(/^ordinary/, 4);
    const { page } = await stage.openBrowser();
    await page.goto(`${stage.origin}/`);
    const tabTo = async (testId: string) => {
      for (let presses = 0; presses < 40; presses += 1) {
        await page.keyboard.press('Tab');
        const focused = page.locator(`[data-testid=${testId}]:focus, [data-testid=${testId}] :focus`);
        if ((await focused.count()) > 0) return;
      }
      throw new Error(`${testId} cannot be reached by keyboard`);
    };
    await page.goto(`${stage.origin}/login`);
    await currentQr(page);
    await tabTo('sign-in');
    await page.keyboard.press('ArrowRight');
    await page.getByTestId('national-id').waitFor();
    await tabTo('national-id');
    await page.keyboard.insertText(citizen.national_id);
    await page.keyboard.press('Enter');
    await page.getByTestId('verification-code').waitFor();
    await phone.approve(citizen);
    await page.waitForURL('**/home');
  });

  it('returns to the same page after the session ended', async () => {
    const citizen = await phone.citizen(/^ordinary/, 5);
    const { page, context } = await stage.openBrowser();
    await stage.signIn(context, citizen);
    await page.goto(`${stage.origin}/profile`);
    await page.getByTestId('user-name').first().waitFor();
    await context.clearCookies();
    await page.goto(`${stage.origin}/profile`);
    await page.waitForURL(/\/login\?.*next=%2Fprofile/);
    await scanAndApprove(page, phone, citizen);
    await page.waitForURL('**/profile');
  });

  it('notices at once that the session was ended elsewhere', async () => {
    const { page, context } = await stage.openBrowser();
    await stage.signIn(context, await phone.citizen(/^ordinary/, 5));
    const streaming = page.waitForResponse((answer) => answer.url().endsWith('/notifications/stream'));
    await page.goto(`${stage.origin}/profile`);
    await streaming;
    const cookies = await context.cookies();
    const access = cookies.find(({ name }) => name === 'tamga_access')?.value ?? '';
    const ended = await fetch(`${stage.server.url}/api/v1/auth/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access}` },
    });
    expect(ended.status).toBe(200);
    await page.waitForURL(/\/login\?next=%2Fprofile&notice=ended/);
    await expect.poll(() => page.getByTestId('notice').textContent()).toContain('Your session has ended');
  });

  it('opens the home page for a return address that is not a page, without calling it', async () => {
    const { page, context } = await stage.openBrowser();
    await stage.signIn(context, await phone.citizen(/^ordinary/, 5));
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    for (const next of ['/api/auth/expired', '/api/v1/gov/payments', '/%61pi/auth/expired']) {
      await page.goto(`${stage.origin}/login?next=${encodeURIComponent(next)}`);
      await page.waitForURL('**/home');
    }
    expect(asked).not.toContain('/api/auth/expired');
    expect(asked).not.toContain('/%61pi/auth/expired');
    expect(asked).not.toContain('/api/v1/gov/payments');
    await page.getByTestId('user-name').first().waitFor();
  });
});

describe('every page', () => {
  const pages = ['/', '/login', '/nowhere'];
  for (const locale of ['mn-MN', 'en-US'])
    it(`has no accessibility barrier, light and dark (${locale})`, async () => {
      const { page, context, traffic } = await stage.openBrowser({ locale });
      const look = async (path: string) => {
        await page.goto(`${stage.origin}${path}`);
        await page.locator('h1').first().waitFor();
        if (path === '/login') await currentQr(page);
        await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(locale.slice(0, 2));
        for (const colorScheme of ['light', 'dark'] as const) {
          await showScheme(page, colorScheme);
          expect(await findBarriers(page), `${path} ${colorScheme}`).toEqual([]);
        }
      };
      for (const path of pages) await look(path);
      await stage.signIn(context, await phone.citizen(/^ordinary/, 6));
      await look('/home');
      expect(traffic.problems).toEqual([]);
    });

  it('shows a lost connection, keeps the navigation, and loads when the connection returns', async () => {
    const { page, context } = await stage.openBrowser();
    await stage.signIn(context, await phone.citizen(/^ordinary/, 6));
    await page.goto(`${stage.origin}/home`);
    const places = page.getByTestId('navigation').getByRole('link');
    await places.first().waitFor();
    await waitUntilDrawn(page);
    await context.setOffline(true);
    await page.getByRole('link', { name: 'References' }).click();
    await page.getByTestId('crashed').getByRole('heading', { name: 'No connection' }).waitFor();
    await expect.poll(() => places.count()).toBeGreaterThan(5);
    await context.setOffline(false);
    await page.getByRole('heading', { name: 'References', level: 1 }).waitFor();
  });

  it('is printed dark on white, without buttons', async () => {
    const { page, context } = await stage.openBrowser({ colorScheme: 'dark' });
    await stage.signIn(context, await phone.citizen(/^ordinary/, 6));
    // The site's look loads after the page.
    const look = page.waitForResponse(/\/site\/look/);
    await page.goto(`${stage.origin}/home`);
    await page.locator('h1').first().waitFor();
    await look;
    await waitUntilDrawn(page);
    const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme');
    await expect.poll(() => scheme()).toBe('dark');
    await page.evaluate('window.dispatchEvent(new Event("beforeprint"))');
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => scheme()).toBe('light');
    await expect.poll(() => page.getByTestId('navigation').isVisible()).toBe(false);
    await expect.poll(() => page.locator('button:visible').count()).toBe(0);
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate('window.dispatchEvent(new Event("afterprint"))');
    await expect.poll(scheme).toBe('dark');
  });

  it('loads less than 150 kB of compressed script for sign-in', async () => {
    const { page, traffic } = await stage.openBrowser();
    await page.goto(`${stage.origin}/login`);
    await currentQr(page);
    expect(await traffic.scriptBytes()).toBeLessThan(150_000);
  });
});

describe('signing out while the server cannot be reached', () => {
  it('shows that the server was not reached', async () => {
    const { page, context } = await stage.openBrowser();
    await stage.signIn(context, await phone.citizen(/^ordinary/, 5));
    await page.goto(`${stage.origin}/home`);
    await waitUntilDrawn(page);
    await stage.server.stop();
    await page.getByTestId('user-name').first().click();
    await page.getByTestId('sign-out').click();
    await page.waitForURL('**/?notice=signed-out-here');
    await expect
      .poll(() => page.getByTestId('signed-out').textContent())
      .toContain('we could not reach the server');
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('tamga_refresh');
  });
});
