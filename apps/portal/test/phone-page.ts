import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Citizen, Phone } from '../../server/test/citizens.ts';

/** Reads the page's QR code and opens the request on the phone, without approving it. */
export async function scan(page: Page, phone: Phone, citizen: Citizen): Promise<string> {
  const qr = page.getByTestId('qr');
  let id = '';
  const retry = page.getByTestId('retry').first();
  // The code changes each second, so on a busy machine the last one may already be too old; a test that is faster than
  // a person meets the limit of starts.
  await expect
    .poll(async () => {
      if (await retry.isVisible()) await retry.click();
      const code = await qr.getAttribute('data-qr', { timeout: 1000 }).catch(() => null);
      const scanned = await phone.scan(code ?? '', citizen);
      if (scanned.ok) ({ id } = (await scanned.json()) as { id: string });
      return scanned.status;
    })
    .toBe(200);
  return id;
}

/** Scans the QR code of any page and approves with the phone. */
export async function scanAndApprove(page: Page, phone: Phone, citizen: Citizen): Promise<void> {
  await phone.approve(citizen, citizen.pin1, await scan(page, phone, citizen));
}

/** Drives the sandbox's phone page like a person. */
export async function takePhone(page: Page, sandboxUrl: string, citizen: Citizen): Promise<void> {
  await page.goto(sandboxUrl);
  await page.getByTestId(`citizen-${citizen.national_id}`).click();
}

export async function pasteLink(page: Page, link: string): Promise<void> {
  await page.getByTestId('paste-link').fill(link);
  await page.getByTestId('paste-submit').click();
}

export async function approve(page: Page, pin: string): Promise<void> {
  await page.getByTestId('continue').click();
  for (const digit of pin) await page.getByTestId(`pin-${digit}`).click();
  await page.locator('[data-testid=result][data-state=approved]').waitFor();
}
