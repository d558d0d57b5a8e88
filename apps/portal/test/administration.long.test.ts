import type { Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPhone, type Phone } from '../../server/test/citizens.ts';
import { scanAndApprove } from './phone-page.ts';
import { findBarriers, findBarriersBothWays, openStage, type Stage, waitUntilDrawn } from './stage.ts';

const adminRole = 2;
const citizenRole = 4;
let stage: Stage;
let phone: Phone;

beforeAll(async () => {
  stage = await openStage();
  phone = createPhone(stage.world.sandbox);
});
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
      `insert into authorities (name, name_en)
       select 'Газар ' || n, 'Office ' || n from generate_series(1, 3) as n`,
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
    await expect.poll(() => page.getByTestId('authority-Газар 2').isChecked()).toBe(true);
    expect(await findBarriersBothWays(page), 'authorities').toEqual([]);
    await page.getByTestId('authority-Газар 3').check();
    await page.getByTestId('save-authorities').click();
    // The sentence of the audit log below names them too.
    await page.getByText('Газар 2, Газар 3', { exact: true }).waitFor();
    expect(office.traffic.problems).toEqual([]);

    // Taking the last officer of a waiting case away says so, and needs a second word.
    await stage.world.database.query(
      `insert into gov_applications (id, user_id, service_code, service_name, authority_id, reference_no, status,
         applicant, fulfilment, payment_before, due_at, submitted_at)
       select gen_random_uuid(), u.id, 'MN-0133-001', '{"mn": "Иргэний үнэмлэх", "en": "Identity card"}',
         (select id from authorities where name = 'Газар 3'), 'APP-2026-900001', 'registered',
         '{"full_name": "Дорж Болд", "full_name_en": "Dorj Bold", "civil_id": null}', 'manual', 'none', now(), now()
       from users u where u.civil_id = $1`,
      [boss.civil_id],
    );
    await page.reload();
    await page.getByTestId('desk-note').getByText('Газар 3').waitFor();
    await page.getByTestId('authority-Газар 3').uncheck();
    await page.getByTestId('save-authorities').click();
    await page.getByTestId('unattended').getByText('Газар 3').waitFor();
    expect(await findBarriers(page), 'unattended').toEqual([]);
    await page.getByTestId('confirm-no').click();
    await page.getByTestId('action-failure').waitFor();
    await page.getByTestId('save-authorities').click();
    await page.getByTestId('confirm-yes').click();
    await expect.poll(() => page.getByTestId('action-failure').count()).toBe(0);
    await page.goto(`${stage.origin}/administration/authorities`);
    await page.getByTestId('unattended-authorities').getByText('Газар 3').waitFor();

    await home.page.goto(`${stage.origin}/home`);
    await home.page.waitForURL(/\/login/);
    await scanAndApprove(home.page, phone, person);
    await home.page.waitForURL('**/home');
    await home.page.locator('a[href="/officer"]').first().waitFor();
    await expect.poll(() => home.page.locator('a[href^="/administration"]').count()).toBe(0);
  });

  it('registers an authority with an office; its registrar describes its services alone, an auditor reads the log', async () => {
    const [boss, keeper, auditor] = [
      await phone.citizen(/^ordinary/, 5),
      await phone.citizen(/^ordinary/, 3),
      await phone.citizen(/^ordinary/, 4),
    ];
    const office = await stage.openBrowser();
    await stage.signIn(office.context, boss);
    await stage.giveRole(office.context, boss, adminRole);
    const { page } = office;
    await page.goto(`${stage.origin}/administration/authorities`);
    await page.getByTestId('add-authority').click();
    await page.getByTestId('save-authority').click();
    await page.locator('#name[aria-invalid=true]').waitFor();
    await page.getByTestId('authority-name').fill('Номын сангийн газар');
    await page.getByTestId('authority-name_en').fill('Libraries authority');
    expect(await findBarriersBothWays(page), 'authority').toEqual([]);
    await page.getByTestId('save-authority').click();
    await page.getByText('Libraries authority', { exact: true }).first().click();
    await page.getByTestId('add-office').click();
    await page.getByTestId('office-name').fill('Төв салбар');
    await page.getByTestId('office-name_en').fill('Main office');
    await page.getByTestId('save-offices').click();
    await page.getByTestId('officers').waitFor();
    expect(await findBarriers(page), 'offices').toEqual([]);

    // The same authority in two tabs: the second save shows the first and adds to it.
    const other = await office.context.newPage();
    await other.goto(page.url());
    await other.getByTestId('authority-email').fill('books@example.mn');
    await page.getByTestId('authority-short_name').fill('LA');
    await page.getByTestId('save-authority').click();
    await page.getByTestId('authority-form').getByText('saved').waitFor();
    await other.getByTestId('save-authority').click();
    await other.getByTestId('meanwhile').getByText('Short name').waitFor();
    const shown = async (name: string) => other.getByTestId(`authority-${name}`).inputValue();
    expect([await shown('short_name'), await shown('email')]).toEqual(['LA', 'books@example.mn']);
    expect(await findBarriers(other), 'changed meanwhile').toEqual([]);
    await other.getByTestId('save-authority').click();
    await other.getByTestId('meanwhile').waitFor({ state: 'detached' });
    await other.reload();
    await expect.poll(() => shown('short_name')).toBe('LA');
    expect(await shown('email')).toBe('books@example.mn');

    const registry = await stage.openBrowser();
    await stage.signIn(registry.context, keeper);
    await stage.giveRole(registry.context, keeper, 6);
    await stage.world.database.query(
      `update officer_authorities set authority_id = (select id from authorities where name = 'Номын сангийн газар')
       where user_id = (select id from users where civil_id = $1)`,
      [keeper.civil_id],
    );
    await registry.page.goto(`${stage.origin}/registry/services/new`);
    const options = registry.page.getByTestId('field-authority_id').locator('option');
    await expect
      .poll(() => options.allTextContents())
      .toEqual(['Choose an authority', 'Libraries authority']);
    await registry.page.goto(`${stage.origin}/registry/services`);
    await registry.page.locator('h1').waitFor();
    await expect.poll(() => registry.page.getByText('Proof of residence').count()).toBe(0);

    const audit = await stage.openBrowser();
    await stage.signIn(audit.context, auditor);
    await stage.giveRole(audit.context, auditor, 7);
    await audit.page.goto(`${stage.origin}/administration/audit`);
    await audit.page.getByText('registered the authority').first().waitFor();
    await expect.poll(() => audit.page.getByTestId('person-search').count()).toBe(0);
    const links = audit.page.locator('nav a[href^="/administration"], nav a[href^="/registry"]');
    await expect.poll(() => links.count()).toBe(1);
    // The work is the first page; the person's own matters stay in the menu.
    await audit.page.goto(`${stage.origin}/home`);
    await audit.page.waitForURL('**/administration/audit');
    await audit.page.locator('nav a[href="/payments"]').waitFor();
    await audit.page.locator('nav a[href="/home?show=own"]').click();
    await audit.page.getByTestId('home-switch').waitFor();
    await registry.page.goto(`${stage.origin}/home`);
    await registry.page.waitForURL('**/registry');
    await audit.page.goto(`${stage.origin}/administration/users`);
    await audit.page.getByTestId('no-access').waitFor();
    for (const { traffic } of [office, registry]) expect(traffic.problems).toEqual([]);
    // Later tests meet both as citizens again.
    await stage.giveRole(registry.context, keeper, citizenRole);
    await stage.giveRole(audit.context, auditor, citizenRole);
  });

  const places = [
    '/home',
    '/profile',
    '/organisations',
    '/administration/users',
    '/administration/authorities',
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
    // A longer list is sorted by the server or not at all: otherwise only the page would be sorted.
    const heads = page.locator('[data-testid^=sort-]');
    const offered = (await heads.all()).map((head) => head.getAttribute('data-testid'));
    expect(await Promise.all(offered)).toEqual(['sort-name', 'sort-created']);
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
    await expect
      .poll(() => page.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort'))
      .toBe('descending');
    await expect.poll(() => page.getByRole('columnheader', { name: 'E-mail' }).count()).toBe(0);
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
    const sorted = (
      await stage.world.database.query<{ name: string }>(
        `select concat_ws(' ', nullif(last_name, ''), nullif(first_name, '')) as name from users
         where deleted_at is null order by last_name, first_name, id`,
      )
    ).map(({ name }) => name);
    const firstNames = async () => (await names()).map((text, index) => [text, sorted[index]] as const);
    await page.getByTestId('sort-name').click();
    await expect
      .poll(async () => (await firstNames()).filter(([text, name]) => !text.startsWith(name ?? '?')))
      .toEqual([]);
    await page.getByTestId('page-next').click();
    await range.filter({ hasText: /^26–/ }).waitFor();
    await page.getByTestId('sort-name').click();
    await range.filter({ hasText: /^1–25 of / }).waitFor();
    sorted.reverse();
    await expect
      .poll(async () => (await firstNames()).filter(([text, name]) => !text.startsWith(name ?? '?')))
      .toEqual([]);
    expect(await findBarriersBothWays(page), 'a sorted list').toEqual([]);

    // The first read is told to wait, a later one fails; only the reads of an export have this limit.
    const answers: ((route: Route) => Promise<void>)[] = [
      (route) => route.fulfill({ status: 429, headers: { 'retry-after': '600' }, json: {} }),
      (route) => route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: {} }),
      (route) => route.abort(),
    ];
    await page.route(/\/admin\/users\?.*limit=200/, (route) =>
      (answers.shift() ?? ((on) => on.continue()))(route),
    );
    await page.getByTestId('save-csv').click();
    await page.getByTestId('saving').filter({ hasText: 'asks to wait 600 seconds' }).waitFor();
    expect(await findBarriersBothWays(page), 'a running export').toEqual([]);
    await page.getByTestId('stop-saving').click();
    await page.getByTestId('saved').filter({ hasText: 'No file was saved' }).waitFor();
    const inOrder = (await save('save-csv')).slice(1, -1).map((line) => line.split(',')[0] ?? '');
    expect(answers).toEqual([]);
    expect(inOrder.map((name) => name.replace(/^'/, '')).filter((name) => /Listed|=cmd/.test(name))).toEqual(
      sorted.filter((name) => /Listed|=cmd/.test(name)),
    );
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
    await expect.poll(() => page.locator('thead').isVisible()).toBe(false);
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    expect(await findBarriers(page), 'a list on a phone').toEqual([]);
    expect(traffic.problems).toEqual([]);
  });

  it('verifies the whole audit log each time, not only what is new', async () => {
    const boss = await phone.citizen(/^ordinary/, 3);
    const { page, context, traffic } = await stage.openBrowser();
    await stage.signIn(context, boss);
    await stage.giveRole(context, boss, adminRole);
    const { database } = stage.world;
    const countSealed = async () =>
      (await database.query('select from audit_log where seq is not null')).length;
    await expect.poll(countSealed).toBeGreaterThan(0);
    await page.goto(`${stage.origin}/administration/audit`);
    const figures = page.locator('[data-testid=verification][data-ok=true] dl');
    for (const press of ['first', 'second']) {
      await Promise.all([page.waitForResponse(/\/audit\/verify/), page.getByTestId('verify').click()]);
      const [, checked, head] = /Checked(\d+).*?(\d+) ·/.exec((await figures.textContent()) ?? '') ?? [];
      // The rows of a chain are numbered from 1.
      expect(Number(checked), press).toBeGreaterThan(0);
      expect(checked, press).toBe(head);
    }
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
    await expect.poll(() => field('role-name').inputValue()).toBe('Archivist');
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
    await expect.poll(() => page.locator('a[href^="/administration"]').count()).toBe(0);
    await page.goto(`${stage.origin}/administration/users`);
    await page.getByTestId('no-access').waitFor();
  });

  it('adds an organisation, proves the right to sign for it, and appoints a signer', async () => {
    const founder = await phone.citizen(/^ordinary/, 4);
    const colleague = await phone.citizen(/^ordinary/, 7);
    const unenrolled = await phone.citizen(/^no device/);
    const { page, context, traffic } = await stage.openBrowser();
    await stage.signIn(context, founder);
    const field = (name: string) => page.getByTestId(name);
    /** Waits until the input has the focus and a screen reader reads this error with it. */
    const isExplained = (name: string, says: string) =>
      expect
        .poll(() =>
          page.evaluate<string>(`(() => {
            const input = document.querySelector('[data-testid=${name}][aria-invalid=true]:focus');
            const ids = input?.getAttribute('aria-describedby')?.split(' ') ?? [];
            return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
          })()`),
        )
        .toContain(says);

    await page.goto(`${stage.origin}/organisations`);
    await field('add-organisation').click();
    for (const [typed, says] of [
      ['', 'Enter the register number.'],
      ['№1', 'The number has 4 to 16 letters and digits.'],
      ['9999999', 'The state registry has no organisation with the number 9999999.'],
    ] as const) {
      await field('create-reg-no').fill(typed);
      await field('create-find').click();
      await isExplained('create-reg-no', says);
    }
    expect(await findBarriers(page), 'an unknown number').toEqual([]);
    await field('create-reg-no').fill(' 6000053 ');
    await field('create-find').click();
    await field('registry-record').getByText('Munkh Construction').waitFor();
    expect(await findBarriers(page), 'the registry’s record').toEqual([]);
    await field('create-confirm').click();
    await page.waitForURL(/\/organisations\/[0-9a-f-]{36}$/);
    await field('created').filter({ hasText: 'Munkh Construction has been added' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Munkh Construction' }).waitFor();

    // Without a state registry the person enters the name; the sandbox always has one.
    const isLookup = /\/api\/v1\/org\/lookup\//;
    await page.route(isLookup, (route) =>
      route.fulfill({ status: 503, json: { success: false, error: 'not_configured' } }),
    );
    await page.goto(`${stage.origin}/organisations`);
    await field('add-organisation').click();
    await field('create-reg-no').fill('7000001');
    await field('create-find').click();
    await field('create-name').fill('M');
    await field('create-confirm').click();
    await isExplained('create-name', 'at least 2');
    expect(await findBarriers(page), 'a short name').toEqual([]);
    await field('create-name').fill('Мөнх Тээвэр');
    await field('create-name-latin').fill('Munkh Transport\u202e');
    await field('create-confirm').click();
    await isExplained('create-name-latin', 'Check what you entered.');
    await field('create-name-latin').fill('Munkh Transport');
    await field('create-confirm').click();
    await field('created').filter({ hasText: 'Munkh Transport has been added' }).waitFor();
    await page.unroute(isLookup);

    await page.goto(`${stage.origin}/organisations`);
    await expect
      .poll(async () => (await field('organisation').locator('h3').allTextContents()).sort())
      .toEqual(['Munkh Construction', 'Munkh Transport']);
    await field('link-organisation').click();
    await field('link-reg-no').fill('60');
    await field('link-submit').click();
    await isExplained('link-reg-no', 'The number has 4 to 16 letters and digits.');
    expect(await findBarriers(page), 'a short number').toEqual([]);
    await field('link-reg-no').fill('9999999');
    await field('link-submit').click();
    await isExplained('link-reg-no', 'The state registry has no organisation with this number.');
    await field('link-reg-no').fill('6000061');
    await field('link-submit').click();
    await page.getByRole('alert').filter({ hasText: 'a chief executive or founder' }).waitFor();
    await field('link-reg-no').fill('6000053');
    await field('link-submit').click();
    await field('signing-said').filter({ hasText: 'has been linked' }).waitFor();
    await page.reload();
    await field('representation').filter({ hasText: 'Munkh Construction' }).waitFor();
    await field('organisation').filter({ hasText: 'Representation proved' }).waitFor();

    await field('show-signers').click();
    await field('add-signer').click();
    for (const typed of ['УБ85', 'UB85031512']) {
      await field('signer-reg-no').fill(typed);
      await field('signer-add').click();
      await isExplained('signer-reg-no', 'two Cyrillic letters and eight digits');
    }
    expect(await findBarriers(page), 'a wrong register number').toEqual([]);
    await field('signer-reg-no').fill(unenrolled.national_id);
    await field('signer-add').click();
    await page.getByRole('alert').filter({ hasText: 'has no eID yet' }).waitFor();
    await field('signer-reg-no').fill(colleague.national_id.toLowerCase());
    await field('signer-role').fill('Accountant');
    await field('signer-add').click();
    await field('signers-said').filter({ hasText: 'A request has been sent' }).waitFor();
    // The name is shown only after they confirmed.
    const theirs = field('signer').filter({ hasText: colleague.national_id });
    await theirs.filter({ hasText: 'Accountant' }).and(page.locator('[data-status=PENDING]')).waitFor();
    expect(await findBarriers(page), 'signers').toEqual([]);
    await phone.approve(colleague, colleague.pin2);
    await page.reload();
    await field('show-signers').click();
    await theirs.and(page.locator('[data-status=ACTIVE]')).waitFor();
    expect(traffic.problems).toEqual([]);
  });
});
