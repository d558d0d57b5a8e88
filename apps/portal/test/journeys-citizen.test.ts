// One journey per area in one language; every page in both languages and widths is in the long tests.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createPhone, type Phone } from '../../server/test/citizens.ts';
import { approve, pasteLink, takePhone } from './phone-page.ts';
import { findBarriers, openStage, type Stage } from './stage.ts';

let stage: Stage;
let phone: Phone;

beforeAll(async () => {
  stage = await openStage({
    env: (_origin, sandboxUrl) => ({
      GOV_DEMO_SEED: 'true',
      KNOWLEDGE_SEED: 'true',
      AI_API_BASE: `${sandboxUrl}/model/v1`,
      AI_API_KEY: 'sandbox',
      AI_MODEL: 'chat-model',
    }),
  });
  phone = createPhone(stage.world.sandbox);
});
afterEach(() => stage.closeBrowsers());
afterAll(() => stage?.close());

async function openService(page: Page, words: string, name: string): Promise<void> {
  await page.goto(`${stage.origin}/services`);
  await page.getByTestId('service-search').fill(words);
  await page.waitForURL((url) => url.searchParams.has('q'));
  await page.getByTestId('service').first().getByRole('link', { name }).click();
  await page.getByTestId('apply').waitFor();
}

/** A paid certificate is issued by a job. */
async function issueWaiting(): Promise<void> {
  const { declaredJobs, http } = stage.server.app;
  const job = declaredJobs.find(({ name }) => name === 'gov.applications.issue');
  await job?.run({}, { now: stage.world.clock.now(), log: http.log as never });
}

it('a person signs in with the phone beside the portal, and signs out again', async () => {
  const citizen = await phone.citizen();
  const { page, context, traffic } = await stage.openBrowser();
  const hand = await stage.openBrowser({ viewport: { width: 390, height: 844 } });
  await takePhone(hand.page, stage.world.sandbox.url, citizen);
  await page.goto(`${stage.origin}/login`);
  await page.getByTestId('qr').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await pasteLink(hand.page, (await page.getByTestId('qr').getAttribute('data-qr')) ?? '');
  await page.locator('[data-testid=state][data-state=scanned]').waitFor();
  await approve(hand.page, citizen.pin1);
  await page.waitForURL('**/home');
  await expect
    .poll(() => page.getByTestId('user-name').first().textContent())
    .toContain(citizen.given_name_en);
  expect(await findBarriers(page)).toEqual([]);

  const cookies = await context.cookies();
  expect(cookies.filter(({ httpOnly }) => !httpOnly).map(({ name }) => name)).toEqual(['tamga_csrf']);
  const access = cookies.find(({ name }) => name === 'tamga_access')?.value ?? '';
  await page.getByTestId('user-name').first().click();
  await page.getByTestId('sign-out').click();
  await page.waitForURL((url) => !url.pathname.startsWith('/home'));
  const headers = { authorization: `Bearer ${access}` };
  expect((await fetch(`${stage.server.url}/api/v1/users/me`, { headers })).status).toBe(401);
  expect(traffic.problems).toEqual([]);
});

it('a citizen applies, pays and downloads a certificate, which a stranger verifies', async () => {
  const citizen = await phone.citizen(/^ordinary/, 1);
  const { page, context, traffic } = await stage.openBrowser();
  await stage.signIn(context, citizen);
  await openService(page, 'хаягийн лавлагаа', 'Proof of residence');
  expect(await findBarriers(page)).toEqual([]);
  await page.getByTestId('apply').click();
  await page.locator('[data-testid=apply-form][data-step=review]').waitFor();
  await page.getByTestId('next').click();
  await page.getByTestId('receipt').waitFor();
  await page.getByTestId('pay').click();
  await page.waitForURL(/payments\/pay/);
  await page.getByRole('button').click();
  await page.getByTestId('payment-received').waitFor();
  await issueWaiting();
  const arriving = page.waitForEvent('download');
  await page.getByTestId('download-document').click();
  const number = (await arriving).suggestedFilename().replace('.pdf', '');
  expect(number).toMatch(/^REF-\d{4}-\d{6}$/);

  const [kept] = await stage.world.database.query<{ check_code: string }>(
    'select check_code from gov_references where reference_no = $1',
    [number],
  );
  const stranger = await stage.openBrowser();
  await stranger.page.goto(`${stage.origin}/verify/${number}?code=${kept?.check_code}`);
  await stranger.page.locator('[data-testid=verdict][data-verdict=genuine]').waitFor();
  await expect.poll(() => stranger.page.getByTestId('holder').textContent()).toContain(citizen.given_name);
  expect([...traffic.problems, ...stranger.traffic.problems]).toEqual([]);
});

it('a form is kept as a draft, and names what is wrong', async () => {
  const { page, context, traffic } = await stage.openBrowser();
  await stage.signIn(context, await phone.citizen(/^ordinary/, 2));
  await openService(page, 'criminal record', 'No-criminal-record certificate');
  await page.getByTestId('apply').click();
  await page.getByTestId('answer-purpose').selectOption('visa');
  await page.getByTestId('answer-receiver').fill('Embassy');
  await page.locator('[data-testid=draft-state][data-state=saved]').waitFor();
  await page.reload();
  await page.getByTestId('draft-resumed').waitFor();
  await expect.poll(() => page.getByTestId('answer-receiver').inputValue()).toBe('Embassy');
  await page.getByTestId('next').click();
  await page.getByTestId('error-summary').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  expect(traffic.problems).toEqual([]);
});

it('the assistant answers with its sources, and the help by a few letters', async () => {
  const { page, traffic } = await stage.openBrowser();
  await page.goto(`${stage.origin}/services`);
  await page.getByTestId('service').first().waitFor();
  await page.keyboard.press('Control+/');
  await page.getByTestId('assistant-question').fill('how do I get a proof of residence');
  await page.keyboard.press('Enter');
  await page.locator('[data-testid=assistant-turn][data-state=done]').waitFor();
  const source = page.getByTestId('assistant-turn').getByRole('link').first();
  await expect.poll(() => source.getAttribute('href')).toMatch(/^\/services\//);

  await page.goto(`${stage.origin}/help`);
  await page.getByTestId('help-search').focus();
  await page.keyboard.type('stolen ph');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'I lost my phone' }).waitFor();
  expect(traffic.problems).toEqual([]);
});

it('a browser without script finds a service and reads what it needs', async () => {
  const { page } = await stage.openBrowser({ javaScriptEnabled: false });
  await page.goto(stage.origin);
  await page.waitForURL('**/?plain=1');
  await page.getByRole('searchbox').fill('хаяг');
  await page.getByRole('button').click();
  await page.getByRole('link', { name: 'Proof of residence' }).click();
  await page.getByText('MNT 500').waitFor();
});
