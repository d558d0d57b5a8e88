import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { inviteAsOperator } from '../../server/src/modules/superadmin/index.ts';
import { type Citizen, createPhone, type Phone } from '../../server/test/citizens.ts';
import { approve } from './phone-page.ts';
import { findBarriers, openStage, type Stage, waitUntilDrawn } from './stage.ts';
import { createHands, type Hands } from './superadmin-steps.ts';

const email = 'first.owner@example.mn';

let stage: Stage;
let phone: Phone;
let hands: Hands;
let owner: { page: Page; context: BrowserContext };
let citizen: Citizen;
let secret = '';
let codes: string[] = [];

beforeAll(async () => {
  stage = await openStage({ mailbox: true, env: { SUPERADMIN_EMAIL: email } });
  phone = createPhone(stage.world.sandbox);
  hands = createHands(stage, phone);
  owner = await stage.openBrowser();
  citizen = await phone.citizen();
});
afterEach(() => stage.closeBrowsers([owner.context]));
afterAll(() => stage?.close());

const atStep = (page: Page, step: string) =>
  page.locator(`[data-testid=onboarding][data-step=${step}]`).waitFor();
const signOut = async (page: Page) => {
  await page.goto(`${stage.origin}/home`);
  await page.getByTestId('user-name').first().click();
  await page.getByTestId('sign-out').click();
  await page.waitForURL('**/?notice=signed-out');
};
/** Returns an unused recovery code. */
const takeRecoveryCode = () => codes.shift() ?? expect.fail('no recovery code left');
const forgetProof = () => stage.world.database.query('delete from superadmin_mfa_proofs');

