import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createKeyring } from '../../server/src/kernel/security/keyring.ts';
import { addOperator, type OperatorRole } from '../../server/src/modules/operator/index.ts';
import { stepAt, totpCode } from '../../server/src/modules/superadmin/index.ts';
import { type Citizen, createPhone, type Phone } from '../../server/test/citizens.ts';
import { approve, scanAndApprove } from './phone-page.ts';
import { findBarriers, findBarriersBothWays, openStage, type Stage } from './stage.ts';

const consoleHost = 'console.localhost';
let stage: Stage;
let phone: Phone;
/** The same portal under the console's host name. */
let site: string;

beforeAll(async () => {
  stage = await openStage({ mailbox: true, env: { CONTROL_PLANE_HOST: consoleHost } });
  phone = createPhone(stage.world.sandbox);
  site = `http://${consoleHost}:${new URL(stage.origin).port}`;
});
afterEach(() => stage.closeBrowsers());
afterAll(() => stage?.close());

/** Adds an operator like the command line does. */
async function add(citizen: Citizen, role: OperatorRole = 'operator'): Promise<string> {
  const { app, config } = stage.server;
  const { secret } = await addOperator(
    {
      database: app.database,
      outbox: app.outbox,
      keyring: createKeyring(config.INTEGRATION_ENC_KEY),
      platformName: 'Tamga',
      now: () => new Date(),
    },
    { register: citizen.national_id, email: `${role}@example.mn`, role },
  );
  return secret;
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByTestId('totp').fill(code);
  await page.getByTestId('totp-submit').click();
}

/** Dangerous calls ask for a code again, and then continue with the same input. */
async function confirmCode(page: Page, code: string): Promise<void> {
  const dialog = page.getByTestId('step-up');
  await dialog.getByTestId('totp').fill(code);
  await dialog.getByTestId('step-up-confirm').click();
  await dialog.waitFor({ state: 'detached' });
}

async function signIn(page: Page, citizen: Citizen, secret: string, path = '/console'): Promise<void> {
  await page.goto(`${site}${path}`);
  await scanAndApprove(page, phone, citizen);
  await page.getByTestId('totp').waitFor();
  await enterCode(page, totpCode(secret, stepAt(new Date())));
  await page.getByTestId('operator').waitFor();
}

const states = (page: Page, state: string) =>
  page.locator(`[data-testid=row-state][data-state=${state}]`).count();

