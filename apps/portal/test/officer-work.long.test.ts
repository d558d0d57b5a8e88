import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Citizen, createPhone, type Phone } from '../../server/test/citizens.ts';
import { findCollisions } from './collisions.ts';
import { makeA4 } from './sample-files.ts';
import { findBarriers, findBarriersBothWays, openStage, type Stage, waitUntilDrawn } from './stage.ts';

const certificate = 'MN-0310-001';
const roles = { leader: 3, officer: 5 };
let stage: Stage;
let phone: Phone;

beforeAll(async () => {
  stage = await openStage({ env: { GOV_DEMO_SEED: 'true' } });
  phone = createPhone(stage.world.sandbox);
});
afterAll(() => stage?.close());
afterEach(() => stage.closeBrowsers());

const query = (text: string, values: unknown[] = []) =>
  stage.world.database.query<Record<string, string>>(text, values);

async function enter(citizen: Citizen, roleId: number | null, options: object = {}) {
  const opened = await stage.openBrowser(options);
  await stage.signIn(opened.context, citizen);
  if (roleId !== null) await stage.giveRole(opened.context, citizen, roleId);
  await opened.page.goto(`${stage.origin}/home`);
  return opened;
}

/** Calls the API with the session of a browser, like one of its pages. */
async function send(page: Page, method: string, path: string, data?: object | Buffer, type?: string) {
  const context = page.context();
  const csrf = (await context.cookies()).find((cookie) => cookie.name === 'tamga_csrf')?.value ?? '';
  const answer = await context.request.fetch(`${stage.origin}/api/v1${path}`, {
    method,
    headers: {
      origin: stage.origin,
      'x-tamga-csrf': decodeURIComponent(csrf),
      ...(type === undefined ? {} : { 'content-type': type }),
    },
    ...(data === undefined ? {} : { data }),
  });
  expect(answer.ok(), `${method} ${path}: ${answer.status()}`).toBe(true);
  // biome-ignore lint/suspicious/noExplicitAny: tests read reply bodies without types
  return ((await answer.json()) as any).data;
}

async function apply(page: Page): Promise<{ id: string; reference_no: string }> {
  const { items } = await send(page, 'GET', `/gov/services?q=${certificate}`);
  const service = items[0].id;
  // A script that would run in a careless viewer.
  const pdf = makeA4(['First page', 'Second page'], '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>');
  const path = `/gov/drafts/${service}/files?name=passport.pdf&slot=application`;
  await send(page, 'POST', path, pdf, 'application/pdf');
  const payload = { purpose: 'work', language: 'mn', phone: '99112233', declared: true };
  const { application } = await send(page, 'POST', '/gov/applications', { service_id: service, payload });
  // The fee is another journey.
  await query(`update gov_applications set fee = 0, payment_before = 'none' where id = $1`, [application.id]);
  return application;
}

/** Cases of one applicant, without the form. */
async function placeCases(applicant: Citizen, count: number): Promise<void> {
  await query(
    `insert into gov_applications (id, user_id, service_code, service_name, authority_id, reference_no, status, applicant,
       fulfilment, payment_before, due_at, submitted_at)
     select gen_random_uuid(), u.id, 'MN-0133-001', '{"mn": "Иргэний үнэмлэх", "en": "Identity card"}',
       (select id from authorities where name = 'Улсын бүртгэлийн ерөнхий газар'), 'APP-2026-' || (700000 + n), 'registered',
       '{"full_name": "Дорж Болд", "full_name_en": "Dorj Bold", "civil_id": null}', 'manual', 'none',
       now() + make_interval(hours => n - 1), now() - interval '2 days'
     from users u, generate_series(1, $2::int) n where u.civil_id = $1`,
    [applicant.civil_id, count],
  );
}

