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

async function openRegistrar(index: number, options = {}) {
  const opened = await stage.openBrowser(options);
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
    await expect.poll(() => steps.count()).toBe(5);
    const card = steps.nth(3);
    await card.locator('[data-source=issued]').getByRole('link').waitFor();
    await card.locator('[data-source=fetched]').waitFor();
    // A step that comes by itself has nothing to tick.
    await expect.poll(() => steps.nth(1).getByRole('checkbox').count()).toBe(0);
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
    await expect.poll(() => step.getByRole('checkbox').count()).toBe(0);
    await expect.poll(() => widthOf(page)).toBe(320);
    await step.getByRole('link', { name: 'See your application' }).click();
    await page.waitForURL('**/applications/*');
  });

  it('says so where it does not exist, and hides events that lead nowhere', async () => {
    const { page } = await stage.openBrowser();
    await page.goto(`${stage.origin}/guides/${crypto.randomUUID()}`);
    await page.getByTestId('missing').waitFor();
    await page.goto(`${stage.origin}/services`);
    await page.getByTestId('event-BIRTH').waitFor();
    await expect.poll(() => page.getByTestId('event-STUDYING').count()).toBe(0);
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
    await expect.poll(() => items.count()).toBe(2);
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
    await expect
      .poll(() => up.evaluate((button) => button === button.ownerDocument.activeElement))
      .toBe(true);
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
    await expect.poll(() => widthOf(page)).toBe(320);
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

describe('the form builder', () => {
  const openForm = async (page: Page, code: string) => {
    const answer = await page.request.get(`${stage.origin}/api/v1/registry/services?q=${code}`);
    const { data } = (await answer.json()) as { data: { items: { id: string }[] } };
    const id = data.items[0]?.id ?? '';
    await page.goto(`${stage.origin}/registry/services/${id}?part=form`);
    return id;
  };
  const storedForm = async (page: Page, id: string) => {
    const answer = await page.request.get(`${stage.origin}/api/v1/registry/services/${id}`);
    // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
    return ((await answer.json()) as any).data.form;
  };

  it('makes a form without JSON, previews it as citizen and officer, and saves it', async () => {
    const { page, traffic } = await openRegistrar(3);
    const id = await openForm(page, 'MN-0721-001');
    await page.getByTestId('start-form').press('Enter');
    await page.getByRole('button', { name: 'Edit: Group 1' }).press('Enter');
    await page.getByLabel('Name of the group in Mongolian').fill('Асуулт');
    await page.getByLabel('Name of the group in English').fill('Questions');
    await page.getByLabel('Kind of question').selectOption('choice');
    await page.getByTestId('add-question').press('Enter');
    // The new question opens with the focus in its title.
    await page.locator('#question-question_1-title-mn:focus').fill('Хэл');
    await page.locator('#question-question_1-title-en').fill('Language');
    await page.getByLabel('Choice in Mongolian').fill('Монгол');
    await page.getByLabel('Choice in English').fill('Mongolian');
    await page.getByLabel('Value', { exact: true }).fill('mn');
    await page.getByLabel('Value', { exact: true }).blur();
    await page.getByRole('button', { name: 'Add a choice' }).press('Enter');
    await page.getByLabel('Choice in Mongolian').last().fill('Бусад');
    await page.getByLabel('Choice in English').last().fill('Other');
    await page.getByLabel('Kind of question').selectOption('text');
    await page.getByTestId('add-question').click();
    await page.locator('#question-question_2-title-mn:focus').fill('Аль хэл');
    await page.locator('#question-question_2-title-en').fill('Which language');
    await page.getByLabel('When it is asked').last().selectOption({ label: 'Depends on: Language' });
    await page
      .getByRole('group', { name: 'If the answer is one of these' })
      .getByLabel('Mongolian')
      .waitFor();
    await page.getByLabel('Other', { exact: true }).first().check();
    await page
      .getByRole('group', { name: 'If the answer is one of these' })
      .getByLabel('Mongolian')
      .uncheck();
    await page.getByLabel('Kind of question').selectOption('choices');
    await page.getByTestId('add-question').click();
    await page.locator('#question-question_3-title-mn:focus').fill('Юунд');
    await page.locator('#question-question_3-title-en').fill('Used for');
    await page.getByLabel('Choice in Mongolian').fill('Ажилд');
    await page.getByLabel('Choice in English').fill('Work');
    await page.getByTestId('add-paper').press('Enter');
    await page.getByLabel('Paper in Mongolian').fill('Зураг');
    await page.getByLabel('Paper in English').fill('Photo');
    expect(await findBarriersBothWays(page)).toEqual([]);

    const citizen = page.getByTestId('preview-citizen');
    await citizen.getByLabel('Language').selectOption({ label: 'Mongolian' });
    await expect.poll(() => citizen.getByLabel('Which language').count()).toBe(0);
    await citizen.getByLabel('Language').selectOption({ label: 'Other' });
    await citizen.getByLabel('Which language').fill('Kazakh');
    await citizen.getByLabel('Work').check();
    await citizen.getByText('Photo, required').waitFor();
    await page.getByTestId('form-view-officer').check();
    const officer = page.getByTestId('preview-officer');
    for (const text of ['Other', 'Kazakh', 'Work']) await officer.getByText(text, { exact: true }).waitFor();
    await page.getByTestId('save').click();
    await page.getByTestId('save').waitFor({ state: 'detached' });
    await expect
      .poll(() => storedForm(page, id))
      .toMatchObject({
        properties: {
          question_1: { type: 'string', enum: ['mn', 'option_1'] },
          question_2: { 'x-when': { field: 'question_1', is: ['option_1'] }, 'x-required': true },
          question_3: { type: 'array', items: { enum: ['option_1'] } },
        },
        required: ['question_1', 'question_3'],
        'x-papers': [{ key: 'paper_1', required: true }],
      });
    expect(traffic.problems).toEqual([]);
  });

  it('keeps pasted JSON, compares with the published form, and moves questions by keyboard at 320 points', async () => {
    const { page } = await openRegistrar(4);
    await page.setViewportSize({ width: 320, height: 640 });
    const id = await openForm(page, 'MN-0411-001');
    const before = await storedForm(page, id);
    await page.getByTestId('form-groups').waitFor();
    await expect.poll(() => widthOf(page)).toBe(320);
    const second = before['x-sections'][0].fields[1];
    const title = before.properties[second]['x-title'].en;
    await page.getByRole('button', { name: `Move up: ${title}` }).press('Enter');
    await page.getByTestId('form-changes').getByText('Compare with published version').click();
    await page.getByTestId('form-changes').getByText('Now').waitFor();
    await page.getByTestId('form-mode-json').check();
    const text = await page.getByTestId('field-form').inputValue();
    const moved = JSON.parse(text);
    expect(moved['x-sections'][0].fields.slice(0, 2)).toEqual([second, before['x-sections'][0].fields[0]]);
    expect(moved.properties).toEqual(before.properties);
    await page.getByTestId('field-form').fill('{"type": "object"}');
    await page.getByTestId('form-mode-build').check();
    await page.getByText('The builder cannot read this form.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  it('works in Mongolian on a phone, as do the steps of a guide', async () => {
    const phone = { locale: 'mn-MN', viewport: { width: 390, height: 844 } };
    const { page, traffic } = await openRegistrar(6, phone);
    await openForm(page, 'MN-1090-001');
    await page.getByRole('button', { name: 'Маягт эхлүүлэх' }).press('Enter');
    await page.getByRole('button', { name: 'Засах: Бүлэг 1' }).press('Enter');
    await page.getByLabel('Бүлгийн нэр', { exact: true }).fill('Хүсэлт');
    await page.getByLabel('Бүлгийн нэр, англиар').fill('Request');
    await page.getByLabel('Асуултын төрөл').selectOption({ label: 'Тийм, үгүй' });
    await page.getByRole('button', { name: 'Асуулт нэмэх' }).press('Enter');
    await page.locator('#question-question_1-title-mn:focus').fill('Яаралтай юу');
    await page.locator('#question-question_1-title-en').fill('Is it urgent');
    await page.getByTestId('preview-citizen').getByLabel('Яаралтай юу').check();
    await page.getByLabel('Албан хаагч').check();
    await page.getByTestId('preview-officer').getByText('Тийм', { exact: true }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('discard').click();

    await page.goto(`${stage.origin}/registry/life-events/${await idOf(page, 'life-events', 'VEHICLE')}`);
    await page.getByRole('button', { name: 'Энгийн алхам нэмэх' }).press('Enter');
    await page.getByLabel('Гарчиг', { exact: true }).fill('Үзлэгт орох');
    await page.getByLabel('Гарчиг, англиар').fill('Have an examination');
    await page.getByRole('button', { name: 'Алхмуудыг хадгалах' }).press('Enter');
    await page.getByText('Хадгаллаа. Иргэнд шууд харагдана.').waitFor();
    await page.getByRole('link', { name: 'Зааврыг иргэний нүдээр харах' }).click();
    await page.getByTestId('guide-step').filter({ hasText: 'Үзлэгт орох' }).waitFor();
    await expect.poll(() => widthOf(page)).toBe(390);
    expect(traffic.problems).toEqual([]);
  });

  it('has one time for a service, and does not publish “up to 0 days”', async () => {
    const { page } = await openRegistrar(5);
    await page.goto(`${stage.origin}/registry/services/new`);
    await page.getByTestId('field-code').fill('TIME-1');
    for (const [name, text] of [
      ['name', 'Цаг'],
      ['name_en', 'Time'],
      ['description', 'Юу вэ'],
      ['description_en', 'What it is'],
    ])
      await page.getByTestId(`field-${name}`).fill(text ?? '');
    await page.getByTestId('field-authority_id').selectOption({ index: 1 });
    await page.getByTestId('save').click();
    await page.getByTestId('publish').click();
    const gate = page.locator('[data-testid=gate-time][data-open=false]');
    await gate.filter({ hasText: 'up to 0 days' }).waitFor();
    await expect.poll(() => page.getByTestId('publish-action').count()).toBe(0);
    await gate.getByRole('link').click();
    await page.getByTestId('field-duration').fill('2');
    await page.getByTestId('field-duration-unit').selectOption('weeks');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('save').click();
    await page.getByTestId('save').waitFor({ state: 'detached' });
    await page.getByTestId('publish').click();
    await page.getByTestId('publish-action').click();
    await page.getByTestId('publish-dialog').waitFor({ state: 'detached' });
    const service = await idOf(page, 'services', 'TIME-1');
    await page.goto(`${stage.origin}/services/${service}`);
    await page.getByRole('definition').filter({ hasText: 'Up to 14 days' }).waitFor();
  });
});
