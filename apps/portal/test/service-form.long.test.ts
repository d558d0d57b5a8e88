import { readFileSync } from 'node:fs';
import { PDF } from '@libpdf/core';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPhone, type Phone } from '../../server/test/citizens.ts';
import { advance, reach, stepOf } from './apply-steps.ts';
import { findCollisions } from './collisions.ts';
import { scanAndApprove } from './phone-page.ts';
import { findBarriers, findBarriersBothWays, openStage, type Stage, waitUntilDrawn } from './stage.ts';

let stage: Stage;
let phone: Phone;

beforeAll(async () => {
  stage = await openStage({ env: { GOV_DEMO_SEED: 'true' } });
  phone = createPhone(stage.world.sandbox);
});
afterEach(() => stage.closeBrowsers());
afterAll(() => stage?.close());

const identityCard = 'MN-0133-001';

async function findService(page: Page, code: string): Promise<string> {
  const answer = await page.context().request.get(`${stage.origin}/api/v1/catalog/services?q=${code}`);
  const { data } = (await answer.json()) as { data: { items: { id: string; code: string }[] } };
  return data.items.find((each) => each.code === code)?.id ?? '';
}

/** Answers and replies that this tab still keeps. */
const storedNames = (page: Page) =>
  page.evaluate<string[]>(
    `Object.keys(sessionStorage).filter((name) => /^tamga-(answers|reply):/.test(name))`,
  );
