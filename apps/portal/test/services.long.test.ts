import { readFileSync } from 'node:fs';
import { PDF } from '@libpdf/core';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Form } from '../../server/src/modules/registry/form-schema.ts';
import { type Citizen, createPhone, type Phone } from '../../server/test/citizens.ts';
import { advance, reach, stepOf } from './apply-steps.ts';
import { createFiller } from './form-steps.ts';
import { scanAndApprove } from './phone-page.ts';
import { findBarriers, openStage, type Stage, waitUntilDrawn } from './stage.ts';

let stage: Stage;
let phone: Phone;

beforeAll(async () => {
  stage = await openStage({ env: { GOV_DEMO_SEED: 'true' } });
  phone = createPhone(stage.world.sandbox);
});
afterEach(() => stage.closeBrowsers());
afterAll(() => stage?.close());

/** Signs in on the current sign-in page, wherever it returns to. */
async function signInHere(page: Page, citizen: Citizen): Promise<void> {
  await page.getByTestId('qr').waitFor();
  await scanAndApprove(page, phone, citizen);
  await page.waitForURL((url) => url.pathname !== '/login');
}

async function signIn(page: Page, citizen: Citizen): Promise<void> {
  await stage.signIn(page.context(), citizen);
  await page.goto(`${stage.origin}/home`);
}

async function openService(page: Page, words: string, name: string): Promise<void> {
  await page.goto(`${stage.origin}/services`);
  await page.getByTestId('service-search').fill(words);
  await page.waitForURL((url) => url.searchParams.has('q'));
  await page.getByTestId('service').first().getByRole('link', { name }).click();
  await page.getByTestId('apply').waitFor();
}

/** Calls the API with the session of a browser, like one of its pages. */
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

/** Runs the worker's step: a paid certificate is issued separately from the payment. */
async function issueWaiting(): Promise<void> {
  const { declaredJobs, http } = stage.server.app;
  const job = declaredJobs.find(({ name }) => name === 'gov.applications.issue');
  await job?.run({}, { now: stage.world.clock.now(), log: http.log as never });
}

/** Attaches a document to an application that does not exist yet. */
async function attach(page: Page, serviceId: string, slot: string): Promise<void> {
  const context = page.context();
  const csrf = (await context.cookies()).find((cookie) => cookie.name === 'tamga_csrf')?.value ?? '';
  const answer = await context.request.post(
    `${stage.origin}/api/v1/gov/drafts/${serviceId}/files?name=${slot}.pdf&slot=${slot}`,
    {
      headers: {
        origin: stage.origin,
        'x-tamga-csrf': decodeURIComponent(csrf),
        'content-type': 'application/octet-stream',
      },
      data: Buffer.from('%PDF-1.7 '),
    },
  );
  expect(answer.status()).toBe(201);
}

const unread = async (page: Page) => Number(await page.getByTestId('bell').getAttribute('data-unread'));

const listKeptReplies = (page: Page) =>
  page.evaluate<string[]>(`Object.keys(sessionStorage).filter((name) => name.startsWith('tamga-reply:'))`);

