import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPhone, type Phone } from '../../server/test/citizens.ts';
import { advance, stepOf } from './apply-steps.ts';
import { findCollisions } from './collisions.ts';
import { findBarriers, findBarriersBothWays, openStage, type Stage, waitUntilDrawn } from './stage.ts';

let stage: Stage;
let phone: Phone;

beforeAll(async () => {
  stage = await openStage({ env: { GOV_DEMO_SEED: 'true' } });
  phone = createPhone(stage.world.sandbox);
});
afterEach(() => stage.closeBrowsers());
afterAll(() => stage?.close());

const identityCard = 'MN-0133-001';

async function findService(page: Page, code: string): Promise<string> {
  const answer = await page.context().request.get(`${stage.origin}/api/v1/catalog/services?q=${code}`);
  const { data } = (await answer.json()) as { data: { items: { id: string; code: string }[] } };
  return data.items.find((each) => each.code === code)?.id ?? '';
}

const focused = (page: Page) =>
  page.evaluate<string>('document.activeElement?.id || document.activeElement?.textContent || ""');
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
/** Presses Tab until this element has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  const target = page.locator(`${selector}:focus`);
  for (let pressed = 0; pressed < 40; pressed += 1) {
    await page.keyboard.press('Tab');
    if ((await target.count()) > 0) return;
  }
  throw new Error(`Tab does not reach ${selector}`);
}
const goOnByKeyboard = async (page: Page, next: string) => {
  await tabTo(page, '[data-testid=next]');
  await press(page, 'Enter');
  await stepOf(page, next).waitFor();
  await expect.poll(() => focused(page)).toBe('step-title');
};

describe('the form of a service', () => {
  it('asks one section per page, by keyboard alone, and goes back without loss', async () => {
    const { page, context, traffic } = await stage.openBrowser();
    await stage.signIn(context, await phone.citizen(/^ordinary/, 2));
    const card = await findService(page, identityCard);
    await page.goto(`${stage.origin}/services/${card}/apply`);
    await stepOf(page, '1').waitFor();
    await expect.poll(() => page.title()).toMatch(/^Step 1 of 7: Order – Apply: Identity card order/);
    await tabTo(page, '#answer-reason');
    await page.keyboard.type('Lost');
    // The answer opens one more page.
    await expect.poll(() => page.title()).toMatch(/^Step 1 of 8: Order/);
    await goOnByKeyboard(page, '2');
    await expect.poll(() => page.title()).toMatch(/^Step 2 of 8: Loss or damage/);
    expect(new URL(page.url()).searchParams.get('step')).toBe('2');

    // An empty page is refused with its own errors alone.
    await tabTo(page, '[data-testid=next]');
    await press(page, 'Enter');
    const summary = page.getByTestId('error-summary');
    await summary.waitFor();
    expect(await summary.getByRole('link').count()).toBe(1);
    expect(await findBarriers(page)).toEqual([]);
    await press(page, 'Tab', 'Enter');
    await page.keyboard.type('In the market');
    await goOnByKeyboard(page, '3');

    // The browser's back and forward are the steps; no answer is lost.
    await page.goBack();
    await stepOf(page, '2').waitFor();
    expect(await page.getByTestId('answer-circumstances').inputValue()).toBe('In the market');
    await page.goBack();
    await stepOf(page, '1').waitFor();
    expect(await page.getByTestId('answer-reason').inputValue()).toBe('lost');
    await tabTo(page, '#answer-reason');
    await page.keyboard.type('My first');
    await expect.poll(() => page.getByTestId('steps').getByRole('listitem').count()).toBe(7);
    await goOnByKeyboard(page, '3');
    // An earlier step is a link.
    await page.getByTestId('steps').getByRole('link', { name: 'Order' }).press('Enter');
    await stepOf(page, '1').waitFor();
    expect(traffic.problems).toEqual([]);
  });

  it('leads from the check to each step with an error, and back', async () => {
    const { page, context, traffic } = await stage.openBrowser();
    await stage.signIn(context, await phone.citizen(/^ordinary/, 5));
    await page.goto(`${stage.origin}/services/${await findService(page, 'MN-0310-001')}/apply?step=review`);
    await stepOf(page, 'review').waitFor();
    await page.getByTestId('next').click();
    await stepOf(page, '1').waitFor();
    const summary = page.getByTestId('error-summary');
    await summary.getByRole('link', { name: /Purpose/ }).waitFor();
    expect(await summary.textContent()).not.toContain('Phone');
    await page.getByTestId('answer-purpose').selectOption('visa');
    await page.getByLabel('English').check();
    await advance(page);
    await stepOf(page, '2').waitFor();
    await summary.getByRole('link', { name: /Phone/ }).waitFor();
    await page.getByTestId('answer-phone').fill('99112233');
    await advance(page);
    await page.getByTestId('answer-declared').check();
    await advance(page);
    await summary.getByRole('link', { name: /Signed application/ }).waitFor();
    await page
      .getByTestId('paper-input-application')
      .setInputFiles([{ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 ') }]);
    await page.getByTestId('draft-paper').waitFor();
    await advance(page);
    await stepOf(page, 'review').waitFor();

    // A change returns to the check, also when it leads to a new question.
    await page.getByTestId('change-2').click();
    await page.getByTestId('answer-phone').fill('88');
    await page.getByTestId('next').click();
    await summary.getByRole('link', { name: /Phone/ }).waitFor();
    await page.getByTestId('answer-phone').fill('88112233');
    await advance(page);
    await stepOf(page, 'review').waitFor();
    await page.getByText('88112233').waitFor();
    await page.getByTestId('change-1').click();
    await page.getByTestId('answer-purpose').selectOption('other');
    await page.getByTestId('next').click();
    await summary.getByRole('link').first().waitFor();
    await page.getByTestId('answer-purpose_details').fill('A club');
    await advance(page);
    await stepOf(page, 'review').waitFor();
    await page.getByText('A club').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(traffic.problems).toEqual([]);
  });

  it.each([
    ['mn-MN', 390, 1],
    ['mn-MN', 320, 3],
    ['en-US', 320, 4],
    ['en-US', 1280, 6],
  ])('has no barrier and no overlap on any step (%s, %i px)', async (locale, width, nth) => {
    const { page, context, traffic } = await stage.openBrowser({ locale, viewport: { width, height: 800 } });
    await stage.signIn(context, await phone.citizen(/^ordinary/, nth));
    const card = await findService(page, identityCard);
    await page.goto(`${stage.origin}/services/${card}/apply`);
    await stepOf(page, '1').waitFor();
    await page.getByTestId('answer-reason').selectOption('damaged');
    await page.locator('[data-testid=draft-state][data-state=saved]').waitFor();
    for (const key of ['1', '2', '3', '4', '5', '6', 'papers', 'review']) {
      await page.goto(`${stage.origin}/services/${card}/apply?step=${key}`);
      await stepOf(page, key).waitFor();
      await waitUntilDrawn(page);
      expect(await findCollisions(page), key).toEqual([]);
      expect(width === 1280 ? await findBarriersBothWays(page) : await findBarriers(page), key).toEqual([]);
    }
    expect(traffic.problems).toEqual([]);
  });
});
