import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { COMPANIES } from '../../sandbox/src/state-registry/index.ts';
import { type Citizen, createPhone, type Phone } from '../../server/test/citizens.ts';
import { findBarriers, findBarriersBothWays, openStage, type Stage, waitUntilDrawn } from './stage.ts';

let stage: Stage;
let phone: Phone;

beforeAll(async () => {
  stage = await openStage({ env: { GOV_DEMO_SEED: 'true' } });
  phone = createPhone(stage.world.sandbox);
});
afterAll(() => stage?.close());
afterEach(() => stage.closeBrowsers());

async function open(citizen: Citizen, path: string, options = {}) {
  const opened = await stage.openBrowser(options);
  await stage.signIn(opened.context, citizen);
  await opened.page.goto(`${stage.origin}${path}`);
  await waitUntilDrawn(opened.page);
  return opened;
}

const journeys = [
  {
    locale: 'mn-MN',
    viewport: { width: 390, height: 844 },
    refused: 'Дор хаяж нэгийг сонгоно уу.',
    signed: 'Итгэмжлэлд гарын үсэг зурлаа.',
    waits: 'Таны хариуг хүлээж байна',
    holds: 'Хүчинтэй',
    text: 'баримтад гарын үсэг зурах эрх олгохгүй',
    ended: 'Цуцалсан',
  },
  {
    locale: 'en-US',
    viewport: { width: 1280, height: 860 },
    refused: 'Choose at least one.',
    signed: 'You signed the authorisation.',
    waits: 'Waits for your answer',
    holds: 'Holds',
    text: 'It does not allow signing documents',
    ended: 'Ended by the grantor',
  },
] as const;

