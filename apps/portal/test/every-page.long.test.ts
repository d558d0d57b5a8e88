import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPhone, type Phone } from '../../server/test/citizens.ts';
import { pathsIn } from '../src/shell/places.ts';
import { findCollisions } from './collisions.ts';
import { openStage, type Stage, waitUntilDrawn } from './stage.ts';

const identityCard = 'MN-0133-001';
const superadminRole = 1;
const adminRole = 2;
let stage: Stage;
let phone: Phone;

beforeAll(async () => {
  stage = await openStage({ env: { GOV_DEMO_SEED: 'true' } });
  phone = createPhone(stage.world.sandbox);
});
afterEach(() => stage.closeBrowsers());
afterAll(() => stage?.close());

/** Calls the API with the session of a browser, like one of its pages. */
async function call(page: Page, method: string, path: string, body?: object) {
  const context = page.context();
  const csrf = (await context.cookies()).find((cookie) => cookie.name === 'tamga_csrf')?.value ?? '';
  const answer = await context.request.fetch(`${stage.origin}/api/v1${path}`, {
    method,
    headers: { origin: stage.origin, 'x-tamga-csrf': decodeURIComponent(csrf) },
    ...(body === undefined ? {} : { data: body }),
  });
  expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
  return ((await answer.json()) as any).data;
}

async function findService(page: Page, wanted: string): Promise<string> {
  const { items } = await call(page, 'GET', '/catalog/services');
  return items.find(({ code }: { code: string }) => code === wanted).id;
}

/** Books the first free slot of the next days. */
async function bookSomething(page: Page): Promise<{ id: string; scheduled_at: string }> {
  for (let ahead = 1; ahead < 8; ahead += 1) {
    const date = new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
    const [slot] = (await call(page, 'GET', `/gov/appointments/slots?date=${date}`)).items;
    if (slot) return call(page, 'POST', '/gov/appointments', { scheduled_at: slot.starts_at });
  }
  throw new Error('no slot is free within a week');
}

describe('a citizen far away', () => {
  it('sees dates of Ulaanbaatar on the page, in the calendar file and on the verification page', async () => {
    const { page, context } = await stage.openBrowser({ timezoneId: 'America/Los_Angeles' });
    await stage.signIn(context, await phone.citizen());
    const paper = await call(page, 'POST', '/gov/references', { type: 'health_ins' });
    // It is 6 March in Ulaanbaatar, but still 5 March in Los Angeles and in UTC.
    const [{ check_code: code } = { check_code: '' }] = await stage.world.database.query<{
      check_code: string;
    }>(`update gov_references set issued_at = '2025-03-05T20:30:00Z' where id = $1 returning check_code`, [
      paper.id,
    ]);
    await page.goto(`${stage.origin}/references`);
    await page.getByTestId('reference').filter({ hasText: '6 March 2025' }).waitFor();
    await page.getByTestId('time-zone').filter({ hasText: 'Ulaanbaatar' }).waitFor();
    await page.goto(`${stage.origin}/verify/${paper.reference_no}?code=${code}`);
    await page.locator('[data-verdict=genuine]').filter({ hasText: '6 March 2025' }).waitFor();

    const booked = await bookSomething(page);
    await page.goto(`${stage.origin}/appointments`);
    const shown = (await page.getByTestId('appointment').first().textContent()) ?? '';
    const href = await page.getByTestId('calendar').first().getAttribute('href');
    const file = await (await context.request.get(`${stage.origin}${href}`)).text();
    const local = new Date(Date.parse(booked.scheduled_at) + 8 * 3_600_000).toISOString();
    expect(file).toContain(`DTSTART;TZID=Asia/Ulaanbaatar:${local.slice(0, 19).replace(/[-:]/g, '')}\r\n`);
    expect(shown).toContain(`${Number(local.slice(8, 10))} `);
    expect(shown).toContain(local.slice(11, 16));
  });
});