const focused = (page: Page) =>
  page.evaluate<string>('document.activeElement?.id || document.activeElement?.textContent || ""');
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
/** Presses Tab until this element has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  const target = page.locator(`${selector}:focus`);
  for (let pressed = 0; pressed < 40; pressed += 1) {
    await page.keyboard.press('Tab');
    if ((await target.count()) > 0) return;
  }
  throw new Error(`Tab does not reach ${selector}`);
}
const goOnByKeyboard = async (page: Page, next: string) => {
  await tabTo(page, '[data-testid=next]');
  await press(page, 'Enter');
  await stepOf(page, next).waitFor();
  await expect.poll(() => focused(page)).toBe('step-title');
};

describe('the form of a service', () => {
  it('asks one section per page, by keyboard alone, and goes back without loss', async () => {
    const { page, context, traffic } = await stage.openBrowser();
    await stage.signIn(context, await phone.citizen(/^ordinary/, 2));
    const card = await findService(page, identityCard);
    await page.goto(`${stage.origin}/services/${card}/apply`);
    await stepOf(page, '1').waitFor();
    await expect.poll(() => page.title()).toMatch(/^Step 1 of 7: Order – Apply: Identity card order/);
    await tabTo(page, '#answer-reason');
    await page.keyboard.type('Lost');
    // The answer opens one more page.
    await expect.poll(() => page.title()).toMatch(/^Step 1 of 8: Order/);
    await goOnByKeyboard(page, '2');
    await expect.poll(() => page.title()).toMatch(/^Step 2 of 8: Loss or damage/);
    expect(new URL(page.url()).searchParams.get('step')).toBe('2');

    // An empty page is refused with its own errors alone.
    await tabTo(page, '[data-testid=next]');
    await press(page, 'Enter');
    const summary = page.getByTestId('error-summary');
    await summary.waitFor();
    await expect.poll(() => summary.getByRole('link').count()).toBe(1);
    expect(await findBarriers(page)).toEqual([]);
    await press(page, 'Tab', 'Enter');
    await page.keyboard.type('In the market');
    await goOnByKeyboard(page, '3');

    // The browser's back and forward are the steps; no answer is lost.
    await page.goBack();
    await stepOf(page, '2').waitFor();
    await expect.poll(() => page.getByTestId('answer-circumstances').inputValue()).toBe('In the market');
    await page.goBack();
    await stepOf(page, '1').waitFor();
    await expect.poll(() => page.getByTestId('answer-reason').inputValue()).toBe('lost');
    await tabTo(page, '#answer-reason');
    await page.keyboard.type('My first');
    await expect.poll(() => page.getByTestId('steps').getByRole('listitem').count()).toBe(7);
    await goOnByKeyboard(page, '3');
    // An earlier step is a link.
    await page.getByTestId('steps').getByRole('link', { name: 'Order' }).press('Enter');
    await stepOf(page, '1').waitFor();
    expect(traffic.problems).toEqual([]);
  });

  it('leads from the check to each step with an error, and back', async () => {
    const { page, context, traffic } = await stage.openBrowser();
    await stage.signIn(context, await phone.citizen(/^ordinary/, 5));
    await page.goto(`${stage.origin}/services/${await findService(page, 'MN-0310-001')}/apply?step=review`);
    await stepOf(page, 'review').waitFor();
    await page.getByTestId('next').click();
    await stepOf(page, '1').waitFor();
    const summary = page.getByTestId('error-summary');
    await summary.getByRole('link', { name: /Purpose/ }).waitFor();
    await expect.poll(() => summary.textContent()).not.toContain('Phone');
    await page.getByTestId('answer-purpose').selectOption('visa');
    await page.getByLabel('English').check();
    await advance(page);
    await stepOf(page, '2').waitFor();
    await summary.getByRole('link', { name: /Phone/ }).waitFor();
    await page.getByTestId('answer-phone').fill('99112233');
    await advance(page);
    await page.getByTestId('answer-declared').check();
    await advance(page);
    await summary.getByRole('link', { name: /Signed application/ }).waitFor();
    await page
      .getByTestId('paper-input-application')
      .setInputFiles([{ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 ') }]);
    await page.getByTestId('draft-paper').waitFor();
    await advance(page);
    await stepOf(page, 'review').waitFor();

    // A change returns to the check, also when it leads to a new question.
    await page.getByTestId('change-2').click();
    await page.getByTestId('answer-phone').fill('88');
    await page.getByTestId('next').click();
    await summary.getByRole('link', { name: /Phone/ }).waitFor();
    await page.getByTestId('answer-phone').fill('88112233');
    await advance(page);
    await stepOf(page, 'review').waitFor();
    await page.getByText('88112233').waitFor();
    await page.getByTestId('change-1').click();
    await page.getByTestId('answer-purpose').selectOption('other');
    await page.getByTestId('next').click();
    await summary.getByRole('link').first().waitFor();
    await page.getByTestId('answer-purpose_details').fill('A club');
    await advance(page);
    await stepOf(page, 'review').waitFor();
    await page.getByText('A club').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(traffic.problems).toEqual([]);
  });

  it.each([
    ['mn-MN', 390, 1],
    ['mn-MN', 320, 3],
    ['en-US', 320, 4],
    ['en-US', 1280, 6],
  ])('has no barrier and no overlap on any step (%s, %i px)', async (locale, width, nth) => {
    const { page, context, traffic } = await stage.openBrowser({ locale, viewport: { width, height: 800 } });
    await stage.signIn(context, await phone.citizen(/^ordinary/, nth));
    const card = await findService(page, identityCard);
    await page.goto(`${stage.origin}/services/${card}/apply`);
    await stepOf(page, '1').waitFor();
    await page.getByTestId('answer-reason').selectOption('damaged');
    await page.locator('[data-testid=draft-state][data-state=saved]').waitFor();
    for (const key of ['1', '2', '3', '4', '5', '6', 'papers', 'review']) {
      await page.goto(`${stage.origin}/services/${card}/apply?step=${key}`);
      await stepOf(page, key).waitFor();
      await waitUntilDrawn(page);
      expect(await findCollisions(page), key).toEqual([]);
      expect(width === 1280 ? await findBarriersBothWays(page) : await findBarriers(page), key).toEqual([]);
    }
    expect(traffic.problems).toEqual([]);
  });
});

describe('what a person fills in', () => {
  const endSession = async (context: BrowserContext) => {
    const access = (await context.cookies()).find(({ name }) => name === 'tamga_access')?.value ?? '';
    const ended = await fetch(`${stage.server.url}/api/v1/auth/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access}` },
    });
    expect(ended.status).toBe(200);
  };
  const pdf = { name: 'form.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 ') };

  it('stays when the session ends: sign in above the form, and everything is saved', async () => {
    const citizen = await phone.citizen(/^ordinary/, 3);
    const { page, context } = await stage.openBrowser();
    await stage.signIn(context, citizen);
    const service = await findService(page, 'MN-0310-001');
    await page.goto(`${stage.origin}/services/${service}/apply`);
    await page.getByTestId('answer-purpose').selectOption('visa');
    await page.getByLabel('English').check();
    await page.locator('[data-testid=draft-state][data-state=saved]').waitFor();
    await page.getByTestId('answer-receiver').fill('The consulate');
    await endSession(context);
    const again = page.getByTestId('sign-in-again');
    await again.waitFor();
    await expect.poll(() => page.getByTestId('answer-receiver').isVisible()).toBe(false);
    expect(await findBarriers(page)).toEqual([]);
    // Half of the way is a lost page: this tab still has the answers after a reload and another sign-in.
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.waitForURL(/\/login/);
    // This page begins a sign-in too, and a browser has one at a time.
    await page.goto('about:blank');
    await stage.signIn(context, citizen);
    await page.goto(`${stage.origin}/services/${service}/apply`);
    await expect
      .poll(() => page.getByTestId('draft-resumed').textContent())
      .toContain('had not reached the server');
    await expect.poll(() => page.getByTestId('answer-receiver').inputValue()).toBe('The consulate');
    await page.locator('[data-testid=draft-state][data-state=saved]').waitFor();

    await advance(page);
    await page.getByTestId('answer-phone').fill('99112233');
    await advance(page);
    await page.getByTestId('answer-declared').check();
    await advance(page);
    await stepOf(page, 'papers').waitFor();
    await page.route('**/drafts/*/files?**', (route) => route.fulfill({ status: 401, body: '{}' }), {
      times: 1,
    });
    await page.getByTestId('paper-input-application').setInputFiles([pdf]);
    await again.waitFor();
    await scanAndApprove(page, phone, citizen);
    await again.waitFor({ state: 'detached' });
    // Nobody chose the file again.
    await page.getByTestId('draft-paper').getByText('form.pdf').waitFor();
    await advance(page);
    await stepOf(page, 'review').waitFor();
    await page.getByTestId('next').click();
    await page.getByTestId('receipt').waitFor();

    // Going back shows what was sent, not an empty form; the service's page names it.
    const sent = new URL(page.url()).pathname;
    const number = (await page.getByTestId('reference-no').textContent()) ?? '';
    await page.goBack();
    await page.getByTestId('sent-before').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('see-sent').click();
    await page.waitForURL(`**${sent}`);
    await page.goto(`${stage.origin}/services/${service}`);
    await expect.poll(() => page.getByTestId('open-application').textContent()).toContain(number);
    await expect.poll(() => storedNames(page)).toEqual([]);
  });

  it('is not overwritten by another tab, and says when it is not saved', async () => {
    const { page, context, traffic } = await stage.openBrowser();
    await stage.signIn(context, await phone.citizen(/^ordinary/, 4));
    const address = `${stage.origin}/services/${await findService(page, 'MN-0310-001')}/apply`;
    await page.goto(address);
    await stepOf(page, '1').waitFor();
    const other = await context.newPage();
    await other.goto(address);
    await other.getByTestId('answer-receiver').fill('From the other tab');
    await other.locator('[data-testid=draft-state][data-state=saved]').waitFor();
    await page.getByTestId('answer-receiver').fill('From this tab');
    const conflict = page.getByTestId('draft-conflict');
    await conflict.waitFor();
    await expect.poll(() => conflict.textContent()).toMatch(/From this tab.*From the other tab/);
    expect(await findBarriersBothWays(page)).toEqual([]);
    await expect.poll(() => findCollisions(page)).toEqual([]);
    await page.getByTestId('take-theirs').click();
    await expect.poll(() => page.getByTestId('answer-receiver').inputValue()).toBe('From the other tab');
    await other.close();

    await page.route('**/api/v1/gov/drafts/*', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    );
    await page.getByTestId('answer-receiver').fill('Without a connection');
    const unsaved = page.locator('[data-testid=draft-state][data-state=unsaved]');
    await unsaved.waitFor();
    await expect.poll(() => unsaved.textContent()).toContain('Not saved on the server');
    expect(await findBarriers(page)).toEqual([]);
    await page.unroute('**/api/v1/gov/drafts/*');
    await page.getByTestId('save-now').click();
    await page.locator('[data-testid=draft-state][data-state=saved]').waitFor();
    expect(traffic.problems).toEqual([]);
  });
});

describe('the page of a service', () => {
  it('keeps the ticks of its checklist, names where a paper can be had, and demands nothing that we fetch', async () => {
    const { page, traffic } = await stage.openBrowser({ viewport: { width: 390, height: 844 } });
    await page.goto(`${stage.origin}/services/${await findService(page, identityCard)}`);
    const needs = page.getByTestId('need');
    await expect.poll(() => needs.count()).toBe(2);
    // Cost and time are read before anything else.
    const top = async (testId: string) => (await page.getByTestId(testId).first().boundingBox())?.y ?? 0;
    await expect
      .poll(() => page.getByTestId('at-a-glance').textContent())
      .toMatch(/Cost: .*25.*How long it takes: Up to/);
    expect(await top('at-a-glance')).toBeLessThan(await top('need'));
    await page.getByTestId('section-fetched').getByText('Birth record extract').waitFor();
    await needs.getByRole('checkbox', { name: 'Photo' }).check();
    await page.getByText('1 of 2 ready').waitFor();
    await page.reload();
    await page.getByText('1 of 2 ready').waitFor();
    await expect.poll(() => needs.getByRole('checkbox', { name: 'Photo' }).isChecked()).toBe(true);
    expect(await findBarriersBothWays(page)).toEqual([]);
    await expect.poll(() => findCollisions(page)).toEqual([]);

    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.getByTestId('need').first().isVisible()).toBe(true);
    await expect.poll(() => page.getByRole('button', { name: 'Print the list' }).isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('link', { name: 'Get it on this portal: Proof of residence' }).click();
    await page.getByRole('heading', { level: 1, name: 'Proof of residence' }).waitFor();
    await page.getByText('You need no papers at all.').waitFor();
    expect(traffic.problems).toEqual([]);
  });
});

/** A JPEG of noise, larger than the bound, that a camera marked as turned by 90 degrees. */
async function makePhoto(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate<string>(`(async () => {
    const canvas = new OffscreenCanvas(3200, 2000);
    const pen = canvas.getContext('2d');
    for (let spot = 0; spot < 60000; spot += 1) {
      pen.fillStyle = 'hsl(' + (spot * 47) % 360 + ' 80% 50%)';
      pen.fillRect((spot * 7919) % 3200, (spot * 104729) % 2000, 12, 12);
    }
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 1 })).arrayBuffer());
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    return btoa(text);
  })()`);
  const plain = Buffer.from(base64, 'base64');
  // APP1 with one tag of TIFF: orientation 6.
  const exif = Buffer.from('ffe1002245786966000049492a0008000000010012010300010000000600000000000000', 'hex');
  return Buffer.concat([plain.subarray(0, 2), exif, plain.subarray(2)]);
}

