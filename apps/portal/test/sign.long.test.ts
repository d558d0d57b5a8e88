import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Citizen, createPhone, type Phone } from '../../server/test/citizens.ts';
import { dropFiles } from './drop-files.ts';
import { makeA4, makeText } from './sample-files.ts';
import { findBarriers, findBarriersBothWays, openStage, type Stage, waitUntilDrawn } from './stage.ts';

const corpus = join(import.meta.dirname, '../../server/src/modules/signing/verify/test/corpus');
/** The phone waits two minutes. */
const phoneWaitMs = 125_000;
let stage: Stage;
let phone: Phone;

beforeAll(async () => {
  stage = await openStage();
  phone = createPhone(stage.world.sandbox);
});
afterEach(() => stage.closeBrowsers());
afterAll(() => stage?.close());

async function open(citizen: Citizen, options: Parameters<Stage['openBrowser']>[0] = {}) {
  const opened = await stage.openBrowser(options);
  await stage.signIn(opened.context, citizen);
  await opened.page.goto(`${stage.origin}/sign`);
  await waitUntilDrawn(opened.page);
  return opened;
}

const give = (page: Page, buffer: Buffer, name = 'Гэрээ.pdf') =>
  page.getByTestId('pdf-input').setInputFiles({ name, buffer, mimeType: 'application/pdf' });
const review = async (page: Page, buffer: Buffer, name?: string) => {
  await give(page, buffer, name);
  await page.locator('[data-testid=pdf-page][data-drawn=true]').first().waitFor();
};
/** Sends the document; the phone then waits. */
async function begin(page: Page, button = 'sign'): Promise<void> {
  await page.getByTestId(button).click();
  await page.getByTestId('verification-code').waitFor();
}
const approve = (citizen: Citizen) => phone.approve(citizen, citizen.pin2);
const place = (page: Page) => page.getByTestId('mark').getAttribute('data-place');
const ended = (page: Page, end: string) => page.locator(`[data-testid=sign-ended][data-end=${end}]`);

async function download(page: Page, testId: string): Promise<{ name: string; bytes: Buffer }> {
  const arriving = page.waitForEvent('download');
  await page.getByTestId(testId).click();
  const file = await arriving;
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

/** The rectangle of the newest mark. */
function markIn(pdf: Buffer): number[] {
  const rects = [...pdf.toString('latin1').matchAll(/\/Rect\s*\[([^\]]+)\]/g)];
  return (rects.at(-1)?.[1] ?? '').trim().split(/\s+/).map(Number);
}

