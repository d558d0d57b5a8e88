import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';

export interface Citizen {
  national_id: string;
  given_name: string;
  pin1: string;
  note: string;
}

const json = { 'content-type': 'application/json' };
const post = (url: string, body: object) =>
  fetch(url, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  });

export async function findCitizen(sandbox: string): Promise<Citizen> {
  const answer = await fetch(`${sandbox}/control/citizens`, { signal: AbortSignal.timeout(10_000) });
  const { items } = (await answer.json()) as { items: Citizen[] };
  const found = items.find(({ note }) => note.startsWith('ordinary'));
  if (found === undefined) throw new Error('the sandbox has no ordinary citizen');
  return found;
}

/** Approves the code on the page with the citizen's phone; a code that has just changed is read again. */
async function approve(page: Page, sandbox: string, citizen: Citizen): Promise<void> {
  const qr = await page.getByTestId('qr').getAttribute('data-qr', { timeout: 3000 });
  const scanned = await post(`${sandbox}/control/scan`, { qr, national_id: citizen.national_id });
  if (!scanned.ok) return;
  const { id } = (await scanned.json()) as { id: string };
  await post(`${sandbox}/control/sessions/${id}/approve`, { pin: citizen.pin1 });
}

export interface Walk {
  page: Page;
  sandbox: string;
  citizen: Citizen;
  /** True once the page of the application shows what it should. */
  isThere(): Promise<boolean>;
  /** True once the application has refused, so that waiting is of no use. */
  isOver?(): Promise<boolean>;
  /** A further step of the application's own pages; returns whether it did something. */
  help?(page: Page): Promise<boolean>;
}

/** Does what a person does on the pages of Tamga until the application shows its page. */
export async function walk({ page, sandbox, citizen, isThere, isOver, help }: Walk): Promise<void> {
  const deadline = Date.now() + 120_000;
  const canPress = async (testId: string) => {
    const button = page.getByTestId(testId).first();
    return (await button.isVisible()) && (await button.isEnabled({ timeout: 500 }));
  };
  while (Date.now() < deadline) {
    if (await isThere().catch(() => false)) return;
    if (await isOver?.().catch(() => false)) break;
    try {
      if (await page.getByTestId('qr').isVisible()) await approve(page, sandbox, citizen);
      for (const button of ['allow', 'continue', 'confirm-logout', 'retry'])
        if (await canPress(button)) await page.getByTestId(button).click({ timeout: 3000 });
      await help?.(page);
    } catch {
      // The page moved on while it was looked at.
    }
    await pause(700);
  }
  const text = await page.locator('body').innerText();
  throw new Error(`it stands at ${page.url()}: ${text.replace(/\s+/g, ' ').slice(0, 300)}`);
}
