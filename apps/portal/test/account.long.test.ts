import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Citizen, createPhone, type Phone } from '../../server/test/citizens.ts';
import { until } from '../../server/test/until.ts';
import { scanAndApprove } from './phone-page.ts';
import { findBarriers, findBarriersBothWays, openStage, type Stage, waitUntilDrawn } from './stage.ts';

let stage: Stage;
let phone: Phone;

beforeAll(async () => {
  stage = await openStage({ mailbox: true });
  phone = createPhone(stage.world.sandbox);
});
afterEach(() => stage.closeBrowsers());
afterAll(() => stage?.close());

async function open(citizen: Citizen, path: string, options = {}) {
  const opened = await stage.openBrowser(options);
  await stage.signIn(opened.context, citizen);
  await opened.page.goto(`${stage.origin}${path}`);
  await waitUntilDrawn(opened.page);
  return opened;
}

/** The newest code that the sandbox got for this address. */
async function readCode(box: 'mails' | 'sms', to: string): Promise<string> {
  let code = '';
  await until(
    async () => {
      const answer = await fetch(`${stage.world.sandbox.url}/control/${box}?to=${encodeURIComponent(to)}`);
      const { items } = (await answer.json()) as { items: { text: string }[] };
      code = /\d{6}/.exec(items[0]?.text ?? '')?.[0] ?? '';
      return code !== '';
    },
    () => `no code for ${to}`,
  );
  return code;
}

