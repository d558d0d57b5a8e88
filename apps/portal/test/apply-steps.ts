import type { Page } from 'playwright-core';

/** The step of an application, by its key in the address. */
export const stepOf = (page: Page, key: string) =>
  page.locator(`[data-testid=apply-form][data-step="${key}"]`);

/** Continues, and waits until another step is shown. */
export async function advance(page: Page): Promise<void> {
  const before = await page.getByTestId('apply-form').getAttribute('data-step');
  await page.getByTestId('next').click();
  await page.locator(`[data-testid=apply-form]:not([data-step="${before}"])`).waitFor();
}

/** Continues until this question is asked; the steps before it must be answered. */
export async function reach(page: Page, testId: string): Promise<void> {
  await page.getByTestId('apply-form').waitFor();
  while ((await page.getByTestId(testId).count()) === 0) await advance(page);
}
