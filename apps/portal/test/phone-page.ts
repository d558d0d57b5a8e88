import type { Page } from 'playwright-core';
import type { Citizen } from '../../server/test/citizens.ts';

/** Drives the sandbox's phone page as a thumb would. */
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
