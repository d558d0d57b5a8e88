// One journey per area in one language; every page in both languages and widths is in the long tests.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Citizen, createPhone, type Phone } from '../../server/test/citizens.ts';
import { makeA4, makePdf } from './sample-files.ts';
import { findBarriers, openStage, type Stage, waitUntilDrawn } from './stage.ts';

let stage: Stage;
let phone: Phone;

beforeAll(async () => {
  stage = await openStage({ env: { GOV_DEMO_SEED: 'true' } });
  phone = createPhone(stage.world.sandbox);
});
afterEach(() => stage.closeBrowsers());
afterAll(() => stage?.close());

async function open(citizen: Citizen, path: string) {
  const opened = await stage.openBrowser();
  await stage.signIn(opened.context, citizen);
  await opened.page.goto(`${stage.origin}${path}`);
  await waitUntilDrawn(opened.page);
  return opened;
}

async function download(page: Page, testId: string): Promise<{ name: string; bytes: Buffer }> {
  const arriving = page.waitForEvent('download');
  await page.getByTestId(testId).click();
  const file = await arriving;
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

it('my space takes files, refuses a program, and gives the same bytes back', async () => {
  const { page, traffic } = await open(await phone.citizen(), '/space');
  const letter = { name: 'Өргөдөл №1.pdf', mimeType: 'application/pdf', buffer: makePdf('one') };
  const program = Buffer.from('MZ\x90\x00\x03\x00\x00\x00'.padEnd(400, '\x00'), 'latin1');
  await page
    .getByTestId('file-input')
    .setInputFiles([letter, { name: 'virus.exe', mimeType: 'application/octet-stream', buffer: program }]);
  await page.locator('[data-testid=upload][data-state=done]').filter({ hasText: letter.name }).waitFor();
  await page.locator('[data-testid=upload][data-state=failed]').filter({ hasText: 'virus.exe' }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByTestId('row').filter({ hasText: letter.name }).click();
  const given = await download(page, 'download-file');
  expect([given.name, given.bytes.equals(letter.buffer)]).toEqual([letter.name, true]);
  expect(traffic.problems).toEqual([]);
});

it('a document is read, signed on the phone, and verified by a stranger', async () => {
  const citizen = await phone.citizen(/^ordinary/, 1);
  const { page, traffic } = await open(citizen, '/sign');
  const file = { name: 'Гэрээ.pdf', mimeType: 'application/pdf', buffer: makeA4(['one']) };
  await page.getByTestId('pdf-input').setInputFiles(file);
  await page.locator('[data-testid=pdf-page][data-drawn=true]').first().waitFor();
  // A stranger's PDF is read outside the page's own thread.
  expect(page.workers().map((worker) => new URL(worker.url()).pathname)).toEqual([
    expect.stringMatching(/^\/assets\/pdf\.worker/),
  ]);
  expect(await findBarriers(page)).toEqual([]);
  await page.getByTestId('sign').click();
  await page.getByTestId('verification-code').waitFor();
  await phone.approve(citizen, citizen.pin2);
  await page.getByTestId('signed').waitFor();
  const signed = await download(page, 'download-signed');
  expect(signed.name).toBe('Гэрээ-signed.pdf');

  const stranger = await stage.openBrowser();
  const verify = async (buffer: Buffer, verdict: string) => {
    await stranger.page.goto(`${stage.origin}/sign/verify`);
    await stranger.page
      .getByTestId('pdf-input')
      .setInputFiles({ name: 'given.pdf', mimeType: 'application/pdf', buffer });
    await stranger.page.locator(`[data-testid=verdict][data-verdict=${verdict}]`).waitFor();
  };
  await verify(signed.bytes, 'TOTAL_PASSED');
  expect(await findBarriers(stranger.page)).toEqual([]);
  const changed = Buffer.from(signed.bytes);
  changed.write('(two)', changed.indexOf('(one)'), 'latin1');
  await verify(changed, 'TOTAL_FAILED');
  expect(traffic.problems).toEqual([]);
});

it('acting for a child is chosen in the header, shown on every page, and ended by Stop', async () => {
  const { page, traffic } = await open(await phone.citizen(), '/home');
  await page.getByTestId('user-name').click();
  await page.getByTestId('act-for').filter({ hasText: 'Temuulen' }).click();
  await page.waitForURL('**/applications');
  const bar = page.getByTestId('acting-bar').getByText('You act for Bold Temuulen.');
  await bar.waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.goto(`${stage.origin}/services`);
  await bar.waitFor();
  await page.getByTestId('stop-acting').click();
  await page.waitForURL('**/applications');
  await page.getByTestId('user-name').waitFor();
  await waitUntilDrawn(page);
  await expect.poll(() => page.getByTestId('acting-bar').count()).toBe(0);

  // What waits for the child is on the parent's own page, and its link acts for the child.
  await stage.world.database.query(
    `insert into gov_applications (id, user_id, party_id, service_code, service_name, reference_no, status, applicant,
       filed_by, fulfilment, payment_before, submitted_at, suspended_at)
     select gen_random_uuid(), u.id, p.id, 'T-CHILD', '{"mn":"Үнэмлэх","en":"Card"}', 'APP-2026-777777', 'info_required',
       jsonb_build_object('full_name', p.name, 'full_name_en', p.name_en, 'civil_id', p.civil_id, 'kind', 'child'),
       '{"full_name":"Дорж Болд","full_name_en":"Dorj Bold"}', 'manual', 'none', now(), now()
     from acting_parties p, users u where p.name_en = 'Bold Temuulen' and u.first_name_en = 'Bold'`,
  );
  await page.goto(`${stage.origin}/home`);
  await page.getByTestId('for-party').getByText('For Bold Temuulen (child)').click();
  await page.waitForURL('**/applications/*?for=*');
  await page.getByTestId('party-of-link').getByText('you now act for Bold Temuulen').waitFor();
  await page.getByTestId('on-behalf-of').getByText('Bold Temuulen').waitFor();
  await bar.waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.goto(`${stage.origin}/payments?for=00000000-0000-4000-8000-000000000000`);
  await page.getByTestId('party-refused').getByText('may not act for').waitFor();
  await page.goto(`${stage.origin}/payments?for=self`);
  await page.waitForURL('**/payments');
  await waitUntilDrawn(page);
  await expect.poll(() => page.getByTestId('acting-bar').count()).toBe(0);
  expect(traffic.problems).toEqual([]);
});