describe.each(journeys)('an authorisation ($locale)', (journey) => {
  const at = 2 * journeys.findIndex(({ locale }) => locale === journey.locale);
  const { locale, viewport } = journey;

  it('is signed on the phone, accepted by the other person, proven, and ended', async () => {
    const grantor = await phone.citizen(/^ordinary/, at);
    const receiver = await phone.citizen(/^ordinary/, at + 1);
    const giving = await open(grantor, '/account/authorisations', { locale, viewport });
    const { page } = giving;
    expect(await findBarriersBothWays(page)).toEqual([]);
    await page.getByTestId('give').click();
    await page.getByTestId('wish-form').waitFor();
    await page.locator('#register_number').fill(receiver.national_id.toLowerCase());
    await page.locator('#name').fill(`${receiver.surname} ${receiver.given_name}`);
    await page.getByTestId('sign').click();
    await page.getByTestId('error-summary').filter({ hasText: journey.refused }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('purpose-apply').check();
    await page.getByTestId('purpose-book').check();
    await page.getByTestId('scope-some').check();
    await page.getByTestId('service').first().check();
    expect(await findBarriersBothWays(page)).toEqual([]);
    const width = () => page.evaluate<number>('document.documentElement.scrollWidth');
    await expect.poll(() => width()).toBeLessThanOrEqual(viewport.width);

    await page.getByTestId('sign').click();
    const dialog = page.getByTestId('sign-dialog');
    await dialog.getByTestId('pin2-waiting').waitFor();
    await expect.poll(() => dialog.getByTestId('verification-code').textContent()).toMatch(/^\d{4}$/);
    expect(await findBarriers(page)).toEqual([]);
    await phone.act(grantor, 'refuse');
    await dialog.getByTestId('pin2-ended').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByTestId('sign-again').click();
    await dialog.getByTestId('pin2-waiting').waitFor();
    await phone.approve(grantor, grantor.pin2);
    await page.getByTestId('authorisation-done').filter({ hasText: journey.signed }).waitFor();
    expect(await findBarriersBothWays(page)).toEqual([]);
    const address = new URL(page.url()).pathname;

    const receiving = await open(receiver, '/home', { locale, viewport });
    const other = receiving.page;
    await other.getByTestId('attention').locator(`a[href="${address}"]`).waitFor();
    expect(await findBarriers(other)).toEqual([]);
    await other.goto(`${stage.origin}/account/authorisations?box=received`);
    const row = other.getByTestId('authorisations').filter({ hasText: grantor.given_name });
    await row.filter({ hasText: journey.waits }).waitFor();
    expect(await findBarriers(other)).toEqual([]);
    await other.getByRole('link', { name: new RegExp(grantor.given_name) }).click();
    await other.getByTestId('accept').waitFor();
    expect(await findBarriersBothWays(other)).toEqual([]);
    await other.getByTestId('accept').click();
    await other.getByTestId('signed-text').filter({ hasText: journey.text }).waitFor();
    const [download] = await Promise.all([
      other.waitForEvent('download'),
      other.getByTestId('download-evidence').click(),
    ]);
    const evidence = JSON.parse(readFileSync(await download.path(), 'utf8'));
    expect(evidence.statement).toMatchObject({
      purposes: ['apply', 'book'],
      receiver: { register_number: receiver.national_id },
    });
    await other.emulateMedia({ media: 'print' });
    await expect.poll(() => other.getByTestId('download-evidence').isVisible()).toBe(false);
    await expect.poll(() => other.getByTestId('signed-text').isVisible()).toBe(true);
    await other.emulateMedia({ media: 'screen' });

    await page.goto(`${stage.origin}${address}`);
    await page.getByText(journey.holds, { exact: true }).first().waitFor();
    await page.getByTestId('end').click();
    await page.getByTestId('confirm').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('confirm-yes').click();
    await page.getByText(journey.ended, { exact: true }).first().waitFor();
    await other.goto(`${stage.origin}/account/authorisations?box=ended`);
    await other.getByTestId('authorisations').filter({ hasText: journey.ended }).waitFor();
    expect(await findBarriersBothWays(other)).toEqual([]);
    expect([...giving.traffic.problems, ...receiving.traffic.problems]).toEqual([]);
  });
});

describe('an authorisation of an organisation', () => {
  it('is signed by its owner, whom the eID provider confirms', async () => {
    const citizens = (await phone.citizens()).filter(({ note }) => note.startsWith('ordinary'));
    const company = COMPANIES.find(({ ceo }) => citizens.some(({ national_id: id }) => id === ceo.regNo));
    const director = citizens.find(({ national_id: id }) => id === company?.ceo.regNo);
    const receiver = citizens.find((citizen) => citizen !== director);
    if (!company || !director || !receiver) throw new Error('nobody leads a company');
    const { page, context } = await open(director, '/account/authorisations');
    const csrf = (await context.cookies()).find(({ name }) => name === 'tamga_csrf')?.value ?? '';
    for (const [path, data] of [
      ['/org/', { reg_no: company.regNo, name: 'Зохиосон нэр' }],
      ['/users/me/eid/organizations', { reg_no: company.regNo }],
    ] as const) {
      const headers = { origin: stage.origin, 'x-tamga-csrf': decodeURIComponent(csrf) };
      const answer = await context.request.post(`${stage.origin}/api/v1${path}`, { data, headers });
      expect(answer.ok(), await answer.text()).toBe(true);
    }
    await page.goto(`${stage.origin}/account/authorisations/new`);
    await page.getByTestId('for-organisation').check();
    expect(await findBarriersBothWays(page)).toEqual([]);
    await page.locator('#register_number').fill(receiver.national_id);
    await page.locator('#name').fill(receiver.given_name);
    await page.getByTestId('purpose-pay').check();
    await page.getByTestId('sign').click();
    await page.getByTestId('pin2-waiting').waitFor();
    await phone.approve(director, director.pin2);
    await page.getByTestId('signed-text').filter({ hasText: company.name }).waitFor();
    await page
      .getByTestId('section-about')
      .getByText(`Signed by ${director.surname} ${director.given_name}`)
      .waitFor();
    expect(await findBarriersBothWays(page)).toEqual([]);
  });
});
