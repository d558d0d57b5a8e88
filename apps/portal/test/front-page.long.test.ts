import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { measureFirstContent } from '../../../scripts/slow-phone.ts';
import { createPhone } from '../../server/test/citizens.ts';
import { findBarriers, findBarriersBothWays, openStage, type Stage } from './stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage({ env: { GOV_DEMO_SEED: 'true' } });
});
afterEach(() => stage.closeBrowsers());
afterAll(() => stage.close());

describe('a visitor on the front page', () => {
  it('finds a service by a few Latin letters and the keyboard alone', async () => {
    const { page, traffic } = await stage.openBrowser({ locale: 'mn-MN' });
    await page.goto(stage.origin);
    const field = page.getByTestId('front-search');
    await field.focus();
    await page.keyboard.type('hayagiin lav');
    const options = page.getByRole('option');
    await options.first().waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => options.first().getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Escape');
    await expect.poll(() => options.count()).toBe(0);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /хаягийн лавлагаа/i }).waitFor();
    expect(traffic.problems).toEqual([]);
  });

  it('gets pages that accept no text as HTML, and break no policy with or without script', async () => {
    const { page } = await stage.openBrowser();
    await page.goto(stage.origin);
    await page.getByTestId('used-service').first().waitFor();
    const write = (html: string) =>
      page.evaluate(`(() => {
        const element = document.createElement('div');
        try { element.innerHTML = ${JSON.stringify(html)}; } catch (error) { return String(error); }
        return element.innerHTML;
      })()`);
    const styleOf = (name: string) => page.evaluate(`getComputedStyle(document.body).${name}`);
    expect(await write('<img src=x onerror=alert(1)>')).toMatch(/TypeError/);
    expect(await write('plain')).toBe('plain');
    const background = await styleOf('backgroundColor');
    await page.goto(`${stage.origin}/services?plain=1`);
    expect(await styleOf('maxWidth')).not.toBe('none');
    await page.goto(`${stage.origin}/help`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // The variables of the theme are there: a style that the policy refuses would leave the page white.
    expect(await styleOf('backgroundColor')).toBe(background);
    await page.goto(`${stage.server.url}/swagger/`);
    await page.locator('.swagger-ui .info').waitFor();
  });

  it('gets everything that was found by Enter, and is told when nothing was', async () => {
    const { page } = await stage.openBrowser();
    await page.goto(stage.origin);
    await page.getByTestId('front-search').fill('zzzz');
    await page.keyboard.press('Enter');
    await page.getByTestId('nothing-found').waitFor();
    expect(new URL(page.url()).search).toBe('?q=zzzz');
  });

  it('loads less than 150 kB of compressed script, and no overflow at 320 points', async () => {
    const { page, traffic } = await stage.openBrowser({ viewport: { width: 320, height: 640 } });
    await page.goto(stage.origin);
    await page.getByTestId('used-service').first().waitFor();
    expect(await traffic.scriptBytes()).toBeLessThan(150_000);
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    expect(await findBarriersBothWays(page)).toEqual([]);
  });

  it.each(['help', 'privacy', 'accessibility', 'terms', 'status'])(
    'reads /%s without a barrier',
    async (path) => {
      const { page, traffic } = await stage.openBrowser();
      await page.goto(stage.origin);
      await page
        .getByRole('contentinfo')
        .getByRole('link', { name: new RegExp(`^${path}$`, 'i') })
        .click();
      await page.waitForURL(`**/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await findBarriersBothWays(page)).toEqual([]);
      expect(traffic.problems).toEqual([]);
    },
  );
});

describe('the front page on a slow phone', () => {
  it.each([
    ['mn-MN', 'light'],
    ['en-US', 'dark'],
  ] as const)('is read and searched before any script has come (%s, %s)', async (locale, colorScheme) => {
    const { page } = await stage.openBrowser({ locale, colorScheme, viewport: { width: 390, height: 780 } });
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(stage.origin);
    await page
      .getByRole('heading', { level: 1, name: locale === 'mn-MN' ? /нэг хаалга/ : /One door/ })
      .waitFor();
    await expect.poll(() => page.evaluate('document.documentElement.lang')).toBe(locale.slice(0, 2));
    await expect
      .poll(() => page.evaluate('document.documentElement.dataset.mantineColorScheme'))
      .toBe(colorScheme);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('front-search').fill('хаяг');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === '/services' && url.searchParams.get('q') === 'хаяг');
  });

  it('keeps what was typed, and the focus, when the app takes over', async () => {
    const { page } = await stage.openBrowser();
    const typed = Promise.withResolvers<void>();
    await page.route('**/assets/index-*.js', async (route) => {
      await typed.promise;
      await route.continue();
    });
    await page.goto(stage.origin, { waitUntil: 'commit' });
    await page.getByTestId('front-search').focus();
    await page.keyboard.type('proof of resid');
    typed.resolve();
    await page.getByRole('option', { name: /Proof of residence/ }).waitFor();
    await page.keyboard.type('ence');
    await expect.poll(() => page.getByTestId('front-search').inputValue()).toBe('proof of residence');
  });

  it('waits for no file, and is shown soon after a page of plain text', async () => {
    const { context } = await stage.openBrowser();
    const browser = context.browser();
    if (browser === null) throw new Error('no browser');
    const address = { 'x-forwarded-for': '10.8.0.1' };
    const plain: number[] = [];
    const front: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      plain.push((await measureFirstContent(browser, `${stage.origin}/?plain=1`, address)).ms);
      const shown = await measureFirstContent(browser, stage.origin, address);
      expect(shown.awaited).toEqual([]);
      expect(shown.bytes).toBeLessThan(25_000);
      front.push(shown.ms);
    }
    expect(Math.min(...front) / Math.min(...plain)).toBeLessThan(3);
  });

  it('shows a signed-in person no page of a visitor', async () => {
    const { page, context } = await stage.openBrowser();
    await stage.signIn(context, await createPhone(stage.world.sandbox).citizen(/^ordinary/, 1));
    await page.route('**/assets/index-*.js', () => new Promise(() => undefined));
    await page.goto(stage.origin, { waitUntil: 'commit' });
    // The last line of the document has been read.
    await page.locator('body > noscript').waitFor({ state: 'attached' });
    await expect.poll(() => page.getByRole('heading').count()).toBe(0);
  });
});

describe('Ctrl+K', () => {
  it('leads to any page by its name in either language, and to a service', async () => {
    const { page, context } = await stage.openBrowser();
    const citizen = await createPhone(stage.world.sandbox).citizen(/^ordinary/, 1);
    await stage.signIn(context, citizen);
    await page.goto(`${stage.origin}/home`);
    await page.getByTestId('navigation').waitFor();
    await page.keyboard.press('Control+k');
    const field = page.getByTestId('go-anywhere').getByRole('combobox');
    await field.fill('цаг зах');
    await page.getByRole('option', { name: /Appointments/ }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/appointments');
    await page.keyboard.press('Control+k');
    await field.fill('proof of residence');
    await page
      .getByTestId('go-anywhere')
      .getByRole('option', { name: /Proof of residence/ })
      .click();
    await page.getByRole('heading', { level: 1, name: 'Proof of residence' }).waitFor();
    // A citizen is offered no page of administrators.
    await page.keyboard.press('Control+k');
    await field.fill('audit');
    await page.getByText('Nothing was found.').waitFor();
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
  });
});

describe('a browser without script', () => {
  it.each(['mn-MN', 'en-US'])('finds a service and reads what it needs (%s)', async (locale) => {
    const isMongolian = locale === 'mn-MN';
    const { page } = await stage.openBrowser({ locale, javaScriptEnabled: false });
    await page.goto(stage.origin);
    await page.waitForURL('**/?plain=1');
    await page.getByRole('searchbox').fill('<b>"хаяг');
    await page.getByRole('button').click();
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('<b>"хаяг');
    await page
      .getByRole('link', { name: isMongolian ? 'Оршин суугаа хаягийн лавлагаа' : 'Proof of residence' })
      .click();
    await page.getByRole('heading', { level: 1, name: /хаягийн лавлагаа|Proof of residence/ }).waitFor();
    await page.getByText(isMongolian ? '500 ₮' : 'MNT 500').waitFor();
    await page.getByRole('link', { name: isMongolian ? 'English' : 'Монгол' }).click();
    await page.getByText(isMongolian ? 'MNT 500' : '500 ₮').waitFor();
    await page.goto(`${stage.origin}/login`);
    await page.getByRole('heading', { name: /JavaScript/ }).waitFor();
    expect((await page.goto(`${stage.origin}/services/${crypto.randomUUID()}?plain=1`))?.status()).toBe(404);
  });
});

describe('an announcement', () => {
  it('is written by an administrator, stands on every page, and leaves when it is deleted', async () => {
    const { page, context } = await stage.openBrowser();
    const citizen = await createPhone(stage.world.sandbox).citizen();
    await stage.signIn(context, citizen);
    await stage.giveRole(context, citizen, 2);
    const data = await context.newPage();
    await data.goto(`${stage.origin}/help`);
    await data.getByRole('link', { name: 'Open data' }).click();
    await data.getByText('"items"').waitFor();
    await page.goto(`${stage.origin}/administration/announcements`);
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('alert').getByRole('link').first().waitFor();
    await page.getByLabel('Title (Mongolian)').fill('Төлбөр түр ажиллахгүй');
    await page.getByLabel('Title (English)').fill('Payments are down');
    await page.getByLabel('Details (Mongolian)').fill('16 цагт сэргэнэ.');
    await page.getByLabel('Details (English)').fill('They return at 16:00.');
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByTestId('announcements').getByText('Payments are down').waitFor();
    expect(await findBarriersBothWays(page)).toEqual([]);

    const visitor = (await stage.openBrowser({ locale: 'mn-MN' })).page;
    await visitor.goto(`${stage.origin}/services`);
    await visitor.getByTestId('announcements').getByText('Төлбөр түр ажиллахгүй').waitFor();
    expect(await findBarriers(visitor)).toEqual([]);

    await page.getByRole('button', { name: 'Delete “Payments are down”' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByTestId('announcements').waitFor({ state: 'detached' });
    await visitor.reload();
    await visitor.getByTestId('service').first().waitFor();
    await expect.poll(() => visitor.getByTestId('announcements').count()).toBe(0);
  });

  it('of maintenance makes the platform read-only, and says so where somebody changes something', async () => {
    const { page, context } = await stage.openBrowser();
    const citizen = await createPhone(stage.world.sandbox).citizen(/^ordinary/, 3);
    await stage.signIn(context, citizen);
    await stage.giveRole(context, citizen, 2);
    await page.goto(`${stage.origin}/administration/announcements`);
    await page.getByLabel('Kind').selectOption('maintenance');
    await page.getByLabel('Title (Mongolian)').fill('Засвар');
    await page.getByLabel('Title (English)').fill('Maintenance');
    await page.getByLabel('Read-only during this time').check();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Read-only maintenance needs an end').first().waitFor();
    const starts = await page.getByLabel('Starts').inputValue();
    const ends = new Date(Date.parse(`${starts}Z`) + 2 * 3_600_000).toISOString().slice(0, 16);
    await page.getByLabel('Ends').fill(ends);
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog').getByText('sending applications').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    const age = (minutes: number) =>
      stage.world.database.query(
        'update sessions set created_at = now() - make_interval(mins => $1) where ended_at is null',
        [minutes],
      );
    await age(20);
    await page.getByTestId('confirm-yes').click();
    await page.getByTestId('step-up').waitFor();
    await page.keyboard.press('Escape');
    await page.getByTestId('confirm-yes').waitFor();
    await age(0);
    await page.getByTestId('confirm-yes').click();
    await page.getByTestId('announcements').getByText('not send or change anything').waitFor();
    await page.getByTestId('read-only-mark').getByText('Read-only now').waitFor();
    expect(await findBarriersBothWays(page)).toEqual([]);
    await page.goto(`${stage.origin}/administration/appearance`);
    await page.getByTestId('save-appearance').click();
    await page.getByText('Nothing was sent. Try again later.').first().waitFor();
    await page.goto(`${stage.origin}/administration/announcements`);
    await page.getByTestId('end-announcement').click();
    await page.getByTestId('confirm-yes').click();
    await page.getByTestId('read-only-mark').getByText('Read-only', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Delete “Maintenance”' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByTestId('announcements').waitFor({ state: 'detached' });
  });
});