describe('a page of another site', () => {
  it('cannot trigger a search for a person: its link is refused and leaves no access log entry', async () => {
    const { page, context } = await stage.openBrowser();
    const boss = await phone.citizen(/^ordinary/, 1);
    const wanted = await phone.citizen(/^ordinary/, 2);
    const other = await stage.openBrowser();
    await stage.signIn(other.context, wanted);
    await stage.signIn(context, boss);
    await stage.giveRole(context, boss, adminRole);
    const search = `/api/v1/core/users?search_text=${encodeURIComponent(wanted.national_id)}`;
    const looks = () =>
      stage.world.database.query(
        `select from audit_log where action in ('directory.lookup', 'access.person.read')`,
      );
    await page.route('http://evil.example/**', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<a href="${stage.origin}${search}">a prize</a><img src="${stage.origin}${search}">`,
      }),
    );
    await page.goto('http://evil.example/');
    const answered = page.waitForResponse((response) => response.request().isNavigationRequest());
    await page.getByRole('link').click();
    expect((await answered).status()).toBe(403);
    await expect.poll(() => looks()).toEqual([]);

    // The same search from our own page is answered and recorded in the person's access log.
    await page.goto(`${stage.origin}/home`);
    const status = await page.evaluate(`fetch(${JSON.stringify(search)}).then((answer) => answer.status)`);
    expect(status).toBe(200);
    await expect.poll(() => looks()).toHaveLength(2);
    await other.page.goto(`${stage.origin}/profile`);
    const entry = other.page.getByTestId('access-entry').first();
    await entry.filter({ hasText: 'Looked you up in the national directory' }).waitFor();
    await expect.poll(() => entry.textContent()).toContain(boss.given_name);
  });
});

describe('the frame of a page', () => {
  it('is skipped by the skip link, including the menu', async () => {
    const { page, context } = await stage.openBrowser();
    await page.goto(`${stage.origin}/`);
    await waitUntilDrawn(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement?.id')).toBe('content');
    await stage.signIn(context, await phone.citizen(/^ordinary/, 3));
    await page.goto(`${stage.origin}/profile`);
    await waitUntilDrawn(page);
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(
      await page.evaluate(
        `document.activeElement.closest('#page') !== null && document.activeElement.closest('nav[data-testid=navigation]') === null`,
      ),
    ).toBe(true);
  });

  it('lists the requirements before the apply button on a phone, and supports autofill', async () => {
    const { page, context } = await stage.openBrowser({ viewport: { width: 390, height: 844 } });
    await stage.signIn(context, await phone.citizen(/^ordinary/, 3));
    const card = await findService(page, identityCard);
    await page.goto(`${stage.origin}/services/${card}`);
    const top = async (selector: string) => (await page.locator(selector).first().boundingBox())?.y ?? 0;
    await page.getByTestId('apply').waitFor();
    expect(await top('#need')).toBeLessThan(await top('[data-testid=apply]'));
    const hint = async (step: number, name: string) => {
      await page.goto(`${stage.origin}/services/${card}/apply?step=${step}`);
      return page.getByTestId(`answer-${name}`).getAttribute('autocomplete');
    };
    expect([await hint(4, 'address'), await hint(5, 'phone')]).toEqual(['street-address', 'tel-national']);
  });
});

describe('at 320 pixels', () => {
  const paths = pathsIn('own', 'open', 'guarded', 'registry', 'relay')
    .map(({ path }) => path)
    .filter((path) => !/[:*]/.test(path));

  it('shows every page without overlaps, overflow or cut text, in both languages', async () => {
    const { page, context } = await stage.openBrowser({
      locale: 'mn-MN',
      viewport: { width: 320, height: 640 },
    });
    const collisions: string[] = [];
    const look = async (path: string) => {
      await page.goto(`${stage.origin}${path}`);
      for (const language of ['mn', 'en']) {
        await page
          .locator('h1')
          .first()
          .waitFor()
          .catch(async () => {
            const shown = await page.locator('body').innerText();
            throw new Error(`${path} in ${language} has no heading: ${shown.slice(0, 300)}`);
          });
        await waitUntilDrawn(page);
        const found = await findCollisions(page);
        collisions.push(...found.map((each) => `${path} in ${language}: ${each}`));
        await page.getByTestId('language').click();
      }
      expect(page.url()).toContain(path);
    };
    for (const path of ['/', '/login', '/services', '/verify', '/nowhere']) await look(path);
    const citizen = await phone.citizen(/^ordinary/, 4);
    await stage.signIn(context, citizen);
    await stage.giveRole(context, citizen, superadminRole);
    const card = await findService(page, identityCard);
    for (const path of [
      ...paths,
      `/services/${card}`,
      `/services/${card}/apply`,
      `/services/${card}/apply?step=review`,
    ])
      await look(path);
    expect(collisions).toEqual([]);
  });
});