/** Calls the API with the session of the browser. */
async function post(
  page: Page,
  path: string,
  body: { data?: object; multipart?: Multipart },
  headers: Record<string, string> = {},
): Promise<{ id: string }> {
  const context = page.context();
  const csrf = (await context.cookies()).find(({ name }) => name === 'tamga_csrf')?.value ?? '';
  const answer = await context.request.post(`${stage.origin}/api/v1${path}`, {
    headers: { ...headers, origin: stage.origin, 'x-tamga-csrf': decodeURIComponent(csrf) },
    ...body,
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return ((await answer.json()) as { data: { id: string } }).data;
}
type Multipart = Record<string, string | { name: string; mimeType: string; buffer: Buffer }>;

/** A document that a citizen signed on the page. */
async function makeSigned(
  citizen: Citizen,
  fault?: string,
  document = makeA4(['a contract']),
): Promise<Buffer> {
  const { page } = await open(citizen);
  await review(page, document);
  await begin(page);
  if (fault !== undefined) await phone.fault(fault, 1);
  await approve(citizen);
  await page.getByTestId('signed').waitFor();
  return (await download(page, 'download-signed')).bytes;
}

describe('signing a document', () => {
  it('is read, marked by the keyboard, signed for an organisation, downloaded, kept, verified and removed', async () => {
    const bold = await phone.citizen(/^ordinary/, 0);
    const { page, traffic } = await open(bold);
    expect(await findBarriersBothWays(page)).toEqual([]);
    await post(page, '/users/me/eid/organizations', { data: { reg_no: '6000053' } });
    const { id } = await post(page, '/org', { data: { reg_no: '6000053', name: 'Мөнх' } });
    await post(page, '/store/apps/signing/install', {}, { 'x-org-id': id });
    await review(page, makeA4(['one', 'two', 'three']));
    await expect.poll(() => page.getByTestId('page-number').textContent()).toBe('Page 1 of 3');
    await page.getByRole('img', { name: 'Гэрээ.pdf, page 1 of 3' }).waitFor();
    await expect.poll(() => page.locator('[data-page="1"]').textContent()).toContain('one');
    await page.getByTestId('for-6000053').check();
    expect(await findBarriersBothWays(page)).toEqual([]);

    await page.getByTestId('find-mark').click();
    await expect.poll(() => place(page)).toBe('3 306 30');
    await page.getByTestId('mark').focus();
    for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowUp', 'Shift+ArrowUp']) await page.keyboard.press(key);
    await expect.poll(() => place(page)).toBe('3 282 44');
    await page.keyboard.press('PageUp');
    await expect.poll(() => place(page)).toBe('2 306 30');
    await expect.poll(() => page.evaluate('document.activeElement?.dataset.testid')).toBe('mark');
    await page.keyboard.press('ArrowUp');
    await expect
      .poll(() => page.getByTestId('mark-said').textContent())
      .toBe('Page 2: 91% from the left, 94% from the top.');
    await expect.poll(() => page.getByTestId('mark').textContent()).toContain('Мөнх');
    expect(await findBarriers(page)).toEqual([]);

    await begin(page);
    await expect.poll(() => page.getByTestId('verification-code').textContent()).toMatch(/^\d{4}$/);
    await expect.poll(() => page.getByTestId('time-left').textContent()).toMatch(/^Time left [012]:\d\d$/);
    expect(await findBarriersBothWays(page)).toEqual([]);
    await approve(bold);
    await page.getByTestId('signed').waitFor();
    await expect.poll(() => page.getByTestId('signed-for').textContent()).toContain('Мөнх');
    await expect.poll(() => page.getByTestId('level').getAttribute('data-level')).toBe('B-LT');
    await expect.poll(() => page.getByTestId('shortfall').count()).toBe(0);
    expect(await findBarriersBothWays(page)).toEqual([]);
    const { name, bytes } = await download(page, 'download-signed');
    expect(name).toBe('Гэрээ-signed.pdf');
    const [left = 0, bottom = 0] = markIn(bytes);
    expect([Math.round(left), Math.round(bottom)]).toEqual([306, 42]);

    await page.getByTestId('keep-signed').click();
    await page.getByTestId('documents-done').filter({ hasText: '“Гэрээ-signed.pdf” is kept.' }).waitFor();
    await page.getByTestId('view-document').click();
    await page.locator('[data-testid=pdf-page][data-drawn=true]').first().waitFor();
    await page.getByTestId('verify-document').click();
    await page.locator('[data-testid=verdict][data-verdict=TOTAL_PASSED]').waitFor();
    expect(await findBarriersBothWays(page)).toEqual([]);
    expect((await download(page, 'download-document')).bytes.equals(bytes)).toBe(true);
    await page.getByTestId('remove-document').click();
    await page.getByTestId('confirm-no').click();
    await expect.poll(() => page.getByTestId('row').count()).toBe(1);
    await page.getByTestId('remove-document').click();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('confirm-yes').click();
    await page.getByText('You keep no documents here yet').waitFor();
    await expect
      .poll(() => page.getByTestId('documents-done').textContent())
      .toBe('“Гэрээ-signed.pdf” was deleted.');
    expect(traffic.problems).toEqual([]);
  });

  it('loses nothing when the person refuses or the phone times out, and returns after a reload (in Mongolian)', async () => {
    const sarnai = await phone.citizen(/^ordinary/, 1);
    const { page, traffic } = await open(sarnai, { locale: 'mn-MN', viewport: { width: 390, height: 844 } });
    await page.getByRole('heading', { name: 'Баримтад гарын үсэг зурах' }).waitFor();
    await review(page, makeA4(['one']));
    await page.getByTestId('mark').focus();
    await page.keyboard.press('ArrowUp');
    const chosen = await place(page);
    await begin(page);
    await phone.act(sarnai, 'refuse');
    await ended(page, 'refused').filter({ hasText: 'Утсан дээр татгалзсан' }).waitFor();
    expect(await findBarriersBothWays(page)).toEqual([]);
    await page.getByTestId('sign-back').click();
    await expect.poll(() => place(page)).toBe(chosen);

    await begin(page);
    stage.world.clock.advance(phoneWaitMs);
    await ended(page, 'timeout').filter({ hasText: 'Хугацаа дууслаа' }).waitFor();
    expect(await findBarriersBothWays(page)).toEqual([]);
    await begin(page, 'sign-again');
    const code = await page.getByTestId('verification-code').textContent();
    await page.reload();
    await page
      .getByTestId('verification-code')
      .filter({ hasText: code ?? '' })
      .waitFor();
    await phone.fault('tsa_down', 1);
    await approve(sarnai);
    await page.getByTestId('signed').filter({ hasText: 'Гарын үсэг зурлаа' }).waitFor();
    await expect.poll(() => page.getByTestId('level').getAttribute('data-level')).toBe('B-B');
    await expect
      .poll(() => page.getByTestId('shortfall').textContent())
      .toBe('Шалтгаан: Цагийн тэмдгийн үйлчилгээ одоогоор ажиллахгүй байна.');
    expect(await findBarriersBothWays(page)).toEqual([]);
    // The result survives a reload too.
    await page.reload();
    await page.getByTestId('signed').waitFor();
    await page.getByTestId('keep-signed').click();
    await page.getByTestId('detail').filter({ hasText: 'Бид түвшинг нь автоматаар ахиулна.' }).waitFor();
    expect(traffic.problems).toEqual([]);
  });

  it('goes on after a lost connection, and signs nothing after a cancellation', async () => {
    const citizen = await phone.citizen(/^ordinary/, 2);
    const { page, context } = await open(citizen);
    await review(page, makeA4(['one']));
    await begin(page);
    await context.setOffline(true);
    await page.getByTestId('sign-lost').waitFor();
    await expect.poll(() => page.getByTestId('verification-code').count()).toBe(1);
    await context.setOffline(false);
    await page.getByTestId('sign-lost').waitFor({ state: 'detached' });
    await page.getByTestId('cancel-signing').click();
    await page.getByTestId('sign').waitFor();
    await approve(citizen);
    expect(
      await stage.world.database.query(
        `select s.state, s.reason from sign_sessions s join users u on u.id = s.user_id where u.civil_id = $1`,
        [citizen.civil_id],
      ),
    ).toEqual([{ state: 'rejected', reason: 'cancelled' }]);
    await page.goto(`${stage.origin}/sign?session=${'0'.repeat(32)}`);
    await ended(page, 'gone').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('sign-back').click();
    await page.getByTestId('choose-pdf').waitFor();
  });

  it('places the mark by dragging, by a press and not at all, on a small screen too', async () => {
    const citizen = await phone.citizen(/^ordinary/, 3);
    const { page } = await open(citizen, { viewport: { width: 320, height: 640 } });
    await review(page, makeA4(['one', 'two']));
    const wider = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    await expect.poll(() => page.evaluate(wider)).toBe(0);
    const sheet = page.locator('[data-testid=pdf-page][data-page="1"]');
    await sheet.getByTestId('put-mark').click({ position: { x: 130, y: 100 } });
    const pressed = (await place(page)) ?? '';
    expect(pressed).toMatch(/^1 /);
    const box = await page.getByTestId('mark').boundingBox();
    const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 10];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 20, y + 30, { steps: 4 });
    await page.mouse.up();
    const points = (text: string) => text.split(' ').map(Number);
    const [before, after] = [points(pressed), points((await place(page)) ?? '')];
    expect(after[1]).toBeLessThan(before[1] ?? 0);
    expect(after[2]).toBeLessThan(before[2] ?? 0);
    await page.getByTestId('mark-back').click();
    await expect.poll(() => place(page)).toBe('2 306 30');
    // The keyboard presses a page without a point: the mark goes to its corner.
    await page.getByTestId('page-previous').click();
    await sheet.getByTestId('put-mark').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => place(page)).toBe('1 306 30');
    await page.getByTestId('show-mark').uncheck();
    await expect.poll(() => page.getByTestId('mark').count()).toBe(0);
    expect(await findBarriersBothWays(page)).toEqual([]);
    await begin(page);
    await expect.poll(() => page.evaluate(wider)).toBe(0);
    await approve(citizen);
    await page.getByTestId('signed').waitFor();
    const { bytes } = await download(page, 'download-signed');
    expect(markIn(bytes)).toEqual([0, 0, 0, 0]);
  });

  it('draws only the pages near the screen, runs no script, and warns of one before signing', async () => {
    const { page, traffic } = await open(await phone.citizen(/^ordinary/, 4));
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.message());
      void dialog.dismiss();
    });
    const lines = Array.from({ length: 300 }, (_, index) => `page ${index + 1}`);
    await review(page, makeA4(lines, '/OpenAction << /S /JavaScript /JS (app.alert\\("hello"\\)) >>'));
    await page.getByTestId('pdf-warnings').filter({ hasText: 'The document contains a script.' }).waitFor();
    await expect.poll(() => page.locator('canvas').count()).toBeLessThan(6);
    await page.getByTestId('find-mark').click();
    await page.locator('[data-page="300"][data-drawn=true]').waitFor();
    await expect.poll(() => page.getByTestId('page-number').textContent()).toBe('Page 300 of 300');
    await expect.poll(() => page.locator('canvas').count()).toBeLessThan(6);
    await page.getByTestId('page-larger').click();
    await page.locator('[data-page="300"][data-drawn=true]').waitFor();
    expect(asked).toEqual([]);
    expect(await findBarriers(page)).toEqual([]);
    await begin(page);
    await page.getByTestId('pdf-warnings').waitFor();
    expect(traffic.problems).toEqual([]);
  });

  it('takes a document from My space, and leaves the signature of another person valid', async () => {
    const first = await makeSigned(await phone.citizen(/^ordinary/, 6));
    const citizen = await phone.citizen(/^ordinary/, 7);
    const { page } = await open(citizen);
    const name = 'both.pdf';
    await post(page, '/gspace/upload', {
      multipart: { name, file: { name, mimeType: 'application/pdf', buffer: first } },
    });
    await page.getByTestId('pdf-from-space').click();
    await page.getByRole('checkbox', { name }).check();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('picker-choose').click();
    await page.getByTestId('mark').waitFor();
    // The corner is taken by the first mark.
    await page.getByTestId('put-mark').click({ position: { x: 100, y: 100 } });
    await begin(page);
    await approve(citizen);
    await page.getByTestId('keep-signed').click();
    await page.getByTestId('verify-document').click();
    await page.locator('[data-testid=verdict]').filter({ hasText: 'All signatures are valid' }).waitFor();
    await expect.poll(() => page.getByTestId('signature').count()).toBe(2);
  });

  it('says that a later mark covers a part of the page, and shows both versions', async () => {
    const first = await makeSigned(await phone.citizen(/^ordinary/, 6));
    const both = await makeSigned(await phone.citizen(/^ordinary/, 7), undefined, first);
    const { page } = await stage.openBrowser();
    await page.goto(`${stage.origin}/sign/verify`);
    await give(page, both);
    const verdict = page.locator('[data-testid=verdict][data-verdict=TOTAL_PASSED]');
    await verdict.filter({ hasText: 'covers a part of page 1' }).waitFor();
    await page.locator('[data-testid=picture-note][data-status=covered]').waitFor();
    for (const version of ['version-signed', 'version-now'])
      await page.getByTestId(version).locator('[data-drawn=true]').waitFor();
    expect(await findBarriersBothWays(page)).toEqual([]);
  });

  it('refuses what cannot be signed, in words', async () => {
    const { page } = await open(await phone.citizen(/^ordinary/, 5));
    await give(page, makeText(2000), 'letter.pdf');
    await page.getByTestId('pdf-broken').waitFor();
    await expect.poll(() => page.getByTestId('sign').isDisabled()).toBe(true);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('other-file').click();
    // From disk: the bytes would take longer to the browser than the page to refuse them.
    const large = join(stage.world.dataDir, 'large.pdf');
    writeFileSync(large, Buffer.alloc(25 * 1024 * 1024 + 1));
    await page.getByTestId('pdf-input').setInputFiles(large);
    await page.getByTestId('pdf-fault').filter({ hasText: 'too large' }).waitFor();
    await review(page, readFileSync(join(corpus, 'certified-1-filled.pdf')));
    await page.getByTestId('sign').click();
    await page.getByTestId('sign-refused').filter({ hasText: 'forbids any change' }).waitFor();
    expect(await findBarriersBothWays(page)).toEqual([]);
    await page.getByTestId('other-file').click();
    // This author allows signatures, but no new mark.
    await review(page, readFileSync(join(corpus, 'certified-2-filled.pdf')));
    await page.getByTestId('put-mark').first().click();
    await page.getByTestId('sign').click();
    await page.getByTestId('sign-refused').filter({ hasText: 'Sign without one.' }).waitFor();
    await begin(page, 'sign-without-mark');
  });
});

