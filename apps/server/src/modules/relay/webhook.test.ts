import { generateKeyPairSync, randomUUID, sign as signBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClock } from '../../../test/server.ts';
import { type Agency, openAgency, relaySignature, sendMessage } from './test/stage.ts';

let agency: Agency;
const clock = createClock();
let peer: { id: string; code: string; secret: string };
let disabled: { id: string; code: string; secret: string };

const minute = 60_000;
const hour = 60 * minute;
const at = (ms = 0) => new Date(clock.now().getTime() + ms).toISOString();
const message = (more: object = {}) => ({
  event: 'dispatched',
  source_code: 'peer',
  service_code: 'birth',
  external_ref: randomUUID(),
  payload: { child: 'Тэмүүлэн' },
  sent_at: at(),
  ...more,
});
const send = (body: string | object, headers?: Record<string, string>) =>
  sendMessage(agency, peer, body, headers);
const outcome = async (sent: ReturnType<typeof send>) => {
  const { status, body } = await sent;
  return [status, body.error];
};
const reuses = async () =>
  (await agency.world.database.query(`select from security_events where kind = 'relay_id_reuse'`)).length;

beforeAll(async () => {
  agency = await openAgency('ministry', clock);
  peer = { code: 'peer', ...(await agency.addPlatform('peer', { direction: 'upstream' })) };
  disabled = { code: 'disabled', ...(await agency.addPlatform('disabled', { enabled: false })) };
  const desk = await agency.addPlatform('desk');
  await agency.addRoute('birth', desk.id, { sla_minutes: 30 });
});
afterAll(() => agency.world.close());

describe('the checks of the webhook', () => {
  it('come in the specified order', async () => {
    const body = JSON.stringify(message());
    expect(await outcome(send(body, { 'x-relay-source': ' ', 'x-relay-signature': 'x' }))).toEqual([
      400,
      'source_required',
    ]);
    expect(await outcome(send(body, { 'x-relay-source': 'nobody' }))).toEqual([401, 'invalid_signature']);
    expect(await outcome(send('{', { 'x-relay-signature': 'sha256=00' }))).toEqual([
      401,
      'invalid_signature',
    ]);
    // A wrong signature does not tell that the platform is disabled.
    expect(await outcome(sendMessage(agency, { ...disabled, secret: 'wrong' }, '{'))).toEqual([
      401,
      'invalid_signature',
    ]);
    expect(await outcome(sendMessage(agency, disabled, '{'))).toEqual([403, 'platform_disabled']);
    expect((await send('{')).status).toBe(400);
    expect((await send('[1]')).status).toBe(400);
    expect((await send(message({ sent_at: undefined }))).status).toBe(400);
    expect((await send(message({ sent_at: 'soon' }))).status).toBe(400);
    expect((await send(message({ service_code: undefined }))).status).toBe(400);
    expect(await outcome(send(message({ service_code: 'unknown' })))).toEqual([400, 'not_routed']);
  });

  it('cover the exact bytes, so that a forged, truncated or re-encoded body is refused', async () => {
    const body = JSON.stringify(message());
    const genuine = { 'x-relay-signature': relaySignature(peer.secret, body) };
    for (const changed of [
      body.replace('birth', 'death'),
      body.slice(0, -1),
      JSON.stringify(JSON.parse(body), null, 1),
      JSON.stringify(message({ payload: {} })),
      `${body}\n`,
    ])
      expect(await outcome(send(changed, genuine))).toEqual([401, 'invalid_signature']);
    for (const wrong of [
      '',
      'sha256=',
      genuine['x-relay-signature'].toUpperCase(),
      genuine['x-relay-signature'].slice(7),
    ])
      expect(await outcome(send(body, { 'x-relay-signature': wrong }))).toEqual([401, 'invalid_signature']);
    expect((await send(body, { 'x-relay-signature': `  ${genuine['x-relay-signature']} ` })).status).toBe(
      201,
    );
  });

  it('refuse a message that is a day old or from the future', async () => {
    expect((await send(message({ sent_at: at(-24 * hour - 1000) }))).status).toBe(401);
    expect((await send(message({ sent_at: at(-24 * hour + 1000) }))).status).toBe(201);
    expect((await send(message({ sent_at: at(6 * minute) }))).status).toBe(401);
    expect((await send(message({ sent_at: at(4 * minute) }))).status).toBe(201);
  });

  it('refuse our own message that somebody sends back to us', async () => {
    expect(await outcome(send(message({ source_code: 'ministry' })))).toEqual([401, 'invalid_signature']);
  });

  it('refuse what cannot be stored, and what is too large', async () => {
    expect((await send(JSON.stringify(message({ title: 'a' })).replace('"a"', '"\\u0000"'))).status).toBe(
      400,
    );
    expect((await send(message({ payload: { a: '\ud800' } }))).status).toBe(400);
    expect((await send(message(), { 'x-relay-id': 'x'.repeat(201) })).status).toBe(400);
    expect((await send(message({ payload: 'x'.repeat(1024 * 1024) }))).status).toBe(413);
  });

  it('let a ping prove the connection without an effect', async () => {
    const before = (await agency.see('/requests')).total;
    const answer = await send({ event: 'ping', source_code: 'peer', sent_at: at() });
    expect([answer.status, answer.body.data]).toEqual([200, {}]);
    expect((await agency.see('/requests')).total).toBe(before);
  });
});

