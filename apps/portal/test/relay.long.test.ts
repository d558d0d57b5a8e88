import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Download, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Evidence, verifyEvidence } from '../../server/src/modules/relay/index.ts';
import { type Receiver, startReceiver, status } from '../../server/src/modules/relay/test/receiver.ts';
import { relaySignature } from '../../server/src/modules/relay/test/stage.ts';
import { createPhone, type Phone } from '../../server/test/citizens.ts';
import { findCollisions } from './collisions.ts';
import { findBarriers, findBarriersBothWays, openStage, type Stage } from './stage.ts';

const adminRole = 2;
const viewerRole = 310;
let stage: Stage;
let phone: Phone;
let receiver: Receiver;

beforeAll(async () => {
  stage = await openStage({
    env: { RELAY_DEMO_MODE: 'true', RELAY_SELF_CODE: 'ministry', RELAY_ALLOWED_NETWORKS: '127.0.0.0/8' },
  });
  phone = createPhone(stage.world.sandbox);
  receiver = await startReceiver();
});
afterEach(() => stage.closeBrowsers());
afterAll(async () => {
  await stage?.close();
  await receiver?.close();
});

async function openAs(roleId: number, number: number, options: Parameters<Stage['openBrowser']>[0] = {}) {
  const opened = await stage.openBrowser(options);
  const citizen = await phone.citizen(/^ordinary/, number);
  await stage.signIn(opened.context, citizen);
  await stage.giveRole(opened.context, citizen, roleId);
  const go = async (path: string) => {
    await opened.page.goto(`${stage.origin}/relay${path}`);
    await opened.page.locator('h1').waitFor();
  };
  return { ...opened, go };
}

/** Sends what is due; the stage has no worker. A retry that waits becomes due at once. */
async function deliver(): Promise<void> {
  const { database } = stage.world;
  await database.query(`update relay_deliveries set next_at = now() where state = 'waiting'`);
  await database.query('update relay_platforms set open_until = null');
  const job = stage.server.app.declaredJobs.find(({ name }) => name === 'relay.deliver');
  await job?.run({}, { now: new Date(), log: stage.server.app.http.ownLogger });
}

/** The answer of a platform, as its own system would send it. */
async function answerAs(code: string, secret: string, answer: object): Promise<void> {
  const body = JSON.stringify({
    event: 'responded',
    source_code: code,
    ...answer,
    sent_at: new Date().toISOString(),
  });
  const answered = await fetch(`${stage.server.url}/api/v1/relay/webhook`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-relay-source': code,
      'x-relay-event': 'responded',
      'x-relay-id': randomUUID(),
      'x-relay-signature': relaySignature(secret, body),
    },
    body,
  });
  expect(answered.status).toBeLessThan(300);
}

const stateOf = (page: Page) => page.getByTestId('request-state');

async function readDownload(download: Download): Promise<string> {
  return readFileSync(await download.path(), 'utf8');
}

