import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Citizen, createPhone, type Phone } from '../../server/test/citizens.ts';
import { advance, reach } from './apply-steps.ts';
import { dropFiles, type Sample } from './drop-files.ts';
import { makePdf, makePng, makeText } from './sample-files.ts';
import { findBarriers, findBarriersBothWays, openStage, type Stage, waitUntilDrawn } from './stage.ts';

const quotaBytes = 6_000_000;
let stage: Stage;
let phone: Phone;

beforeAll(async () => {
  stage = await openStage({ env: { GOV_DEMO_SEED: 'true', GSPACE_QUOTA_BYTES: String(quotaBytes) } });
  phone = createPhone(stage.world.sandbox);
});
afterEach(() => stage.closeBrowsers());
afterAll(() => stage?.close());

async function openSpace(citizen: Citizen) {
  const opened = await stage.openBrowser();
  await stage.signIn(opened.context, citizen);
  await opened.page.goto(`${stage.origin}/space`);
  await waitUntilDrawn(opened.page);
  return opened;
}

const choose = (page: Page, ...files: Sample[]) =>
  page
    .getByTestId('file-input')
    .setInputFiles(files.map((file) => ({ ...file, mimeType: 'application/octet-stream' })));

const upload = (page: Page, state: string, name?: string) =>
  page.locator(`[data-testid=upload][data-state=${state}]`).filter(name ? { hasText: name } : {});
const row = (page: Page, name: string) => page.getByTestId('row').filter({ hasText: name });
const names = async (page: Page) => (await page.getByTestId('row').allTextContents()).sort();