describe('a message that comes again', () => {
  it('with its id gets the first answer and the first receipt, also from ten at once', async () => {
    const body = message();
    const headers = { 'x-relay-id': randomUUID() };
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(body, headers)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map((each) => each.body.data.id)).size).toBe(1);
    expect(new Set(answers.map(({ receipt }) => receipt)).size).toBe(1);
  });

  it('without an id gets the request as it is now, with 200', async () => {
    const body = JSON.stringify(message({ external_ref: '' }));
    const first = await send(body);
    const [{ id }] = (await agency.see(`/requests/${first.body.data.id}`)).assignments;
    await agency.call('POST', `/assignments/${id}/respond`, { status: 'done' });
    const second = await send(body);
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body.data).toMatchObject({ id: first.body.data.id, status: 'fulfilled' });
    expect(second.receipt).toBe(first.receipt);
  });

  it('under another id has no second effect, because the signature does not cover the id', async () => {
    const body = JSON.stringify(message({ external_ref: '' }));
    const first = await send(body, { 'x-relay-id': 'a' });
    const second = await send(body, { 'x-relay-id': 'b' });
    expect(second.body.data.id).toBe(first.body.data.id);
  });

  it('with a newer time of sending is the same message', async () => {
    const body = message();
    const headers = { 'x-relay-id': randomUUID() };
    const first = await send(body, headers);
    const second = await send({ ...body, sent_at: at(1000) }, headers);
    expect([second.status, second.receipt]).toEqual([201, first.receipt]);
  });

  it('with the reference of the request finds the request', async () => {
    const body = message();
    const first = await send(body, { 'x-relay-id': randomUUID() });
    const second = await send({ ...body, sent_at: at(1000) }, { 'x-relay-id': randomUUID() });
    expect([second.status, second.body.data.id]).toEqual([200, first.body.data.id]);
  });

  it('with another content is refused and is a security event', async () => {
    const body = message();
    const headers = { 'x-relay-id': randomUUID() };
    await send(body, headers);
    const before = await reuses();
    expect(await outcome(send({ ...body, payload: { child: 'Other' } }, headers))).toEqual([
      409,
      'once_only_violation',
    ]);
    expect(await reuses()).toBe(before + 1);
    // The reference is the id of a message of the specified form.
    expect(await outcome(send({ ...body, title: 'Other' }))).toEqual([409, 'once_only_violation']);
    expect(await reuses()).toBe(before + 2);
  });
});

describe('an answer by message', () => {
  /** A request that was assigned to the peer itself. */
  const assigned = async () => {
    const { body } = await agency.call('POST', '/requests', { service_code: 'mine' });
    const { assignments } = await agency.see(`/requests/${body.data.id}`);
    return { requestId: body.data.id, assignmentId: assignments[0].id };
  };
  const answer = (assignment_id: string | undefined, more: object = {}) =>
    message({ event: 'responded', assignment_id, status: 'done', external_ref: undefined, ...more });

  beforeAll(() => agency.addRoute('mine', peer.id, { sla_minutes: 10 }));

  it('settles the assignment once', async () => {
    const { requestId, assignmentId } = await assigned();
    const first = await send(answer(assignmentId, { result: { ok: true } }));
    expect([first.status, first.body.data.status]).toEqual([200, 'fulfilled']);
    const { assignments } = await agency.see(`/requests/${requestId}`);
    expect(assignments[0]).toMatchObject({ status: 'done', result: { ok: true } });
    expect(await outcome(send(answer(assignmentId, { result: 2 })))).toEqual([409, 'already_answered']);
  });

  it('counts after the deadline as well', async () => {
    const { requestId, assignmentId } = await assigned();
    clock.advance(11 * minute);
    await agency.runJob('relay.sweep');
    expect((await agency.see(`/requests/${requestId}`)).request.status).toBe('overdue');
    expect((await send(answer(assignmentId))).body.data).toMatchObject({ status: 'fulfilled' });
  });

  it('may name the assignment by its reference, and may refuse', async () => {
    const { assignmentId } = await assigned();
    const sent = await send(
      answer(undefined, { external_ref: assignmentId, event: 'rejected', status: undefined }),
    );
    expect(sent.body.data.status).toBe('rejected');
  });

  it("of another platform's assignment, or of none, is not found; one without a status is refused", async () => {
    const { body } = await agency.call('POST', '/requests', { service_code: 'birth' });
    const { assignments } = await agency.see(`/requests/${body.data.id}`);
    expect((await send(answer(assignments[0].id))).status).toBe(404);
    expect((await send(answer(randomUUID()))).status).toBe(404);
    expect((await send(answer(undefined))).status).toBe(404);
    const { assignmentId } = await assigned();
    expect((await send(answer(assignmentId, { status: undefined }))).status).toBe(400);
    expect((await send(answer(assignmentId, { status: 'maybe' }))).status).toBe(400);
  });
});

