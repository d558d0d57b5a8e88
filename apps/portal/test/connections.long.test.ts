import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Citizen, createPhone, type Phone } from '../../server/test/citizens.ts';
import { makeText } from './sample-files.ts';
import { findBarriers, findBarriersBothWays, openStage, type Stage, waitUntilDrawn } from './stage.ts';

let stage: Stage;
let phone: Phone;

beforeAll(async () => {
  stage = await openStage();
  phone = createPhone(stage.world.sandbox);
});
afterEach(() => stage.closeBrowsers());
afterAll(() => stage?.close());

async function openConnections(citizen: Citizen) {
  const opened = await stage.openBrowser({ keepsBodies: true });
  await stage.signIn(opened.context, citizen);
  await opened.page.goto(`${stage.origin}/connections`);
  await waitUntilDrawn(opened.page);
  return opened;
}

/** Presses "Connect" and answers on the provider's page. */
async function connect(page: Page, provider: string, answer: 'Allow' | 'Refuse'): Promise<void> {
  await page.getByTestId(`connect-${provider}`).click();
  await page.getByRole('button', { name: answer }).click();
  await page.waitForURL(`${stage.origin}/connections`);
  await waitUntilDrawn(page);
}

const copied = (page: Page, name: string) =>
  page.getByTestId('cloud-copied').filter({ hasText: `“${name}” is saved in your space.` });

describe('connections', () => {
  it('connect after a refusal, copy files both ways, and disconnect', async () => {
    const { page, traffic } = await openConnections(await phone.citizen(/^ordinary/, 0));
    expect(await findBarriersBothWays(page)).toEqual([]);
    await connect(page, 'google-drive', 'Refuse');
    await page
      .getByTestId('connections-failed')
      .filter({ hasText: 'You did not give permission.' })
      .waitFor();
    await connect(page, 'google-drive', 'Allow');
    await page.getByTestId('connections-done').filter({ hasText: 'Google Drive is connected.' }).waitFor();
    await expect.poll(() => page.getByTestId('connections-failed').count()).toBe(0);
    // The result is said once.
    await page.reload();
    await page.getByTestId('browse-google-drive').waitFor();
    await expect.poll(() => page.getByTestId('connections-done').textContent()).toBe('');

    await page.getByTestId('browse-google-drive').click();
    const file = (name: string) => page.getByTestId('cloud-file').filter({ hasText: name });
    await file('notes.txt').waitFor();
    await page.getByTestId('cloud-search').fill('notes');
    await file('Диплом.pdf').waitFor({ state: 'detached' });
    await file('notes.txt').getByTestId('copy-to-space').click();
    await copied(page, 'notes.txt').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    // A second copy would replace the first one, so it asks.
    await file('notes.txt').getByTestId('copy-to-space').click();
    await page.getByTestId('confirm-yes').click();
    await copied(page, 'notes.txt').waitFor();

    await copied(page, 'notes.txt').getByRole('link').click();
    await page.getByTestId('row').filter({ hasText: 'notes.txt' }).waitFor();
    await page
      .getByTestId('file-input')
      .setInputFiles([{ name: 'back.txt', mimeType: 'text/plain', buffer: makeText(3000) }]);
    await page.getByTestId('row').filter({ hasText: 'back.txt' }).waitFor();
    await page.getByTestId('nav-connections').click();
    await page.getByTestId('send-google-drive').click();
    await page.getByRole('checkbox', { name: 'back.txt' }).check();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('picker-choose').click();
    await page
      .getByTestId('sent-google-drive')
      .filter({ hasText: '1 file copied to Google Drive.' })
      .waitFor();
    await page.getByTestId('browse-google-drive').click();
    await file('back.txt').waitFor();

    await page.getByTestId('disconnect-google-drive').click();
    await page.getByTestId('confirm-yes').click();
    await page
      .getByTestId('connections-done')
      .filter({ hasText: 'Google Drive was disconnected.' })
      .waitFor();
    await page.getByTestId('connect-google-drive').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(traffic.problems).toEqual([]);
    // No script of the page ever saw a token.
    expect(traffic.bodies.filter((body) => /access_token|refresh_token/.test(body))).toEqual([]);
  });

  it('offers to connect again when the permission was withdrawn', async () => {
    const { page } = await openConnections(await phone.citizen(/^ordinary/, 1));
    await connect(page, 'dropbox', 'Allow');
    await page.getByTestId('browse-dropbox').waitFor();
    await stage.world.database.query(`update integrations set status = 'reconnect'`);
    await page.reload();
    await page.getByText('The permission has ended or was withdrawn.').waitFor();
    expect(await findBarriersBothWays(page)).toEqual([]);
    await connect(page, 'dropbox', 'Allow');
    await page.getByTestId('connections-done').filter({ hasText: 'Dropbox is connected.' }).waitFor();
    await page.getByTestId('browse-dropbox').click();
    await page.getByTestId('cloud-file').first().waitFor();
  });

  it('says each failure of the redirect in words', async () => {
    const { page } = await openConnections(await phone.citizen(/^ordinary/, 2));
    for (const [error, said] of [
      ['invalid_state', 'was not started in this browser'],
      ['exchange_failed', 'did not answer'],
      ['not_configured', 'not set up'],
      ['anything', 'could not be connected'],
    ] as const) {
      await page.goto(`${stage.origin}/connections?error=${error}`);
      await page.getByTestId('connections-failed').filter({ hasText: said }).waitFor();
      expect(new URL(page.url()).search).toBe('');
    }
  });
});
