import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createClock, openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';
import { until } from '../../../test/until.ts';
import { type Receiver, startReceiver, status } from '../relay/test/receiver.ts';
import { openAdministrator } from '../relay/test/stage.ts';

const clock = createClock();
const second = 1000;
const hour = 3_600_000;
const day = 24 * hour;
let world: TestWorld;
let server: TestServer;
let owner: Awaited<ReturnType<typeof openAdministrator>>;
const receivers: Receiver[] = [];
const env = { WEBHOOKS_ALLOWED_NETWORKS: '127.0.0.0/8' };

beforeAll(async () => {
  world = await openWorld({ clock });
  server = await world.startServer({ env });
  owner = await openAdministrator(world.database, clock.now, server.config);
});
afterEach(async () => {
  // Later tests send nothing to receivers of earlier ones.
  await world.database.query('delete from webhook_subscriptions');
  for (const receiver of receivers.splice(0)) await receiver.close();
});
afterAll(() => world.close());

async function call(method: string, path: string, body?: object, on = server) {
  const answer = await fetch(`${on.url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${await owner.token()}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read reply bodies without types
  return { status: answer.status, data: ((await answer.json()) as any).data };
}
const runJob = async (name: string) => {
  const job = server.app.declaredJobs.find((each) => each.name === name);
  if (job === undefined) throw new Error(`there is no job ${name}`);
  await job.run({}, { now: clock.now(), log: server.app.http.ownLogger });
};
const deliver = () => runJob('webhooks.deliver');

/** An application with one webhook, and a way to make something happen to it. */
async function newWebhook() {
  const receiver = await startReceiver();
  receivers.push(receiver);
  const app = (await call('POST', '/applications', { name: 'Worker', app_type: 'm2m' })).data.id as string;
  const made = await call('POST', `/applications/${app}/webhooks`, {
    url: receiver.url,
    events: ['application.secret_expiring'],
  });
  const path = `/applications/${app}/webhooks/${made.data.id}`;
  const happen = async () => {
    await call('POST', `/applications/${app}/rotate-secret`, { grace_seconds: 3600 });
    await runJob('webhooks.secrets');
  };
  const log = async (query = '') => (await call('GET', `${path}/deliveries${query}`)).data;
  const seen = async () => (await call('GET', `/applications/${app}/webhooks`)).data.items[0];
  return { app, path, secret: made.data.secret as string, receiver, happen, log, seen };
}

/** The clock moves to each next attempt until none is left. */
async function exhaust({ log }: { log: Awaited<ReturnType<typeof newWebhook>>['log'] }): Promise<number> {
  for (let attempts = 1; attempts < 30; attempts += 1) {
    await deliver();
    const { items } = await log('?state=waiting');
    if (items.length === 0) return attempts;
    // Longer than the longest pause with its random part.
    clock.advance(30 * hour);
  }
  throw new Error('the attempts do not end');
}

describe('a secret', () => {
  it('is shown once; after a rotation both sign for a day, and never more than two', async () => {
    const { app, path, receiver, secret } = await newWebhook();
    const list = await call('GET', `/applications/${app}/webhooks`);
    expect(JSON.stringify(list.data)).not.toContain('whsec_');
    const rotate = async () => (await call('POST', `${path}/rotate-secret`)).data.secret as string;
    const signedBy = async (...keys: string[]) => {
      await call('POST', `${path}/test`);
      const { headers, body } = receiver.received.at(-1) ?? { headers: {}, body: '' };
      const time = new Date(Number(headers['webhook-timestamp']) * 1000);
      // The library verifies by comparing with what it signs itself; its clock is not the one of this test.
      const expected = keys.map((key) => new Webhook(key).sign(String(headers['webhook-id']), time, body));
      expect(String(headers['webhook-signature']).split(' ')).toEqual(expected);
    };
    await signedBy(secret);
    const second = await rotate();
    await signedBy(second, secret);
    clock.advance(day);
    await signedBy(second);
    const third = await rotate();
    const fourth = await rotate();
    await signedBy(fourth, third);
  });
});

describe('the log', () => {
  it('keeps state, attempts, headers and the first kilobyte of each answer, and filters', async () => {
    const { path, receiver, happen, log } = await newWebhook();
    receiver.answer((response) =>
      response
        .writeHead(500, { 'x-trace': 'abc', 'set-cookie': 'session=secret', 'retry-after': '120' })
        .end(`no\u0000${'x'.repeat(5000)}`),
    );
    await happen();
    await deliver();
    const [waiting] = (await log('?state=waiting')).items;
    expect(waiting).toMatchObject({
      event: 'application.secret_expiring',
      state: 'waiting',
      attempts: 1,
      status: 500,
    });
    // The receiver asked for two minutes.
    expect(new Date(waiting.next_at).getTime() - clock.now().getTime()).toBeGreaterThanOrEqual(120 * second);
    receiver.answer((response) => response.end('thanks'));
    clock.advance(121 * second);
    await deliver();
    const { data } = await call('GET', `${path}/deliveries/${waiting.id}`);
    expect(data).toMatchObject({ state: 'delivered', attempts: 2, status: 200 });
    expect(JSON.parse(data.body).type).toBe('application.secret_expiring');
    const [last, first] = data.timeline;
    expect(last).toMatchObject({ attempt: 2, status: 200, answer: 'thanks', problem: '' });
    expect(first).toMatchObject({
      attempt: 1,
      status: 500,
      problem: 'the receiver answered 500',
      request_headers: { 'webhook-id': waiting.id, 'user-agent': 'Tamga-Webhooks' },
      answer_headers: { 'x-trace': 'abc' },
    });
    expect(first.answer).toHaveLength(1024);
    expect(first.answer_headers).not.toHaveProperty('set-cookie');
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual([waiting.id, waiting.id]);
    expect((await log('?state=failed')).items).toEqual([]);
    expect((await log('?event=webhook.test')).items).toEqual([]);
    expect((await call('GET', `${path}/deliveries?state=dead`)).status).toBe(422);
  });

  it('follows no redirect', async () => {
    const { receiver, happen, log, path } = await newWebhook();
    receiver.answer(status(302, { location: `${receiver.url}/elsewhere` }));
    await happen();
    await deliver();
    const [{ id }] = (await log()).items;
    const { data } = await call('GET', `${path}/deliveries/${id}`);
    expect(data.timeline[0].problem).toBe('the receiver redirects, which is not followed');
    expect(receiver.received).toHaveLength(1);
  });

  it('is kept for 30 days', async () => {
    const { happen, log } = await newWebhook();
    await happen();
    await deliver();
    clock.advance(29 * day);
    await runJob('webhooks.clean');
    expect((await log()).total).toBe(1);
    clock.advance(2 * day);
    await runJob('webhooks.clean');
    expect((await log()).total).toBe(0);
  });
});

describe('replay', () => {
  it('sends one message again with the same id, and all failed ones of a period', async () => {
    const { path, receiver, happen, log } = await newWebhook();
    receiver.answer(status(400));
    await happen();
    await exhaust({ log });
    const [{ id, created_at: from }] = (await log('?state=failed')).items;
    await call('POST', `${path}/resume`);
    receiver.answer((response) => response.end());
    const one = await call('POST', `${path}/deliveries/${id}/replay`);
    expect(one.data).toMatchObject({ state: 'waiting', attempts: 0 });
    // While it waits, there is nothing to repeat.
    expect((await call('POST', `${path}/deliveries/${id}/replay`)).status).toBe(200);
    await deliver();
    expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(id);
    expect((await log('?state=delivered')).total).toBe(1);
    await world.database.query("update webhook_deliveries set state = 'failed' where id = $1", [id]);
    const replay = (period: object) => call('POST', `${path}/replay`, period);
    const later = new Date(new Date(from).getTime() + 1000).toISOString();
    const earlier = new Date(new Date(from).getTime() - 1000).toISOString();
    expect((await replay({ from: later, to: clock.now().toISOString() })).data.replayed).toBe(0);
    expect((await replay({ from: later, to: earlier })).status).toBe(422);
    expect((await replay({ from: earlier, to: later })).data).toEqual({ replayed: 1, more: false });
    await deliver();
    expect((await log('?state=delivered')).total).toBe(1);
  });
});

describe('a test call', () => {
  it('answers at once, also while paused, and counts neither as success nor as failure', async () => {
    const { path, receiver, log, seen } = await newWebhook();
    await call('POST', `${path}/pause`);
    receiver.answer(status(503));
    const failed = await call('POST', `${path}/test`);
    expect(failed.data).toMatchObject({
      event: 'webhook.test',
      state: 'failed',
      timeline: [{ status: 503, problem: 'the receiver answered 503' }],
    });
    expect(await seen()).not.toHaveProperty('failing_since');
    receiver.answer((response) => response.end());
    expect((await call('POST', `${path}/test`)).data.state).toBe('delivered');
    expect((await log('?event=webhook.test')).total).toBe(2);
  });
});

describe('a receiver', () => {
  it('that is paused gets nothing until it is resumed, and then what waited', async () => {
    const { path, receiver, happen, seen } = await newWebhook();
    expect((await call('POST', `${path}/pause`)).data.state).toBe('paused');
    await happen();
    await deliver();
    expect(receiver.received).toEqual([]);
    expect(await seen()).toMatchObject({ state: 'paused', waiting: 1 });
    expect((await call('POST', `${path}/resume`)).data.state).toBe('active');
    await deliver();
    expect(receiver.received).toHaveLength(1);
  });

  it('that fails repeatedly is left alone by the circuit breaker, and gets everything when it works', async () => {
    const { receiver, happen, seen } = await newWebhook();
    receiver.answer(status(500));
    for (let count = 0; count < 8; count += 1) await happen();
    for (let count = 0; count < 3; count += 1) {
      await deliver();
      clock.advance(7 * second);
    }
    const calls = receiver.received.length;
    expect(calls).toBeLessThan(16);
    receiver.answer((response) => response.end());
    clock.advance(10 * 60 * second);
    await deliver();
    await deliver();
    expect(await seen()).toMatchObject({ waiting: 0, failed: 0 });
    expect(await seen()).not.toHaveProperty('failing_since');
  });

  it('that takes nothing for days is disabled, and its owner is told once', async () => {
    const { app, path, receiver, happen, log, seen } = await newWebhook();
    receiver.answer(status(404));
    await happen();
    await happen();
    expect(await exhaust({ log })).toBeGreaterThan(8);
    expect(await seen()).toMatchObject({ state: 'disabled', disabled_reason: 'failing' });
    const notices = (await call('GET', '/gov/notifications')).data.items.filter(
      ({ link }: { link: string }) => link === `/developers/applications/${app}/webhooks`,
    );
    expect(notices).toMatchObject([{ title: 'Worker: a webhook was disabled' }]);
    const actions = await world.database.query<{ action: string }>(
      "select action from audit_log where action = 'application.webhook.disable' and metadata ->> 'application_id' = $1",
      [app],
    );
    expect(actions).toHaveLength(1);
    // What happens meanwhile is kept and sent when it is resumed.
    await happen();
    const before = receiver.received.length;
    await deliver();
    expect(receiver.received).toHaveLength(before);
    receiver.answer((response) => response.end());
    expect((await call('POST', `${path}/resume`)).data).toMatchObject({ state: 'active', waiting: 1 });
    await deliver();
    expect(receiver.received).toHaveLength(before + 1);
  });

  it('that refuses one message forever while it takes others stays active', async () => {
    const { receiver, happen, log, seen } = await newWebhook();
    await happen();
    const [{ id }] = (await log()).items;
    receiver.answer((response, { headers }) => {
      response.statusCode = headers['webhook-id'] === id ? 422 : 200;
      response.end();
    });
    for (let left = 30; left > 0 && (await log('?state=failed')).total === 0; left -= 1) {
      await deliver();
      clock.advance(13 * hour);
      await happen();
    }
    expect((await log('?state=failed')).items).toMatchObject([{ id }]);
    expect((await seen()).state).toBe('active');
  });

  it('that answers 410 is disabled at once', async () => {
    const { receiver, happen, seen } = await newWebhook();
    receiver.answer(status(410));
    await happen();
    await deliver();
    expect(await seen()).toMatchObject({ state: 'disabled', disabled_reason: 'gone' });
  });

  it('of a disabled application gets nothing', async () => {
    const { app, receiver, happen } = await newWebhook();
    await happen();
    await call('PUT', `/applications/${app}`, { name: 'Worker', app_type: 'm2m', enabled: false });
    await deliver();
    expect(receiver.received).toEqual([]);
  });

  it('is called within seconds by a process that takes jobs', async () => {
    const { receiver, happen } = await newWebhook();
    await world.startServer({ env, worker: true });
    await happen();
    await until(() => receiver.received.length === 1);
  });
});
