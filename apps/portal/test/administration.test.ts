import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Citizen, createPhone, type Phone } from '../../server/test/citizens.ts';
import { findBarriers, openStage, type Stage } from './stage.ts';

let stage: Stage;
let phone: Phone;

beforeAll(async () => {
  stage = await openStage();
  phone = createPhone(stage.world.sandbox);
}, 120_000);
afterAll(() => stage?.close());

async function signIn(page: Page, citizen: Citizen): Promise<void> {
  await page.goto(`${stage.origin}/login`);
  await page.getByTestId('qr').waitFor();
  const scanned = await phone.scan((await page.getByTestId('qr').getAttribute('data-qr')) ?? '', citizen);
  const { id } = (await scanned.json()) as { id: string };
  await phone.approve(citizen, citizen.pin1, id);
  await page.waitForURL('**/home');
}

/** As the database's owner would, and every instance hears of it. */
async function makeAdmin(citizen: Citizen): Promise<void> {
  const { database } = stage.world;
  await database.query('update users set role_id = 2 where civil_id = $1', [citizen.civil_id]);
  await database.query(
    `insert into bus_events (channel, payload)
     select 'user.changed', jsonb_build_object('user_id', id) from users where civil_id = $1`,
    [citizen.civil_id],
  );
}

describe('an administrator', () => {
  it('asks a person for PIN2 to make them a manager; their other browser loses its session', async () => {
    const boss = await phone.citizen();
    const person = await phone.citizen(/^ordinary/, 1);
    const office = await stage.openBrowser();
    const home = await stage.openBrowser();
    await signIn(office.page, boss);
    await makeAdmin(boss);
    await signIn(home.page, person);

    await office.page.goto(`${stage.origin}/administration/users`);
    await office.page.getByText(person.given_name, { exact: false }).first().click();
    await office.page.getByTestId('new-role').selectOption('3');
    await office.page.getByTestId('change-role').click();
    await office.page.getByTestId('approval').waitFor();
    await phone.approve(person, person.pin2);
    await office.page.locator('[data-testid=role-form][data-step=done]').waitFor();

    await home.page.goto(`${stage.origin}/home`);
    await home.page.waitForURL(/\/login/);
    await signIn(home.page, person);
    expect(office.traffic.problems).toEqual([]);
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
  for (const [scheme, locale] of [
    ['light', 'mn-MN'],
    ['dark', 'en-US'],
  ] as const)
    it(`finds no barrier on any of their pages (${scheme}, ${locale})`, async () => {
      const citizen = await phone.citizen(/^ordinary/, scheme === 'light' ? 2 : 3);
      const { page, traffic } = await stage.openBrowser({ colorScheme: scheme, locale });
      await signIn(page, citizen);
      await makeAdmin(citizen);
      for (const path of places) {
        await page.goto(`${stage.origin}${path}`);
        await page.locator('h1').first().waitFor();
        await page.waitForLoadState('networkidle');
        expect(await findBarriers(page), path).toEqual([]);
      }
      expect(traffic.problems).toEqual([]);
    });
});

describe('a citizen', () => {
  it('is shown no administration, and is told so when they go there by its address', async () => {
    const { page } = await stage.openBrowser();
    await signIn(page, await phone.citizen(/^ordinary/, 4));
    expect(await page.locator('a[href^="/administration"]').count()).toBe(0);
    await page.goto(`${stage.origin}/administration/users`);
    await page.getByTestId('no-access').waitFor();
  });
});