describe('verifying a file', () => {
  it('tells a stranger at a glance what holds, and what was changed', async () => {
    const bytes = await makeSigned(await phone.citizen(/^ordinary/, 6));
    const { page, traffic } = await stage.openBrowser();
    await page.goto(`${stage.origin}/verify`);
    await page.getByTestId('verify-signed').click();
    await page.getByRole('heading', { name: 'Verify signatures' }).waitFor();
    expect(await findBarriersBothWays(page)).toEqual([]);
    const verdict = (word: string) => page.locator(`[data-testid=verdict][data-verdict=${word}]`);
    await dropFiles(page, { name: 'Гэрээ.pdf', buffer: bytes });
    await verdict('TOTAL_PASSED').filter({ hasText: 'The signature is valid' }).waitFor();
    const signature = page.getByTestId('signature');
    await signature.filter({ hasText: 'proven by a timestamp' }).waitFor();
    await signature.filter({ hasText: 'Only permitted things were added.' }).waitFor();
    await page.getByTestId('signature-details').click();
    await page.getByText('Sandbox eID Issuing CA').waitFor();
    expect(await findBarriersBothWays(page)).toEqual([]);
    const report = await download(page, 'download-report');
    expect(report.name).toBe('validation-report.xml');
    expect(report.bytes.toString()).toContain('urn:etsi:019102:mainindication:total-passed');

    await give(page, Buffer.concat([bytes, Buffer.from('\n% added later\n')]));
    await verdict('TOTAL_FAILED').filter({ hasText: 'Do not rely on this document.' }).waitFor();
    await page
      .getByTestId('forbidden-changes')
      .filter({ hasText: 'Data was added after the end of the file.' })
      .waitFor();
    // The version in the first line: the signature itself is broken, and anything may have been changed.
    const digit = Buffer.from(bytes);
    digit[7] = (digit[7] ?? 0) ^ 1;
    await give(page, digit);
    await verdict('TOTAL_FAILED').waitFor();
    expect(await page.getByText('Only permitted things were added.').count()).toBe(0);
    expect(await findBarriersBothWays(page)).toEqual([]);
    await give(page, makeA4(['plain']));
    await verdict('INDETERMINATE').filter({ hasText: 'There is no signature' }).waitFor();
    await give(page, makeText(2000));
    await verdict('INDETERMINATE').filter({ hasText: 'This file is not a PDF.' }).waitFor();
    expect(await findBarriersBothWays(page)).toEqual([]);
    await page.getByTestId('verify-certificates').click();
    await page.getByTestId('verify-number').waitFor();
    expect(traffic.problems).toEqual([]);
  });

  it('speaks Mongolian, cannot decide about unknown authorities, and says what does not last', async () => {
    const basic = await makeSigned(await phone.citizen(/^ordinary/, 6), 'tsa_down');
    const { page } = await stage.openBrowser({ locale: 'mn-MN', viewport: { width: 390, height: 844 } });
    await page.goto(`${stage.origin}/sign/verify`);
    await page.getByRole('heading', { name: 'Гарын үсэг шалгах' }).waitFor();
    await give(page, basic);
    await page
      .locator('[data-testid=verdict][data-lasting=false]')
      .filter({ hasText: 'Гарын үсэг өнөөдөр хүчинтэй' })
      .filter({ hasText: 'нотлох боломжгүй' })
      .waitFor();
    await give(page, readFileSync(join(corpus, 'b-lt-pss.pdf')));
    await page
      .locator('[data-testid=verdict][data-verdict=INDETERMINATE]')
      .filter({ hasText: 'Тогтоох боломжгүй' })
      .waitFor();
    await give(page, readFileSync(join(corpus, 'two-visible.pdf')));
    await page
      .getByTestId('forbidden-changes')
      .filter({ hasText: 'Баталгаагүй гарын үсгийн тэмдэг хуудсан дээр нэмсэн.' })
      .waitFor();
    await expect.poll(() => page.getByTestId('signature').count()).toBe(2);
    await page.getByTestId('compare-versions').click();
    const [signed, now] = [page.getByTestId('version-signed'), page.getByTestId('version-now')];
    for (const version of [signed, now]) await version.locator('[data-drawn=true]').waitFor();
    await page.getByTestId('compared-page').filter({ hasText: '1-р хуудас' }).waitFor();
    const pixels = (version: typeof signed) =>
      version
        .locator('canvas')
        .evaluate((canvas) => (canvas as unknown as { toDataURL(): string }).toDataURL());
    expect(await pixels(signed)).not.toBe(await pixels(now));
    const top = async (version: typeof signed) => (await version.boundingBox())?.y ?? 0;
    expect(await top(now)).toBeGreaterThan(await top(signed));
    expect(await findBarriersBothWays(page)).toEqual([]);
    await page.setViewportSize({ width: 1200, height: 900 });
    await expect.poll(async () => (await top(now)) - (await top(signed))).toBe(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.context().setOffline(true);
    await give(page, makeA4(['plain']));
    await page.getByTestId('verify-failed').filter({ hasText: 'холболт' }).waitFor();
    await page.context().setOffline(false);
    await page.getByTestId('verify-again').click();
    await page.getByText('Гарын үсэг алга').first().waitFor();
  });
});
