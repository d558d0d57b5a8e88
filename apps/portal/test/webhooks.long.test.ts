import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Receiver, startReceiver, status } from '../../server/src/modules/relay/test/receiver.ts';
import { createPhone, type Phone } from '../../server/test/citizens.ts';
import { findCollisions } from './collisions.ts';
import { findBarriers, findBarriersBothWays, openStage, type Stage } from './stage.ts';

const developerRole = 320;
let stage: Stage;
let phone: Phone;
let receiver: Receiver;

beforeAll(async () => {
  stage = await openStage({ env: { WEBHOOKS_ALLOWED_NETWORKS: '127.0.0.0/8' } });
  phone = createPhone(stage.world.sandbox);
  receiver = await startReceiver();
  await stage.world.database.query(
    `insert into roles (id, key, name) values (${developerRole}, 'developer', 'Developer');
     insert into role_permissions values (${developerRole}, 'gateway.manage')`,
  );
});
afterEach(() => stage.closeBrowsers());
afterAll(async () => {
  await stage?.close();
  await receiver?.close();
});

/** A developer with an application of their own. */
async function openAs(number: number, options: Parameters<Stage['openBrowser']>[0] = {}) {
  const opened = await stage.openBrowser(options);
  const { context } = opened;
  const citizen = await phone.citizen(/^ordinary/, number);
  await stage.signIn(context, citizen);
  await stage.giveRole(context, citizen, developerRole);
  const call = async (path: string, data: object) => {
    const csrf = (await context.cookies()).find(({ name }) => name === 'tamga_csrf')?.value ?? '';
    const answer = await context.request.post(`${stage.origin}/api/v1${path}`, {
      data,
      headers: { origin: stage.origin, 'x-tamga-csrf': decodeURIComponent(csrf) },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    return ((await answer.json()) as { data: { id: string } }).data;
  };
  const { id } = await call('/applications', { name: 'Номын сан', app_type: 'm2m' });
  /** A secret of the application is about to end. */
  const happen = async () => {
    await call(`/applications/${id}/rotate-secret`, { grace_seconds: 3600 });
    await runJob('webhooks.secrets');
  };
  return { ...opened, id, happen };
}

const runJob = async (name: string) => {
  const job = stage.server.app.declaredJobs.find((each) => each.name === name);
  await job?.run({}, { now: new Date(), log: stage.server.app.http.ownLogger });
};
/** Sends what is due; the stage has no worker. A retry that waits becomes due at once. */
async function deliver(): Promise<void> {
  const { database } = stage.world;
  await database.query(`update webhook_deliveries set next_at = now() where state = 'waiting'`);
  await database.query('update webhook_subscriptions set open_until = null');
  await runJob('webhooks.deliver');
}
const verifyLast = (secret: string) => {
  const { headers, body } = receiver.received.at(-1) ?? { headers: {}, body: '' };
  return new Webhook(secret).verify(body, headers as Record<string, string>);
};

describe('a developer', () => {
  it('subscribes, tests, reads the log, sends again, rotates the secret and deletes, on a desktop', async () => {
    const { page, id, happen, traffic } = await openAs(0);
    await page.goto(`${stage.origin}/administration/applications/${id}`);
    await page.getByTestId('to-webhooks').click();
    await page.getByTestId('empty').waitFor();
    expect(await findBarriersBothWays(page), 'no webhooks').toEqual([]);

    await page.getByTestId('add-webhook').click();
    await page.getByTestId('save-webhook').click();
    await page.getByTestId('error-summary').getByText('Events to send: Choose at least one.').waitFor();
    expect(await findBarriersBothWays(page), 'an empty form').toEqual([]);
    await page.getByTestId('webhook-url').fill('https://10.0.0.1/hook');
    await page.getByTestId('event-application.secret_expiring').check();
    await page.getByTestId('save-webhook').click();
    await page.getByTestId('error-summary').getByText('This address cannot be used.').waitFor();
    await page.getByTestId('webhook-url').fill(receiver.url);
    await page.getByTestId('save-webhook').click();
    const secret = (await page.getByTestId('secret').textContent()) ?? '';
    expect(await findBarriersBothWays(page), 'the secret').toEqual([]);
    await page.getByTestId('secret-kept').click();

    await page.getByTestId('test-webhook').click();
    await page.getByTestId('test-result').getByText('The receiver answered 200').waitFor();
    expect(verifyLast(secret)).toMatchObject({ type: 'webhook.test', data: { application_id: id } });
    expect(await findBarriersBothWays(page), 'a webhook').toEqual([]);

    receiver.answer(status(503));
    await happen();
    await deliver();
    await page.reload();
    await page.getByTestId('state-note').getByText('It has taken nothing since').waitFor();
    await stage.world.database.query(
      `update webhook_deliveries set state = 'failed' where state = 'waiting'`,
    );
    receiver.answer((response) => response.setHeader('x-trace', 'abc').end('thanks'));
    await page.getByTestId('to-log').click();
    await page.getByTestId('filter-state').selectOption('failed');
    await page.getByTestId('row').filter({ hasText: 'An old secret ends within a day' }).click();
    await page.getByTestId('attempt').getByText('Answer: 503').waitFor();
    expect(await findBarriersBothWays(page), 'the log').toEqual([]);
    await expect.poll(() => findCollisions(page)).toEqual([]);
    await page.getByTestId('replay-one').click();
    await page.getByTestId('replayed-one').waitFor();
    await deliver();
    expect(verifyLast(secret)).toMatchObject({ type: 'application.secret_expiring' });
    await page.getByTestId('filter-state').selectOption('delivered');
    await page.getByTestId('row').filter({ hasText: 'An old secret ends within a day' }).click();
    await page.getByTestId('attempt').first().getByText('Answer: 200').waitFor();
    await page.getByTestId('attempt').first().getByText('Headers of the answer').click();
    await page.getByTestId('attempt').first().getByText('x-trace: abc').waitFor();

    await page.goto(`${stage.origin}/developers/applications/${id}/webhooks`);
    await page.getByTestId('row').filter({ hasText: receiver.url }).click();
    await page.getByTestId('rotate-webhook').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate the secret' }).click();
    const fresh = (await page.getByTestId('secret').textContent()) ?? '';
    await page.getByTestId('secret-kept').click();
    await page.getByTestId('old-secret').waitFor();
    await page.getByTestId('test-webhook').click();
    await page.getByTestId('test-result').getByText('The receiver answered 200').waitFor();
    for (const each of [secret, fresh]) expect(verifyLast(each)).toMatchObject({ type: 'webhook.test' });
    await page.getByTestId('delete').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByTestId('webhook-done').waitFor();
    await page.getByTestId('empty').waitFor();
    expect(traffic.problems).toEqual([]);
  });

  it('does it on a phone in Mongolian: pauses, resumes, and sends failed messages again', async () => {
    const { page, id, happen, traffic } = await openAs(1, {
      locale: 'mn-MN',
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
    });
    const path = `${stage.origin}/developers/applications/${id}/webhooks`;
    await page.goto(`${path}?webhook=new`);
    await page.getByTestId('webhook-url').fill(receiver.url);
    await page.getByTestId('event-application.secret_expiring').check();
    await page.getByTestId('save-webhook').click();
    const secret = (await page.getByTestId('secret').textContent()) ?? '';
    await page.getByTestId('secret-kept').click();
    await page.getByTestId('pause-webhook').click();
    await page.getByTestId('state-note').getByText('Юу ч илгээхгүй').waitFor();
    const before = receiver.received.length;
    await happen();
    await deliver();
    expect(receiver.received.length).toBe(before);
    await page.getByTestId('pause-webhook').click();
    await page.getByTestId('webhook-moved').getByText('Үргэлжлүүллээ').waitFor();
    await deliver();
    expect(verifyLast(secret)).toMatchObject({ type: 'application.secret_expiring' });
    expect(await findBarriers(page), 'a webhook').toEqual([]);
    await expect.poll(() => findCollisions(page)).toEqual([]);

    await stage.world.database.query(`update webhook_deliveries set state = 'failed'`);
    await page.getByTestId('to-log').click();
    await page.getByTestId('delivery-state').filter({ hasText: 'Хүргэж чадаагүй' }).waitFor();
    await page.getByTestId('replay-failed').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Чадаагүйг дахин илгээх' }).click();
    await page.getByTestId('replayed-failed').getByText('1 мессежийг').waitFor();
    await deliver();
    await page.getByTestId('refresh').click();
    await page.getByTestId('delivery-state').filter({ hasText: 'Хүргэсэн' }).waitFor();
    expect(await findBarriersBothWays(page), 'the log').toEqual([]);
    await expect.poll(() => findCollisions(page)).toEqual([]);
    expect(traffic.problems).toEqual([]);
  });

  it('does not see the webhooks of another developer', async () => {
    const { id } = await openAs(0);
    const { page } = await openAs(2);
    await page.goto(`${stage.origin}/developers/applications/${id}/webhooks`);
    await page.getByTestId('load-failure').waitFor();
    await expect.poll(() => page.getByTestId('add-webhook').count()).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
  });
});