describe.each([
  { locale: 'mn-MN', at: 0, reply: 'Зураг дутуу', asked: 'зураг хавсаргана уу', why: 'Амралттай' },
  { locale: 'en-US', at: 3, reply: 'Missing photo', asked: 'attach a photo', why: 'On leave' },
])('a day of an officer ($locale)', ({ locale, at, reply, asked, why }) => {
  it('begins with the work, and ends with a colleague who continues', async () => {
    const applicant = await phone.citizen(/^ordinary/, at);
    const officer = await phone.citizen(/^ordinary/, at + 1);
    const leader = await phone.citizen(/^ordinary/, at + 2);
    const citizen = await enter(applicant, null, { locale });
    const application = await apply(citizen.page);

    const lead = await enter(leader, roles.leader, { locale });
    await lead.page.goto(`${stage.origin}/team/templates`);
    const field = (name: string) => lead.page.getByTestId(`template-${name}`);
    await field('save').click();
    await lead.page.getByTestId('error-summary').waitFor();
    expect(await findBarriersBothWays(lead.page)).toEqual([]);
    await field('authority').selectOption({ index: 1 });
    const [row] = await query('select authority_id from gov_applications where id = $1', [application.id]);
    await field('authority').selectOption(row?.['authority_id'] ?? '');
    await field('title').fill('Зураг дутуу');
    await field('title-en').fill('Missing photo');
    await field('body').fill('{name} зураг хавсаргана уу.');
    await field('body-en').fill('{number}: attach a photo.');
    await field('save').click();
    await lead.page.locator('#body[aria-invalid=true]').waitFor();
    await field('body').fill('{number}: зураг хавсаргана уу.');
    await field('save').click();
    await lead.page.getByTestId('table').getByText(reply).first().waitFor();

    const { page, traffic } = await enter(officer, roles.officer, { locale });
    await page.getByTestId('work-unassigned').waitFor();
    await expect.poll(() => page.getByTestId('no-cases').count()).toBe(1);
    expect(await findBarriersBothWays(page)).toEqual([]);
    await page.getByTestId('home-own').click();
    await page.getByTestId('find-service').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('home-work').click();
    await page.getByTestId('work-unassigned').click();
    await page.locator(`[data-testid=row][data-reference=${application.reference_no}]`).click();
    await page.getByTestId('timeline').waitFor();

    await page.getByTestId('case-preview').click();
    const pages = page.getByTestId('pdf-pages');
    await pages.getByText('First page').waitFor({ state: 'attached' });
    await page.locator('[data-page="1"][data-drawn=true]').waitFor();
    expect(await findBarriersBothWays(page)).toEqual([]);
    await page.getByTestId('case-preview').click();
    await pages.waitFor({ state: 'detached' });

    // From here on by keyboard.
    await page.locator('#case-next').focus();
    await page.keyboard.press('a');
    await page.locator('[data-testid=case-status][data-status=in_review]').waitFor();
    await page.keyboard.press('i');
    await page.getByTestId('replies').waitFor();
    await page.getByTestId('reply').selectOption({ label: reply });
    await page.getByTestId('reply-insert').focus();
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.getByTestId('action-note').inputValue())
      .toBe(`${application.reference_no}: ${asked}.`);
    await page.getByTestId('action-note').focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText(' JPEG');
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Control+Enter');
    await page.locator('[data-testid=case-status][data-status=info_required]').waitFor();
    await citizen.page.goto(`${stage.origin}/applications/${application.id}`);
    await citizen.page.getByText(`${asked}. JPEG`).first().waitFor();

    await page.keyboard.press('g');
    const colleague = page.getByTestId('colleague');
    await colleague.waitFor();
    await page.getByTestId('action-send').click();
    await page.locator('#to[aria-invalid=true]').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    const [to] = await query('select id from users where civil_id = $1', [leader.civil_id]);
    await colleague.selectOption(to?.['id'] ?? '');
    await page.getByTestId('handover-reason').fill(why);
    await page.keyboard.press('Control+Enter');
    await page.getByTestId('handovers').getByText(why).waitFor();
    expect(traffic.problems).toEqual([]);
    expect([...traffic.hosts].filter(Boolean)).toEqual([new URL(stage.origin).host]);

    await lead.page.goto(`${stage.origin}/notifications`);
    await lead.page.getByText(why).first().waitFor();
    await lead.page.goto(`${stage.origin}/home`);
    await lead.page.getByTestId('my-cases').getByText(application.reference_no).click();
    await lead.page.getByTestId('handovers').getByText(why).waitFor();
    expect(await findBarriersBothWays(lead.page)).toEqual([]);
    await lead.page.getByTestId('do-free').click();
    await lead.page.getByTestId('action-send').click();
    await lead.page.getByTestId('handovers').locator('li').nth(1).waitFor();
    expect(
      JSON.stringify(await send(citizen.page, 'GET', `/gov/applications/${application.id}/timeline`)),
    ).not.toContain(why);
  });
});

