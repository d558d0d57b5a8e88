import { createPublicKey, verify } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createClock } from '../../../test/server.ts';
import { startProxy } from '../../../test/tcp-proxy.ts';
import { until } from '../../../test/until.ts';
import { type Receiver, startReceiver, status } from './test/receiver.ts';
import { type Agency, openAgency, relaySignature } from './test/stage.ts';

let agency: Agency;
const clock = createClock();
const minute = 60_000;
const hour = 60 * minute;
const receivers: Receiver[] = [];
let made = 0;

beforeAll(async () => {
  agency = await openAgency('ministry', clock);
});
afterEach(async () => {
  // Later tests send nothing to receivers of earlier ones.
  await agency.world.database.query('update relay_platforms set enabled = false');
  for (const receiver of receivers.splice(0)) await receiver.close();
});
afterAll(() => agency.world.close());

/** A platform with a receiver of its own, and a service that is routed to it. */
async function newPlatform(more: object = {}) {
  made += 1;
  const code = `peer${made}`;
  const receiver = await startReceiver();
  receivers.push(receiver);
  const { id, secret } = await agency.addPlatform(code, { endpoint_url: receiver.url, ...more });
  await agency.addRoute(code, id, { sla_minutes: 20_000 });
  const ask = async (): Promise<string> => {
    const { body } = await agency.call('POST', '/requests', { service_code: code, payload: { n: made } });
    const { items } = await agency.see(`/requests/${body.data.id}/deliveries`);
    return items[0].id;
  };
  const seen = async () =>
    (await agency.see('/platforms')).items.find((each: { id: string }) => each.id === id);
  return { id, code, secret, receiver, ask, seen };
}
const deliver = () => agency.runJob('relay.deliver');
const delivery = (id: string) => agency.see(`/deliveries/${id}`);
const dead = async (platformId: string) =>
  (await agency.see(`/dead-letters?platform_id=${platformId}`)).items;

describe('a message', () => {
  it('leaves signed in the specified form, and acknowledges the assignment', async () => {
    const { receiver, secret, ask, code } = await newPlatform();
    const id = await ask();
    await deliver();
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
    expect(headers).toMatchObject({
      'x-relay-source': 'ministry',
      'x-relay-event': 'dispatched',
      'x-relay-id': id,
      'x-relay-signature': relaySignature(secret, body),
      'content-type': 'application/json',
    });
    expect(JSON.parse(body)).toMatchObject({
      event: 'dispatched',
      source_code: 'ministry',
      service_code: code,
      sent_at: clock.now().toISOString(),
    });
    const found = await delivery(id);
    expect(found).toMatchObject({
      state: 'delivered',
      receipt: 'none',
      timeline: [{ status: 200, answer: '{}' }],
    });
    const { assignments } = await agency.see(`/requests/${found.request_id}`);
    expect(assignments[0]).toMatchObject({
      status: 'acknowledged',
      dispatched_at: clock.now().toISOString(),
    });
  });

  it('in the form of Standard Webhooks is verified by the official library, with either secret', async () => {
    const { id: platformId, receiver, secret, ask } = await newPlatform({ signature: 'standard' });
    const rotated = await agency.call('POST', `/platforms/${platformId}/rotate-secret`, {
      grace_minutes: 60,
    });
    await ask();
    await deliver();
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
    const id = String(headers['webhook-id']);
    const time = new Date(Number(headers['webhook-timestamp']) * 1000);
    const given = String(headers['webhook-signature']).split(' ');
    // The library verifies by comparing with what it signs itself; its clock is not the one of this test.
    expect(given).toEqual(
      [rotated.body.data.webhook_secret, secret].map((each) => new Webhook(each).sign(id, time, body)),
    );
  });

  it('signed by Ed25519 is verified with the published key', async () => {
    const { receiver, ask } = await newPlatform({ signature: 'standard_ed25519' });
    await ask();
    await deliver();
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
    const { keys } = (await (await fetch(`${agency.server.url}/.well-known/relay-keys.json`)).json()) as {
      keys: Record<string, string>[];
    };
    const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const [version, signature = ''] = String(headers['webhook-signature']).split(',');
    const key = createPublicKey({ key: keys[0] ?? {}, format: 'jwk' });
    expect(version).toBe('v1a');
    expect(verify(null, Buffer.from(content), key, Buffer.from(signature, 'base64'))).toBe(true);
  });

  it('is signed with the old secret until its grace ends, so that rotation has no gap', async () => {
    const { id, receiver, secret, ask } = await newPlatform();
    const rotated = await agency.call('POST', `/platforms/${id}/rotate-secret`, { grace_minutes: 60 });
    const isSignedWith = (key: string) => {
      const { headers, body } = receiver.received.at(-1) ?? { headers: {}, body: '' };
      return headers['x-relay-signature'] === relaySignature(key, body);
    };
    await ask();
    await deliver();
    expect(isSignedWith(secret)).toBe(true);
    clock.advance(61 * minute);
    await ask();
    await deliver();
    expect(isSignedWith(rotated.body.data.webhook_secret)).toBe(true);
  });

  it('leaves at once from a process that takes jobs', async () => {
    const worker = await agency.world.startServer({
      worker: true,
      env: { RELAY_SELF_CODE: 'ministry', RELAY_ALLOWED_NETWORKS: '127.0.0.0/8' },
    });
    const { receiver, ask } = await newPlatform();
    await ask();
    await until(() => receiver.received.length === 1);
    await worker.stop();
  });

  it('is sent once by two instances at once', async () => {
    const other = await agency.world.startServer({
      env: { RELAY_SELF_CODE: 'ministry', RELAY_ALLOWED_NETWORKS: '127.0.0.0/8' },
    });
    const { receiver, ask } = await newPlatform();
    const ids: string[] = [];
    for (let n = 0; n < 12; n += 1) ids.push(await ask());
    await Promise.all([deliver(), agency.runJob('relay.deliver', other)]);
    expect(receiver.received.map(({ headers }) => headers['x-relay-id']).toSorted()).toEqual(ids.toSorted());
    await other.stop();
  });
});

