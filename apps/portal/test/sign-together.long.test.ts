import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Citizen, createPhone, type Phone } from '../../server/test/citizens.ts';
import { makeA4 } from './sample-files.ts';
import { findBarriers, findBarriersBothWays, openStage, type Stage, waitUntilDrawn } from './stage.ts';

let stage: Stage;
let phone: Phone;
let bold: Citizen;
let sarnai: Citizen;

beforeAll(async () => {
  stage = await openStage();
  phone = createPhone(stage.world.sandbox);
  bold = await phone.citizen(/^ordinary/, 0);
  sarnai = await phone.citizen(/^ordinary/, 1);
});
afterEach(() => stage.closeBrowsers());
afterAll(() => stage?.close());

async function open(citizen: Citizen, options: Parameters<Stage['openBrowser']>[0] = {}) {
  const opened = await stage.openBrowser(options);
  await stage.signIn(opened.context, citizen);
  await opened.page.goto(`${stage.origin}/sign/requests`);
  await waitUntilDrawn(opened.page);
  return opened;
}

const drawn = (page: Page) => page.locator('[data-testid=pdf-page][data-drawn=true]').first().waitFor();

async function fill(page: Page, registers: readonly string[], title: string): Promise<void> {
  await page.getByTestId('send-document').click();
  await page
    .getByTestId('pdf-input')
    .setInputFiles({ name: 'Гэрээ.pdf', buffer: makeA4(['a contract']), mimeType: 'application/pdf' });
  await page.getByTestId('request-title').fill(title);
  for (const [at, register] of registers.entries()) {
    if (at > 0) await page.getByTestId('add-party').click();
    await page.getByTestId(`party-register-${at + 1}`).fill(register);
  }
}

/** Sends the document, and returns the address of the request. */
async function send(page: Page, registers: readonly string[], title: string): Promise<string> {
  await fill(page, registers, title);
  await page.getByTestId('send-request').click();
  await page.getByTestId('section-parties').waitFor();
  return page.url().replace(/\?.*/, '');
}

async function sign(page: Page, citizen: Citizen): Promise<void> {
  await drawn(page);
  await page.getByTestId('sign').click();
  await page.getByTestId('verification-code').waitFor();
  await phone.approve(citizen, citizen.pin2);
  await page.getByTestId('sign-actions').waitFor({ state: 'detached' });
  await page.getByTestId('section-parties').waitFor();
}

const states = (page: Page) =>
  page
    .getByTestId('party')
    .evaluateAll((parties) => parties.map((party) => party.getAttribute('data-state')));

