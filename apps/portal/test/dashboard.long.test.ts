import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPhone, type Phone } from '../../server/test/citizens.ts';
import { findBarriers, findBarriersBothWays, openStage, type Stage, waitUntilDrawn } from './stage.ts';

const adminRole = 2;
const managerRole = 3;
let stage: Stage;
let phone: Phone;

beforeAll(async () => {
  stage = await openStage({ env: { GOV_DEMO_SEED: 'true' } });
  phone = createPhone(stage.world.sandbox);
  await query(
    `insert into login_events (method, outcome, created_at)
     select 'eid', case n % 9 when 0 then 'failure' else 'success' end, now() - n * interval '2 hours'
     from generate_series(1, 400) n`,
  );
});
afterEach(() => stage.closeBrowsers());
afterAll(() => stage?.close());

const query = (text: string, values: unknown[] = []) =>
  stage.world.database.query<Record<string, string>>(text, values);

async function enter(at: number, roleId: number, options: object = {}) {
  const person = await phone.citizen(/^ordinary/, at);
  const opened = await stage.openBrowser(options);
  await stage.signIn(opened.context, person);
  await stage.giveRole(opened.context, person, roleId);
  return { ...opened, person };
}

/** Late and soon due cases of an applicant. */
async function placeCases(civilId: string, first = 700_000): Promise<void> {
  await query(
    `insert into gov_applications (id, user_id, service_code, service_name, authority_id, reference_no, status, applicant,
       fulfilment, payment_before, due_at, submitted_at)
     select gen_random_uuid(), u.id, 'MN-0133-001', '{"mn": "Иргэний үнэмлэх", "en": "Identity card"}',
       (select id from authorities where name = 'Улсын бүртгэлийн ерөнхий газар'), 'APP-2026-' || ($2::int + n), 'registered',
       '{"full_name": "Дорж Болд", "full_name_en": "Dorj Bold", "civil_id": null}', 'manual', 'none',
       now() + (n - 2.5) * interval '1 hour', now() - n * interval '20 hours'
     from users u, generate_series(1, 5) n where u.civil_id = $1`,
    [civilId, first],
  );
  await query(
    `insert into gov_application_events (application_id, user_id, actor_role, to_status, type, created_at)
     select id, user_id, 'user', status, 'created', submitted_at from gov_applications
     where reference_no between 'APP-2026-' || $1::int and 'APP-2026-' || ($1::int + 9)`,
    [first],
  );
}

describe('the dashboard', () => {
  it.each([
    { locale: 'mn-MN', width: 1280, at: 0 },
    { locale: 'en-US', width: 390, at: 1 },
  ])('shows the platform and leads to its lists ($locale, $width)', async ({ locale, width, at }) => {
    const viewport = { width, height: 900 };
    const { page, traffic, person } = await enter(at, adminRole, { locale, viewport });
    if (at === 0) await placeCases(person.civil_id);
    await page.goto(`${stage.origin}/administration`);
    const board = page.getByTestId('dashboard');
    await board.waitFor();
    for (const part of ['people', 'cases', 'traffic', 'failures'])
      await page.getByTestId(`part-${part}`).waitFor();
    expect(await findBarriersBothWays(page)).toEqual([]);
    await page.getByTestId('chart').first().locator('summary').click();
    await expect.poll(() => page.getByTestId('chart').first().locator('tbody tr').count()).toBe(7);
    for (const period of ['today', '30d', '12m']) {
      await page.getByTestId('period').selectOption(period);
      await page.locator(`[data-testid=dashboard][data-period="${period}"]`).waitFor();
    }
    expect(new URL(page.url()).searchParams.get('period')).toBe('12m');
    await waitUntilDrawn(page);
    expect(await findBarriersBothWays(page)).toEqual([]);
    await page.getByTestId('part-cases').locator('a[href="/officer?view=overdue"]').click();
    await page.locator('[data-testid=view-overdue][aria-current=true]').waitFor();
    expect(traffic.problems).toEqual([]);
  });

  it('shows a manager only the parts whose lists they may open', async () => {
    const { page, traffic } = await enter(2, managerRole);
    await page.goto(`${stage.origin}/administration`);
    await page.getByTestId('part-people').waitFor();
    await page.getByTestId('part-cases').waitFor();
    await expect.poll(() => page.getByTestId('part-failures').count()).toBe(0);
    await expect.poll(() => page.getByTestId('part-traffic').count()).toBe(0);
    await expect.poll(() => page.locator('a[href^="/administration/audit"]').count()).toBe(0);
    expect(traffic.problems).toEqual([]);
  });
});