/** Width and height of the frame header of a JPEG. */
function sizeOf(jpeg: Buffer): [number, number] {
  for (let at = 2; at < jpeg.length; at += 2 + jpeg.readUInt16BE(at + 2))
    if ([0xc0, 0xc2].includes(jpeg[at + 1] ?? 0))
      return [jpeg.readUInt16BE(at + 7), jpeg.readUInt16BE(at + 5)];
  throw new Error('no frame');
}

describe('on a phone', () => {
  it('photographs a paper, keeps the record, and is told where to collect the result', async () => {
    const { page, context, traffic } = await stage.openBrowser({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await stage.signIn(context, await phone.citizen(/^ordinary/, 7));
    await page.goto(`${stage.origin}/services/${await findService(page, 'MN-0310-001')}/apply`);
    await page.getByTestId('answer-purpose').selectOption('visa');
    await page.getByLabel('English').check();
    await reach(page, 'answer-phone');
    await page.getByTestId('answer-phone').fill('99112233');
    await reach(page, 'answer-declared');
    await page.getByTestId('answer-declared').check();
    await reach(page, 'photograph-application');
    await expect
      .poll(() => page.getByTestId('paper-camera-application').getAttribute('capture'))
      .toBe('environment');
    const photo = await makePhoto(page);
    expect([photo.length > 1.6e6, sizeOf(photo)]).toEqual([true, [3200, 2000]]);
    await page
      .getByTestId('paper-camera-application')
      .setInputFiles([{ name: 'image.jpeg', mimeType: 'image/jpeg', buffer: photo }]);
    await page.getByTestId('draft-paper').getByText('image.jpg').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await expect.poll(() => findCollisions(page)).toEqual([]);
    await advance(page);
    await page.getByTestId('next').click();
    await page.getByTestId('receipt').waitFor();

    // The end: the number, the day of the decision, and the record.
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const number = (await page.getByTestId('reference-no').textContent()) ?? '';
    await expect
      .poll(() => page.getByTestId('receipt').getByTestId('clock').textContent())
      .toMatch(/days left/);
    expect(await findBarriersBothWays(page)).toEqual([]);
    await expect.poll(() => findCollisions(page)).toEqual([]);
    const api = `${stage.origin}/api/v1/gov`;
    const papers = await (await context.request.get(`${api}/applications/${id}/files`)).json();
    const stored = await context.request.get(`${api}/applications/${id}/files/${papers.data.items[0].id}`);
    // Upright, and within the bound.
    expect(sizeOf(await stored.body())).toEqual([1500, 2400]);
    const sealed = await context.request.get(`${api}/applications/${id}/record/document`);
    expect([sealed.status(), sealed.headers()['content-type']]).toEqual([200, 'application/pdf']);
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('record').click()]);
    const record = await PDF.load(new Uint8Array(readFileSync(await download.path())));
    const text = record
      .getPages()
      .map((each) => each.extractText().text)
      .join(' ');
    for (const part of [number, 'image.jpg', '99112233']) expect(text).toContain(part);

    await stage.world.database.query(
      `update gov_applications set status = 'approved', result = 'granted', decided_at = now() where id = $1`,
      [id],
    );
    await page.reload();
    await page.getByTestId('collect-book').waitFor();
    await expect.poll(() => page.getByTestId('section-collect').textContent()).toContain(number);
    expect(await findBarriersBothWays(page)).toEqual([]);
    const { data: application } = await (await context.request.get(`${api}/applications/${id}`)).json();
    const csrf = (await context.cookies()).find((cookie) => cookie.name === 'tamga_csrf')?.value ?? '';
    const booked = await context.request.post(`${api}/appointments`, {
      headers: { origin: stage.origin, 'x-tamga-csrf': decodeURIComponent(csrf) },
      data: {
        service_id: application.service_id,
        application_id: id,
        scheduled_at: await findSlot(page, application.service_id),
        location: '3-р давхар',
      },
    });
    expect(booked.status()).toBe(201);
    await page.reload();
    await page.getByTestId('collect-calendar').waitFor();
    await expect
      .poll(() => page.getByTestId('collect-map').getAttribute('href'))
      .toMatch(/^https:\/\/www\.openstreetmap\.org\/search\?query=.*3-/);
    const calendar = await context.request.get(
      `${stage.origin}${await page.getByTestId('collect-calendar').getAttribute('href')}`,
    );
    expect(await calendar.text()).toContain('BEGIN:VEVENT');
    expect(await findBarriersBothWays(page)).toEqual([]);
    await expect.poll(() => findCollisions(page)).toEqual([]);
    expect(traffic.problems).toEqual([]);
  });
});

/** The first free time of the next two weeks. */
async function findSlot(page: Page, serviceId: string): Promise<string> {
  for (let days = 1; days < 15; days += 1) {
    const date = new Date(Date.now() + days * 24 * 3_600_000).toISOString().slice(0, 10);
    const query = new URLSearchParams({ service_id: serviceId, date });
    const answer = await page.context().request.get(`${stage.origin}/api/v1/gov/appointments/slots?${query}`);
    const { data } = (await answer.json()) as { data: { items: { starts_at: string; free: number }[] } };
    const free = data.items.find((slot) => slot.free > 0);
    if (free) return free.starts_at;
  }
  throw new Error('no free time');
}