describe('the first super administrator', () => {
  it('completes every onboarding step, with errors on the way, and receives the recovery codes', async () => {
    const { page, context } = owner;
    await page.goto(`${stage.origin}/superadmin/onboarding`);
    expect(await findBarriers(page), 'social').toEqual([]);

    // A person without an invitation sees an explanation and may try again.
    await page.getByTestId('social').click();
    await hands.chooseSocial(page, 'stranger@example.mn');
    await page.getByTestId('onboarding-problem').waitFor();
    await page.getByTestId('social').click();
    await hands.chooseSocial(page, email);

    await atStep(page, 'eid');
    await page.getByTestId('qr').waitFor();
    expect(await findBarriers(page), 'eid').toEqual([]);
    await page.reload();
    await atStep(page, 'eid');
    await hands.scanAndApprove(page, citizen);

    await atStep(page, 'email');
    await hands.moveOn(context);
    await page.getByTestId('send-code').click();
    await page.getByTestId('code').waitFor();
    await expect.poll(() => page.getByTestId('resend').getAttribute('aria-disabled')).toBe('true');
    expect(await findBarriers(page), 'email').toEqual([]);
    const mailed = await hands.readMailedCode(email);
    await hands.giveCode(page, mailed === '000000' ? '111111' : '000000');
    await page.locator('[role=alert]').waitFor();
    await page.reload();
    await atStep(page, 'email');
    await hands.giveCode(page, mailed);

    await atStep(page, 'totp');
    await hands.moveOn(context);
    await page.getByTestId('totp-secret').waitFor();
    secret = ((await page.getByTestId('totp-secret').textContent()) ?? '').replace(/\s/g, '');
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    await expect.poll(() => page.getByTestId('qr').getAttribute('data-qr')).toContain(`secret=${secret}`);
    expect(await findBarriers(page), 'totp').toEqual([]);
    await hands.giveCode(page, '12345');
    await page.locator('[role=alert]').waitFor();
    await hands.giveCode(page, hands.readAppCode(secret));

    await atStep(page, 'recovery');
    codes = await page.getByTestId('recovery-codes').locator('li').allTextContents();
    expect(codes).toHaveLength(10);
    expect(await findBarriers(page), 'recovery').toEqual([]);
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByTestId('download').click()]);
    const text = await new Response((await file.createReadStream()) as never).text();
    for (const code of codes) expect(text).toContain(code);
    await page.getByTestId('finish').click();
    await atStep(page, 'recovery');
    await page.getByTestId('kept').check();
    await page.getByTestId('finish').click();

    await page.getByTestId('onboarding-done').waitFor();
    expect(await findBarriers(page), 'done').toEqual([]);
    await page.getByTestId('to-administration').click();
    await page.waitForURL('**/administration/admins');
    await page.getByTestId('row').first().waitFor();
    const kept = await page.evaluate<string>(
      'JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }])',
    );
    for (const hidden of [secret, ...codes]) expect(kept).not.toContain(hidden);
  });

  it('signs in again with the social account and the app’s code, never without the code', async () => {
    const { page, context } = owner;
    await signOut(page);
    await hands.moveOn(context);
    await page.goto(`${stage.origin}/login?next=%2Fadministration%2Finvites`);
    await page.getByTestId('social').click();
    await hands.chooseSocial(page, email);
    await page.getByTestId('second-factor').waitFor();
    expect(await findBarriers(page), 'second factor').toEqual([]);
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('tamga_access');
    await hands.giveCode(page, hands.readAppCode(secret, -5));
    await page.locator('[role=alert]').waitFor();
    await hands.giveCode(page, hands.readAppCode(secret, 1));
    await page.waitForURL('**/administration/invites');
  });

  it('also needs the second factor after eID, and sees how many recovery codes are left', async () => {
    const { page, context } = owner;
    // Linked in the database, because onboarding leaves the citizen's eID with their ordinary account.
    const where = `(select user_id from superadmin_accounts where civil_id = $1)`;
    await stage.world.database.query(`update users set civil_id = $1 where id = ${where}`, [
      citizen.civil_id,
    ]);
    await signOut(page);
    await hands.moveOn(context);
    await page.goto(`${stage.origin}/login`);
    await hands.scanAndApprove(page, citizen);
    await page.waitForURL(/\/login\?.*mfa=1/);
    await page.reload();
    await page.getByTestId('code-kind').click();
    await hands.giveCode(page, takeRecoveryCode().toLowerCase().replace('-', ' '));
    await page.getByTestId('signed-in-notice').waitFor();
    await expect.poll(() => page.getByTestId('signed-in-notice').textContent()).toContain('9');
    expect(await findBarriers(page), 'signed in').toEqual([]);
    await page.getByTestId('continue').click();
    await page.waitForURL('**/home');
  });

  it('may confirm on the same phone: the app returns to the same onboarding', async () => {
    const { database, outbox } = stage.server.app;
    const second = 'second.owner@example.mn';
    await inviteAsOperator({ database, outbox, now: () => new Date(), email: second });
    const { page, context } = await stage.openBrowser({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await page.goto(`${stage.origin}/superadmin/onboarding`);
    await page.getByTestId('social').click();
    await hands.chooseSocial(page, second);
    const link = page.locator('[data-testid=deep-link][href]');
    await link.waitFor();
    const app = await context.newPage();
    await app.goto((await link.getAttribute('href')) ?? '');
    const person = await phone.citizen(/^ordinary/, 1);
    await app.getByTestId(`citizen-${person.national_id}`).click();
    await approve(app, person.pin1);
    await app.waitForURL('**/superadmin/onboarding');
    await atStep(app, 'email');
    await atStep(page, 'email');
  });

  it('sees an explanation if the sign-in ended before the code was entered', async () => {
    const { page } = await stage.openBrowser();
    await page.goto(`${stage.origin}/login?mfa=1`);
    await hands.giveCode(page, '123456');
    await page.locator('[data-testid=second-factor-ended][data-reason=ended]').waitFor();
    await page.getByTestId('start-again').click();
    await page.getByTestId('qr').waitFor();
  });
});