describe('an empty relay, in Mongolian', () => {
  it('says what to do, and loads the demonstration on a phone', async () => {
    const { page, go, traffic } = await openAs(adminRole, 0, {
      locale: 'mn-MN',
      viewport: { width: 320, height: 640 },
    });
    await go('');
    await page.getByTestId('first-platform').waitFor();
    expect(await findBarriersBothWays(page), 'nothing yet').toEqual([]);
    await expect.poll(() => findCollisions(page)).toEqual([]);
    for (const path of ['/requests', '/platforms', '/routes', '/dead-letters']) {
      await go(path);
      await page.getByTestId('empty').waitFor();
      expect(await findBarriers(page), path).toEqual([]);
    }
    await go('/requests?request=new');
    await page.getByText('Эхлээд чиглүүлэлт нэмнэ үү').waitFor();
    await go('');
    await page.getByTestId('seed').click();
    await page.getByTestId('figures').waitFor();

    await go('/requests?request=new');
    await page.getByTestId('request-service').selectOption('tax-clearance');
    await page.getByTestId('request-title').fill('Татварын тодорхойлолт');
    await page.getByTestId('request-payload').fill('{"register": ');
    await page.getByTestId('send-request').click();
    await page.getByTestId('error-summary').waitFor();
    expect(await findBarriers(page), 'a broken content').toEqual([]);
    await expect.poll(() => findCollisions(page)).toEqual([]);
    await page.getByTestId('request-payload').fill('{"register": "УБ99112233"}');
    await page.getByTestId('send-request').click();
    await stateOf(page).getByText('Илгээсэн').waitFor();
    expect(await findBarriersBothWays(page), 'a request').toEqual([]);
    await expect.poll(() => findCollisions(page)).toEqual([]);

    await page.getByTestId('respond').click();
    await page.getByTestId('respond-result').fill('Өргүй');
    expect(await findBarriers(page), 'an answer').toEqual([]);
    await expect.poll(() => findCollisions(page)).toEqual([]);
    await page.getByTestId('send-answer').click();
    await stateOf(page).getByText('Биелсэн').waitFor();
    await page.getByTestId('responded').getByText('Хүсэлт биелж').waitFor();
    await expect.poll(() => page.getByTestId('respond').count()).toBe(0);

    for (const path of ['', '/requests', '/platforms', '/routes']) {
      await go(path);
      if (path === '') await page.getByTestId('bars').first().waitFor();
      else await page.getByTestId('row').first().waitFor();
      expect(await findBarriersBothWays(page), path).toEqual([]);
      expect(await findCollisions(page), path).toEqual([]);
    }
    await page.getByTestId('row').first().click();
    await page.getByTestId('detail').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(traffic.problems).toEqual([]);
  });
});

