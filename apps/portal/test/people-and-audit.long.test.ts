import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Citizen, createPhone, type Phone } from '../../server/test/citizens.ts';
import { scanAndApprove } from './phone-page.ts';
import { findBarriers, findBarriersBothWays, openStage, type Stage } from './stage.ts';

const adminRole = 2;
let stage: Stage;
let phone: Phone;

beforeAll(async () => {
  stage = await openStage();
  phone = createPhone(stage.world.sandbox);
});
afterEach(() => stage.closeBrowsers());
afterAll(() => stage?.close());

async function openOffice(boss: Citizen, options: Parameters<Stage['openBrowser']>[0] = {}) {
  const office = await stage.openBrowser(options);
  await stage.signIn(office.context, boss);
  await stage.giveRole(office.context, boss, adminRole);
  return office;
}

const idOf = async ({ civil_id }: Citizen) =>
  (
    await stage.world.database.query<{ id: string }>('select id from users where civil_id = $1', [civil_id])
  )[0]?.id ?? '';

describe('the audit log', () => {
  it('tells in sentences what happened to a person found by register number, and leads to that person', async () => {
    const boss = await phone.citizen(/^ordinary/, 0);
    const person = await phone.citizen(/^ordinary/, 1);
    const { page, traffic } = await openOffice(boss, { locale: 'mn-MN' });
    const home = await stage.openBrowser();
    await stage.signIn(home.context, person);
    await stage.world.database.query(
      `insert into audit_log (occurred_at, actor_user_id, action, category, target, metadata)
       values (now(), $1, 'users.role.changed', 'users', $2, '{"role_id": 4}')`,
      [await idOf(boss), await idOf(person)],
    );
    await page.goto(`${stage.origin}/administration/audit`);
    await page.getByTestId('person-search').fill(person.national_id);
    await page.getByTestId('find-person').click();
    await page.getByTestId('choose-person').click();
    await page.getByTestId('chosen-person').getByText(person.given_name).waitFor();
    expect(page.url()).not.toContain(encodeURIComponent(person.national_id));
    await page.getByTestId('filter-category').selectOption('users');
    const sentence = `${boss.surname} ${boss.given_name} нь ${person.surname} ${person.given_name} хэрэглэгчид «Иргэн» дүр олголоо`;
    const row = page.getByTestId('row').filter({ hasText: sentence });
    await row.waitFor();
    await expect.poll(() => page.getByTestId('row').count()).toBe(1);
    expect(await findBarriersBothWays(page), 'list').toEqual([]);

    const download = page.waitForEvent('download');
    await page.getByTestId('download-csv').click();
    const file = await download;
    const text = await new Response((await file.createReadStream()) as never).text();
    expect(text).toContain(sentence);
    expect(text.trim().split('\r\n')).toHaveLength(2);

    await row.click();
    await page.getByTestId('sentence').waitFor();
    await expect.poll(() => page.getByText('role_id').isVisible()).toBe(false);
    await page.getByTestId('raw').locator('summary').click();
    await page.getByText('role_id').waitFor();
    expect(await findBarriers(page), 'entry').toEqual([]);
    await page.getByTestId('sentence').getByRole('link').nth(1).click();
    await page.waitForURL(/administration\/users\?user=/);
    await page.getByTestId('detail').getByText(person.given_name).first().waitFor();
    expect(traffic.problems).toEqual([]);
  });
});

describe('the detail of a person', () => {
  it('shows devices and roles, and signs the person out after a new confirmation', async () => {
    const boss = await phone.citizen(/^ordinary/, 2);
    const person = await phone.citizen(/^ordinary/, 3);
    const { page, traffic } = await openOffice(boss);
    const home = await stage.openBrowser();
    await stage.signIn(home.context, person);
    await stage.world.database.query(
      `update sessions set created_at = created_at - interval '1 hour' where user_id = $1`,
      [await idOf(boss)],
    );
    await page.goto(`${stage.origin}/administration/users?user=${await idOf(person)}`);
    await page.getByTestId('person-session').waitFor();
    await page.getByTestId('person-history').waitFor();
    await page.getByTestId('person-applications').waitFor();
    await page.getByTestId('person-organisations').waitFor();
    expect(await findBarriersBothWays(page), 'detail').toEqual([]);
    await page.getByTestId('end-person-session').click();
    await page.getByTestId('confirm-yes').click();
    await page.locator('[data-testid=step-up][data-method=eid]').waitFor();
    await page.getByTestId('qr').waitFor();
    await scanAndApprove(page, phone, boss);
    await page.getByTestId('sessions-said').waitFor();
    await home.page.goto(`${stage.origin}/home`);
    await home.page.waitForURL(/\/login/);
    await scanAndApprove(home.page, phone, person);
    await home.page.waitForURL('**/home');
    await home.page.goto(`${stage.origin}/notifications`);
    await home.page.getByText('An administrator signed you out on one device').first().waitFor();
    expect(traffic.problems).toEqual([]);
  });
});

describe('an invitation to a role', () => {
  it('waits for a person who has never signed in, and gives the role when they accept it', async () => {
    const boss = await phone.citizen(/^ordinary/, 4);
    const newcomer = await phone.citizen(/^ordinary/, 6);
    const { page, traffic } = await openOffice(boss, { locale: 'mn-MN' });
    await page.goto(`${stage.origin}/administration/role-invitations`);
    await page.getByTestId('invite-to-role').click();
    await page.getByTestId('send-invitation').click();
    await page.getByTestId('error-summary').waitFor();
    await page.getByTestId('register').fill(newcomer.national_id);
    await page.getByTestId('authority-every').check();
    await page.getByTestId('email').fill('new.officer@example.mn');
    expect(await findBarriersBothWays(page), 'form').toEqual([]);
    await page.getByTestId('send-invitation').click();
    await page.getByTestId('row').first().click();
    await page.getByTestId('withdraw').waitFor();
    await expect.poll(() => page.getByText(newcomer.national_id).count()).toBe(0);
    await page.getByTestId('resend').click();
    await page.getByRole('alert').filter({ hasText: 'Захидлыг саяхан илгээсэн' }).waitFor();
    expect(await findBarriersBothWays(page), 'waiting').toEqual([]);

    const home = await stage.openBrowser({ viewport: { width: 390, height: 844 } });
    await home.page.goto(`${stage.origin}/role-invitations`);
    await home.page.waitForURL(/\/login/);
    await scanAndApprove(home.page, phone, newcomer);
    await home.page.waitForURL('**/role-invitations');
    await home.page.getByTestId('accept-role').waitFor();
    expect(await findBarriersBothWays(home.page), 'invited').toEqual([]);
    await expect.poll(() => home.page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    await home.page.getByTestId('accept-role').click();
    await home.page.getByTestId('notice').filter({ hasText: 'You have the role now' }).waitFor();
    await scanAndApprove(home.page, phone, newcomer);
    await home.page.waitForURL('**/home');
    await home.page.goto(`${stage.origin}/officer`);
    await home.page.locator('h1').first().waitFor();
    await page.reload();
    await page.getByText('Хүлээгдэж буй урилга алга.').waitFor();
    expect([...traffic.problems, ...home.traffic.problems]).toEqual([]);
  });
});