describe('an operator', () => {
  it('signs in with eID and a code, and creates fifty organisations from a pasted sheet', async () => {
    const citizen = await phone.citizen();
    const secret = await add(citizen);
    const { page, context, traffic } = await stage.openBrowser({ locale: 'mn-MN' });

    await page.goto(`${site}/`);
    await page.waitForURL(`${site}/console`);
    await scanAndApprove(page, phone, citizen);
    await page.getByTestId('totp').waitFor();
    await enterCode(page, '000000');
    await page.getByRole('alert').waitFor();
    await enterCode(page, totpCode(secret, stepAt(new Date())));
    await page.waitForURL('**/console/organisations');
    await expect.poll(() => page.getByTestId('operator').textContent()).toContain(citizen.given_name);
    const cookies = await context.cookies();
    expect(cookies).toMatchObject([{ name: 'cp_session', httpOnly: true, sameSite: 'Strict', path: '/' }]);

    await page.getByTestId('to-bulk').click();
    await page.getByTestId('bulk-text').fill('slug;name;admin_email\nalready-here;Өмнө нь байсан ХХК;a@b.mn');
    await page.getByTestId('bulk-reason').fill('Тушаал А/12');
    await page.getByTestId('bulk-check').click();
    await page.getByTestId('bulk-send').click();
    // A code works once, so the code of the next half minute is used.
    await confirmCode(page, totpCode(secret, stepAt(new Date()) + 1));
    await page.locator('[data-state=created]').waitFor();
    await page.getByTestId('bulk-restart').click();

    const lines = Array.from({ length: 50 }, (_, index) => {
      const slug = index === 20 ? 'Bad Slug' : index === 30 ? 'already-here' : `org-${index}`;
      return `"Байгууллага №${index}, ХХК",${slug},admin${index}@example.mn`;
    });
    await page.getByTestId('bulk-text').fill(`\uFEFFname,slug,admin_email\r\n${lines.join('\r\n')}`);
    await page.getByTestId('bulk-check').click();
    // One reason is required for all rows.
    await page.getByTestId('error-summary').waitFor();
    await page.getByTestId('bulk-reason').fill('Тушаал А/13');
    await page.getByTestId('bulk-check').click();
    await page.getByTestId('bulk-send').waitFor();
    await expect.poll(() => states(page, 'ready')).toBe(49);
    await expect.poll(() => states(page, 'fault')).toBe(1);

    await page.getByTestId('bulk-send').click();
    await page.locator('[data-testid=bulk-summary][data-busy=false]').waitFor();
    await page.locator('[data-state=exists]').waitFor();
    await expect.poll(() => states(page, 'created')).toBe(48);
    await expect.poll(() => states(page, 'fault')).toBe(1);

    await page.getByTestId('bulk-correct').click();
    await page.getByTestId('row-slug').fill('org-20');
    await page.getByTestId('row-save').click();
    // Saving opens the next waiting row: the one with the taken slug.
    await expect.poll(() => page.getByTestId('row-slug').inputValue()).toBe('already-here');
    await page.getByTestId('row-slug').fill('org-30');
    await page.keyboard.press('Enter');
    await page.getByTestId('detail').waitFor({ state: 'detached' });
    await expect.poll(() => states(page, 'ready')).toBe(2);
    await page.getByTestId('bulk-send').click();
    await page.locator('[data-state=created]').nth(49).waitFor();
    await expect.poll(() => page.getByTestId('bulk-send').count()).toBe(0);

    await page.getByTestId('place-organisations').click();
    await page.getByTestId('filter-search').fill('org-30');
    await page.locator('[data-testid=row]').filter({ hasText: '№30' }).waitFor();
    await page.getByTestId('place-audit').click();
    await page.getByText('А/13').first().waitFor();

    await page.getByTestId('sign-out').click();
    await page.getByTestId('console-sign-in').waitFor();
    const status = await page.evaluate(async () => (await fetch('/api/platform/v1/me')).status);
    expect(status).toBe(401);
    expect(traffic.problems).toEqual([]);
  });

  it('continues at the same place after the session ended between two steps', async () => {
    const citizen = await phone.citizen(/^ordinary/, 1);
    const secret = await add(citizen);
    const { page } = await stage.openBrowser();
    await signIn(page, citizen, secret, '/console/bulk');
    await page.getByTestId('bulk-text').fill('name,slug,admin_email,reason\nKept LLC,kept-row,a@b.mn,why');
    await page.getByTestId('bulk-check').click();
    await stage.world.database.query('delete from operator_sessions');
    await page.getByTestId('bulk-send').click();
    await page.getByTestId('console-sign-in').waitFor();
    // A code works once, so the command issues a new secret.
    const renewed = await add(citizen);
    await scanAndApprove(page, phone, citizen);
    await page.getByTestId('totp').waitFor();
    await enterCode(page, totpCode(renewed, stepAt(new Date())));
    await page.getByTestId('bulk-send').click();
    await confirmCode(page, totpCode(renewed, stepAt(new Date()) + 1));
    await page.locator('[data-state=created][data-slug=kept-row]').waitFor();
  });

  it('signs in on one device: the link opens the phone and returns to the code', async () => {
    const citizen = await phone.citizen(/^ordinary/, 7);
    const secret = await add(citizen);
    const { page, context } = await stage.openBrowser();
    await page.goto(`${site}/console`);
    const link = page.locator('[data-testid=deep-link][href]');
    await link.waitFor();
    const app = await context.newPage();
    await app.goto((await link.getAttribute('href')) ?? '');
    await app.getByTestId(`citizen-${citizen.national_id}`).click();
    await approve(app, citizen.pin1);
    await app.getByTestId('totp').waitFor();
    expect(app.url()).toBe(`${site}/console`);
    await enterCode(app, totpCode(secret, stepAt(new Date())));
    await app.getByTestId('operator').waitFor();
  });

  it('looks up people and organisations', async () => {
    const citizen = await phone.citizen(/^ordinary/, 2);
    const secret = await add(citizen, 'support');
    const { page, traffic } = await stage.openBrowser();
    await signIn(page, citizen, secret, '/console/directory');
    await page.getByTestId('lookup').first().fill(citizen.national_id.toLowerCase());
    await page.getByTestId('lookup-submit').first().click();
    await expect.poll(() => page.getByTestId('found').textContent()).toContain(citizen.given_name);
    // The support role creates nothing and sees no such page.
    await expect.poll(() => page.getByTestId('place-bulk').count()).toBe(0);
    expect(page.url()).not.toContain(encodeURIComponent(citizen.national_id));
    expect(traffic.problems).toEqual([]);
  });
});