describe('signing together', () => {
  it('is sent in English, signed by the sender and in Mongolian by the other, and kept by both', async () => {
    const { page, traffic } = await open(bold);
    expect(await findBarriersBothWays(page)).toEqual([]);
    await fill(page, [bold.national_id, '12345'], 'Lease');
    await page.getByTestId('order-any').check();
    await page.getByTestId('send-request').click();
    await page.getByTestId('error-summary').waitFor();
    await expect
      .poll(() => page.getByTestId('error-summary').textContent())
      .toContain('Party 2, Register number');
    expect(await findBarriersBothWays(page)).toEqual([]);
    await page.getByTestId('party-register-2').fill(sarnai.national_id.toLowerCase());
    await page.getByTestId('party-name-2').fill('Сарнай');
    await page.getByTestId('request-message').fill('Please sign.');
    await page.getByTestId('send-request').click();
    await page.getByTestId('section-parties').waitFor();
    await expect.poll(() => page.getByTestId('request-done').textContent()).toContain('Sent.');
    const address = page.url().replace(/\?.*/, '');
    await drawn(page);
    await expect.poll(() => page.getByTestId('mark').getAttribute('data-place')).toBe('1 306 30');
    expect(await findBarriersBothWays(page)).toEqual([]);
    // Nobody sees a register number.
    await expect.poll(() => page.locator('main').textContent()).not.toContain(sarnai.national_id);
    await page.getByTestId('sign').click();
    await page.getByTestId('verification-code').waitFor();
    // A reload returns to the phone that waits.
    await page.reload();
    await page.getByTestId('verification-code').waitFor();
    await phone.approve(bold, bold.pin2);
    await page.getByTestId('section-parties').waitFor();
    await expect.poll(() => states(page)).toEqual(['signed', 'pending']);
    expect(traffic.problems).toEqual([]);

    const other = await open(sarnai, { locale: 'mn-MN', viewport: { width: 390, height: 844 } });
    await expect.poll(() => other.page.getByTestId('sign-requests').textContent()).toContain('Таны ээлж');
    await other.page.goto(`${stage.origin}/home`);
    const waiting = other.page.getByTestId('attention').getByRole('link').filter({ hasText: 'Lease' });
    await waiting.waitFor();
    expect(await findBarriers(other.page)).toEqual([]);
    await waiting.click();
    await other.page.waitForURL(address);
    await drawn(other.page);
    expect(await findBarriersBothWays(other.page)).toEqual([]);
    // The sender's signature field is no script.
    await expect.poll(() => other.page.getByTestId('pdf-warnings').count()).toBe(0);
    // Beside the sender's mark, not over it.
    await expect.poll(() => other.page.getByTestId('mark').getAttribute('data-place')).toBe('1 43 30');
    await sign(other.page, sarnai);
    await expect
      .poll(() => other.page.getByTestId('request-end').textContent())
      .toContain('Бүгд гарын үсэг зурсан');
    await expect.poll(() => states(other.page)).toEqual(['signed', 'signed']);
    expect(await findBarriersBothWays(other.page)).toEqual([]);
    await other.page.getByTestId('my-documents').click();
    await other.page.getByText('Гэрээ-signed.pdf').first().waitFor();
    expect(other.traffic.problems).toEqual([]);
    await page.reload();
    await page.getByTestId('request-end').waitFor();
    await expect.poll(() => page.getByTestId('request-end').textContent()).toContain('Everybody has signed');
  });

  it('can be declined with a reason, and withdrawn while a phone rings', async () => {
    const { page } = await open(bold, { locale: 'mn-MN' });
    const declined = await send(page, [sarnai.national_id], 'Нэгдүгээр');
    const other = await open(sarnai);
    await other.page.goto(declined);
    await other.page.getByTestId('decline').click();
    await other.page.getByTestId('confirm-yes').click();
    await other.page.getByText('Write your reason.').waitFor();
    await other.page.getByTestId('decline-reason').fill('The price is wrong.');
    expect(await findBarriers(other.page)).toEqual([]);
    await other.page.getByTestId('confirm-yes').click();
    await other.page.getByTestId('request-end').waitFor();
    await expect.poll(() => states(other.page)).toEqual(['declined']);
    await page.reload();
    await page.getByText('The price is wrong.').waitFor();

    await page.goto(`${stage.origin}/sign/requests?box=sent`);
    const withdrawn = await send(page, [sarnai.national_id], 'Хоёрдугаар');
    await other.page.goto(withdrawn);
    await drawn(other.page);
    await other.page.getByTestId('sign').click();
    await other.page.getByTestId('verification-code').waitFor();
    await page.getByTestId('withdraw').click();
    await page.getByTestId('confirm-yes').click();
    await page.getByTestId('request-end').waitFor();
    await other.page.getByTestId('sign-ended').waitFor();
    await expect
      .poll(() => other.page.getByTestId('sign-ended').textContent())
      .toContain('withdrew the request');
    expect(await findBarriersBothWays(other.page)).toEqual([]);
    await other.page.getByTestId('sign-back').click();
    await other.page.getByTestId('request-end').waitFor();
    await other.page.goto(`${stage.origin}/sign/requests?box=received&state=withdrawn`);
    await waitUntilDrawn(other.page);
    await expect.poll(() => other.page.getByTestId('sign-requests').textContent()).toContain('Хоёрдугаар');
  });
});
