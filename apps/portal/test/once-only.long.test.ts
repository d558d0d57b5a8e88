import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPhone, type Phone } from '../../server/test/citizens.ts';
import { advance, reach } from './apply-steps.ts';
import { findBarriers, findBarriersBothWays, openStage, type Stage, waitUntilDrawn } from './stage.ts';

let stage: Stage;
let phone: Phone;
let passport: string;

beforeAll(async () => {
  stage = await openStage({ env: { GOV_DEMO_SEED: 'true' } });
  phone = createPhone(stage.world.sandbox);
  await control('PUT', '/reply-to', { url: `${stage.server.url}/api/v1/relay/webhook` });
  const [row] = await stage.world.database.query<{ passport_id: string }>(
    `select passport_id from gov_services where code = 'MN-1040-001'`,
  );
  passport = row?.passport_id ?? '';
});
beforeEach(async () => {
  for (const code of ['civil-records', 'tax-records', 'police-records']) await behave(code, 'answer');
});
afterEach(() => stage.closeBrowsers());
afterAll(() => stage?.close());

async function control(method: string, path: string, body?: object) {
  const answer = await fetch(`${stage.world.sandbox.url}/control/agencies${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  expect(answer.status).toBe(200);
}
const behave = (code: string, mode: string) => control('PUT', `/${code}`, { mode });

/** Runs the worker's step: the question leaves, and the agency answers by itself. */
async function deliver(): Promise<void> {
  const { declaredJobs, http } = stage.server.app;
  const job = declaredJobs.find(({ name }) => name === 'relay.deliver');
  await job?.run({}, { now: stage.world.clock.now(), log: http.log as never });
}

const block = (page: Page, slot: string, state: string) =>
  page.locator(`[data-testid=fetch-${slot}][data-state=${state}]`);
const ask = async (page: Page, slot: string) => {
  await page.getByTestId(`ask-${slot}`).click();
  await page.getByTestId('consent').waitFor();
  await page.getByTestId('confirm-yes').click();
  await block(page, slot, 'asked').waitFor();
};
const attach = async (page: Page, slot: string) => {
  const papers = page.getByTestId(`paper-${slot}`).getByTestId('draft-paper');
  await page
    .getByTestId(`paper-input-${slot}`)
    .setInputFiles([{ name: `${slot}.pdf`, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 ') }]);
  await papers.waitFor();
};

async function openPapers(page: Page): Promise<void> {
  await page.goto(`${stage.origin}/services/${passport}/apply`);
  await page.getByTestId('answer-family_size').fill('3');
  await page.getByTestId('answer-reason').fill('Хүүхдэд туслах');
  await reach(page, 'answer-phone');
  await page.getByTestId('answer-phone').fill('99112233');
  await reach(page, 'answer-declared');
  await page.getByTestId('answer-declared').check();
  await advance(page);
  await page.getByTestId('ask-marriage').waitFor();
}

/** No page scrolls sideways, also where a digest or a long name is shown. */
const overflows = (page: Page) =>
  page.evaluate<boolean>('document.documentElement.scrollWidth > document.documentElement.clientWidth');

describe('a citizen whose papers the state already has', () => {
  it('agrees, waits, sees the answer, uses one, refuses another and attaches the third', async () => {
    const { page, context, traffic } = await stage.openBrowser();
    await stage.signIn(context, await phone.citizen(/^ordinary/, 0));
    await openPapers(page);
    expect(await findBarriersBothWays(page)).toEqual([]);

    await page.getByTestId('ask-marriage').click();
    const consent = await page.getByTestId('consent').textContent();
    for (const part of ['General Authority for State Registration', 'Marriage record', 'Foster family'])
      expect(consent).toContain(part);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('confirm-yes').click();
    await block(page, 'marriage', 'asked').waitFor();
    await expect.poll(() => page.getByTestId('clock-marriage').textContent()).toMatch(/1[45]:\d\d/);
    expect(await findBarriersBothWays(page)).toEqual([]);
    // The answer arrives on the open page.
    await deliver();
    await block(page, 'marriage', 'answered').waitFor();
    await expect.poll(() => block(page, 'marriage', 'answered').textContent()).toContain('Married');
    expect(await findBarriersBothWays(page)).toEqual([]);
    // Not used before the person says so.
    await page.getByTestId('next').click();
    await expect.poll(() => page.getByTestId('error-summary').getByRole('link').count()).toBe(3);
    await page.getByTestId('use-marriage').click();
    await block(page, 'marriage', 'accepted').waitFor();
    await expect.poll(() => page.getByTestId('error-summary').getByRole('link').count()).toBe(2);

    await behave('police-records', 'late');
    await ask(page, 'criminal');
    await deliver();
    await page.goto(`${stage.origin}/home`);
    await waitUntilDrawn(page);
    await control('POST', '/police-records/release');
    await expect
      .poll(async () => Number(await page.getByTestId('bell').getAttribute('data-unread')))
      .toBeGreaterThan(0);
    await page.goto(`${stage.origin}/services/${passport}/apply?step=papers`);
    await block(page, 'criminal', 'answered').waitFor();
    await page.getByTestId('refuse-criminal').click();
    await page.getByTestId('ask-criminal').waitFor();
    await attach(page, 'criminal');

    await behave('tax-records', 'never');
    await ask(page, 'tax');
    await deliver();
    await attach(page, 'tax');
    await page.getByTestId('refuse-tax').click();
    await page.getByTestId('ask-tax').waitFor();

    await page.getByTestId('next').click();
    await page.getByTestId('review-fact').waitFor();
    await expect.poll(() => page.getByTestId('review-fact').textContent()).toContain('General Authority');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('next').click();
    await page.getByTestId('receipt').waitFor();
    await page.getByTestId('fact-source').waitFor();
    await expect.poll(() => page.getByTestId('fact-source').textContent()).toContain('General Authority');
    expect(await findBarriersBothWays(page)).toEqual([]);
    const id = new URL(page.url()).pathname.split('/').at(-1);

    await page.goto(`${stage.origin}/profile`);
    const asked = page.getByTestId('access-entry').filter({ hasText: 'this agency was asked' });
    await expect.poll(() => asked.count()).toBe(3);
    expect(traffic.problems).toEqual([]);

    const desk = await stage.openBrowser();
    const officer = await phone.citizen(/^ordinary/, 2);
    await stage.signIn(desk.context, officer);
    await stage.giveRole(desk.context, officer, 3);
    await desk.page.goto(`${stage.origin}/officer?case=${id}`);
    const fact = desk.page.getByTestId('case-fact');
    await fact.waitFor();
    const seen = await fact.textContent();
    for (const part of ['Married', 'Fetched from General Authority for State Registration'])
      expect(seen).toContain(part);
    expect(seen).toMatch(/[0-9a-f]{64}/);
    await expect.poll(() => desk.page.locator('main').textContent()).toContain('Uploaded by the applicant');
    expect(await findBarriersBothWays(desk.page)).toEqual([]);
    expect(desk.traffic.problems).toEqual([]);
  });

  it('does it in Mongolian on a phone, also after an answer about somebody else', async () => {
    const { page, context, traffic } = await stage.openBrowser({
      locale: 'mn-MN',
      viewport: { width: 390, height: 844 },
    });
    await stage.signIn(context, await phone.citizen(/^ordinary/, 1));
    await openPapers(page);
    await behave('civil-records', 'other_person');
    await ask(page, 'marriage');
    await deliver();
    await block(page, 'marriage', 'failed').waitFor();
    await expect.poll(() => block(page, 'marriage', 'failed').textContent()).toContain('өөр хүний тухай');
    expect(await findBarriersBothWays(page)).toEqual([]);
    await expect.poll(() => overflows(page)).toBe(false);
    await behave('civil-records', 'answer');
    for (const slot of ['marriage', 'tax', 'criminal']) {
      await ask(page, slot);
      await deliver();
      await block(page, slot, 'answered').waitFor();
      await page.getByTestId(`use-${slot}`).click();
      await block(page, slot, 'accepted').waitFor();
    }
    await expect.poll(() => block(page, 'marriage', 'accepted').textContent()).toContain('Гэрлэсэн');
    expect(await findBarriersBothWays(page)).toEqual([]);
    await expect.poll(() => overflows(page)).toBe(false);
    await page.getByTestId('next').click();
    await expect.poll(() => page.getByTestId('review-fact').count()).toBe(3);
    await page.getByTestId('next').click();
    await page.getByTestId('receipt').waitFor();
    await expect.poll(() => page.getByTestId('fact-source').count()).toBe(3);
    await expect.poll(() => overflows(page)).toBe(false);
    expect(traffic.problems).toEqual([]);
  });
});
