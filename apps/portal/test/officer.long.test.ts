import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Citizen, createPhone, type Phone } from '../../server/test/citizens.ts';
import { findBarriers, openStage, type Stage } from './stage.ts';

const certificate = 'MN-0310-001';
const identityCard = 'MN-0133-001';
const company = 'MN-0411-001';
/** Sixteen by sixteen black points. */
const smallPng =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQAQAAAAA3iMLMAAAADElEQVR42mNgIA0AAAAwAAEodEl9AAAAAElFTkSuQmCC';

let stage: Stage;
let phone: Phone;

beforeAll(async () => {
  stage = await openStage({ env: { GOV_DEMO_SEED: 'true' } });
  phone = createPhone(stage.world.sandbox);
});
afterAll(() => stage?.close());

async function signIn(page: Page, citizen: Citizen, roleId?: number): Promise<void> {
  await stage.signIn(page.context(), citizen);
  if (roleId !== undefined) await stage.giveRole(page.context(), citizen, roleId);
  await page.goto(`${stage.origin}/home`);
}

interface Answer {
  status: number;
  body: { error?: string; data: Record<string, unknown> & { items?: Record<string, unknown>[] } };
}

/** Calls the API with the session of a browser, like one of its pages. */
async function send(page: Page, path: string, given: { method: string; type: string; data?: string }) {
  const context = page.context();
  const csrf = (await context.cookies()).find((cookie) => cookie.name === 'tamga_csrf')?.value ?? '';
  return context.request.fetch(`${stage.origin}/api/v1${path}`, {
    method: given.method,
    headers: {
      origin: stage.origin,
      'x-tamga-csrf': decodeURIComponent(csrf),
      ...(given.data === undefined ? {} : { 'content-type': given.type }),
    },
    ...(given.data === undefined ? {} : { data: given.data }),
  });
}

async function call(page: Page, method: string, path: string, body?: object): Promise<Answer> {
  const data = body === undefined ? {} : { data: JSON.stringify(body) };
  const answer = await send(page, path, { method, type: 'application/json', ...data });
  return { status: answer.status(), body: (await answer.json()) as Answer['body'] };
}

/** Attaches the required document, because the form is refused without it. */
async function attachPaper(page: Page, serviceId: unknown): Promise<void> {
  const answer = await send(page, `/gov/drafts/${serviceId}/files?name=passport.pdf&slot=application`, {
    method: 'POST',
    type: 'application/pdf',
    data: '%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n',
  });
  expect(answer.status()).toBe(201);
}

async function findService(page: Page, path: string, code: string): Promise<Record<string, unknown>> {
  const { body } = await call(page, 'GET', path);
  const found = body.data.items?.find((service) => service['code'] === code);
  if (!found) throw new Error(`${code} is not in ${path}`);
  return found;
}

const waitForStatus = (page: Page, wanted: string) =>
  page.locator(`[data-testid=case-status][data-status=${wanted}]`).waitFor();

async function expectNoBarrier(page: Page, what: string): Promise<void> {
  expect(await findBarriers(page), what).toEqual([]);
}

