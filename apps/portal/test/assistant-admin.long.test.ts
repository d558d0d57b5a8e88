import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPhone } from '../../server/test/citizens.ts';
import { findBarriers, findBarriersBothWays, openStage, type Stage } from './stage.ts';

let stage: Stage;
afterEach(() => stage.closeBrowsers());
afterAll(() => stage.close());
beforeAll(async () => {
  stage = await openStage({
    env: (_origin, sandboxUrl) => ({
      GOV_DEMO_SEED: 'true',
      AI_API_BASE: `${sandboxUrl}/model/v1`,
      AI_API_KEY: 'sandbox',
      AI_MODEL: 'chat-model',
    }),
  });
});

const adminRole = 2;
async function openAs(tab: string, options: BrowserContextOptions = {}) {
  const { page, context, traffic } = await stage.openBrowser(options);
  const citizen = await createPhone(stage.world.sandbox).citizen();
  await stage.signIn(context, citizen);
  await stage.giveRole(context, citizen, adminRole);
  await page.goto(`${stage.origin}/administration/assistant?tab=${tab}`);
  return { page, traffic };
}
const askAsVisitor = (message: string) =>
  fetch(`${stage.origin}/api/v1/public/ai/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: stage.origin },
    body: JSON.stringify({ message, lang: 'en' }),
  });
const fitsIn = async (page: Page, width: number) => {
  await page.setViewportSize({ width, height: 800 });
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  // No tab lies beyond the edge.
  const tabs = page.getByRole('tablist');
  await expect.poll(() => tabs.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
  expect(await findBarriers(page)).toEqual([]);
};

describe('the administration of the assistant', () => {
  it.each([
    { locale: 'mn-MN', publish: 'Нийтлэх', back: '1-р хувилбар руу буцах', label: 'Хүрээ' },
    { locale: 'en-US', publish: 'Publish', back: 'Go back to version 1', label: 'Scope' },
  ])('tries a draft beside the live prompt, publishes it and goes back ($locale)', async (words) => {
    const { page, traffic } = await openAs('prompts', { locale: words.locale });
    const form = page.getByTestId('prompt-form-scope');
    const versions = page.getByTestId('versions-scope').getByTestId('version');
    const field = form.getByLabel(words.label);
    await page
      .getByTestId('versions-scope')
      .locator(':scope > div:not([aria-busy]) > :is(ul, p)')
      .first()
      .waitFor();
    const known = await versions.count();
    await field.fill(`First scope ${words.locale}`);
    await page.getByTestId('try-question').fill('proof of residence');
    await page.getByTestId('try').click();
    await page.locator('[data-testid=tried-live][data-done=true]').waitFor();
    await page.locator('[data-testid=tried-draft][data-done=true]').waitFor();
    await expect.poll(() => versions.count()).toBe(known);
    expect(await findBarriersBothWays(page)).toEqual([]);

    await form.getByRole('button', { name: words.publish }).click();
    await page.getByTestId('published-scope').getByText(/./).waitFor();
    await expect.poll(() => versions.count()).toBe(known + 1);
    await field.fill('Second scope');
    await form.getByRole('button', { name: words.publish }).click();
    await expect.poll(() => versions.count()).toBe(known + 2);
    await versions.last().locator('summary').click();
    const first = await versions.last().locator('p').innerText();
    await versions.last().getByRole('button', { name: words.back }).click();
    await expect.poll(() => field.inputValue()).toBe(first);
    await form.getByRole('button', { name: words.publish }).click();
    await expect.poll(() => versions.count()).toBe(known + 3);
    await fitsIn(page, 320);
    expect(traffic.problems).toEqual([]);
  });

  it('tells who publishes from an older prompt, and replaces the newer one only when asked again', async () => {
    const [one, other] = [await openAs('prompts'), await openAs('prompts')];
    const formOf = ({ page }: { page: Page }) => page.getByTestId('prompt-form-instructions');
    const write = (who: { page: Page }, text: string) => formOf(who).getByLabel('Instructions').fill(text);
    const publish = (who: { page: Page }) => formOf(who).getByRole('button', { name: 'Publish' }).click();
    await write(one, 'Answer in one sentence.');
    await write(other, 'Answer in two sentences.');
    await publish(other);
    await other.page.getByTestId('published-instructions').getByText(/./).waitFor();
    // The list is read again, as when a person comes back to the window; the edit stays one of the older text.
    const readAgain = one.page.waitForResponse(/\/admin\/ai\/prompts$/);
    await one.page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
    await (await readAgain).finished();
    await publish(one);
    await formOf(one).getByRole('alert').filter({ hasText: 'Another person published' }).waitFor();
    const newest = one.page.getByTestId('versions-instructions').getByTestId('version').first();
    await newest.locator('summary').click();
    await newest.getByText('Answer in two sentences.').waitFor();
    expect(await formOf(one).getByLabel('Instructions').inputValue()).toBe('Answer in one sentence.');
    await publish(one);
    await newest.getByText('Answer in one sentence.').waitFor({ state: 'attached' });
    await write(other, 'Answer in three sentences.');
    await publish(other);
    await formOf(other).getByRole('alert').waitFor();
    await formOf(other).getByRole('button', { name: 'Discard' }).click();
    await formOf(other).getByRole('alert').waitFor({ state: 'detached' });
    const shown = () => formOf(other).getByLabel('Instructions').inputValue();
    await expect.poll(shown).toBe('Answer in one sentence.');
  });

  it.each([
    { locale: 'mn-MN', slug: 'bench-mn', name: 'Түлхүүр алдсан', back: '2-р хувилбар руу буцах' },
    { locale: 'en-US', slug: 'bench-en', name: 'Lost key', back: 'Go back to version 2' },
  ])('writes, publishes, changes and deletes an article ($locale)', async ({ locale, slug, name, back }) => {
    const { page, traffic } = await openAs('knowledge', { locale });
    const form = page.getByTestId('article-form');
    const versions = page.getByTestId('article-version');
    const save = page.getByTestId('save-article');
    const move = page.getByTestId('move-article');
    const readPublished = async () => (await fetch(`${stage.origin}/api/v1/public/knowledge/${slug}`)).status;
    await page.getByTestId('new-article').click();
    await save.click();
    await form.getByRole('alert').getByRole('link').first().waitFor();
    await form.locator('#slug').fill(slug);
    await form.locator('#title').fill(locale === 'mn-MN' ? name : 'Түлхүүр');
    await form.locator('#title_en').fill(locale === 'en-US' ? name : 'Key');
    const hostile = `![x](${stage.origin}/loaded.png) <img src="${stage.origin}/loaded.png"> **strong**`;
    await form.locator('#content').fill(`# Нэг\n\n- жагсаалт\n\n${hostile}`);
    await form.locator('#content_en').fill('One');
    await form.getByText('strong', { exact: true }).waitFor();
    await expect.poll(() => form.locator('img').count()).toBe(0);
    await save.click();
    await versions.first().waitFor();
    await expect.poll(() => readPublished()).toBe(404);
    await move.click();
    await expect.poll(() => versions.count()).toBe(2);
    await expect.poll(() => readPublished()).toBe(200);

    await form.locator('#content_en').fill('Changed');
    await expect.poll(() => move.isDisabled()).toBe(true);
    await save.click();
    await expect.poll(() => versions.count()).toBe(3);
    await versions.nth(1).locator('summary').click();
    await versions.nth(1).getByRole('button', { name: back }).click();
    await expect.poll(() => form.locator('#content_en').inputValue()).toBe('One');
    expect(await findBarriersBothWays(page)).toEqual([]);
    await fitsIn(page, 320);
    await save.click();
    await expect.poll(() => versions.count()).toBe(4);

    await page.getByTestId('delete-article').click();
    await page.getByTestId('confirm-yes').click();
    await page.getByTestId('new-article').waitFor();
    await expect.poll(() => readPublished()).toBe(404);
    await page.getByTestId('reindex').click();
    await page.getByTestId('reindexed').getByText(/./).waitFor();
    expect(traffic.problems).toEqual([]);
  });

  it('refuses to overwrite what somebody else saved meanwhile', async () => {
    const { page } = await openAs('knowledge');
    await page.getByTestId('new-article').click();
    const form = page.getByTestId('article-form');
    await form.locator('#slug').fill('two-editors');
    await form.locator('#title').fill('Хоёр');
    await page.getByTestId('save-article').click();
    await page.getByTestId('article-version').first().waitFor();
    await stage.world.database.query(
      `update knowledge_articles set version = version + 1, title_en = 'Theirs' where slug = 'two-editors'`,
    );
    await form.locator('#title_en').fill('Mine');
    await page.getByTestId('save-article').click();
    await form.getByRole('alert').waitFor();
    await expect.poll(() => form.locator('#title_en').inputValue()).toBe('Mine');
    await page.reload();
    const restored = page.getByTestId('restored');
    await restored.waitFor();
    await expect.poll(() => form.locator('#title_en').inputValue()).toBe('Mine');
    await restored.getByRole('button').click();
    await expect.poll(() => form.locator('#title_en').inputValue()).toBe('Theirs');
  });

  it.each([
    { locale: 'mn-MN', question: 'qqxyz wwvut', done: 'Хариулсан' },
    { locale: 'en-US', question: 'zzqwx vvkjy', done: 'Answered' },
  ])('lists what nobody could answer, until it is marked as answered ($locale)', async (words) => {
    expect((await askAsVisitor(`${words.question} 99112233`)).status).toBe(200);
    const { page } = await openAs('questions', { locale: words.locale });
    const question = page.getByText(`${words.question} …`);
    await question.first().waitFor();
    await expect.poll(() => page.getByText('99112233').count()).toBe(0);
    expect(await findBarriersBothWays(page)).toEqual([]);
    await fitsIn(page, 320);
    await page.getByRole('button', { name: new RegExp(words.question) }).click();
    await page.getByTestId('question-closed').getByText(/./).waitFor();
    await expect.poll(() => question.count()).toBe(0);
  });

  it.each(['mn-MN', 'en-US'])('shows figures of a chosen period, also as tables (%s)', async (locale) => {
    await askAsVisitor('proof of residence');
    const { page, traffic } = await openAs('figures', { locale });
    await page.getByTestId('chart').first().waitFor();
    await expect.poll(() => page.getByTestId('chart').count()).toBe(4);
    const table = page.getByTestId('chart').first().locator('details');
    await table.locator('summary').click();
    await table.getByRole('row').nth(1).waitFor();
    await page.getByTestId('period').selectOption('7');
    await expect.poll(() => page.url()).toContain('days=7');
    expect(await findBarriersBothWays(page)).toEqual([]);
    await fitsIn(page, 320);
    expect(traffic.problems).toEqual([]);
  });

  it('is closed to citizens', async () => {
    const { page, context } = await stage.openBrowser();
    await stage.signIn(context, await createPhone(stage.world.sandbox).citizen(/^ordinary/, 1));
    const answer = await context.request.get(`${stage.origin}/api/v1/admin/ai/questions`);
    expect(answer.status()).toBe(403);
    await page.goto(`${stage.origin}/administration/assistant`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.getByTestId('tab-prompts').count()).toBe(0);
  });
});