describe('a queue of many cases', () => {
  it('keeps a named filter, takes several cases with a result for each, and undoes it', async () => {
    const officer = await phone.citizen(/^ordinary/, 4);
    const applicant = await phone.citizen(/^ordinary/, 0);
    await enter(applicant, null);
    await placeCases(applicant, 4);
    const { page, traffic } = await enter(officer, roles.officer);
    await page.goto(`${stage.origin}/officer`);
    await page.getByTestId('queue-service').selectOption('MN-0133-001');
    await expect.poll(() => page.getByTestId('row').count()).toBe(4);
    await page.getByTestId('save-filter').click();
    await page.getByTestId('filter-name').fill('Cards');
    await page.keyboard.press('Enter');
    await page.getByTestId('saved-filter').filter({ hasText: 'Cards' }).waitFor();
    await page.goto(`${stage.origin}/officer`);
    await page.getByTestId('saved-filter').click();
    await expect.poll(() => page.getByTestId('row').count()).toBe(4);
    await page.locator('[data-testid=saved-filter][aria-current=true]').waitFor();

    await page.getByTestId('select-mode').click();
    await page.getByTestId('bulk-all').click();
    await page.getByTestId('select-row').first().uncheck();
    await page.getByTestId('bulk-count').filter({ hasText: '3 cases selected' }).waitFor();
    expect(await findBarriersBothWays(page)).toEqual([]);
    // One of them is decided by somebody else in this moment.
    await query(`update gov_applications set status = 'rejected' where reference_no = 'APP-2026-700002'`);
    await page.getByTestId('bulk-take').click();
    await page.getByTestId('bulk-summary').filter({ hasText: '2 done, 1 not done.' }).waitFor();
    const states = () =>
      page
        .getByTestId('bulk-row')
        .evaluateAll((rows) =>
          rows.map((row) => (row as unknown as { dataset: Record<string, string> }).dataset['state']),
        );
    await expect.poll(() => states()).toEqual(['failed', 'done', 'done']);
    expect(await findBarriersBothWays(page)).toEqual([]);
    const held = async () =>
      (
        await query(
          `select a.reference_no from gov_applications a join users u on u.id = a.assigned_to
           where u.civil_id = $1 and a.service_code = 'MN-0133-001' order by 1`,
          [officer.civil_id],
        )
      ).map((row) => row['reference_no']);
    await expect.poll(() => held()).toEqual(['APP-2026-700003', 'APP-2026-700004']);
    await page.getByTestId('bulk-undo').click();
    await page.getByTestId('bulk-summary').filter({ hasText: '2 cases were put back.' }).waitFor();
    await expect.poll(() => held()).toEqual([]);

    await page.getByTestId('bulk-close').click();
    await page.getByTestId('bulk-all').click();
    await page.getByTestId('bulk-ask').click();
    await page.getByTestId('bulk-send').click();
    await page.locator('#note[aria-invalid=true]').waitFor();
    await page.getByTestId('bulk-note').fill('Bring a photograph of 3 by 4 cm');
    await page.getByTestId('bulk-send').click();
    await page.getByTestId('bulk-summary').filter({ hasText: '3 cases were done.' }).waitFor();
    await expect.poll(() => page.getByTestId('bulk-undo').count()).toBe(0);
    await page.getByTestId('remove-filter').click();
    await page.getByTestId('saved-filter').waitFor({ state: 'detached' });

    // The case that was decided meanwhile is found among the finished ones, by list and by number.
    await page.goto(`${stage.origin}/officer`);
    await page.getByTestId('queue-search').fill('700002');
    await page.getByTestId('search-finished').click();
    await page.locator('[data-testid=row][data-reference=APP-2026-700002]').click();
    await page.locator('[data-testid=case-status][data-status=rejected]').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    // A question that is no longer needed is withdrawn.
    await page.goto(`${stage.origin}/officer?view=waiting`);
    await page.locator('[data-testid=row][data-reference=APP-2026-700003]').click();
    await page.getByTestId('do-unask').click();
    await page.getByTestId('action-send').click();
    await page.locator('[data-testid=case-status][data-status=in_review]').waitFor();
    expect(traffic.problems).toEqual([]);
  });
});

