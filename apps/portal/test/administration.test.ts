import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPhone, type Phone } from '../../server/test/citizens.ts';
import { scanAndApprove } from './phone-page.ts';
import { findBarriers, findBarriersBothWays, openStage, type Stage, waitUntilDrawn } from './stage.ts';

const adminRole = 2;
let stage: Stage;
let phone: Phone;

beforeAll(async () => {
  stage = await openStage();
  phone = createPhone(stage.world.sandbox);
}, 120_000);
afterEach(() => stage.closeBrowsers());
afterAll(() => stage?.close());

describe('an administrator', () => {
  it('asks a person for PIN2 before making them a manager, which ends the person’s other session', async () => {
    const boss = await phone.citizen();
    const person = await phone.citizen(/^ordinary/, 1);
    const office = await stage.openBrowser();
    const home = await stage.openBrowser();
    await stage.signIn(office.context, boss);
    await stage.giveRole(office.context, boss, adminRole);
    await stage.signIn(home.context, person);

    await office.page.goto(`${stage.origin}/administration/users`);
    await office.page.getByText(person.given_name, { exact: false }).first().click();
    await office.page.getByTestId('new-role').selectOption('3');
    await office.page.getByTestId('change-role').click();
    await office.page.getByTestId('approval').waitFor();
    await phone.approve(person, person.pin2);
    await office.page.locator('[data-testid=role-form][data-step=done]').waitFor();

    await home.page.goto(`${stage.origin}/home`);
    await home.page.waitForURL(/\/login/);
    await scanAndApprove(home.page, phone, person);
    await home.page.waitForURL('**/home');
    expect(office.traffic.problems).toEqual([]);
  });

  it('makes an officer of one authority after a new eID confirmation, and keeps the form', async () => {
    const boss = await phone.citizen(/^ordinary/, 5);
    const person = await phone.citizen(/^ordinary/, 6);
    const office = await stage.openBrowser({ locale: 'mn-MN' });
    const home = await stage.openBrowser();
    await stage.signIn(office.context, boss);
    await stage.giveRole(office.context, boss, adminRole);
    await stage.signIn(home.context, person);
    await stage.world.database.query(
      `insert into gov_services (passport_id, code, name, agency, assurance_level, fulfilment, created_at)
       select gen_random_uuid(), 'T-' || n, 'Үйлчилгээ ' || n, 'Газар ' || n, 'low', 'manual', now()
       from generate_series(1, 3) as n`,
    );
    const { page } = office;
    await page.goto(`${stage.origin}/administration/users`);
    await page.getByText(person.given_name, { exact: false }).first().click();
    await page.getByTestId('new-role').selectOption('5');
    await page.getByTestId('change-role').click();
    await page.getByRole('alert').waitFor();
    await page.getByTestId('authority-Газар 2').check();
    // A sign-in an hour ago is too old for assigning a role.
    await stage.world.database.query(
      `update sessions set created_at = created_at - interval '1 hour'
       where user_id = (select id from users where civil_id = $1)`,
      [boss.civil_id],
    );
    await page.getByTestId('change-role').click();
    await page.locator('[data-testid=step-up][data-method=eid]').waitFor();
    await page.getByTestId('qr').waitFor();
    expect(await findBarriers(page), 'step-up').toEqual([]);
    await scanAndApprove(page, phone, boss);
    await page.locator('[data-testid=role-form][data-step=done]').waitFor();
    await page.getByTestId('authorities-form').waitFor();
    expect(await page.getByTestId('authority-Газар 2').isChecked()).toBe(true);
    expect(await findBarriersBothWays(page), 'authorities').toEqual([]);
    await page.getByTestId('authority-Газар 3').check();
    await page.getByTestId('save-authorities').click();
    await page.getByText('Газар 2, Газар 3').waitFor();
    expect(office.traffic.problems).toEqual([]);

    await home.page.goto(`${stage.origin}/home`);
    await home.page.waitForURL(/\/login/);
    await scanAndApprove(home.page, phone, person);
    await home.page.waitForURL('**/home');
    await home.page.locator('a[href="/officer"]').first().waitFor();
    expect(await home.page.locator('a[href^="/administration"]').count()).toBe(0);
  });

  const places = [
    '/home',
    '/profile',
    '/organisations',
    '/administration/users',
    '/administration/roles',
    '/administration/audit',
    '/administration/security',
    '/administration/appearance',
  ];
  it('meets no accessibility barrier on any of their pages, light and dark, in Mongolian and in English', async () => {
    const citizen = await phone.citizen(/^ordinary/, 2);
    const { page, context, traffic } = await stage.openBrowser({ locale: 'mn-MN' });
    await stage.signIn(context, citizen);
    await stage.giveRole(context, citizen, adminRole);
    for (const path of places) {
      await page.goto(`${stage.origin}${path}`);
      await page.locator('h1').first().waitFor();
      expect(await findBarriersBothWays(page), path).toEqual([]);
    }
    expect(traffic.problems).toEqual([]);
  });

  it('changes the view of a list, finds it stored, and exports the rows as CSV', async () => {
    const boss = await phone.citizen(/^ordinary/, 3);
    const { page, context, traffic } = await stage.openBrowser();
    await stage.signIn(context, boss);
    await stage.giveRole(context, boss, adminRole);
    await stage.world.database.query(
      `insert into users (username, last_name, first_name, email, role_id, active, created_at)
       select 'listed' || n, case n when 2 then '=cmd()' else 'Listed' end, 'No ' || n, 'listed@example.mn', 4, n > 3, now()
       from generate_series(1, 40) as n`,
    );
    const names = () => page.getByTestId('row').allTextContents();
    const range = page.getByTestId('range');
    await page.goto(`${stage.origin}/administration/users`);
    await range.filter({ hasText: /^1–25 of / }).waitFor();
    const total = Number(/\d+$/.exec((await range.textContent()) ?? '')?.[0]);
    // One page of a longer list is not sortable: only that page would be sorted.
    expect(await page.locator('[data-testid^=sort-]').count()).toBe(0);
    await page.getByTestId('page-next').click();
    await range.filter({ hasText: /^26–/ }).waitFor();
    await page.getByTestId('view').click();
    await page.getByTestId('page-size').selectOption('100');
    await range.filter({ hasText: `Rows: ${total}` }).waitFor();
    expect(new URL(page.url()).search).toBe('');

    await page.getByTestId('filter-active').selectOption('false');
    await range.filter({ hasText: 'Rows: 3' }).waitFor();
    await page.getByTestId('sort-name').click();
    await expect
      .poll(names)
      .toEqual([
        expect.stringContaining('=cmd()'),
        expect.stringContaining('No 1'),
        expect.stringContaining('No 3'),
      ]);
    await page.getByTestId('sort-name').click();
    await page.getByTestId('column-email').uncheck();
    await page.reload();
    await range.filter({ hasText: 'Rows: 3' }).waitFor();
    expect((await names())[0]).toContain('No 3');
    expect(await page.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe(
      'descending',
    );
    expect(await page.getByRole('columnheader', { name: 'E-mail' }).count()).toBe(0);
    const kept = await page.evaluate<string>('JSON.stringify({ ...localStorage })');
    expect(kept).toContain('tamga-list:users');
    for (const personal of ['Listed', 'cmd', 'example.mn']) expect(kept).not.toContain(personal);

    await page.getByTestId('clear-filters').click();
    await range.filter({ hasText: `Rows: ${total}` }).waitFor();
    await page.getByTestId('view').click();
    expect(await findBarriers(page), 'the panel of a view').toEqual([]);
    await page.getByTestId('reset-view').click();
    await range.filter({ hasText: /^1–25 of / }).waitFor();
    const save = async (button: string) => {
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByTestId(button).click()]);
      return (await new Response((await file.createReadStream()) as never).text()).split('\r\n');
    };
    const everybody = await save('save-csv');
    expect(everybody[0]).toBe('Name,Role,Status,E-mail,Registered');
    expect(everybody).toHaveLength(total + 2);
    expect(everybody.filter((line) => line.startsWith("'=cmd()"))).toHaveLength(1);

    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${stage.origin}/administration/audit`);
    await page.getByTestId('select-row').first().focus();
    await page.keyboard.press('Space');
    await page.getByTestId('select-row').nth(1).check();
    await page.getByTestId('selected').filter({ hasText: '2' }).waitFor();
    expect(await save('save-selected')).toHaveLength(4);
    expect(await page.locator('thead').isVisible()).toBe(false);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    expect(await findBarriers(page), 'a list on a phone').toEqual([]);
    expect(traffic.problems).toEqual([]);
  });

  it('is led to what is wrong in a form, may type on, and loses nothing', async () => {
    const boss = await phone.citizen(/^ordinary/, 3);
    const { page, context, traffic } = await stage.openBrowser();
    await stage.signIn(context, boss);
    await stage.giveRole(context, boss, adminRole);
    const field = (name: string) => page.getByTestId(name);
    const focused = (name: string) => page.locator(`[data-testid=${name}]:focus`).waitFor();
    const summary = page.getByTestId('error-summary');

    await page.goto(`${stage.origin}/administration/roles`);
    await field('add-role').click();
    await field('role-key').fill('Not a key');
    await field('role-description').fill('Reads old files');
    await field('save-role').click();
    await summary.getByText('Name: Fill this in.').waitFor();
    await field('role-name').pressSequentially('Archivist');
    expect(await field('role-name').inputValue()).toBe('Archivist');
    expect(await findBarriers(page), 'a form with a fault').toEqual([]);
    await summary.getByRole('link').click();
    await focused('role-key');
    await field('role-key').fill('archivist');
    await field('save-role').click();
    await page.getByText('The role Archivist has been added.').waitFor();

    await page.goto(`${stage.origin}/administration/appearance`);
    await field('accent-custom').check();
    await field('accent-hex').fill('blue');
    await field('save-appearance').click();
    await page.getByText('Write the colour as #').waitFor();
    await focused('accent-hex');
    await field('accent-hex').fill('#148');
    await field('save-appearance').click();
    await page.getByText('The appearance has been saved.').waitFor();
    await field('add-theme').click();
    await field('theme-name').fill('Steppe');
    await field('color-bg').fill('sand');
    await field('save-theme').click();
    await summary.getByRole('link', { name: 'Write the colour as #' }).click();
    await focused('color-bg');
    await field('color-bg').fill('#f4efe4');
    await field('save-theme').click();
    await page.getByText('The theme Steppe has been added.').waitFor();

    await page.goto(`${stage.origin}/administration/users`);
    await page.getByTestId('row').filter({ hasText: 'Listed' }).first().click();
    await field('ge-id').fill('GE 12');
    await field('save-ge-id').click();
    await page.getByText('Use Latin letters, digits and hyphens only').waitFor();
    await field('ge-id').fill('GE-12');
    await field('save-ge-id').click();
    await page.getByText('The GE number has been saved.').waitFor();
    expect(traffic.problems).toEqual([]);
  });
});

describe('a citizen', () => {
  it('sees no administration, and gets an explanation at its address', async () => {
    const { page, context } = await stage.openBrowser();
    await stage.signIn(context, await phone.citizen(/^ordinary/, 4));
    await page.goto(`${stage.origin}/home`);
    await waitUntilDrawn(page);
    expect(await page.locator('a[href^="/administration"]').count()).toBe(0);
    await page.goto(`${stage.origin}/administration/users`);
    await page.getByTestId('no-access').waitFor();
  });
});