describe('Ctrl+K of staff', () => {
  const field = (page: Page) => page.getByTestId('go-anywhere').getByRole('combobox');
  const option = (page: Page, name: RegExp) => page.getByTestId('go-anywhere').getByRole('option', { name });

  it('reaches a page below a place, and own organisations and applications by number', async () => {
    const { page, traffic, person } = await enter(3, adminRole);
    await query(
      // A trigger makes the creator its owner.
      `insert into organisations (reg_no, name, name_latin, verified, created_by, created_at)
       select '7654321', 'Хур ХХК', 'Khur LLC', true, id, now() from users where civil_id = $1`,
      [person.civil_id],
    );
    await placeCases(person.civil_id, 710_000);
    await page.goto(`${stage.origin}/administration`);
    await page.getByTestId('dashboard').waitFor();
    await page.keyboard.press('Control+k');
    await field(page).fill('not deliv');
    await option(page, /Relay messages not delivered/).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/relay/dead-letters');
    await page.keyboard.press('Control+k');
    await field(page).fill('7654321');
    await option(page, /Хур ХХК/).waitFor();
    await field(page).fill('app-2026-710003');
    await option(page, /My application/).click();
    await page.waitForURL('**/applications/*');
    await page.keyboard.press('Control+k');
    await field(page).fill('MN-0133-001');
    await option(page, /Service$/).click();
    await page.waitForURL('**/services/*');
    expect(traffic.problems).toEqual([]);
  });

  it('looks for people and cases only on request, and shows each person who looked', async () => {
    const applicant = await enter(4, adminRole);
    await placeCases(applicant.person.civil_id, 720_000);
    const { page, traffic } = await enter(5, adminRole, { locale: 'mn-MN' });
    const seen = () =>
      query(
        `select metadata ->> 'row' as row from audit_log where action = 'access.person.read' and target =
         (select id::text from users where civil_id = $1)`,
        [applicant.person.civil_id],
      );
    const before = (await seen()).length;
    await page.goto(`${stage.origin}/help`);
    await page.getByTestId('navigation').waitFor();
    await page.keyboard.press('Control+k');
    await field(page).fill(applicant.person.surname);
    await option(page, /Хайлт/).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect((await seen()).length).toBe(before);
    await option(page, /Хайлт/).click();
    await option(page, /Хэрэглэгч$/)
      .first()
      .waitFor();
    expect((await seen()).length).toBeGreaterThan(before);
    await field(page).fill('APP-2026-720002');
    await option(page, /Хайлт/).click();
    await option(page, /APP-2026-720002.*Шийдвэрлэх/).click();
    await page.waitForURL('**/officer?case=*');
    await page.getByTestId('timeline').waitFor();
    expect(traffic.problems).toEqual([]);
  });

  it('offers a citizen no search for people', async () => {
    const person = await phone.citizen(/^ordinary/, 6);
    const { page, context } = await stage.openBrowser();
    await stage.signIn(context, person);
    await page.goto(`${stage.origin}/home`);
    await page.getByTestId('navigation').waitFor();
    await page.keyboard.press('Control+k');
    await field(page).fill('qqqq zzzz');
    await page.getByText('Nothing was found.').waitFor();
    await expect.poll(() => page.getByRole('option').count()).toBe(0);
  });
});

describe('lists that are no tables', () => {
  const saveFile = async (page: Page) => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByTestId('save-csv').click()]);
    return new Response((await file.createReadStream()) as never).text();
  };

  it('are saved as CSV with their filter, and run no formula of an applicant', async () => {
    const applicant = await enter(7, adminRole, { locale: 'mn-MN', viewport: { width: 390, height: 800 } });
    await placeCases(applicant.person.civil_id, 730_000);
    await query(
      `update gov_applications set applicant = applicant || '{"full_name": "=cmd()"}', status = 'info_required'
       where reference_no = 'APP-2026-730004'`,
    );
    const { page, traffic } = await enter(6, adminRole);
    await page.goto(`${stage.origin}/officer?view=waiting`);
    await page.locator('[data-reference=APP-2026-730004]').waitFor();
    const cases = await saveFile(page);
    expect(cases).toContain("APP-2026-730004,'=cmd(),");
    expect(cases).not.toContain('APP-2026-730003');
    await page.getByTestId('saved').waitFor();
    expect(await findBarriersBothWays(page)).toEqual([]);
    await page.goto(`${stage.origin}/officer`);
    const numbers = async () =>
      (await page.getByTestId('queue').innerText())
        .match(/APP-2026-73000\d/g)
        ?.map((number) => number.slice(-1));
    await expect.poll(numbers).toEqual(['1', '2', '3', '4', '5']);
    await page.getByTestId('queue-order').selectOption('ascending sent');
    await expect.poll(numbers).toEqual(['5', '4', '3', '2', '1']);
    await page.reload();
    await expect.poll(numbers).toEqual(['5', '4', '3', '2', '1']);
    const saved = (await saveFile(page)).match(/APP-2026-73000\d/g);
    expect(saved?.map((number) => number.slice(-1))).toEqual(['5', '4', '3', '2', '1']);
    expect(traffic.problems).toEqual([]);

    await applicant.page.goto(`${stage.origin}/applications`);
    await applicant.page.getByTestId('application').first().waitFor();
    const own = await saveFile(applicant.page);
    expect(own).toMatch(/^\uFEFF?Дугаар,Үйлчилгээ,Төлөв,Илгээсэн\r\n/);
    expect(own.match(/APP-2026-73000\d/g)).toHaveLength(5);
    expect(await findBarriersBothWays(applicant.page)).toEqual([]);
    await query(
      `insert into notifications (user_id, title, body, category, created_at)
       select id, '{"mn": "Гарчиг", "en": "Title"}', '{"mn": "=cmd()", "en": "=cmd()"}', 'info', now() from users where civil_id = $1`,
      [applicant.person.civil_id],
    );
    for (const path of ['/profile', '/account/security', '/notifications']) {
      await applicant.page.goto(`${stage.origin}${path}`);
      expect((await saveFile(applicant.page)).split('\r\n').length).toBeGreaterThan(2);
    }
  });
});