async function call(page: Page, method: string, path: string, body: object = {}) {
  const context = page.context();
  const csrf = (await context.cookies()).find((cookie) => cookie.name === 'tamga_csrf')?.value ?? '';
  const answer = await context.request.fetch(`${stage.origin}/api/v1${path}`, {
    method,
    headers: { origin: stage.origin, 'x-tamga-csrf': decodeURIComponent(csrf) },
    ...(method === 'GET' ? {} : { data: body }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
  return { status: answer.status(), data: ((await answer.json()) as any).data };
}

/** Makes the connection slow or cuts it, also for requests that are already running. */
async function openLine(page: Page) {
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  const set = (offline: boolean, uploadThroughput: number) =>
    line.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  return { slow: () => set(false, 10_000), cut: () => set(true, 0), mend: () => set(false, -1) };
}

/** True if a canvas has a dark pixel. Runs in the page. */
const hasInk = (canvas: unknown) => {
  const { width, height, getContext } = canvas as {
    width: number;
    height: number;
    getContext(kind: string): {
      getImageData(x: number, y: number, width: number, height: number): { data: Uint8ClampedArray };
    };
  };
  const { data } = getContext.call(canvas, '2d').getImageData(0, 0, width, height);
  return data.some((value, index) => index % 4 === 0 && value < 100);
};

describe('my space', () => {
  it('takes several files, chosen and dropped, shows the used space, and gives the same bytes back', async () => {
    const { page, traffic } = await openSpace(await phone.citizen(/^ordinary/, 0));
    await page.getByText('You have no files here yet').waitFor();
    const letter = { name: 'Өргөдөл №1.pdf', buffer: makePdf('one') };
    await choose(
      page,
      letter,
      { name: 'photo.png', buffer: makePng(40) },
      { name: 'notes.txt', buffer: makeText(2_000_000) },
    );
    await dropFiles(
      page,
      { name: 'dropped.txt', buffer: makeText(500_000) },
      { name: 'virus.exe', buffer: Buffer.from('MZ\x90\x00\x03\x00\x00\x00'.padEnd(400, '\x00'), 'latin1') },
    );
    await expect.poll(() => upload(page, 'done').count()).toBe(4);
    await upload(page, 'failed', 'virus.exe')
      .filter({ hasText: 'This type of file is not accepted' })
      .waitFor();
    await expect
      .poll(() => page.getByTestId('uploads-said').textContent())
      .toBe('4 files saved. 1 file was not saved.');
    await expect.poll(() => names(page)).toEqual(['dropped.txt', 'notes.txt', 'photo.png', 'Өргөдөл №1.pdf']);
    await expect
      .poll(() => page.getByTestId('used-space').textContent())
      .toMatch(/^2\.4\sMB of 5\.7\sMB used3\.3\sMB free$/);
    expect(await findBarriersBothWays(page)).toEqual([]);
    await page.getByTestId('clear-uploads').click();
    await expect.poll(() => page.getByTestId('upload').count()).toBe(0);

    await page.getByTestId('filter-search').fill('өргөдөл');
    await expect.poll(() => names(page)).toEqual([letter.name]);
    await row(page, letter.name).click();
    const arriving = page.waitForEvent('download');
    await page.getByTestId('download-file').click();
    const download = await arriving;
    expect(download.suggestedFilename()).toBe(letter.name);
    expect(readFileSync(await download.path())).toEqual(letter.buffer);
    expect(traffic.problems).toEqual([]);
  });

  it('shows progress, cancels, sends again, and goes on after a cut connection; leaving asks first', async () => {
    const { page } = await openSpace(await phone.citizen(/^ordinary/, 1));
    const line = await openLine(page);
    await line.slow();
    const big = { name: 'big.txt', buffer: makeText(2_500_000) };
    await choose(
      page,
      big,
      ...['a', 'b', 'c'].map((name) => ({ name: `${name}.txt`, buffer: makeText(900) })),
    );
    const share = async () =>
      Number(await upload(page, 'sending', big.name).locator('progress').getAttribute('value'));
    await expect.poll(share).toBeGreaterThan(0);
    await expect.poll(() => share()).toBeLessThan(1);

    // The uploads go on while the person looks at another page; closing the window asks first.
    await page.getByTestId('nav-references').click();
    await page.getByTestId('nav-space').click();
    await upload(page, 'sending', big.name).waitFor();
    const asking = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const question = await asking;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();

    await upload(page, 'sending', big.name).getByTestId('stop-upload').click();
    await upload(page, 'stopped', big.name).waitFor();
    await upload(page, 'stopped', big.name).getByTestId('retry-upload').click();
    await upload(page, 'sending', big.name).waitFor();
    await line.cut();
    await upload(page, 'failed', big.name).filter({ hasText: 'You seem to be offline' }).waitFor();
    await line.mend();
    await upload(page, 'failed', big.name).getByTestId('retry-upload').click();
    await upload(page, 'done', big.name).waitFor();
    await row(page, big.name).waitFor();
    const { data } = await call(page, 'GET', '/gspace');
    expect(data.files.find((file: { name: string }) => file.name === big.name).size).toBe(big.buffer.length);
  });

  it('refuses what does not fit, before sending and when two uploads race for the rest', async () => {
    const { page } = await openSpace(await phone.citizen(/^ordinary/, 2));
    await choose(page, { name: 'huge.txt', buffer: makeText(quotaBytes + 1) });
    const full = 'There is not enough free space.';
    await upload(page, 'failed', 'huge.txt').filter({ hasText: full }).waitFor();
    await choose(
      page,
      { name: 'one.txt', buffer: makeText(4_000_000) },
      { name: 'other.txt', buffer: makeText(4_000_000) },
    );
    await upload(page, 'done').waitFor();
    await expect.poll(() => upload(page, 'failed').filter({ hasText: full }).count()).toBe(2);
    await expect.poll(() => names(page)).toHaveLength(1);
  });

  it('asks before it replaces a file, or keeps both', async () => {
    const { page } = await openSpace(await phone.citizen(/^ordinary/, 3));
    await choose(page, { name: 'cv.txt', buffer: makeText(1000) });
    await row(page, 'cv.txt').waitFor();
    const again = { name: 'cv.txt', buffer: makeText(200_000) };
    await choose(page, again);
    await page.getByTestId('clash').getByText('“cv.txt” is already in your space').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('clash-skip').click();
    await choose(page, again, { name: 'free.txt', buffer: makeText(10) });
    await page.getByTestId('clash-keep').click();
    await expect.poll(() => names(page)).toEqual(['cv (2).txt', 'cv.txt', 'free.txt']);
    await choose(page, again);
    await page.getByTestId('clash-replace').click();
    const sizes = async () =>
      (await call(page, 'GET', '/gspace')).data.files.map(({ size }: { size: number }) => size);
    await expect.poll(sizes).toEqual([200_000, 200_000, 10]);
  });

  it('previews pictures and PDF files from the own origin only, and deletes after a question', async () => {
    const { page, traffic } = await openSpace(await phone.citizen(/^ordinary/, 4));
    await choose(
      page,
      { name: 'photo.png', buffer: makePng(40) },
      { name: 'two.pdf', buffer: makePdf('First page', 'Second page') },
      { name: 'broken.pdf', buffer: Buffer.from('%PDF-1.7 nothing else') },
      { name: 'notes.txt', buffer: makeText(100) },
    );
    await expect.poll(() => upload(page, 'done').count()).toBe(4);
    await row(page, 'photo.png').click();
    const picture = page.getByTestId('preview-image');
    await picture.waitFor();
    await expect
      .poll(() => picture.evaluate((image: unknown) => (image as { naturalWidth: number }).naturalWidth))
      .toBe(40);
    await expect.poll(() => picture.getAttribute('src')).toMatch(/^blob:/);
    expect(await findBarriers(page)).toEqual([]);
    await row(page, 'two.pdf').click();
    const pages = page.getByTestId('pdf-pages');
    await pages.getByText('First page').waitFor({ state: 'attached' });
    await page.getByTestId('page-next').click();
    await pages.getByText('Second page').waitFor({ state: 'attached' });
    await page.getByTestId('page-number').getByText('Page 2 of 2').waitFor();
    await expect.poll(() => pages.locator('[data-page="2"] canvas').evaluate(hasInk)).toBe(true);
    expect(await findBarriersBothWays(page)).toEqual([]);
    await row(page, 'broken.pdf').click();
    await page.getByTestId('pdf-broken').waitFor();
    await row(page, 'notes.txt').click();
    await page.getByText('Files of this kind cannot be shown here.').waitFor();
    expect(traffic.problems).toEqual([]);
    expect([...traffic.hosts].filter(Boolean)).toEqual([new URL(stage.origin).host]);

    await page.getByTestId('remove-file').click();
    await page.getByTestId('confirm-yes').click();
    await page.getByText('“notes.txt” was deleted.').waitFor();
    for (const name of ['photo.png', 'two.pdf'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await page.getByTestId('remove-selected').click();
    await page.getByTestId('confirm-yes').click();
    await page.getByText('2 files were deleted.').waitFor();
    await expect.poll(() => names(page)).toEqual(['broken.pdf']);
  });

  it('works with the keyboard alone', async () => {
    const { page } = await openSpace(await phone.citizen(/^ordinary/, 5));
    // Asked for early, because the browser may take a key before it hears that choosers are intercepted.
    const choosing = page.waitForEvent('filechooser');
    const focused = (testId: string) => page.locator(`[data-testid=${testId}]:focus`).waitFor();
    await waitUntilDrawn(page);
    await page.getByTestId('add-files').focus();
    await page.keyboard.press('Enter');
    await (await choosing).setFiles([{ name: 'key.txt', mimeType: 'text/plain', buffer: makeText(100) }]);
    await row(page, 'key.txt').waitFor();
    await row(page, 'key.txt').focus();
    await page.keyboard.press('Enter');
    await page.locator('h2:focus', { hasText: 'key.txt' }).waitFor();
    await page.keyboard.press('Escape');
    await focused('row');
    await page.keyboard.press('Enter');
    await page.locator('h2:focus', { hasText: 'key.txt' }).waitFor();
    for (const testId of ['detail-close', 'download-file', 'remove-file']) {
      await page.keyboard.press('Tab');
      await focused(testId);
    }
    await page.keyboard.press('Enter');
    await focused('confirm-no');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await focused('space-done');
    await expect.poll(() => page.locator(':focus').textContent()).toBe('“key.txt” was deleted.');
  });
});

describe('the space on other pages', () => {
  it('gives papers to an application, of the accepted kinds only, before and after it is sent', async () => {
    const { page, traffic } = await openSpace(await phone.citizen(/^ordinary/, 6));
    await choose(
      page,
      { name: 'letter.pdf', buffer: makePdf('Dear office') },
      { name: 'bill.pdf', buffer: makePdf('Bill') },
      { name: 'notes.txt', buffer: makeText(100) },
    );
    await expect.poll(() => upload(page, 'done').count()).toBe(3);
    const [service] = (await call(page, 'GET', '/catalog/services?q=MN-0310-001')).data.items;
    await page.goto(`${stage.origin}/services/${service.id}/apply`);
    await page.getByTestId('answer-purpose').selectOption('visa');
    await page.getByLabel('English').check();
    await reach(page, 'answer-phone');
    await page.getByTestId('answer-phone').fill('99112233');
    await reach(page, 'answer-declared');
    await page.getByTestId('answer-declared').check();
    await advance(page);
    await page.getByTestId('pick-papers-application').click();
    await page.getByTestId('picker-file').first().waitFor();
    await expect.poll(() => page.getByTestId('picker-file').count()).toBe(2);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('picker-search').fill('lett');
    await page.getByRole('checkbox', { name: 'letter.pdf' }).check();
    await page.getByTestId('picker-choose').click();
    await page
      .getByTestId('paper-application')
      .getByTestId('draft-paper')
      .filter({ hasText: 'letter.pdf' })
      .waitFor();
    await page.getByTestId('next').click();
    await page.getByText('Signed application: letter.pdf').waitFor();
    await page.getByTestId('next').click();
    await page.getByTestId('receipt').waitFor();
    const paper = page.getByTestId('paper').filter({ hasText: 'letter.pdf' });
    const arriving = page.waitForEvent('download');
    await paper.getByRole('link').click();
    expect(readFileSync(await (await arriving).path())).toEqual(makePdf('Dear office'));
    await page.getByTestId('pick-papers').click();
    await page.getByRole('checkbox', { name: 'bill.pdf' }).check();
    await page.getByTestId('picker-choose').click();
    await page.getByTestId('paper-others').getByTestId('paper').filter({ hasText: 'bill.pdf' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(traffic.problems).toEqual([]);
  });

  it('keeps a certificate', async () => {
    const { page, traffic } = await openSpace(await phone.citizen(/^ordinary/, 7));
    const [service] = (await call(page, 'GET', '/gov/services?q=MN-0112-001')).data.items;
    await call(page, 'POST', '/gov/applications', { service_id: service.id });
    const [owed] = (await call(page, 'GET', '/gov/payments')).data.items;
    if (owed) {
      const invoice = (await call(page, 'POST', `/gov/payments/${owed.id}/pay`)).data;
      await fetch(invoice.checkout_url, { method: 'POST', redirect: 'manual' });
      await call(page, 'POST', `/gov/payments/${owed.id}/pay`);
    }
    const { declaredJobs, http } = stage.server.app;
    const issue = declaredJobs.find(({ name }) => name === 'gov.applications.issue');
    await issue?.run({}, { now: stage.world.clock.now(), log: http.log as never });
    await page.goto(`${stage.origin}/references`);
    await page.getByTestId('save-to-space').click();
    const said = page.getByTestId('saved-to-space');
    await said.filter({ hasText: /^Saved as “.+\.pdf”\./ }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await said.getByRole('link').click();
    await page.getByTestId('row').filter({ hasText: '.pdf' }).click();
    await page.locator('[data-testid=pdf-page][data-page="1"][data-drawn=true]').waitFor();
    expect(traffic.problems).toEqual([]);
  });
});