describe('a visitor', () => {
  it('reads the catalogue in one language, sorted by its alphabet, without console errors', async () => {
    const { page, traffic } = await stage.openBrowser();
    await page.goto(`${stage.origin}/services`);
    await waitUntilDrawn(page);
    const names = await page.getByTestId('service').locator('h3').allTextContents();
    expect(names).toEqual([...names].sort(new Intl.Collator('en').compare));
    const cyrillic = /\p{Script=Cyrillic}/u;
    await expect
      .poll(() => page.getByTestId('service').allTextContents())
      .not.toContainEqual(expect.stringMatching(cyrillic));
    for (const code of ['MN-0451-001', 'MN-0411-001', 'RS_PENSION']) {
      await page.getByTestId('service-search').fill(code);
      await page.waitForURL((url) => url.searchParams.get('q') === code);
      await expect.poll(() => page.getByTestId('service').count()).toBe(1);
      await page.getByTestId('service').getByRole('link').click();
      await page.getByTestId('apply').waitFor();
      await expect.poll(() => page.locator('main').textContent()).not.toMatch(cyrillic);
      await page.goBack();
    }
    expect(traffic.consoleErrors).toEqual([]);
  });

  it('reads untranslated texts in Mongolian, marked with lang="mn"', async () => {
    const { page } = await stage.openBrowser();
    await page.route('**/api/v1/catalog/services/*', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, authority_en: '' } } });
    });
    await page.goto(`${stage.origin}/services`);
    await page.getByTestId('service').first().getByRole('link').click();
    await page.locator('main dd [lang=mn]').waitFor();
    await expect.poll(() => page.locator('main dd [lang=mn]').allTextContents()).toHaveLength(1);
  });

  it('gets a "not found" page with status 404 for an unknown address', async () => {
    const { page } = await stage.openBrowser();
    const answer = await page.goto(`${stage.origin}/nowhere`);
    expect(answer?.status()).toBe(404);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.locator('main').textContent()).toContain('Page not found');
    expect((await page.goto(`${stage.origin}/services`))?.status()).toBe(200);
  });
});

