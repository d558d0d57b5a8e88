import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createPhone, type Phone } from '../../server/test/citizens.ts';
import { createJourneys, type Journeys } from './journeys.ts';
import { scanAndApprove } from './phone-page.ts';
import { findBarriers, openStage, type Stage } from './stage.ts';

const managerRole = 3;
let stage: Stage;
let phone: Phone;
let journeys: Journeys;

beforeAll(async () => {
  stage = await openStage({ env: () => ({ GOV_DEMO_SEED: 'true' }) });
  phone = createPhone(stage.world.sandbox);
  journeys = createJourneys(stage);
});
afterEach(() => stage.closeBrowsers());
afterAll(() => stage?.close());

it('what an officer and a citizen typed is never lost silently', async () => {
  const citizen = await phone.citizen();
  const home = await journeys.apply(citizen);
  const { page, traffic } = await journeys.open(await phone.citizen(/^ordinary/, 2), '/officer', managerRole);
  const row = page.getByTestId('row').filter({ hasText: citizen.given_name });
  await row.first().click();
  await page.getByTestId('do-take').click();
  await page.getByTestId('do-ask').click();
  await page.getByTestId('action-note').fill('Which embassy?');
  await page.goBack();
  await page.getByTestId('detail').waitFor({ state: 'detached' });
  await row.first().click();
  await page.getByTestId('continue-unsent').click();
  await expect.poll(() => page.getByTestId('action-note').inputValue()).toBe('Which embassy?');
  expect(await findBarriers(page)).toEqual([]);

  await page.getByTestId('user-name').first().click();
  await page.getByTestId('sign-out').click();
  await page.getByTestId('unsent-list').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByTestId('confirm-no').click();
  await page.getByTestId('action-send').click();
  await page.locator('[data-testid=case-status][data-status=info_required]').waitFor();
  const keptBy = (other: Page) =>
    other.evaluate('Object.keys(sessionStorage).filter((name) => /^tamga-(typed|reply):/.test(name))');
  await expect.poll(() => keptBy(page)).toEqual([]);

  await home.page.goto(`${stage.origin}/applications/${home.id}`);
  await home.page.getByTestId('info-answer').fill('The German one');
  await page.getByTestId('do-unask').click();
  await page.getByTestId('action-send').click();
  await page.locator('[data-testid=case-status][data-status=in_review]').waitFor();
  const stray = home.page.getByTestId('stray-reply');
  await expect.poll(() => stray.textContent()).toContain('The German one');
  expect(await findBarriers(home.page)).toEqual([]);
  await home.page.getByTestId('forget-stray').click();
  await stray.waitFor({ state: 'detached' });

  // A sign-out in another tab.
  await home.page.goto(`${stage.origin}/developers/applications`);
  await home.page.getByTestId('add-application').click();
  await home.page.getByTestId('app-name').fill('Library');
  await home.page.goBack();
  await home.page.goForward();
  await home.page.getByTestId('add-application').click();
  await expect.poll(() => home.page.getByTestId('app-name').inputValue()).toBe('Library');
  await home.page.getByTestId('redirect-uri').fill('http://localhost:4000/callback');
  const tab = await home.context.newPage();
  await tab.goto(`${stage.origin}/home`);
  await tab.getByTestId('user-name').first().click();
  await tab.getByTestId('sign-out').click();
  await home.page.getByTestId('sign-in-again').waitFor();
  await expect.poll(() => home.page.getByTestId('app-name').isVisible()).toBe(false);
  await scanAndApprove(home.page, phone, citizen);
  await home.page.getByTestId('sign-in-again').waitFor({ state: 'detached' });
  await expect.poll(() => home.page.getByTestId('app-name').inputValue()).toBe('Library');

  // What somebody agrees to delete goes in every tab.
  await tab.goto(`${stage.origin}/developers/applications`);
  await tab.getByTestId('add-application').click();
  await tab.getByTestId('app-name').fill('The same form');
  await home.page.getByTestId('user-name').first().click();
  await home.page.getByTestId('sign-out').click();
  await home.page.getByTestId('confirm-yes').click();
  await home.page.waitForURL(/signed-out/);
  await tab.waitForURL(/signed-out/);
  await expect.poll(() => keptBy(home.page)).toEqual([]);
  expect([...traffic.problems, ...home.traffic.problems]).toEqual([]);
});
