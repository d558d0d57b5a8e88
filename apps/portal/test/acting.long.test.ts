import { PDF } from '@libpdf/core';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Form } from '../../server/src/modules/registry/form-schema.ts';
import { createCaller } from '../../server/test/caller.ts';
import { type Citizen, createPhone, signIn } from '../../server/test/citizens.ts';
import { createFiller } from './form-steps.ts';
import { findBarriers, findBarriersBothWays, openStage, type Stage, waitUntilDrawn } from './stage.ts';

let stage: Stage;
let citizen: Citizen;

beforeAll(async () => {
  stage = await openStage({ env: { GOV_DEMO_SEED: 'true' } });
  citizen = await createPhone(stage.world.sandbox).citizen();
});
afterEach(() => stage.closeBrowsers());
afterAll(() => stage?.close());

/** Somebody else has added the company that the citizen leads; the citizen takes it over on the page. */
async function takeOver(page: Page): Promise<void> {
  const phone = createPhone(stage.world.sandbox);
  const squatter = await signIn(stage.server, phone, await phone.citizen(/^ordinary/, 3));
  const body = { reg_no: '6000011', name: 'Миний ХХК' };
  await createCaller(stage.server.url).post('/api/v1/org', body, { token: squatter.token });
  await page.goto(`${stage.origin}/organisations`);
  await page.getByTestId('add-organisation').click();
  await page.getByTestId('create-reg-no').fill('6000011');
  await page.getByTestId('create-find').click();
  await page.getByTestId('create-confirm').click();
  await page.getByTestId('take-over-prove').waitFor();
  expect(await findBarriersBothWays(page)).toEqual([]);
  await page.getByTestId('take-over-prove').click();
  await page.waitForURL(/\/organisations\/[0-9a-f-]{36}$/);
  await page.getByTestId('acting-state').getByText('The state register names you').waitFor();
  await page.getByTestId('members').getByText('By the state register, since').waitFor();
  await page.getByTestId('check-again').click();
  await page.getByTestId('acting-said').getByText('checked again').waitFor();
  expect(await findBarriersBothWays(page)).toEqual([]);
}

/** The manual service for organisations with the shortest form. */
async function findService(): Promise<{ id: string; form: Form }> {
  const [service] = await stage.world.database.query<{ id: string; form: Form }>(
    `select passport_id as id, form from gov_services
     where fulfilment = 'manual' and 'organisation' = any(applicants) and form is not null
     order by length(form::text) limit 1`,
  );
  if (service === undefined) throw new Error('the demonstration has no manual service');
  return service;
}

describe('acting for an organisation', () => {
  it('is chosen in the header, shown on every page, kept to its tab, and ended by Stop', async () => {
    const { page, context, traffic } = await stage.openBrowser();
    await stage.signIn(context, citizen);
    await takeOver(page);
    await page.goto(`${stage.origin}/home`);
    await page.getByTestId('user-name').click();
    await page.getByTestId('act-for').filter({ hasText: 'Bold Trade' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('act-for').filter({ hasText: 'Bold Trade' }).click();
    await page.waitForURL('**/applications');
    const bar = page.getByTestId('acting-bar');
    await bar.getByText('You act for Bold Trade.').waitFor();
    await waitUntilDrawn(page);
    await expect.poll(() => page.getByTestId('application').count()).toBe(0);

    const service = await findService();
    await page.goto(`${stage.origin}/services/${service.id}/apply`);
    await page.getByTestId('apply-for').getByText('Applicant: Bold Trade').waitFor();
    expect(await findBarriersBothWays(page)).toEqual([]);
    await createFiller().send(page, stage.origin, service);
    await page.goto(`${stage.origin}/applications`);
    await page.getByTestId('application').getByRole('link').click();
    await page.getByTestId('on-behalf-of').getByText('Bold Trade').waitFor();
    expect(await findBarriersBothWays(page)).toEqual([]);
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('record').click()]);
    expect(download.suggestedFilename()).toMatch(/^APP-.*\.pdf$/);

    await page.goto(`${stage.origin}/profile`);
    await page.locator('[data-testid=acting-bar][data-own=true]').waitFor();
    const other = await context.newPage();
    await other.goto(`${stage.origin}/applications`);
    await other.getByTestId('user-name').waitFor();
    await waitUntilDrawn(other);
    await expect.poll(() => other.getByTestId('acting-bar').count()).toBe(0);
    await expect.poll(() => other.getByText('Bold Trade').count()).toBe(0);
    await other.close();

    await page.getByTestId('stop-acting').click();
    await page.waitForURL('**/applications');
    await page.getByTestId('user-name').waitFor();
    await waitUntilDrawn(page);
    await expect.poll(() => bar.count()).toBe(0);
    await expect.poll(() => page.getByText('Bold Trade').count()).toBe(0);
    expect(traffic.problems).toEqual([]);
  });

  it('is the first choice of the sign page for a child', async () => {
    const { page, context } = await stage.openBrowser();
    await stage.signIn(context, citizen);
    await page.goto(`${stage.origin}/applications`);
    await page.getByTestId('user-name').click();
    await page.getByTestId('act-for').filter({ hasText: 'Temuulen' }).click();
    await page.getByTestId('acting-bar').getByText('You act for Bold Temuulen.').waitFor();
    // The form of a child states what the register says about the child, and asks for none of it.
    const [card] = await stage.world.database.query<{ id: string }>(
      `select passport_id as id from gov_services where code = 'MN-0133-001'`,
    );
    await page.goto(`${stage.origin}/services/${card?.id}/apply?step=3`);
    const known = page.locator('[data-testid=answer-last_name][data-known]');
    await expect.poll(() => known.textContent()).toMatch(/Болд.*From the state register/);
    await page.goto(`${stage.origin}/services/${card?.id}/apply?step=review`);
    await expect.poll(() => page.getByTestId('review-applicant').textContent()).toBe('Bold Temuulen');
    await page.getByTestId('review-filed-by').waitFor();
    await page.goto(`${stage.origin}/sign`);
    await page.locator('[data-testid=acting-bar][data-own=false]').waitFor();
    const made = PDF.create();
    made.addPage({ size: 'a4' });
    const buffer = Buffer.from(await made.save());
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer });
    await page.getByTestId('for-child').waitFor();
    await expect.poll(() => page.getByTestId('for-child').isChecked()).toBe(true);
    expect(await findBarriersBothWays(page)).toEqual([]);
    const asked = page.waitForRequest('**/api/v1/sign/init');
    await page.getByTestId('sign').click();
    expect((await asked).headers()['x-acting-for']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('says on a phone that the right has ended', async () => {
    const { page, context } = await stage.openBrowser({
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
    });
    await stage.signIn(context, citizen);
    await page.goto(`${stage.origin}/applications`);
    await page.getByTestId('user-name').click();
    await page.getByTestId('act-for').filter({ hasText: 'Bold Trade' }).click();
    await page.getByTestId('acting-bar').waitFor();
    expect(await findBarriersBothWays(page)).toEqual([]);
    await stage.world.database.query(`update organisations set verified = false where reg_no = '6000011'`);
    await page.reload();
    await page.locator('main').getByText('You may not act in this name now').first().waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('stop-acting').click();
    await page.getByTestId('acting-bar').waitFor({ state: 'detached' });
    await waitUntilDrawn(page);
    await expect.poll(() => page.locator('main').getByText('You may not act').count()).toBe(0);
  });
});
