import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { topicKeys } from '../src/features/help/topic.ts';
import { findBarriers, findBarriersBothWays, openStage, type Stage } from './stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
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
    expect(await page.getByTestId('topic').count()).toBe(topicKeys.length);
  });

  it('fits 320 points, and an unknown topic is not found', async () => {
    const { page } = await stage.openBrowser({ viewport: { width: 320, height: 640 } });
    for (const path of ['/help', '/help/appeal']) {
      await page.goto(`${stage.origin}${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
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
});