describe('a citizen', () => {
  it('finds a service as a visitor, signs in and applies; the draft survives a reload', async () => {
    const citizen = await phone.citizen();
    const { page, traffic } = await stage.openBrowser();
    await openService(page, 'criminl record', 'No-criminal-record certificate');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('apply').click();
    await signInHere(page, citizen);
    await page.getByTestId('apply-form').waitFor();
    expect(page.url()).toContain('/apply');

    await page.getByTestId('answer-receiver').fill('Embassy');
    await page.getByTestId('answer-purpose').selectOption('visa');
    await page.locator('[data-testid=draft-state][data-state=saved]').waitFor();
    await page.reload();
    await page.getByTestId('draft-resumed').waitFor();
    await expect.poll(() => page.getByTestId('answer-receiver').inputValue()).toBe('Embassy');
    await expect.poll(() => page.getByTestId('answer-purpose').inputValue()).toBe('visa');

    // A person who discards the draft, or leaves right after the last letter, finds the form as they left it.
    await page.getByTestId('draft-resumed').getByRole('button').click();
    await page.getByTestId('confirm-yes').click();
    await page.getByTestId('draft-resumed').waitFor({ state: 'detached' });
    // Focusing a field creates no draft.
    await page.getByTestId('answer-receiver').focus();
    await page.getByRole('link', { name: 'No-criminal-record certificate' }).click();
    await page.getByTestId('apply').filter({ hasText: 'Apply' }).click();
    await page.getByTestId('apply-form').waitFor();
    await expect.poll(() => page.getByTestId('draft-resumed').count()).toBe(0);
    await page.getByTestId('answer-purpose').selectOption('visa');
    await page.getByLabel('English').check();
    await reach(page, 'answer-phone');
    await page.getByTestId('answer-phone').fill('9911');
    await page.getByRole('link', { name: 'No-criminal-record certificate' }).click();
    await page.getByTestId('apply').filter({ hasText: 'Go on with my application' }).waitFor();
    await expect.poll(() => page.getByTestId('draft-kept').textContent()).toMatch(/is kept for you/);
    await page.getByTestId('apply').click();
    await page.getByTestId('draft-resumed').waitFor();
    await expect.poll(() => page.getByTestId('answer-phone').inputValue()).toBe('9911');
    await page.context().setOffline(true);
    await page.getByTestId('answer-phone').fill('99');
    await page.locator('[data-testid=draft-state][data-state=unsaved]').waitFor();
    await page.context().setOffline(false);
    await page.locator('[data-testid=draft-state][data-state=saved]').waitFor();

    await page.getByTestId('next').click();
    const summary = page.getByTestId('error-summary');
    await summary.waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await summary.getByRole('link', { name: /Phone/ }).click();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('99112233');
    await reach(page, 'answer-declared');
    await page.getByTestId('answer-declared').check();
    await advance(page);
    await page.getByTestId('next').click();
    await summary.getByRole('link', { name: 'Signed application: Attach this paper.' }).click();
    await page.locator('[data-testid=paper-application]:focus').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('paper-input-application').setInputFiles([
      { name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(1_500_000, '%PDF-1.7 ') },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') },
    ]);
    await page.getByText('“notes.txt” is not of an accepted kind').waitFor();
    const kept = page.getByTestId('draft-paper');
    await kept.waitFor();
    await page
      .getByTestId('paper-input')
      .setInputFiles([{ name: 'wrong.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 ') }]);
    await expect.poll(() => kept.count()).toBe(2);
    await expect.poll(() => summary.count()).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
    await page.reload();
    await expect.poll(() => kept.allTextContents()).toEqual(['letter.pdf1.4\u00a0MB', 'wrong.pdf1\u00a0kB']);
    await page.getByRole('button', { name: 'Remove wrong.pdf' }).click();
    await expect.poll(() => kept.count()).toBe(1);
    await page.getByTestId('next').click();
    await page.getByText('Signed application: letter.pdf (1.4 MB)').waitFor();
    await page.getByText('Visa or residence permit').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    const before = await unread(page);
    await page.getByTestId('next').click();

    await page.getByTestId('receipt').waitFor();
    await expect.poll(() => page.getByTestId('reference-no').textContent()).toMatch(/^APP-\d{4}-\d{6}$/);
    await page.getByTestId('paper').filter({ hasText: 'letter.pdf' }).waitFor();
    // The event stream updates the count without a reload.
    await expect.poll(() => unread(page)).toBeGreaterThan(before);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('cancel').click();
    await page.getByTestId('confirm-yes').click();
    await page.locator('[data-testid=event][data-type=cancelled]').waitFor();
    expect(traffic.problems).toEqual([]);
  });

  it('answers a question with a changed answer, a file and a note; the officer sees the changes and grants', async () => {
    const applicant = await phone.citizen(/^ordinary/, 4);
    const { page, traffic } = await stage.openBrowser();
    const office = await stage.openBrowser();
    await signIn(page, applicant);
    const officer = await phone.citizen(/^ordinary/, 5);
    await signIn(office.page, officer);
    await stage.giveRole(office.page.context(), officer, 3);
    await openService(page, 'criminl record', 'No-criminal-record certificate');
    const services = await call(page, 'GET', '/gov/services?q=MN-0310-001');
    await attach(page, services.data.items[0].id, 'application');
    const made = await call(page, 'POST', '/gov/applications', {
      service_id: services.data.items[0].id,
      payload: { purpose: 'visa', language: 'en', phone: '99112233', declared: true },
    });
    const { id } = made.data.application;
    expect(
      (await call(office.page, 'POST', `/gov/officer/queue/${id}/request-info`, { note: 'Which phone?' }))
        .status,
    ).toBe(200);

    // An application that waits for an answer comes first, however many are newer.
    const free = await call(page, 'GET', '/gov/services?q=MN-0112-001');
    for (let newer = 0; newer < 5; newer += 1)
      await call(page, 'POST', '/gov/applications', { service_id: free.data.items[0].id });
    await page.goto(`${stage.origin}/home`);
    await page.getByTestId('attention').getByRole('link').first().click();
    await page.waitForURL(`**/applications/${id}`);
    await page.getByText('Which phone?').first().waitFor();
    await page.getByTestId('info-send').click();
    await page.getByText('Write a note, change an answer or add a file.').waitFor();
    await page.getByTestId('change-answers').click();
    await expect.poll(() => page.getByTestId('answer-phone').inputValue()).toBe('99112233');
    await expect.poll(() => page.getByTestId('answer-purpose').inputValue()).toBe('visa');
    await page.getByTestId('answer-phone').fill('88');
    await page.getByTestId('info-send').click();
    await page.getByTestId('error-summary').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('answer-phone').fill('88112233');
    await page
      .getByTestId('paper-input')
      .setInputFiles([{ name: 'bill.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 ') }]);
    await page.getByTestId('paper').filter({ hasText: 'bill.pdf' }).waitFor();
    await page.getByTestId('info-answer').fill('I have a');
    // An unfinished reply survives a reload, and the person may start again.
    const scan = (result: string, note: string) =>
      stage.world.database.query(
        `update stored_files s set scan = $1, scan_note = $2 from gov_files f where f.id = s.id and f.name = 'bill.pdf'`,
        [result, note],
      );
    await scan('infected', 'Tamga.Test.Malware');
    await page.reload();
    await page.getByTestId('reply-restored').waitFor();
    // Nobody opens an infected paper, and the applicant reads why.
    const bill = page.getByTestId('paper').filter({ hasText: 'bill.pdf' });
    await bill.getByTestId('paper-infected').filter({ hasText: 'Tamga.Test.Malware' }).waitFor();
    await expect.poll(() => bill.getByRole('link').count()).toBe(0);
    await scan('unscanned', '');
    await expect.poll(() => page.getByTestId('answer-phone').inputValue()).toBe('88112233');
    await expect.poll(() => page.getByTestId('info-answer').inputValue()).toBe('I have a');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('reply-restored').getByRole('button').press('Enter');
    await page.locator('h3:focus').waitFor();
    await page.reload();
    await page.getByTestId('change-answers').click();
    await expect.poll(() => page.getByTestId('reply-restored').count()).toBe(0);
    await expect.poll(() => page.getByTestId('info-answer').inputValue()).toBe('');
    await expect.poll(() => page.getByTestId('answer-phone').inputValue()).toBe('99112233');
    await page.getByTestId('answer-phone').fill('88112233');
    await page.getByTestId('info-answer').fill('I have a new number.');
    await page.getByRole('link', { name: 'My applications' }).first().click();
    await page.getByTestId('application').first().waitFor();
    await page.goBack();
    await page.getByTestId('reply-restored').waitFor();
    await expect.poll(() => listKeptReplies(page)).toHaveLength(1);
    const sent = page.waitForRequest(/provide-info/);
    await page.getByTestId('info-send').click();
    expect((await sent).postDataJSON()).toEqual({
      note: 'I have a new number.',
      payload: { phone: '88112233' },
    });
    await page.locator('[data-testid=event][data-type=info_provided]').waitFor();
    await page.getByTestId('changed-answers').getByText('99112233').waitFor();
    // The state itself shows it, also later and in the list.
    await page.reload();
    const state = page.getByTestId('state');
    await state.getByText(/^Your answer reached us on /).waitFor();
    await page.getByRole('link', { name: 'My applications' }).first().click();
    await page
      .getByTestId('application')
      .filter({ hasText: 'Your answer was sent' })
      .getByRole('link')
      .click();
    await state.waitFor();
    await expect.poll(() => listKeptReplies(page)).toEqual([]);
    expect(await findBarriers(page)).toEqual([]);

    const seen = (await call(office.page, 'GET', `/gov/officer/queue/${id}`)).data;
    expect(seen.application.payload).toMatchObject({ phone: '88112233', purpose: 'visa' });
    expect(seen.files.map((file: { name: string }) => file.name)).toEqual(['application.pdf', 'bill.pdf']);
    const provided = seen.events.find((event: { type: string }) => event.type === 'info_provided');
    expect(provided.changes).toEqual([{ field: 'phone', before: '99112233' }]);
    const payments = (await call(page, 'GET', '/gov/payments')).data.items;
    const owed = payments.find((each: { application_id?: string }) => each.application_id === id);
    const invoice = (await call(page, 'POST', `/gov/payments/${owed.id}/pay`)).data;
    await fetch(invoice.checkout_url, { method: 'POST', redirect: 'manual' });
    expect((await call(page, 'POST', `/gov/payments/${owed.id}/pay`)).data.status).toBe('paid');
    const decided = await call(office.page, 'POST', `/gov/officer/queue/${id}/decide`, { approve: true });
    expect(decided.data.status).toBe('completed');
    await page.reload();
    await page.getByTestId('download-document').waitFor();
    expect(traffic.problems).toEqual([]);
  });

  it('finds an unsent draft, continues it, and deletes it', async () => {
    const { page, traffic } = await stage.openBrowser();
    await signIn(page, await phone.citizen(/^ordinary/, 6));
    for (const code of ['MN-0133-001', 'MN-0310-001']) {
      const services = await call(page, 'GET', `/gov/services?q=${code}`);
      const path = `/gov/drafts/${services.data.items[0].id}`;
      const place = { step: 'answers', field: 'phone' };
      expect((await call(page, 'PUT', path, { payload: { phone: '9911' }, ...place })).status).toBe(200);
    }
    await page.goto(`${stage.origin}/home`);
    const waiting = page.getByTestId('attention').getByRole('link', { name: /Finish your application/ });
    await expect.poll(() => waiting.count()).toBe(2);
    expect(await findBarriers(page)).toEqual([]);
    await waiting.filter({ hasText: 'No-criminal-record certificate' }).click();
    await page.getByTestId('draft-resumed').waitFor();
    await expect.poll(() => page.getByTestId('answer-phone').inputValue()).toBe('9911');

    // Uses only links of the page, because the list is fetched again after each change.
    const openList = () => page.getByRole('link', { name: 'My applications' }).first().click();
    await openList();
    const drafts = page.getByTestId('draft');
    await expect
      .poll(() => drafts.locator('h3').allTextContents())
      .toEqual(['No-criminal-record certificate', 'Identity card order']);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('link', { name: 'Go on: Identity card order' }).click();
    await page.getByTestId('answer-phone').fill('99112');
    await openList();
    // The latest saved draft comes first, even if it was still being saved when the list was fetched.
    await expect.poll(() => drafts.first().locator('h3').textContent()).toBe('Identity card order');
    for (const left of [['No-criminal-record certificate'], []]) {
      await drafts.first().getByTestId('draft-drop').press('Enter');
      // The dialog gives the focus to its cancel button when it opens; a key pressed before that could meet either.
      await page.locator('[data-testid=confirm-no]:focus').waitFor();
      await page.getByTestId('confirm-yes').press('Enter');
      await expect.poll(() => drafts.locator('h3').allTextContents()).toEqual(left);
      await page.locator('[data-testid=drafts-said]:focus').waitFor();
    }
    await expect.poll(() => page.getByTestId('section-drafts').count()).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
    expect((await call(page, 'GET', '/gov/drafts')).data.total).toBe(0);
    await page.getByRole('link', { name: 'My page' }).first().click();
    await page.getByTestId('find-service').waitFor();
    await expect.poll(() => waiting.count()).toBe(0);
    expect(traffic.problems).toEqual([]);
  });

  it('sends every form of the catalogue, sees each field’s own error text, and no console errors', async () => {
    const { page, traffic } = await stage.openBrowser();
    await signIn(page, await phone.citizen(/^ordinary/, 7));
    const listed = (await call(page, 'GET', '/catalog/services')).data.items as { id: string }[];
    const filler = createFiller();
    let sent = 0;
    for (const { id } of listed) {
      const form = (await call(page, 'GET', `/catalog/services/${id}`)).data.form as Form | null;
      if (form === null) continue;
      await filler.send(page, stage.origin, { id, form });
      sent += 1;
    }
    // The demonstration's applications are also in the list.
    expect((await call(page, 'GET', '/gov/applications')).data.total).toBeGreaterThanOrEqual(sent);
    // The catalogue's forms contain fields of every kind.
    for (const kind of ['text', 'choice', 'tick', 'date', 'integer', 'number', 'email'])
      expect([...filler.tried]).toContain(kind);
    expect([...filler.tried].filter((kind) => kind.startsWith('pattern')).length).toBeGreaterThan(3);
    expect(traffic.consoleErrors).toEqual([]);
  });

  it('continues where they left off; the page saves at most every ten seconds and on leaving', async () => {
    const { page, traffic } = await stage.openBrowser();
    await signIn(page, await phone.citizen(/^ordinary/, 6));
    await page.clock.install();
    const saves: { step: string; field: string; payload: Record<string, string> }[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT' && request.url().includes('/gov/drafts/'))
        saves.push(request.postDataJSON());
    });
    await openService(page, 'criminl record', 'No-criminal-record certificate');
    await page.getByTestId('apply').click();
    await page.getByTestId('apply-form').waitFor();
    const type = async (text: string) => {
      await page.getByTestId('answer-receiver').fill(text);
      await page.clock.runFor(1500);
    };
    for (const text of ['a', 'ab', 'abc', 'abcd']) await type(text);
    await page.clock.runFor(3000);
    expect(saves.map(({ payload }) => payload['receiver'])).toEqual(['a']);
    await page.clock.runFor(3000);
    await expect.poll(() => saves.map(({ payload }) => payload['receiver'])).toEqual(['a', 'abcd']);
    await type('abcde');
    await page.getByTestId('answer-purpose').focus();
    const openList = () => page.getByRole('link', { name: 'My applications' }).first().click();
    await openList();
    await expect
      .poll(() => saves.at(-1))
      .toMatchObject({
        step: 'answers',
        field: 'purpose',
        payload: { receiver: 'abcde' },
      });
    const goOn = page.getByRole('link', { name: 'Go on: No-criminal-record certificate' });
    await goOn.click();
    await page.locator('[data-testid=answer-purpose]:focus').waitFor();
    await expect.poll(() => page.getByTestId('answer-receiver').inputValue()).toBe('abcde');
    await page.getByTestId('answer-purpose').selectOption('work');
    await page.getByLabel('English').check();
    await reach(page, 'answer-phone');
    await page.getByTestId('answer-phone').fill('99112233');
    await openList();
    await expect.poll(() => saves.at(-1)).toMatchObject({ step: 'answers', field: 'phone' });
    await goOn.click();
    await page.locator('[data-testid=answer-phone]:focus').waitFor();
    await reach(page, 'answer-declared');
    await page.getByTestId('answer-declared').check();
    await advance(page);
    await stepOf(page, 'papers').waitFor();
    await openList();
    await expect.poll(() => saves.at(-1)).toMatchObject({ step: 'papers' });
    await goOn.click();
    await page.locator('[data-testid=apply-form][data-step=papers]').waitFor();
    await page.getByTestId('draft-resumed').waitFor();
    expect(traffic.problems).toEqual([]);
  });

  it('pays for a certificate and downloads it; a visitor verifies it by the address in its QR code', async () => {
    const citizen = await phone.citizen(/^ordinary/, 1);
    const { page, traffic } = await stage.openBrowser();
    await signIn(page, citizen);
    await openService(page, 'хаягийн лавлагаа', 'Proof of residence');
    await page.getByTestId('apply').click();
    await page.locator('[data-testid=apply-form][data-step=review]').waitFor();
    await page.getByTestId('next').click();
    await page.getByTestId('receipt').waitFor();
    await page.getByTestId('pay').click();
    await page.waitForURL(/payments\/pay/);
    await page.getByRole('link').click();
    await page.getByTestId('payment-not-yet').waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/applications\//);
    await page.getByRole('link', { name: 'Payments' }).first().click();
    await page.getByRole('button', { name: 'Pay by QR code' }).click();
    await expect.poll(() => page.getByTestId('qr').getAttribute('data-qr')).not.toBe('');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('owed').filter({ hasText: 'Proof of residence' }).getByTestId('pay').click();
    await page.waitForURL(/payments\/pay/);
    await page.getByRole('button').click();
    await page.getByTestId('payment-received').waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/applications\//);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('receipt-link').click();
    await expect
      .poll(() => page.getByTestId('payment-receipt').textContent())
      .toMatch(/MNT\u00a0500.*Fee: Proof of residence.*APP-\d{4}-\d{6}/);
    expect(await findBarriers(page)).toEqual([]);
    const [receipt] = await Promise.all([
      page.waitForEvent('download'),
      page.getByTestId('receipt-download').click(),
    ]);
    expect(receipt.suggestedFilename()).toMatch(/^receipt-.+\.pdf$/);
    await page.getByRole('link', { name: 'Back to the application' }).click();
    await page.getByTestId('fee-paid').getByRole('link', { name: 'Receipt' }).waitFor();
    // After the payment the page names what it waits for, and continues without a reload.
    await page.getByTestId('meaning').filter({ hasText: 'waiting for the state register' }).waitFor();
    await expect.poll(() => page.getByTestId('cancel').count()).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
    await issueWaiting();
    await page.getByTestId('download-document').waitFor();
    const arriving = page.waitForEvent('download');
    await page.getByTestId('download-document').click();
    const download = await arriving;
    const number = download.suggestedFilename().replace('.pdf', '');
    expect(number).toMatch(/^REF-\d{4}-\d{6}$/);

    const [kept] = await stage.world.database.query<{ check_code: string }>(
      'select check_code from gov_references where reference_no = $1',
      [number],
    );
    // A visitor in another time zone, where it is still yesterday for half of the day.
    const stranger = await stage.openBrowser({ timezoneId: 'America/Los_Angeles' });
    await stranger.page.goto(stage.origin);
    await stranger.page.getByRole('link', { name: 'Verify a document' }).click();
    await stranger.page.getByTestId('verify-number').waitFor();
    await stranger.page.goto(`${stage.origin}/verify/${number}?code=${kept?.check_code}`);
    await stranger.page.locator('[data-testid=verdict][data-verdict=genuine]').waitFor();
    await expect.poll(() => stranger.page.getByTestId('holder').textContent()).toContain(citizen.given_name);
    const path = await download.path();
    const paper = (await PDF.load(readFileSync(path))).getPages()[0]?.extractText().text ?? '';
    const [printed = ''] = /\d{4}-\d{2}-\d{2}(?= – )/.exec(paper) ?? [];
    const day = new Date(`${printed}T00:00:00Z`).toLocaleDateString('en-GB', {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    });
    await expect.poll(() => stranger.page.getByTestId('issued-on').textContent()).toBe(day);
    const address = await stranger.page.locator('[data-fact=address]').textContent();
    expect(address).toContain('Khünnü Street 5–112');
    expect(paper).toContain('Khünnü Street 5–112');
    expect(await findBarriers(stranger.page)).toEqual([]);
    await stranger.page.getByTestId('verify-code').fill('0000-0000-0000-0000');
    await stranger.page.getByTestId('verify-submit').click();
    // A wrong code tells no more than a number that was never issued.
    await stranger.page.locator('[data-testid=verdict][data-verdict=unknown]').waitFor();
    await expect.poll(() => stranger.page.getByTestId('holder').count()).toBe(0);
    await expect.poll(() => stranger.page.getByTestId('certified').count()).toBe(0);
    await stranger.page.getByTestId('verify-number').fill('REF-2020-100000');
    await stranger.page.getByTestId('verify-submit').click();
    await stranger.page.locator('[data-testid=verdict][data-verdict=unknown]').waitFor();
    // The same result for another number is announced again and receives the focus.
    await stranger.page.getByTestId('verify-number').fill('REF-2020-100001');
    await stranger.page.keyboard.press('Enter');
    await stranger.page.getByTestId('verdict').filter({ hasText: 'REF-2020-100001' }).waitFor();
    await expect
      .poll(() => stranger.page.locator(':focus').textContent())
      .toBe('No document has this number and code');
    expect([...traffic.problems, ...stranger.traffic.problems]).toEqual([]);

    // The page lists issued certificates and links to the service for a new one.
    await page.goto(`${stage.origin}/references`);
    await page.getByTestId('reference').filter({ hasText: number }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('get').filter({ hasText: 'No-criminal-record certificate' }).click();
    await page.getByTestId('apply').waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/services\//);
  });

  it('books an appointment, is notified at once, and cancels it', async () => {
    const { page, traffic } = await stage.openBrowser();
    await signIn(page, await phone.citizen(/^ordinary/, 2));
    await page.route('**/appointments/slots?*', (route) => route.abort());
    await page.goto(`${stage.origin}/appointments?service=MN-0133-001`);
    await page.getByTestId('retry-slots').waitFor();
    await page.unroute('**/appointments/slots?*');
    await page.getByTestId('retry-slots').click();
    const about = page.getByTestId('book-service').locator('option:checked');
    await expect.poll(() => about.textContent()).toBe('Identity card order');
    await page.getByTestId('later').click();
    await page.locator('[data-testid=slot]:enabled').first().waitFor();
    expect(await findBarriers(page)).toEqual([]);
    const mine = page.getByTestId('appointment');
    const had = await mine.count();
    const before = await unread(page);
    await page.locator('[data-testid=slot]:enabled').first().click();
    await page.getByTestId('book').click();
    await expect.poll(() => mine.count()).toBe(had + 1);
    await expect.poll(() => unread(page)).toBeGreaterThan(before);
    const arriving = page.waitForEvent('download');
    await page.getByTestId('calendar').last().click();
    expect((await arriving).suggestedFilename()).toMatch(/\.ics$/);
    await page.getByTestId('cancel').last().click();
    const offered = page.getByTestId('confirm').getByRole('button');
    await expect
      .poll(() => offered.allTextContents())
      .toEqual(['Keep the appointment', 'Cancel the appointment']);
    await page.getByTestId('confirm-yes').click();
    await expect.poll(() => mine.count()).toBe(had);
    expect(traffic.problems).toEqual([]);
  });

  it('meets no accessibility barrier on the other pages, in the dark scheme and in Mongolian', async () => {
    const { page, traffic } = await stage.openBrowser({ colorScheme: 'dark', locale: 'mn-MN' });
    await signIn(page, await phone.citizen(/^ordinary/, 3));
    for (const path of [
      '/home',
      '/services',
      '/applications',
      '/references',
      '/payments',
      '/appointments',
      '/notifications',
      '/verify',
    ]) {
      await page.goto(`${stage.origin}${path}`);
      await page.locator('h1').first().waitFor();
      expect(await findBarriers(page), path).toEqual([]);
    }
    await page.goto(`${stage.origin}/services?event=cut-short`);
    await page.getByTestId('nothing-found').getByRole('link').click();
    await page.getByTestId('service').first().waitFor();
    await page.goto(`${stage.origin}/notifications`);
    // The button of a read notification disappears, and the focus must not be lost with it.
    const told = page.locator('[data-testid=notification][data-read=false]');
    await told.first().waitFor();
    const had = await told.count();
    await told.first().getByRole('button').press('Enter');
    await expect.poll(() => told.count()).toBe(had - 1);
    await page.locator('h2:focus').waitFor();
    await page.getByTestId('read-all').press('Enter');
    await expect.poll(() => unread(page)).toBe(0);
    await page.locator('[data-testid=unread-count]:focus').waitFor();
    expect(traffic.problems).toEqual([]);
  });
});
