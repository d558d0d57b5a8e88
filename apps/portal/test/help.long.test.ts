import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPhone } from '../../server/test/citizens.ts';
import { topicKeys } from '../src/features/help/topic.ts';
import { findBarriers, findBarriersBothWays, openStage, type Stage } from './stage.ts';

let stage: Stage;
/** Any role of the installation may be given the permission. */
const helperRole = 300;

beforeAll(async () => {
  stage = await openStage({ env: { KNOWLEDGE_SEED: 'true' } });
  await stage.world.database.query(
    `with helper as (insert into roles (id, key, name) values (${helperRole}, 'helper', 'Helper') returning id)
     insert into role_permissions (role_id, permission) select id, 'support.manage' from helper`,
  );
});
afterEach(() => stage.closeBrowsers());
afterAll(() => stage.close());

describe('the help', () => {
  it.each([
    ['mn-MN', 'utsaa gee', 'Утсаа гээчихлээ'],
    ['en-US', 'stolen ph', 'I lost my phone'],
  ])('answers by a few letters and the keyboard alone (%s)', async (locale, typed, title) => {
    const { page, traffic } = await stage.openBrowser({ locale });
    await page.goto(`${stage.origin}/help`);
    await page.getByTestId('help-search').focus();
    await page.keyboard.type(typed);
    await page.getByRole('option').first().waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/help/lost-phone');
    expect(await findBarriersBothWays(page)).toEqual([]);
    expect(traffic.problems).toEqual([]);
  });

  it('lists what Enter finds, says when nothing fits, and shows all again', async () => {
    const { page } = await stage.openBrowser();
    await page.goto(`${stage.origin}/help`);
    await page.getByTestId('help-search').fill('zzzz');
    await page.keyboard.press('Enter');
    await page.getByTestId('nothing-found').waitFor();
    expect(await findBarriersBothWays(page)).toEqual([]);
    await page.getByRole('link', { name: 'Show all' }).click();
    await page.getByTestId('topic').first().waitFor();
    await expect.poll(() => page.getByTestId('topic').count()).toBe(topicKeys.length);
  });

  it.each([
    ['en-US', 'how do I check a certificate', 1280],
    ['mn-MN', 'лавлагаа шалгах', 320],
  ])('finds articles too, and opens the section that answers (%s)', async (locale, sought, width) => {
    const { page, traffic } = await stage.openBrowser({ locale, viewport: { width, height: 800 } });
    await page.goto(`${stage.origin}/help`);
    const links = page.getByTestId('articles').getByRole('link');
    await expect.poll(() => links.count()).toBeGreaterThan(30);
    await page.getByTestId('help-search').fill(sought);
    await page.keyboard.press('Enter');
    const section = page.getByTestId('articles').locator('a[href^="/help/articles/"][href*="#"]').first();
    const inside = (await section.getAttribute('href')) ?? '';
    await expect.poll(() => links.count()).toBeLessThan(10);
    await page.goto(`${stage.origin}${inside}`);
    await page.getByTestId('article').getByRole('heading', { level: 1 }).waitFor();
    await page.locator(inside.slice(inside.indexOf('#'))).waitFor();
    expect(await findBarriersBothWays(page)).toEqual([]);
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect(traffic.problems).toEqual([]);
    await page.goto(`${stage.origin}/help/articles/nothing-of-this-name`);
    await page.getByTestId('missing').waitFor();
  });

  it('fits 320 points, and an unknown topic is not found', async () => {
    const { page } = await stage.openBrowser({ viewport: { width: 320, height: 640 } });
    for (const path of ['/help', '/help/appeal']) {
      await page.goto(`${stage.origin}${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    }
    await page.goto(`${stage.origin}/help/nowhere`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.getByRole('link', { name: 'Search the help' }).click();
    await page.waitForURL('**/help');
  });

  it('is offered where a person signs in', async () => {
    const { page } = await stage.openBrowser();
    await page.goto(`${stage.origin}/login`);
    await page.getByRole('link', { name: 'I have no eID' }).click();
    await page.getByRole('heading', { level: 1, name: 'I have no eID' }).waitFor();
  });

  it.each([
    ['mn-MN', 'gomdol', 'Гомдол яаж гаргах вэ'],
    ['en-US', 'appeal', 'How to appeal'],
  ])('can be searched and read without script (%s)', async (locale, typed, title) => {
    const { page } = await stage.openBrowser({ locale, javaScriptEnabled: false });
    await page.goto(`${stage.origin}/help`);
    await page.waitForURL('**/help?plain=1');
    await page.getByRole('searchbox').fill(typed);
    await page.getByRole('button').click();
    await page.getByRole('link', { name: title }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    expect((await page.goto(`${stage.origin}/help/nowhere?plain=1`))?.status()).toBe(404);
  });

  it.each([
    ['mn-MN', 'дэлгэц уншигч', 'Хэл солих, хүртээмж'],
    ['en-US', 'screen reader', 'Language and accessibility'],
  ])('leads to its articles without script (%s)', async (locale, typed, title) => {
    const { page } = await stage.openBrowser({ locale, javaScriptEnabled: false });
    await page.goto(`${stage.origin}/help`);
    await page.getByRole('searchbox').fill(typed);
    await page.getByRole('button').click();
    await page.locator('a[href^="/help/articles/accessibility-and-language"]').first().click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    expect((await page.goto(`${stage.origin}/help/articles/nowhere?plain=1`))?.status()).toBe(404);
  });
});

describe('the contact form', () => {
  it.each([
    ['mn-MN', 'Тусламжид бичих', 'Төлбөр', 'Илгээх'],
    ['en-US', 'Contact support', 'Payment', 'Send'],
  ])(
    'takes a visitor’s question by the keyboard alone and gives a number (%s)',
    async (locale, title, topic, send) => {
      const { page, traffic } = await stage.openBrowser({ locale, viewport: { width: 320, height: 640 } });
      await page.goto(`${stage.origin}/help/contact?page=/payments`);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await page.getByTestId('send').focus();
      await page.keyboard.press('Enter');
      const summary = page.getByTestId('error-summary');
      await summary.waitFor();
      await expect.poll(() => summary.getByRole('link').count()).toBe(3);
      expect(await findBarriersBothWays(page)).toEqual([]);
      await page.locator('#topic').selectOption({ label: topic });
      await page.locator('#text').focus();
      await page.keyboard.type('I paid, but it is not shown.');
      await page.keyboard.press('Tab');
      await expect.poll(() => page.locator('#page').inputValue()).toBe('/payments');
      await page.keyboard.press('Tab');
      await page.keyboard.type('visitor@example.mn');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.getByTestId('received').waitFor();
      await expect.poll(() => page.getByTestId('case-number').innerText()).toMatch(/^CONTACT-\d{4}-\d{6}$/);
      await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('received');
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320);
      expect(await findBarriersBothWays(page)).toEqual([]);
      await page.getByRole('button', { name: send }).waitFor({ state: 'detached' });
      expect(traffic.problems).toEqual([]);
    },
  );

  it('opens a case that support answers, that the sender reads and continues', async () => {
    const phone = createPhone(stage.world.sandbox);
    const sender = await stage.openBrowser();
    await stage.signIn(sender.context, await phone.citizen(/^ordinary/, 0));
    await sender.page.goto(`${stage.origin}/help/contact`);
    await sender.page.getByLabel('What it is about').selectOption('data');
    await sender.page.getByLabel('What happened').fill('My name is wrong.');
    await sender.page.getByTestId('send').click();
    const number = await sender.page.getByTestId('case-number').innerText();

    const staff = await stage.openBrowser();
    const helper = await phone.citizen(/^ordinary/, 1);
    await stage.signIn(staff.context, helper);
    await stage.giveRole(staff.context, helper, helperRole);
    await staff.page.goto(`${stage.origin}/support`);
    await staff.page.getByTestId('filter-search').fill(number);
    await staff.page.getByRole('button', { name: number }).click();
    await staff.page.getByText('My name is wrong.').last().waitFor();
    expect(await findBarriersBothWays(staff.page)).toEqual([]);
    await staff.page.getByTestId('take').click();
    await staff.page.getByTestId('case-done').getByText('The holder was changed.').waitFor();
    await staff.page.getByRole('textbox', { name: 'Answer' }).fill('Have the register corrected.');
    await staff.page.getByTestId('answer').click();
    await staff.page.getByTestId('case-done').getByText('The answer was saved.').waitFor();

    await sender.page.goto(`${stage.origin}/notifications`);
    await sender.page.getByText('Support answered you').first().waitFor();
    await sender.page.goto(`${stage.origin}/help/cases`);
    await sender.page.getByRole('link', { name: number }).waitFor();
    expect(await findBarriersBothWays(sender.page)).toEqual([]);
    await sender.page.getByRole('link', { name: number }).click();
    await sender.page.getByText('Have the register corrected.').waitFor();
    expect(await findBarriersBothWays(sender.page)).toEqual([]);
    await sender.page.getByLabel('Write more').fill('Thank you.');
    await sender.page.getByTestId('send').click();
    await expect.poll(() => sender.page.getByTestId('message').count()).toBe(3);

    await staff.page.reload();
    await staff.page.getByText('Thank you.').waitFor();
    await staff.page.getByRole('button', { name: 'Close the case', exact: true }).click();
    await staff.page.getByRole('button', { name: 'Open again' }).waitFor();
    await sender.page.reload();
    await sender.page.getByText('This question is closed.').waitFor();
    expect([...sender.traffic.problems, ...staff.traffic.problems]).toEqual([]);
  });
});

describe('feedback on a page', () => {
  it('is given by the keyboard alone without a person, and read by administrators', async () => {
    const reader = await stage.openBrowser({ viewport: { width: 320, height: 640 } });
    await reader.page.goto(`${stage.origin}/help/cannot-pay`);
    const asked = reader.page.getByTestId('page-feedback');
    await asked.getByRole('button', { name: 'No' }).focus();
    await reader.page.keyboard.press('Enter');
    await asked.getByText('Thank you.').waitFor();
    await reader.page.keyboard.press('Tab');
    await reader.page.keyboard.type('Say which banks work. Call 99112233.');
    expect(await findBarriersBothWays(reader.page)).toEqual([]);
    await asked.getByRole('textbox').focus();
    await reader.page.keyboard.press('Tab');
    await reader.page.keyboard.press('Enter');
    await asked.getByText('Sent. Thank you.').waitFor();
    await expect.poll(() => reader.page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    // Another page asks again, and a step of a sign-in does not.
    await reader.page.getByRole('link', { name: 'All help' }).click();
    await asked.getByRole('button', { name: 'Yes' }).waitFor();
    await reader.page.goto(`${stage.origin}/login`);
    await reader.page.getByTestId('sign-in').waitFor();
    await expect.poll(() => asked.count()).toBe(0);

    const { page, context } = await stage.openBrowser();
    const admin = await createPhone(stage.world.sandbox).citizen(/^ordinary/, 2);
    await stage.signIn(context, admin);
    await stage.giveRole(context, admin, 2);
    await page.goto(`${stage.origin}/administration/feedback`);
    await page.getByRole('button', { name: '/help/cannot-pay' }).click();
    await page.getByText('Say which banks work. Call ….').waitFor();
    expect(await findBarriersBothWays(page)).toEqual([]);
    const download = page.waitForEvent('download');
    await page.getByTestId('save-csv').first().click();
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  });
});