describe('figures of a team', () => {
  it('are charts with the same numbers as a table and a file, for leaders alone', async () => {
    const leader = await phone.citizen(/^ordinary/, 5);
    const applicant = await phone.citizen(/^ordinary/, 0);
    await enter(applicant, null);
    await query(
      `insert into gov_applications (id, user_id, service_code, service_name, authority_id, reference_no, status, applicant,
         fulfilment, payment_before, submitted_at, decided_at, decided_by, sla_breached)
       select gen_random_uuid(), u.id, 'MN-0133-001', '{"mn": "Иргэний үнэмлэх", "en": "Identity card"}',
         (select id from authorities where name = 'Улсын бүртгэлийн ерөнхий газар'), 'APP-2026-' || (800000 + n), 'approved', '{}', 'manual', 'none',
         now() - make_interval(hours => 10 + n * 61), now() - make_interval(hours => n * 60), u.id, n % 4 = 0
       from users u, generate_series(1, 20) n where u.civil_id = $1`,
      [applicant.civil_id],
    );
    const { page, traffic } = await enter(leader, roles.leader);
    await page.goto(`${stage.origin}/team`);
    await page.getByTestId('chart').first().waitFor();
    await expect.poll(() => page.getByTestId('figures').textContent()).toContain('20');
    await page.getByTestId('chart').first().locator('summary').click();
    expect(await findBarriersBothWays(page)).toEqual([]);
    const saved = page.waitForEvent('download');
    await page.getByTestId('by-service').getByTestId('save-csv').click();
    const csv = readFileSync(await (await saved).path(), 'utf8');
    expect(csv).toContain('MN-0133-001');
    expect(csv.split('\r\n')[0]).toContain('Median, hours');
    await page.getByTestId('period').selectOption('4');
    await expect.poll(() => page.getByTestId('by-week').getByTestId('row').count()).toBe(4);
    expect(traffic.problems).toEqual([]);

    const officer = await enter(await phone.citizen(/^ordinary/, 4), roles.officer);
    for (const path of ['/team', '/team/templates']) {
      await officer.page.goto(`${stage.origin}${path}`);
      await officer.page.getByTestId('no-access').waitFor();
    }
  });
});

describe('the pages of the work', () => {
  it('fit a screen of 320 pixels, in both languages', async () => {
    const leader = await phone.citizen(/^ordinary/, 5);
    const found: string[] = [];
    for (const locale of ['mn-MN', 'en-US']) {
      const options = { locale, viewport: { width: 320, height: 700 }, colorScheme: 'dark' };
      const { page } = await enter(leader, roles.leader, options);
      for (const path of ['/home', '/home?show=own', '/officer', '/team', '/team/templates']) {
        await page.goto(`${stage.origin}${path}`);
        if (path === '/officer') await page.getByTestId('select-mode').click();
        await waitUntilDrawn(page);
        for (const problem of await findCollisions(page)) found.push(`${locale} ${path}: ${problem}`);
      }
      await stage.closeBrowsers();
    }
    expect(found).toEqual([]);
  });
});