describe('the pages of the super administrator', () => {
  it('invite a person after a fresh code, and withdraw the invitation', async () => {
    const { page, context } = owner;
    await hands.moveOn(context);
    await page.goto(`${stage.origin}/administration/invites`);
    await page.getByTestId('row').first().waitFor();
    await forgetProof();
    await page.getByTestId('add-invite').click();
    await page.getByTestId('invite-email').fill('third.owner');
    await page.getByTestId('invite').click();
    await page.getByRole('alert').filter({ hasText: 'Check the e-mail address' }).waitFor();
    await page.getByTestId('invite-email').fill('third.owner@example.mn');
    await page.getByTestId('invite').click();
    await page.getByTestId('step-up').waitFor();
    expect(await findBarriers(page), 'step up').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByTestId('step-up').waitFor({ state: 'hidden' });
    await expect.poll(() => page.getByTestId('action-failure').count()).toBe(0);
    await page.getByTestId('invite').click();
    await page.getByTestId('code-kind').click();
    await hands.giveCode(page, takeRecoveryCode());
    await page.getByTestId('step-up').getByTestId('continue').click();
    await page.getByTestId('invite-address').waitFor();
    await expect
      .poll(() => page.getByTestId('invite-address').textContent())
      .toBe(`${stage.origin}/superadmin/onboarding`);
    expect(await findBarriers(page), 'invites').toEqual([]);
    await page.getByTestId('take-back').click();
    await page.getByTestId('confirm-yes').click();
    await page.getByTestId('detail').waitFor({ state: 'hidden' });
    await page.getByTestId('row').filter({ hasText: 'third.owner' }).waitFor({ state: 'detached' });
  });

  it('close the platform to new people and open it again', async () => {
    const { page } = owner;
    const stranger = await phone.citizen(/^ordinary/, 7);
    await page.goto(`${stage.origin}/administration/access-mode`);
    await page.locator('[data-testid=access-mode][data-mode=public]').waitFor();
    expect(await findBarriers(page), 'access mode').toEqual([]);
    await page.getByTestId('mode-private').check();
    await page.getByTestId('save-mode').click();
    await page.getByTestId('confirm-yes').click();
    await page.locator('[data-testid=access-mode][data-mode=private]').waitFor();

    const door = await stage.openBrowser();
    await door.page.goto(`${stage.origin}/login`);
    await hands.scanAndApprove(door.page, stranger);
    await door.page.locator('[data-testid=state][data-state=private_platform]').waitFor();

    await page.getByTestId('mode-public').check();
    await page.getByTestId('save-mode').click();
    await page.getByTestId('confirm-yes').click();
    await page.locator('[data-testid=access-mode][data-mode=public]').waitFor();
  });

  it('make a person an administrator by register number, and revoke the role', async () => {
    const { page } = owner;
    const person = await phone.citizen(/^ordinary/, 2);
    const other = await stage.openBrowser();
    await stage.signIn(other.context, person);

    await page.goto(`${stage.origin}/administration/admins`);
    await page.getByTestId('add-admin').click();
    await page.getByTestId('register').fill('12');
    await page.getByTestId('look-up').click();
    await page.getByRole('alert').filter({ hasText: 'two Cyrillic letters' }).waitFor();
    await page.getByTestId('register').fill('жш 88010119');
    await page.getByTestId('look-up').click();
    await page.getByTestId('pre-register').waitFor();
    await page.getByTestId('email').fill('nobody');
    await page.getByTestId('register-admin').click();
    await page.getByTestId('error-summary').getByText('Check the e-mail address').waitFor();
    expect(await findBarriers(page), 'pre-register').toEqual([]);
    await page.getByTestId('register').fill(person.national_id);
    await page.getByTestId('pre-register').waitFor({ state: 'detached' });
    await page.getByTestId('look-up').click();
    await page.getByTestId('found').waitFor();
    await expect.poll(() => page.getByTestId('found').textContent()).toContain(person.given_name);
    expect(await findBarriers(page), 'admins').toEqual([]);
    await page.getByTestId('grant').click();
    await page.getByText(person.given_name, { exact: false }).first().waitFor();
    await other.page.goto(`${stage.origin}/home`);
    await other.page.waitForURL(/\/login/);

    await page.getByTestId('row').filter({ hasText: person.given_name }).click();
    await page.getByTestId('revoke').click();
    expect(await findBarriers(page), 'revoke').toEqual([]);
    await page.getByTestId('confirm-yes').click();
    await page.getByTestId('detail').waitFor({ state: 'hidden' });
    await page.getByTestId('row').filter({ hasText: person.given_name }).waitFor({ state: 'detached' });
  });

  it('refuse everybody else with an explanation, in Mongolian and in the dark scheme', async () => {
    const { page, context } = await stage.openBrowser({ locale: 'mn-MN', colorScheme: 'dark' });
    await stage.signIn(context, await phone.citizen(/^ordinary/, 3));
    await page.goto(`${stage.origin}/home`);
    await waitUntilDrawn(page);
    await expect.poll(() => page.locator('a[href^="/administration/admins"]').count()).toBe(0);
    await page.goto(`${stage.origin}/administration/invites`);
    await page.getByTestId('no-access').waitFor();
    await page.goto(`${stage.origin}/superadmin/onboarding`);
    await atStep(page, 'social');
    expect(await findBarriers(page), 'onboarding').toEqual([]);
  });
});

