import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPhone } from '../../server/test/citizens.ts';
import { findBarriers, findBarriersBothWays, openStage, type Stage } from './stage.ts';

const adminRole = 2;
let stage: Stage;

beforeAll(async () => {
  stage = await openStage({ env: { GOV_DEMO_SEED: 'true' } });
});
afterEach(() => stage.closeBrowsers());
afterAll(() => stage?.close());

const idOf = async (page: Page, list: string, code: string): Promise<string> => {
  const answer = await page.request.get(`${stage.origin}/api/v1/catalog/${list}`);
  const { data } = (await answer.json()) as { data: { items: { id: string; code: string }[] } };
  return data.items.find((item) => item.code === code)?.id ?? '';
};

async function openRegistrar(index: number) {
  const opened = await stage.openBrowser();
  const citizen = await createPhone(stage.world.sandbox).citizen(/^ordinary/, index);
  await stage.signIn(opened.context, citizen);
  await stage.giveRole(opened.context, citizen, adminRole);
  return opened;
}

const widthOf = (page: Page) => page.evaluate('document.documentElement.scrollWidth');

describe('a guide', () => {
  it.each(['mn-MN', 'en-US'])('leads a visitor step by step, and keeps the ticks (%s)', async (locale) => {
    const isMongolian = locale === 'mn-MN';
    const { page, traffic } = await stage.openBrowser({ locale });
    await page.goto(stage.origin);
    await page.getByTestId('event-MOVING').click();
    await page.getByRole('heading', { level: 1, name: isMongolian ? 'Нүүх' : 'Moving home' }).waitFor();
    const facts = page.getByTestId('guide-facts');
    await facts.getByText(isMongolian ? '25 500 ₮' : 'MNT 25,500').waitFor();
    await facts.getByText(isMongolian ? '7 хоног хүртэл' : 'Up to 7 days').waitFor();
    const steps = page.getByTestId('guide-step');
    expect(await steps.count()).toBe(5);
    const card = steps.nth(3);
    await card.locator('[data-source=issued]').getByRole('link').waitFor();
    await card.locator('[data-source=fetched]').waitFor();
    // A step that comes by itself has nothing to tick.
    expect(await steps.nth(1).getByRole('checkbox').count()).toBe(0);
    const box = steps.first().getByRole('checkbox');
    await box.focus();
    await page.keyboard.press('Space');
    const progress = page.getByTestId('guide-progress');
    await progress.filter({ hasText: isMongolian ? '4 алхмаас 1' : '1 of 4' }).waitFor();
    expect(await findBarriersBothWays(page)).toEqual([]);
    await page.reload();
    await progress.filter({ hasText: isMongolian ? '4 алхмаас 1' : '1 of 4' }).waitFor();
    await page
      .getByRole('button', { name: isMongolian ? 'Тэмдэглэгээг арилгах' : 'Remove my ticks' })
      .click();
    await progress.filter({ hasText: isMongolian ? '4 алхмаас 0' : '0 of 4' }).waitFor();
    expect(traffic.problems).toEqual([]);
  });

  it('shows a signed-in citizen which services were granted', async () => {
    const { page, context } = await stage.openBrowser({ viewport: { width: 320, height: 640 } });
    const citizen = await createPhone(stage.world.sandbox).citizen();
    await stage.signIn(context, citizen);
    const csrf = (await context.cookies()).find(({ name }) => name === 'tamga_csrf')?.value ?? '';
    const services = await context.request.get(`${stage.origin}/api/v1/gov/services?q=MN-0112-001`);
    const { data } = (await services.json()) as { data: { items: { id: string }[] } };
    const answer = await context.request.post(`${stage.origin}/api/v1/gov/applications`, {
      headers: { origin: stage.origin, 'x-tamga-csrf': decodeURIComponent(csrf) },
      data: { service_id: data.items[0]?.id },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    await page.goto(`${stage.origin}/guides/${await idOf(page, 'life-events', 'BIZ_START')}`);
    const step = page.getByTestId('guide-step').nth(1);
    await step.getByRole('link', { name: 'Tax clearance' }).waitFor();
    await step.getByTestId('step-done').waitFor();
    expect(await step.getByRole('checkbox').count()).toBe(0);
    expect(await widthOf(page)).toBe(320);
    await step.getByRole('link', { name: 'See your application' }).click();
    await page.waitForURL('**/applications/*');
  });

  it('says so where it does not exist, and hides events that lead nowhere', async () => {
    const { page } = await stage.openBrowser();
    await page.goto(`${stage.origin}/guides/${crypto.randomUUID()}`);
    await page.getByTestId('missing').waitFor();
    await page.goto(`${stage.origin}/services`);
    await page.getByTestId('event-BIRTH').waitFor();
    expect(await page.getByTestId('event-STUDYING').count()).toBe(0);
  });

  it.each(['mn-MN', 'en-US'])('is read without script (%s)', async (locale) => {
    const isMongolian = locale === 'mn-MN';
    const { page } = await stage.openBrowser({ locale, javaScriptEnabled: false });
    await page.goto(stage.origin);
    await page.waitForURL('**/?plain=1');
    await page.getByRole('link', { name: isMongolian ? 'Хүүхэд төрөх' : 'Having a child' }).click();
    await page
      .getByRole('heading', { level: 1, name: isMongolian ? 'Хүүхэд төрөх' : 'Having a child' })
      .waitFor();
    await page
      .getByRole('listitem')
      .filter({ hasText: isMongolian ? 'Эмнэлэг төрөлтийг мэдэгдэнэ' : 'The hospital reports the birth' })
      .getByText(isMongolian ? 'Өөрөө болно' : 'Comes by itself')
      .waitFor();
    await page
      .getByRole('link', { name: isMongolian ? 'Төрсний бүртгэлийн лавлагаа' : 'Birth record extract' })
      .click();
    await page.getByRole('heading', { level: 1, name: /Birth record|бүртгэлийн лавлагаа/ }).waitFor();
    const missing = await page.goto(`${stage.origin}/guides/${crypto.randomUUID()}?plain=1`);
    expect(missing?.status()).toBe(404);
  });
});

describe('a registrar', () => {
  it('writes the steps of a guide with the keyboard, and citizens see them at once', async () => {
    const { page, traffic } = await openRegistrar(5);
    await page.goto(`${stage.origin}/registry/life-events`);
    await page.getByTestId('row').filter({ hasText: 'Getting married' }).click();
    await page.getByTestId('event-steps').click();
    await page.getByText('No steps yet.').waitFor();
    await page.getByTestId('add-service-step').click();
    await page.getByText('Choose a service from the list first.').waitFor();
    await page.getByLabel('Service', { exact: true }).selectOption({ label: 'Marriage registration' });
    await page.getByTestId('add-service-step').press('Enter');
    await page.getByTestId('add-plain-step').press('Enter');
    const items = page.getByTestId('guide-steps').locator('> li');
    expect(await items.count()).toBe(2);
    await page.getByTestId('steps-save').click();
    const summary = page.getByTestId('error-summary');
    await summary.getByRole('link').first().click();
    await page.locator('input:focus').fill('Зөвлөгөө авах');
    await page.getByLabel('Title in English').fill('Get advice');
    await page.getByLabel('How it is done').selectOption('online');
    const up = page.getByRole('button', { name: 'Move up: Get advice' });
    await up.focus();
    await page.keyboard.press('Enter');
    await page.getByText('“Get advice” is now 1 of 2.').waitFor({ state: 'attached' });
    expect(await up.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true);
    expect(await findBarriersBothWays(page)).toEqual([]);
    await page.getByTestId('steps-save').click();
    await page.getByText('Saved. Citizens see it now.').waitFor();
    // The mouse moves it back.
    const handles = page.getByTestId('guide-steps-handle');
    await handles.first().dragTo(items.nth(1));
    await page.getByText('“Get advice” is now 2 of 2.').waitFor({ state: 'attached' });
    await page.getByTestId('steps-save').click();
    await page.getByText('Saved. Citizens see it now.').waitFor();
    await page.getByRole('link', { name: 'See the guide as a citizen' }).click();
    const steps = page.getByTestId('guide-step');
    await steps.nth(1).filter({ hasText: 'Get advice' }).waitFor();
    await steps.first().filter({ hasText: 'Marriage registration' }).waitFor();
    expect(traffic.problems).toEqual([]);
  });

  it('is told when a colleague changed the steps meanwhile, and edits them on a narrow screen', async () => {
    const { page, context } = await openRegistrar(6);
    const event = await idOf(page, 'life-events', 'BIRTH');
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`${stage.origin}/registry/life-events/${event}`);
    await page.getByTestId('guide-steps').waitFor();
    expect(await widthOf(page)).toBe(320);
    const colleague = await context.newPage();
    await colleague.goto(`${stage.origin}/registry/life-events/${event}`);
    await colleague
      .getByRole('button', { name: /^Remove:/ })
      .last()
      .click();
    await colleague.getByTestId('steps-save').click();
    await colleague.getByText('Saved. Citizens see it now.').waitFor();
    await page
      .getByRole('button', { name: /^Move down:/ })
      .first()
      .click();
    await page.getByTestId('steps-save').click();
    await page.getByText('Another person changed this while you were editing.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });
});