describe('the console', () => {
  it('answers on its own host only, and nothing else answers there', async () => {
    const { page } = await stage.openBrowser();
    const elsewhere = await page.goto(`${stage.origin}/console`);
    expect(elsewhere?.status()).toBe(404);
    await expect.poll(() => page.getByTestId('console-bar').count()).toBe(0);
    const call = await page.goto(`${stage.origin}/api/platform/v1/me`);
    expect(call?.status()).toBe(404);
    for (const path of ['/login', '/home', '/api/v1/site/auth']) {
      const answer = await page.goto(`${site}${path}`);
      expect(answer?.status(), path).toBe(404);
    }
  });

  it('shows nothing to a person who is not an operator', async () => {
    const citizen = await phone.citizen(/^ordinary/, 3);
    const { page } = await stage.openBrowser();
    await page.goto(`${site}/console/operators`);
    await scanAndApprove(page, phone, citizen);
    await page.getByTestId('totp').waitFor();
    await enterCode(page, '123456');
    await page.getByRole('alert').waitFor();
    await expect.poll(() => page.getByTestId('operator').count()).toBe(0);
    await expect.poll(() => page.getByTestId('console-places').count()).toBe(0);
  });

  it('has no accessibility barrier on any of its pages, light and dark, in Mongolian and in English', async () => {
    const citizen = await phone.citizen(/^ordinary/, 4);
    const secret = await add(citizen, 'superadmin');
    const { page, traffic } = await stage.openBrowser({ locale: 'mn-MN' });
    await page.goto(`${site}/console`);
    await page.getByTestId('qr').waitFor();
    expect(await findBarriersBothWays(page), 'sign-in').toEqual([]);
    await scanAndApprove(page, phone, citizen);
    await page.getByTestId('totp').waitFor();
    expect(await findBarriersBothWays(page), 'code').toEqual([]);
    await enterCode(page, totpCode(secret, stepAt(new Date())));
    await page.getByTestId('operator').waitFor();
    for (const place of ['organisations', 'directory', 'audit', 'operators', 'bulk']) {
      await page.getByTestId(`place-${place}`).click();
      await page.waitForURL(`${site}/console/${place}`);
      expect(await findBarriersBothWays(page), place).toEqual([]);
    }
    await page.getByTestId('bulk-text').fill('name,slug,email,reason\nA,B,c,d\nGood LLC,good,a@b.mn,d');
    await page.getByTestId('bulk-check').click();
    await page.getByTestId('bulk-correct').click();
    expect(await findBarriers(page), 'rows').toEqual([]);
    await page.getByTestId('detail-close').click();
    await page.getByTestId('select-row').first().check();
    await page.getByTestId('remove-selected').click();
    await expect.poll(() => page.getByTestId('row').allTextContents()).toEqual(['Good LLC']);
    expect(traffic.problems).toEqual([]);
  });
});

describe('an invited administrator', () => {
  it('signs in, reads the invitation, accepts it and administers the organisation', async () => {
    const operator = await phone.citizen(/^ordinary/, 6);
    const secret = await add(operator);
    const office = await stage.openBrowser();
    await signIn(office.page, operator, secret, '/console/bulk');
    await office.page
      .getByTestId('bulk-text')
      .fill('name,slug,email,reason\nInvited LLC,invited,boss@invited.mn,why');
    await office.page.getByTestId('bulk-check').click();
    await office.page.getByTestId('bulk-send').click();
    await confirmCode(office.page, totpCode(secret, stepAt(new Date()) + 1));
    await office.page.locator('[data-state=created]').waitFor();

    const link = await waitForLink('boss@invited.mn');
    const { page, traffic } = await stage.openBrowser();
    await page.goto(link);
    await page.waitForURL(/\/login/);
    await scanAndApprove(page, phone, await phone.citizen(/^ordinary/, 7));
    await page.waitForURL('**/invitations/*');
    await page.getByTestId('invitation-accept').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('invitation-accept').click();
    await expect.poll(() => page.getByTestId('invitation-accepted').textContent()).toContain('Invited LLC');
    await page.getByTestId('invitation-accepted').getByRole('link').click();
    await page.getByText('Invited LLC').first().waitFor();
    expect(traffic.problems).toEqual([]);

    // The administrator invites a colleague by register number, who accepts it on their own page.
    const colleague = await phone.citizen(/^ordinary/, 5);
    await page.getByTestId('add-member').click();
    await page.getByTestId('invite-national-id').fill(colleague.national_id.toLowerCase());
    await page.getByTestId('role-admin').check();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('invite-submit').click();
    const waiting = page.getByTestId('sent-invitation');
    await waiting.waitFor();
    await expect.poll(() => waiting.textContent()).not.toContain(colleague.national_id);
    await expect.poll(() => page.getByTestId('members').textContent()).not.toContain(colleague.given_name);

    const theirs = await stage.openBrowser();
    await stage.signIn(theirs.context, colleague);
    await theirs.page.goto(`${stage.origin}/organisations`);
    await theirs.page
      .getByTestId('received-invitation')
      .getByRole('heading', { name: 'Invited LLC' })
      .waitFor();
    expect(await findBarriers(theirs.page)).toEqual([]);
    await theirs.page.getByTestId('accept-invitation').click();
    await theirs.page.getByTestId('organisation').getByText('Invited LLC').waitFor();
    expect(theirs.traffic.problems).toEqual([]);
    await page.reload();
    await page.getByTestId('members').getByText(colleague.given_name).first().waitFor();
    await expect.poll(() => page.getByTestId('sent-invitation').count()).toBe(0);

    await page.goto(link);
    await page.getByTestId('invitation-gone').waitFor();
  });
});

async function waitForLink(to: string): Promise<string> {
  const readLink = async () => {
    const answer = await fetch(`${stage.world.sandbox.url}/control/mails?to=${encodeURIComponent(to)}`);
    const { items } = (await answer.json()) as { items: { text: string }[] };
    return /http\S+\/invitations\/\S+/.exec(items[0]?.text ?? '')?.[0] ?? '';
  };
  await expect.poll(readLink, { interval: 100 }).not.toBe('');
  return readLink();
}