describe('a registrar', () => {
  let page: Page;
  let problems: string[];
  afterEach(() => stage.closeBrowsers([page.context()]));

  it('edits and publishes a passport, which then appears in the public catalogue', async () => {
    const registrar = await phone.citizen();
    const opened = await stage.openBrowser({ colorScheme: 'dark' });
    page = opened.page;
    problems = opened.traffic.problems;
    await signIn(page, registrar, 6);

    await page.goto(`${stage.origin}/registry`);
    await page.getByTestId('bars').first().waitFor();
    await expectNoBarrier(page, 'overview');
    await page.getByTestId('registry-services').click();
    await page.getByTestId('filter-q').fill('criminal');
    await expectNoBarrier(page, 'services');
    await page.getByTestId('row').first().click();
    await page.getByTestId('field-fee').fill('none');
    await page.getByTestId('save').click();
    await page.getByTestId('error-summary').waitFor();
    await expectNoBarrier(page, 'passport');
    await page.getByTestId('field-fee').fill('0');
    await page.getByTestId('save').click();
    await page.getByTestId('republish').waitFor();
    await page.getByTestId('publish').click();
    await page.getByTestId('change-note').fill('Free of charge from now on');
    await expectNoBarrier(page, 'publish');
    await page.getByTestId('publish-action').click();
    await page.getByTestId('publish-dialog').waitFor({ state: 'detached' });

    await page.getByTestId('part-versions').click();
    await expect.poll(() => page.getByTestId('compared-fee').textContent()).toContain('3,000');
    await expect.poll(() => page.getByTestId('comparison').locator('tbody tr').count()).toBe(1);
    await expectNoBarrier(page, 'versions');

    const stranger = await stage.openBrowser();
    await stranger.page.goto(`${stage.origin}/`);
    const shown = await findService(stranger.page, '/catalog/services', certificate);
    expect(shown).toMatchObject({ fee: 0, version: 2, status: 'published' });
    expect(problems).toEqual([]);
  });

  it('sees why a service that asks citizens for the state’s own documents is not once-only', async () => {
    const { id } = await findService(page, '/registry/services', identityCard);
    await page.goto(`${stage.origin}/registry/services/${id}`);
    await page.getByTestId('field-proactivity').selectOption('once_only');
    await page.getByTestId('save').click();
    await page.getByTestId('republish').waitFor();
    await page.getByTestId('publish').click();
    const gate = page.getByTestId('gate-once_only');
    await gate.waitFor();
    await expect.poll(() => gate.getAttribute('data-open')).toBe('false');
    const links = await call(page, 'GET', `/registry/services/${id}/once-only`);
    const asked = (links.body.data['violations'] as { name_en: string }[]).map(({ name_en }) => name_en);
    expect(asked).toHaveLength(2);
    for (const name of asked) await expect.poll(() => gate.textContent()).toContain(name);
    await expect.poll(() => page.getByTestId('publish-action').count()).toBe(0);
    await expectNoBarrier(page, 'blocked');
    const refused = await call(page, 'POST', `/registry/services/${id}/publish`, {});
    expect(refused).toMatchObject({ status: 409, body: { error: 'once_only_violation' } });

    await gate.getByRole('link').click();
    await page.getByTestId('once-only-state').waitFor();
    await expectNoBarrier(page, 'evidence of a passport');
    const marked = page.locator('[data-violation=true] [data-testid=from-citizen]');
    while ((await marked.count()) > 0) await marked.first().uncheck();
    await page.getByTestId('save-links').click();
    await page.getByTestId('save-links').waitFor({ state: 'detached' });
    await page.getByTestId('publish').click();
    await page.getByTestId('publish-action').click();
    await page.getByTestId('publish-dialog').waitFor({ state: 'detached' });
    expect(await findService(page, '/catalog/services', identityCard)).toMatchObject({
      proactivity: 'once_only',
    });
  });

  it('loses no input to another part of the page or to a colleague’s change', async () => {
    const { id } = await findService(page, '/registry/services', company);
    const path = `/registry/services/${id}`;
    await page.goto(`${stage.origin}${path}`);
    await page.getByTestId('field-target_group').fill('Бизнес эрхлэгч');
    await page.getByTestId('part-evidences').click();
    await page.locator('[data-violation=true] [data-testid=from-citizen]').first().uncheck();
    await page.getByTestId('publish').click();
    await page.locator('[data-testid=gate-saved][data-open=false]').waitFor();
    await page.keyboard.press('Escape');
    for (const part of ['versions', 'evidences']) await page.getByTestId(`part-${part}`).click();
    await expectNoBarrier(page, 'unsaved evidence');
    await page.getByTestId('save-links').click();
    await page.getByTestId('save-links').waitFor({ state: 'detached' });
    await page.getByTestId('part-passport').click();
    await expect.poll(() => page.getByTestId('field-target_group').inputValue()).toBe('Бизнес эрхлэгч');

    const colleague = await stage.openBrowser();
    await signIn(colleague.page, await phone.citizen(/^ordinary/, 5), 6);
    const before = (await call(colleague.page, 'GET', path)).body.data;
    const readOnly = /^(id|code|status|demo|version|evidences|\w+_at)$/;
    const body = Object.fromEntries(Object.entries(before).filter(([name]) => !readOnly.test(name)));
    expect((await call(colleague.page, 'PUT', path, { ...body, category: 'Бизнес' })).status).toBe(200);
    await page.getByTestId('save').click();
    await page.getByTestId('outdated').waitFor();
    await expect.poll(() => page.getByTestId('field-category').inputValue()).toBe('Бизнес');
    await expectNoBarrier(page, 'outdated');
    await page.getByTestId('save').click();
    await page.getByTestId('save').waitFor({ state: 'detached' });
    const both = { category: 'Бизнес', target_group: 'Бизнес эрхлэгч' };
    expect((await call(page, 'GET', path)).body.data).toMatchObject(both);
    expect(problems).toEqual([]);
  });

  it('has to write both languages before publishing, and can restore an archived passport', async () => {
    const { id } = await findService(page, '/registry/services', company);
    await page.goto(`${stage.origin}/registry/services/${id}`);
    await page.getByTestId('field-output_en').fill('');
    await page.getByTestId('save').click();
    await page.getByTestId('save').waitFor({ state: 'detached' });
    await page.getByTestId('publish').click();
    const gate = page.locator('[data-testid=gate-languages][data-open=false]');
    await expect.poll(() => gate.textContent()).toContain('in English');
    await expect.poll(() => page.getByTestId('publish-action').count()).toBe(0);
    await page.getByTestId('publish-cancel').click();
    await page.getByTestId('archive').click();
    await page.getByRole('button', { name: 'Archive', exact: true }).click();
    await page.getByTestId('restore').waitFor();
    await expectNoBarrier(page, 'archived');
    await page.getByTestId('restore').click();
    await page.getByTestId('archive').waitFor();
    expect(await findService(page, '/catalog/services', company)).toMatchObject({ status: 'published' });
    expect(problems).toEqual([]);
  });

  it('is led to each wrong field of a form, and keeps the focus while correcting it', async () => {
    await page.goto(`${stage.origin}/registry/evidences`);
    await page.getByTestId('add-evidence').click();
    await page.getByTestId('evidence-save').click();
    const wrong = page.getByTestId('error-summary').getByRole('link');
    await wrong.first().waitFor();
    expect(await wrong.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
      '#code',
      '#name',
    ]);
    await wrong.last().click();
    await page.keyboard.type('Маягтын лавлагаа');
    await expect.poll(() => page.getByTestId('evidence-name').inputValue()).toBe('Маягтын лавлагаа');
    await page.getByTestId('evidence-code').fill('FORM-1');
    await page.locator('#description').fill('Маягтаас ирсэн');
    await page.getByTestId('evidence-save').click();
    const findAdded = async () => {
      const { body } = await call(page, 'GET', '/registry/evidences');
      return (body.data['items'] as { code: string }[]).find(({ code }) => code === 'FORM-1');
    };
    await expect.poll(findAdded).toMatchObject({ name: 'Маягтын лавлагаа', description: 'Маягтаас ирсэн' });

    await page.goto(`${stage.origin}/profile`);
    await page.getByTestId('edit-latin-name').click();
    await page.locator('#last_name_en:focus').fill('Дорж');
    await page.getByTestId('save-latin-name').click();
    await wrong.first().click();
    await page.locator('#last_name_en:focus').fill('Dorj');
    await page.locator('#first_name_en').fill('Bold');
    await page.getByTestId('save-latin-name').click();
    await page.locator('[data-testid="edit-latin-name"]:focus').waitFor();

    await page.getByTestId('signature-edit').click();
    await page.locator('#url:focus').fill('http://files.example.mn/me.png');
    await page.getByTestId('signature-save').click();
    await page.locator('#url[aria-invalid="true"]:focus').fill('https://localhost/me.png');
    await page.getByTestId('signature-save').click();
    await page.locator('#url[aria-invalid="true"]:focus').fill('https://files.example.mn/me.png');
    await page.getByTestId('signature-save').click();
    await page.getByTestId('signature-preview').waitFor();

    const image = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(smallPng, 'base64') };
    await page.getByTestId('signature-file').setInputFiles([{ ...image, buffer: Buffer.from('<svg/>') }]);
    await page.getByRole('alert').filter({ hasText: 'PNG' }).waitFor();
    await page.getByTestId('signature-file').setInputFiles([image]);
    const uploaded = page.getByTestId('signature-uploaded').locator('img');
    await expect
      .poll(() => uploaded.evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth))
      .toBe(16);
    await expectNoBarrier(page, 'signature');
    await page.getByTestId('signature-upload-remove').click();
    await page.getByTestId('confirm-yes').click();
    await uploaded.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });

  it('adds a life event after correcting each wrong field, and finds it in the list', async () => {
    const { body } = await call(page, 'GET', '/registry/life-events');
    const taken = String(body.data.items?.[0]?.['code']);
    const field = (name: string) => page.getByTestId(`event-${name}`);
    const summary = page.getByTestId('error-summary');
    await page.goto(`${stage.origin}/registry/life-events`);
    await page.getByTestId('add-event').click();
    await field('code').fill('нүүх');
    await field('sort_order').fill('first');
    await field('save').click();
    await expect
      .poll(() => summary.getByRole('link').allTextContents())
      .toEqual([
        'Code: Write 2 to 64 Latin letters, digits or dashes.',
        'Name: Fill this in.',
        'Order: Write a whole number.',
      ]);
    await expectNoBarrier(page, 'a wrong life event');
    await summary.getByRole('link').last().click();
    await page.locator('[data-testid=event-sort_order]:focus').fill('7');
    await field('name').fill('Нүүж суурьших');
    await field('en_label').fill('Moving house');
    await page.getByLabel('Kind').selectOption('business');
    await field('code').fill(taken);
    await field('save').click();
    await summary.getByRole('link', { name: 'Code: This code is already in use.' }).waitFor();
    await page.locator('[data-testid=event-code][aria-invalid=true]').fill('MOVING-HOUSE');
    await field('save').click();
    await page.getByText('“Нүүж суурьших” was added.').waitFor();
    await page.reload();
    await page.getByTestId('row').filter({ hasText: 'Moving house' }).click();
    const facts = page.getByTestId('detail');
    for (const fact of ['Нүүж суурьших', 'MOVING-HOUSE', 'Business', '7'])
      await facts.getByRole('definition').filter({ hasText: fact }).first().waitFor();
    await field('en_label').fill('Moving to another home');
    await field('save').click();
    await facts.getByRole('definition').filter({ hasText: 'Moving to another home' }).waitFor();
    await expectNoBarrier(page, 'a changed life event');
    expect(problems).toEqual([]);
  });

  it('meets no accessibility barrier on the other pages of the registry', async () => {
    for (const path of ['evidences', 'life-events', 'once-only', 'services/new']) {
      await page.goto(`${stage.origin}/registry/${path}`);
      await page.locator('h1').first().waitFor();
      await expectNoBarrier(page, path);
    }
    await page.goto(`${stage.origin}/registry/evidences`);
    await page.getByTestId('row').first().click();
    await expectNoBarrier(page, 'one evidence');
    await page.goto(`${stage.origin}/officer`);
    await page.getByTestId('no-access').waitFor();
    expect(problems).toEqual([]);
  });
});

