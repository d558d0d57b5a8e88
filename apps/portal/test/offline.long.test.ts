import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPhone, type Phone } from '../../server/test/citizens.ts';
import { makeA4 } from './sample-files.ts';
import { findBarriers, findBarriersBothWays, openStage, type Stage, waitUntilDrawn } from './stage.ts';

let stage: Stage;
let phone: Phone;
beforeAll(async () => {
  stage = await openStage();
  phone = createPhone(stage.world.sandbox);
});
afterEach(() => stage.closeBrowsers());
afterAll(() => stage?.close());

const pdf = makeA4(['A contract']);
const name = 'Гэрээ.pdf';
async function openFile(page: Page): Promise<void> {
  await page.goto(`${stage.origin}/space`);
  await waitUntilDrawn(page);
  await page.getByTestId('file-input').setInputFiles({ name, mimeType: 'application/pdf', buffer: pdf });
  await page.getByTestId('row').filter({ hasText: name }).click();
}
const countKept = (page: Page) =>
  page.evaluate<number>(
    `caches.open('kept-documents').then((cache) => cache.keys()).then((keys) => keys.length)`,
  );

describe('the portal as an app', () => {
  it('can be installed, in the judgement of the browser', async () => {
    const { page, context, traffic } = await stage.openBrowser();
    await page.goto(stage.origin);
    await waitUntilDrawn(page);
    const devtools = await context.newCDPSession(page);
    const { errors, url } = await devtools.send('Page.getAppManifest');
    expect([url, errors]).toEqual([`${stage.origin}/app.webmanifest`, []]);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    // A window without a profile cannot install anything.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
    expect(traffic.problems).toEqual([]);
    expect(
      await page.evaluate<number>('navigator.serviceWorker.getRegistrations().then(({ length }) => length)'),
    ).toBe(0);
  });
});

describe('a document that its owner keeps', () => {
  it.each([
    ['en-US', 'Keep on this device', 'There is no connection', 1280],
    ['mn-MN', 'Төхөөрөмжид хадгалах', 'Интернэт холболт алга', 320],
  ])('is read without a connection (%s), and leaves with its owner', async (locale, keep, title, width) => {
    const { page, context } = await stage.openBrowser({ locale, viewport: { width, height: 800 } });
    const citizen = await phone.citizen(/^ordinary/, width === 320 ? 2 : 1);
    await stage.signIn(context, citizen);
    await openFile(page);
    await page.getByTestId('keep-offline').filter({ hasText: keep }).click();
    await page.getByTestId('kept-offline').waitFor();
    expect(await findBarriersBothWays(page)).toEqual([]);
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');

    await context.setOffline(true);
    await page.goto(`${stage.origin}/applications`);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    const link = page.getByRole('link', { name });
    const size = await page.evaluate(
      async (path) => {
        const answer = await fetch(path);
        return [answer.headers.get('content-type'), (await answer.arrayBuffer()).byteLength];
      },
      (await link.getAttribute('href')) ?? '',
    );
    expect(size).toEqual(['application/pdf', pdf.length]);
    for (const scheme of ['light', 'dark']) {
      await page.evaluate(`document.documentElement.setAttribute('data-mantine-color-scheme', '${scheme}')`);
      expect(await findBarriers(page)).toEqual([]);
    }
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(width);

    // The page that was asked for comes by itself.
    await context.setOffline(false);
    await page.getByTestId('user-name').click();
    await page.getByTestId('sign-out').click();
    await page.waitForURL((url) => url.pathname !== '/applications');
    await expect.poll(() => countKept(page)).toBe(0);
  });

  it('is not found by the next person at the same browser, nor kept after its removal', async () => {
    const { page, context } = await stage.openBrowser();
    await stage.signIn(context, await phone.citizen(/^ordinary/, 3));
    await openFile(page);
    const button = page.getByTestId('keep-offline');
    await button.click();
    await page.locator('[data-testid=keep-offline][data-kept=true]').click();
    await page.locator('[data-testid=keep-offline][data-kept=false]').waitFor();
    // The list alone is left.
    await expect.poll(() => countKept(page)).toBe(1);
    await button.click();
    await page.getByTestId('kept-offline').waitFor();
    await expect.poll(() => countKept(page)).toBe(2);

    // The session of the first person ended without signing out.
    await context.clearCookies();
    await stage.signIn(context, await phone.citizen(/^ordinary/, 4));
    await page.goto(`${stage.origin}/home`);
    await waitUntilDrawn(page);
    await expect.poll(() => countKept(page)).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
  });
});