describe('contacts', () => {
  it('are entered, proven, and get the chosen messages', async () => {
    const { page, traffic } = await open(await phone.citizen(), '/account');
    expect(await findBarriersBothWays(page)).toEqual([]);
    await page.getByTestId('email-edit').click();
    await page.getByTestId('email-input').fill('bold@example');
    await page.getByTestId('email-send').click();
    await page.getByText('Enter a whole e-mail address').first().waitFor();
    await page.getByTestId('email-input').fill('bold@example.mn');
    await page.getByTestId('email-send').click();
    await page.getByTestId('email-code').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    // A reload in the middle goes on with the code.
    await page.reload();
    const code = await readCode('mails', 'bold@example.mn');
    await page.getByTestId('email-code').fill(code === '000000' ? '000001' : '000000');
    await page.getByTestId('email-confirm').click();
    await page.getByText('The code is wrong.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('email-code').fill(code);
    await page.getByTestId('email-confirm').click();
    await page.getByTestId('email-said').filter({ hasText: 'Your e-mail address is proven.' }).waitFor();
    await page.getByTestId('email-address').filter({ hasText: 'bold@example.mn' }).waitFor();

    await page.getByTestId('phone-edit').click();
    await page.getByTestId('phone-input').fill('9911 2233');
    await page.getByTestId('phone-send').click();
    await page.getByTestId('phone-code').fill(await readCode('sms', '+97699112233'));
    await page.getByTestId('phone-confirm').click();
    await page.getByTestId('phone-said').filter({ hasText: 'Your mobile number is proven.' }).waitFor();

    await page.getByTestId('topic-payments-sms').check();
    await page.getByTestId('topic-services-email').check();
    await page.getByTestId('topic-security-email').uncheck();
    await page.getByTestId('topics-save').click();
    await page.getByText('Security messages must reach you').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('topic-security-sms').check();
    await page.getByTestId('topics-save').click();
    await page.getByTestId('topics-said').filter({ hasText: 'Saved.' }).waitFor();
    await page.reload();
    await expect.poll(() => page.getByTestId('topic-payments-sms').isChecked()).toBe(true);
    await expect.poll(() => page.getByTestId('topic-security-email').isChecked()).toBe(false);
    expect(await findBarriersBothWays(page)).toEqual([]);
    expect(traffic.problems).toEqual([]);
  });

  it('on an old session ask for eID first, by keyboard only, on a narrow screen, in Mongolian', async () => {
    const citizen = await phone.citizen(/^ordinary/, 1);
    const { page } = await open(citizen, '/account', {
      locale: 'mn-MN',
      viewport: { width: 320, height: 640 },
    });
    await stage.world.database.query(
      `update sessions set created_at = created_at - interval '1 hour' where ended_at is null`,
    );
    const width = () => page.evaluate<number>('document.documentElement.scrollWidth');
    await expect.poll(() => width()).toBeLessThanOrEqual(320);
    await page.getByTestId('email-edit').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('sarnai@example.mn');
    await page.keyboard.press('Enter');
    await page.locator('[data-testid=step-up][data-method=eid]').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByText('Энэ өөрчлөлтийг хийхээс өмнө').waitFor();
    await scanAndApprove(page, phone, citizen);
    await page.getByTestId('email-code').waitFor();
    await page.getByTestId('email-code').focus();
    await page.keyboard.type(await readCode('mails', 'sarnai@example.mn'));
    await page.keyboard.press('Enter');
    await page.getByTestId('email-said').filter({ hasText: 'И-мэйл хаяг баталгаажлаа.' }).waitFor();
    await expect.poll(() => width()).toBeLessThanOrEqual(320);
  });
});

describe('sign-ins and security', () => {
  it('shows devices and history in words, and signs the others out', async () => {
    const citizen = await phone.citizen(/^ordinary/, 2);
    const other = await open(citizen, '/home');
    const { page, traffic } = await open(citizen, '/account/security');
    await expect.poll(() => page.getByTestId('session').count()).toBe(2);
    expect(await findBarriersBothWays(page)).toEqual([]);
    await page.getByTestId('end-others').click();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('confirm-yes').click();
    await page.getByTestId('sessions-said').filter({ hasText: '1 device was signed out.' }).waitFor();
    await expect.poll(() => page.getByTestId('session').count()).toBe(1);
    await page
      .locator('[data-testid=history-entry][data-kind=sessions_ended]')
      .filter({ hasText: 'You signed out all other devices' })
      .waitFor();
    const left = await other.context.request.get(`${stage.origin}/api/v1/users/me`);
    expect(left.status()).toBe(401);
    await page.setViewportSize({ width: 390, height: 844 });
    await waitUntilDrawn(page);
    await expect
      .poll(() => page.evaluate<number>('document.documentElement.scrollWidth'))
      .toBeLessThanOrEqual(390);
    expect(traffic.problems).toEqual([]);
  });
});

describe('my data', () => {
  it('is copied with progress and downloaded by its owner', async () => {
    const { page, traffic } = await open(await phone.citizen(/^ordinary/, 3), '/account/data');
    expect(await findBarriersBothWays(page)).toEqual([]);
    await page.getByTestId('make-copy').click();
    await page
      .getByTestId('copy-said')
      .filter({ hasText: /The copy is (being made|ready)/ })
      .waitFor();
    await page.locator('[data-testid=copy][data-state=ready]').waitFor();
    expect(await findBarriersBothWays(page)).toEqual([]);
    const arriving = page.waitForEvent('download');
    await page.getByTestId('download-copy').click();
    expect((await arriving).suggestedFilename()).toMatch(/^tamga-\d{4}-\d{2}-\d{2}\.zip$/);
    expect(traffic.problems).toEqual([]);
  });

  it('is erased after an administrator granted the request', async () => {
    const citizen = await phone.citizen(/^ordinary/, 4);
    const { page, context } = await open(citizen, '/account/data', {
      locale: 'mn-MN',
      viewport: { width: 320, height: 640 },
    });
    await page.getByTestId('ask-erasure').click();
    await page.getByTestId('erasure-reason').fill('Ашиглахаа больсон.');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('confirm-yes').click();
    await page.locator('[data-testid=erasure][data-state=open]').waitFor();
    await expect
      .poll(() => page.evaluate<number>('document.documentElement.scrollWidth'))
      .toBeLessThanOrEqual(320);

    const boss = await phone.citizen(/^ordinary/, 5);
    const desk = await stage.openBrowser();
    await stage.signIn(desk.context, boss);
    await stage.giveRole(desk.context, boss, 2);
    await desk.page.goto(`${stage.origin}/administration/erasures`);
    await waitUntilDrawn(desk.page);
    expect(await findBarriersBothWays(desk.page)).toEqual([]);
    await desk.page.getByTestId('erase-request').click();
    await desk.page.getByTestId('confirm-yes').click();
    await desk.page.getByText('Write an answer.').waitFor();
    expect(await findBarriers(desk.page)).toEqual([]);
    await desk.page.getByTestId('erasure-answer').fill('As the law allows.');
    await desk.page.getByTestId('confirm-yes').click();
    await desk.page.getByTestId('erasures-said').filter({ hasText: 'The data was erased.' }).waitFor();
    await desk.page.locator('[data-testid=erasure-request][data-state=done]').waitFor();
    expect((await context.request.get(`${stage.origin}/api/v1/users/me`)).status()).toBe(401);
  });
});
