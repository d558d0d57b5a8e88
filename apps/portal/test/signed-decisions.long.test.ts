import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Citizen, createPhone, type Phone } from '../../server/test/citizens.ts';
import { findBarriers, openStage, type Stage } from './stage.ts';

/** The service of the demonstration whose decision is signed. */
const marriage = 'MN-0133-003';
const smallPng =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQAQAAAAA3iMLMAAAADElEQVR42mNgIA0AAAAwAAEodEl9AAAAAElFTkSuQmCC';

let stage: Stage;
let phone: Phone;

beforeAll(async () => {
  stage = await openStage({ env: { GOV_DEMO_SEED: 'true' } });
  phone = createPhone(stage.world.sandbox);
});
afterAll(() => stage?.close());
afterEach(() => stage.closeBrowsers());

async function enter(locale: string, citizen: Citizen, roleId?: number) {
  const opened = await stage.openBrowser({ locale });
  await stage.signIn(opened.context, citizen);
  if (roleId !== undefined) await stage.giveRole(opened.context, citizen, roleId);
  await opened.page.goto(`${stage.origin}/home`);
  return opened;
}

/** Calls the API with the session of a browser, like one of its pages. */
async function send(page: Page, method: string, path: string, type: string, data?: string | Buffer) {
  const context = page.context();
  const csrf = (await context.cookies()).find((cookie) => cookie.name === 'tamga_csrf')?.value ?? '';
  const answer = await context.request.fetch(`${stage.origin}/api/v1${path}`, {
    method,
    headers: {
      origin: stage.origin,
      'x-tamga-csrf': decodeURIComponent(csrf),
      ...(data === undefined ? {} : { 'content-type': type }),
    },
    ...(data === undefined ? {} : { data }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read reply bodies without types
  return { status: answer.status(), data: ((await answer.json()) as any).data };
}

async function apply(page: Page): Promise<{ id: string; reference_no: string }> {
  const { data } = await send(page, 'GET', `/gov/services?q=${marriage}`, '');
  const service = data.items[0].id;
  for (const [slot, name, type, bytes] of [
    ['application', 'a.pdf', 'application/pdf', '%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'],
    ['photo', 'p.png', 'image/png', Buffer.from(smallPng, 'base64')],
  ] as const) {
    const path = `/gov/drafts/${service}/files?name=${name}&slot=${slot}`;
    expect((await send(page, 'POST', path, type, bytes)).status).toBe(201);
  }
  const wanted = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const body = {
    service_id: service,
    payload: {
      partner_last_name: 'Дорж',
      partner_first_name: 'Сараа',
      partner_register_number: 'УБ90010112',
      wanted_on: wanted,
      place: 'office',
      phone: '99112233',
      free_will: true,
      declared: true,
    },
  };
  const applied = await send(page, 'POST', '/gov/applications', 'application/json', JSON.stringify(body));
  expect(applied.status).toBe(201);
  return applied.data.application;
}

const expectNoBarrier = async (page: Page, what: string) =>
  expect(await findBarriers(page), what).toEqual([]);

const journeys = [
  {
    locale: 'mn-MN',
    action: 'refuse',
    fails: 'refuse',
    note: 'Гэрчийн мэдүүлэг дутуу. Гэр бүлийн тухай хуулийн 6.1',
    ends: 'rejected',
    said: 'татгалзсан',
    signed: 'Гарын үсэг зурсан: ',
    role: 'Менежер',
    authority: 'Улсын бүртгэлийн ерөнхий газар',
    help: 'Автомат үйлчилгээнд хамаарахгүй.',
  },
  {
    locale: 'en-US',
    action: 'approve',
    fails: 'timeout',
    note: 'Bring both identity cards to the ceremony',
    ends: 'approved',
    said: 'The time is over',
    signed: 'Signed by ',
    role: 'Manager',
    authority: 'General Authority for State Registration',
    help: 'Automatic services are not affected.',
  },
] as const;

describe.each(journeys)('a decision that is signed ($locale)', (journey) => {
  const at = journeys.findIndex(({ locale }) => locale === journey.locale);

  it('is signed on the phone, loses nothing when the phone fails, and is proven to the citizen', async () => {
    const officer = await phone.citizen(/^ordinary/, 2 + at);
    const home = await enter(journey.locale, await phone.citizen(/^ordinary/, at));
    const office = await enter(journey.locale, officer, 3);
    const { id, reference_no: number } = await apply(home.page);
    // The fee is another journey.
    await stage.world.database.query(
      `update gov_applications set fee = 0, payment_before = 'none' where id = $1`,
      [id],
    );

    const { page } = office;
    await page.goto(`${stage.origin}/officer?case=${id}`);
    await page.getByTestId('do-take').click();
    await page.getByTestId(`do-${journey.action}`).click();
    await page.getByTestId('action-note').fill(journey.note);
    await page.getByTestId('needs-signature').waitFor();
    await page.getByTestId('action-send').click();
    const dialog = page.getByTestId('sign-dialog');
    await dialog.getByTestId('pin2-waiting').waitFor();
    await expect.poll(() => dialog.getByTestId('verification-code').textContent()).toMatch(/^\d{4}$/);
    await expect.poll(() => dialog.textContent()).toContain(number);
    await expectNoBarrier(page, 'waiting');

    await phone.act(officer, journey.fails);
    const ended = dialog.getByTestId('pin2-ended');
    await ended.waitFor();
    await expect.poll(() => ended.textContent()).toContain(journey.said);
    await expectNoBarrier(page, 'ended');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByTestId('action-note').inputValue()).toBe(journey.note);
    await expect.poll(() => page.getByTestId('case-status').getAttribute('data-status')).toBe('in_review');

    await page.getByTestId('action-send').click();
    await dialog.getByTestId('pin2-waiting').waitFor();
    await phone.act(officer, journey.fails);
    await dialog.getByTestId('sign-again').click();
    await dialog.getByTestId('pin2-waiting').waitFor();
    await phone.approve(officer, officer.pin2);
    await page.locator(`[data-testid=case-status][data-status=${journey.ends}]`).waitFor();
    await dialog.waitFor({ state: 'detached' });
    const signature = page.getByTestId('case-signature');
    await signature.filter({ hasText: officer.given_name }).waitFor();
    await expect.poll(() => signature.textContent()).toContain(journey.role);
    await expectNoBarrier(page, 'decided');

    const citizen = home.page;
    await citizen.goto(`${stage.origin}/applications/${id}`);
    const signedBy = (await citizen.getByTestId('signed-by').textContent()) ?? '';
    expect(signedBy.startsWith(journey.signed)).toBe(true);
    const name = `${officer.surname} ${officer.given_name}`;
    for (const shown of [name, journey.role, journey.authority, String(new Date().getFullYear())])
      expect(signedBy).toContain(shown);
    await expect.poll(() => citizen.getByTestId('state').textContent()).toContain(journey.note);
    await expectNoBarrier(citizen, 'application');
    const [download] = await Promise.all([
      citizen.waitForEvent('download'),
      citizen.getByTestId('download-evidence').click(),
    ]);
    expect(download.suggestedFilename()).toBe(`${number}-decision.json`);
    const evidence = JSON.parse(readFileSync(await download.path(), 'utf8'));
    expect(evidence.decision).toMatchObject({ application: number, officer: { name } });
    expect([...office.traffic.problems, ...home.traffic.problems]).toEqual([]);
  });

  it('is required by a switch of the passport', async () => {
    const { page, traffic } = await enter(journey.locale, await phone.citizen(/^ordinary/, 4), 6);
    const { data } = await send(page, 'GET', `/registry/services?q=${marriage}`, '');
    const path = `/registry/services/${data.items[0].id}`;
    await page.goto(`${stage.origin}${path}`);
    const field = page.getByTestId('field-decision_signature');
    await page.getByText(journey.help).waitFor();
    const wasOn: boolean = data.items[0].decision_signature;
    await expect.poll(() => field.isChecked()).toBe(wasOn);
    await field.setChecked(!wasOn);
    await page.getByTestId('save').click();
    // The note to publish again may be there from an earlier change.
    await expect.poll(async () => (await send(page, 'GET', path, '')).data.decision_signature).toBe(!wasOn);
    await page.getByTestId('republish').waitFor();
    await expectNoBarrier(page, 'passport');
    expect(traffic.problems).toEqual([]);
  });
});