describe('a social account', () => {
  const social = 'citizen.social@example.mn';

  it('is linked by eID once, signs in alone afterwards, and can be unlinked', async () => {
    const { page } = await stage.openBrowser();
    const person = await phone.citizen(/^ordinary/, 4);
    await page.goto(`${stage.origin}/login?next=%2Fprofile`);
    await page.getByTestId('social').click();
    await hands.chooseSocial(page, social);
    await page.waitForURL(/\/login\?.*slink=1/);
    await page.getByTestId('notice').waitFor();
    await expect.poll(() => page.getByTestId('social').count()).toBe(0);
    expect(await findBarriers(page), 'linking').toEqual([]);
    await hands.scanAndApprove(page, person);
    await page.waitForURL('**/profile');
    await page.getByTestId('social-link').waitFor();

    await signOut(page);
    await page.goto(`${stage.origin}/login?next=%2Fprofile`);
    await page.getByTestId('social').click();
    await hands.chooseSocial(page, social);
    await page.waitForURL('**/profile');

    await page.getByTestId('social-unlink').click();
    await page.getByTestId('confirm-yes').click();
    await page.waitForURL(/\/login\?.*notice=expired/);
    await hands.scanAndApprove(page, person);
    await page.waitForURL('**/profile');
    await expect.poll(() => page.getByTestId('social-link').count()).toBe(0);
  });

  it('is not linked if another person linked it meanwhile, and the person is informed after sign-in', async () => {
    const shared = 'shared.social@example.mn';
    const [late, early] = [await stage.openBrowser(), await stage.openBrowser()];
    for (const { page } of [late, early]) {
      await page.goto(`${stage.origin}/login`);
      await page.getByTestId('social').click();
      await hands.chooseSocial(page, shared);
      await page.waitForURL(/slink=1/);
    }
    await hands.scanAndApprove(early.page, await phone.citizen(/^ordinary/, 5));
    await early.page.waitForURL('**/home');
    await hands.scanAndApprove(late.page, await phone.citizen(/^ordinary/, 6));
    await late.page.getByTestId('signed-in-notice').waitFor();
    await late.page.getByTestId('continue').click();
    await late.page.waitForURL('**/home');
  });

  it('shows our own error text after a failure, and no text from the address', async () => {
    const { page } = await stage.openBrowser();
    await page.goto(`${stage.origin}/login`);
    await page.getByTestId('social').click();
    await hands.chooseSocial(page, social, { decision: 'deny' });
    await page.waitForURL(/sso_error=social_cancelled/);
    // The words of the notice are loaded after the notice.
    const notice = page.getByTestId('notice').filter({ hasText: /\S/ });
    const known = await notice.textContent();
    await page.goto(`${stage.origin}/login?sso_error=call+now+0800`);
    const unknown = await notice.textContent();
    expect(unknown).not.toBe(known);
    expect(unknown).not.toContain('0800');
  });
});