describe('Standard Webhooks', () => {
  let standard: { id: string; code: string; secret: string };
  beforeAll(async () => {
    standard = { code: 'standard', ...(await agency.addPlatform('standard', { signature: 'standard' })) };
  });
  const seconds = (ms = 0) => new Date(clock.now().getTime() + ms);
  const headersOf = (id: string, time: Date, signature: string) => ({
    'x-relay-source': 'standard',
    'x-relay-signature': '',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(time.getTime() / 1000)),
    'webhook-signature': signature,
  });
  const sign = (secret: string, body: string, time = seconds(), id: string = randomUUID()) =>
    headersOf(id, time, new Webhook(secret).sign(id, time, body));
  const text = (more?: object) => JSON.stringify(message({ source_code: 'standard', ...more }));

  it('of the official library are accepted, also beside an unknown signature', async () => {
    expect(standard.secret).toMatch(/^whsec_/);
    const body = text();
    const headers = sign(standard.secret, body);
    headers['webhook-signature'] = `v1,AAAA v2,x ${headers['webhook-signature']}`;
    expect((await send(body, headers)).status).toBe(201);
  });

  it('cover id, time and body', async () => {
    const body = text();
    const headers = sign(standard.secret, body);
    for (const wrong of [
      { ...headers, 'webhook-id': randomUUID() },
      { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) },
      { ...headers, 'webhook-timestamp': 'x' },
      { ...headers, 'webhook-signature': 'v1,' },
      { ...headers, 'webhook-signature': headers['webhook-signature'].replace('v1,', 'v1a,') },
    ])
      expect(await outcome(send(body, wrong))).toEqual([401, 'invalid_signature']);
    expect((await send(`${body} `, headers)).status).toBe(401);
  });

  it('tolerate a clock that differs by five minutes', async () => {
    for (const [ms, status] of [
      [-6 * minute, 401],
      [6 * minute, 401],
      [-4 * minute, 201],
      [4 * minute, 201],
    ] as const) {
      const body = text();
      expect((await send(body, sign(standard.secret, body, seconds(ms)))).status).toBe(status);
    }
  });

  it('accept both secrets while one is replaced, and only the new one afterwards', async () => {
    const rotated = await agency.call('POST', `/platforms/${standard.id}/rotate-secret`, {
      grace_minutes: 60,
    });
    const fresh = rotated.body.data.webhook_secret as string;
    expect(rotated.body.data.secrets).toHaveLength(2);
    const statusOf = async (secret: string) => {
      const body = text();
      return (await send(body, sign(secret, body))).status;
    };
    expect([await statusOf(standard.secret), await statusOf(fresh)]).toEqual([201, 201]);
    clock.advance(61 * minute);
    expect([await statusOf(standard.secret), await statusOf(fresh)]).toEqual([401, 201]);
  });

  it('need a secret of 32 characters or more, if it is chosen', async () => {
    for (const webhook_secret of [
      'whsec_',
      `whsec_${'x'.repeat(31)}`,
      'x'.repeat(31),
      ` ${'x'.repeat(30)} `,
    ]) {
      const chosen = { code: 'short', name: 'Short', webhook_secret };
      for (const answer of [
        await agency.call('POST', '/platforms', chosen),
        await agency.call('POST', `/platforms/${standard.id}/rotate-secret`, { webhook_secret }),
      ])
        expect([answer.status, answer.body.error]).toEqual([422, 'validation_failed']);
    }
  });

  it('of an Ed25519 key are accepted from the platform that registered it', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);
    await agency.addPlatform('keyed', { public_key: `whpk_${raw.toString('base64')}` });
    const body = text({ source_code: 'keyed' });
    const time = seconds();
    const stamp = `x1.${Math.floor(time.getTime() / 1000)}.${body}`;
    const signature = `v1a,${signBytes(null, Buffer.from(stamp), privateKey).toString('base64')}`;
    const headers = headersOf('x1', time, signature);
    expect((await send(body, { ...headers, 'x-relay-source': 'keyed' })).status).toBe(201);
    expect((await send(body, { ...headers, 'x-relay-source': 'standard' })).status).toBe(401);
  });
});

describe('refused calls', () => {
  it('are limited by address, with the time to wait', async () => {
    const refuse = () =>
      fetch(agency.webhook, { method: 'POST', headers: { 'x-relay-source': 'nobody' }, body: '{}' });
    await Promise.all(Array.from({ length: 61 }, refuse));
    const limited = await refuse();
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(limited.headers.get('x-ratelimit-limit')).toBe('60');
    // A genuine message still passes: nobody at the same address can silence a platform.
    expect((await send(message())).status).toBe(201);
  });
});