describe('a database that fails', () => {
  it('while a message is on its way makes it come again, with the same id', async () => {
    const proxy = await startProxy(agency.world.database);
    const behind = await agency.world.startServer({
      databaseUrl: proxy.url,
      env: { RELAY_SELF_CODE: 'ministry', RELAY_ALLOWED_NETWORKS: '127.0.0.0/8' },
    });
    const { receiver, ask } = await newPlatform();
    const message = await ask();
    const held: (() => void)[] = [];
    receiver.answer((response) => held.push(() => response.end()));
    const interrupted = agency.runJob('relay.deliver', behind).catch(() => undefined);
    await until(() => held.length === 1);
    proxy.cut();
    for (const release of held) release();
    await interrupted;
    expect(await delivery(message)).toMatchObject({ state: 'waiting', timeline: [] });

    proxy.restore();
    receiver.answer((response) => response.end());
    clock.advance(61_000);
    await until(async () => {
      await agency.runJob('relay.deliver', behind).catch(() => undefined);
      return (await delivery(message)).state === 'delivered';
    });
    expect(receiver.received.map(({ headers }) => headers['x-relay-id'])).toEqual([message, message]);
    await behind.stop();
    await proxy.close();
  });
});

describe('a receiver that fails', () => {
  it('gets the message again for about three days, never a day old, and then it is a dead letter', async () => {
    const { id, receiver, ask, seen } = await newPlatform();
    receiver.answer(status(500));
    const message = await ask();
    const from = clock.now().getTime();
    for (let found = await delivery(message); found.state === 'waiting'; found = await delivery(message)) {
      const { open_until: openUntil } = (
        await agency.world.database.query<{ open_until: Date | null }>(
          'select open_until from relay_platforms where id = $1',
          [id],
        )
      )[0] ?? { open_until: null };
      const next = Math.max(new Date(found.next_at).getTime(), openUntil?.getTime() ?? 0);
      clock.advance(Math.max(0, next - clock.now().getTime()));
      await deliver();
      const age =
        clock.now().getTime() - new Date(JSON.parse(receiver.received.at(-1)?.body ?? '').sent_at).getTime();
      expect(age).toBeLessThan(24 * hour);
    }
    const took = clock.now().getTime() - from;
    expect([took > 2 * 24 * hour, took < 4 * 24 * hour]).toEqual([true, true]);
    expect(new Set(receiver.received.map(({ headers }) => headers['x-relay-id']))).toEqual(
      new Set([message]),
    );
    expect(await seen()).toMatchObject({ health: 'ill', dead: 1, waiting: 0 });
    const [letter] = await dead(id);
    expect(letter).toMatchObject({ id: message, attempts: receiver.received.length });

    receiver.answer((response) => response.end());
    expect((await agency.call('POST', '/dead-letters/replay', {})).status).toBe(400);
    const replayed = await agency.call('POST', '/dead-letters/replay', { ids: [message] });
    expect(replayed.body.data).toEqual({ replayed: 1, items: [{ id: message, replayed: true }] });
    clock.advance(hour);
    await deliver();
    expect(await delivery(message)).toMatchObject({ state: 'delivered' });
    expect(await seen()).toMatchObject({
      health: 'recovered',
      dead: 0,
      recovered_at: clock.now().toISOString(),
    });
    const [audited] = await agency.world.database.query<object>(
      `select actor_user_id, target from audit_log where action = 'relay.delivery.replay'`,
    );
    expect(audited).toEqual({ actor_user_id: agency.userId, target: message });
  });

  it('is left alone while its circuit is open, then tried once, and catches up when it recovers', async () => {
    const ill = await newPlatform();
    const well = await newPlatform();
    ill.receiver.answer(status(503));
    for (let n = 0; n < 8; n += 1) await ill.ask();
    await deliver();
    clock.advance(6000);
    await deliver();
    const tries = ill.receiver.received.length;
    expect(await ill.seen()).toMatchObject({ health: 'ill' });
    await well.ask();
    await deliver();
    expect([ill.receiver.received.length, well.receiver.received.length]).toEqual([tries, 1]);
    ill.receiver.answer((response) => response.end());
    clock.advance(11 * minute);
    await deliver();
    await deliver();
    expect(await ill.seen()).toMatchObject({ health: 'recovered', waiting: 0 });
  });

  it('with 410 is paused and the message given up; resuming and replaying delivers it', async () => {
    const { id, receiver, ask, seen } = await newPlatform();
    receiver.answer(status(410));
    const message = await ask();
    await deliver();
    expect(await delivery(message)).toMatchObject({ state: 'dead' });
    expect(await seen()).toMatchObject({ paused: true });
    const waiting = await ask();
    receiver.answer((response) => response.end());
    await agency.call('POST', '/dead-letters/replay', { platform_id: id });
    await deliver();
    expect(receiver.received).toHaveLength(1);
    await agency.call('POST', `/platforms/${id}/pause`, { paused: false });
    await deliver();
    for (const each of [message, waiting]) expect(await delivery(each)).toMatchObject({ state: 'delivered' });
    const audited = await agency.world.database.query(
      `select from audit_log where action = 'relay.platform.pause' and target = $1`,
      [id],
    );
    expect(audited).toHaveLength(2);
  });

  it('with 429 is not asked before the time it names', async () => {
    const { receiver, ask } = await newPlatform();
    receiver.answer(status(429, { 'retry-after': '600' }));
    const message = await ask();
    await deliver();
    receiver.answer((response) => response.end());
    clock.advance(599_000);
    await deliver();
    expect(receiver.received).toHaveLength(1);
    clock.advance(2000);
    await deliver();
    expect(await delivery(message)).toMatchObject({ state: 'delivered', attempts: 2 });
  });

  it('with 409 refuses one message for good, and with 400 for now; neither is an illness', async () => {
    const { id, receiver, ask, seen } = await newPlatform();
    receiver.answer(status(409));
    const message = await ask();
    await deliver();
    expect(await delivery(message)).toMatchObject({ state: 'dead' });
    receiver.answer(status(400));
    for (let n = 0; n < 6; n += 1) await ask();
    await deliver();
    expect(await seen()).toMatchObject({ health: 'unknown', waiting: 6, dead: 1 });
    expect(await dead(id)).toHaveLength(1);
    receiver.answer((response) => response.end());
    await ask();
    await deliver();
    expect(await seen()).toMatchObject({ health: 'well', waiting: 6 });
  });

  it('by a redirect is not followed', async () => {
    const { receiver, ask } = await newPlatform();
    const elsewhere = await startReceiver();
    receivers.push(elsewhere);
    receiver.answer(status(307, { location: elsewhere.url }));
    const message = await ask();
    await deliver();
    expect(elsewhere.connections()).toBe(0);
    expect(await delivery(message)).toMatchObject({
      state: 'waiting',
      timeline: [{ status: 307, problem: 'the platform redirects, which is not followed' }],
    });
  });

  it('by an endless answer is cut off after its beginning', async () => {
    const { receiver, ask } = await newPlatform();
    receiver.answer((response) => {
      const more = () => {
        if (!response.destroyed && response.write('x'.repeat(65_536))) setImmediate(more);
      };
      response.on('drain', more);
      more();
    });
    const message = await ask();
    await deliver();
    const found = await delivery(message);
    expect([found.state, found.timeline[0].answer.length]).toEqual(['delivered', 500]);
  });

  it('by silence does not hold up the others', async () => {
    const slow = await newPlatform();
    const quick = await newPlatform();
    const held: (() => void)[] = [];
    slow.receiver.answer((response) => held.push(() => response.end()));
    for (let n = 0; n < 6; n += 1) await slow.ask();
    const first = deliver();
    await until(() => held.length >= 4);
    await quick.ask();
    const second = deliver();
    await until(() => quick.receiver.received.length === 1);
    expect(slow.receiver.received.length).toBeLessThan(8);
    slow.receiver.answer((response) => response.end());
    for (const release of held) release();
    await Promise.all([first, second]);
    expect(await slow.seen()).toMatchObject({ waiting: 0 });
  });

  it('by being dead is tried again, with the reason on the timeline', async () => {
    const { receiver, ask } = await newPlatform();
    await receiver.close();
    receivers.splice(receivers.indexOf(receiver), 1);
    const message = await ask();
    await deliver();
    expect(await delivery(message)).toMatchObject({
      state: 'waiting',
      timeline: [{ status: null, problem: 'ECONNREFUSED' }],
    });
  });

  it('by leading into a private network is not connected to, as a number or behind a name', async () => {
    const strict = await agency.world.startServer({
      env: { RELAY_SELF_CODE: 'ministry', RELAY_ALLOWED_NETWORKS: '10.99.0.0/16' },
    });
    const { id, receiver, ask } = await newPlatform();
    const { port } = new URL(receiver.url);
    for (const host of ['127.0.0.1', '2130706433', '[::ffff:127.0.0.1]', '[::1]', 'localhost']) {
      // The address changed after it was checked, as a name that is bound again would.
      await agency.world.database.query('update relay_platforms set endpoint_url = $2 where id = $1', [
        id,
        `http://${host}:${port}/`,
      ]);
      const message = await ask();
      await agency.runJob('relay.deliver', strict);
      const { timeline } = await delivery(message);
      expect([host, timeline[0].problem]).toEqual([host, 'the address is in a private network']);
      await agency.world.database.query(
        'update relay_platforms set failures = 0, open_until = null where id = $1',
        [id],
      );
    }
    expect(receiver.connections()).toBe(0);
    await strict.stop();
  });
});

describe('the test of a connection', () => {
  it('says what came back', async () => {
    const { id, receiver } = await newPlatform();
    expect((await agency.call('POST', `/platforms/${id}/test`)).body.data).toMatchObject({
      ok: true,
      receipt_keys: false,
    });
    receiver.answer(status(401));
    expect((await agency.call('POST', `/platforms/${id}/test`)).body.data).toMatchObject({
      ok: false,
      status: 401,
      problem: 'the platform answered 401',
    });
  });
});