async function apply(page: Page): Promise<{ id: string; reference_no: string }> {
  const service = await findService(page, '/gov/services', certificate);
  await attachPaper(page, service['id']);
  const { body } = await call(page, 'POST', '/gov/applications', {
    service_id: service['id'],
    payload: { purpose: 'work', language: 'mn', phone: '99112233', declared: true },
  });
  return body.data['application'] as { id: string; reference_no: string };
}

/** Continues the journey above: the certificate is now free of charge. */
describe('an officer', () => {
  afterEach(() => stage.closeBrowsers());

  it('takes a case by keyboard, asks for more, and grants; a stranger verifies the document', async () => {
    const applicant = await phone.citizen(/^ordinary/, 1);
    const officer = await phone.citizen(/^ordinary/, 2);
    const home = await stage.openBrowser();
    const office = await stage.openBrowser({ locale: 'mn-MN' });
    await signIn(home.page, applicant);
    await signIn(office.page, officer, 3);

    const service = await findService(home.page, '/gov/services', certificate);
    await attachPaper(home.page, service['id']);
    const applied = await call(home.page, 'POST', '/gov/applications', {
      service_id: service['id'],
      note: 'Яаралтай',
      payload: { purpose: 'visa', language: 'en', phone: '99112233', declared: true },
    });
    expect(applied.status).toBe(201);
    const { id } = applied.body.data['application'] as { id: string };

    const { page, traffic } = office;
    const status = (wanted: string) => waitForStatus(page, wanted);
    await page.goto(`${stage.origin}/officer`);
    await page.getByTestId('row').first().waitFor();
    for (const view of ['open', 'mine', 'unassigned', 'overdue', 'due_soon', 'waiting', 'to_deliver'])
      await expect.poll(() => page.getByTestId(`view-${view}`).textContent()).toMatch(/\d$/);
    await page.getByTestId('view-mine').click();
    await page.keyboard.press('/');
    await page.keyboard.insertText(applicant.given_name.toLowerCase());
    await page.getByTestId('search-open').waitFor();
    await page.getByTestId('search-open').click();
    await page.getByTestId('found').filter({ hasText: applicant.given_name.toLowerCase() }).waitFor();
    // Pressed before the answer arrived, the key means the first row of the answer.
    await page.keyboard.press('/');
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('MN-0310');
    await page.keyboard.press('Enter');
    await page.locator('[data-testid=row]:focus').waitFor();
    await page.getByTestId('found').filter({ hasText: 'MN-0310' }).waitFor();
    await expectNoBarrier(page, 'search');
    await page.keyboard.press('Enter');
    await status('registered');
    await page.getByTestId('timeline').waitFor();
    const text = (await page.getByTestId('detail').textContent()) ?? '';
    for (const shown of [applicant.given_name, 'Виз, оршин суух зөвшөөрөл', '99112233', 'Яаралтай'])
      expect(text).toContain(shown);
    expect(page.url()).not.toContain(encodeURIComponent(applicant.given_name));
    const link = page.getByTestId('case-file');
    await expect.poll(() => link.getAttribute('target')).toBe('_blank');
    // The document's purpose precedes its name.
    await expect.poll(() => link.textContent()).toContain('Өргөдөл: passport.pdf');
    const paper = await page.request.get(`${stage.origin}${await link.getAttribute('href')}`);
    expect([paper.status(), paper.headers()['content-type']]).toEqual([200, 'application/pdf']);
    await page.keyboard.press('a');
    await status('in_review');
    await page.getByTestId('do-approve').waitFor();
    await expectNoBarrier(page, 'case');
    await page.keyboard.press('?');
    await page.getByTestId('keys').waitFor();
    await expectNoBarrier(page, 'keys');
    await page.keyboard.press('Escape');
    await page.getByTestId('keys').waitFor({ state: 'detached' });
    await page.keyboard.press('i');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.insertText('Паспортын хуулбараа өгнө үү');
    await expectNoBarrier(page, 'asking');
    await page.keyboard.press('Control+Enter');
    await status('info_required');
    const asked = page.getByTestId('quote').filter({ hasText: 'Паспортын хуулбараа өгнө үү' });
    await expect.poll(() => asked.textContent()).toContain('Иргэнээс асуусан');

    const answer = {
      note: 'Хавсаргалаа',
      evidence: [{ name: 'Паспортын хуулбар', reference: 'E1234567' }],
      payload: { phone: '88112233' },
    };
    expect((await call(home.page, 'POST', `/gov/applications/${id}/provide-info`, answer)).status).toBe(200);
    const scan = (result: string, note: string) =>
      stage.world.database.query(
        `update stored_files set scan = $1, scan_note = $2 where purpose = 'paper'`,
        [result, note],
      );
    await scan('infected', 'Tamga.Test.Malware');
    await page.goto(`${stage.origin}/officer?view=mine&case=${id}`);
    await status('in_review');
    await page.getByTestId('paper-infected').filter({ hasText: 'Tamga.Test.Malware' }).first().waitFor();
    await expect.poll(() => page.getByTestId('case-file').count()).toBe(0);
    await scan('unscanned', '');
    await page.getByTestId('do-approve').waitFor();
    await expect.poll(() => page.getByTestId('detail').textContent()).toContain('E1234567');
    await expect.poll(() => page.getByTestId('changed-answers').textContent()).toContain('99112233');
    const changed = page.locator('[data-changed]');
    await expect.poll(() => changed.count()).toBe(1);
    await expect.poll(() => changed.locator('dd').textContent()).toBe('88112233');
    await expect.poll(() => changed.locator('[title]').getAttribute('title')).toContain('99112233');
    await expect.poll(() => asked.textContent()).toContain('Иргэнээс асуусан');
    await page.getByTestId('detail').locator('h2').focus();
    await page.keyboard.press('y');
    await page.keyboard.press('Control+Enter');
    await status('completed');
    await asked.waitFor({ state: 'detached' });
    await page.getByTestId('queue').waitFor({ state: 'detached' });
    await expectNoBarrier(page, 'decided');

    const references = await call(home.page, 'GET', '/gov/references');
    const [reference] = references.body.data.items ?? [];
    expect(reference).toMatchObject({ type: 'criminal', status: 'issued' });
    const number = String(reference?.['reference_no']);
    const stranger = await stage.openBrowser();
    await stranger.page.goto(`${stage.origin}/verify/${number}`);
    await stranger.page.locator('[data-testid=verdict][data-verdict=number-only]').waitFor();
    const [kept] = await stage.world.database.query<{ check_code: string }>(
      'select check_code from gov_references where reference_no = $1',
      [number],
    );
    const verified = await fetch(`${stage.server.url}/verify/${number}?code=${kept?.check_code}`);
    expect(await verified.json()).toMatchObject({ data: { type: 'criminal', status: 'issued' } });
    expect(traffic.problems).toEqual([]);
  });

  it('learns that another officer was faster, and sees the current state of the case', async () => {
    const applicant = await phone.citizen(/^ordinary/, 3);
    const officer = await phone.citizen(/^ordinary/, 4);
    const home = await stage.openBrowser();
    const office = await stage.openBrowser({ viewport: { width: 390, height: 844 } });
    await signIn(home.page, applicant);
    await signIn(office.page, officer, 3);
    const { id } = await apply(home.page);

    const { page } = office;
    await page.goto(`${stage.origin}/officer`);
    await page.getByTestId('row').first().click();
    await page.getByTestId('do-take').waitFor();
    expect((await call(home.page, 'POST', `/gov/applications/${id}/cancel`, {})).status).toBe(200);
    await page.getByTestId('do-take').click();
    await page.getByTestId('conflict').waitFor();
    await waitForStatus(page, 'cancelled');
    await expectNoBarrier(page, 'conflict');
    await page.getByTestId('detail-back').click();
    await page.getByTestId('empty').waitFor();
  });

  it('decides without waiting, always on the open case, and keeps their note', async () => {
    const enter = async (at: number, roleId?: number) => {
      const opened = await stage.openBrowser();
      await signIn(opened.page, await phone.citizen(/^ordinary/, at), roleId);
      return opened;
    };
    const [home, rival] = [await enter(3), await enter(2, 3)];
    const { page, traffic } = await enter(4, 3);
    const [first, held, last] = [await apply(home.page), await apply(home.page), await apply(home.page)];
    expect((await call(rival.page, 'POST', `/gov/officer/queue/${held.id}/assign`)).status).toBe(200);

    const row = ({ reference_no }: { reference_no: string }) =>
      page.locator(`[data-reference=${reference_no}]`);
    const isReady = ({ reference_no }: { reference_no: string }) =>
      page.getByTestId('detail').filter({ hasText: reference_no }).getByTestId('do-take').waitFor();
    const isOpen = ({ id }: { id: string }) => page.waitForURL((url) => url.searchParams.get('case') === id);
    await page.goto(`${stage.origin}/officer`);
    await row(held).focus();
    await page.keyboard.press('a');
    const outcome = page.getByTestId('list-outcome').filter({ hasText: held.reference_no });
    await outcome.getByTestId('action-failure').waitFor();
    await expectNoBarrier(page, 'refused in the list');

    await row(first).focus();
    await page.keyboard.press('Enter');
    await isReady(first);
    // The key applies to the focused row, not to the open case; and a case must be opened before a decision.
    await row(held).focus();
    await page.keyboard.press('y');
    await isOpen(held);
    await page.getByTestId('reason').waitFor();
    await expect.poll(() => page.getByTestId('form-approve').count()).toBe(0);

    await row(first).click();
    await isReady(first);
    for (const key of ['a', 'y', 'Control+Enter']) await page.keyboard.press(key);
    await waitForStatus(page, 'completed');
    await page.locator('[data-testid=next-case]:focus').waitFor();
    await page.keyboard.press('Enter');
    await isOpen(held);

    await row(last).click();
    await isReady(last);
    for (const key of ['a', 'i']) await page.keyboard.press(key);
    await page.getByTestId('action-note').fill('Паспортын хуулбар');
    expect((await call(home.page, 'POST', `/gov/applications/${last.id}/cancel`, {})).status).toBe(200);
    await page.keyboard.press('Control+Enter');
    await page.getByTestId('stale').waitFor();
    await expect.poll(() => page.getByTestId('action-note').inputValue()).toBe('Паспортын хуулбар');
    await expect.poll(() => page.getByTestId('action-send').count()).toBe(0);
    await expectNoBarrier(page, 'changed under the hand');

    const name = await row(held).textContent();
    await page.getByTestId('language').click();
    await expect.poll(() => row(held).textContent()).toContain('Ял шийтгэлгүй тодорхойлолт');
    expect(name).not.toContain('Ял шийтгэлгүй тодорхойлолт');
    expect(traffic.problems).toEqual([]);
  });
});