describe('an administrator', () => {
  it('connects a platform, sees its answer arrive, and keeps the evidence', async () => {
    const { page, go, traffic } = await openAs(adminRole, 1);
    await go('/platforms');
    await page.getByTestId('add-platform').click();
    await page.getByTestId('save-platform').click();
    await page.getByTestId('error-summary').waitFor();
    expect(await findBarriers(page), 'an empty form').toEqual([]);
    await page.getByTestId('platform-code').fill('registry');
    await page.getByTestId('platform-name').fill('Civil registry');
    await page.getByTestId('platform-endpoint_url').fill(receiver.url);
    await page.getByTestId('save-platform').click();
    const secret = (await page.getByTestId('secret').textContent()) ?? '';
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(await findBarriers(page), 'the secret').toEqual([]);
    await page.getByTestId('secret-kept').click();
    await page.getByTestId('test-platform').click();
    await page.getByTestId('test-result').getByText('The connection works: answer 200').waitFor();
    expect(await findBarriersBothWays(page), 'a tested platform').toEqual([]);
    receiver.answer(status(401));
    await page.getByTestId('test-platform').click();
    await page.getByTestId('test-result').getByText('refused the message: answer 401').waitFor();
    receiver.answer((response) => response.end('{"taken":true}'));

    await go('/routes');
    await page.getByTestId('add-route').click();
    await page.getByTestId('route-service').fill('birth');
    await page.getByTestId('route-minutes').fill('0');
    await page.getByTestId('save-route').click();
    await page.getByTestId('error-summary').waitFor();
    expect(await findBarriers(page), 'a wrong route').toEqual([]);
    await page.getByTestId('route-minutes').fill('30');
    await page.getByTestId('route-platform').selectOption({ label: 'Civil registry' });
    await page.getByTestId('route-fallback').selectOption({ index: 1 });
    await page.getByTestId('save-route').click();
    await page.getByText('The route of birth has been added.').waitFor();

    await go('/requests');
    await page.getByTestId('add-request').click();
    await page.getByTestId('request-service').selectOption('birth');
    await page.getByTestId('request-title').fill('Was she born in 1999?');
    await page.getByTestId('send-request').click();
    await stateOf(page).getByText('Sent').waitFor();
    await expect.poll(() => page.getByTestId('clock').first().getAttribute('data-kind')).toBe('running');

    // The message, and then the answer, appear without a reload.
    await deliver();
    const attempt = page.getByTestId('attempt').first();
    await attempt.getByText('Answer 200').waitFor();
    await expect.poll(() => attempt.textContent()).toContain('{"taken":true}');
    const sent = JSON.parse(receiver.received.at(-1)?.body ?? '{}') as { assignment_id: string };
    await answerAs('registry', secret, {
      assignment_id: sent.assignment_id,
      status: 'done',
      result: { born: 1999 },
    });
    await stateOf(page).getByText('Fulfilled').waitFor();
    await page.getByTestId('event').filter({ hasText: 'Civil registry answered' }).waitFor();
    await expect.poll(() => page.getByTestId('clock').first().getAttribute('data-kind')).toBe('met');
    expect(await findBarriersBothWays(page), 'an answered request').toEqual([]);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByTestId('evidence').click(),
    ]);
    const evidence = JSON.parse(await readDownload(download)) as Evidence;
    // Our own receipt of the answer is valid; this receiver gives none.
    expect(verifyEvidence(evidence).filter(({ problem }) => problem === undefined)).toHaveLength(2);
    await page.getByTestId('forward').click();
    await page.getByTestId('event').filter({ hasText: 'Forwarded to the platform' }).waitFor();
    expect(traffic.problems).toEqual([]);
  });

  it('finds requests by filters, and saves the list', async () => {
    const { page, go } = await openAs(adminRole, 1);
    await go('/requests');
    await page.getByTestId('row').nth(1).waitFor();
    await page.getByTestId('filter-platform').selectOption({ label: 'Civil registry' });
    await expect.poll(() => page.getByTestId('row').allTextContents()).toEqual(['Was she born in 1999?']);
    await page.getByTestId('filter-late').selectOption('true');
    await page.getByTestId('empty').waitFor();
    expect(await findBarriers(page), 'nothing found').toEqual([]);
    await page.getByTestId('clear-filters').click();
    await page.getByTestId('filter-search').fill('tax-clear');
    await expect.poll(() => page.getByTestId('row').count()).toBe(1);
    expect(page.url()).not.toContain('tax-clear');
    await page.getByTestId('filter-search').fill('');
    await page.getByTestId('filter-direction').selectOption('in');
    await page.getByTestId('empty').waitFor();
    await page.getByTestId('clear-filters').click();
    // The search applies a moment after the last key.
    await page.getByTestId('row').filter({ hasText: 'Was she born in 1999?' }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByTestId('save-csv').click(),
    ]);
    expect(await readDownload(download)).toContain('Was she born in 1999?');
  });

  it('sees a platform fall ill and recover, pauses it, and replaces its secret without a gap', async () => {
    const { page, go, context } = await openAs(adminRole, 1);
    await go('/platforms');
    await page.getByTestId('row').filter({ hasText: 'Civil registry' }).click();
    await page.getByTestId('detail').waitFor();
    receiver.answer(status(503));
    const csrf = (await context.cookies()).find(({ name }) => name === 'tamga_csrf')?.value ?? '';
    const asked = await context.request.post(`${stage.origin}/api/v1/relay/requests`, {
      data: { service_code: 'birth', title: 'While it is ill' },
      headers: { origin: stage.origin, 'x-tamga-csrf': decodeURIComponent(csrf) },
    });
    expect(asked.status()).toBe(201);
    for (let n = 0; n < 5; n += 1) await deliver();
    // The open page learns it by itself.
    await page.getByTestId('health-note').getByText('Not answering since').waitFor();
    await page.getByTestId('detail').getByText('Open: nothing is sent for now').waitFor();
    expect(await findBarriersBothWays(page), 'an ill platform').toEqual([]);
    receiver.answer((response) => response.end('{}'));
    await deliver();
    await page.getByTestId('health-note').getByText('was ill and recovered').waitFor();
    await page.getByTestId('recovered').getByText('Civil registry was ill and recovered').waitFor();

    await page.getByTestId('pause-platform').click();
    await page.getByText('Messages wait until you resume.').waitFor();
    await page.getByTestId('pause-platform').click();
    await page.getByTestId('paused').getByText('Resumed').waitFor();

    await page.getByTestId('rotate').click();
    expect(await findBarriers(page), 'a question').toEqual([]);
    await page.getByTestId('confirm-yes').click();
    await page.getByTestId('secret').waitFor();
    await expect.poll(() => page.getByTestId('secrets').locator('li').count()).toBe(2);
    await expect.poll(() => page.getByTestId('secrets').textContent()).toContain('valid until');
    await page.getByTestId('secret-kept').click();

    await page.getByTestId('platform-signature').selectOption('standard');
    await page.locator('[data-testid=detail] [data-testid=save-platform]').click();
    await page.getByTestId('platform-saved').getByText('saved').waitFor();
  });

  it('sends dead letters again and sees the result of each', async () => {
    const { page, go, context } = await openAs(adminRole, 1);
    receiver.answer(status(409));
    const csrf = (await context.cookies()).find(({ name }) => name === 'tamga_csrf')?.value ?? '';
    for (const title of ['First letter', 'Second letter', 'Third letter'])
      await context.request.post(`${stage.origin}/api/v1/relay/requests`, {
        data: { service_code: 'birth', title },
        headers: { origin: stage.origin, 'x-tamga-csrf': decodeURIComponent(csrf) },
      });
    await deliver();
    await go('');
    await page.getByTestId('dead').getByText('3 messages were given up').waitFor();
    expect(await findBarriersBothWays(page), 'the overview').toEqual([]);
    await page.getByTestId('dead').getByRole('link').click();
    await page.getByTestId('row').first().waitFor();
    expect(await findBarriersBothWays(page), 'dead letters').toEqual([]);

    await page.getByTestId('row').filter({ hasText: 'Third letter' }).click();
    await page.getByTestId('detail').getByText('Answer 409').waitFor();
    expect(await findBarriers(page), 'one letter').toEqual([]);
    await page.getByTestId('replay-one').click();
    await page.getByTestId('result').getByText('Queued again').waitFor();
    await deliver();
    // Refused again: told in the results, and back in the list.
    await page.getByTestId('result').getByText('Given up').waitFor();
    await expect.poll(() => page.getByTestId('row').count()).toBe(3);

    receiver.answer((response) => response.end('{}'));
    await page.getByTestId('select-all').check();
    await page.getByTestId('replay').click();
    await expect.poll(() => page.getByTestId('result').count()).toBe(3);
    await deliver();
    await expect.poll(() => page.locator('[data-testid=result][data-state=delivered]').count()).toBe(3);
    await page.getByTestId('empty').waitFor();
    expect(await findBarriersBothWays(page), 'results').toEqual([]);
  });

  it('answers with the keyboard alone', async () => {
    const { page, go } = await openAs(adminRole, 1);
    await go('/requests?request=new');
    await page.getByTestId('request-service').selectOption('background-check');
    await page.getByTestId('request-title').fill('By keyboard');
    await page.keyboard.press('Enter');
    await page.getByTestId('respond').waitFor();
    await page.getByTestId('respond').focus();
    await page.keyboard.press('Enter');
    await page.getByTestId('respond-form').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await page.keyboard.type('No entry');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await stateOf(page).getByText('Refused').waitFor();
  });
});

describe('a person who may only look', () => {
  it('sees figures and requests, and no buttons or keys', async () => {
    await stage.world.database.query(
      `insert into roles (id, key, name) values (${viewerRole}, 'relay-viewer', 'Relay viewer');
       insert into role_permissions values (${viewerRole}, 'relay.view')`,
    );
    const { page, go } = await openAs(viewerRole, 2);
    await go('');
    await page.getByTestId('figures').waitFor();
    await expect.poll(() => page.getByTestId('relay-platforms').count()).toBe(0);
    await page.getByTestId('relay-requests').click();
    await page.getByTestId('row').first().click();
    await page.getByTestId('timeline').waitFor();
    await expect.poll(() => page.getByTestId('respond').count()).toBe(0);
    await expect.poll(() => page.getByTestId('forward').count()).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
    await go('/platforms');
    await page.getByTestId('no-access').waitFor();
  });
});
